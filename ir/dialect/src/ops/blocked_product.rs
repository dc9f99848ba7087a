//! `layout.blocked_product`: copies of a layout as blocks side by side, mode by mode.

use layout_algebra::{AnyLayout, blocked_product};

use super::error::InferError;
use super::{LayoutOp, Operands, Yields};

/// The operation.
pub(super) struct BlockedProduct;

impl LayoutOp for BlockedProduct {
    fn name(&self) -> &'static str {
        "blocked_product"
    }

    fn yields(&self) -> Yields {
        Yields::Layout
    }

    fn infer(&self, operands: &Operands<'_>) -> Result<AnyLayout, InferError> {
        Ok(blocked_product(operands.layout, operands.plain_second(self.name())?)?)
    }
}
