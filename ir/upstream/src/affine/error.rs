//! Why an affine map is no layout.

use layout_algebra::{ExprError, LayoutError};

/// Why an affine map is no layout.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotALayout {
    /// A map of several results or of none.
    #[error("an affine map of {0} results is no index; linearize them first")]
    Results(usize),
    /// As many extents as dimensions are needed.
    #[error(
        "the affine map has {dims} dimensions and {symbols} symbols, and there are {extents} extents and {values} values of symbols"
    )]
    Rank {
        /// The map's.
        dims: usize,
        /// The map's.
        symbols: usize,
        /// Those given.
        extents: usize,
        /// Those given.
        values: usize,
    },
    /// A dimension without coordinates.
    #[error("dimension {dim} has the extent {extent}; the sizes of a layout are at least 1")]
    Extent {
        /// The dimension.
        dim: usize,
        /// Its extent.
        extent: String,
    },
    /// The product of two dimensions.
    #[error("the product of two dimensions, {0}, is no sum of coordinates times strides")]
    Product(String),
    /// A quotient or remainder that takes no whole digits.
    #[error("floordiv or mod by {at} cuts no digits of the coordinates: {why}")]
    Cut {
        /// The divisor.
        at: String,
        /// What is in the way.
        why: String,
    },
    /// Digits of a dimension that overlap.
    #[error("digits of d{dim} do not nest: {a} and {b}, of which neither is known to divide the other")]
    Nest {
        /// The dimension.
        dim: usize,
        /// Where a digit begins or ends.
        a: String,
        /// Where another does.
        b: String,
    },
    /// An integer past 64 bits.
    #[error(transparent)]
    Layout(#[from] LayoutError),
}

impl From<ExprError> for NotALayout {
    fn from(error: ExprError) -> Self {
        Self::Layout(error.into())
    }
}
