//! `layout-unroll`: short loops over layout indices become their iterations.
//!
//! LLVM unrolls such loops too, but after the addresses were simplified: what the iterations
//! have in common is then found by nobody. `%l(%t, %v)` of all `%v` at once is what
//! `layout-simplify` shares best.
//!
//! ```mlir
//! // Before:
//! scf.for %v = %c0 to %c4 step %c1 { %i = layout.crd2idx %l(%t, %v) : … }
//! // After:
//! %i0 = layout.crd2idx %l(%t, %c0) : …     %i1 = layout.crd2idx %l(%t, %c1) : …     …
//! ```
//!
//! A loop is unrolled if its bounds are constant, a coordinate of a layout depends on its
//! variable, and all its iterations together have at most [`LIMIT`] operations. One that must stay
//! carries LLVM's attribute, which LLVM obeys too:
//! `llvm.loop_annotation = #llvm.loop_annotation<unroll = <disable = true>>`.

use std::collections::HashSet;

use layout_bridge::import::is_layout;
use layout_mlir::ir::{self, ValueKey};
use layout_mlir::registry::{OptionValues, PassInfo};
use melior::ir::operation::OperationLike;
use melior::ir::{BlockLike, OperationRef, RegionLike, ValueLike};

/// The pass.
pub const INFO: PassInfo = PassInfo {
    name: "layout-unroll",
    summary: "Unroll short loops whose variables are coordinates of layouts",
    options: &[],
    run,
};

/// Most operations of an unrolled loop, about what LLVM's own full unrolling allows at `-O3`.
const LIMIT: u64 = 1024;

fn run(op: OperationRef<'_, '_>, _: &OptionValues) -> bool {
    // Inner loops first: what was inside a loop that is gone has been looked at.
    for candidate in ir::nested(op).into_iter().rev() {
        let Some(count) = ir::trip_count(candidate) else { continue };
        let short = count.checked_mul(length(candidate)).is_some_and(|all| all <= LIMIT);
        if short && indexes_layouts(candidate) {
            // A loop that upstream cannot unroll stays.
            let _ = ir::unroll(candidate);
        }
    }
    true
}

/// The operations inside one that do something, those of inner loops once an iteration.
fn length(op: OperationRef<'_, '_>) -> u64 {
    let mut sum = 0u64;
    for block in ir::blocks(op) {
        let mut next = block.first_operation();
        while let Some(inside) = next {
            let times = ir::trip_count(inside).unwrap_or(1);
            let own = u64::from(costs(inside)).saturating_add(length(inside));
            sum = sum.saturating_add(times.saturating_mul(own));
            next = inside.next_in_block();
        }
    }
    sum
}

/// Whether something is left of an operation once it is lowered.
fn costs(op: OperationRef<'_, '_>) -> bool {
    let name = ir::name(op);
    !name.ends_with(".constant") && !name.ends_with(".yield") && (!is_layout(&name) || yields_index(op))
}

/// Whether an operation of the layout dialect computes an integer.
fn yields_index(op: OperationRef<'_, '_>) -> bool {
    ir::result(op).is_some_and(|r| ir::is_index(r.r#type()))
}

/// Whether a coordinate inside a loop depends on the loop's variable.
fn indexes_layouts(r#loop: OperationRef<'_, '_>) -> bool {
    let body = r#loop.region(0).ok().and_then(|region| region.first_block());
    let Some(variable) = body.and_then(|body| body.argument(0).ok()) else { return false };
    let mut depends: HashSet<ValueKey> = HashSet::from([ir::key(variable.into())]);
    for op in ir::nested(r#loop) {
        if !op.operands().any(|value| depends.contains(&ir::key(value))) {
            continue;
        }
        if ir::name(op) == "layout.crd2idx" {
            return true;
        }
        depends.extend(op.results().map(|r| ir::key(r.into())));
    }
    false
}
