//! [`Course`]: which iterations follow each other, of a loop alone or on through those of the loop around it.

use layout_mlir::ir;
use melior::ir::block::BlockRef;
use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, Type, Value, ValueLike};

use super::ahead::{Ahead, Values};
use super::error::{Error, Failure};
use super::plan::{Plan, check_writes, is_inside};
use super::range::Range;
use super::{ACROSS, STAGES};
use crate::convert_layout_memref::emit::Emit;

/// The iterations for which a loop begins copies.
pub struct Course<'p, 'c, 'a> {
    plan: &'p Plan<'c, 'a>,
    range: Range<'c, 'a>,
    around: Option<Around<'c, 'a>>,
}

/// A loop around, in whose next iteration the copies go on.
struct Around<'c, 'a> {
    r#loop: OperationRef<'c, 'a>,
    range: Range<'c, 'a>,
    ahead: Ahead<'c, 'a>,
    /// What it computes that copies are told of.
    values: Vec<Value<'c, 'a>>,
}

/// Which iteration is meant.
#[derive(Clone, Copy)]
pub enum Place<'c, 'a> {
    /// That of a number.
    First(i64),
    /// That so many behind the one of an index.
    Behind(Value<'c, 'a>, i64),
}

/// What is carried where copies go on across iterations of the loop around: whether there is an iteration to copy for,
/// the indices of both loops in it, and what the outer one computes.
struct Position<'c, 'a> {
    there: Value<'c, 'a>,
    outer: Value<'c, 'a>,
    inner: Value<'c, 'a>,
    values: Vec<Value<'c, 'a>>,
}

impl<'c: 'a, 'a> Position<'c, 'a> {
    fn of(carried: &[Value<'c, 'a>]) -> Option<Self> {
        let [there, outer, inner, values @ ..] = carried else { return None };
        Some(Self { there: *there, outer: *outer, inner: *inner, values: values.to_vec() })
    }

    fn carried(self) -> Vec<Value<'c, 'a>> {
        [vec![self.there, self.outer, self.inner], self.values].concat()
    }
}

/// What values of the loop's body are in an iteration, and whether there is one, where that must be known.
type Iteration<'c, 'a> = (Values<'c, 'a>, Option<Value<'c, 'a>>);

impl<'p, 'c: 'a, 'a> Course<'p, 'c, 'a> {
    /// That of a loop; across the iterations of the one around it where it says so.
    ///
    /// # Errors
    /// [`Error::Across`], and those of [`Ahead::of`].
    pub fn new(plan: &'p Plan<'c, 'a>) -> Result<Self, Failure<'c, 'a>> {
        let op = plan.r#loop;
        let none = || (op, Error::NoCopies);
        let around = op.has_attribute(ACROSS).then(|| Around::new(plan)).transpose()?;
        Ok(Self { plan, range: Range::of(op).ok_or_else(none)?, around })
    }

    /// The loop around.
    pub fn around(&self) -> Option<OperationRef<'c, 'a>> {
        self.around.as_ref().map(|around| around.r#loop)
    }

    /// The loop before which the first copies begin.
    pub fn outermost(&self) -> OperationRef<'c, 'a> {
        self.around().unwrap_or(self.plan.r#loop)
    }

    /// What is carried to the first iteration.
    ///
    /// # Errors
    /// [`Error::Emit`].
    pub fn begin(&self, emit: Emit<'c, 'a>) -> Result<Vec<Value<'c, 'a>>, Error> {
        let Some(around) = &self.around else {
            let init = |number: &usize| ir::operand(self.plan.r#loop, 3 + number);
            return Ok(self.plan.ahead.carried.iter().filter_map(init).collect());
        };
        let (outer, inner) = (around.range.first, self.range.first);
        let there = emit.and(Some(around.range.has_any(emit)?), self.range.has_any(emit)?)?;
        Ok(Position { there, outer, inner, values: around.values_at(outer, emit)? }.carried())
    }

    /// What copies are told of an iteration, to which such values are carried.
    ///
    /// # Errors
    /// [`Error::Emit`].
    pub fn values(
        &self,
        place: Place<'c, 'a>,
        carried: &[Value<'c, 'a>],
        emit: Emit<'c, 'a>,
    ) -> Result<Iteration<'c, 'a>, Error> {
        let (plan, range) = (self.plan, self.range);
        if let Some((around, now)) = self.around.as_ref().zip(Position::of(carried)) {
            let of = Values::with(&around.values, &now.values);
            let values = plan.ahead.write_of(of, emit, now.inner, &[], Some(now.there))?;
            return Ok((values, Some(now.there)));
        }
        let (index, there) = match place {
            Place::First(number) => {
                let index = range.index(range.first, number, emit)?;
                (index, plan.is_told().then(|| range.has_number(number, index, emit)).transpose()?)
            }
            Place::Behind(from, count) => {
                let index = range.index(from, count, emit)?;
                (index, plan.is_told().then(|| range.has(from, count, index, emit)).transpose()?)
            }
        };
        Ok((plan.ahead.write(emit, index, carried, there)?, there))
    }

    /// What is carried to the iteration behind.
    ///
    /// # Errors
    /// [`Error::Emit`].
    pub fn next(
        &self,
        values: &Values<'c, 'a>,
        carried: &[Value<'c, 'a>],
        emit: Emit<'c, 'a>,
    ) -> Result<Vec<Value<'c, 'a>>, Error> {
        let Some((around, now)) = self.around.as_ref().zip(Position::of(carried)) else {
            return Ok(self.plan.ahead.next(values));
        };
        let behind = self.range.next(now.inner, emit)?;
        let goes_on = self.range.has(now.inner, 1, behind, emit)?;
        let inner = emit.select(goes_on, behind, self.range.first)?;
        // Of the next iteration of the loop around much may be computed: once for each.
        let rest: Vec<_> = [now.there, now.outer].into_iter().chain(now.values.iter().copied()).collect();
        let types: Vec<Type<'c>> = rest.iter().map(|value| value.r#type()).collect();
        let choice = emit.choice(goes_on, &types)?;
        let [same, other] = choice.ends;
        ir::set_operands(same, &rest);
        let emit = Emit { before: other, ..emit };
        let outer = around.range.next(now.outer, emit)?;
        let more = around.range.has(now.outer, 1, outer, emit)?;
        // (Behind the last one all stays as it is, which is defined.)
        let there = emit.and(Some(now.there), more)?;
        let outer = emit.select(there, outer, now.outer)?;
        ir::set_operands(other, &[vec![there, outer], around.values_at(outer, emit)?].concat());
        let [there, outer, values @ ..] = &choice.values[..] else { return Ok(Vec::new()) };
        Ok(Position { there: *there, outer: *outer, inner, values: values.to_vec() }.carried())
    }
}

impl<'c: 'a, 'a> Around<'c, 'a> {
    fn new(plan: &Plan<'c, 'a>) -> Result<Self, Failure<'c, 'a>> {
        let op = plan.r#loop;
        let fails = |why| (op, Error::Across(why));
        let body: Option<BlockRef<'c, 'a>> = op.block();
        let r#loop = op.parent_operation().filter(|op| ir::name(*op) == "scf.for");
        let Some((r#loop, body)) = r#loop.zip(body) else {
            return Err(fails(
                "stands right in the body of another scf.for, in whose next iteration the copies go on",
            ));
        };
        if r#loop.has_attribute(STAGES) {
            return Err(fails(
                "goes on in the next iteration of the loop around, which has layout.stages of its own",
            ));
        }
        if !plan.is_by_engine() {
            return Err(fails("takes copies by the engine alone ({layout.tma} or {layout.bulk})"));
        }
        let is_computed = |value: Value<'c, 'a>| {
            let owner = ir::defining_op(value).or_else(|| ir::block_parent(ir::block_argument(value)?.0));
            owner.is_some_and(|op| ir::op_key(op) == ir::op_key(r#loop) || is_inside(op, r#loop))
        };
        if op.operands().take(3).any(is_computed) {
            return Err(fails("takes bounds and a step that are known before the loop around"));
        }
        if !plan.ahead.carried.is_empty() {
            return Err(fails("takes coordinates that the loop does not carry"));
        }
        for copy in &plan.copies {
            if ir::defining_op(copy.buffer).is_some_and(|alloc| is_inside(alloc, r#loop)) {
                let why = "this one is allocated in the loop around; allocate it before";
                return Err((copy.op, Error::Destination(why)));
            }
        }
        check_writes(r#loop, &plan.copies)?;
        let copies: Vec<_> = plan.copies.iter().map(|copy| copy.op).collect();
        let mut needs = plan.ahead.needs(&copies);
        needs.iter_mut().for_each(|(_, values)| values.retain(|value| is_computed(*value)));
        let values: Vec<_> = needs.iter().flat_map(|(_, values)| values.iter().copied()).collect();
        if values.iter().any(|value| ir::is_memref(value.r#type())) {
            return Err(fails(
                "takes copies from memory that is the same in all iterations of the loop around",
            ));
        }
        let ahead = Ahead::of(body, &needs)?;
        if !ahead.carried.is_empty() {
            return Err(fails("takes coordinates that the loop around does not carry"));
        }
        let range = Range::of(r#loop).ok_or((op, Error::NoCopies))?;
        Ok(Self { r#loop, range, ahead, values })
    }

    /// What it computes in the iteration of an index.
    fn values_at(&self, index: Value<'c, 'a>, emit: Emit<'c, 'a>) -> Result<Vec<Value<'c, 'a>>, Error> {
        let computed = self.ahead.write(emit, index, &[], None)?;
        Ok(self.values.iter().map(|value| computed.of(*value)).collect())
    }
}
