//! Integers known only at run time of which the value is known all the same.

use crate::expr::Expr;
use crate::symbol::{Facts, Symbol};

/// Symbols from here on stand for values alone: equal values, equal symbols.
const FIRST: u32 = 1 << 31;

/// A dynamic integer of this value.
pub fn pinned(value: i64) -> Expr {
    // Two values may share a number; their facts tell them apart.
    Symbol::new(FIRST | (value as u32 & (FIRST - 1)), Facts::pinned(value)).into()
}

/// The value of a symbol that stands for it alone.
pub fn pinned_value(symbol: Symbol) -> Option<i64> {
    symbol.facts.known().filter(|_| symbol.id >= FIRST)
}
