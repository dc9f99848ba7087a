//! [`Slot`]: a part of memory that a loop goes through in turn.

use std::ops::Range;

use layout_mlir::ir;
use melior::ir::{OperationRef, Value, ValueLike};

use super::bytes::size;

/// Bytes behind a place in memory that a loop carries.
#[derive(Clone)]
pub struct Slot<'c, 'a> {
    /// What the memory is seen through, as a key.
    memory: ir::ValueKey,
    /// The place, an argument of a loop.
    pub at: Value<'c, 'a>,
    /// The bytes behind it.
    bytes: Range<i64>,
}

impl<'c: 'a, 'a> Slot<'c, 'a> {
    /// The slot that a memref is in, if it is a view of one.
    pub fn of(memref: Value<'c, 'a>) -> Option<Self> {
        let op = ir::defining_op(memref).filter(|op| ir::effects(*op) == ir::Effects::None)?;
        let below = ir::operand(op, 0).filter(|v| ir::is_memref(v.r#type()))?;
        if ir::name(op) != "memref.view" {
            return Self::of(below);
        }
        let (at, first) = sum(ir::operand(op, 1)?);
        let word = ir::defining_op(at).filter(|op| ir::name(*op) == "arith.index_castui");
        let at = word.and_then(|op| ir::operand(op, 0)).unwrap_or(at);
        let (block, 1..) = ir::block_argument(at)? else { return None };
        let is_loop = ir::block_parent(block).is_some_and(|op| ir::name(op) == "scf.for");
        let end = first.checked_add(size(memref.r#type())?)?;
        is_loop.then(|| Self { memory: ir::key(below), at, bytes: first..end })
    }

    /// Whether two are apart in each iteration.
    pub fn is_apart(&self, other: &Self) -> bool {
        if self.memory != other.memory {
            return false;
        }
        if ir::key(self.at) == ir::key(other.at) {
            return self.bytes.end <= other.bytes.start || other.bytes.end <= self.bytes.start;
        }
        let stride = follows(self.at, other.at).or_else(|| follows(other.at, self.at));
        let inside = |stride: i64| [self, other].iter().all(|s| 0 <= s.bytes.start && s.bytes.end <= stride);
        stride.is_some_and(inside)
    }
}

/// A value as another one plus a number.
fn sum<'c: 'a, 'a>(value: Value<'c, 'a>) -> (Value<'c, 'a>, i64) {
    let parts = || {
        let op = ir::defining_op(value).filter(|op| ir::name(*op) == "arith.addi")?;
        Some((ir::operand(op, 0)?, ir::operand(op, 1).and_then(ir::constant)?))
    };
    parts().unwrap_or((value, 0))
}

/// The number that an argument of a loop is at first, where the loops around hand on what it is at last.
fn begin<'c: 'a, 'a>(r#loop: OperationRef<'c, 'a>, argument: usize) -> Option<i64> {
    let first = ir::operand(r#loop, argument + 2)?;
    if let Some(number) = ir::constant(first) {
        return Some(number);
    }
    let (block, place) = ir::block_argument(first)?;
    let around = ir::block_parent(block).filter(|op| ir::name(*op) == "scf.for")?;
    let handed = ir::operand(ir::terminator(block)?, place.checked_sub(1)?)?;
    let last = ir::results(r#loop).get(argument.checked_sub(1)?).copied()?;
    if ir::key(handed) == ir::key(last) { begin(around, place) } else { None }
}

/// The bytes from a slot to the next one, if `first` goes through several slots in turn, from 0, and
/// `second` is always where `first` was an iteration before, from the last one.
fn follows<'c: 'a, 'a>(first: Value<'c, 'a>, second: Value<'c, 'a>) -> Option<i64> {
    let ((block, a), (other, b)) = (ir::block_argument(first)?, ir::block_argument(second)?);
    let r#loop = ir::block_parent(block).filter(|_| block == other)?;
    let (end, begins) = (ir::terminator(block)?, |n: usize| begin(r#loop, n));
    let handed = |n: usize| ir::operand(end, n.checked_sub(1)?);
    if ir::key(handed(b)?) != ir::key(first) || begins(a)? != 0 {
        return None;
    }
    // The next slot, or the first one behind the last.
    let choice = ir::defining_op(handed(a)?).filter(|op| ir::name(*op) == "arith.select")?;
    let compare = ir::defining_op(ir::operand(choice, 0)?).filter(|op| ir::name(*op) == "arith.cmpi")?;
    let (next, from_zero) =
        (ir::operand(choice, 2)?, ir::operand(choice, 1).and_then(ir::constant) == Some(0));
    let is_equal = ir::CmpIPredicate::of(compare) == Some(ir::CmpIPredicate::Eq);
    let all = ir::operand(compare, 1).and_then(ir::constant)?;
    let (before, stride) = sum(next);
    let goes_round = from_zero
        && is_equal
        && ir::operand(compare, 0).map(ir::key) == Some(ir::key(next))
        && ir::key(before) == ir::key(first);
    let apart = stride > 0 && all % stride == 0 && all > stride && begins(b)? == all - stride;
    (goes_round && apart).then_some(stride)
}
