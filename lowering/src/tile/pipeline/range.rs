//! [`Range`]: the iterations of a loop.

use layout_mlir::ir;
use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, Value, ValueLike};

use super::error::Error;
use super::plan::has_room;
use crate::convert_layout_memref::emit::Emit;

/// The loop, by its bounds.
#[derive(Clone, Copy)]
pub struct Range<'c, 'a> {
    /// The index of the first iteration.
    pub first: Value<'c, 'a>,
    end: Value<'c, 'a>,
    step: Value<'c, 'a>,
    is_signed: bool,
}

impl<'c: 'a, 'a> Range<'c, 'a> {
    /// That of an `scf.for`; `None` of what has no bounds.
    pub fn of(r#loop: OperationRef<'c, 'a>) -> Option<Self> {
        let [first, end, step] = [0, 1, 2].map(|number| ir::operand(r#loop, number));
        Some(Self { first: first?, end: end?, step: step?, is_signed: !r#loop.has_attribute("unsignedCmp") })
    }

    /// So many steps; a number that the type does not hold is some other one.
    fn steps(&self, count: i64, emit: Emit<'c, 'a>) -> Result<Value<'c, 'a>, Error> {
        let known = ir::constant(self.step).filter(|_| self.holds(count));
        if let Some(step) = known.and_then(|step| step.checked_mul(count)) {
            return Ok(emit.number(step, self.step.r#type())?);
        }
        let count = emit.number(count, self.step.r#type())?;
        Ok(emit.binary("arith.muli", self.step, count)?)
    }

    /// The index so many steps behind one, if that is an index at all: else it is poison, and not looked at.
    ///
    /// # Errors
    /// [`Error::Emit`].
    pub fn index(&self, from: Value<'c, 'a>, count: i64, emit: Emit<'c, 'a>) -> Result<Value<'c, 'a>, Error> {
        if count == 0 {
            return Ok(from);
        }
        let flags = emit.attribute("#arith.overflow<nsw>")?;
        let operands = [from, self.steps(count, emit)?];
        Ok(emit.value("arith.addi", &operands, from.r#type(), &[("overflowFlags", flags)])?)
    }

    /// Whether there is an iteration so many steps behind that of an index, which is below the end:
    /// that of the index `later`.
    ///
    /// # Errors
    /// [`Error::Emit`].
    pub fn has(
        &self,
        from: Value<'c, 'a>,
        count: i64,
        later: Value<'c, 'a>,
        emit: Emit<'c, 'a>,
    ) -> Result<Value<'c, 'a>, Error> {
        if self.is_signed && has_room(self.end, self.step) {
            return self.is_before(later, emit);
        }
        if count >> self.bits().min(62) > 0 {
            return Ok(emit.number(0, emit.int_type(1))?);
        }
        // The distance to the end, taken without a sign, is right whatever the sum would be.
        let left = emit.binary("arith.subi", self.end, from)?;
        let steps = self.steps(count, emit)?;
        let is_near = emit.below(steps, left)?;
        if self.holds(count) {
            return Ok(is_near);
        }
        // (What wrapped is no longer so many steps.)
        let times = emit.binary("arith.divui", steps, emit.number(count, self.step.r#type())?)?;
        let predicate = ir::CmpIPredicate::Eq.attribute(emit.context);
        let is_held =
            emit.value("arith.cmpi", &[times, self.step], emit.int_type(1), &[("predicate", predicate)])?;
        Ok(emit.and(Some(is_held), is_near)?)
    }

    /// Whether the type is known to hold so many steps, without a sign.
    fn holds(&self, count: i64) -> bool {
        let steps = ir::constant(self.step).and_then(|step| step.checked_mul(count));
        count == 1 || steps.is_some_and(|steps| (1..1 << self.bits().min(62)).contains(&steps))
    }

    /// Bits of the index; one of `index` has as many at least.
    fn bits(&self) -> u32 {
        match ir::scalar(self.step.r#type()) {
            Some(ir::Scalar::Int(bits)) => bits,
            _ => 32,
        }
    }

    /// Whether an index is before the end, with signs.
    fn is_before(&self, index: Value<'c, 'a>, emit: Emit<'c, 'a>) -> Result<Value<'c, 'a>, Error> {
        let predicate = ir::CmpIPredicate::Slt.attribute(emit.context);
        Ok(emit.value("arith.cmpi", &[index, self.end], emit.int_type(1), &[("predicate", predicate)])?)
    }

    /// The index behind one; behind the last one some number.
    ///
    /// # Errors
    /// [`Error::Emit`].
    pub fn next(&self, from: Value<'c, 'a>, emit: Emit<'c, 'a>) -> Result<Value<'c, 'a>, Error> {
        Ok(emit.binary("arith.addi", from, self.step)?)
    }

    /// Whether there is an iteration at all.
    ///
    /// # Errors
    /// [`Error::Emit`].
    pub fn has_any(&self, emit: Emit<'c, 'a>) -> Result<Value<'c, 'a>, Error> {
        if self.is_signed { self.is_before(self.first, emit) } else { Ok(emit.below(self.first, self.end)?) }
    }

    /// Whether there is an iteration of a number.
    ///
    /// # Errors
    /// [`Error::Emit`].
    pub fn has_number(
        &self,
        number: i64,
        index: Value<'c, 'a>,
        emit: Emit<'c, 'a>,
    ) -> Result<Value<'c, 'a>, Error> {
        let any = self.has_any(emit)?;
        if number == 0 {
            return Ok(any);
        }
        Ok(emit.and(Some(any), self.has(self.first, number, index, emit)?)?)
    }
}
