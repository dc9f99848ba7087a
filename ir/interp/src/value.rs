//! [`Value`]: what an SSA value is while a program runs.

use std::fmt;
use std::sync::Arc;

use crate::int::Int;
use crate::layout::LayoutValue;
use crate::memory::View;

/// The value of an SSA value.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// The result of an operation whose promise was broken. Computing with it gives
    /// poison again; deciding or addressing by it is undefined behaviour.
    Poison,
    /// An integer or an index.
    Int(Int),
    /// A floating-point number.
    Float(Float),
    /// A vector of one dimension.
    Vector(Arc<[Value]>),
    /// A layout.
    Layout(Arc<LayoutValue>),
    /// A memref.
    Memref(Arc<View>),
    /// A function, by its symbol.
    Function(Arc<str>),
}

/// A floating-point number of 32 or 64 bits; of other formats the interpreter knows
/// constants and copies, which it holds as the nearest number of 64 bits.
#[derive(Clone, Copy, Debug)]
pub struct Float {
    /// The number of bits.
    pub width: u32,
    /// The number.
    pub value: f64,
}

impl PartialEq for Float {
    /// The same number, or both not a number.
    fn eq(&self, other: &Self) -> bool {
        let same = self.value.to_bits() == other.value.to_bits();
        self.width == other.width && (same || (self.value.is_nan() && other.value.is_nan()))
    }
}

impl Value {
    /// The truth value as an `i1`.
    pub fn bool(value: bool) -> Self {
        Self::Int(Int::bool(value))
    }

    /// Whether it is poison as a whole.
    pub fn is_poison(&self) -> bool {
        matches!(self, Self::Poison)
    }

    /// The integer, if it is one.
    pub fn int(&self) -> Option<Int> {
        match self {
            Self::Int(i) => Some(*i),
            _ => None,
        }
    }
}

impl From<Int> for Value {
    fn from(value: Int) -> Self {
        Self::Int(value)
    }
}

/// Poison for `None`: what an operation with a promise returns.
impl From<Option<Int>> for Value {
    fn from(value: Option<Int>) -> Self {
        value.map_or(Self::Poison, Self::Int)
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Poison => f.write_str("poison"),
            Self::Int(i) => i.fmt(f),
            Self::Float(x) => x.value.fmt(f),
            Self::Vector(elements) => {
                f.write_str("[")?;
                for (i, element) in elements.iter().enumerate() {
                    write!(f, "{}{element}", if i > 0 { ", " } else { "" })?;
                }
                f.write_str("]")
            }
            Self::Layout(layout) => layout.fmt(f),
            Self::Memref(view) => view.fmt(f),
            Self::Function(name) => write!(f, "@{name}"),
        }
    }
}
