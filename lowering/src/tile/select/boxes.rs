//! Copies and stores by boxes and by runs: their buffers are aligned as they need it, so that swizzles repeat from where they
//! begin.

use layout_mlir::ir;
use layout_target::Chip;
use melior::ir::OperationRef;
use melior::ir::operation::OperationLike;

use crate::convert_layout_memref::emit::Emit;
use crate::tile::error::Result;
use crate::tile::shared::sources::memory;
use crate::tile::tma::{self, Bulk, Copy};

/// Aligns what a copy fills or a store takes, where the program allocates it.
///
/// # Errors
/// See [`Copy::of`] and [`Bulk::of`].
pub fn align(op: OperationRef<'_, '_>, chip: &Chip) -> Result<()> {
    let (needed, buffer) = if tma::is_bulk(op) {
        (tma::ALIGNMENT, Bulk::of(op, chip)?.buffer)
    } else {
        let copy = Copy::of(op, 1, chip)?;
        (copy.map.alignment(), copy.buffer)
    };
    let allocates = |op: &OperationRef<'_, '_>| ir::name(*op) == "memref.alloc";
    let buffer = ir::operand(op, buffer).map(memory).unwrap_or_default();
    for alloc in buffer.into_iter().filter_map(ir::defining_op).filter(allocates) {
        let stated = alloc.attribute("alignment").ok().and_then(ir::integer).unwrap_or(1);
        if stated % needed != 0 {
            let alignment = Emit::at(alloc).attribute(&format!("{needed} : i64"))?;
            ir::set_attribute(alloc, "alignment", alignment);
        }
    }
    Ok(())
}
