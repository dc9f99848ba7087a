//! Operations on whole tiles: what a tile is, which relation an operation has between the
//! positions of its operands and results, and what is wrong with an operation.
//!
//! [`relation_of`] states the relation once; the verifier reads it here, and so do passes that
//! lower operations or choose encodings. Names, operands and assembly are in `td/Tiles.td`.

mod error;
mod group;
mod kind;
mod memory;
mod multiply;
mod positions;
mod reduce;
mod relation;
mod tokens;
mod r#type;
mod warpgroup;

use layout_mlir::ir;
use melior::ir::operation::OperationLike;
use melior::ir::{Attribute, Location, OperationRef};

pub use error::TileError;
pub(crate) use group::verify_group;
pub use group::{GroupError, THREADS, group_threads};
pub use kind::Kind;
pub use memory::{REDUCE, outside, store_reduction};
pub use multiply::{MultiplyError, multiplies_of};
pub use relation::{Edge, is_elementwise, relation_of};
pub use r#type::{Tile, element_bits, tile_type};
pub use warpgroup::{
    UNDER_WAY, WAIT as WAIT_MMA, Warpgroup, factor_layout, reads_memory, under_way, warpgroup_of,
};

pub use crate::storage::is_token;

/// Checks what ODS lets pass in an operation on tiles; operations of other kinds are right.
///
/// # Errors
/// [`TileError`]. Its message stands behind "'layout.…' op".
pub(crate) fn verify(op: OperationRef<'_, '_>) -> Result<(), TileError> {
    match ir::name(op) {
        "layout.load" => memory::verify_load(op),
        "layout.store" => memory::verify_store(op),
        "layout.copy_async" => memory::verify_copy(op),
        "layout.store_async" => memory::verify_store_async(op),
        "layout.peer" => memory::verify_peer(op),
        "layout.wait" if op.operand_count() == 0 => Err(TileError::NoTokens),
        "layout.reduce" => reduce::verify(op),
        "layout.mma" => multiply::verify(op),
        warpgroup::WAIT => warpgroup::verify_under_way(op),
        "layout.iota" => positions::verify_iota(op),
        "layout.broadcast" | "layout.expand_dims" | "layout.transpose" | "layout.reshape"
        | "layout.convert" => positions::verify(op),
        _ => Ok(()),
    }
}

/// An attribute of an operation; `None` if it has none of the name. (`melior`'s own accessor
/// prints the operation to say so.)
pub(crate) fn attribute<'c>(op: OperationRef<'c, '_>, name: &str) -> Option<Attribute<'c>> {
    op.has_attribute(name).then(|| op.attribute(name).ok()).flatten()
}

/// Emits `error` as MLIR's verifier would at an operation.
fn report(op: OperationRef<'_, '_>, error: &str, note: Option<(Location<'_>, &str)>) {
    let message = format!("'{}' op {error}", ir::name(op));
    match note {
        None => ir::emit_error(ir::location(op), &message),
        Some((location, note)) => ir::emit_error_with_note(ir::location(op), &message, location, note),
    }
}
