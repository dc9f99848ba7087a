//! `layout.zipped_divide`: a divide with the modes of the tile first, `((tile…),(rest…))`.

use layout_algebra::{AnyLayout, zipped_divide};

use super::error::InferError;
use super::{By, LayoutOp, Operands, Yields};

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
            By::Layout(b) => Ok(zipped_divide(a, b)?),
            By::Tile(tile) => Ok(zipped_divide(a, tile)?),
        }
    }
}
