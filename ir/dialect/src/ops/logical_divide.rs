//! `layout.logical_divide`: a layout cut into a tile and the layout of the tiles.

use layout_algebra::AnyLayout;

use super::operands::right_side;
use super::{By, LayoutOp, Operands, Yields};
use crate::infer::InferError;

/// The operation.
pub(super) struct LogicalDivide;

impl LayoutOp for LogicalDivide {
    fn name(&self) -> &'static str {
        "logical_divide"
    }

    fn yields(&self) -> Yields {
        Yields::Layout
    }

    fn infer(&self, operands: &Operands<'_>) -> Result<AnyLayout, InferError> {
        let a = operands.layout;
        match operands.by()? {
            By::Layout(b) => Ok(a.logical_divide(right_side(b)?)?),
            By::Tile(tile) => Ok(a.logical_divide_tiler(tile)?),
        }
    }
}
