//! Layouts whose unknowns all have known values: decided by value, kept dynamic.

use crate::integer::expr::Expr;
use crate::integer::symbol::{Facts, Symbol};
use crate::layout::{Layout, LayoutError};
use crate::stride::Stride;

/// Symbols from here on stand for values alone: equal values, equal symbols.
const FIRST: u32 = 1 << 31;

/// A dynamic integer of this value.
pub(crate) fn dynamic(value: i64) -> Expr {
    // Two values may share a number; their facts tell them apart.
    Symbol::new(FIRST | (value as u32 & (FIRST - 1)), Facts::pinned(value)).into()
}

/// The value of a symbol that stands for it alone.
pub(crate) fn value(symbol: Symbol) -> Option<i64> {
    symbol.facts.known().filter(|_| symbol.id >= FIRST)
}

/// The layout with every symbol replaced by its value, if all are pinned.
pub(crate) fn concrete<D: Stride>(layout: &Layout<D>) -> Option<Layout<D>> {
    let mut pinned = true;
    layout.for_each_symbol(&mut |s| pinned &= s.facts.min == s.facts.max);
    if !pinned {
        return None;
    }
    layout.substitute(&|s| Expr::Const(s.facts.min)).ok()
}

/// The layout with every leaf dynamic.
pub(crate) fn made_dynamic<D: Stride>(layout: &Layout<D>) -> Result<Layout<D>, LayoutError> {
    let known = |e: &Expr| e.as_const().map_or_else(|| e.clone(), dynamic);
    Layout::from_parts(
        layout.profile().clone(),
        layout.shape_leaves().iter().map(known).collect(),
        layout.stride_leaves().iter().map(|d| d.map(&known)).collect(),
    )
}
