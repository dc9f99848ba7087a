//! `layout.coalesce`: the same function of an integer with the fewest modes.

use layout_algebra::{AnyLayout, coalesce};

use super::error::InferError;
use super::{LayoutOp, Operands, Yields};

/// The operation.
pub(super) struct Coalesce;

impl LayoutOp for Coalesce {
    fn name(&self) -> &'static str {
        "coalesce"
    }

    fn yields(&self) -> Yields {
        Yields::Layout
    }

    fn infer(&self, operands: &Operands<'_>) -> Result<AnyLayout, InferError> {
        Ok(coalesce(operands.layout)?)
    }
}
