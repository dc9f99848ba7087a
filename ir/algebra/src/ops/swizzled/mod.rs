//! Operations on the values of swizzled and other composed layouts.
//!
//! What acts on the domain (divides, products, grouping, …) goes to the inner layout
//! ([`LayoutLike::on_domain`](crate::LayoutLike::on_domain)). What acts on values is first
//! tried the way CuTe does it, by moving the swizzle through a layout, then over F₂; either
//! is checked against the definition on the whole domain before it is returned.

mod composition;
mod inverse;
mod product;
mod recast;

use crate::composed::{AnyLayout, ComposedError, ComposedLayout, Outer};
use crate::dynamic::with_known_values;
use crate::layout::Layout;
use crate::ops::composition::{ENUMERATION_LIMIT, composition};
use crate::ops::recover::recover;
use crate::swizzle::Swizzle;

/// The values of all coordinates, with known integers taken at their value.
pub(super) fn table(layout: &AnyLayout) -> Option<Vec<i64>> {
    let layout = known(layout)?;
    let size = layout.size().ok()?.as_const()?;
    if size > ENUMERATION_LIMIT {
        return None;
    }
    (0..size).map(|i| layout.eval(i)).collect()
}

/// The layout with every pinned integer constant.
fn known(layout: &AnyLayout) -> Option<AnyLayout> {
    Some(match layout {
        AnyLayout::Plain(l) => AnyLayout::Plain(with_known_values(l)?),
        AnyLayout::Composed(c) => AnyLayout::Composed(ComposedLayout {
            outer: known_outer(&c.outer)?,
            offset: c.offset.known()?.into(),
            inner: with_known_values(&c.inner)?,
        }),
    })
}

fn known_outer(outer: &Outer) -> Option<Outer> {
    Some(match outer {
        Outer::Swizzle(s) => Outer::Swizzle(*s),
        Outer::Layout(l) => Outer::Layout(with_known_values(l)?),
        Outer::Chain(c) => known_outer(&c.outer)?.after(c.offset.known()?.into(), known_outer(&c.inner)?),
    })
}

/// `Sw' ∘ L` where it is `L ∘ Sw`: the swizzle moved through a layout by where
/// its bits go (`cute/swizzle_layout.hpp`, `composition(Layout, Swizzle)`).
fn moved_through(layout: &Layout, swizzle: Swizzle) -> Option<Swizzle> {
    if swizzle.bits() == 0 {
        return Some(swizzle);
    }
    let layout = with_known_values(layout)?;
    Swizzle::of_masks(layout.eval(swizzle.source_mask())?, layout.eval(swizzle.target_mask())?)
}

/// The layout of these values, with the profile of `domain`, whose coordinates they are of:
/// the candidate if it has them, or else one that is recovered from them.
fn matching(
    operation: impl Fn() -> String,
    values: &[i64],
    domain: &Layout,
    candidate: Option<AnyLayout>,
) -> Result<AnyLayout, ComposedError> {
    let has_values = |l: &AnyLayout| table(l).is_some_and(|t| t == values);
    if let Some(candidate) = candidate.filter(has_values) {
        return Ok(candidate);
    }
    let no_form = |why: String| ComposedError::NoForm { operation: operation(), why };
    let flat = recover(values).map_err(|e| no_form(e.to_string()))?;
    // What is recovered counts coordinates; the result has those of the domain.
    let domain = with_known_values(domain).unwrap_or_else(|| domain.clone());
    let counting = Layout::left(&domain.shape()).map_err(|e| no_form(e.to_string()))?;
    composition(&flat, &counting).map_err(|e| no_form(e.to_string()))
}

/// The swizzle that is the outer function.
fn swizzle_of(c: &ComposedLayout, operation: impl Fn() -> String) -> Result<Swizzle, ComposedError> {
    match c.outer {
        Outer::Swizzle(s) => Ok(s),
        _ => Err(ComposedError::NoForm {
            operation: operation(),
            why: "the outer function is no swizzle".into(),
        }),
    }
}
