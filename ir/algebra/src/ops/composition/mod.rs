//! `composition`: `R = A ∘ B` with `R(c) = A(B(c))` for every coordinate of B.
//!
//! CuTe's algorithm (`cute/layout.hpp`, `composition_impl`) walks the modes of
//! A for each mode of B and checks too little: it accepts strides that neither
//! divide nor are divided by A's sizes, and never checks that the modes of B
//! do not carry into each other. Here both are decided.
//!
//! * One mode `s:d` of B: the sequence `A(j·d)` has at most one coalesced
//!   layout. Where `d` and A's sizes divide one another it is read off A's
//!   modes ([`walk()`]); elsewhere it is found by enumeration.
//! * Several modes: `A(Σ B_k) = Σ A(B_k)` holds if no sum of digits reaches
//!   the size of A's mode, and for regular modes *only* then: the first sum
//!   that does carries once, and A is coalesced, so the value changes.

mod basis;
mod irregular;
mod walk;

use smallvec::SmallVec;

use crate::basis::CoordLayout;
use crate::composed::{AnyLayout, ComposedError, Outer};
use crate::digits::NoValue;
use crate::dynamic::{made_dynamic, with_known_values};
use crate::layout::{Layout, LayoutError};
use crate::nested::tuple::Profile;
use crate::ops::carrier::{self, Fixed, Grow, Modes};
use crate::ops::coalesce::{coalesce_modes, read_coalesced};
use crate::ops::kinds::LayoutLike;
use crate::stride::Stride;
use crate::swizzle::Swizzle;
use crate::tiler::{RankError, Tiler, matched};
use layout_integer::Undecided;
use layout_integer::{Expr, ExprError};
use walk::Stop;
pub(crate) use walk::walk;

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
    if let Ok(profile) = on_machine(a, b, &mut out) {
        return Ok(carrier::into_layout(&out, profile));
    }
    general(a, b)
}

/// [`plain`], on machine integers.
#[inline(always)]
fn on_machine<D: Stride>(a: &Layout<D>, b: &Layout, out: &mut Fixed) -> Result<Profile, NoValue> {
    let (mut modes, mut inner) = (Fixed::new(), Fixed::new());
    read_coalesced(a, true, carrier::fixed, &mut modes)?;
    for (size, stride) in b.shape_leaves().iter().zip(b.stride_leaves()) {
        inner.add_item(carrier::fixed(size, stride)?)?;
    }
    let counts = walk(&modes, inner.iter().map(|m| (&m.0, &m.1)), out)?;
    carrier::check(out)?;
    Ok(b.profile().split_leaves(&counts))
}

/// [`plain`], whatever the integers.
fn general<D: Stride>(a: &Layout<D>, b: &Layout) -> Result<Layout<D>, CompositionError> {
    let mut modes = coalesce_modes(a, true)?;
    if modes.is_empty() {
        modes.push((Expr::ONE, D::zero()));
    }
    let mut out = Modes::<D>::new();
    let place = |mode: Option<usize>| {
        mode.map_or("its modes together".into(), |k| format!("mode {}", b.leaf_path(k)))
    };
    let found = match walk(&modes, b.shape_leaves().iter().zip(b.stride_leaves()), &mut out) {
        Ok(counts) => Found { modes: out, counts },
        Err(Stop::Irregular) => {
            if let (false, Some(a), Some(b)) =
                (a.is_static() && b.is_static(), with_known_values(a), with_known_values(b))
            {
                return Ok(made_dynamic(&plain(&a, &b)?)?);
            }
            irregular::decide(a, b, &modes)?
        }
        Err(Stop::Refuted(mode, why)) => {
            return Err(CompositionError::NoLayout { a: a.named(), b: b.named(), mode: place(mode), why });
        }
        Err(Stop::Undecided(mode, undecided)) => {
            let (a, b) = (a.named(), b.named());
            return Err(CompositionError::Undecided { a, b, mode: place(mode), undecided });
        }
        Err(Stop::Integer(error)) => return Err(error.into()),
    };
    let profile = b.profile().split_leaves(&found.counts);
    let (shape, stride) = found.modes.into_iter().unzip();
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

/// `n` does not divide `size`, and what would.
pub(super) fn refuse_size(n: i64, size: i64) -> String {
    let (down, up) = (size / n * n, (size / n + 1).saturating_mul(n));
    let nearest = if down > 0 { format!("{down} or {up}") } else { n.to_string() };
    format!("{n} does not divide {size}, a size of {nearest} would do")
}
