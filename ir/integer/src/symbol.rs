//! Symbols: dynamic integers, and what is known of them.

use std::fmt;

/// What is known of a symbol's value: a divisor and inclusive bounds.
///
/// Whoever binds a value to the symbol promises these; results are stated
/// only for values that keep the promise.
///
/// ```
/// use layout_integer::SymbolFacts;
/// let facts = SymbolFacts { div: 8, min: 1, max: 64 };
/// assert!(facts.admit(24) && !facts.admit(25) && facts.is_satisfiable());
/// assert_eq!(SymbolFacts::exactly(12).known(), Some(12));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SymbolFacts {
    /// A positive integer that divides the value; 1 says nothing.
    pub div: i64,
    /// The least value, inclusive; `i64::MIN` says nothing.
    pub min: i64,
    /// The greatest value, inclusive; `i64::MAX` says nothing.
    pub max: i64,
}

impl SymbolFacts {
    /// Nothing is known: a symbol that first appears in a stride or an offset.
    pub const NONE: Self = Self { div: 1, min: i64::MIN, max: i64::MAX };
    /// A size: at least one. A layout with an empty mode has no coordinates,
    /// so nothing is said about it.
    pub const SIZE: Self = Self { div: 1, min: 1, max: i64::MAX };

    /// One value and no other. The integer is dynamic all the same, as CuTe's dynamic
    /// integers are when a program that runs prints them.
    pub const fn exactly(value: i64) -> Self {
        let div = if value == 0 || value == i64::MIN { 1 } else { value.abs() };
        Self { div, min: value, max: value }
    }

    /// The value, if the bounds leave only one.
    pub const fn known(&self) -> Option<i64> {
        if self.min == self.max { Some(self.min) } else { None }
    }

    /// Whether `value` keeps the promise.
    pub fn admit(&self, value: i64) -> bool {
        value % self.div == 0 && self.min <= value && value <= self.max
    }

    /// Whether some integer satisfies all facts.
    pub fn is_satisfiable(&self) -> bool {
        if self.div < 1 {
            return false;
        }
        let first = i128::from(self.min).div_euclid(i128::from(self.div))
            + i128::from(self.min.rem_euclid(self.div) != 0);
        first * i128::from(self.div) <= i128::from(self.max)
    }
}

/// The numbers from here on are those of [`Symbol::of_value`].
const FIRST_VALUE: u32 = 1 << 31;

/// A dynamic integer: only run time tells its value.
///
/// Two symbols are the same integer exactly when their `id`s agree; within one
/// layout a symbol carries the same facts wherever it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Symbol {
    /// Identity; in a canonical layout the order of first appearance.
    pub id: u32,
    /// What is known of the value.
    pub facts: SymbolFacts,
}

impl Symbol {
    /// The symbol `id` with `facts`.
    pub const fn new(id: u32, facts: SymbolFacts) -> Self {
        Self { id, facts }
    }

    /// A symbol that stands for this value alone: a dynamic integer made of one that is
    /// known. It is no operand of anything; equal values are equal symbols.
    pub const fn of_value(value: i64) -> Self {
        // Two values may share a number; their facts tell them apart.
        Self { id: FIRST_VALUE | (value as u32 & (FIRST_VALUE - 1)), facts: SymbolFacts::exactly(value) }
    }

    /// The value, if the symbol is one that [`Symbol::of_value`] makes.
    pub fn own_value(self) -> Option<i64> {
        self.facts.known().filter(|_| self.id >= FIRST_VALUE)
    }
}

impl fmt::Display for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "s{}", self.id)
    }
}

/// The answer to a question about dynamic integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tri {
    /// True for all values the facts admit.
    Yes,
    /// False for all values the facts admit.
    No,
    /// The facts do not decide.
    Unknown,
}

impl From<bool> for Tri {
    fn from(value: bool) -> Self {
        if value { Self::Yes } else { Self::No }
    }
}
