//! Rings of buffers: a loop whose threads wait for each other, and whose iterations have one buffer after the other by the
//! remainder of its variable, goes round the ring once an iteration. Which buffer each copy of the body has is a number
//! then, and what is loaded from elsewhere is loaded before threads wait. What is left of it are fewer iterations than there
//! are buffers, each of which runs under a condition.
//!
//! ```mlir
//! // Before:
//! scf.for %k = %c0 to %n step %c1 { %slot = arith.remui %k, %c3 : index … gpu.barrier … }
//! // After:
//! scf.for %k = %c0 to %whole step %c3 { … 0 … gpu.barrier … 1 … gpu.barrier … 2 … gpu.barrier … }
//! scf.if %some { … 0 … gpu.barrier … }     scf.if %several { … 1 … gpu.barrier … }
//! ```

use std::ops::RangeInclusive;

use layout_mlir::ir;
use melior::ir::operation::{OperationBuilder, OperationLike};
use melior::ir::{BlockLike, OperationRef, Value, ValueLike};

use super::joined::{less, run_once};
use super::{
    ANNOTATION, annotate, at_least_lower, count_naturally, ended_by, is_counted, length, set_operand,
};

/// Most buffers of a ring.
const BUFFERS: i64 = 4;

/// Most operations of all copies of a body: of more an instruction cache has fewer, and registers are few.
const LENGTH: u64 = 256;

/// The buffers that a loop's iterations have one after the other, if they do: from the first, by ones.
pub(super) fn buffers(r#loop: OperationRef<'_, '_>) -> Option<usize> {
    let lower = ir::operand(r#loop, 0).and_then(ir::constant)?;
    let variable = ir::blocks(r#loop).first()?.argument(0).ok()?;
    let of_variable =
        |op: &OperationRef<'_, '_>| ir::operand(*op, 0).map(ir::key) == Some(ir::key(variable.into()));
    let remainders = ir::nested(r#loop).into_iter().filter(of_variable);
    let mut numbers = remainders.filter_map(divisor);
    let buffers = numbers.next().filter(|number| (2..=BUFFERS).contains(number))?;
    let copies = usize::try_from(2 * buffers - 1).ok()?;
    let is_short = length(r#loop) <= LENGTH / copies as u64;
    let is_ring = lower % buffers == 0 && is_counted(r#loop) && numbers.all(|number| number == buffers);
    (is_ring && is_short).then_some(copies.div_ceil(2))
}

/// What an operation takes a remainder by, if it does and that is known.
fn divisor(op: OperationRef<'_, '_>) -> Option<i64> {
    matches!(ir::name(op), "arith.remui" | "arith.remsi")
        .then(|| ir::operand(op, 1).and_then(ir::constant))?
}

/// Has an ascending loop go round its ring once an iteration; false if it stays.
pub(super) fn turn(r#loop: OperationRef<'_, '_>, buffers: usize) -> bool {
    let Some(last) = at_least_lower(r#loop) else { return false };
    let count = ir::trip_count(r#loop);
    // (A number that is the end of no other loop.)
    let known = ir::constant(last);
    let own = known.and_then(|end| ir::insert_index(r#loop, ir::location(r#loop), end));
    let end = own.unwrap_or(last);
    set_operand(r#loop, 1, end);
    annotate(r#loop, "disable = true");
    if !ir::unroll_by(r#loop, buffers as u64) {
        ir::remove_attribute(r#loop, ANNOTATION);
        return false;
    }
    // (What goes round has a step of its own.)
    let rest = ended_by(end).filter(|op| is_counted(*op));
    // (Of one iteration there is no loop.)
    if known.is_none() || count.is_some_and(|count| count >= 2 * buffers as u64) {
        settle(r#loop, buffers as i64, 0..=buffers as i64);
        count_naturally(r#loop);
    }
    if let Some(rest) = rest {
        if known.is_some() {
            ir::remove_attribute(rest, ANNOTATION);
            ir::unroll(rest);
        } else {
            leave(rest, end, buffers as i64);
        }
    }
    true
}

/// Puts numbers in the place of remainders by the number of buffers, in a body whose variable has the first of some iterations: the
/// last of these is at most the end of the loop, so that none wraps.
fn settle(body: OperationRef<'_, '_>, buffers: i64, iterations: RangeInclusive<i64>) {
    let Some(variable) = ir::blocks(body).first().and_then(|block| block.argument(0).ok()) else { return };
    for op in ir::nested(body).into_iter().filter(|op| divisor(*op) == Some(buffers)) {
        let behind = ir::operand(op, 0).and_then(|value| behind(value, variable.into()));
        let iteration = behind.and_then(|by| iterations.start().checked_add(by));
        let iteration = iteration.filter(|number| iterations.contains(number));
        let number = iteration.and_then(|number| ir::insert_index(op, ir::location(op), number % buffers));
        if let (Some(number), Some(result)) = (number, ir::result(op)) {
            ir::replace_all_uses(result, number);
        }
    }
}

/// How far a value is behind a variable, whatever wraps on the way.
fn behind(value: Value<'_, '_>, variable: Value<'_, '_>) -> Option<i64> {
    if ir::key(value) == ir::key(variable) {
        return Some(0);
    }
    let sum = ir::defining_op(value).filter(|op| ir::name(*op) == "arith.addi")?;
    let by = ir::operand(sum, 1)?;
    // (Copies are a step apart times their number.)
    let by = ir::constant(by).or_else(|| {
        let product = ir::defining_op(by).filter(|op| ir::name(*op) == "arith.muli")?;
        let factor = |place| ir::operand(product, place).and_then(ir::constant);
        factor(0)?.checked_mul(factor(1)?)
    });
    behind(ir::operand(sum, 0)?, variable)?.checked_add(by?)
}

/// Puts iterations under conditions in the place of a loop of fewer than there are buffers, from the first one.
fn leave<'c: 'a, 'a>(rest: OperationRef<'c, 'a>, end: Value<'c, 'a>, buffers: i64) -> Option<()> {
    let location = ir::location(rest);
    let first = ir::operand(rest, 0)?;
    let build = |name: &str, operands: [Value<'c, 'a>; 2]| {
        let op = OperationBuilder::new(name, location).add_operands(&operands);
        ir::inserted_result(rest, op.add_results(&[first.r#type()]).build())
    };
    // No number of iterations wraps, where the end of one may.
    let left = build("arith.subi", [end, first])?;
    let mut carried: Vec<Value<'c, 'a>> = rest.operands().skip(3).collect();
    for number in 0..buffers - 1 {
        let number_of = ir::insert_index(rest, location, number)?;
        let variable = build("arith.addi", [first, number_of])?;
        let some = less(rest, number_of, left)?;
        let copy = ir::copy_before(rest, rest, location)?;
        settle(copy, buffers, number..=number + 1);
        carried = ir::results(run_once(copy, some, variable, &carried)?);
    }
    for (old, new) in ir::results(rest).into_iter().zip(carried) {
        ir::replace_all_uses(old, new);
    }
    ir::erase(rest).ok()
}
