//! Slices of layouts.

use crate::composed::{AnyLayout, ComposedLayout, Outer};
use crate::dynamic::dynamic;
use crate::dynamic::with_known_values;
use crate::layout::Layout;
use crate::modes::slice::{SliceCoord, dice, keep, slice_offset};
use crate::modes::structure::StructureError;
use crate::ops::coalesce::from_modes;
use crate::ops::composition::composition;
use crate::ops::kinds::LayoutLike;
use crate::ops::swizzled::table;
use crate::stride::Stride;
use crate::swizzle::Swizzle;
use layout_integer::Expr;

type Result<T> = std::result::Result<T, StructureError>;

/// The layout of the modes that the coordinate keeps (`_`), nested as it is
/// (`cute/layout.hpp`, `slice`).
///
/// ```
/// use layout_algebra::{Layout, SliceCoord, cute, slice};
/// let layout: Layout = "((2,4),3):((1,2),8)".parse().unwrap();
/// let coord: SliceCoord = cute::parse("((_,_0),_)", 0).unwrap();
/// assert_eq!(slice(&coord, &layout).unwrap().to_string(), "(2,3):(1,8)");
/// ```
///
/// # Errors
/// As [`slice_and_offset`].
pub fn slice<L: Slice>(coord: &SliceCoord, layout: &L) -> Result<L> {
    Ok(layout.slice(coord)?.0)
}

/// The [`slice`](fn@slice) of a layout and the value of its first element, whose sum with
/// the slice's values gives the layout's (`cute/swizzle_layout.hpp`,
/// `slice_and_offset`). A slice whose coordinates leave the bits that a swizzle
/// reads, or those it changes, alone is plain.
///
/// ```
/// use layout_algebra::{AnyLayout, IntTuple, slice_and_offset};
/// let l = |text: &str| text.parse::<AnyLayout>().unwrap();
/// let row = IntTuple::flat([Some(2.into()), None]);
/// for (layout, slice, offset) in [
///     ("(4,8):(8,1)", "(8):(1)", 16),
///     ("S<3,0,3> o 0 o (8,8):(8,1)", "((2,2,2)):((1,-2,4))", 18),
/// ] {
///     let (rest, first) = slice_and_offset(&row, &l(layout)).unwrap();
///     assert_eq!((rest.to_string().as_str(), first), (slice, offset.into()));
/// }
/// ```
///
/// # Errors
/// [`StructureError`] unless the coordinate fits the shape.
pub fn slice_and_offset<L: Slice>(coord: &SliceCoord, layout: &L) -> Result<(L, L::Stride)> {
    layout.slice(coord)
}

/// A layout that can be sliced.
pub trait Slice: LayoutLike {
    /// See [`slice_and_offset`].
    ///
    /// # Errors
    /// As there.
    fn slice(&self, coord: &SliceCoord) -> Result<(Self, Self::Stride)>;
}

impl<D: Stride> Slice for Layout<D> {
    fn slice(&self, coord: &SliceCoord) -> Result<(Self, D)> {
        Ok((keep(coord, self)?, slice_offset(coord, self)?))
    }
}

impl Slice for AnyLayout {
    fn slice(&self, coord: &SliceCoord) -> Result<(Self, Expr)> {
        match self {
            Self::Plain(l) => l.slice(coord).map(|(slice, offset)| (slice.into(), offset)),
            Self::Composed(c) => composed(coord, c),
        }
    }
}

fn composed(coord: &SliceCoord, c: &ComposedLayout) -> Result<(AnyLayout, Expr)> {
    let kept = keep(coord, &c.inner)?;
    let start = slice_offset(coord, &c.inner)?;
    let inside = |offset: &Expr| AnyLayout::composed(c.outer.clone(), offset.clone(), kept.clone());
    let whole = (inside(&c.offset.add(&start)?), Expr::ZERO);
    let Outer::Swizzle(swizzle) = c.outer else { return Ok(whole) };
    if coord.leaves.iter().all(Option::is_none) {
        return Ok((inside(&c.offset), Expr::ZERO));
    }
    let Some(values) = table(&whole.0) else { return Ok(whole) };
    // The bits the swizzle sees stay inside, the others become the offset.
    let Some(known_start) = start.known() else { return Ok(whole) };
    let sees = swizzle.source_mask() | swizzle.target_mask();
    let is_dynamic = dice(coord, &c.inner).is_ok() && start.as_const().is_none();
    let make = |v: i64| if is_dynamic { dynamic(v) } else { v.into() };
    let (inner_bits, outer_bits) = (known_start & sees, known_start & !sees);
    let Some(phase) = c.offset.known().map(|o| o ^ inner_bits) else { return Ok(whole) };
    let phase_dynamic = c.offset.as_const().is_none() || (is_dynamic && inner_bits != 0);
    let phase_expr = if phase_dynamic { dynamic(phase) } else { phase.into() };
    let matches = |candidate: &AnyLayout, offset: i64| {
        table(candidate).is_some_and(|t| t.iter().zip(&values).all(|(x, v)| x + offset == *v))
    };
    let reached = with_known_values(&kept).and_then(|l| table(&l.into())).unwrap_or_default();
    let active = reached.iter().fold(0, |a, v| a | (v & sees));
    let hits_both = active & swizzle.apply(active) != active || {
        let moved = if swizzle.shift() >= 0 { active >> swizzle.shift() } else { active << -swizzle.shift() };
        moved & active & swizzle.target_mask() != 0
    };
    if hits_both {
        let candidate = inside(&phase_expr);
        if matches(&candidate, outer_bits) {
            return Ok((candidate, make(outer_bits)));
        }
        return Ok(whole);
    }
    let Some(candidate) = unswizzled_slice(swizzle, phase, is_dynamic, &kept) else { return Ok(whole) };
    let offset = swizzle.apply(phase) + outer_bits;
    let candidate = AnyLayout::Plain(candidate);
    if matches(&candidate, offset) {
        let dynamic_offset = is_dynamic || c.offset.as_const().is_none();
        return Ok((candidate, if dynamic_offset { dynamic(offset) } else { offset.into() }));
    }
    Ok(whole)
}

/// The slice with the swizzle, at a fixed phase, written into its strides: a bit
/// that is read moves by `Y ± Z`, a bit that is changed by `± Z`.
fn unswizzled_slice(swizzle: Swizzle, phase: i64, is_dynamic: bool, kept: &Layout) -> Option<Layout> {
    let (y, z) = (swizzle.source_mask(), swizzle.target_mask());
    let (low_y, low_z) = (y & y.wrapping_neg(), z & z.wrapping_neg());
    let make = |v: i64| if is_dynamic { dynamic(v) } else { Expr::Const(v) };
    let changed = |i: u32| if phase & (low_y << i) == 0 { low_z << i } else { -(low_z << i) };
    let read = |i: u32| if phase & (low_z << i) == 0 { (low_y + low_z) << i } else { (low_y - low_z) << i };
    let field = |is_target: bool| -> Vec<(Expr, Expr)> {
        let stride = |i| make(if is_target { changed(i) } else { read(i) });
        (0..swizzle.bits()).map(|i| (2.into(), stride(i))).collect()
    };
    let (b, m, s) = (swizzle.bits(), swizzle.base(), swizzle.shift().unsigned_abs());
    let mut modes = vec![(Expr::Const(1 << m), Expr::ONE)];
    modes.extend(field(low_z < low_y));
    modes.push((Expr::Const(1 << (s - b)), Expr::Const(1 << (m + b))));
    modes.extend(field(low_z > low_y));
    modes.push((Expr::ONE, Expr::Const(1 << (m + b + s))));
    let unfolded = from_modes(&modes).ok()?;
    composition(&unfolded, kept).ok()
}
