//! `layout.zipped_divide`: a divide with the modes of the tile first, `((tile…),(rest…))`.

use layout_algebra::{AnyLayout, Tiler};

use super::operands::right_side;
use super::{By, LayoutOp, Operands, Yields};
use crate::infer::InferError;

/// The operation.
pub(super) struct ZippedDivide;

impl LayoutOp for ZippedDivide {
    fn name(&self) -> &'static str {
        "zipped_divide"
    }

    fn yields(&self) -> Yields {
        Yields::Layout
    }

    fn infer(&self, operands: &Operands<'_>) -> Result<AnyLayout, InferError> {
        let a = operands.layout;
        match operands.by()? {
            By::Layout(b) => Ok(a.zipped_divide_tiler(&Tiler::Layout(right_side(b)?.clone()))?),
            By::Tile(tile) => Ok(a.zipped_divide_tiler(tile)?),
        }
    }
}
