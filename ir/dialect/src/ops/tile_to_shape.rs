//! `layout.tile_to_shape`: copies of a block that fill a shape.

use layout_algebra::{AnyLayout, Expr, IntTuple, Tri, Undecided, tile_to_shape};

use super::error::InferError;
use super::{LayoutOp, Operands, Yields};

/// The operation.
pub(super) struct TileToShape;

impl LayoutOp for TileToShape {
    fn name(&self) -> &'static str {
        "tile_to_shape"
    }

    fn yields(&self) -> Yields {
        Yields::Layout
    }

    fn infer(&self, operands: &Operands<'_>) -> Result<AnyLayout, InferError> {
        let (block, attributes) = (operands.layout, operands.attributes);
        let shape = match (operands.second, attributes.shape.as_deref()) {
            (Some(whole), None) => whole.domain().shape(),
            (None, Some(sizes)) => flat(sizes),
            (Some(_), Some(_)) => return Err(InferError::ShapeTwice),
            (None, None) => return Err(InferError::NoShape),
        };
        if let Some((mode, size)) = (0..).zip(attributes.shape.iter().flatten()).find(|(_, size)| **size < 1)
        {
            return Err(InferError::NoSize { mode, size: *size });
        }
        let (rank, modes) = (shape.rank(), block.domain().rank());
        if modes > rank {
            return Err(InferError::Ranks { shape: rank, block: block.named(), rank: modes });
        }
        let order = attributes.order.as_deref();
        if let Some(order) = order.filter(|order| order.len() != rank) {
            return Err(InferError::Order { order: order.len(), rank });
        }
        let mut ranks = order.unwrap_or_default().to_vec();
        ranks.sort_unstable();
        if let Some(twice) = ranks.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(InferError::OrderTwice(twice[0]));
        }
        // What the facts refute, the algebra says.
        for (mode, (whole, part)) in shape.modes().zip(block.domain().modes()).enumerate() {
            let (whole, part) = (whole.product()?, part.size()?);
            if whole.divisible_by(&part) == Tri::Unknown {
                let undecided = Undecided::divides(&part, &whole);
                let dynamic = part.as_const().is_none() && undecided.fact().is_none();
                return Err(match dynamic {
                    true => InferError::Block { mode, undecided },
                    false => undecided.into(),
                });
            }
        }
        Ok(tile_to_shape(block, &shape, order.map(flat).as_ref())?)
    }
}

fn flat(integers: &[i64]) -> IntTuple {
    IntTuple::flat(integers.iter().copied().map(Expr::from))
}
