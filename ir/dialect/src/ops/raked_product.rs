//! `layout.raked_product`: copies of a layout with their elements interleaved, mode by mode.

use layout_algebra::{AnyLayout, raked_product};

use super::error::InferError;
use super::{LayoutOp, Operands, Yields};

/// The operation.
pub(super) struct RakedProduct;

impl LayoutOp for RakedProduct {
    fn name(&self) -> &'static str {
        "raked_product"
    }

    fn yields(&self) -> Yields {
        Yields::Layout
    }

    fn infer(&self, operands: &Operands<'_>) -> Result<AnyLayout, InferError> {
        Ok(raked_product(operands.layout, operands.plain_second(self.name())?)?)
    }
}
