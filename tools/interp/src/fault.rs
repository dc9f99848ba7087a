//! Why a run ends.

use crate::elementwise::Undefined;

/// What is wrong, before it is known where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Reason {
    /// The program has no meaning here: an access outside, a race, a division by zero.
    #[error("{0}")]
    Undefined(String),
    /// The interpreter does not know it.
    #[error("not supported by the interpreter: {0}")]
    Unsupported(String),
    /// What happens is decided by numbers that are too close to tell apart.
    #[error("not decided: {0}")]
    Unsure(String),
}

impl Reason {
    /// The program has no meaning.
    pub fn undefined(what: impl Into<String>) -> Self {
        Self::Undefined(what.into())
    }

    /// The interpreter does not know it.
    pub fn unsupported(what: impl Into<String>) -> Self {
        Self::Unsupported(what.into())
    }
}

impl From<Undefined> for Reason {
    fn from(undefined: Undefined) -> Self {
        Self::Undefined(undefined.0)
    }
}

/// What is wrong, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{at}: {reason}")]
pub struct Fault {
    /// The operation's place and name, and who ran it.
    pub at: String,
    /// What is wrong.
    pub reason: Reason,
}
