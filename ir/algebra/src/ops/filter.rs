//! `filter_zeros`, `filter` and `nullspace`: modes that do not move.

use crate::layout::{Layout, LayoutError};
use crate::modes::structure::{StructureError, by_profile};
use crate::nested::tuple::{IntTuple, Profile};
use crate::ops::coalesce::{coalesce, from_modes};
use crate::ops::kinds::LayoutLike;
use crate::stride::Stride;
use layout_integer::Expr;

/// Modes with stride 0 get size 1; the layout loses its repetitions
/// (`cute/layout.hpp`, `filter_zeros`).
///
/// ```
/// use layout_algebra::{filter_zeros, Layout};
/// let l: Layout = "(9,4):(0,5)".parse().unwrap();
/// assert_eq!(filter_zeros(&l).unwrap().to_string(), "(1,4):(0,5)");
/// ```
///
/// # Errors
/// As [`Layout::new`].
pub fn filter_zeros<L: LayoutLike>(layout: &L) -> Result<L, LayoutError> {
    layout.on_domain(|layout| {
        let modes = layout.shape_leaves().iter().zip(layout.stride_leaves());
        let sizes = modes.map(|(s, d)| if d.is_zero() { Expr::ONE } else { s.clone() });
        let shape = IntTuple { profile: layout.profile().clone(), leaves: sizes.collect() };
        Layout::new(&shape, &layout.stride())
    })
}

/// The sizes of modes where `zeros` has a 0 become 1.
///
/// # Errors
/// [`StructureError`] unless `zeros` is nested like the shape, or less deeply.
pub fn filter_zeros_by<L: LayoutLike>(layout: &L, zeros: &IntTuple) -> Result<L, StructureError> {
    layout.on_domain(|layout| zeros_by(layout, zeros))
}

fn zeros_by<D: Stride>(layout: &Layout<D>, zeros: &IntTuple) -> Result<Layout<D>, StructureError> {
    if zeros.profile.is_leaf() {
        if !zeros.leaves[0].is(0) {
            return Ok(layout.clone());
        }
        let ones = layout.shape().try_map(|_| Ok::<_, LayoutError>(Expr::ONE))?;
        return Ok(Layout::new(&ones, &layout.stride())?);
    }
    let modes = layout.modes();
    if layout.profile().is_leaf() || modes.len() != zeros.rank() {
        return Err(StructureError::Ranks {
            a: layout.named(),
            rank_a: modes.len(),
            b: zeros.named(),
            rank_b: zeros.rank(),
        });
    }
    let modes: Vec<Layout<D>> =
        modes.iter().zip(zeros.modes()).map(|(m, z)| zeros_by(m, &z)).collect::<Result<_, _>>()?;
    Ok(Layout::concat(&modes)?)
}

/// The layout without repetitions, coalesced (`cute/layout.hpp`, `filter`).
///
/// ```
/// use layout_algebra::{filter, Layout};
/// let l: Layout = "(2,3,10,2):(2,16,0,1)".parse().unwrap();
/// assert_eq!(filter(&l).unwrap().to_string(), "(2,3,2):(2,16,1)");
/// ```
///
/// # Errors
/// As [`coalesce`].
pub fn filter<L: LayoutLike>(layout: &L) -> Result<L, LayoutError> {
    coalesce(&filter_zeros(layout)?)
}

/// [`filter`] of the modes that `profile` tells apart.
///
/// ```
/// use layout_algebra::{Layout, Profile, filter_by};
/// let l: Layout = "((2,4),(1,3)):((0,1),(5,4))".parse().unwrap();
/// assert_eq!(filter_by(&l, &Profile::flat(2)).unwrap().to_string(), "(4,3):(1,4)");
/// ```
///
/// # Errors
/// [`StructureError`].
pub fn filter_by<L: LayoutLike>(layout: &L, profile: &Profile) -> Result<L, StructureError> {
    layout.on_domain(|layout| by_profile(layout, profile, &filter))
}

/// [`coalesce`] of the modes that `profile` tells apart.
///
/// ```
/// use layout_algebra::{coalesce_by, Layout, Profile};
/// let l: Layout = "(2,(1,6)):(1,(6,2))".parse().unwrap();
/// assert_eq!(coalesce_by(&l, &Profile::flat(2)).unwrap().to_string(), "(2,6):(1,2)");
/// ```
///
/// # Errors
/// [`StructureError`].
pub fn coalesce_by<L: LayoutLike>(layout: &L, profile: &Profile) -> Result<L, StructureError> {
    layout.on_domain(|layout| by_profile(layout, profile, &coalesce))
}

/// The coordinates, as a layout of the domain, that the layout maps to 0
/// because their modes have stride 0 (`cute/layout.hpp`, `nullspace`).
///
/// ```
/// use layout_algebra::{nullspace, Layout};
/// let l: Layout = "(2,4,6):(1,2,0)".parse().unwrap();
/// assert_eq!(nullspace(&l).unwrap().to_string(), "6:8");
/// ```
///
/// # Errors
/// As [`Layout::new`].
pub fn nullspace<D: Stride>(layout: &Layout<D>) -> Result<Layout, LayoutError> {
    let mut position = Expr::ONE;
    let mut modes = Vec::new();
    for (size, stride) in layout.shape_leaves().iter().zip(layout.stride_leaves()) {
        if stride.is_zero() {
            modes.push((size.clone(), if size.is(1) { Expr::ZERO } else { position.clone() }));
        }
        position = position.mul(size)?;
    }
    from_modes(&modes)
}

/// The product of neighbouring sizes that are both known or both unknown at
/// compile time: CuTe's `coalesce` of a shape.
///
/// ```
/// use layout_algebra::{IntTuple, coalesce_shape};
/// let t = |text: &str| text.parse::<IntTuple>().unwrap();
/// assert_eq!(coalesce_shape(&t("(2,(1,6),4)")).unwrap().to_string(), "48");
/// ```
///
/// # Errors
/// As [`Expr::mul`].
pub fn coalesce_shape(shape: &IntTuple) -> Result<IntTuple, LayoutError> {
    let mut out: Vec<Expr> = Vec::new();
    for size in &shape.leaves {
        match out.last_mut() {
            Some(last) if last.as_const().is_some() == size.as_const().is_some() => *last = last.mul(size)?,
            _ => out.push(size.clone()),
        }
    }
    Ok(match out.as_slice() {
        [] => Expr::ONE.into(),
        [one] => one.clone().into(),
        _ => IntTuple::flat(out),
    })
}
