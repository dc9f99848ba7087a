//! What loops say of their induction variables and, inside, of their bounds.

use layout_egraph::{Facts, Id};
use layout_mlir::affine::{AffineExpr, affine_results};
use layout_mlir::ir;
use melior::ir::operation::OperationLike;
use melior::ir::{BlockLike, OperationRef, Value, ValueLike};

use super::{Import, Reads};

/// One dimension of a loop whose bounds are values.
struct Bounds<'c, 'a> {
    lower: Value<'c, 'a>,
    upper: Value<'c, 'a>,
    step: Value<'c, 'a>,
    /// Whether the comparison is unsigned.
    unsigned: bool,
}

/// One dimension of a loop as terms.
struct Dimension {
    lower: Id,
    upper: Id,
    step: Id,
    /// Whether the lower bound is natural where the loop runs.
    natural: bool,
    /// The upper bound as a leaf, if it is one of which the loop says more.
    leaf: Option<Id>,
}

/// The dimensions of `scf.for` and `scf.parallel`, in the order of their variables.
fn bounds<'c: 'a, 'a>(op: OperationRef<'c, 'a>) -> Vec<Bounds<'c, 'a>> {
    let count = match ir::name(op) {
        "scf.for" => 1,
        // Bounds and steps lie in three groups of equal size.
        "scf.parallel" => op
            .region(0)
            .ok()
            .and_then(|r| melior::ir::RegionLike::first_block(&r))
            .map_or(0, |b| b.argument_count()),
        _ => 0,
    };
    let unsigned = op.has_attribute("unsignedCmp");
    let dimension = |i: usize| {
        let [lower, upper, step] = [i, count + i, 2 * count + i].map(|n| ir::operand(op, n));
        Some(Bounds { lower: lower?, upper: upper?, step: step?, unsigned })
    };
    (0..count).filter_map(dimension).collect()
}

/// The only operand of a map of a loop that is that operand and nothing else.
fn plain_bound<'c, 'a>(op: OperationRef<'c, 'a>, map: &str, first: usize) -> Option<Value<'c, 'a>> {
    match affine_results(op.attribute(map).ok()?)?.as_slice() {
        [AffineExpr::Operand(i)] => ir::operand(op, first + i),
        _ => None,
    }
}

impl<'c: 'a, 'a> Import<'_, 'c, 'a> {
    /// What is known of the upper bound of a loop inside it: an iteration runs, so
    /// the bound is above the lower one. With the loop's key.
    pub(super) fn inside_loops(
        &mut self,
        op: OperationRef<'c, 'a>,
        value: Value<'c, 'a>,
    ) -> Option<(Facts, usize)> {
        let mut parent = op.block().and_then(ir::block_parent);
        while let Some(op) = parent {
            if let Some(promise) = self.inside(op, value) {
                return Some((promise, ir::op_key(op)));
            }
            parent = op.block().and_then(ir::block_parent);
        }
        None
    }

    fn inside(&mut self, op: OperationRef<'c, 'a>, value: Value<'c, 'a>) -> Option<Facts> {
        if ir::name(op) == "affine.for" {
            let above = affine_upper_operands(op)?;
            if plain_bound(op, "upperBoundMap", above)? != value {
                return None;
            }
            let (lower, ..) = self.affine_bounds(op)?;
            return self.above(lower);
        }
        let dimension = bounds(op).into_iter().find(|b| b.upper == value && !b.unsigned)?;
        let lower = self.class(dimension.lower)?;
        self.above(lower)
    }

    /// What a lower bound says of the upper one inside a loop.
    fn above(&self, lower: Id) -> Option<Facts> {
        let lo = self.graph.facts(lower).lo;
        (lo > i128::MIN).then(|| Facts::at_least(lo + 1))
    }

    /// The dimension of the loop whose induction variable the value is.
    fn dimension(&mut self, value: Value<'c, 'a>) -> Option<Dimension> {
        let (block, number) = ir::block_argument(value)?;
        let parent = ir::block_parent(block)?;
        if ir::name(parent) == "affine.for" {
            let (lower, upper, step) = self.affine_bounds(parent).filter(|_| number == 0)?;
            let above = affine_upper_operands(parent)?;
            let plain = plain_bound(parent, "upperBoundMap", above);
            let leaf = plain.and_then(|value| self.upper_leaf(parent, value, upper, lower));
            let natural = self.graph.facts(lower).non_negative();
            return Some(Dimension { lower, upper, step, natural, leaf });
        }
        let dimension = bounds(parent).into_iter().nth(number)?;
        let [lower, upper, step] = [dimension.lower, dimension.upper, dimension.step].map(|v| self.class(v));
        let (lower, upper, step) = (lower?, upper?, step?);
        let natural = |id: Id| self.graph.facts(id).non_negative();
        // Without signs what is below a natural number is natural, the lower bound of a loop that runs too.
        if dimension.unsigned && !natural(upper) {
            return None;
        }
        let natural = dimension.unsigned || natural(lower);
        let leaf = self.upper_leaf(parent, dimension.upper, upper, lower);
        Some(Dimension { lower, upper, step, natural, leaf })
    }

    /// The leaf that the upper bound of a loop is inside it. Only of a leaf is it known
    /// that the loop's variable stays below it *and* that some value does: of a term it
    /// would have to be shown that the loop runs.
    fn upper_leaf(
        &mut self,
        op: OperationRef<'c, 'a>,
        value: Value<'c, 'a>,
        upper: Id,
        lower: Id,
    ) -> Option<Id> {
        let promise = self.above(lower)?;
        let is_leaf = self.graph.is_unknown(upper);
        if is_leaf && self.graph.facts(upper).implies(&promise) {
            return Some(upper);
        }
        self.promised_leaf(value, upper, promise, Some(ir::op_key(op))).map(|(leaf, _)| leaf)
    }

    /// What the bounds of a loop say of its induction variable: facts, and the
    /// unknown that it stays below.
    pub(super) fn induction(&mut self, value: Value<'c, 'a>, facts: Facts) -> (Facts, Option<Id>) {
        let Some(Dimension { lower, upper, step, natural, leaf }) = self.dimension(value) else {
            return (facts, None);
        };
        let [l, u, s] = [lower, upper, step].map(|v| self.graph.facts(v));
        if s.lo < 1 {
            return (facts, None);
        }
        let below = if u.hi == i128::MAX { i128::MAX } else { u.hi - 1 };
        // The lower bound, and any number of steps.
        let l = if natural { l.meet(Facts::NATURAL) } else { l };
        let counted = Facts::sum(0, [(1, l), (1, Facts::NATURAL.mul(&s))]);
        let met = facts.meet(Facts::at_most(below)).meet(counted);
        // A loop that never runs says nothing.
        if met.is_contradiction() { (facts, None) } else { (met, leaf) }
    }

    /// What is known of what a loop carries beside its variable, if both go by the same step from the same number: inside of the loop, and
    /// of what it yields, which is that number or the variable's last value and a step.
    pub(super) fn stepped(&mut self, value: Value<'c, 'a>) -> Facts {
        self.in_step(value).unwrap_or(Facts::UNKNOWN)
    }

    fn in_step(&mut self, value: Value<'c, 'a>) -> Option<Facts> {
        let inside = ir::block_argument(value);
        let (op, number) = match inside {
            Some((block, number)) => (ir::block_parent(block)?, number.checked_sub(1)?),
            None => ir::result_number(value)?,
        };
        if ir::name(op) != "scf.for" || op.has_attribute("unsignedCmp") {
            return None;
        }
        let Bounds { lower, upper, step, .. } = bounds(op).pop()?;
        let body = ir::blocks(op).first().copied()?;
        let carried = ir::arguments(body).get(number + 1).copied()?;
        let next = ir::defining_op(ir::operand(ir::terminator(body)?, number)?)?;
        let goes = ir::name(next) == "arith.addi"
            && ir::operand(next, 0) == Some(carried)
            && self.is_step(ir::operand(next, 1)?, step)
            && self.is_same(ir::operand(op, 3 + number)?, lower);
        if !goes {
            return None;
        }
        if inside.is_some() {
            let variable = ir::arguments(body).first().copied()?;
            return self.facts(variable);
        }
        let bits = self.machine.bits(ir::scalar(value.r#type())?);
        let [lower, upper, step] = [lower, upper, step].map(|value| self.facts(value));
        let (lower, upper, step) = (lower?, upper?, step?);
        // Where a step behind the last number below the end does not fit, it is any.
        let last = upper.hi.checked_sub(1)?.checked_add(step.hi)?.max(lower.hi);
        if step.lo < 1 || last > Facts::signed(bits).hi {
            return None;
        }
        let counted = Facts::sum(0, [(1, lower), (1, Facts::NATURAL.mul(&step))]);
        Some(counted.meet(Facts::at_most(last)))
    }

    /// Whether what is added inside of a loop is its step. (What is known of a number that is computed there may rest on what the
    /// loop carries: it is that value, or a constant.)
    fn is_step(&mut self, by: Value<'c, 'a>, step: Value<'c, 'a>) -> bool {
        by == step || ir::constant(by).is_some() && self.is_same(by, step)
    }

    /// Whether two values from outside of a loop, or constants, are known to be one.
    fn is_same(&mut self, a: Value<'c, 'a>, b: Value<'c, 'a>) -> bool {
        let mut number = |value| self.facts(value).and_then(|facts| facts.as_const());
        a == b || a.r#type() == b.r#type() && number(a).is_some_and(|a| number(b) == Some(a))
    }

    /// The bounds and the step of an `affine.for`: the largest of the lower bounds,
    /// the least of the upper ones.
    fn affine_bounds(&mut self, op: OperationRef<'c, 'a>) -> Option<(Id, Id, Id)> {
        let above = affine_upper_operands(op)?;
        // Bounds are read by the loop, not by the operation that is imported; what they
        // promise is promised by nobody whose value is rewritten.
        let own = self.condition();
        let reads = std::mem::replace(&mut self.reads, Reads { own, ..Reads::default() });
        let lower = self.affine_terms(op, "lowerBoundMap", 0).and_then(|t| self.largest(&t));
        let upper = self.affine_terms(op, "upperBoundMap", above).and_then(|t| self.smallest(&t));
        self.reads = reads;
        let step = self.graph.num(op.attribute("step").ok().and_then(ir::integer)?);
        Some((lower?, upper?, step))
    }
}

/// The number of the first operand of the upper bound of an `affine.for`.
fn affine_upper_operands(op: OperationRef<'_, '_>) -> Option<usize> {
    let segments = op.attribute("operandSegmentSizes").ok().map(ir::integers)?;
    usize::try_from(*segments.first()?).ok()
}
