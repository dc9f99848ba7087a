//! `layout.flatten`: the same layout without nested modes.

use layout_algebra::AnyLayout;

use super::error::InferError;
use super::{LayoutOp, Operands, Yields};

/// The operation.
pub(super) struct Flatten;

impl LayoutOp for Flatten {
    fn name(&self) -> &'static str {
        "flatten"
    }

    fn yields(&self) -> Yields {
        Yields::Layout
    }

    fn infer(&self, operands: &Operands<'_>) -> Result<AnyLayout, InferError> {
        Ok(operands.layout.flatten())
    }
}
