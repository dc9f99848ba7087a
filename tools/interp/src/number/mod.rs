//! Integers of a width, and numbers that know how far from the exact result they may be.

mod float;
mod int;

use std::fmt;

pub use float::{Float, Format};
pub use int::Int;

/// One integer or number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Scalar {
    /// An integer.
    Int(Int),
    /// A number.
    Float(Float),
    /// What a broken promise makes, and memory that nobody wrote.
    Poison,
}

impl From<Int> for Scalar {
    fn from(value: Int) -> Self {
        Self::Int(value)
    }
}

impl From<Float> for Scalar {
    fn from(value: Float) -> Self {
        Self::Float(value)
    }
}

impl fmt::Display for Scalar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Int(int) => write!(f, "{}", int.signed()),
            Self::Float(float) => write!(f, "{}", float.value),
            Self::Poison => write!(f, "poison"),
        }
    }
}
