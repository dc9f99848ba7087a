//! Why an operation has no result type.

use layout_algebra::{
    AnyLayoutError, ComplementError, CompositionError, DivideError, InverseError, LayoutError, ProductError,
};

/// Why an operation has no result type.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InferError {
    /// The operation yields an integer.
    #[error("'layout.{0}' yields no layout")]
    NoLayout(&'static str),
    /// An operand that is no layout.
    #[error("expected a layout, found '{0}'")]
    NotALayout(String),
    /// None of this dialect.
    #[error("'{0}' is no operation on layouts")]
    NoOperation(String),
    /// No first layout.
    #[error("a layout operand is missing")]
    Missing,
    /// More than two layouts.
    #[error("too many layout operands")]
    TooMany,
    /// A range below 1.
    #[error("the range {0} is not positive")]
    Range(i64),
    /// Both right sides.
    #[error("takes a layout or `by` a tile, not both")]
    LayoutAndTile,
    /// No right side.
    #[error("needs a second layout or `by #layout.tile<[…]>`")]
    NeitherLayoutNorTile,
    /// The algebra refuses.
    #[error(transparent)]
    Algebra(#[from] AnyLayoutError),
    /// The algebra refuses.
    #[error(transparent)]
    Complement(#[from] ComplementError),
    /// The algebra refuses.
    #[error(transparent)]
    Product(#[from] ProductError),
    /// The algebra refuses.
    #[error(transparent)]
    Inverse(#[from] InverseError),
    /// The algebra refuses.
    #[error(transparent)]
    Composition(#[from] CompositionError),
    /// The algebra refuses.
    #[error(transparent)]
    Divide(#[from] DivideError),
    /// The algebra refuses.
    #[error(transparent)]
    Layout(#[from] LayoutError),
}
