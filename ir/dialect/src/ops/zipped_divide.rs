//! `layout.zipped_divide`: a divide with the modes of the tile first, `((tile…),(rest…))`.

use layout_algebra::{AnyLayout, Grouping};

use super::cover::divide;
use super::error::InferError;
use super::{LayoutOp, Operands, Yields};

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
        divide(operands, Grouping::Zipped)
    }
}
