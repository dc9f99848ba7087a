//! Warnings of indices that are poison whatever the program does: of constants outside their
//! mode, and beyond what the index type holds. No errors: what is never run may hold them.

use layout_algebra::AnyLayout;
use layout_dialect::ops::{self, Yields};
use layout_dialect::{Coordinate, Interval, Known, outside};
use layout_mlir::ir::{self, Scalar};
use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, Value, ValueLike};
use rustc_hash::FxHashSet;

use crate::facts::{Machine, leaf_facts};

/// Warns of each place below an operation at which an index is poison, once; `index_bits` where
/// the width of an index is known.
pub fn warn_of_poison(root: OperationRef<'_, '_>, index_bits: Option<u32>) {
    let mut said = FxHashSet::default();
    for op in ir::nested(root) {
        let Some(message) = poison(op, index_bits).filter(|_| !is_of_access(op)) else { continue };
        if said.insert((ir::location(op).to_string(), message.clone())) {
            ir::emit_warning(ir::location(op), &message);
        }
    }
}

/// Why the index that an operation computes is poison.
fn poison(op: OperationRef<'_, '_>, index_bits: Option<u32>) -> Option<String> {
    let known = ops::find(ir::name(op)).filter(|known| known.yields() == Yields::Integer)?;
    let coordinate = Coordinate::of(op)?;
    let layout = Known::of_type(ir::operand(op, 0)?.r#type())?.layout();
    let indices: Vec<Value<'_, '_>> = op.operands().skip(1).collect();
    let constant = |k: usize| indices.get(k).copied().and_then(ir::constant);
    let fitted = match layout {
        Some(layout) => coordinate.fit(layout.domain()).ok()?,
        None => coordinate.of_unknown(),
    };
    if let Some(outside) = outside(fitted, layout.map(AnyLayout::domain), &constant) {
        return Some(format!("{outside}: the index is poison"));
    }
    // What 64 bits do not hold has no range here.
    let (bits, layout) = (index_bits.filter(|bits| *bits < 64)?, layout?);
    let machine = Machine::generic(64);
    let interval = |value: &Value<'_, '_>| {
        let facts = leaf_facts(*value, &machine);
        let (lo, hi) = ir::constant(*value).map_or((facts.lo, facts.hi), |c| (c.into(), c.into()));
        Interval(lo, hi)
    };
    let intervals: Vec<Interval> = indices.iter().map(interval).collect();
    let (least, _) = known.integer(layout, Some(coordinate)).ok()?.range(&intervals)?;
    let most = Machine::generic(bits).range(Scalar::Index).hi;
    (i128::from(least) > most)
        .then(|| format!("the index is at least {least}, beyond an index of {bits} bits: it is poison"))
}

/// Whether an index was made for an access that stands at the same place in the source, of which
/// there was a warning when its memref was lowered.
fn is_of_access(op: OperationRef<'_, '_>) -> bool {
    let users = ir::results(op).into_iter().flat_map(ir::users);
    let mut accesses = users.filter(|user| ir::name(*user).starts_with("memref."));
    accesses.any(|user| ir::location(user) == ir::location(op))
}
