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
        if when == otherwise {
            return when;
        }
        self.add(Instruction::Select { digit, equal, when, otherwise })
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

    pub fn finish(self, outputs: Vec<Register>) -> Program {
        Program { inputs: self.inputs, code: self.code, outputs }
    }
}
