//! Layouts whose unknowns all have known values: decided by value, kept dynamic.

use layout_integer::{Expr, pinned};

use crate::layout::{Layout, LayoutError};
use crate::stride::Stride;

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
    let known = |e: &Expr| e.as_const().map_or_else(|| e.clone(), pinned);
    Layout::from_parts(
        layout.profile().clone(),
        layout.shape_leaves().iter().map(known).collect(),
        layout.stride_leaves().iter().map(|d| d.map(&known)).collect(),
    )
}
