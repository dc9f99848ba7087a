//! `layout.cosize`: one more than the largest index.

use layout_algebra::AnyLayout;

use super::{LayoutOp, Yields};
use crate::coordinate::Coordinate;
use crate::integer::{Integer, IntegerError};

/// The operation.
pub(super) struct Cosize;

impl LayoutOp for Cosize {
    fn name(&self) -> &'static str {
        "cosize"
    }

    fn yields(&self) -> Yields {
        Yields::Integer
    }

    fn integer<'l>(
        &self,
        layout: &'l AnyLayout,
        _: Option<&'l Coordinate>,
    ) -> Result<Integer<'l>, IntegerError> {
        Ok(Integer::Value(layout.cosize()?))
    }
}
