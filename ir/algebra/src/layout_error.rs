//! What can be wrong with a shape and a stride.

use crate::nested::tuple::{MAX_DEPTH, MAX_LEAVES};
use layout_integer::{ExprError, Undecided};

/// Why a shape and a stride do not make a layout.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LayoutError {
    /// Shape and stride are nested differently.
    #[error(
        "shape {shape} and stride {stride} are not congruent; each integer of the shape needs one stride, nested alike"
    )]
    NotCongruent {
        /// The shape as given.
        shape: String,
        /// The stride as given.
        stride: String,
    },
    /// A size is not positive.
    #[error("mode {mode}: size {size} is not positive; sizes are at least 1")]
    Size {
        /// The leaf's path, such as `0.1`.
        mode: String,
        /// The offending size.
        size: String,
    },
    /// A size may be zero or negative, as far as is known.
    #[error(
        "mode {mode} is no size, which is at least 1: {undecided}; what may be 0 is written max({size},1)"
    )]
    UnknownSize {
        /// The leaf's path, such as `0.1`.
        mode: String,
        /// The offending size.
        size: String,
        /// The condition.
        undecided: Undecided,
    },
    /// A coordinate that is nested more deeply than the shape, or has another number of modes.
    #[error("the coordinate {coordinate} does not fit the shape {shape}: {mode} takes {fits}, not {found}")]
    Coordinate {
        /// The coordinate.
        coordinate: String,
        /// The shape.
        shape: String,
        /// The mode in which they differ, such as `mode 1.0`; `it` if in the number of modes.
        mode: String,
        /// What would fit there.
        fits: String,
        /// What the coordinate has there.
        found: String,
    },
    /// Over [`MAX_LEAVES`] leaves.
    #[error("{0} leaves are too many; a layout has at most {MAX_LEAVES}")]
    TooManyLeaves(usize),
    /// Over [`MAX_DEPTH`] levels.
    #[error("nesting of {0} levels is too deep; a layout has at most {MAX_DEPTH}")]
    TooDeep(usize),
    /// Size, cosize or a compact stride of too many dynamic integers.
    #[error("{what}: {error}")]
    TooComplex {
        /// What is computed.
        what: &'static str,
        /// [`ExprError::TooComplex`].
        error: ExprError,
    },
    /// Size or cosize leaves 64 bits, or an expression explodes.
    #[error(transparent)]
    Expr(#[from] ExprError),
}

impl LayoutError {
    /// The error of an integer that is part of a layout; says of which, if it is too complex.
    pub(crate) fn of(what: &'static str) -> impl Fn(ExprError) -> Self {
        move |error| match error {
            ExprError::TooComplex => Self::TooComplex { what, error },
            error => Self::Expr(error),
        }
    }
}

/// What [`LayoutError::TooComplex`] names, here and below.
pub(crate) const SIZE: &str = "the size, the product of the sizes of all modes";
pub(crate) const COSIZE: &str = "the cosize, 1 more than the sum of (size - 1) times stride of all modes";
pub(crate) const COMPACT: &str = "a compact stride, the product of the sizes before it";
