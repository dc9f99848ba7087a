//! What is wrong with an operation that ODS lets pass.

use layout_algebra::LayoutError;

use crate::outside::Outside;

/// Why an operation is none. The messages stand behind "'layout.…' op".
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum VerifyError {
    /// `!layout<*>` cannot be made.
    #[error("cannot make the unknown layout '*'; give its shape and stride")]
    Unknown,
    /// A value for each symbol.
    #[error("binds {values} values, but '{type}' has {symbols} symbols")]
    Symbols {
        /// The values given.
        values: usize,
        /// The type of the layout.
        r#type: String,
        /// Its symbols.
        symbols: usize,
    },
    /// A range given by two means.
    #[error("takes the range as an integer or as a layout, not both")]
    RangeTwice,
    /// An index for each `?`.
    #[error("has {indices} indices for the coordinate {coordinate}, which takes {arity}")]
    Indices {
        /// The indices given.
        indices: usize,
        /// The coordinate.
        coordinate: String,
        /// Its `?`.
        arity: usize,
    },
    /// The coordinate is malformed or missing.
    #[error("has no well-formed coordinate")]
    NoCoordinate,
    /// The coordinate does not fit the layout.
    #[error(transparent)]
    Misfit(#[from] LayoutError),
    /// A literal of the coordinate that its mode does not have.
    #[error("{0}; its index would be poison")]
    Outside(#[from] Outside),
}
