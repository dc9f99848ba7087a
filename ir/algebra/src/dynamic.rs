//! Dynamic integers whose values are known, as CuTe's notation has them: what they
//! decide is decided by value, and the result is dynamic again.

use layout_integer::{Expr, Symbol};

use crate::layout::{Layout, LayoutError};
use crate::stride::Stride;

/// A dynamic integer of this value.
pub(crate) fn dynamic(value: i64) -> Expr {
    Symbol::of_value(value).into()
}

/// The layout with every symbol replaced by its value, if the facts leave each only one.
pub(crate) fn with_known_values<D: Stride>(layout: &Layout<D>) -> Option<Layout<D>> {
    let mut all_known = true;
    layout.for_each_symbol(&mut |s| all_known &= s.facts.known().is_some());
    if !all_known {
        return None;
    }
    layout.substitute(&|s| Expr::Const(s.facts.min)).ok()
}

/// The layout with every integer dynamic.
pub(crate) fn made_dynamic<D: Stride>(layout: &Layout<D>) -> Result<Layout<D>, LayoutError> {
    let of_value = |e: &Expr| e.as_const().map_or_else(|| e.clone(), dynamic);
    Layout::from_parts(
        layout.profile().clone(),
        layout.shape_leaves().iter().map(of_value).collect(),
        layout.stride_leaves().iter().map(|d| d.map(&of_value)).collect(),
    )
}
