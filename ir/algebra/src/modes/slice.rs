//! Slices: the modes that a coordinate with `_` keeps, and what it leaves out.

use crate::layout::{Layout, LayoutError};
use crate::modes::crd2idx::{crd2idx_layout, mismatch};
use crate::modes::structure::StructureError;
use crate::nested::tuple::IntTuple;
use crate::stride::Stride;
use layout_integer::Expr;

type Result<T> = std::result::Result<T, StructureError>;

/// A coordinate in which `_` (`None`) keeps a mode, as in `(2,_)`.
pub type SliceCoord = IntTuple<Option<Expr>>;

/// The layout of the modes that the coordinate keeps (`_`).
///
/// # Errors
/// [`StructureError`] unless the coordinate fits the shape.
pub(crate) fn keep<D: Stride>(coord: &SliceCoord, layout: &Layout<D>) -> Result<Layout<D>> {
    sift(coord, layout, true)
}

/// The layout of the modes that the coordinate fixes: what a slice leaves out.
///
/// ```
/// use layout_algebra::{IntTuple, Layout, dice};
/// let l = |text: &str| text.parse::<Layout>().unwrap();
/// let row = IntTuple::flat([Some(2.into()), None]);
/// assert_eq!(dice(&row, &l("(4,8):(8,1)")).unwrap().to_string(), "(4):(8)");
/// ```
///
/// # Errors
/// [`StructureError`] unless the coordinate fits the shape.
pub fn dice<D: Stride>(coord: &SliceCoord, layout: &Layout<D>) -> Result<Layout<D>> {
    sift(coord, layout, false)
}

fn sift<D: Stride>(coord: &SliceCoord, layout: &Layout<D>, kept: bool) -> Result<Layout<D>> {
    if coord.profile.is_leaf() {
        return if coord.leaves[0].is_none() == kept { Ok(layout.clone()) } else { empty() };
    }
    let mut out = Vec::new();
    collect(coord, layout, kept, &mut out)?;
    Ok(Layout::concat(&out)?)
}

fn empty<D: Stride>() -> Result<Layout<D>> {
    let modes: [Layout<D>; 0] = [];
    Ok(Layout::concat(&modes)?)
}

/// The kept modes in order: a tuple of the coordinate spreads its kept modes.
fn collect<D: Stride>(
    coord: &SliceCoord,
    layout: &Layout<D>,
    kept: bool,
    out: &mut Vec<Layout<D>>,
) -> Result<()> {
    if coord.profile.is_leaf() {
        if coord.leaves[0].is_none() == kept {
            out.push(layout.clone());
        }
        return Ok(());
    }
    let modes = layout.modes();
    if layout.profile().is_leaf() || modes.len() != coord.rank() {
        let zeros: IntTuple = coord.try_map(|e| Ok::<_, LayoutError>(e.clone().unwrap_or(Expr::ZERO)))?;
        return Err(mismatch(&zeros, &layout.shape()));
    }
    modes.iter().zip(coord.modes()).try_for_each(|(m, c)| collect(&c, m, kept, out))
}

/// The value at the coordinate with its kept modes at 0.
///
/// ```
/// use layout_algebra::{IntTuple, Layout, slice_offset};
/// let l = |text: &str| text.parse::<Layout>().unwrap();
/// let row = IntTuple::flat([Some(2.into()), None]);
/// assert_eq!(slice_offset(&row, &l("(4,8):(8,1)")).unwrap(), 16.into());
/// ```
///
/// # Errors
/// [`StructureError`] unless the coordinate fits the shape.
pub fn slice_offset<D: Stride>(coord: &SliceCoord, layout: &Layout<D>) -> Result<D> {
    let zeros: IntTuple = coord.try_map(|e| Ok::<_, LayoutError>(e.clone().unwrap_or(Expr::ZERO)))?;
    crd2idx_layout(&zeros, layout)
}
