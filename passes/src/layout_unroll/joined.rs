//! Several iterations of a loop as one, and what these leave: fewer iterations than were joined, of which again several
//! become one, under a condition, and a loop for the rest.
//!
//! ```mlir
//! // Before:
//! scf.for %c = %lane to %n step %c32 { … %c … }
//! // After:
//! %last = arith.subi %n, %c96
//! %next = scf.for %c = %lane to %last step %c128 iter_args(%c0 = %lane) { … %c … %c + 32 … %c + 64 … %c + 96 …  scf.yield %c0 + 128 }
//! scf.for %c = %next to %n step %c32 { … %c … }
//! ```
//!
//! How often a loop runs is not computed: an iteration of the first runs where the last of those that it consists of does.

use layout_mlir::ir;
use melior::ir::operation::{OperationBuilder, OperationLike};
use melior::ir::{
    Attribute, Block, BlockLike, Identifier, OperationRef, Region, RegionLike, Type, Value, ValueLike,
};

use super::{
    ANNOTATION, Naturals, UNSIGNED, annotate, at_least_lower, count_naturally, is_counted, of_few_bytes,
    set_operand,
};

/// Makes a number of iterations of an ascending loop one, and fewer of what that leaves; false if it stays.
pub(super) fn join<'c: 'a, 'a>(
    r#loop: OperationRef<'c, 'a>,
    copies: usize,
    naturals: &Naturals<'c, 'a>,
) -> bool {
    let operands = [0, 1, 2].map(|number| ir::operand(r#loop, number));
    let [Some(lower), Some(upper), Some(step)] = operands else { return false };
    let Some(step) = ir::constant(step).filter(|_| copies > 1) else { return false };
    let known = ir::constant(lower).zip(ir::constant(upper));
    // (One that never runs.)
    if known.is_some_and(|(lower, upper)| upper < lower) {
        return true;
    }
    let (by_one, fewer) = (is_counted(r#loop), of_few_bytes(r#loop));
    // Of one from a number to a constant more upstream knows how often it runs, and takes both for constants.
    let is_ahead = upper == lower
        || ir::defining_op(upper).is_some_and(|op| op.operands().any(|operand| operand == lower));
    let end =
        if is_ahead && known.is_none() { at_least_lower(r#loop) } else { natural(r#loop, upper, naturals) };
    let Some(end) = end else { return false };
    set_operand(r#loop, 1, end);
    annotate(r#loop, "disable = true");
    if !ir::unroll_by(r#loop, copies as u64) {
        set_operand(r#loop, 1, upper);
        ir::remove_attribute(r#loop, ANNOTATION);
        forget(end);
        return false;
    }
    if known.is_none() {
        let joined = Joined { step, upper, end };
        let fewer = fewer.iter().copied().filter(|n| *n < copies);
        joined.settle(r#loop, copies, by_one && ir::constant(lower) == Some(0), fewer, naturals);
    }
    true
}

/// A bound of a loop, none less than 0.
fn natural<'c: 'a, 'a>(
    r#loop: OperationRef<'c, 'a>,
    bound: Value<'c, 'a>,
    naturals: &Naturals<'c, 'a>,
) -> Option<Value<'c, 'a>> {
    if naturals.has(bound) {
        return Some(bound);
    }
    let zero = ir::insert_index(r#loop, ir::location(r#loop), 0)?;
    build(r#loop, "arith.maxsi", &[bound, zero])
}

/// A loop whose iterations were joined.
struct Joined<'c, 'a> {
    step: i64,
    /// Where it ends, and the same as a natural number.
    upper: Value<'c, 'a>,
    end: Value<'c, 'a>,
}

impl<'c: 'a, 'a> Joined<'c, 'a> {
    /// Bounds a loop of several iterations each and what upstream put behind it.
    fn settle(
        &self,
        r#loop: OperationRef<'c, 'a>,
        copies: usize,
        is_simple: bool,
        fewer: impl Iterator<Item = usize>,
        naturals: &Naturals<'c, 'a>,
    ) -> Option<()> {
        let mut rest = behind(r#loop)?;
        // What follows the last iteration has to fit: a number that does not is below all.
        let most = naturals.most() - (self.step - 1);
        let fits = self.step == 1 || naturals.is_at_most(self.upper, most);
        let whole = if fits { self.end } else { self.at_most(r#loop, most)? };
        // (From 0 by one, whole ones end at the end without its last bits.)
        let mut next = if is_simple {
            count_naturally(r#loop);
            ir::operand(r#loop, 1)?
        } else {
            let last = self.last(r#loop, whole, copies)?;
            let computed = ir::operand(r#loop, 1)?;
            set_operand(r#loop, 1, last);
            let next = carry(r#loop, self.step * copies as i64)?;
            set_operand(rest, 0, next);
            forget(computed);
            next
        };
        let mut left = copies;
        for fewer in fewer {
            if !ir::unroll_by(rest, fewer as u64) {
                break;
            }
            let (some, others) = (rest, behind(rest)?);
            next = self.once(some, whole, next, fewer)?;
            let computed = ir::operand(others, 0)?;
            set_operand(others, 0, next);
            forget(computed);
            (rest, left) = (others, fewer);
        }
        match () {
            () if left == 2 && fits => {
                let runs = less(rest, next, self.end)?;
                let carried: Vec<_> = rest.operands().skip(3).collect();
                run_once(rest, runs, next, &carried)?;
            }
            // What follows the last iteration of these may not fit either.
            () if !fits => {
                let end = build(rest, "arith.maxui", &[self.end, next])?;
                set_operand(rest, 1, end);
                ir::set_attribute(rest, UNSIGNED, Attribute::unit(ir::context(rest)));
            }
            () => {}
        }
        Some(())
    }

    /// The end, or a number.
    fn at_most(&self, r#loop: OperationRef<'c, 'a>, most: i64) -> Option<Value<'c, 'a>> {
        let most = ir::insert_index(r#loop, ir::location(r#loop), most)?;
        build(r#loop, "arith.minsi", &[self.end, most])
    }

    /// What the first of so many iterations is below if the last of them is below an end.
    fn last(&self, before: OperationRef<'c, 'a>, end: Value<'c, 'a>, count: usize) -> Option<Value<'c, 'a>> {
        let ahead = self.step * (count as i64 - 1);
        if ahead == 0 {
            return Some(end);
        }
        let ahead = ir::insert_index(before, ir::location(before), ahead)?;
        build(before, "arith.subi", &[end, ahead])
    }

    /// Puts a condition in the place of a loop that runs at most once, of so many iterations; the variable of what follows.
    fn once(
        &self,
        r#loop: OperationRef<'c, 'a>,
        end: Value<'c, 'a>,
        first: Value<'c, 'a>,
        count: usize,
    ) -> Option<Value<'c, 'a>> {
        let last = self.last(r#loop, end, count)?;
        let runs = less(r#loop, first, last)?;
        let by = ir::insert_index(r#loop, ir::location(r#loop), self.step * count as i64)?;
        let behind = build(r#loop, "arith.addi", &[first, by])?;
        let next = build(r#loop, "arith.select", &[runs, behind, first])?;
        let carried: Vec<_> = r#loop.operands().skip(3).collect();
        let computed = ir::operand(r#loop, 1)?;
        run_once(r#loop, runs, first, &carried)?;
        forget(computed);
        Some(next)
    }
}

/// The loop behind another one.
fn behind<'c: 'a, 'a>(r#loop: OperationRef<'c, 'a>) -> Option<OperationRef<'c, 'a>> {
    std::iter::successors(r#loop.next_in_block(), |op| op.next_in_block())
        .find(|op| ir::name(*op) == "scf.for")
}

/// Has a loop yield what its variable would be in the iteration behind its last one.
fn carry<'c: 'a, 'a>(r#loop: OperationRef<'c, 'a>, step: i64) -> Option<Value<'c, 'a>> {
    let location = ir::location(r#loop);
    let block = ir::blocks(r#loop).first().copied()?;
    let end = ir::terminator(block)?;
    let lower = ir::operand(r#loop, 0)?;
    let variable: Value<'c, 'a> = block.add_argument(lower.r#type(), location);
    let by = ir::insert_index(end, location, step)?;
    let next = build(end, "arith.addi", &[variable, by])?;
    let yielded: Vec<_> = end.operands().chain([next]).collect();
    ir::set_operands(end, &yielded);
    let old = ir::results(r#loop);
    let types: Vec<Type<'c>> = old.iter().map(|value| value.r#type()).chain([lower.r#type()]).collect();
    let operands: Vec<_> = r#loop.operands().chain([lower]).collect();
    let attributes: Vec<_> = r#loop.attributes().collect();
    let with = OperationBuilder::new("scf.for", location)
        .add_operands(&operands)
        .add_attributes(&attributes)
        .add_results(&types)
        .add_regions_vec(ir::take_regions(r#loop));
    let with = ir::insert_before(r#loop, with.build().ok()?)?;
    let mut new = ir::results(with);
    let next = new.pop()?;
    for (old, new) in old.into_iter().zip(new) {
        ir::replace_all_uses(old, new);
    }
    ir::erase(r#loop).ok()?;
    Some(next)
}

/// Puts the body of a loop under a condition in its place, for one iteration: with the loop's variable, and what it carries.
pub(super) fn run_once<'c: 'a, 'a>(
    r#loop: OperationRef<'c, 'a>,
    condition: Value<'c, 'a>,
    variable: Value<'c, 'a>,
    carried: &[Value<'c, 'a>],
) -> Option<OperationRef<'c, 'a>> {
    let location = ir::location(r#loop);
    let block = ir::blocks(r#loop).first().copied()?;
    let with: Vec<_> = std::iter::once(variable).chain(carried.iter().copied()).collect();
    for (argument, value) in ir::arguments(block).into_iter().zip(&with) {
        ir::replace_all_uses(argument, *value);
    }
    for place in (0..with.len()).rev() {
        ir::erase_argument(block, place).ok()?;
    }
    let otherwise = Region::new();
    if !carried.is_empty() {
        let block = otherwise.append_block(Block::new(&[]));
        let end = OperationBuilder::new("scf.yield", location).add_operands(carried).build();
        block.append_operation(end.ok()?);
    }
    let mut regions = ir::take_regions(r#loop);
    regions.push(otherwise);
    let types: Vec<Type<'c>> = carried.iter().map(|value| value.r#type()).collect();
    let branch = OperationBuilder::new("scf.if", location)
        .add_operands(&[condition])
        .add_results(&types)
        .add_regions_vec(regions);
    let branch = ir::insert_before(r#loop, branch.build().ok()?)?;
    for (old, new) in ir::results(r#loop).into_iter().zip(ir::results(branch)) {
        ir::replace_all_uses(old, new);
    }
    ir::erase(r#loop).ok()?;
    Some(branch)
}

/// Erases what computes a value that nobody uses.
fn forget(value: Value<'_, '_>) {
    let Some(op) = ir::defining_op(value).filter(|op| ir::name(*op).starts_with("arith.")) else { return };
    if !ir::results(op).into_iter().all(ir::is_unused) {
        return;
    }
    let operands: Vec<_> = op.operands().collect();
    if ir::erase(op).is_ok() {
        // (Of two operands that are one, the second is gone with the first.)
        let mut seen = Vec::new();
        for operand in operands {
            if !seen.contains(&ir::key(operand)) {
                seen.push(ir::key(operand));
                forget(operand);
            }
        }
    }
}

/// An operation before another one, of the type of its last operand.
fn build<'c: 'a, 'a>(
    before: OperationRef<'c, 'a>,
    name: &str,
    operands: &[Value<'c, 'a>],
) -> Option<Value<'c, 'a>> {
    let op = OperationBuilder::new(name, ir::location(before));
    let r#type = operands.last()?.r#type();
    ir::inserted_result(before, op.add_operands(operands).add_results(&[r#type]).build())
}

/// Whether a number is less than another one.
pub(super) fn less<'c: 'a, 'a>(
    before: OperationRef<'c, 'a>,
    a: Value<'c, 'a>,
    b: Value<'c, 'a>,
) -> Option<Value<'c, 'a>> {
    let context = ir::context(before);
    let compare = OperationBuilder::new("arith.cmpi", ir::location(before))
        .add_operands(&[a, b])
        .add_attributes(&[(Identifier::new(context, "predicate"), Attribute::parse(context, "2 : i64")?)])
        .add_results(&[Type::parse(context, "i1")?]);
    ir::inserted_result(before, compare.build())
}
