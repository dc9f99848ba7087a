//! What the variables of a rule stand for.

use layout_integer::Facts;

/// What a variable stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Domain {
    /// Any integer, unknown.
    Int,
    /// A natural number, unknown.
    Natural,
    /// A positive integer, unknown.
    Size,
    /// A constant, negative or not.
    Constant,
    /// A natural constant.
    Mask,
    /// A constant of any sign, as bits.
    Bits,
    /// A positive constant.
    Positive,
    /// A constant in a range.
    Exponent(i64, i64),
    /// Any layout.
    Layout,
    /// A layout with few small modes.
    Tile,
    /// A layout whose values are `[0, size)`.
    Bijection,
}

impl Domain {
    /// Whether the variable is a constant of the program.
    pub fn is_constant(self) -> bool {
        matches!(self, Self::Constant | Self::Mask | Self::Bits | Self::Positive | Self::Exponent(..))
    }

    /// Whether every value that satisfies the facts is in the domain. An exponent has no
    /// upper end: rules are proved for some of them and hold for all.
    pub fn holds(self, facts: &Facts) -> bool {
        let constant = |least: i64| facts.as_const().is_some_and(|c| c >= least);
        match self {
            Self::Int => true,
            Self::Natural => facts.lo >= 0,
            Self::Size => facts.lo >= 1,
            Self::Constant | Self::Bits => constant(i64::MIN),
            Self::Mask => constant(0),
            Self::Positive => constant(1),
            Self::Exponent(least, _) => constant(if least < 0 { i64::MIN } else { 0 }),
            Self::Layout | Self::Tile | Self::Bijection => false,
        }
    }

    /// Whether the variable is a layout.
    pub fn is_layout(self) -> bool {
        matches!(self, Self::Layout | Self::Tile | Self::Bijection)
    }
}
