//! `layout.in_bounds`: whether a coordinate of a covering divide is one of what was divided.

use layout_algebra::{AnyLayout, Tiler};
use layout_mlir::ir;
use melior::ir::attribute::StringAttribute;
use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, ValueLike};

use super::cover::fits;
use super::{Attributes, LayoutOp, Yields, named};
use crate::attributes::Known;
use crate::infer::infer;
use crate::verify::{VerifyError, indices_for};

/// The operation.
pub(super) struct InBounds;

/// The divides.
const DIVIDES: [&str; 3] = ["logical_divide", "zipped_divide", "tiled_divide"];

impl LayoutOp for InBounds {
    fn name(&self) -> &'static str {
        "in_bounds"
    }

    fn yields(&self) -> Yields {
        Yields::Bounds
    }

    fn verify(&self, op: OperationRef<'_, '_>) -> Result<(), VerifyError> {
        let coordinate = indices_for(op)?;
        let divide = divide_of(op).ok_or(VerifyError::NoDivide)?;
        if !DIVIDES.contains(&divide.as_str()) {
            return Err(VerifyError::Divide(divide));
        }
        let attributes = Attributes { cover: true, ..Attributes::of(op) };
        let known = ir::operand(op, 0).and_then(|v| Known::of_type(v.r#type()));
        if let (Some(known), Some(divide)) = (known, named(&divide))
            && let Some(covering) = infer(divide, &[known], false, &attributes)?
        {
            coordinate.fit(covering.layout.domain())?;
        }
        Ok(())
    }
}

/// The name of the divide, without the dialect's.
pub fn divide_of(op: OperationRef<'_, '_>) -> Option<String> {
    let name = StringAttribute::try_from(op.attribute("divide").ok()?).ok()?;
    Some(name.value().to_string())
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
