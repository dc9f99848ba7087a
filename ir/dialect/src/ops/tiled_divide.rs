//! `layout.tiled_divide`: a divide with the modes of the tile first and the rest spread,
//! `((tile…), r0, r1, …)`.

use layout_algebra::{AnyLayout, tiled_divide};

use super::error::InferError;
use super::{By, LayoutOp, Operands, Yields};

/// The operation.
pub(super) struct TiledDivide;

impl LayoutOp for TiledDivide {
    fn name(&self) -> &'static str {
        "tiled_divide"
    }

    fn yields(&self) -> Yields {
        Yields::Layout
    }

    fn infer(&self, operands: &Operands<'_>) -> Result<AnyLayout, InferError> {
        let a = operands.layout;
        match operands.by()? {
            By::Layout(b) => Ok(tiled_divide(a, b)?),
            By::Tile(tile) => Ok(tiled_divide(a, tile)?),
        }
    }
}
