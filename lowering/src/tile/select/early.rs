//! Loads of what a copy is still writing.

use layout_dialect::tile::outside;
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
