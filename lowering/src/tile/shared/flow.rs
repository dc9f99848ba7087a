//! [`Flow`]: which operation of a function may run right after which.

use layout_mlir::ir;
use melior::ir::operation::OperationLike;
use melior::ir::{BlockLike, OperationRef, RegionLike, Value};
use rustc_hash::FxHashMap;

/// One operation right after another.
#[derive(Clone, Copy)]
pub struct Step {
    /// The number of the operation that runs next.
    pub to: usize,
    /// Whether another iteration begins.
    pub again: Again,
}

/// Which loop's next iteration begins.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Again {
    /// None.
    No,
    /// That of a loop with a body, by its number.
    Loop(usize),
    /// That of some loop of blocks.
    Blocks,
}

/// The operations of a function, numbered in program order. One with regions comes before what is
/// inside; when that is done what follows runs, not the operation again.
pub struct Flow<'c, 'a> {
    /// The operations.
    pub ops: Vec<OperationRef<'c, 'a>>,
    /// For each operation what may run next.
    pub next: Vec<Vec<Step>>,
    /// For each operation the loops around it, the outermost first.
    pub loops: Vec<Vec<usize>>,
    numbers: FxHashMap<usize, usize>,
}

/// What runs in an operation with regions.
enum Kind {
    /// One of the regions, once.
    Branch,
    /// `scf.while`: the first region, then perhaps the second and again the first.
    While,
    /// Any region any number of times: what a loop does, and more than others do.
    Loop,
}

fn kind(op: OperationRef<'_, '_>) -> Kind {
    match ir::name(op) {
        "scf.if" | "scf.index_switch" | "scf.execute_region" | "memref.alloca_scope" | "affine.if" => {
            Kind::Branch
        }
        "scf.while" => Kind::While,
        _ => Kind::Loop,
    }
}

impl<'c: 'a, 'a> Flow<'c, 'a> {
    /// The flow through a function's body.
    pub fn new(function: OperationRef<'c, 'a>) -> Self {
        let ops: Vec<_> = ir::nested(function).into_iter().skip(1).collect();
        let numbers = ops.iter().enumerate().map(|(n, op)| (ir::op_key(*op), n)).collect();
        let mut flow = Self { next: vec![Vec::new(); ops.len()], loops: Vec::new(), ops, numbers };
        for number in 0..flow.ops.len() {
            flow.connect(number);
            let around = flow.loops_around(number);
            flow.loops.push(around);
        }
        flow
    }

    /// The number of an operation; `None` for one that is not in the function.
    pub fn number(&self, op: OperationRef<'_, '_>) -> Option<usize> {
        self.numbers.get(&ir::op_key(op)).copied()
    }

    /// For each operation what may run right before it.
    pub fn previous(&self) -> Vec<Vec<usize>> {
        let mut previous = vec![Vec::new(); self.ops.len()];
        for (from, steps) in self.next.iter().enumerate() {
            steps.iter().for_each(|step| previous[step.to].push(from));
        }
        previous
    }

    /// Whether a value is defined inside an operation: by one there, or as an argument.
    pub fn is_inside(&self, value: Value<'c, 'a>, of: usize) -> bool {
        let mut around = match ir::block_argument(value) {
            Some((block, _)) => ir::block_parent(block),
            None => ir::defining_op(value).and_then(|op| op.parent_operation()),
        };
        while let Some(number) = around.and_then(|op| self.number(op)) {
            if number == of {
                return true;
            }
            around = self.ops[number].parent_operation();
        }
        false
    }

    /// The operation around another one, inside the function.
    fn parent(&self, number: usize) -> Option<usize> {
        self.ops[number].parent_operation().and_then(|parent| self.number(parent))
    }

    /// The loops around an operation; they have lower numbers, and are known.
    fn loops_around(&self, number: usize) -> Vec<usize> {
        let Some(parent) = self.parent(number) else { return Vec::new() };
        let mut around = self.loops[parent].clone();
        if !matches!(kind(self.ops[parent]), Kind::Branch) {
            around.push(parent);
        }
        around
    }

    fn first_of_region(&self, number: usize, region: usize) -> Option<usize> {
        let block = self.ops[number].region(region).ok()?.first_block()?;
        self.number(block.first_operation()?)
    }

    fn entries(&self, number: usize) -> Vec<Option<usize>> {
        (0..self.ops[number].region_count()).map(|r| self.first_of_region(number, r)).collect()
    }

    fn after(&self, number: usize) -> Option<usize> {
        self.number(self.ops[number].next_in_block()?)
    }

    fn step(&mut self, from: usize, to: Option<usize>, again: Again) {
        self.next[from].extend(to.map(|to| Step { to, again }));
    }

    fn connect(&mut self, number: usize) {
        let op = self.ops[number];
        if op.successor_count() > 0 {
            let heads: Vec<_> = op.successors().filter_map(|b| self.number(b.first_operation()?)).collect();
            for head in heads {
                let again = if head <= number { Again::Blocks } else { Again::No };
                self.step(number, Some(head), again);
            }
        } else if op.region_count() > 0 && self.after(number).is_some() {
            // (The end of an `scf.forall` has a region too, and runs nothing.)
            self.enter(number);
        } else if let Some(after) = self.after(number) {
            self.step(number, Some(after), Again::No);
        } else if let Some(parent) = self.parent(number) {
            self.leave(number, parent);
        }
    }

    /// From an operation with regions into them, and past it where they may not run.
    fn enter(&mut self, number: usize) {
        let (entries, after) = (self.entries(number), self.after(number));
        let kind = kind(self.ops[number]);
        let inside = if matches!(kind, Kind::While) { &entries[..1] } else { &entries[..] };
        for entry in inside.iter().filter(|e| e.is_some()) {
            self.step(number, *entry, Again::No);
        }
        // An empty region is one that does nothing.
        if matches!(kind, Kind::Loop) || inside.iter().any(Option::is_none) {
            self.step(number, after, Again::No);
        }
    }

    /// From the end of a region.
    fn leave(&mut self, number: usize, parent: usize) {
        let (entries, after) = (self.entries(parent), self.after(parent));
        match kind(self.ops[parent]) {
            Kind::Branch => self.step(number, after, Again::No),
            Kind::While if ir::name(self.ops[number]) == "scf.condition" => {
                self.step(number, entries.get(1).copied().flatten(), Again::No);
                self.step(number, after, Again::No);
            }
            Kind::While => self.step(number, entries.first().copied().flatten(), Again::Loop(parent)),
            Kind::Loop => {
                for entry in entries {
                    self.step(number, entry, Again::Loop(parent));
                }
                self.step(number, after, Again::No);
            }
        }
    }
}
