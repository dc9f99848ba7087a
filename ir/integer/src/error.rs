//! Why an expression has no value.

use crate::expr::{MAX_EXPR_DEPTH, MAX_TERMS};
use crate::undecided::Undecided;

/// Why an integer expression has no value.
///
/// ```
/// use layout_integer::{Expr, ExprError, SymbolFacts, Symbol};
/// let most = Expr::from(i64::MAX);
/// assert!(matches!(most.add(&1.into()), Err(ExprError::Overflow(_))));
/// let error = most.floordiv(&0.into()).unwrap_err();
/// assert_eq!(error.to_string(), "division by 0; a divisor must be positive");
/// let stride = Expr::from(Symbol::new(0, SymbolFacts::NONE));
/// let error = most.floordiv(&stride).unwrap_err().to_string();
/// assert_eq!(error, "division: whether s0 >= 1 is not known; state it as a fact, such as s0{min=1}");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ExprError {
    /// A coefficient left the 64-bit range.
    #[error("integer overflow: {0} does not fit in 64 bits")]
    Overflow(String),
    /// More than [`MAX_TERMS`] terms or deeper than [`MAX_EXPR_DEPTH`].
    #[error("expression too complex (more than {MAX_TERMS} terms or {MAX_EXPR_DEPTH} levels)")]
    TooComplex,
    /// Division by zero or by a negative number.
    #[error("division by {0}; a divisor must be positive")]
    Divisor(String),
    /// Division by an expression that may be zero or negative.
    #[error("division: {0}")]
    Undecided(#[from] Undecided),
    /// Division of shapes of which neither divides the other.
    #[error("neither does {by} divide {number} nor {number} {by}")]
    Indivisible {
        /// What is divided.
        number: String,
        /// By what.
        by: String,
    },
    /// An integer that must be known, and is not.
    #[error("{0} is not known; this operation needs its value")]
    Unknown(String),
    /// A value for a symbol whose divisor does not divide it.
    #[error("{value} cannot take the place of {symbol}, which {div} divides")]
    Fact {
        /// The value.
        value: String,
        /// The symbol.
        symbol: String,
        /// The divisor that its facts promise.
        div: i64,
    },
}

pub(crate) fn overflow(what: String) -> ExprError {
    ExprError::Overflow(what)
}
