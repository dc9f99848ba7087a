//! [`Group`]: what a thread knows of itself, computed once at the beginning of the function.

use layout_algebra::{AnyLayout, Expr, IntTuple, Layout, common_divisor, composition};
use layout_bridge::facts::Machine;
use layout_bridge::rewrite::Function;
use layout_egraph::Facts;
use layout_mlir::ir;
use layout_target::{Chip, Feature, WARP};
use layout_tile::{Lane, ThreadDigit, Tv};
use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, Type, Value};
use rustc_hash::FxHashMap;

use super::packing::hidden;
use crate::convert_layout_memref::emit::Emit;
use crate::tile::build::Part;
use crate::tile::error::{Error, Result};

/// The threads that run a function together.
pub struct Group<'c, 'a> {
    /// How many there are.
    pub threads: i64,
    /// What they run on.
    pub chip: &'static Chip,
    /// Writes at the beginning of the function.
    pub(super) entry: Emit<'c, 'a>,
    /// What the function says of its integers.
    known: Function<'c, 'a>,
    machine: Machine,
    values: FxHashMap<Key, Value<'c, 'a>>,
    /// Operations of no use but to stand where they stand.
    pub marks: Vec<OperationRef<'c, 'a>>,
}

/// What was computed at the beginning.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Key {
    Thread,
    Leader,
    Elected,
    Digit(ThreadDigit),
    Uniform(ThreadDigit),
    Is(ThreadDigit, i64),
    Lane(Lane),
    /// An index of a layout at the thread's number.
    Index(AnyLayout),
    /// The coordinate in a dimension of a tile, that ends at the second number and has steps of
    /// the first, of a value.
    Coordinate(Tv, i64, i64, i64),
    Number(i64, ir::TypeKey),
}

/// What divides an integer; 0 of 0.
pub fn divisor(facts: &Facts) -> i64 {
    let of_congruence = common_divisor(facts.modulus, facts.residue);
    let of_bits = 1 << facts.zeros.trailing_ones().min(40);
    facts.as_const().map_or_else(|| of_congruence.max(of_bits), |n| n.saturating_abs())
}

/// A coordinate of an element: what the thread adds to a number.
#[derive(Clone, Copy)]
pub struct Coordinate<'c, 'a> {
    /// The thread's part, if it has one.
    pub thread: Option<Value<'c, 'a>>,
    /// The value's part.
    pub value: i64,
}

impl<'c: 'a, 'a> Group<'c, 'a> {
    /// The group of a function with so many threads, on a machine whose `index` has so many bits; what a thread knows of
    /// itself stands before `first`, if that is not the first operation.
    ///
    /// # Errors
    /// [`Error::Unsupported`] for a function without a body.
    pub fn new(
        function: OperationRef<'c, 'a>,
        first: Option<OperationRef<'c, 'a>>,
        threads: i64,
        chip: &'static Chip,
        index_bits: u32,
    ) -> Result<Self> {
        // The operation behind the function itself in program order is its first.
        let before = first.or_else(|| ir::nested(function).into_iter().nth(1));
        let before = before.ok_or_else(|| Error::Unsupported {
            op: ir::name(function).into(),
            why: "it has no body".into(),
        })?;
        let mut known = Function::new(function);
        let machine = Machine::generic(index_bits);
        known.learn_all(machine);
        let (entry, values) = (Emit::at(before), FxHashMap::default());
        let mut group = Self { threads, chip, entry, known, machine, values, marks: Vec::new() };
        let entry = group.stays(before)?;
        group.entry = Emit::at(entry);
        Ok(group)
    }

    /// An operation that stays right before another until the end: itself, or, before one with regions, a mark. Such an
    /// operation may be written again, before itself, and its regions use what is made later.
    ///
    /// # Errors
    /// [`Error::Emit`].
    pub fn stays(&mut self, op: OperationRef<'c, 'a>) -> Result<OperationRef<'c, 'a>> {
        if op.region_count() == 0 {
            return Ok(op);
        }
        let mark = ir::defining_op(Emit::at(op).constant(0)?);
        let mark = mark.ok_or_else(|| Error::Unknown(ir::name(op).into()))?;
        self.marks.push(mark);
        Ok(mark)
    }

    /// Whether the chip has what an instruction needs.
    pub fn has(&self, needed: Option<Feature>) -> bool {
        needed.is_none_or(|feature| self.chip.has(feature))
    }

    /// Whether memory is copied to shared memory beside what threads do.
    pub fn has_async_copies(&self) -> bool {
        self.chip.has(Feature::CpAsync)
    }

    /// Whether a warp loads matrices together.
    pub fn has_matrices(&self) -> bool {
        self.chip.has(Feature::Ldmatrix)
    }

    /// Computes everything anew from an operation on, so that nothing of it is held across what is before; in a
    /// function of one block, which the operation is in.
    ///
    /// # Errors
    /// [`Error::Emit`].
    pub fn renew(&mut self, at: OperationRef<'c, 'a>) -> Result<()> {
        let (emit, thread) = (Emit::at(at), self.thread()?);
        let word = emit.cast("arith.index_cast", thread, emit.int_type(32))?;
        let thread =
            emit.cast("arith.index_castui", hidden(word, "behind a loop", emit)?, emit.index_type())?;
        // What is hidden is said again.
        let is_one = emit.below(thread, emit.constant(self.threads)?)?;
        emit.op("llvm.intr.assume", &[is_one], &[], &[("op_bundle_sizes", emit.attribute("array<i32>")?)])?;
        let entry = self.stays(at)?;
        self.entry = Emit::at(entry);
        self.values = FxHashMap::from_iter([(Key::Thread, thread)]);
        Ok(())
    }

    /// The type of a word.
    pub fn word(&self) -> Type<'c> {
        self.entry.int_type(32)
    }

    /// Whether this is the thread that does what one does for all: the one that the first warp elects, of which ptxas knows
    /// that it is one, and writes no loop over those of a warp around what the engine is told.
    ///
    /// # Errors
    /// [`Error::Emit`].
    pub fn is_leader(&mut self) -> Result<Value<'c, 'a>> {
        if self.threads % WARP != 0 {
            return self.is(ThreadDigit { divisor: 1, size: self.threads }, 0);
        }
        self.once(Key::Leader, |group, emit| {
            let first = group.is(ThreadDigit { divisor: WARP, size: group.threads / WARP }, 0)?;
            let elected = group.is_elected()?;
            Ok(emit.binary("arith.andi", first, elected)?)
        })
    }

    /// Whether this is the thread that does what one of each warp does.
    ///
    /// # Errors
    /// [`Error::Emit`].
    pub fn is_elected(&mut self) -> Result<Value<'c, 'a>> {
        self.once(Key::Elected, |_, emit| Ok(emit.value("nvvm.elect.sync", &[], emit.int_type(1), &[])?))
    }

    /// The largest number that `index` holds.
    pub fn most_index(&self) -> i128 {
        (1 << (self.machine.index_bits - 1)) - 1
    }

    /// What is known of an integer.
    pub fn facts(&self, value: Value<'c, 'a>) -> Facts {
        let facts = self.known.facts(value, &self.machine);
        let counted = self.of_loop(value).map(|counted| facts.meet(counted));
        counted.filter(|f| !f.is_contradiction()).unwrap_or(facts)
    }

    /// What is known of the index of a loop.
    fn of_loop(&self, value: Value<'c, 'a>) -> Option<Facts> {
        let (block, 0) = ir::block_argument(value)? else { return None };
        let r#loop = ir::block_parent(block).filter(|op| ir::name(*op) == "scf.for")?;
        if r#loop.has_attribute("unsignedCmp") {
            return None;
        }
        let of = |number| ir::operand(r#loop, number).map(|v| self.facts(v));
        let (from, to, step) = (of(0)?, of(1)?, of(2)?);
        let every = common_divisor(divisor(&from), divisor(&step));
        let facts = Facts { lo: from.lo, hi: to.hi.saturating_sub(1), ..Facts::UNKNOWN };
        Some(if every > 0 { facts.with_divisor(every) } else { facts })
    }

    fn once(
        &mut self,
        key: Key,
        make: impl FnOnce(&mut Self, Emit<'c, 'a>) -> Result<Value<'c, 'a>>,
    ) -> Result<Value<'c, 'a>> {
        if let Some(value) = self.values.get(&key) {
            return Ok(*value);
        }
        let entry = self.entry;
        let value = make(self, entry)?;
        self.values.insert(key, value);
        Ok(value)
    }

    /// The thread's number.
    ///
    /// # Errors
    /// [`Error::Emit`].
    pub fn thread(&mut self) -> Result<Value<'c, 'a>> {
        self.once(Key::Thread, |group, emit| {
            let attributes = [
                ("dimension", emit.attribute("#gpu<dim x>")?),
                ("upper_bound", emit.attribute(&format!("{} : index", group.threads))?),
            ];
            Ok(emit.value("gpu.thread_id", &[], emit.index_type(), &attributes)?)
        })
    }

    /// A number of a type.
    ///
    /// # Errors
    /// [`Error::Emit`].
    pub fn number(&mut self, number: i64, r#type: Type<'c>) -> Result<Value<'c, 'a>> {
        self.once(Key::Number(number, ir::type_key(r#type)), |_, emit| Ok(emit.number(number, r#type)?))
    }

    /// A digit of the thread's number.
    ///
    /// # Errors
    /// [`Error::Emit`].
    pub fn digit(&mut self, digit: ThreadDigit) -> Result<Value<'c, 'a>> {
        self.once(Key::Digit(digit), |group, emit| {
            let (mut value, index) = (group.thread()?, emit.index_type());
            if digit.divisor > 1 {
                let by = group.number(digit.divisor, index)?;
                value = emit.binary("arith.divui", value, by)?;
            }
            if digit.divisor * digit.size < group.threads {
                let by = group.number(digit.size, index)?;
                value = emit.binary("arith.remui", value, by)?;
            }
            Ok(value)
        })
    }

    /// A digit of the thread's number in which the lanes of a warp do not differ, as a value that is known to be
    /// the same for all of them.
    ///
    /// # Errors
    /// [`Error::Emit`].
    pub fn uniform(&mut self, digit: ThreadDigit) -> Result<Value<'c, 'a>> {
        self.once(Key::Uniform(digit), |group, emit| {
            let (value, i32) = (group.digit(digit)?, emit.int_type(32));
            let word = emit.cast("arith.index_castui", value, i32)?;
            let [all, zero, clamp] = [-1, 0, 31].map(|n| group.number(n, i32));
            let kind = [("kind", emit.attribute("#nvvm<shfl_kind idx>")?)];
            let first = emit.value("nvvm.shfl.sync", &[all?, word, zero?, clamp?], i32, &kind)?;
            Ok(emit.cast("arith.index_castui", first, emit.index_type())?)
        })
    }

    /// Whether a digit of the thread's number is `equal`.
    ///
    /// # Errors
    /// [`Error::Emit`].
    pub fn is(&mut self, digit: ThreadDigit, equal: i64) -> Result<Value<'c, 'a>> {
        self.once(Key::Is(digit, equal), |group, emit| {
            let (value, equal) = (group.digit(digit)?, group.number(equal, emit.index_type())?);
            Ok(emit.equal(value, equal)?)
        })
    }

    /// Whether the thread is the first of those that hold the same; `None` if all are.
    ///
    /// # Errors
    /// [`Error::Emit`].
    pub fn is_first(&mut self, replication: &[ThreadDigit]) -> Result<Option<Value<'c, 'a>>> {
        let mut all = None;
        for digit in replication {
            let is = self.is(*digit, 0)?;
            all = Some(match all {
                None => is,
                Some(others) => self.entry.binary("arith.andi", others, is)?,
            });
        }
        Ok(all)
    }

    /// The lane that a lane reads from, as `i32`.
    ///
    /// # Errors
    /// [`Error::Emit`].
    pub fn lane(&mut self, lane: Lane) -> Result<Value<'c, 'a>> {
        self.once(Key::Lane(lane), |group, emit| {
            let index = emit.index_type();
            let mut sum = group.number(0, index)?;
            for (bit, divisor) in lane.bits.into_iter().enumerate() {
                let digit = group.digit(ThreadDigit { divisor, size: 2 })?;
                let weight = group.number(1 << bit, index)?;
                let part = emit.binary("arith.muli", digit, weight)?;
                sum = emit.binary("arith.addi", sum, part)?;
            }
            let flip = group.number(lane.flip, index)?;
            let sum = emit.binary("arith.xori", sum, flip)?;
            Ok(emit.cast("arith.index_cast", sum, emit.int_type(32))?)
        })
    }

    /// The lanes of a shuffle: all of a warp, or the whole group if it is smaller.
    pub fn lanes(&self) -> i64 {
        self.threads.min(WARP)
    }

    /// The index of a static layout at the thread's number; `None` if it is 0 for all.
    ///
    /// # Errors
    /// [`Error::Emit`].
    fn index(&mut self, layout: &Layout) -> Result<Option<Value<'c, 'a>>> {
        let moves =
            layout.stride_leaves().iter().zip(layout.shape_leaves()).any(|(d, s)| !d.is(0) && !s.is(1));
        if !moves {
            return Ok(None);
        }
        let layout = AnyLayout::from(layout.clone());
        let value = self.once(Key::Index(layout.clone()), |group, emit| {
            let thread = group.thread()?;
            Ok(emit.index(&layout, &[], &[Part::Index(thread)])?)
        })?;
        Ok(Some(value))
    }

    /// The coordinate along a dimension of the element that a thread holds as a value.
    ///
    /// # Errors
    /// [`Error::Emit`].
    pub fn coordinate(
        &mut self,
        tv: &Tv,
        shape: &[i64],
        dimension: usize,
        value: i64,
    ) -> Result<Coordinate<'c, 'a>> {
        let below: i64 = shape.iter().take(dimension).product();
        let extent = shape.get(dimension).copied().unwrap_or(1);
        let above = tv.size() / below.max(1) / extent.max(1);
        let flat = |sizes: [i64; 3]| IntTuple::flat(sizes.map(Expr::from));
        let projection = Layout::new(&flat([below, extent, above]), &flat([0, 1, 0]))?;
        let both = Layout::concat([tv.threads(), tv.values()])?;
        if let Ok(found) = composition(&projection, &both)
            && let [threads, values] = &found.modes()[..]
        {
            return Ok(Coordinate { thread: self.index(threads)?, value: values.eval(value).unwrap_or(0) });
        }
        // A digit of the position in which a dimension ends: the whole position, then.
        let key = Key::Coordinate(tv.clone(), below, extent, value);
        let thread = self.once(key, |group, emit| {
            let (index, more) = (group.index(tv.threads())?, tv.values().eval(value).unwrap_or(0));
            let more = group.number(more, emit.index_type())?;
            let position = match index {
                None => more,
                Some(index) => emit.binary("arith.addi", index, more)?,
            };
            Ok(emit.index(&projection.into(), &[], &[Part::Index(position)])?)
        })?;
        Ok(Coordinate { thread: Some(thread), value: 0 })
    }
}

impl<'c: 'a, 'a> Coordinate<'c, 'a> {
    /// The coordinate as an index, behind `origin` where it is given. It wraps around.
    ///
    /// # Errors
    /// [`Error::Emit`].
    pub fn behind(&self, origin: Option<Value<'c, 'a>>, emit: Emit<'c, 'a>) -> Result<Value<'c, 'a>> {
        let sum = match (origin, self.thread) {
            (Some(a), Some(b)) => Some(emit.binary("arith.addi", a, b)?),
            (a, b) => a.or(b),
        };
        match sum {
            None => Ok(emit.constant(self.value)?),
            Some(sum) => Ok(emit.wrapping_plus(sum, self.value)?),
        }
    }
}
