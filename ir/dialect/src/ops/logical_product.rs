//! `layout.logical_product`: copies of a layout, the copies arranged by another.

use layout_algebra::{AnyLayout, logical_product};

use super::error::InferError;
use super::{By, LayoutOp, Operands, Yields};

/// The operation.
pub(super) struct LogicalProduct;

impl LayoutOp for LogicalProduct {
    fn name(&self) -> &'static str {
        "logical_product"
    }

    fn yields(&self) -> Yields {
        Yields::Layout
    }

    fn infer(&self, operands: &Operands<'_>) -> Result<AnyLayout, InferError> {
        let a = operands.layout;
        match operands.by()? {
            By::Layout(b) => Ok(logical_product(a, b)?),
            By::Tile(tile) => Ok(logical_product(a, tile)?),
        }
    }
}
