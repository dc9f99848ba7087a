//! Conditions that are the same in all iterations: asked once, before the loop becomes these.
//!
//! ```mlir
//! // Before:
//! scf.for %v = %c0 to %c4 step %c1 { %i = …  scf.if %guard { … } }
//! // After:
//! scf.if %guard { scf.for %v = %c0 to %c4 step %c1 { %i = …  … } }
//! ```
//!
//! LLVM asks a loop's condition once as well, but not those of iterations, between which other things stand: each then has its own, and what
//! is the same under all of them is computed again.

use layout_mlir::ir::{self, Effects};
use melior::ir::operation::{OperationBuilder, OperationLike};
use melior::ir::{Block, BlockLike, OperationRef, Region, RegionLike, Value};

/// Asks before a loop what its body asks in each iteration, if nothing but that has effects there. The loop runs at least once: so the
/// condition is defined.
pub fn hoist<'c: 'a, 'a>(r#loop: OperationRef<'c, 'a>) {
    let Some((branch, condition, asks)) = guard(r#loop) else { return };
    for op in asks {
        ir::move_before(op, r#loop);
    }
    let location = ir::location(branch);
    let block = Block::new(&[]);
    if let Ok(end) = OperationBuilder::new("scf.yield", location).build() {
        block.append_operation(end);
    }
    let then = Region::new();
    then.append_block(block);
    let around = OperationBuilder::new("scf.if", location)
        .add_operands(&[condition])
        .add_regions([then, Region::new()])
        .build();
    let Some(around) = around.ok().and_then(|around| ir::insert_before(r#loop, around)) else { return };
    let Some(end) = ir::blocks(around).first().copied().and_then(ir::terminator) else { return };
    ir::move_before(r#loop, end);
    for op in body(branch) {
        ir::move_before(op, branch);
    }
    // (It has no results that anybody could use.)
    let _ = ir::erase(branch);
}

/// A branch, its condition, and what computes that inside of the loop.
type Guard<'c, 'a> = (OperationRef<'c, 'a>, Value<'c, 'a>, Vec<OperationRef<'c, 'a>>);

/// The branch of a loop whose condition no iteration changes; what stands beside it only computes.
fn guard<'c: 'a, 'a>(r#loop: OperationRef<'c, 'a>) -> Option<Guard<'c, 'a>> {
    let runs = ir::name(r#loop) == "scf.for"
        && r#loop.result_count() == 0
        && ir::trip_count(r#loop).is_some_and(|count| count > 0);
    let ops = if runs { body(r#loop) } else { return None };
    let (branches, others): (Vec<_>, Vec<_>) = ops.into_iter().partition(|op| ir::name(*op) == "scf.if");
    let [branch] = branches[..] else { return None };
    let is_alone = branch.result_count() == 0 && ir::blocks(branch).len() == 1;
    let only_compute = others.iter().all(|op| ir::effects(*op) == Effects::None && op.region_count() == 0);
    let condition = ir::operand(branch, 0)?;
    let mut asks = Vec::new();
    (is_alone && only_compute && stays(condition, r#loop, &mut asks)).then_some((branch, condition, asks))
}

/// Whether a value is the same in all iterations; what computes it inside of the loop goes to `asks`, in order.
fn stays<'c: 'a, 'a>(
    value: Value<'c, 'a>,
    r#loop: OperationRef<'c, 'a>,
    asks: &mut Vec<OperationRef<'c, 'a>>,
) -> bool {
    if let Some((block, _)) = ir::block_argument(value) {
        return ir::blocks(r#loop).first() != Some(&block);
    }
    let Some(op) = ir::defining_op(value) else { return false };
    if !is_inside(op, r#loop) || asks.contains(&op) {
        return true;
    }
    let computes = ir::effects(op) == Effects::None && op.region_count() == 0;
    let stays = computes && op.operands().all(|operand| stays(operand, r#loop, asks));
    asks.extend(Some(op).filter(|_| stays));
    stays
}

/// The operations of an operation's first block, but for its end.
fn body<'c: 'a, 'a>(op: OperationRef<'c, 'a>) -> Vec<OperationRef<'c, 'a>> {
    let first = ir::blocks(op).first().and_then(|block| block.first_operation());
    let mut all: Vec<_> = std::iter::successors(first, |op| op.next_in_block()).collect();
    all.pop();
    all
}

/// Whether an operation stands in a loop.
fn is_inside(op: OperationRef<'_, '_>, r#loop: OperationRef<'_, '_>) -> bool {
    std::iter::successors(op.parent_operation(), |op| op.parent_operation())
        .any(|around| ir::op_key(around) == ir::op_key(r#loop))
}
