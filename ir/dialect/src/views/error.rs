//! Why a memref has no such view.

use layout_algebra::{AnyLayoutError, LayoutError, ParseError, RecastError, StructureError, SwizzleError};

use crate::ops::InferError;
use crate::outside::Outside;

/// What is wrong with a view, and what would do. The messages stand behind "'layout.…' op".
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ViewError {
    /// An operand that is no ranked memref.
    #[error("expected a memref, found '{0}'")]
    NoMemref(String),
    /// A memref whose layout is not one of this dialect's.
    #[error(
        "'{0}' has neither rows one behind the other nor a #layout; memref.cast it to one with a #layout"
    )]
    Strides(String),
    /// No operation on layouts, or one that makes more than a view.
    #[error(
        "there is no view by `{0}`: there are composition, logical_divide, zipped_divide, tiled_divide, select and flatten"
    )]
    Operation(String),
    /// A layout of positions with symbols.
    #[error("the layout {0} of positions must be static")]
    Dynamic(String),
    /// Positions that the memref does not have, or may not have.
    #[error("{by} reaches position {last} of {layout}, which is not known to have more than that")]
    Beyond {
        /// The layout of positions or tile.
        by: String,
        /// The last position, counted in the mode's elements.
        last: String,
        /// The mode.
        layout: String,
    },
    /// The operation on layouts refuses.
    #[error(transparent)]
    Infer(#[from] InferError),
    /// A coordinate that is none.
    #[error("the coordinate {text} is none of integers, indices and `_`: {why}")]
    Coordinate {
        /// The coordinate.
        text: String,
        /// What is wrong.
        why: ParseError,
    },
    /// An index for each `?`.
    #[error("has {indices} indices for the coordinate {text}, which takes {arity} in their order")]
    Indices {
        /// The coordinate.
        text: String,
        /// The indices given.
        indices: usize,
        /// Its `?`.
        arity: usize,
    },
    /// No dimension is left.
    #[error("the coordinate {0} keeps no mode; load the element, or keep a mode with `_`")]
    Nothing(String),
    /// A literal of the coordinate that its mode does not have.
    #[error(transparent)]
    Outside(#[from] Outside),
    /// A coordinate of another nesting.
    #[error(transparent)]
    Structure(#[from] StructureError),
    /// Never: a swizzle of no bits.
    #[error(transparent)]
    Swizzle(#[from] SwizzleError),
    /// An element type is missing.
    #[error("needs the type of the elements: `to f16`")]
    NoElement,
    /// Elements that are no whole bytes.
    #[error("elements of {0} are not 1, 2, 4, 8 or 16 bytes long; recast is between elements that are")]
    Element(String),
    /// A recast that is no layout.
    #[error(transparent)]
    Recast(#[from] RecastError),
    /// Elements whose bytes are not all the memref's.
    #[error(
        "as {to}, {layout} would be {recast}, whose elements have bytes that it has not; the mode of stride 1 must be a multiple of {factor}"
    )]
    Apart {
        /// The new element.
        to: String,
        /// The memref's layout.
        layout: String,
        /// The layout that there would be.
        recast: String,
        /// Old elements of a new one.
        factor: i64,
    },
    /// Elements in which a swizzle changes places.
    #[error(
        "as {to}, elements of {layout} would be {factor} of its elements in one, and the swizzle changes the places of those; its base must be at least {}",
        factor.ilog2()
    )]
    Swizzled {
        /// The new element.
        to: String,
        /// The memref's layout.
        layout: String,
        /// Old elements of a new one.
        factor: i64,
    },
    /// Elements that take several dimensions.
    #[error(
        "as {to}, {layout} would be {recast}, whose elements lie across dimensions; flatten it or recast to less wide ones"
    )]
    Across {
        /// The new element.
        to: String,
        /// The memref's layout.
        layout: String,
        /// The layout that there would be.
        recast: String,
    },
    /// See [`LayoutError`].
    #[error(transparent)]
    Layout(#[from] LayoutError),
    /// See [`AnyLayoutError`].
    #[error(transparent)]
    Size(#[from] AnyLayoutError),
    /// A text that is no attribute: never.
    #[error("{0} is no attribute")]
    Text(String),
}
