//! `layout.coordinate`: the layout whose index is the coordinate in one mode.

use layout_algebra::{AnyLayout, Expr, IntTuple, Layout, LayoutError};

use super::error::InferError;
use super::{LayoutOp, Operands, Yields};

/// The operation.
pub(super) struct Coordinate;

impl LayoutOp for Coordinate {
    fn name(&self) -> &'static str {
        "coordinate"
    }

    fn yields(&self) -> Yields {
        Yields::Layout
    }

    fn infer(&self, operands: &Operands<'_>) -> Result<AnyLayout, InferError> {
        let shape = operands.layout.domain().shape();
        let path = operands.attributes.modes.as_deref().unwrap_or_default();
        Ok(Layout::new(&shape, &strides(&shape, path)?)?.into())
    }
}

/// Strides in the mode at the path as of CuTe's identity layout, 0 in the others. A mode of size 1 has a stride
/// as well: a covering divide makes it longer.
fn strides(shape: &IntTuple, path: &[i64]) -> Result<IntTuple, InferError> {
    let Some((mode, path)) = path.split_first() else {
        let mut next = Expr::ONE;
        let stride = |size: &Expr| -> Result<Expr, LayoutError> {
            let stride = next.clone();
            next = next.mul(size)?;
            Ok(stride)
        };
        let leaves = shape.leaves.iter().map(stride).collect::<Result<_, _>>()?;
        return Ok(IntTuple { profile: shape.profile.clone(), leaves });
    };
    let rank = shape.rank();
    if !(0..rank as i64).contains(mode) {
        return Err(InferError::Mode { mode: *mode, layout: shape.named(), rank });
    }
    if shape.profile.is_leaf() {
        return strides(shape, path);
    }
    let zero = |part: IntTuple| {
        let leaves = part.leaves.iter().map(|_| Expr::ZERO).collect();
        IntTuple { profile: part.profile, leaves }
    };
    let parts = (0..).zip(shape.modes());
    let parts = parts.map(|(k, part)| if k == *mode { strides(&part, path) } else { Ok(zero(part)) });
    Ok(IntTuple::tuple(&parts.collect::<Result<Vec<_>, _>>()?))
}
