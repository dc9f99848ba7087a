//! Loads of what a copy is still writing, and writes of what a product is still reading.

use layout_dialect::tile::{outside, under_way};
use layout_mlir::ir;
use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, Value, ValueLike};
use rustc_hash::FxHashSet;

/// The loads that read, for certain, what a copy writes, before anything has its token: in its block, of the memory
/// that it fills, at constants that place a part of the tile inside.
pub fn loads<'c, 'a>(copy: OperationRef<'c, 'a>) -> Vec<OperationRef<'c, 'a>> {
    let filled = copy.operands().last().filter(|_| ir::name(copy) == "layout.copy_async");
    let (Some(filled), Some(token)) = (filled, ir::result(copy)) else { return Vec::new() };
    let users: FxHashSet<usize> = ir::users(token).into_iter().map(ir::op_key).collect();
    let takes_token =
        |op: &OperationRef<'_, '_>| ir::nested(*op).into_iter().any(|op| users.contains(&ir::op_key(op)));
    let behind = std::iter::successors(copy.next_in_block(), |op| op.next_in_block());
    behind.take_while(|op| !takes_token(op)).filter(|op| is_load(*op, filled)).collect()
}

/// What writes, for certain, to a factor of a product that may be under way, before anything waits for it: in its
/// block, a copy to all of it or a store inside.
pub fn writes<'c, 'a>(product: OperationRef<'c, 'a>) -> Vec<OperationRef<'c, 'a>> {
    if ir::name(product) != "layout.mma" || under_way(product).is_none_or(|left| left == 0) {
        return Vec::new();
    }
    let factors: Vec<Value<'c, 'a>> = product.operands().take(2).collect();
    // (A later product may wait for it, and so may what is inside of others.)
    let waits = |op: &OperationRef<'c, 'a>| {
        ir::nested(*op).into_iter().any(|op| matches!(ir::name(op), "layout.mma" | "layout.wait_mma"))
    };
    let written = |op: &OperationRef<'c, 'a>| match ir::name(*op) {
        "layout.copy_async" => op.operands().last(),
        "layout.store" => ir::operand(*op, 1)
            .filter(|_| op.operands().skip(2).all(|at| ir::constant(at).is_some()) && outside(*op).is_none()),
        _ => None,
    };
    let behind = std::iter::successors(product.next_in_block(), |op| op.next_in_block());
    behind
        .take_while(|op| !waits(op))
        .filter(|op| written(op).is_some_and(|to| factors.contains(&to)))
        .collect()
}

/// Whether an operation loads an element of a memory.
fn is_load(op: OperationRef<'_, '_>, memory: Value<'_, '_>) -> bool {
    let extents = ir::extents(memory.r#type());
    let constant = || op.operands().skip(1).take(extents.len()).all(|at| ir::constant(at).is_some());
    let multiplies = ir::name(op) == "layout.mma" && op.operands().take(2).any(|factor| factor == memory);
    multiplies
        || ir::name(op) == "layout.load"
            && ir::operand(op, 0) == Some(memory)
            && !extents.contains(&ir::DYNAMIC)
            && constant()
            && outside(op).is_none()
}
