//! `layout.logical_divide`: a layout cut into a tile and the layout of the tiles.

use layout_algebra::{AnyLayout, Grouping};

use super::cover::divide;
use super::error::InferError;
use super::{LayoutOp, Operands, Yields};

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
        divide(operands, Grouping::Logical)
    }
}
