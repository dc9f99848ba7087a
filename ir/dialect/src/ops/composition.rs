//! `layout.composition`: the layout R with R(c) = A(B(c)).

use layout_algebra::{AnyLayout, composition};

use super::error::InferError;
use super::{By, LayoutOp, Operands, Yields};

/// The operation.
pub(super) struct Composition;

impl LayoutOp for Composition {
    fn name(&self) -> &'static str {
        "composition"
    }

    fn yields(&self) -> Yields {
        Yields::Layout
    }

    fn infer(&self, operands: &Operands<'_>) -> Result<AnyLayout, InferError> {
        let a = operands.layout;
        match operands.by()? {
            By::Layout(b) => Ok(composition(a, b)?),
            By::Tile(tile) => Ok(composition(a, tile)?),
        }
    }
}
