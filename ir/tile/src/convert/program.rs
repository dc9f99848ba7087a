//! [`Program`]: what each thread does with its 32-bit registers, as straight-line code.

use rustc_hash::FxHashMap;

use crate::digits::ThreadDigit;

/// The number of a register: those of the input first, then the result of each instruction.
pub type Register = usize;

/// An instruction; every thread executes all of them, on its own registers.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Instruction {
    /// `when` in threads whose digit is `equal`, `otherwise` in others: `selp`.
    Select {
        /// The digit of the thread's number.
        digit: ThreadDigit,
        /// Its value.
        equal: i64,
        /// The register then.
        when: Register,
        /// The register else.
        otherwise: Register,
    },
    /// The register as another lane of the warp has it: `shfl.sync`.
    Shuffle {
        /// The register.
        register: Register,
        /// Whose.
        from: Lane,
    },
    /// Four bytes of other registers, the lowest first: moves and `prmt`. A byte that is
    /// `None` may be anything.
    Pack {
        /// Register and byte.
        bytes: [Option<(Register, u8)>; 4],
    },
}

impl Instruction {
    /// The registers that it takes.
    fn registers(&mut self) -> impl Iterator<Item = &mut Register> {
        let (pair, bytes) = match self {
            Self::Select { when, otherwise, .. } => ([Some(when), Some(otherwise)], None),
            Self::Shuffle { register, .. } => ([Some(register), None], None),
            Self::Pack { bytes } => ([None, None], Some(bytes)),
        };
        let bytes = bytes.into_iter().flatten().flatten().map(|(register, _)| register);
        pair.into_iter().flatten().chain(bytes)
    }
}

/// The lane that a lane reads from: bit `i` is a binary digit of the reader's number in its group,
/// or the opposite of one.
///
/// ```
/// use layout_tile::Lane;
/// let own = Lane { bits: [1, 2, 4, 8, 16], flip: 5 };
/// assert_eq!((own.of(35), own.mask()), (3 ^ 5, Some(5)));
/// let turned = Lane { bits: [2, 1, 4, 8, 16], flip: 0 };
/// assert_eq!((turned.of(1), turned.mask()), (2, None));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Lane {
    /// For each bit what the thread's number is divided by, a power of two below 32 for a digit
    /// of the lane.
    pub bits: [i64; 5],
    /// The bits that are the opposite.
    pub flip: i64,
}

impl Lane {
    /// The lane that a thread of the group reads from.
    pub fn of(&self, thread: i64) -> i64 {
        let bits = self.bits.iter().enumerate();
        bits.fold(self.flip, |lane, (i, divisor)| lane ^ ((thread / divisor % 2) << i))
    }

    /// What the own lane is xored with, if that is all: `shfl.sync.bfly`.
    pub fn mask(&self) -> Option<i64> {
        (self.bits == [1, 2, 4, 8, 16]).then_some(self.flip)
    }
}

/// Code that takes the registers of one encoding to those of another, without memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// How many registers it takes. Value `v` of `b` bits begins at bit `v·b` of them.
    pub inputs: usize,
    /// Each instruction's result is the next register.
    pub code: Vec<Instruction>,
    /// The registers of the result, in order.
    pub outputs: Vec<Register>,
}

impl Program {
    /// How many shuffles there are.
    pub fn shuffles(&self) -> usize {
        self.code.iter().filter(|i| matches!(i, Instruction::Shuffle { .. })).count()
    }

    /// How many other instructions: a selection is one, a pack one fewer than the registers
    /// it takes bytes of, and at least one.
    pub fn others(&self) -> usize {
        let cost = |i: &Instruction| match i {
            Instruction::Shuffle { .. } => 0,
            Instruction::Select { .. } => 1,
            Instruction::Pack { bytes } => {
                let mut registers: Vec<Register> = bytes.iter().flatten().map(|b| b.0).collect();
                registers.sort_unstable();
                registers.dedup();
                registers.len().saturating_sub(1).max(1)
            }
        };
        self.code.iter().map(cost).sum()
    }

    /// This, and then `next` on its results.
    pub(super) fn then(&self, next: &Self) -> Self {
        let mut builder = Builder::new(self.inputs);
        let first = builder.append(self, &(0..self.inputs).collect::<Vec<_>>());
        let outputs = builder.append(next, &first);
        builder.finish(outputs)
    }
}

/// A program while it is written; the same instruction twice is one.
pub(super) struct Builder {
    inputs: usize,
    code: Vec<Instruction>,
    known: FxHashMap<Instruction, Register>,
}

impl Builder {
    pub fn new(inputs: usize) -> Self {
        Self { inputs, code: Vec::new(), known: FxHashMap::default() }
    }

    fn add(&mut self, instruction: Instruction) -> Register {
        let next = self.inputs + self.code.len();
        *self.known.entry(instruction.clone()).or_insert_with(|| {
            self.code.push(instruction);
            next
        })
    }

    pub fn select(
        &mut self,
        digit: ThreadDigit,
        equal: i64,
        when: Register,
        otherwise: Register,
    ) -> Register {
        // What the same threads chose before is known.
        let when = self.chosen(digit, equal, when).map_or(when, |(when, _)| when);
        let otherwise = self.chosen(digit, equal, otherwise).map_or(otherwise, |(_, otherwise)| otherwise);
        if when == otherwise {
            return when;
        }
        self.add(Instruction::Select { digit, equal, when, otherwise })
    }

    /// What a register was chosen from, if that was by this digit.
    fn chosen(&self, of: ThreadDigit, is: i64, register: Register) -> Option<(Register, Register)> {
        match self.code.get(register.checked_sub(self.inputs)?)? {
            Instruction::Select { digit, equal, when, otherwise } if (*digit, *equal) == (of, is) => {
                Some((*when, *otherwise))
            }
            _ => None,
        }
    }

    pub fn shuffle(&mut self, register: Register, from: Lane) -> Register {
        if from.mask() == Some(0) {
            return register;
        }
        self.add(Instruction::Shuffle { register, from })
    }

    pub fn pack(&mut self, bytes: [Option<(Register, u8)>; 4]) -> Register {
        let in_place = |register: Register| {
            bytes.iter().enumerate().all(|(i, b)| b.is_none_or(|(r, k)| r == register && k as usize == i))
        };
        if let Some((register, _)) = bytes.iter().flatten().next()
            && in_place(*register)
        {
            return *register;
        }
        self.add(Instruction::Pack { bytes })
    }

    fn append(&mut self, program: &Program, inputs: &[Register]) -> Vec<Register> {
        let mut registers = inputs.to_vec();
        for instruction in &program.code {
            let made = match instruction {
                Instruction::Select { digit, equal, when, otherwise } => {
                    self.select(*digit, *equal, registers[*when], registers[*otherwise])
                }
                Instruction::Shuffle { register, from } => self.shuffle(registers[*register], *from),
                Instruction::Pack { bytes } => self.pack(bytes.map(|b| b.map(|(r, k)| (registers[r], k)))),
            };
            registers.push(made);
        }
        program.outputs.iter().map(|r| registers[*r]).collect()
    }

    /// The program of what the outputs are made of.
    pub fn finish(self, outputs: Vec<Register>) -> Program {
        let Self { inputs, code, .. } = self;
        let mut is_used = vec![false; inputs + code.len()];
        outputs.iter().for_each(|register| is_used[*register] = true);
        for (number, instruction) in code.iter().enumerate().rev() {
            if is_used[inputs + number] {
                instruction.clone().registers().for_each(|register| is_used[*register] = true);
            }
        }
        let mut renamed: Vec<Register> = (0..inputs).collect();
        let mut kept = Vec::new();
        for (number, mut instruction) in code.into_iter().enumerate() {
            renamed.push(inputs + kept.len());
            if is_used[inputs + number] {
                instruction.registers().for_each(|register| *register = renamed[*register]);
                kept.push(instruction);
            }
        }
        Program {
            inputs,
            code: kept,
            outputs: outputs.into_iter().map(|register| renamed[register]).collect(),
        }
    }
}
