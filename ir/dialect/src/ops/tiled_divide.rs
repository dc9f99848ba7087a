//! `layout.tiled_divide`: a divide with the modes of the tile first and the rest spread,
//! `((tile…), r0, r1, …)`.

use layout_algebra::{AnyLayout, Grouping};

use super::cover::divide;
use super::error::InferError;
use super::{LayoutOp, Operands, Yields};

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
        divide(operands, Grouping::Tiled)
    }
}
