//! [`Ahead`]: what an iteration computes of its number, computed for another iteration.

use std::collections::BTreeSet;
use std::ops::Range;

use layout_mlir::ir;
use melior::ir::block::BlockRef;
use melior::ir::operation::OperationLike;
use melior::ir::{BlockLike, OperationRef, Value};
use rustc_hash::{FxHashMap, FxHashSet};

use super::error::{Error, Failure, advice};
use crate::convert_layout_memref::emit::Emit;
use crate::tile::functions::{callee, only_computes};

/// Promises that hold in an iteration that there is, and perhaps not in one behind the last.
const PROMISES: [&str; 3] = ["overflowFlags", "isExact", "nonNeg"];

/// The operations of a loop's body that compute where its copies read, and what the loop carries for them.
pub struct Ahead<'c, 'a> {
    body: BlockRef<'c, 'a>,
    ops: Vec<OperationRef<'c, 'a>>,
    /// The values that are carried, by their place among those of the loop.
    pub carried: Vec<usize>,
}

/// An operation, and what it needs.
pub type Need<'c, 'a> = (OperationRef<'c, 'a>, Vec<Value<'c, 'a>>);

/// What a copy reads, and where: all but where it copies to.
pub fn places<'c: 'a, 'a>(copy: OperationRef<'c, 'a>) -> Vec<Value<'c, 'a>> {
    copy.operands().take(copy.operand_count().saturating_sub(1)).collect()
}

/// What values of the body are in another iteration.
pub struct Values<'c, 'a>(FxHashMap<ir::ValueKey, Value<'c, 'a>>);

impl<'c: 'a, 'a> Values<'c, 'a> {
    /// What stands for a value.
    pub fn of(&self, value: Value<'c, 'a>) -> Value<'c, 'a> {
        self.0.get(&ir::key(value)).copied().unwrap_or(value)
    }

    /// What stands for values of outside.
    pub fn with(values: &[Value<'c, 'a>], others: &[Value<'c, 'a>]) -> Self {
        Self(values.iter().map(|value| ir::key(*value)).zip(others.iter().copied()).collect())
    }
}

impl<'c: 'a, 'a> Ahead<'c, 'a> {
    /// What the sources and coordinates of copies are computed with.
    ///
    /// # Errors
    /// [`Error::Ahead`] at a copy for what reads memory, has a region or may be undefined in an
    /// iteration that there is not.
    pub fn new(body: BlockRef<'c, 'a>, copies: &[OperationRef<'c, 'a>]) -> Result<Self, Failure<'c, 'a>> {
        let places = copies.iter().map(|copy| (*copy, places(*copy)));
        Self::of(body, &places.collect::<Vec<_>>())
    }

    /// What values are computed with, that operations need.
    ///
    /// # Errors
    /// [`Error::Ahead`] at one of these.
    pub fn of(body: BlockRef<'c, 'a>, needs: &[Need<'c, 'a>]) -> Result<Self, Failure<'c, 'a>> {
        let (mut needed, mut carried) = (FxHashSet::default(), BTreeSet::new());
        let ops: Vec<_> = std::iter::successors(body.first_operation(), |op| op.next_in_block()).collect();
        let own: FxHashSet<usize> = ops.iter().map(|op| ir::op_key(*op)).collect();
        let end = ir::terminator(body);
        for (copy, values) in needs {
            let mut work = values.clone();
            while let Some(value) = work.pop() {
                match (ir::block_argument(value), ir::defining_op(value)) {
                    (Some((block, number)), _) if block == body => {
                        if let Some(number) = number.checked_sub(1)
                            && carried.insert(number)
                        {
                            work.extend(end.and_then(|end| ir::operand(end, number)));
                        }
                    }
                    (_, Some(op)) if own.contains(&ir::op_key(op)) => {
                        if !is_total(op) && !calls_total(op) {
                            return Err((*copy, Error::Ahead(ir::name(op).into(), advice(op))));
                        }
                        if needed.insert(ir::op_key(op)) {
                            work.extend(op.operands());
                        }
                    }
                    _ => {}
                }
            }
        }
        let ops = ops.into_iter().filter(|op| needed.contains(&ir::op_key(*op))).collect();
        Ok(Self { body, ops, carried: carried.into_iter().collect() })
    }

    /// What they need of what is computed outside of the body, each once, for copies that need other such values too.
    pub fn needs(&self, copies: &[OperationRef<'c, 'a>]) -> Vec<Need<'c, 'a>> {
        let own = |value: &Value<'c, 'a>| match (ir::block_argument(*value), ir::defining_op(*value)) {
            (Some((block, _)), _) => block == self.body,
            (_, op) => op.is_some_and(|op| op.block() == Some(self.body)),
        };
        let mut seen = FxHashSet::default();
        let mut outside = |values: Vec<Value<'c, 'a>>| -> Vec<Value<'c, 'a>> {
            values.into_iter().filter(|value| !own(value) && seen.insert(ir::key(*value))).collect()
        };
        let mut needs: Vec<_> = copies.iter().map(|copy| (*copy, outside(places(*copy)))).collect();
        needs.extend(self.ops.iter().map(|op| (*op, outside(op.operands().collect()))));
        needs
    }

    /// Whether some of them take parts of memory, which must not be asked for what there is not.
    pub fn takes_parts(&self) -> bool {
        self.ops.iter().any(|op| !places_of_part(*op).is_empty())
    }

    /// Computes them for the iteration of an index, which begins with these values for what is carried. Where it
    /// is not `there`, parts of memory are those at its begin.
    ///
    /// # Errors
    /// [`Error::Emit`].
    pub fn write(
        &self,
        emit: Emit<'c, 'a>,
        index: Value<'c, 'a>,
        carried: &[Value<'c, 'a>],
        there: Option<Value<'c, 'a>>,
    ) -> Result<Values<'c, 'a>, Error> {
        self.write_of(Values(FxHashMap::default()), emit, index, carried, there)
    }

    /// The same where other values stand for some of outside.
    ///
    /// # Errors
    /// [`Error::Emit`].
    pub fn write_of(
        &self,
        mut values: Values<'c, 'a>,
        emit: Emit<'c, 'a>,
        index: Value<'c, 'a>,
        carried: &[Value<'c, 'a>],
        there: Option<Value<'c, 'a>>,
    ) -> Result<Values<'c, 'a>, Error> {
        let arguments = ir::arguments(self.body);
        let numbers = std::iter::once(0).chain(self.carried.iter().map(|n| n + 1));
        for (number, value) in numbers.zip(std::iter::once(&index).chain(carried)) {
            values.0.extend(arguments.get(number).map(|old| (ir::key(*old), *value)));
        }
        for op in &self.ops {
            let mut operands: Vec<_> = op.operands().map(|v| values.of(v)).collect();
            let emit = Emit { location: ir::location(*op), ..emit };
            if let Some(there) = there {
                for place in operands.get_mut(places_of_part(*op)).into_iter().flatten() {
                    *place = emit.select(there, *place, emit.constant(0)?)?;
                }
            }
            let new = emit.like(*op, &operands, |attribute| !PROMISES.contains(&attribute))?;
            values.0.extend(ir::results(*op).into_iter().map(ir::key).zip(ir::results(new)));
        }
        Ok(values)
    }

    /// What the iteration behind one begins with, of what is carried.
    pub fn next(&self, values: &Values<'c, 'a>) -> Vec<Value<'c, 'a>> {
        let end = ir::terminator(self.body);
        let yielded = |number: &usize| ir::operand(end?, *number).map(|v| values.of(v));
        self.carried.iter().filter_map(yielded).collect()
    }
}

/// The operands that say where a part of memory is and how large; none of what takes no parts.
fn places_of_part(op: OperationRef<'_, '_>) -> Range<usize> {
    match ir::name(op) {
        "layout.slice" => 1..op.operand_count(),
        "memref.subview" => {
            let groups = op.attribute("operandSegmentSizes").map(ir::integers).unwrap_or_default();
            let count = |group: usize| groups.get(group).map_or(0, |n| usize::try_from(*n).unwrap_or(0));
            1..1 + count(1) + count(2)
        }
        _ => 0..0,
    }
}

/// Whether an operation only computes, and is defined whatever its operands are.
fn is_total(op: OperationRef<'_, '_>) -> bool {
    let name = ir::name(op);
    let divides = ["div", "rem"].iter().any(|part| name.contains(part));
    ir::effects(op) == ir::Effects::None
        && op.region_count() == 0
        && (!divides
            || op.operands().last().is_some_and(|divisor| is_positive(divisor, name.ends_with("ui"))))
}

/// Whether a number is more than zero, whatever it is computed of; without a sign if it has none.
fn is_positive(value: Value<'_, '_>, unsigned: bool) -> bool {
    let is_some = |value: Value<'_, '_>| ir::constant(value).is_some_and(|n| n > 0);
    let is_max = |op: &OperationRef<'_, '_>| match ir::name(*op) {
        "arith.maxsi" => true,
        "arith.maxui" => unsigned,
        _ => false,
    };
    is_some(value) || ir::defining_op(value).filter(is_max).is_some_and(|op| op.operands().any(is_some))
}

/// Whether an operation calls a function that only computes, is defined whatever its operands are, and promises nothing.
fn calls_total(op: OperationRef<'_, '_>) -> bool {
    let is_total =
        |op: &OperationRef<'_, '_>| ir::name(*op) == "func.return" || is_total(*op) && !promises(*op);
    let all_total = |function| only_computes(function) && ir::nested(function)[1..].iter().all(is_total);
    ir::name(op) == "func.call" && callee(op).1.is_some_and(all_total)
}

/// Whether an operation promises what may not hold behind the last iteration.
fn promises(op: OperationRef<'_, '_>) -> bool {
    let stated = PROMISES.iter().filter_map(|name| op.attribute(name).ok());
    stated.into_iter().any(|promise| !promise.to_string().ends_with("<none>"))
}
