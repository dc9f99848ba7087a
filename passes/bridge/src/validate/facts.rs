//! What holds where an operation runs, and of values that nothing here computes: read
//! off the IR, and nothing else.
//!
//! Operations that run before on every path have run without undefined behaviour, and so
//! will those that follow with nothing in between that may not return. Regions say that
//! their condition holds or their loop runs.

use layout_mlir::affine::{AffineExpr, affine_results};
use layout_mlir::ir::{self, Scalar};
use melior::ir::operation::OperationLike;
use melior::ir::{BlockLike, BlockRef, OperationRef, RegionLike, Value, ValueLike};
use rustc_hash::{FxHashMap, FxHashSet};

/// The machine that a program is for: how wide `index` is, and how large ids get.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// Bits of `index`.
    pub index_bits: u32,
    /// Whether it is an NVIDIA GPU.
    pub nvidia: bool,
}

impl Target {
    /// Most threads of a block and blocks of a grid along x, y, z (CUDA C++ Programming
    /// Guide, "Compute Capabilities"; elsewhere what MLIR's `gpu` dialect says).
    fn limits(self) -> ([i128; 3], [i128; 3]) {
        let most = i128::from(u32::MAX);
        if self.nvidia {
            ([1024, 1024, 64], [i128::from(i32::MAX), 65_535, 65_535])
        } else {
            ([most; 3], [most; 3])
        }
    }

    fn lanes(self) -> i128 {
        if self.nvidia { 32 } else { 128 }
    }

    /// The bits of a scalar type.
    pub fn width(self, scalar: Scalar) -> u32 {
        match scalar {
            Scalar::Index => self.index_bits,
            Scalar::Int(bits) => bits,
        }
    }
}

/// A bound or the step of a loop.
#[derive(Clone, Debug)]
pub enum Bound<'c, 'a> {
    Number(i128),
    Value(Value<'c, 'a>),
    /// The greatest or the least result of a map.
    Map {
        results: Vec<AffineExpr>,
        operands: Vec<Value<'c, 'a>>,
        greatest: bool,
    },
}

impl<'c, 'a> Bound<'c, 'a> {
    fn values(&self) -> Vec<Value<'c, 'a>> {
        match self {
            Self::Number(_) => Vec::new(),
            Self::Value(v) => vec![*v],
            Self::Map { operands, .. } => operands.clone(),
        }
    }
}

/// The numbers that a loop goes through.
#[derive(Clone, Debug)]
pub struct Steps<'c, 'a> {
    pub lower: Bound<'c, 'a>,
    pub upper: Bound<'c, 'a>,
    pub step: Bound<'c, 'a>,
    pub signed: bool,
}

/// Something that holds.
#[derive(Clone, Debug)]
pub enum Fact<'c, 'a> {
    /// The value is this truth, and no poison.
    Is(Value<'c, 'a>, bool),
    /// The signed value lies between two numbers; it is poison at most where that is allowed.
    Between { value: Value<'c, 'a>, lo: i128, hi: i128, or_poison: bool },
    /// The variable of a loop.
    Loop { variable: Value<'c, 'a>, steps: Steps<'c, 'a> },
    /// What a loop carries beside its variable and adds a number to. Where it begins with the lower bound and goes by the step
    /// it is the variable, and behind the loop the lower bound, or a step more than the variable was. It is poison at most
    /// where that is allowed.
    Carried {
        value: Value<'c, 'a>,
        begin: Bound<'c, 'a>,
        by: Bound<'c, 'a>,
        steps: Steps<'c, 'a>,
        behind: bool,
        or_poison: bool,
    },
    /// The operation runs without undefined behaviour.
    Runs(OperationRef<'c, 'a>),
    /// The value is an index of memory that is accessed: no poison, not negative, and below the number.
    Indexes(Value<'c, 'a>, i128),
}

impl<'c: 'a, 'a> Fact<'c, 'a> {
    /// The values that it is about.
    pub fn values(&self) -> Vec<Value<'c, 'a>> {
        match self {
            Self::Is(v, _) | Self::Between { value: v, .. } | Self::Indexes(v, _) => vec![*v],
            Self::Loop { variable, steps: Steps { lower, upper, step, .. } } => {
                let bounds = [lower, upper, step].into_iter().flat_map(Bound::values);
                std::iter::once(*variable).chain(bounds).collect()
            }
            Self::Carried { value, begin, by, steps: Steps { lower, upper, step, .. }, .. } => {
                let bounds = [begin, by, lower, upper, step].into_iter().flat_map(Bound::values);
                std::iter::once(*value).chain(bounds).collect()
            }
            Self::Runs(op) => op.operands().collect(),
        }
    }
}

/// Whether an operation has undefined behaviour for some operands, other than constants.
pub fn may_trap(op: OperationRef<'_, '_>) -> bool {
    let name = ir::name(op);
    let divides = name
        .split_once('.')
        .filter(|(dialect, _)| matches!(*dialect, "arith" | "index"))
        .is_some_and(|(_, m)| m.contains("div") || m.starts_with("rem"));
    divides || (matches!(name, "affine.apply" | "affine.min" | "affine.max" | "affine.delinearize_index"))
}

/// Where operations are, and what runs where.
pub struct Paths<'c, 'a> {
    target: Target,
    /// For each block the operations that say something, with their place in it.
    events: FxHashMap<usize, Vec<(usize, OperationRef<'c, 'a>)>>,
    places: FxHashMap<usize, usize>,
    /// For each block the others of its region that every path to it goes through.
    dominators: FxHashMap<usize, Vec<BlockRef<'c, 'a>>>,
    /// For each block the only edge to it, if it is that of a condition.
    conditions: FxHashMap<usize, (Value<'c, 'a>, bool)>,
}

fn block_key(block: BlockRef<'_, '_>) -> usize {
    block.to_raw().ptr as usize
}

/// Whether control passes from an operation to the next for certain.
fn passes(op: OperationRef<'_, '_>) -> bool {
    let name = ir::name(op);
    let dialect = name.split('.').next().unwrap_or_default();
    let plain =
        matches!(dialect, "arith" | "index" | "layout" | "affine" | "memref" | "math" | "ub" | "vector");
    let id = dialect == "gpu" && (name.ends_with("_id") || name.ends_with("_dim"));
    op.region_count() == 0
        && (plain || id || name.starts_with("nvvm.read.ptx.sreg.") || name == "llvm.intr.assume")
}

impl<'c: 'a, 'a> Paths<'c, 'a> {
    /// Looks a function over. What `is_new` says of an operation was not there before.
    pub fn new(
        function: OperationRef<'c, 'a>,
        target: Target,
        is_new: &dyn Fn(OperationRef<'c, 'a>) -> bool,
    ) -> Self {
        let mut paths = Self {
            target,
            events: FxHashMap::default(),
            places: FxHashMap::default(),
            dominators: FxHashMap::default(),
            conditions: FxHashMap::default(),
        };
        for op in ir::nested(function) {
            for region in op.regions() {
                let mut blocks = Vec::new();
                let mut next = region.first_block();
                while let Some(block) = next {
                    paths.block(block, is_new);
                    blocks.push(block);
                    next = block.next_in_region();
                }
                if blocks.len() > 1 {
                    paths.graph(&blocks);
                }
            }
        }
        paths
    }

    fn block(&mut self, block: BlockRef<'c, 'a>, is_new: &dyn Fn(OperationRef<'c, 'a>) -> bool) {
        let mut events = Vec::new();
        let (mut next, mut place) = (block.first_operation(), 0);
        while let Some(op) = next {
            self.places.insert(ir::op_key(op), place);
            let says = may_trap(op) || ir::name(op) == "llvm.intr.assume" || memory(op).is_some();
            if !passes(op) || !is_new(op) && says {
                events.push((place, op));
            }
            (next, place) = (op.next_in_block(), place + 1);
        }
        self.events.insert(block_key(block), events);
    }

    /// Dominators and conditions of the blocks of a region, the entry first.
    fn graph(&mut self, blocks: &[BlockRef<'c, 'a>]) {
        let number: FxHashMap<usize, usize> =
            blocks.iter().enumerate().map(|(i, b)| (block_key(*b), i)).collect();
        let mut edges: Vec<Vec<usize>> = vec![Vec::new(); blocks.len()];
        for (from, block) in blocks.iter().enumerate() {
            let Some(end) = ir::terminator(*block) else { continue };
            for successor in end.successors() {
                if let Some(to) = number.get(&(successor.to_raw().ptr as usize)) {
                    edges[*to].push(from);
                }
            }
        }
        let all: FxHashSet<usize> = (0..blocks.len()).collect();
        let mut above: Vec<FxHashSet<usize>> = vec![all; blocks.len()];
        above[0] = FxHashSet::from_iter([0]);
        let mut changed = true;
        while changed {
            changed = false;
            for to in 1..blocks.len() {
                let mut met: Option<FxHashSet<usize>> = None;
                for from in &edges[to] {
                    let other = &above[*from];
                    met =
                        Some(met.map_or_else(|| other.clone(), |m| m.intersection(other).copied().collect()));
                }
                let mut met = met.unwrap_or_default();
                met.insert(to);
                if met != above[to] {
                    above[to] = met;
                    changed = true;
                }
            }
        }
        for (to, block) in blocks.iter().enumerate() {
            let others = above[to].iter().filter(|b| **b != to).map(|b| blocks[*b]).collect();
            self.dominators.insert(block_key(*block), others);
            // One edge: where a condition leads here, its other side leads elsewhere.
            let [from] = edges[to].as_slice() else { continue };
            let Some(end) = ir::terminator(blocks[*from]) else { continue };
            if ir::name(end) == "cf.cond_br"
                && let Some(condition) = ir::operand(end, 0)
            {
                let first = end.successors().next().map(|s| s.to_raw().ptr as usize);
                self.conditions.insert(block_key(*block), (condition, first == Some(block_key(*block))));
            }
        }
    }

    /// What holds where an operation runs, outermost first; and of accesses only if `accesses` says so.
    pub fn at(&self, op: OperationRef<'c, 'a>, accesses: bool) -> Vec<Fact<'c, 'a>> {
        let mut facts = Vec::new();
        let mut at = op;
        while let Some(block) = at.block() {
            let place = self.places.get(&ir::op_key(at)).copied().unwrap_or(0);
            let events = self.events.get(&block_key(block)).map_or(&[][..], Vec::as_slice);
            if ir::op_key(at) == ir::op_key(op) {
                let after = events.iter().filter(|(p, _)| *p >= place).take_while(|(_, e)| passes(*e));
                facts.extend(after.flat_map(|(_, e)| ran(*e)));
            }
            facts.extend(events.iter().filter(|(p, _)| *p < place).rev().flat_map(|(_, e)| ran(*e)));
            let dominators = self.dominators.get(&block_key(block)).map_or(&[][..], Vec::as_slice);
            for above in dominators {
                let events = self.events.get(&block_key(*above)).map_or(&[][..], Vec::as_slice);
                facts.extend(events.iter().flat_map(|(_, e)| ran(*e)));
            }
            for b in dominators.iter().chain([&block]) {
                facts.extend(self.conditions.get(&block_key(*b)).map(|(c, truth)| Fact::Is(*c, *truth)));
            }
            let Some(parent) = ir::block_parent(block) else { break };
            facts.extend(region_facts(parent, block));
            if ir::name(parent).ends_with(".func") {
                break;
            }
            at = parent;
        }
        facts.retain(|fact| accesses || !matches!(fact, Fact::Indexes(..)));
        facts.reverse();
        facts
    }

    /// What is known of a value that nothing here computes.
    pub fn of_leaf(&self, value: Value<'c, 'a>) -> Option<Fact<'c, 'a>> {
        let width = self.target.width(ir::scalar(value.r#type())?);
        let (lo, hi, or_poison) = match ir::defining_op(value) {
            Some(op) => self.of_result(op)?,
            None => {
                let (block, number) = ir::block_argument(value)?;
                ir::block_parent(block).filter(|p| ir::name(*p) == "gpu.launch")?;
                let (threads, blocks) = self.target.limits();
                match number {
                    0..3 => (0, blocks[number] - 1, false),
                    3..6 => (0, threads[number - 3] - 1, false),
                    6..9 => (1, blocks[number - 6], false),
                    9..12 => (1, threads[number - 9], false),
                    _ => return None,
                }
            }
        };
        // A bound that the type does not hold says nothing of its signed value.
        let most = i128::MAX >> (128 - width);
        let fits = hi <= most && lo >= -most - 1;
        fits.then_some(Fact::Between { value, lo, hi, or_poison })
    }

    fn of_result(&self, op: OperationRef<'c, 'a>) -> Option<(i128, i128, bool)> {
        let name = ir::name(op);
        let (threads, blocks) = self.target.limits();
        let bound = op.attribute("upper_bound").ok().and_then(ir::integer).map(i128::from).filter(|n| *n > 0);
        let dimension = || {
            let text = op.attribute("dimension").map(|a| a.to_string()).unwrap_or_default();
            ["dim x", "dim y", "dim z"].iter().position(|d| text.contains(d))
        };
        let id = |known: &str, limit: [i128; 3]| {
            let d = dimension()?;
            let most = known_size(op, known, d).unwrap_or(limit[d]);
            Some((0, bound.map_or(most, |b| b.min(most)) - 1, false))
        };
        let size = |known: &str, limit: [i128; 3]| {
            let d = dimension()?;
            Some(match known_size(op, known, d) {
                Some(n) => (n, n, false),
                None => (1, bound.map_or(limit[d], |b| b.min(limit[d])), false),
            })
        };
        match name {
            "gpu.thread_id" => id("known_block_size", threads),
            "gpu.block_id" => id("known_grid_size", blocks),
            "gpu.block_dim" => size("known_block_size", threads),
            "gpu.grid_dim" => size("known_grid_size", blocks),
            "gpu.lane_id" => {
                Some((0, bound.unwrap_or(self.target.lanes()).min(self.target.lanes()) - 1, false))
            }
            "gpu.global_id" => Some((0, bound? - 1, false)),
            "memref.dim" | "tensor.dim" => Some((0, i128::MAX >> (128 - self.target.index_bits), false)),
            _ => {
                let register = name.strip_prefix("nvvm.read.ptx.sreg.")?;
                let (register, dimension) = register.split_once('.').unwrap_or((register, "x"));
                let d = ["x", "y", "z"].iter().position(|n| *n == dimension)?;
                let (threads, blocks) = Target { nvidia: true, ..self.target }.limits();
                let (mut lo, mut hi) = match register {
                    "tid" => (0, threads[d] - 1),
                    "ctaid" => (0, blocks[d] - 1),
                    "ntid" => (1, threads[d]),
                    "nctaid" => (1, blocks[d]),
                    "laneid" => (0, 31),
                    "warpsize" => (32, 32),
                    _ => return None,
                };
                // `#llvm.constant_range<i32, 0, 64>`: half-open, and poison outside.
                let range = op.attribute("range").ok().map(|a| a.to_string());
                if let Some(text) = &range {
                    let mut numbers =
                        text.split(',').skip(1).map(|n| n.trim_matches([' ', '>']).parse::<i128>());
                    if let (Some(Ok(first)), Some(Ok(end))) = (numbers.next(), numbers.next()) {
                        (lo, hi) = (lo.max(first), hi.min(end - 1));
                    }
                }
                Some((lo, hi, range.is_some()))
            }
        }
    }
}

/// What is known of what an `scf.for` carries in step with its variable: inside of the loop, and behind it.
pub fn carried<'c: 'a, 'a>(value: Value<'c, 'a>) -> Option<Fact<'c, 'a>> {
    let inside = ir::block_argument(value);
    let (r#loop, number) = match inside {
        Some((block, number)) => (ir::block_parent(block)?, number.checked_sub(1)?),
        None => ir::result_number(value)?,
    };
    if ir::name(r#loop) != "scf.for" {
        return None;
    }
    let bound = |n: usize| ir::operand(r#loop, n).map(Bound::Value);
    let body = r#loop.region(0).ok()?.first_block()?;
    let argument: Value<'c, 'a> = body.argument(number + 1).ok()?.into();
    let next = ir::defining_op(ir::operand(ir::terminator(body)?, number)?)?;
    let adds = ir::name(next) == "arith.addi" && ir::operand(next, 0)? == argument;
    let flags = next.attribute("overflowFlags").is_ok_and(|flags| !flags.to_string().contains("none"));
    let (by, step) = (ir::operand(next, 1).filter(|_| adds)?, ir::operand(r#loop, 2)?);
    // (Of another number it is not known that each iteration adds the same.)
    let by = match ir::constant(by) {
        Some(number) => Bound::Number(number.into()),
        None if by == step => Bound::Value(step),
        None => return None,
    };
    Some(Fact::Carried {
        value,
        begin: bound(3 + number)?,
        by,
        steps: Steps {
            lower: bound(0)?,
            upper: bound(1)?,
            step: bound(2)?,
            signed: !r#loop.has_attribute("unsignedCmp"),
        },
        behind: inside.is_none(),
        or_poison: flags,
    })
}

/// What an operation says that has run.
fn ran<'c: 'a, 'a>(op: OperationRef<'c, 'a>) -> Vec<Fact<'c, 'a>> {
    if ir::name(op) == "llvm.intr.assume" {
        return ir::operand(op, 0).map(|c| Fact::Is(c, true)).into_iter().collect();
    }
    if may_trap(op) {
        return vec![Fact::Runs(op)];
    }
    let Some(memory) = memory(op) else { return Vec::new() };
    let indices = op.operands().enumerate().skip(memory + 1);
    let index = |(number, value)| Some(Fact::Indexes(value, elements(&ir::Use { op, operand: number })?));
    indices.filter_map(index).collect()
}

/// The operand of an access that is the memory; its indices follow.
fn memory(op: OperationRef<'_, '_>) -> Option<usize> {
    match ir::name(op) {
        "memref.load" | "vector.load" => Some(0),
        "memref.store" | "vector.store" => Some(1),
        _ => None,
    }
}

/// How many elements memory has at most along the dimension that a use of a value is an index of; `None` if
/// the use is none of an access. (The passes have a list of such operations of their own.)
pub fn elements(place: &ir::Use<'_, '_>) -> Option<i128> {
    let memory = memory(place.op)?;
    let extents = ir::extents(ir::operand(place.op, memory)?.r#type());
    let along = *extents.get(place.operand.checked_sub(memory + 1)?)?;
    Some(if along == ir::DYNAMIC { i128::MAX } else { i128::from(along) })
}

/// What an operation says inside one of its regions.
fn region_facts<'c: 'a, 'a>(op: OperationRef<'c, 'a>, block: BlockRef<'c, 'a>) -> Vec<Fact<'c, 'a>> {
    let argument = |i: usize| block.argument(i).ok().map(Value::from);
    let looped = |i, lower, upper, step, signed| {
        Some(Fact::Loop { variable: argument(i)?, steps: Steps { lower, upper, step, signed } })
    };
    let value = |n: usize| ir::operand(op, n).map(Bound::Value);
    match ir::name(op) {
        "scf.if" => {
            let first = op.region(0).ok().and_then(|r| r.first_block()).map(block_key);
            ir::operand(op, 0).map(|c| Fact::Is(c, first == Some(block_key(block)))).into_iter().collect()
        }
        "scf.for" => {
            let bounds = (|| looped(0, value(0)?, value(1)?, value(2)?, !op.has_attribute("unsignedCmp")))();
            bounds.into_iter().collect()
        }
        "scf.parallel" => {
            let n = block.argument_count();
            (0..n).filter_map(|i| looped(i, value(i)?, value(n + i)?, value(2 * n + i)?, true)).collect()
        }
        "affine.for" => {
            let bounds = (|| {
                let segments = ir::integers(op.attribute("operandSegmentSizes").ok()?);
                let below = usize::try_from(*segments.first()?).ok()?;
                let above = usize::try_from(*segments.get(1)?).ok()?;
                let map = |name: &str, from: usize, count: usize, greatest| {
                    let operands: Option<Vec<_>> = (from..from + count).map(|n| ir::operand(op, n)).collect();
                    Some(Bound::Map {
                        results: affine_results(op.attribute(name).ok()?)?,
                        operands: operands?,
                        greatest,
                    })
                };
                let (lower, upper) =
                    (map("lowerBoundMap", 0, below, true)?, map("upperBoundMap", below, above, false)?);
                let step = Bound::Number(ir::integer(op.attribute("step").ok()?)?.into());
                looped(0, lower, upper, step, true)
            })();
            bounds.into_iter().collect()
        }
        _ => Vec::new(),
    }
}

/// An entry of the enclosing function's `known_block_size` or `known_grid_size`.
fn known_size(op: OperationRef<'_, '_>, attribute: &str, dimension: usize) -> Option<i128> {
    let mut parent = op.parent_operation();
    while let Some(op) = parent {
        let own = if ir::name(op) == "gpu.func" { attribute.into() } else { format!("gpu.{attribute}") };
        if let Ok(sizes) = op.attribute(&own) {
            return ir::integers(sizes).get(dimension).map(|n| i128::from(*n)).filter(|n| *n > 0);
        }
        parent = op.parent_operation();
    }
    None
}
