//! Conditions that the facts do not decide.

use std::fmt;

use crate::expr::Expr;
use crate::symbol::SymbolFacts;

/// A condition on dynamic integers that the facts do not decide.
///
/// ```
/// use layout_integer::{Expr, SymbolFacts, Symbol, Undecided};
/// let m = Expr::from(Symbol::new(0, SymbolFacts::SIZE));
/// let error = Undecided::divides(&128.into(), &m).to_string();
/// assert_eq!(error, "whether 128 divides s0 is not known; state it as a fact, such as s0{div=128}");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct Undecided(pub(crate) Condition);

/// The integers that the condition is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Condition {
    /// The first divides the second.
    Divides(Expr, Expr),
    /// The first is at most the second.
    AtMost(Expr, Expr),
    /// The first is at most the second, or what stands third divides the last.
    AtMostOrDivides([Expr; 4]),
    /// Something else, in words.
    Other(String),
}

impl fmt::Display for Undecided {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "whether {} is not known", self.condition())?;
        let Some(symbol) = self.fact() else { return Ok(()) };
        let SymbolFacts { div, min, max } = symbol.facts;
        write!(f, "; state it as a fact, such as {symbol}{{")?;
        match (div, min) {
            (1, i64::MIN) => write!(f, "max={max}}}"),
            (1, _) => write!(f, "min={min}}}"),
            _ => write!(f, "div={div}}}"),
        }
    }
}

impl Undecided {
    /// Whether `divisor` divides `number`.
    pub fn divides(divisor: &Expr, number: &Expr) -> Self {
        Self(Condition::Divides(divisor.clone(), number.clone()))
    }

    /// Whether `a <= b`.
    pub fn at_most(a: &Expr, b: &Expr) -> Self {
        Self(Condition::AtMost(a.clone(), b.clone()))
    }

    /// Whether `a <= b`, or `divisor` divides `number`: either would do.
    pub fn at_most_or_divides(a: &Expr, b: &Expr, divisor: &Expr, number: &Expr) -> Self {
        Self(Condition::AtMostOrDivides([a, b, divisor, number].map(Expr::clone)))
    }

    /// A condition in words, which no single fact is known to decide.
    pub fn other(condition: String) -> Self {
        Self(Condition::Other(condition))
    }

    /// The condition, symbols written `sN` by their numbers.
    pub fn condition(&self) -> String {
        let at_most = |a: &Expr, b: &Expr| match a.known() {
            Some(a) => format!("{} >= {a}", b.named()),
            None => format!("{} <= {}", a.named(), b.named()),
        };
        let divides = |a: &Expr, b: &Expr| format!("{} divides {}", a.named(), b.named());
        match &self.0 {
            Condition::Divides(a, b) => divides(a, b),
            Condition::AtMost(a, b) => at_most(a, b),
            Condition::AtMostOrDivides([a, b, c, d]) => format!("{} or {}", at_most(a, b), divides(c, d)),
            Condition::Other(text) => text.clone(),
        }
    }
}
