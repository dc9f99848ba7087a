//! Operations on swizzled and other composed layouts.
//!
//! What acts on the domain (divides, products, grouping, …) goes to the inner
//! layout. What acts on values is first tried the way CuTe does it, by moving
//! the swizzle through a layout, then over F₂; either is checked against the
//! definition on the whole domain before it is returned.

use crate::composed::{AnyLayout, AnyLayoutError, ComposedLayout, Outer};
use crate::f2::{F2Error, recover};
use crate::integer::expr::{Expr, ExprError};
use crate::integer::pinned::{concrete, dynamic};
use crate::layout::{Layout, LayoutError};
use crate::nested::coordinates::{SliceCoord, dice, slice, slice_offset};
use crate::nested::structure::StructureError;
use crate::nested::tuple_math::gcd;
use crate::ops::common::{CommonError, max_alignment, max_common_layout, value_divisor};
use crate::ops::complement::ComplementError;
use crate::ops::composition::{CompositionError, ENUMERATION_LIMIT, composition, composition_tiler};
use crate::ops::inverse::{InverseError, left_inverse, right_inverse};
use crate::ops::product::{ProductError, logical_product};
use crate::ops::recast::{RecastError, downcast, ratio, upcast};
use crate::swizzle::Swizzle;
use crate::tiler::Tiler;

/// Why an operation on a composed layout has no result.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SwizzledError {
    /// The result is neither a layout nor a swizzle of one.
    #[error("{operation}: the result is neither a layout nor a swizzle of one ({why})")]
    NoForm {
        /// The operation with its operands.
        operation: String,
        /// The condition that fails.
        why: String,
    },
    /// It takes more evaluations than [`ENUMERATION_LIMIT`], or values that are not known.
    #[error("{0}: cannot be decided; sizes and strides must be known and at most 2^20 coordinates")]
    Undecided(String),
    /// See [`CompositionError`].
    #[error(transparent)]
    Composition(#[from] CompositionError),
    /// See [`InverseError`].
    #[error(transparent)]
    Inverse(#[from] InverseError),
    /// See [`CommonError`].
    #[error(transparent)]
    Common(#[from] CommonError),
    /// See [`RecastError`].
    #[error(transparent)]
    Recast(#[from] RecastError),
    /// See [`ProductError`].
    #[error(transparent)]
    Product(#[from] ProductError),
    /// See [`ComplementError`].
    #[error(transparent)]
    Complement(#[from] ComplementError),
    /// See [`StructureError`].
    #[error(transparent)]
    Structure(#[from] StructureError),
    /// See [`AnyLayoutError`].
    #[error(transparent)]
    Any(#[from] AnyLayoutError),
    /// See [`F2Error`].
    #[error(transparent)]
    F2(#[from] F2Error),
    /// See [`LayoutError`].
    #[error(transparent)]
    Layout(#[from] LayoutError),
}

impl From<ExprError> for SwizzledError {
    fn from(error: ExprError) -> Self {
        Self::Layout(error.into())
    }
}

type Result<T> = std::result::Result<T, SwizzledError>;

/// The values of all coordinates, with known integers taken at their value.
fn table(layout: &AnyLayout) -> Option<Vec<i64>> {
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
        AnyLayout::Plain(l) => AnyLayout::Plain(concrete(l)?),
        AnyLayout::Composed(c) => AnyLayout::Composed(ComposedLayout {
            outer: known_outer(&c.outer)?,
            offset: c.offset.known()?.into(),
            inner: concrete(&c.inner)?,
        }),
    })
}

fn known_outer(outer: &Outer) -> Option<Outer> {
    Some(match outer {
        Outer::Swizzle(s) => Outer::Swizzle(*s),
        Outer::Layout(l) => Outer::Layout(concrete(l)?),
        Outer::Chain(c) => known_outer(&c.outer)?.after(c.offset.known()?.into(), known_outer(&c.inner)?),
    })
}

impl AnyLayout {
    /// `outer o offset o inner`; the layout itself under a swizzle of no bits
    /// at offset 0.
    ///
    /// ```
    /// use layout_algebra::{AnyLayout, Expr, Outer, Swizzle};
    /// let none = Outer::Swizzle(Swizzle::new(0, 4, 3).unwrap());
    /// let plain = AnyLayout::composed(none, Expr::ZERO, "8:1".parse().unwrap());
    /// assert_eq!(plain.to_string(), "8:1");
    /// ```
    pub fn composed(outer: Outer, offset: Expr, inner: Layout) -> Self {
        match outer {
            Outer::Swizzle(s) if s.bits() == 0 && offset.is(0) => Self::Plain(inner),
            outer => Self::Composed(ComposedLayout { outer, offset, inner }),
        }
    }

    /// Applies `f` to the layout of the domain: right for every operation that
    /// composes on the right.
    ///
    /// # Errors
    /// Those of `f`.
    pub fn on_domain<E>(
        &self,
        f: impl FnOnce(&Layout) -> std::result::Result<Layout, E>,
    ) -> std::result::Result<Self, E> {
        Ok(match self {
            Self::Plain(l) => Self::Plain(f(l)?),
            Self::Composed(c) => Self::composed(c.outer.clone(), c.offset.clone(), f(&c.inner)?),
        })
    }

    /// The swizzle, of no bits if there is none (CuTe's `get_swizzle_portion`).
    pub fn swizzle_portion(&self) -> Option<Swizzle> {
        match self {
            Self::Plain(_) => Swizzle::new(0, 4, 3).ok(),
            Self::Composed(ComposedLayout { outer: Outer::Swizzle(s), .. }) => Some(*s),
            Self::Composed(_) => None,
        }
    }
}

impl Swizzle {
    /// The swizzle that reads the bits `y` and changes the bits `z` (CuTe's
    /// `make_swizzle<Y,Z>`), if the two masks are those of one.
    ///
    /// ```
    /// use layout_algebra::Swizzle;
    /// assert_eq!(Swizzle::of_masks(56, 7), Swizzle::new(3, 0, 3).ok());
    /// assert_eq!(Swizzle::of_masks(5, 2), None);
    /// ```
    pub fn of_masks(y: i64, z: i64) -> Option<Self> {
        let (bits, m) = (y.count_ones(), y.trailing_zeros().min(z.trailing_zeros()));
        if y < 0 || z < 0 || bits != z.count_ones() {
            return None;
        }
        if bits == 0 {
            return Self::new(0, 0, 0).ok();
        }
        let shift = i64::from(y.trailing_zeros()) - i64::from(z.trailing_zeros());
        let swizzle = Self::new(bits.into(), m.into(), shift).ok()?;
        (swizzle.source_mask() == y && swizzle.target_mask() == z).then_some(swizzle)
    }

    /// The swizzle that is `self` after `other`, of the same shift, if it is one.
    pub fn merge(self, other: Self) -> Option<Self> {
        if self.shift() != other.shift() {
            return None;
        }
        let merged = Self::of_masks(
            self.source_mask() ^ other.source_mask(),
            self.target_mask() ^ other.target_mask(),
        )?;
        // The two do not read what the other changes.
        let apart =
            self.source_mask() & other.target_mask() == 0 && other.source_mask() & self.target_mask() == 0;
        apart.then_some(merged)
    }
}

/// `Sw' ∘ L` where it is `L ∘ Sw`: the swizzle moved through a layout by where
/// its bits go (`cute/swizzle_layout.hpp`, `composition(Layout, Swizzle)`).
fn moved_through(layout: &Layout, swizzle: Swizzle) -> Option<Swizzle> {
    if swizzle.bits() == 0 {
        return Some(swizzle);
    }
    let layout = concrete(layout)?;
    Swizzle::of_masks(layout.eval(swizzle.source_mask())?, layout.eval(swizzle.target_mask())?)
}

/// The first of the candidates with these values.
fn matching(
    operation: impl Fn() -> String,
    values: &[i64],
    candidates: impl IntoIterator<Item = AnyLayout>,
) -> Result<AnyLayout> {
    for candidate in candidates {
        if table(&candidate).is_some_and(|t| t == values) {
            return Ok(candidate);
        }
    }
    recover(values).map_err(|e| SwizzledError::NoForm { operation: operation(), why: e.to_string() })
}

/// `A ∘ B` for plain and composed layouts.
///
/// ```
/// use layout_algebra::{composition_any, AnyLayout};
/// let a: AnyLayout = "(8,8):(1,8)".parse().unwrap();
/// let b: AnyLayout = "S<3,0,3> o 0 o 64:1".parse().unwrap();
/// assert_eq!(composition_any(&a, &b).unwrap().to_string(), "S<3,0,3> o 0 o 64:1");
/// ```
///
/// # Errors
/// [`SwizzledError::NoForm`] if the result is neither a layout nor a swizzle of one.
pub fn composition_any(a: &AnyLayout, b: &AnyLayout) -> Result<AnyLayout> {
    let operation = || format!("({a}) o ({b})");
    let (a, b) = match (a, b) {
        (_, AnyLayout::Plain(b)) => return Ok(a.on_domain(|l| composition(l, b))?),
        (AnyLayout::Plain(a), AnyLayout::Composed(b)) => (a, b),
        (AnyLayout::Composed(c), b) => {
            // (Sw ∘ off ∘ L) ∘ B = Sw ∘ off ∘ (L ∘ B), swizzled in turn or not.
            return Ok(match composition_any(&c.inner.clone().into(), b)? {
                AnyLayout::Plain(inner) => AnyLayout::composed(c.outer.clone(), c.offset.clone(), inner),
                AnyLayout::Composed(inner) => AnyLayout::Composed(ComposedLayout {
                    outer: c.outer.clone().after(c.offset.clone(), inner.outer),
                    offset: inner.offset,
                    inner: inner.inner,
                }),
            });
        }
    };
    let undecided = || SwizzledError::Undecided(operation());
    let through = AnyLayout::Composed(b.clone());
    let inner = table(&through).ok_or_else(undecided)?;
    let fixed = concrete(a).ok_or_else(undecided)?;
    let values: Vec<i64> =
        inner.iter().map(|i| fixed.eval(*i)).collect::<Option<_>>().ok_or_else(undecided)?;
    let candidate = match (&b.outer, b.offset.is(0)) {
        (Outer::Swizzle(s), true) => moved_through(a, *s)
            .zip(composition(a, &b.inner).ok())
            .map(|(s, l)| AnyLayout::composed(Outer::Swizzle(s), Expr::ZERO, l)),
        _ => None,
    };
    matching(operation, &values, candidate)
}

/// `L ∘ Sw` on L's own domain.
///
/// # Errors
/// As [`composition_any`].
pub fn composition_swizzle(a: &Layout, swizzle: Swizzle) -> Result<AnyLayout> {
    let domain = Layout::mode1(a.size()?, Expr::ONE)?;
    let operation = || format!("({a}) o {swizzle}");
    let undecided = || SwizzledError::Undecided(operation());
    let fixed = concrete(a).ok_or_else(undecided)?;
    let size = domain.size()?.known().filter(|n| *n <= ENUMERATION_LIMIT).ok_or_else(undecided)?;
    let values: Vec<i64> =
        (0..size).map(|i| fixed.eval(swizzle.apply(i))).collect::<Option<_>>().ok_or_else(undecided)?;
    let candidate =
        moved_through(a, swizzle).map(|s| AnyLayout::composed(Outer::Swizzle(s), Expr::ZERO, a.clone()));
    matching(operation, &values, candidate)
}

/// `A ∘ B` in any case: a layout if there is one, else the two kept apart as
/// `A o 0 o B`.
///
/// ```
/// use layout_algebra::{composition_or_composed, Layout};
/// let a: Layout = "(4,6,8):(2,3,5)".parse().unwrap();
/// let b: Layout = "6:3".parse().unwrap();
/// assert_eq!(composition_or_composed(&a, &b).to_string(), "(4,6,8):(2,3,5) o 0 o 6:3");
/// ```
pub fn composition_or_composed(a: &Layout, b: &Layout) -> AnyLayout {
    match composition(a, b) {
        Ok(layout) => layout.into(),
        Err(_) => AnyLayout::composed(Outer::Layout(a.clone()), Expr::ZERO, b.clone()),
    }
}

/// [`crate::right_inverse`] also of swizzled layouts: `(Sw ∘ L)‡ = L‡ ∘ Sw`.
///
/// # Errors
/// [`SwizzledError`].
pub fn right_inverse_any(a: &AnyLayout) -> Result<AnyLayout> {
    let holds = |a: &AnyLayout, r: &AnyLayout, i: i64| r.eval(i).and_then(|c| a.eval(c)) == Some(i);
    invert(a, "right inverse of", |l| Ok(right_inverse(l)?), holds)
}

/// [`crate::left_inverse`] also of swizzled layouts: `(Sw ∘ L)† = L† ∘ Sw`.
///
/// # Errors
/// [`SwizzledError`].
pub fn left_inverse_any(a: &AnyLayout) -> Result<AnyLayout> {
    let operation = || format!("left inverse of ({a})");
    let (swizzle, c) = match a {
        AnyLayout::Plain(l) => return Ok(left_inverse(l)?.into()),
        AnyLayout::Composed(c) => (swizzle_of(c, operation)?, c),
    };
    let inverse = left_inverse(&c.inner)?;
    let (values, offset) = (table(a), c.offset.known());
    let (Some(values), Some(offset)) = (values, offset) else {
        return Err(SwizzledError::Undecided(operation()));
    };
    if let Some(moved) = moved_through(&inverse, swizzle)
        && offset == 0
    {
        let candidate = AnyLayout::composed(Outer::Swizzle(moved), Expr::ZERO, inverse.clone());
        if let Some(candidate) = known(&candidate).filter(|l| inverts(a, l, &values)) {
            return Ok(candidate);
        }
    }
    // Every value of the image back to its first coordinate, the rest to 0.
    let size = inverse.size()?.known().unwrap_or(0).max(values.iter().max().map_or(0, |m| m + 1));
    let fixed = concrete(&inverse).ok_or_else(|| SwizzledError::Undecided(operation()))?;
    let back: Option<Vec<i64>> =
        (0..size.min(ENUMERATION_LIMIT)).map(|i| fixed.eval(swizzle.apply(i) - offset)).collect();
    let found = recover(&back.ok_or_else(|| SwizzledError::Undecided(operation()))?);
    match found {
        Ok(found) if inverts(a, &found, &values) => Ok(found),
        _ => Err(SwizzledError::NoForm {
            operation: operation(),
            why: "its bits do not map to a swizzle's".into(),
        }),
    }
}

/// `A(L(A(i))) = A(i)` for every coordinate.
fn inverts(a: &AnyLayout, inverse: &AnyLayout, values: &[i64]) -> bool {
    let Some(a) = known(a) else { return false };
    values.iter().all(|v| inverse.eval(*v).and_then(|i| a.eval(i)) == Some(*v))
}

fn swizzle_of(c: &ComposedLayout, operation: impl Fn() -> String) -> Result<Swizzle> {
    match c.outer {
        Outer::Swizzle(s) => Ok(s),
        _ => Err(SwizzledError::NoForm {
            operation: operation(),
            why: "the outer function is no swizzle".into(),
        }),
    }
}

fn invert(
    a: &AnyLayout,
    name: &str,
    of_inner: impl Fn(&Layout) -> Result<Layout>,
    holds: impl Fn(&AnyLayout, &AnyLayout, i64) -> bool,
) -> Result<AnyLayout> {
    let operation = || format!("{name} ({a})");
    let (swizzle, c) = match a {
        AnyLayout::Plain(l) => return Ok(of_inner(l)?.into()),
        AnyLayout::Composed(c) => (swizzle_of(c, operation)?, c),
    };
    let inverse = of_inner(&c.inner)?;
    let fixed = known(a).ok_or_else(|| SwizzledError::Undecided(operation()))?;
    let check = |candidate: &AnyLayout| -> bool {
        let Some(candidate) = known(candidate) else { return false };
        let size = candidate.size().ok().and_then(|s| s.as_const()).unwrap_or(i64::MAX);
        size <= ENUMERATION_LIMIT && (0..size).all(|i| holds(&fixed, &candidate, i))
    };
    if c.offset.is(0)
        && let Some(moved) = moved_through(&inverse, swizzle)
    {
        let candidate = AnyLayout::composed(Outer::Swizzle(moved), Expr::ZERO, inverse.clone());
        if check(&candidate) {
            return Ok(candidate);
        }
    }
    let offset = c.offset.known().unwrap_or(0);
    let plain = concrete(&inverse).ok_or_else(|| SwizzledError::Undecided(operation()))?;
    let size = plain.size()?.as_const().unwrap_or(i64::MAX);
    if size > ENUMERATION_LIMIT {
        return Err(SwizzledError::Undecided(operation()));
    }
    let back: Option<Vec<i64>> = (0..size).map(|i| plain.eval(swizzle.apply(i) - offset)).collect();
    if let Some(found) = back.and_then(|values| recover(&values).ok()).filter(check) {
        return Ok(found);
    }
    // The part below the swizzle is untouched by it.
    let low =
        (swizzle.target_mask() | swizzle.source_mask()) & -(swizzle.target_mask() | swizzle.source_mask());
    if offset == 0 && low > 0 {
        let kept = gcd(low, size);
        let part = composition(&inverse, &Layout::mode1(kept.into(), Expr::ONE)?)?;
        let part = AnyLayout::Plain(crate::coalesce(&part)?);
        if check(&part) {
            return Ok(part);
        }
    }
    Err(SwizzledError::NoForm { operation: operation(), why: "its bits do not map to a swizzle's".into() })
}

/// The slice of a layout and the value of its first element, whose sum with
/// the slice's values gives the layout's (`cute/swizzle_layout.hpp`,
/// `slice_and_offset`). A slice whose coordinates leave the bits that a swizzle
/// reads, or those it changes, alone is plain.
///
/// # Errors
/// [`SwizzledError`].
pub fn slice_and_offset_any(coord: &SliceCoord, layout: &AnyLayout) -> Result<(AnyLayout, Expr)> {
    let c = match layout {
        AnyLayout::Plain(l) => return Ok((slice(coord, l)?.into(), slice_offset(coord, l)?)),
        AnyLayout::Composed(c) => c,
    };
    let kept = slice(coord, &c.inner)?;
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
    let reached = concrete(&kept).and_then(|l| table(&l.into())).unwrap_or_default();
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
    let unfolded = crate::ops::coalesce::from_modes(&modes).ok()?;
    composition(&unfolded, kept).ok()
}

/// [`upcast`] of a plain or swizzled layout: swizzle, offset and inner layout.
///
/// # Errors
/// [`RecastError`].
pub fn upcast_any(layout: &AnyLayout, factor: i64) -> std::result::Result<AnyLayout, RecastError> {
    scaled(layout, factor, &upcast, &Swizzle::upcast, &|offset| {
        let refused = || RecastError::Offset { offset: offset.to_string(), factor };
        match offset.divisible_by(&factor.into()) {
            crate::Tri::Yes => Ok(offset.floordiv(&factor.into())?),
            _ => Err(refused()),
        }
    })
}

/// [`downcast`] of a plain or swizzled layout.
///
/// # Errors
/// [`RecastError`].
pub fn downcast_any(layout: &AnyLayout, factor: i64) -> std::result::Result<AnyLayout, RecastError> {
    scaled(layout, factor, &downcast, &Swizzle::downcast, &|offset| Ok(offset.mul(&factor.into())?))
}

type Recast<T> = std::result::Result<T, RecastError>;

fn scaled(
    layout: &AnyLayout,
    factor: i64,
    plain: &dyn Fn(&Layout, i64) -> Recast<Layout>,
    swizzle: &dyn Fn(Swizzle, i64) -> Recast<Swizzle>,
    offset: &dyn Fn(&Expr) -> Recast<Expr>,
) -> Recast<AnyLayout> {
    Ok(match layout {
        AnyLayout::Plain(l) => plain(l, factor)?.into(),
        AnyLayout::Composed(c) => {
            let Outer::Swizzle(s) = c.outer else { return Err(RecastError::Factor(factor)) };
            let (s, inner) = (swizzle(s, factor)?, plain(&c.inner, factor)?);
            AnyLayout::Composed(ComposedLayout {
                outer: Outer::Swizzle(s),
                offset: offset(&c.offset)?,
                inner,
            })
        }
    })
}

/// [`crate::recast_layout`] of a plain or swizzled layout.
///
/// ```
/// use layout_algebra::{recast_any, AnyLayout};
/// let bytes: AnyLayout = "S<3,4,3> o 0 o (8,128):(128,1)".parse().unwrap();
/// assert_eq!(recast_any(&bytes, 8, 16).unwrap().to_string(), "S<3,3,3> o 0 o (8,64):(64,1)");
/// ```
///
/// # Errors
/// [`RecastError`].
pub fn recast_any(layout: &AnyLayout, old_bits: i64, new_bits: i64) -> Recast<AnyLayout> {
    Ok(match ratio(old_bits, new_bits)? {
        (1, 1) => layout.clone(),
        (1, down) => downcast_any(layout, down)?,
        (up, 1) => upcast_any(layout, up)?,
        (up, down) => downcast_any(&upcast_any(layout, up)?, down)?,
    })
}

/// [`max_common_layout`] of plain and swizzled layouts: elements above a
/// swizzle's base do not lie side by side.
///
/// # Errors
/// [`SwizzledError`].
pub fn max_common_layout_any(a: &AnyLayout, b: &AnyLayout) -> Result<Layout> {
    let mut common = max_common_layout(a.domain(), b.domain())?;
    for layout in [a, b] {
        let AnyLayout::Composed(c) = layout else { continue };
        let Outer::Swizzle(s) = c.outer else {
            return Err(layout.refused("max_common_layout").into());
        };
        let base = 1i64 << s.base();
        if common.size()?.as_const().is_none_or(|n| base < n) {
            common = composition(&common, &Layout::mode1(base.into(), Expr::ONE)?)?;
        }
        if c.offset.known() != Some(0) {
            // Not even coordinate 0 has the value 0.
            let why = format!("the offset {} moves the first element away from 0", c.offset.named());
            return Err(SwizzledError::NoForm {
                operation: format!("max_common_layout of {a} and {b}"),
                why,
            });
        }
    }
    Ok(if common.size()?.is(1) { Layout::unit_mode() } else { common })
}

/// The number of elements that lie contiguously in both, at the same
/// coordinates; under the same swizzle they move together.
///
/// # Errors
/// [`SwizzledError`].
pub fn max_common_vector_any(a: &AnyLayout, b: &AnyLayout) -> Result<Expr> {
    let vector = max_common_layout(a.domain(), b.domain())?.size()?;
    let base = |l: &AnyLayout| l.swizzle_portion().map_or(0, Swizzle::base);
    let limit = match (a, b) {
        (AnyLayout::Plain(_), AnyLayout::Plain(_)) => return Ok(vector),
        (AnyLayout::Composed(x), AnyLayout::Composed(y)) if x.outer == y.outer => return Ok(vector),
        (AnyLayout::Composed(_), AnyLayout::Composed(_)) => base(a).min(base(b)),
        (AnyLayout::Composed(_), _) => base(a),
        _ => base(b),
    };
    Ok(vector.minimum(&(1i64 << limit).into())?)
}

/// [`max_alignment`] of plain and swizzled layouts.
///
/// # Errors
/// [`SwizzledError`].
pub fn max_alignment_any(layout: &AnyLayout) -> Result<i64> {
    match layout {
        AnyLayout::Plain(l) => Ok(max_alignment(l)?),
        AnyLayout::Composed(c) => {
            let Outer::Swizzle(s) = c.outer else { return Ok(1) };
            let offset = c.offset.known().unwrap_or(1);
            Ok(gcd(gcd(1 << s.base(), offset), max_alignment(&c.inner)?))
        }
    }
}

/// [`logical_product`] with a swizzled tiler: the copies of A in swizzled order.
///
/// # Errors
/// [`SwizzledError`].
pub fn logical_product_any(a: &AnyLayout, b: &AnyLayout) -> Result<AnyLayout> {
    let (a, b) = match (a, b) {
        (a, AnyLayout::Plain(b)) => return Ok(a.on_domain(|l| logical_product(l, b))?),
        (AnyLayout::Plain(a), AnyLayout::Composed(b)) => (a, b),
        _ => return Err(b.refused("logical_product").into()),
    };
    let operation = || format!("logical_product of {a} and {}", AnyLayout::Composed(b.clone()));
    let undecided = || SwizzledError::Undecided(operation());
    let swizzle = swizzle_of(b, operation)?;
    let unswizzled = logical_product(a, &b.inner)?;
    let fixed = concrete(a).ok_or_else(undecided)?;
    let order = table(&AnyLayout::Composed(b.clone())).ok_or_else(undecided)?;
    let reach = order.iter().max().map_or(1, |m| m + 1);
    let places = crate::complement(&fixed, &fixed.size()?.mul(&reach.into())?)?;
    let size = fixed.size()?.as_const().unwrap_or(0);
    if size.saturating_mul(order.len() as i64) > ENUMERATION_LIMIT {
        return Err(undecided());
    }
    let values: Option<Vec<i64>> = order
        .iter()
        .flat_map(|copy| (0..size).map(|i| Some(fixed.eval(i)? + places.eval(*copy)?)).collect::<Vec<_>>())
        .collect();
    // Where the swizzle's bits lie among the copies.
    let bits = concrete(&b.inner).ok_or_else(undecided)?;
    let reached = table(&bits.into()).ok_or_else(undecided)?.iter().fold(0, |a, v| a | v);
    let (y, z) = (reached & swizzle.source_mask(), reached & swizzle.target_mask());
    let both = |y: i64, z: i64| -> (i64, i64) {
        let s = swizzle.shift();
        let down = |v: i64, s: i32| if s >= 0 { v >> s } else { v << -s };
        (y & down(z, -s), z & down(y, s))
    };
    let (y, z) = both(y, z);
    let candidate = places
        .eval(y)
        .zip(places.eval(z))
        .and_then(|(y, z)| Swizzle::of_masks(y, z))
        .map(|s| AnyLayout::composed(Outer::Swizzle(s), Expr::ZERO, unswizzled.clone()));
    matching(operation, &values.ok_or_else(undecided)?, candidate)
}

/// [`composition_tiler`] of plain and composed layouts.
///
/// # Errors
/// As [`composition_tiler`].
pub fn composition_tiler_any(a: &AnyLayout, tiler: &Tiler) -> Result<AnyLayout> {
    Ok(a.on_domain(|l| composition_tiler(l, tiler))?)
}

/// The alignment, in elements, of a swizzled or plain layout's values at any
/// coordinate, from a base aligned to `base` elements.
///
/// # Errors
/// [`SwizzledError`].
pub fn divisor_any(layout: &AnyLayout, base: i64) -> Result<i64> {
    Ok(match layout {
        AnyLayout::Plain(l) => value_divisor(l, base)?,
        AnyLayout::Composed(c) => {
            let swizzle = layout.swizzle_portion().map_or(1, |s| 1 << s.base());
            let offset = c.offset.known().unwrap_or(1);
            gcd(gcd(swizzle, offset), value_divisor(&c.inner, base)?)
        }
    })
}
