//! What can be wrong with a text, and where.

use crate::layout::LayoutError;
use crate::nested::tuple::{MAX_DEPTH, MAX_LEAVES};
use crate::swizzle::SwizzleError;
use layout_integer::ExprError;

/// What is wrong with a text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseErrorKind {
    /// Something else stands there.
    #[error("expected {expected}, found {found}")]
    Expected {
        /// What would be right.
        expected: &'static str,
        /// What is there.
        found: String,
    },
    /// A layout behind a swizzle or another function, where a plain one is read.
    #[error("this is a composed layout; read it as an AnyLayout or a ComposedLayout")]
    Composed,
    /// An integer outside 64 bits.
    #[error("the integer {0} does not fit in 64 bits")]
    Integer(String),
    /// `sN` before the symbol's first appearance.
    #[error("{name} refers to symbol {index}, but {count} symbols precede it; `?` introduces one")]
    UnknownSymbol {
        /// As written.
        name: String,
        /// Its number.
        index: usize,
        /// Symbols so far.
        count: usize,
    },
    /// SymbolFacts on a symbol that already has some.
    #[error("facts stand where a symbol first appears; {0} has appeared before")]
    LateFacts(String),
    /// An unknown fact.
    #[error("unknown fact `{0}`; known are div, min and max")]
    UnknownFact(String),
    /// A fact that has been stated of the same symbol.
    #[error("the fact `{0}` stands here twice; state it once")]
    RepeatedFact(String),
    /// SymbolFacts that no integer satisfies.
    #[error("no integer satisfies these facts (div={div}, min={min}, max={max})")]
    Unsatisfiable {
        /// Divisor.
        div: i64,
        /// Lower bound.
        min: i64,
        /// Upper bound.
        max: i64,
    },
    /// Over [`MAX_DEPTH`].
    #[error("nesting deeper than {MAX_DEPTH} levels")]
    TooDeep,
    /// Over [`MAX_LEAVES`].
    #[error("more than {MAX_LEAVES} integers")]
    TooManyLeaves,
    /// See [`SwizzleError`].
    #[error(transparent)]
    Swizzle(#[from] SwizzleError),
    /// See [`LayoutError`].
    #[error(transparent)]
    Layout(#[from] LayoutError),
}

/// A parse error at a byte offset of the text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("at byte {offset}: {kind}")]
pub struct ParseError {
    /// Where, in bytes from the start.
    pub offset: usize,
    /// What.
    pub kind: ParseErrorKind,
}

impl From<ExprError> for ParseErrorKind {
    fn from(error: ExprError) -> Self {
        Self::Layout(error.into())
    }
}
