//! What a thread of a kernel does that others can see, in order: [`events`].
//!
//! The program is run by the definition of its operations, on numbers alone: what tiles hold is not known. Nothing that
//! decides what a thread does depends on other threads, so there is one sequence for each.

use std::collections::HashMap;

use super::program::{Block, Op, Program};

/// The bytes of shared memory from one to before another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Bytes(pub i64, pub i64);

impl Bytes {
    pub fn meets(self, other: Self) -> bool {
        self.0 < other.1 && other.0 < self.1
    }
}

/// What a thread does. An mbarrier is its address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    Init(i64, i64),
    FenceInit,
    FenceProxy,
    /// Arrives, and expects so many bytes.
    Expect(i64, i64),
    /// Arrives, and as many others with it.
    Arrive(i64, i64),
    /// A copy that arrives at an mbarrier.
    Copy(i64, Bytes),
    Wait(i64, i64),
    /// Of so many threads, or of those of one warp: less than 0, its number from -1 down.
    Barrier(i64),
    Read(Bytes),
    Write(Bytes),
    /// A product, which reads until it is waited for.
    Product(Bytes, Option<Bytes>),
    CommitProducts,
    WaitProducts(usize),
    /// The engine stores these bytes.
    Store(Bytes),
    CommitStores,
    /// For all groups but so many: to be read, or else to be in memory.
    WaitStores {
        left: usize,
        read: bool,
    },
    /// It ends, where the memory of its block matters to others.
    End,
}

/// Where shared memory begins, in the first block of a cluster.
const SHARED: i64 = 1 << 20;
/// How far apart the blocks' are: an address has the rank above these bits.
const RANK: u32 = 24;
/// The barrier of the cluster, as an mbarrier at which all come.
pub const CLUSTER: i64 = i64::MIN / 2;

/// The rank of the block that an address is of.
pub fn block_of(address: i64) -> i64 {
    address >> RANK
}

/// An address as it is in the block of a rank.
fn in_block(address: i64, rank: i64) -> i64 {
    address & ((1 << RANK) - 1) | rank << RANK
}

struct Thread<'p> {
    program: &'p Program,
    number: i64,
    /// The block that it is of.
    rank: i64,
    /// How often it has waited for the cluster.
    met: i64,
    values: Vec<Option<i64>>,
    /// Variables of the thread, by their addresses, which are negative.
    variables: HashMap<i64, i64>,
    events: Vec<Event>,
}

/// What a thread of the block of a rank does in a kernel whose arguments are these, by their numbers.
pub fn events(program: &Program, (rank, number): (i64, i64), arguments: impl Fn(usize) -> i64) -> Vec<Event> {
    let mut thread = Thread {
        program,
        number,
        rank,
        met: 0,
        values: vec![None; program.values],
        variables: HashMap::new(),
        events: Vec::new(),
    };
    for (place, value) in program.body.arguments.iter().enumerate() {
        thread.values[*value] = if program.integers.contains(&place) {
            Some(arguments(place))
        } else if Some(place) == program.shared {
            Some(in_block(SHARED, rank))
        } else {
            // A tensor map is its number.
            program.boxes.contains_key(&place).then_some(place as i64)
        };
    }
    thread.block(&program.body, &[]);
    thread.events.extend((program.blocks > 1).then_some(Event::End));
    thread.events
}

impl Thread<'_> {
    /// Runs a block, and gives what it hands on.
    fn block(&mut self, block: &Block, arguments: &[Option<i64>]) -> Vec<Option<i64>> {
        for (argument, value) in block.arguments.iter().zip(arguments) {
            self.values[*argument] = *value;
        }
        for op in &block.ops {
            match op.name.as_str() {
                "scf.yield" | "gpu.return" => return self.operands(op),
                "scf.if" => {
                    let taken = usize::from(self.sure(op, 0) == 0);
                    let results = op.blocks.get(taken).map(|b| self.block(b, &[])).unwrap_or_default();
                    self.give(op, &results);
                }
                "scf.for" => {
                    let [mut index, end, step] = [0, 1, 2].map(|operand| self.sure(op, operand));
                    let mut carried = self.operands(op).split_off(3);
                    while index < end {
                        carried = self.block(&op.blocks[0], &[&[Some(index)], &carried[..]].concat());
                        index += step;
                    }
                    self.give(op, &carried);
                }
                _ if op.blocks.is_empty() => self.operation(op),
                other => panic!("{other} is not understood"),
            }
        }
        Vec::new()
    }

    fn operands(&self, op: &Op) -> Vec<Option<i64>> {
        op.operands.iter().map(|value| self.values[*value]).collect()
    }

    fn give(&mut self, op: &Op, results: &[Option<i64>]) {
        for (result, value) in op.results.iter().zip(results) {
            self.values[*result] = *value;
        }
    }

    /// An operand that has to be known.
    fn sure(&self, op: &Op, operand: usize) -> i64 {
        let value = op.operands.get(operand).and_then(|value| self.values[*value]);
        value.unwrap_or_else(|| panic!("{}: operand {operand} is not known", op.name))
    }

    fn operation(&mut self, op: &Op) {
        let name = op.name.as_str();
        if let Some(event) = self.asynchronous(name, op) {
            return self.events.extend(event);
        }
        if name == "nvvm.cp.async.bulk.tensor.shared.cluster.global" {
            return self.copy(op);
        }
        let results = match name {
            "gpu.thread_id" if op.attributes["dimension"].contains('x') => vec![Some(self.number)],
            "gpu.block_id" | "gpu.cluster_block_id" => vec![Some(self.rank)],
            "nvvm.mapa" => vec![Some(in_block(self.sure(op, 0), self.sure(op, 1)))],
            "llvm.intr.assume" => Vec::new(),
            // Of the number of the warpgroup, which all lanes of a warp have.
            "nvvm.shfl.sync" => {
                assert_eq!(self.sure(op, 1), self.number / 128);
                vec![Some(self.number / 128)]
            }
            "nvvm.elect.sync" => vec![Some(i64::from(self.number % 32 == 0))],
            "gpu.dynamic_shared_memory" => vec![Some(in_block(SHARED, self.rank))],
            "memref.alloca" => vec![Some(-1 - op.results[0] as i64)],
            "memref.load" | "vector.load" | "nvgpu.ldmatrix" => vec![self.load(op, 0)],
            "memref.store" | "vector.store" => {
                self.store(op);
                Vec::new()
            }
            "llvm.load" | "nvvm.ldmatrix" => {
                let place = self.sure(op, 0);
                self.events.push(Event::Read(Bytes(place, place + 16)));
                vec![None; op.results.len()]
            }
            "llvm.store" => {
                let place = self.sure(op, 1);
                self.events.push(Event::Write(Bytes(place, place + 16)));
                Vec::new()
            }
            "nvvm.stmatrix" => {
                let place = self.sure(op, 0);
                self.events.push(Event::Write(Bytes(place, place + 16)));
                Vec::new()
            }
            "memref.view" => vec![self.values[op.operands[0]].map(|base| base + self.sure(op, 1))],
            "llvm.getelementptr" => {
                let bytes = match op.attributes["elem_type"].as_str() {
                    "i8" => 1,
                    "i16" => 2,
                    _ => panic!("{op:?}"),
                };
                assert!(op.operands.len() == 2, "{op:?}");
                vec![Some(self.sure(op, 0) + bytes * self.sure(op, 1))]
            }
            _ => vec![computed(op, &self.operands(op)); op.results.len()],
        };
        self.give(op, &results);
    }

    /// Events that are about neither values nor single elements.
    fn asynchronous(&mut self, name: &str, op: &Op) -> Option<Option<Event>> {
        // (Those of each block are others.)
        let of_block = |number: i64| number + (self.rank << RANK);
        Some(Some(match name {
            "nvvm.mbarrier.init" => Event::Init(self.sure(op, 0), self.sure(op, 1)),
            "nvvm.fence.mbarrier.init" => Event::FenceInit,
            "nvvm.fence.proxy" => Event::FenceProxy,
            "nvvm.mbarrier.arrive.expect_tx" => Event::Expect(self.sure(op, 0), self.sure(op, 1)),
            "nvvm.mbarrier.try_wait.parity" => Event::Wait(self.sure(op, 0), self.sure(op, 1)),
            "nvvm.mbarrier.arrive" => Event::Arrive(self.sure(op, 0), 1),
            // (Relaxed, it says as much of what is looked at here: mbarriers, which have a fence, and bytes that have come.)
            "nvvm.cluster.arrive" | "nvvm.cluster.arrive.relaxed" => Event::Arrive(CLUSTER, 1),
            "nvvm.cluster.wait" => {
                self.met += 1;
                Event::Wait(CLUSTER, (self.met - 1) % 2)
            }
            "nvvm.bar.warp.sync" => Event::Barrier(-1 - of_block(self.number / 32)),
            "gpu.barrier" => Event::Barrier(of_block(self.program.threads)),
            "nvvm.barrier" => Event::Barrier(of_block(self.sure(op, 1))),
            "nvvm.cp.async.bulk.tensor.global.shared.cta" => {
                let from = self.sure(op, 1);
                Event::Store(Bytes(from, from + self.box_of(op, 0)))
            }
            "nvvm.cp.async.bulk.commit.group" => Event::CommitStores,
            "nvvm.cp.async.bulk.wait_group" => Event::WaitStores {
                left: op.number("group").try_into().unwrap(),
                read: op.attributes.contains_key("read"),
            },
            "nvvm.wgmma.mma_async" => {
                // The address of a descriptor, in 16 bytes: which bytes follow is left to who knows the buffers.
                let at = |of: &Self, operand| {
                    let place = (of.sure(op, operand) & 0x3fff) << 4;
                    let place = in_block(SHARED | place, of.rank);
                    Bytes(place, place + 16)
                };
                Event::Product(at(self, 1), Some(at(self, 2)))
            }
            "nvvm.wgmma.commit.group.sync.aligned" => Event::CommitProducts,
            "nvvm.wgmma.wait.group.sync.aligned" => {
                Event::WaitProducts(op.number("group").try_into().unwrap())
            }
            "nvvm.wgmma.fence.aligned" | "nvvm.prefetch" | "nvvm.setmaxregister" => return Some(None),
            _ => return None,
        }))
    }

    /// The bytes of a box of the map that an operand is.
    fn box_of(&self, op: &Op, map: usize) -> i64 {
        self.program.boxes[&usize::try_from(self.sure(op, map)).unwrap()]
    }

    /// A copy to the block, or one to each of several, which arrive when they like.
    fn copy(&mut self, op: &Op) {
        let sizes: Vec<usize> = op.attributes["operandSegmentSizes"]
            .split([',', ':', '>'])
            .filter_map(|size| size.trim().parse().ok())
            .collect();
        let (to, bytes, behind) = (self.sure(op, 0), self.box_of(op, 1), 2 + sizes[2]);
        let mbarrier = self.sure(op, behind);
        let mask = if sizes[5] > 0 { self.sure(op, behind + 1) } else { 1 << self.rank };
        for rank in (0..self.program.blocks).filter(|rank| mask >> rank & 1 == 1) {
            let to = in_block(to, rank);
            self.events.push(Event::Copy(in_block(mbarrier, rank), Bytes(to, to + bytes)));
        }
    }

    /// Of a variable, or of shared memory.
    fn load(&mut self, op: &Op, memory: usize) -> Option<i64> {
        let base = self.values[op.operands[memory]]?;
        if base < 0 {
            return self.variables.get(&base).copied();
        }
        self.events.push(Event::Read(self.place(op, memory, base)));
        None
    }

    fn store(&mut self, op: &Op) {
        match self.values[op.operands[1]] {
            // Memory of the device.
            None => {}
            Some(base) if base < 0 => {
                self.variables.insert(base, self.sure(op, 0));
            }
            Some(base) => self.events.push(Event::Write(self.place(op, 1, base))),
        }
    }

    /// The bytes of an access at one index.
    fn place(&self, op: &Op, memory: usize, base: i64) -> Bytes {
        assert_eq!(op.operands.len(), memory + 2, "{}: memory of one dimension", op.name);
        let first = base + self.sure(op, memory + 1) * op.element;
        Bytes(first, first + op.bytes)
    }
}

/// What an operation computes of integers; nothing of others.
fn computed(op: &Op, operands: &[Option<i64>]) -> Option<i64> {
    let known = [
        "arith.",
        "vector.",
        "llvm.insertvalue",
        "llvm.extractvalue",
        "llvm.inttoptr",
        "llvm.addrspacecast",
        "llvm.mlir.",
        "memref.assume_alignment",
        "memref.memory_space_cast",
        "memref.extract_aligned_pointer_as_index",
        "llvm.inline_asm",
        "nvvm.mma.sync",
    ];
    assert!(known.iter().any(|prefix| op.name.starts_with(prefix)), "{} is not understood", op.name);
    if op.name == "llvm.inline_asm" {
        assert!(op.attributes["asm_string"].starts_with("\"//"), "{:?}", op.attributes);
        return operands.first().copied().flatten();
    }
    let wide = |value: i64| match op.bits {
        0 | 64 => value,
        bits => value << (64 - bits) >> (64 - bits),
    };
    if op.name == "arith.constant" {
        return (op.bits > 0).then(|| match op.attributes["value"].as_str() {
            "true" => 1,
            "false" => 0,
            _ => op.number("value"),
        });
    }
    let all: Option<Vec<i64>> = operands.iter().copied().collect();
    let value = match (op.name.strip_prefix("arith.").unwrap_or(&op.name), &all?[..]) {
        ("addi", [a, b]) => a.wrapping_add(*b),
        ("subi", [a, b]) => a.wrapping_sub(*b),
        ("muli", [a, b]) => a.wrapping_mul(*b),
        ("andi", [a, b]) => a & b,
        ("ori", [a, b]) => a | b,
        ("xori", [a, b]) => a ^ b,
        ("shli", [a, b]) => a << b,
        ("shrui", [a, b]) => (bare(*a, op.bits) as u64 >> b) as i64,
        ("divui" | "divsi" | "floordivsi", [a, b]) if *a >= 0 && *b > 0 => a / b,
        ("remui" | "remsi", [a, b]) if *a >= 0 && *b > 0 => a % b,
        ("maxsi", [a, b]) => *a.max(b),
        ("minsi", [a, b]) => *a.min(b),
        ("select", [c, a, b]) => *if *c != 0 { a } else { b },
        ("cmpi", [a, b]) => {
            let [u, v] = [*a as u64, *b as u64];
            let all = [a == b, a != b, a < b, a <= b, a > b, a >= b, u < v, u <= v, u > v, u >= v];
            i64::from(all[usize::try_from(op.number("predicate")).unwrap()])
        }
        ("index_cast" | "extsi" | "trunci", [a]) => *a,
        ("index_castui", [a]) if *a >= 0 => *a,
        ("extui", [a]) => bare(*a, 32),
        ("llvm.inttoptr" | "llvm.addrspacecast" | "memref.memory_space_cast", [a]) => *a,
        ("memref.assume_alignment" | "memref.extract_aligned_pointer_as_index", [a, ..]) => *a,
        (name, [..]) if ["vector.", "llvm.", "nvvm."].iter().any(|dialect| name.starts_with(dialect)) => {
            return None;
        }
        (name, operands) => panic!("{name} of {operands:?} is not understood"),
    };
    // An i1 is 0 or 1.
    Some(if op.bits == 1 { value & 1 } else { wide(value) })
}

/// The bits of a number, without a sign.
fn bare(value: i64, bits: u32) -> i64 {
    if bits == 32 { value & 0xffff_ffff } else { value }
}
