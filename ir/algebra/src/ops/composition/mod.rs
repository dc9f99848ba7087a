//! `composition`: `R = A ∘ B` with `R(c) = A(B(c))` for every coordinate of B.
//!
//! CuTe's algorithm (`cute/layout.hpp`, `composition_impl`) walks the modes of
//! A for each mode of B and checks too little: it accepts strides that neither
//! divide nor are divided by A's sizes, and never checks that the modes of B
//! do not carry into each other. Here both are decided.
//!
//! * One mode `s:d` of B: the sequence `A(j·d)` has at most one coalesced
//!   layout. Where `d` and A's sizes divide one another it is read off A's
//!   modes ([`regular`]); elsewhere it is found by enumeration.
//! * Several modes: `A(Σ B_k) = Σ A(B_k)` holds if no sum of digits reaches
//!   the size of A's mode, and for regular modes *only* then: the first sum
//!   that does carries once, and A is coalesced, so the value changes.

mod basis;
mod irregular;

use smallvec::{SmallVec, smallvec};

use crate::basis::CoordLayout;
use crate::composed::{AnyLayout, ComposedError, Outer};
use crate::dynamic::{made_dynamic, with_known_values};
use crate::layout::{Layout, LayoutError};
use crate::nested::tuple::Leaves;
use crate::ops::coalesce::{Modes, coalesce_modes};
use crate::ops::fixed::{self, Fixed};
use crate::ops::kinds::LayoutLike;
use crate::stride::Stride;
use crate::swizzle::Swizzle;
use crate::tiler::{RankError, Tiler, matched};
use layout_integer::Tri;
use layout_integer::Undecided;
use layout_integer::{Expr, ExprError};

/// Most coordinates of B that are enumerated to decide an irregular composition.
pub const ENUMERATION_LIMIT: i64 = 1 << 20;

/// Why a composition is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CompositionError {
    /// No layout is this function.
    #[error("no layout is {a} o {b}: {mode}: {why}")]
    NoLayout {
        /// The outer layout.
        a: String,
        /// The inner layout.
        b: String,
        /// `mode` and the path of the mode of B, or `its modes together`.
        mode: String,
        /// The violated condition, with numbers.
        why: String,
    },
    /// Unknown sizes decide whether it exists.
    #[error("cannot decide {a} o {b}: {mode}: {undecided}")]
    Undecided {
        /// The outer layout.
        a: String,
        /// The inner layout.
        b: String,
        /// As above.
        mode: String,
        /// The condition that would have to hold.
        undecided: Undecided,
    },
    /// Deciding takes more than [`ENUMERATION_LIMIT`] evaluations.
    #[error(
        "{a} o {b} is irregular and {size} coordinates are too many to decide it by enumeration (at most 2^20)"
    )]
    TooLarge {
        /// The outer layout.
        a: String,
        /// The inner layout.
        b: String,
        /// The size of B.
        size: i64,
    },
    /// A tiler with more modes than the layout.
    #[error(transparent)]
    Rank(#[from] RankError),
    /// See [`ComposedError`].
    #[error(transparent)]
    Composed(#[from] ComposedError),
    /// The result is no layout.
    #[error(transparent)]
    Layout(#[from] LayoutError),
}

impl From<ExprError> for CompositionError {
    fn from(error: ExprError) -> Self {
        Self::Layout(error.into())
    }
}

/// How one mode of B runs through the modes of A.
enum Walk<D> {
    /// Result modes, and for each the mode of A it stays in and its largest digit there.
    Regular(Modes<D>, SmallVec<[(usize, Expr); 4]>),
    /// Strides and sizes do not divide one another, or the coordinates are negative.
    Irregular,
    /// A mode of A ends at a multiple that does not divide the rest of B's size.
    Refuted(String),
    /// Not decided.
    Unknown(Undecided),
}

/// `A ∘ B`: `R(c) = A(B(c))` for every coordinate of B.
///
/// | A | B | the result |
/// |---|---|---|
/// | a [`Layout`] | a [`Layout`] | a `Layout` with B's profile, each integer of it possibly split |
/// | a [`Layout`] | a [`Tiler`] | a `Layout`: mode by mode, as many modes as the tiler has |
/// | a [`Layout`] | a [`CoordLayout`] | a `Layout`: `e<i>` walks through mode `i` of A, an integer through A as a whole |
/// | a [`Layout`] | an [`AnyLayout`] or a [`Swizzle`] | an `AnyLayout` |
/// | an [`AnyLayout`] | any of these | an `AnyLayout`, as `(A o B) o C = A o (B o C)` |
/// | a [`Swizzle`] | a [`Layout`] | an `AnyLayout` |
///
/// A is taken on its extended domain, last mode unbounded; below zero digits are
/// those of floor division. A swizzle on the right permutes A's own domain.
///
/// A layout is returned whenever there is one, apart from irregular compositions over
/// more than [`ENUMERATION_LIMIT`] coordinates and conditions on symbols that the
/// facts do not decide. Where CuTe is right the result is CuTe's. A result that is
/// neither a layout nor a swizzle of one is refused; [`composition_or_composed`] keeps
/// A and B apart instead.
///
/// ```
/// use layout_algebra::{AnyLayout, CoordLayout, Layout, Tiler, composition};
/// let l = |text: &str| text.parse::<Layout>().unwrap();
/// let any = |text: &str| text.parse::<AnyLayout>().unwrap();
///
/// for (a, b, result) in [
///     ("(6,2):(8,2)", "(4,3):(3,1)", "((2,2),3):((24,2),8)"),
///     ("20:2", "(5,4):(4,1)", "(5,4):(8,2)"),          // a vector as a matrix
///     ("(4,8):(8,1)", "4:8", "4:2"),                   // every eighth element
/// ] {
///     assert_eq!(composition(&l(a), &l(b)).unwrap().to_string(), result);
/// }
/// // 6 steps of 1 do not end where a mode of 4 does: no layout.
/// assert!(composition(&l("(4,3):(3,1)"), &l("6:1")).is_err());
///
/// let columns: Tiler = "[3:4, 8:2]".parse().unwrap();
/// let r = composition(&l("(12,(4,8)):(59,(13,1))"), &columns).unwrap();
/// assert_eq!(r.to_string(), "(3,(2,4)):(236,(26,1))");
///
/// let diagonal: CoordLayout = "(1,3):(8*e1,3*e0)".parse().unwrap();
/// assert_eq!(composition(&l("(9,8):(8,1)"), &diagonal).unwrap().to_string(), "(1,3):(8,24)");
///
/// // Swizzled on either side.
/// for (a, b, result) in [
///     ("S<3,4,3> o 0 o (8,128):(128,1)", "16:8", "S<3,4,3> o 0 o 16:1"),
///     ("(8,8):(1,8)", "S<3,0,3> o 0 o 64:1", "S<3,0,3> o 0 o 64:1"),
/// ] {
///     assert_eq!(composition(&any(a), &any(b)).unwrap().to_string(), result);
/// }
/// ```
///
/// # Errors
/// [`CompositionError`].
#[inline]
pub fn composition<A: Compose<B>, B>(a: &A, b: &B) -> Result<A::Result, CompositionError> {
    a.compose(b)
}

/// What has a [`composition`] with B on its right.
pub trait Compose<B> {
    /// What the composition is.
    type Result;
    /// The composition.
    ///
    /// # Errors
    /// [`CompositionError`].
    fn compose(&self, b: &B) -> Result<Self::Result, CompositionError>;
}

impl<A: LayoutLike> Compose<Layout> for A {
    type Result = A;

    #[inline]
    fn compose(&self, b: &Layout) -> Result<A, CompositionError> {
        self.on_domain(|a| plain(a, b))
    }
}

impl<A: LayoutLike> Compose<Tiler> for A {
    type Result = A;

    fn compose(&self, tiler: &Tiler) -> Result<A, CompositionError> {
        self.on_domain(|a| by_mode(a, tiler))
    }
}

impl<A: LayoutLike> Compose<CoordLayout> for A {
    type Result = A;

    fn compose(&self, b: &CoordLayout) -> Result<A, CompositionError> {
        self.on_domain(|a| basis::composition(a, b))
    }
}

impl Compose<Layout> for Swizzle {
    type Result = AnyLayout;

    fn compose(&self, b: &Layout) -> Result<AnyLayout, CompositionError> {
        Ok(AnyLayout::composed(Outer::Swizzle(*self), Expr::ZERO, b.clone()))
    }
}

/// `A ∘ B` in any case: the [`composition`] if there is one, else the two kept apart,
/// as `A o 0 o B`.
///
/// ```
/// use layout_algebra::{AnyLayout, composition_or_composed};
/// let l = |text: &str| text.parse::<AnyLayout>().unwrap();
/// let composed = composition_or_composed(&l("(4,6,8):(2,3,5)"), &l("6:3"));
/// assert_eq!(composed.to_string(), "(4,6,8):(2,3,5) o 0 o 6:3");
/// ```
pub fn composition_or_composed<A, B>(a: &A, b: &B) -> AnyLayout
where
    A: Clone + Into<AnyLayout>,
    B: Clone + Into<AnyLayout>,
{
    let (a, b) = (a.clone().into(), b.clone().into());
    composition(&a, &b).unwrap_or_else(|_| match b {
        AnyLayout::Plain(b) => AnyLayout::composed(a.into(), Expr::ZERO, b),
        AnyLayout::Composed(b) => {
            AnyLayout::composed(Outer::from(a).after(Expr::ZERO, b.outer), b.offset, b.inner)
        }
    })
}

/// The composition of two plain layouts.
#[inline]
fn plain<D: Stride>(a: &Layout<D>, b: &Layout) -> Result<Layout<D>, CompositionError> {
    let mut out = Fixed::new();
    if let Some(profile) = fixed::composition(a, b, &mut out) {
        return Ok(out.into_layout(profile));
    }
    general(a, b)
}

/// [`plain`], whatever the integers.
fn general<D: Stride>(a: &Layout<D>, b: &Layout) -> Result<Layout<D>, CompositionError> {
    let modes = coalesce_modes(a, true)?;
    let (sizes, strides) = (b.shape_leaves(), b.stride_leaves());
    let mut found = Found { modes: Modes::new(), counts: SmallVec::new() };
    // The largest sum of digits in each mode of A, of two modes of B or more.
    let mut digits: SmallVec<[Option<(Expr, bool)>; 8]> = smallvec![None; modes.len()];
    let mut irregular = false;
    for (k, (size, stride)) in sizes.iter().zip(strides).enumerate() {
        match walk(&modes, size, stride)? {
            Walk::Regular(result, used) => {
                found.push(result);
                for (mode, most) in used {
                    digits[mode] = Some(match digits[mode].take() {
                        Some((sum, _)) => (sum.add(&most)?, true),
                        None => (most, false),
                    });
                }
            }
            Walk::Irregular => irregular = true,
            Walk::Refuted(why) => {
                return Err(CompositionError::NoLayout {
                    a: a.named(),
                    b: b.named(),
                    mode: format!("mode {}", b.leaf_path(k)),
                    why,
                });
            }
            Walk::Unknown(undecided) => {
                return Err(CompositionError::Undecided {
                    a: a.named(),
                    b: b.named(),
                    mode: format!("mode {}", b.leaf_path(k)),
                    undecided,
                });
            }
        }
    }
    if irregular {
        if let (false, Some(a), Some(b)) =
            (a.is_static() && b.is_static(), with_known_values(a), with_known_values(b))
        {
            return Ok(made_dynamic(&plain(&a, &b)?)?);
        }
        found = irregular::decide(a, b, &modes)?;
    } else {
        check_carries(a, b, &modes, &digits)?;
    }
    let profile = b.profile().split_leaves(&found.counts);
    let (mut shape, mut stride) = (Leaves::new(), SmallVec::new());
    for (size, step) in found.modes {
        shape.push(size);
        stride.push(step);
    }
    Ok(Layout::from_parts(profile, shape, stride)?)
}

/// The modes of a result, and how many each mode of B became.
pub(super) struct Found<D> {
    pub modes: Modes<D>,
    pub counts: SmallVec<[u16; 8]>,
}

impl<D> Found<D> {
    pub fn push(&mut self, modes: Modes<D>) {
        self.counts.push(modes.len() as u16);
        self.modes.extend(modes);
    }
}

/// The composition mode by mode; `_` keeps a mode.
fn by_mode<D: Stride>(a: &Layout<D>, tiler: &Tiler) -> Result<Layout<D>, CompositionError> {
    match tiler {
        Tiler::Keep => Ok(a.clone()),
        Tiler::Layout(b) => plain(a, b),
        Tiler::Size(n) => plain(a, &Layout::mode1(n.clone(), Expr::ONE)?),
        Tiler::Tuple(tilers) => {
            let modes = matched(a, tilers)?;
            let results: Vec<_> =
                modes.iter().zip(tilers).map(|(mode, t)| by_mode(mode, t)).collect::<Result<_, _>>()?;
            Ok(Layout::concat(&results)?)
        }
    }
}

/// Walks `size:stride` through the coalesced `modes`.
fn walk<D: Stride>(modes: &[(Expr, D)], size: &Expr, stride: &Expr) -> Result<Walk<D>, ExprError> {
    let one = |size: &Expr, stride: D| {
        Walk::Regular(SmallVec::from_iter([(size.clone(), stride)]), SmallVec::new())
    };
    if stride.is(0) {
        return Ok(one(size, D::zero()));
    }
    let Some(last) = modes.len().checked_sub(1) else {
        return Ok(one(size, D::zero()));
    };
    if last == 0 || stride.known() == Some(0) {
        return Ok(one(size, modes[0].1.times(stride)?));
    }
    if size.is(1) {
        // One coordinate: any stride is right. CuTe's is that of the last mode.
        let mut step = stride.abs()?;
        for (size, _) in &modes[..last] {
            step = step.ceildiv(size)?;
        }
        let sign = if stride.lt(&Expr::ZERO) == Tri::Yes { -1 } else { 1 };
        return Ok(one(size, modes[last].1.times(&step.mul(&sign.into())?)?));
    }
    match Expr::ONE.le(stride) {
        Tri::Yes => {}
        Tri::No => return Ok(Walk::Irregular),
        Tri::Unknown => return Ok(Walk::Unknown(Undecided::at_most(&Expr::ONE, stride))),
    }
    let mut r = 0;
    let mut step = stride.clone();
    while r < last {
        match step.divisible_by(&modes[r].0) {
            Tri::Yes => step = step.floordiv(&modes[r].0)?,
            _ => break,
        }
        r += 1;
    }
    regular(modes, size, step, r)
}

/// The walk from mode `r` on with stride `step` in units of that mode.
fn regular<D: Stride>(modes: &[(Expr, D)], size: &Expr, step: Expr, r: usize) -> Result<Walk<D>, ExprError> {
    let last = modes.len() - 1;
    let (mut r, mut step, mut left) = (r, step, size.clone());
    let mut out = Modes::<D>::new();
    let mut digits: SmallVec<[(usize, Expr); 4]> = SmallVec::new();
    let mut take = |r: usize, count: &Expr, step: &Expr| -> Result<(), ExprError> {
        out.push((count.clone(), modes[r].1.times(step)?));
        digits.push((r, count.sub(&Expr::ONE)?.mul(step)?));
        Ok(())
    };
    loop {
        if r == last {
            take(r, &left, &step)?;
            break;
        }
        let extent = &modes[r].0;
        // (left - 1) · step < extent: the mode of B never leaves this mode of A.
        let reach = left.sub(&Expr::ONE)?.mul(&step)?;
        let inside = reach.lt(extent);
        if inside == Tri::Yes {
            // Decided by a dynamic size of A the result is dynamic too, as in CuTe.
            let decided = extent.as_const().is_some() && step.as_const().is_some();
            let count = if decided || extent.known().is_none() { left } else { left.minimum(extent)? };
            take(r, &count, &step)?;
            break;
        }
        if extent.divisible_by(&step) != Tri::Yes {
            if [&step, extent, &left].iter().all(|e| e.known().is_some()) {
                return Ok(Walk::Irregular);
            }
            let reached = reach.add(&Expr::ONE)?;
            return Ok(Walk::Unknown(Undecided::at_most_or_divides(&reached, extent, &step, extent)));
        }
        let available = extent.floordiv(&step)?;
        match left.divisible_by(&available) {
            Tri::Yes => {
                take(r, &available, &step)?;
                left = left.floordiv(&available)?;
                step = Expr::ONE;
                r += 1;
                if left.is(1) {
                    break;
                }
            }
            Tri::No if left.known().is_some() && extent.known().is_some() => {
                return Ok(Walk::Refuted(refuse_truncation(&available, &left)));
            }
            _ => {
                let undecided = Undecided::at_most_or_divides(&left, &available, &available, &left);
                return Ok(Walk::Unknown(undecided));
            }
        }
    }
    Ok(Walk::Regular(out, digits))
}

fn refuse_truncation(available: &Expr, left: &Expr) -> String {
    match (available.known(), left.known()) {
        (Some(n), Some(s)) => {
            format!("{n} steps stay inside one mode of the outer layout; {}", refuse_size(n, s))
        }
        _ => format!(
            "{} steps stay in a mode of the outer layout, which do not divide {}",
            available.named(),
            left.named()
        ),
    }
}

/// `n` does not divide `size`, and what would.
pub(super) fn refuse_size(n: i64, size: i64) -> String {
    let (down, up) = (size / n * n, (size / n + 1).saturating_mul(n));
    let nearest = if down > 0 { format!("{down} or {up}") } else { n.to_string() };
    format!("{n} does not divide {size}, a size of {nearest} would do")
}

/// Refuses if digits of different modes of B can add up past a mode of A.
fn check_carries<D: Stride>(
    a: &Layout<D>,
    b: &Layout,
    modes: &[(Expr, D)],
    digits: &[Option<(Expr, bool)>],
) -> Result<(), CompositionError> {
    // The last mode is unbounded; a mode of B alone does not carry.
    for ((extent, _), digit) in modes.iter().zip(digits).take(modes.len().saturating_sub(1)) {
        let Some((sum, true)) = digit else { continue };
        let names = || (a.named(), b.named());
        match sum.lt(extent) {
            Tri::Yes => {}
            Tri::No if sum.known().is_some() && extent.known().is_some() => {
                let (a, b) = names();
                return Err(CompositionError::NoLayout {
                    a,
                    b,
                    mode: "its modes together".into(),
                    why: format!(
                        "they add up to {} inside a mode of size {} of the outer layout and carry into the next",
                        sum.named(),
                        extent.named()
                    ),
                });
            }
            _ => {
                let (a, b) = names();
                return Err(CompositionError::Undecided {
                    a,
                    b,
                    mode: "its modes together".into(),
                    undecided: Undecided::at_most(&sum.add(&Expr::ONE)?, extent),
                });
            }
        }
    }
    Ok(())
}
