//! `layout.load`, `store` and `copy_async`: a box of memory, and whether it is there at all.

use layout_mlir::ir;
use melior::ir::operation::OperationLike;
use melior::ir::r#type::{MemRefType, ShapedTypeLike};
use melior::ir::{OperationRef, Value, ValueLike};

use super::positions::tile;
use super::r#type::extents;
use super::{Tile, TileError};

/// # Errors
/// [`TileError`].
pub(super) fn verify_load(op: OperationRef<'_, '_>) -> Result<(), TileError> {
    let tile = tile(ir::result(op))?;
    let memory = memory(ir::operand(op, 0))?;
    // The indices stand between the memref and the pad.
    let rest = op.operand_count().saturating_sub(1);
    let indices = rest.min(segment(op, 1).unwrap_or(rest));
    verify_access(op, memory, 1, indices, &tile)
}

/// # Errors
/// [`TileError`].
pub(super) fn verify_store(op: OperationRef<'_, '_>) -> Result<(), TileError> {
    let tile = tile(ir::operand(op, 0))?;
    let memory = memory(ir::operand(op, 1))?;
    verify_access(op, memory, 2, op.operand_count().saturating_sub(2), &tile)
}

/// # Errors
/// [`TileError`].
pub(super) fn verify_copy(op: OperationRef<'_, '_>) -> Result<(), TileError> {
    let source = memory(ir::operand(op, 0))?;
    let last = op.operand_count().saturating_sub(1);
    let destination = memory(ir::operand(op, last))?;
    let shape = ir::extents(destination.into());
    if shape.contains(&ir::DYNAMIC) {
        return Err(TileError::DynamicDestination(destination.to_string()));
    }
    if !ir::is_shared(destination.into()) {
        return Err(TileError::NotShared(destination.to_string()));
    }
    let whole = Tile { shape, element: destination.element(), encoding: None };
    verify_access(op, source, 1, last.saturating_sub(1), &whole)
}

fn memory<'c>(value: Option<Value<'c, '_>>) -> Result<MemRefType<'c>, TileError> {
    let r#type = value.map(|v| v.r#type()).filter(|t| ir::is_memref(*t));
    r#type.and_then(|t| MemRefType::try_from(t).ok()).ok_or(TileError::NoTile)
}

/// How many operands a group of them has.
fn segment(op: OperationRef<'_, '_>, number: usize) -> Option<usize> {
    let sizes = ir::integers(super::attribute(op, "operandSegmentSizes")?);
    usize::try_from(*sizes.get(number)?).ok()
}

/// A box of the shape of `part` at the coordinate that `count` operands from `first` are.
fn verify_access(
    op: OperationRef<'_, '_>,
    memory: MemRefType<'_>,
    first: usize,
    count: usize,
    part: &Tile<'_>,
) -> Result<(), TileError> {
    let sizes = ir::extents(memory.into());
    if part.element != memory.element() {
        let (have, want) = (part.element.to_string(), memory.element().to_string());
        return Err(TileError::MemoryElement { have, want });
    }
    if part.shape.len() > sizes.len() {
        return Err(TileError::Rank { shape: part.extents(), rank: part.shape.len(), memory: sizes.len() });
    }
    if count != sizes.len() {
        return Err(TileError::Indices { have: count, want: sizes.len() });
    }
    let leading = sizes.len() - part.shape.len();
    for (dimension, size) in sizes.iter().enumerate() {
        let index = ir::operand(op, first + dimension).and_then(ir::constant);
        let extent = if dimension < leading { 1 } else { part.shape[dimension - leading] };
        let Some(start) = index else { continue };
        let past = *size != ir::DYNAMIC && start >= *size;
        if past || start.saturating_add(extent) <= 0 {
            let size =
                if *size == ir::DYNAMIC { "an unknown extent".into() } else { format!("extent {size}") };
            let shape = extents(&part.shape);
            return Err(TileError::Outside { shape, start, dimension, size });
        }
    }
    Ok(())
}
