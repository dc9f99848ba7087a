//! Why an operation has no results.

/// Why an operation has no results.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Stop {
    /// The operation's documentation calls it undefined behaviour.
    #[error("undefined behaviour: {0}")]
    Undefined(String),
    /// The interpreter does not know the operation, or not with these operands.
    #[error("unsupported: {0}")]
    Unsupported(String),
}

impl Stop {
    /// Undefined behaviour.
    pub fn undefined(why: impl Into<String>) -> Self {
        Self::Undefined(why.into())
    }

    /// An operation that the interpreter does not know.
    pub fn unsupported(what: impl Into<String>) -> Self {
        Self::Unsupported(what.into())
    }
}
