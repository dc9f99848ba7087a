//! `layout.crd2idx`: the index of a coordinate.

use layout_algebra::AnyLayout;
use layout_mlir::ir;
use melior::ir::{OperationRef, ValueLike};

use super::{LayoutOp, Yields};
use crate::attributes::Known;
use crate::coordinate::Coordinate;
use crate::integer::{Integer, IntegerError};
use crate::outside::outside;
use crate::verify::{VerifyError, indices_for};

/// The operation.
pub(super) struct Crd2Idx;

impl LayoutOp for Crd2Idx {
    fn name(&self) -> &'static str {
        "crd2idx"
    }

    fn yields(&self) -> Yields {
        Yields::Integer
    }

    fn integer<'l>(
        &self,
        layout: &'l AnyLayout,
        coordinate: Option<&'l Coordinate>,
    ) -> Result<Integer<'l>, IntegerError> {
        let coordinate = coordinate.ok_or(IntegerError::NoCoordinate)?;
        Ok(Integer::Index(layout, coordinate.fit(layout.domain())?))
    }

    fn verify(&self, op: OperationRef<'_, '_>) -> Result<(), VerifyError> {
        let coordinate = indices_for(op)?;
        let layout = match ir::operand(op, 0).and_then(|v| Known::of_type(v.r#type())) {
            Some(Known::Layout(layout)) => Some(layout.domain()),
            _ => None,
        };
        let fitted = layout.map_or(Ok(coordinate.of_unknown()), |layout| coordinate.fit(layout))?;
        if let Some(outside) = outside(fitted, layout, &|_| None) {
            return Err(outside.into());
        }
        Ok(())
    }
}
