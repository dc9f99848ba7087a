//! `layout.in_bounds`: whether a coordinate of a covering divide is one of what was divided.

use layout_algebra::{AnyLayout, Grouping, Tiler};
use layout_mlir::ir;
use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, ValueLike};

use super::cover::{divide, fits};
use super::{Attributes, LayoutOp, Operands, Yields};
use crate::attributes::Known;
use crate::outside::outside;
use crate::verify::{VerifyError, indices_for};

/// The operation.
pub(super) struct InBounds;

impl LayoutOp for InBounds {
    fn name(&self) -> &'static str {
        "in_bounds"
    }

    fn yields(&self) -> Yields {
        Yields::Bounds
    }

    fn verify(&self, op: OperationRef<'_, '_>) -> Result<(), VerifyError> {
        let coordinate = indices_for(op)?;
        let name = divide_of(op).ok_or(VerifyError::NoDivide)?;
        let grouping = match name.as_str() {
            "logical_divide" => Grouping::Logical,
            "zipped_divide" => Grouping::Zipped,
            "tiled_divide" => Grouping::Tiled,
            _ => return Err(VerifyError::Divide(name)),
        };
        if let Some(layout) = ir::operand(op, 0).and_then(|v| Known::of_type(v.r#type())?.layout()) {
            let attributes = Attributes { cover: true, ..Attributes::of(op) };
            let covering = divide(&Operands { layout, second: None, attributes: &attributes }, grouping);
            let covering = covering.map_err(|e| VerifyError::Indivisible(e.to_string()))?;
            let fitted = coordinate.fit(covering.domain())?;
            if let Some(outside) = outside(fitted, Some(covering.domain()), &|_| None) {
                return Err(outside.into());
            }
        }
        Ok(())
    }
}

/// The name of the divide, without the dialect's.
pub fn divide_of(op: OperationRef<'_, '_>) -> Option<String> {
    ir::text(op.attribute("divide").ok()?)
}

/// The modes in which a coordinate of the covering layout may be past the end, each as the path
/// to it: those that the tile is not known to divide.
pub fn open_modes(layout: &AnyLayout, tile: &Tiler) -> Vec<Vec<i64>> {
    match tile {
        Tiler::Tuple(tiles) if !layout.domain().profile().is_leaf() => {
            let modes = (0..).zip(layout.domain().modes()).zip(tiles);
            modes.filter(|((_, mode), tile)| fits(mode, tile).is_err()).map(|((k, _), _)| vec![k]).collect()
        }
        tile if fits(layout.domain(), tile).is_err() => vec![Vec::new()],
        _ => Vec::new(),
    }
}
