//! `layout.tiled_divide`: a divide with the modes of the tile first and the rest spread,
//! `((tile…), r0, r1, …)`.

use layout_algebra::{AnyLayout, AnyLayoutError, Tiler, tiled_divide_tiler};

use super::operands::right_side;
use super::{By, LayoutOp, Operands, Yields};
use crate::infer::InferError;

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
        let a = operands.layout.plain("tiled_divide")?;
        let divided = match operands.by()? {
            By::Layout(b) => tiled_divide_tiler(a, &Tiler::Layout(right_side(b)?.clone())),
            By::Tile(tile) => tiled_divide_tiler(a, tile),
        };
        Ok(divided.map_err(AnyLayoutError::from)?.into())
    }
}
