//! What two layouts have in common, and how far apart values lie: vectors, alignment.

use crate::integer::expr::{Expr, ExprError};
use crate::layout::{Layout, LayoutError};
use crate::nested::tuple::{IntTuple, Leaves};
use crate::nested::tuple_math::common_divisor;
use crate::ops::coalesce::{coalesce, coalesce_modes, from_modes};
use crate::ops::composition::{CompositionError, composition};
use crate::ops::construct::compact_col_major;
use crate::ops::inverse::{InverseError, right_inverse};

/// Why nothing common is found.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CommonError {
    /// See [`InverseError`].
    #[error(transparent)]
    Inverse(#[from] InverseError),
    /// See [`CompositionError`].
    #[error(transparent)]
    Composition(#[from] CompositionError),
    /// See [`LayoutError`].
    #[error(transparent)]
    Layout(#[from] LayoutError),
}

impl From<ExprError> for CommonError {
    fn from(error: ExprError) -> Self {
        Self::Layout(error.into())
    }
}

/// A layout `R` of coordinates on which both layouts count up: `A(R(i)) = B(R(i)) = i`.
/// The largest whose size is known at compile time (`cute/layout.hpp`,
/// `max_common_layout`); where A does not compose with B's whole inverse, the
/// largest part of the inverse with which it does.
///
/// ```
/// use layout_algebra::{max_common_layout, Layout};
/// let a: Layout = "((2,2),(2,2)):((8,2),(4,1))".parse().unwrap();
/// let b: Layout = "((2,2),(2,2)):((4,2),(8,1))".parse().unwrap();
/// assert_eq!(max_common_layout(&a, &b).unwrap().to_string(), "(2,2):(8,2)");
/// ```
///
/// # Errors
/// [`CommonError`].
pub fn max_common_layout(a: &Layout, b: &Layout) -> Result<Layout, CommonError> {
    let inverse = right_inverse(b)?;
    let inverse = match contiguous(a, &inverse) {
        Ok(vector) => return cut(&inverse, &vector),
        Err(_) => coalesce_modes(&inverse, false)?,
    };
    // The longest part that composes: whole modes, then a divisor of the next.
    for whole in (0..inverse.len()).rev() {
        let (size, stride) = &inverse[whole];
        let sizes = size.as_const().map_or(1..=1, |n| 1..=n.clamp(1, 1 << 12));
        for part in sizes.rev().filter(|p| size.as_const().is_none_or(|n| n % p == 0)) {
            let mut modes = inverse[..whole].to_vec();
            modes.push((part.into(), stride.clone()));
            let candidate = coalesce(&from_modes(&modes)?)?;
            if let Ok(vector) = contiguous(a, &candidate) {
                return cut(&candidate, &vector);
            }
        }
    }
    Ok(Layout::unit_mode())
}

/// The length of the run `0, 1, 2, …` with which `A ∘ R` begins, if it is known.
fn contiguous(a: &Layout, inverse: &Layout) -> Result<Expr, CommonError> {
    let common = coalesce(&composition(a, inverse)?)?;
    let (size, stride) = (&common.shape_leaves()[0], &common.stride_leaves()[0]);
    Ok(if size.as_const().is_some() && stride.is(1) { size.clone() } else { Expr::ONE })
}

fn cut(inverse: &Layout, vector: &Expr) -> Result<Layout, CommonError> {
    if vector.is(1) {
        return Ok(Layout::unit_mode());
    }
    Ok(composition(inverse, &Layout::mode1(vector.clone(), Expr::ONE)?)?)
}

/// The number of elements that lie contiguously in both layouts, at the same
/// coordinates: how wide a copy between them may be (`max_common_vector`).
///
/// ```
/// use layout_algebra::{max_common_vector, Expr, Layout};
/// let a: Layout = "(4,4):(1,4)".parse().unwrap();
/// let b: Layout = "((2,2),4):((1,8),2)".parse().unwrap();
/// assert_eq!(max_common_vector(&a, &b).unwrap(), Expr::from(2));
/// ```
///
/// # Errors
/// [`CommonError`].
pub fn max_common_vector(a: &Layout, b: &Layout) -> Result<Expr, CommonError> {
    Ok(max_common_layout(a, b)?.size()?)
}

/// The largest size, known at compile time, of which all runs of the layout's
/// image start at a multiple: the alignment in elements (`max_alignment`).
///
/// ```
/// use layout_algebra::{max_alignment, Layout};
/// let l: Layout = "(3,(8,4)):(64,(1,16))".parse().unwrap();
/// assert_eq!(max_alignment(&l).unwrap(), 8);
/// ```
///
/// # Errors
/// As [`coalesce`].
pub fn max_alignment(layout: &Layout) -> Result<i64, CommonError> {
    // Modes that continue one another from stride 1 on are one run; every other
    // stride is a distance between runs. Unknown ones say nothing, as in CuTe.
    let mut modes: Vec<(i64, i64)> = Vec::new();
    for (size, stride) in coalesce_modes(layout, false)? {
        let stride = stride.as_const().unwrap_or(0);
        modes.push((size.as_const().unwrap_or(1), stride));
    }
    let mut run = 1i64;
    while let Some(at) =
        (0..modes.len()).filter(|i| modes[*i].1 == run && modes[*i].0 > 1).max_by_key(|i| modes[*i].0)
    {
        run = run.saturating_mul(modes.remove(at).0);
    }
    Ok(modes.iter().filter(|m| m.0 > 1).fold(run, |g, m| common_divisor(g, m.1)))
}

/// A layout of the domain of `shape` with as much of `count` as divides its
/// sizes, mode after mode: how `count` workers share it (`domain_distribute`).
///
/// ```
/// use layout_algebra::{domain_distribute, Expr, IntTuple};
/// let shape: IntTuple = "(4,32)".parse().unwrap();
/// assert_eq!(domain_distribute(&shape, 6).unwrap().to_string(), "2:1");
/// ```
///
/// # Errors
/// [`ExprError::Unknown`] for an unknown size.
pub fn domain_distribute(shape: &IntTuple, count: i64) -> Result<Layout, CommonError> {
    let mut left = count;
    let mut sizes = Leaves::new();
    for size in &shape.leaves {
        let size = size.as_const().ok_or_else(|| ExprError::Unknown(size.named()))?;
        let share = common_divisor(size, left).max(1);
        sizes.push(share.into());
        left /= share;
    }
    let flat = IntTuple::flat(shape.leaves.iter().cloned());
    let stride = compact_col_major(&flat, &Expr::ONE)?;
    Ok(coalesce(&Layout::new(&IntTuple::flat(sizes), &stride)?)?)
}

/// The greatest common divisor of all values of a layout and `base`: the
/// alignment of every access that starts at a coordinate.
///
/// # Errors
/// [`ExprError::Divisor`] if a stride is not known.
pub fn value_divisor(layout: &Layout, base: i64) -> Result<i64, CommonError> {
    let mut out = base;
    for (size, stride) in layout.shape_leaves().iter().zip(layout.stride_leaves()) {
        if size.is(1) {
            continue;
        }
        out = common_divisor(out, stride.content());
    }
    Ok(out)
}
