//! `layout.right_inverse`: the layout R with A(R(i)) = i for as many i as there are.

use layout_algebra::{AnyLayout, right_inverse};

use super::error::InferError;
use super::{LayoutOp, Operands, Yields};

/// The operation.
pub(super) struct RightInverse;

impl LayoutOp for RightInverse {
    fn name(&self) -> &'static str {
        "right_inverse"
    }

    fn yields(&self) -> Yields {
        Yields::Layout
    }

    fn infer(&self, operands: &Operands<'_>) -> Result<AnyLayout, InferError> {
        Ok(right_inverse(operands.layout)?)
    }
}
