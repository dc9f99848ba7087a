//! `layout.size`: the number of coordinates.

use layout_algebra::AnyLayout;

use super::{LayoutOp, Yields};
use crate::coordinate::Coordinate;
use crate::integer::{Integer, IntegerError};

/// The operation.
pub(super) struct Size;

impl LayoutOp for Size {
    fn name(&self) -> &'static str {
        "size"
    }

    fn yields(&self) -> Yields {
        Yields::Integer
    }

    fn integer<'l>(
        &self,
        layout: &'l AnyLayout,
        _: Option<&'l Coordinate>,
    ) -> Result<Integer<'l>, IntegerError> {
        Ok(Integer::Value(layout.size()?))
    }
}
