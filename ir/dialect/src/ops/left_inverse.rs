//! `layout.left_inverse`: the layout L with L(A(i)) = i.

use layout_algebra::{AnyLayout, left_inverse};

use super::error::InferError;
use super::{LayoutOp, Operands, Yields};

/// The operation.
pub(super) struct LeftInverse;

impl LayoutOp for LeftInverse {
    fn name(&self) -> &'static str {
        "left_inverse"
    }

    fn yields(&self) -> Yields {
        Yields::Layout
    }

    fn infer(&self, operands: &Operands<'_>) -> Result<AnyLayout, InferError> {
        Ok(left_inverse(operands.layout)?)
    }
}
