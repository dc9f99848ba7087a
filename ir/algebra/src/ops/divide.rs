//! Divides: a layout cut into tiles.

use crate::composed::ComposedError;
use crate::digits::NoValue;
use crate::layout::{Layout, LayoutError};
use crate::nested::tuple::Profile;
use crate::ops::carrier::{self, Fixed, Grow};
use crate::ops::coalesce::{coalesce_modes, from_modes, read_coalesced};
use crate::ops::complement::{self, ComplementError, Reach, Whole, complement_to};
use crate::ops::composition::{CompositionError, composition, walk};
use crate::ops::kinds::{AsTiler, LayoutLike};
use crate::stride::Stride;
use crate::tiler::{Parts, RankError, TilerRef, by_mode, pair};
use layout_integer::Tri;
use layout_integer::Undecided;
use layout_integer::{Expr, ExprError};

/// Why a divide is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DivideError {
    /// The tile's size does not divide the layout's.
    #[error("{0}")]
    Indivisible(String),
    /// The tile and its complement do not fill the layout.
    #[error(
        "{layout} / {tile}: the tile has holes that no layout fills evenly up to the size {size}; each stride of the tile must be a multiple of the extent below it, and the last extent must divide {size}"
    )]
    Holes {
        /// The layout.
        layout: String,
        /// The tile.
        tile: String,
        /// The layout's size.
        size: String,
    },
    /// A tile that takes an element more than once.
    #[error(
        "{layout} / {tile}: a mode of the tile has the stride 0, so a tile takes elements more than once"
    )]
    Repeats {
        /// The layout.
        layout: String,
        /// The tile.
        tile: String,
    },
    /// The facts do not decide whether the tile fits.
    #[error("cannot decide {layout} / {tile}: {undecided}")]
    Undecided {
        /// The layout.
        layout: String,
        /// The tile.
        tile: String,
        /// The condition.
        undecided: Undecided,
    },
    /// A tiler with more modes than the layout.
    #[error(transparent)]
    Rank(#[from] RankError),
    /// `_` where tile and rest are taken apart.
    #[error(
        "`_` leaves a mode that is no pair of tile and rest; write the mode's own size to put all of it into the tile"
    )]
    Underscore,
    /// The tile is a composed layout.
    #[error(transparent)]
    Composed(#[from] ComposedError),
    /// The tile has no complement.
    #[error(transparent)]
    Complement(#[from] ComplementError),
    /// Layout and tile do not compose.
    #[error(transparent)]
    Composition(#[from] CompositionError),
    /// The result is no layout.
    #[error(transparent)]
    Layout(#[from] LayoutError),
}

impl From<ExprError> for DivideError {
    fn from(error: ExprError) -> Self {
        Self::Layout(error.into())
    }
}

/// What a divide does where tiles do not fit ([`divide`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fit {
    /// Refuse: the result has the size of A and visits the same offsets.
    Exact,
    /// Cover A: the number of tiles is rounded up, as CuTe does. Coordinates
    /// past A's end have values too, those of A's extended domain; a kernel
    /// has to predicate them.
    Cover,
}

/// How the modes of tiles and rests are grouped ([`divide`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grouping {
    /// Mode by mode: `((t0,r0),(t1,r1),…)`.
    Logical,
    /// `((t0,t1,…),(r0,r1,…))`.
    Zipped,
    /// `((t0,t1,…),r0,r1,…)`.
    Tiled,
    /// `(t0,t1,…,r0,r1,…)`.
    Flat,
}

/// A divide with everything chosen: a layout of any kind, cut by a layout as a whole or
/// by a tiler mode by mode.
///
/// | [`Grouping`] | the result of `(9,32):(32,1)` by `[3:1, 8:1]` | |
/// |---|---|---|
/// | `Logical` | `((3,3),(8,4)):((32,96),(1,8))` | [`logical_divide`] |
/// | `Zipped` | `((3,8),(3,4)):((32,1),(96,8))` | [`zipped_divide`] |
/// | `Tiled` | `((3,8),3,4):((32,1),96,8)` | [`tiled_divide`] |
/// | `Flat` | `(3,8,3,4):(32,1,96,8)` | [`flat_divide`] |
///
/// | [`Fit`] | the result of `10:1` by `4:1` |
/// |---|---|
/// | `Exact` | an error: a tile of 4 does not divide 10 |
/// | `Cover` | `(4,3):(1,4)`, as in CuTe |
///
/// ```
/// use layout_algebra::{Fit, Grouping, Layout, Tiler, divide};
/// let (a, tiler): (Layout, Tiler) = ("(9,32):(32,1)".parse().unwrap(), "[3:1, 8:1]".parse().unwrap());
/// for (grouping, result) in [
///     (Grouping::Logical, "((3,3),(8,4)):((32,96),(1,8))"),
///     (Grouping::Zipped, "((3,8),(3,4)):((32,1),(96,8))"),
///     (Grouping::Tiled, "((3,8),3,4):((32,1),96,8)"),
///     (Grouping::Flat, "(3,8,3,4):(32,1,96,8)"),
/// ] {
///     assert_eq!(divide(&a, &tiler, grouping, Fit::Exact).unwrap().to_string(), result);
/// }
/// let [row, tile] = ["10:1", "4:1"].map(|text| text.parse::<Layout>().unwrap());
/// assert!(divide(&row, &tile, Grouping::Logical, Fit::Exact).is_err());
/// let covering = divide(&row, &tile, Grouping::Logical, Fit::Cover).unwrap();
/// assert_eq!(covering.to_string(), "(4,3):(1,4)");
/// ```
///
/// # Errors
/// [`DivideError`].
#[inline]
pub fn divide<A: LayoutLike>(
    a: &A,
    tiler: &impl AsTiler,
    grouping: Grouping,
    fit: Fit,
) -> Result<A, DivideError> {
    let tiler = tiler.as_tiler()?;
    a.on_domain(|a| {
        Ok(match grouping {
            Grouping::Logical => match tiler {
                TilerRef::Layout(b) => divide_by(a, b, fit)?,
                _ => by_mode(a, tiler, &|a, b| divide_by(a, b, fit))?,
            },
            Grouping::Zipped => parts(a, tiler, fit)?.zipped()?,
            Grouping::Tiled => parts(a, tiler, fit)?.tiled()?,
            Grouping::Flat => parts(a, tiler, fit)?.flat()?,
        })
    })
}

/// `A ⊘ B = A ∘ (B, B*)`: mode 0 is a tile, mode 1 enumerates the tiles. By a tiler, so
/// in each mode; further modes and `_` stay as they are.
///
/// The result has the size of A and visits the same offsets: unlike CuTe,
/// which rounds up ([`Fit::Cover`]), a tile that does not fit is refused.
///
/// ```
/// use layout_algebra::{AnyLayout, Layout, Tiler, logical_divide};
/// let l = |text: &str| text.parse::<Layout>().unwrap();
/// for (a, tile, result) in [
///     ("16:1", "4:1", "(4,4):(1,4)"),      // four tiles of neighbours
///     ("16:1", "4:4", "(4,4):(4,1)"),      // each takes every fourth element
///     ("(4,2,3):(2,1,8)", "4:2", "((2,2),(2,3)):((4,1),(2,8))"),
///     ("(16,N):(1,16)", "16:1", "(16,N):(1,16)"),
/// ] {
///     let result = l(result).to_string();
///     assert_eq!(logical_divide(&l(a), &l(tile)).unwrap().to_string(), result);
/// }
/// let by_mode: Tiler = "[3:1, 8:1]".parse().unwrap();
/// let r = logical_divide(&l("(9,32):(32,1)"), &by_mode).unwrap();
/// assert_eq!(r.to_string(), "((3,3),(8,4)):((32,96),(1,8))");
/// let swizzled: AnyLayout = "S<3,0,3> o 0 o (8,8):(8,1)".parse().unwrap();
/// let r = logical_divide(&swizzled, &"[_, 4:1]".parse::<Tiler>().unwrap()).unwrap();
/// assert_eq!(r.to_string(), "S<3,0,3> o 0 o (8,(4,2)):(8,(1,4))");
/// ```
///
/// # Errors
/// [`DivideError`].
#[inline]
pub fn logical_divide<A: LayoutLike>(a: &A, tiler: &impl AsTiler) -> Result<A, DivideError> {
    divide(a, tiler, Grouping::Logical, Fit::Exact)
}

#[inline]
fn divide_by<D: Stride>(a: &Layout<D>, b: &Layout, fit: Fit) -> Result<Layout<D>, DivideError> {
    match exact(a, b) {
        Err(
            DivideError::Indivisible(_)
            | DivideError::Holes { .. }
            | DivideError::Repeats { .. }
            | DivideError::Undecided { .. }
            | DivideError::Composition(_),
        ) if fit == Fit::Cover => {
            if let Some(wider) = padded(a, b)?
                && let Ok(result) = exact(&wider, b)
            {
                return Ok(result);
            }
            let sizes: Vec<Expr> = coalesce_modes(a, false)?.into_iter().map(|m| m.0).collect();
            let sizes = if sizes.is_empty() { vec![Expr::ONE] } else { sizes };
            let rest = complement_to(b, Reach::Range(&sizes))?;
            // Past A's end there may be more; inside A nothing may be left out.
            match rest.gaps {
                Whole::Yes => Ok(composition(a, &Layout::concat([b, &rest.layout])?)?),
                Whole::No => Err(holes(a, b)?),
                Whole::Unknown(undecided) => Err(undecided_for(a, b, undecided)),
            }
        }
        other => other,
    }
}

fn holes<D: Stride>(a: &Layout<D>, b: &Layout) -> Result<DivideError, DivideError> {
    Ok(DivideError::Holes { layout: a.named(), tile: b.named(), size: a.size()?.named() })
}

fn undecided_for<D: Stride>(a: &Layout<D>, b: &Layout, undecided: Undecided) -> DivideError {
    DivideError::Undecided { layout: a.named(), tile: b.named(), undecided }
}

/// The largest divisor of `size` below `tile`, if one is near enough to be found.
fn smaller_tile(size: i64, tile: i64) -> Option<i64> {
    let most = tile.min(size);
    (1..=most).rev().take(1 << 12).find(|d| size % d == 0)
}

/// A with modes enlarged until the tile's extent ends where a mode does.
fn padded<D: Stride>(a: &Layout<D>, b: &Layout) -> Result<Option<Layout<D>>, DivideError> {
    let mut left = Expr::ONE;
    for (size, stride) in b.shape_leaves().iter().zip(b.stride_leaves()) {
        // A mode of one reaches nothing, wherever it would go.
        if !size.is(1) {
            left = left.maximum(&size.mul(&stride.abs()?)?)?;
        }
    }
    let mut modes = coalesce_modes(a, false)?;
    let last = modes.len().saturating_sub(1);
    for (i, (size, _)) in modes.iter_mut().enumerate() {
        if left.is(1) {
            break;
        }
        if left.divisible_by(size) == Tri::Yes && i < last {
            left = left.floordiv(size)?;
        } else if left.le(size) == Tri::Yes || i == last {
            *size = size.ceildiv(&left)?.mul(&left)?;
            left = Expr::ONE;
        } else {
            return Ok(None);
        }
    }
    Ok(Some(from_modes(&modes)?))
}

/// [`exact`], on machine integers: `A o (B, B*)`, if tile and complement fill A.
#[inline(always)]
fn on_machine<D: Stride>(a: &Layout<D>, b: &Layout, out: &mut Fixed) -> Result<Profile, NoValue> {
    let (mut modes, mut whole, mut rest) = (Fixed::new(), Fixed::new(), Fixed::new());
    read_coalesced(a, true, carrier::fixed, &mut modes)?;
    for (size, stride) in b.shape_leaves().iter().zip(b.stride_leaves()) {
        whole.add_item(carrier::fixed(size, stride)?)?;
    }
    let size = carrier::size(&modes)?;
    let exact = complement::modes_on_machine(b, size, &mut rest)?;
    let nesting = carrier::profile(&mut rest);
    whole.try_extend_from_slice(&rest).map_err(|_| NoValue)?;
    if !exact || carrier::size(&whole)? != size {
        return Err(NoValue);
    }
    let counts = walk(&modes, whole.iter().map(|m| (&m.0, &m.1)), out)?;
    carrier::check(out)?;
    Ok(Profile::tuple([b.profile(), &nesting]).split_leaves(&counts))
}

/// The tiles of A, which fill it.
fn exact<D: Stride>(a: &Layout<D>, b: &Layout) -> Result<Layout<D>, DivideError> {
    let mut out = Fixed::new();
    if let Ok(profile) = on_machine(a, b, &mut out) {
        return Ok(carrier::into_layout(&out, profile));
    }
    let size = a.size()?;
    let tile = b.size()?;
    if size.divisible_by(&tile) == Tri::No {
        return Err(DivideError::Indivisible(match (size.known(), tile.known()) {
            (Some(n), Some(t)) => format!(
                "a tile of {t} does not divide {} of size {n}; {}a size of {} would do",
                a.named(),
                smaller_tile(n, t).map_or(String::new(), |d| format!("a tile of {d} or ")),
                n.div_euclid(t).saturating_add(1).saturating_mul(t)
            ),
            _ => format!("a tile of {} does not divide {} of size {}", tile.named(), a.named(), size.named()),
        }));
    }
    let rest = complement_to(b, Reach::Range(std::slice::from_ref(&size)))?;
    match rest.gaps.and(|| rest.range) {
        Whole::Yes => {}
        Whole::No => return Err(holes(a, b)?),
        Whole::Unknown(undecided) => return Err(undecided_for(a, b, undecided)),
    }
    let whole = Layout::concat([b, &rest.layout])?;
    match whole.size()?.sub(&size)?.known() {
        Some(0) => {}
        // The complement is that of the tile without its broadcast modes.
        _ if b.stride_leaves().iter().zip(b.shape_leaves()).any(|(d, s)| d.is(0) && !s.is(1)) => {
            return Err(DivideError::Repeats { layout: a.named(), tile: b.named() });
        }
        Some(_) => return Err(holes(a, b)?),
        None => {
            let condition = format!("{} = {}", whole.size()?.named(), size.named());
            return Err(undecided_for(a, b, Undecided::other(condition)));
        }
    }
    Ok(composition(a, &whole)?)
}

/// The divide with all tiles' modes first: `((tile…), (rest…))`.
///
/// A mode under `_` must be a pair, which is taken as tile and rest.
///
/// ```
/// use layout_algebra::{Layout, Tiler, zipped_divide};
/// let a: Layout = "(8,16):(20,1)".parse().unwrap();
/// let tile: Tiler = "[4:1,8:2]".parse().unwrap();
/// assert_eq!(zipped_divide(&a, &tile).unwrap().to_string(), "((4,8),(2,2)):((20,2),(80,1))");
/// ```
///
/// # Errors
/// [`DivideError`]; [`DivideError::Underscore`] for `_` on a mode that is no pair.
pub fn zipped_divide<A: LayoutLike>(a: &A, tiler: &impl AsTiler) -> Result<A, DivideError> {
    divide(a, tiler, Grouping::Zipped, Fit::Exact)
}

/// [`zipped_divide`] with the rest's modes spread: `((tile…), r0, r1, …)`.
///
/// ```
/// use layout_algebra::{Layout, Tiler, tiled_divide};
/// let (a, tile): (Layout, Tiler) = ("(9,32):(32,1)".parse().unwrap(), "[3:1, 8:1]".parse().unwrap());
/// assert_eq!(tiled_divide(&a, &tile).unwrap().to_string(), "((3,8),3,4):((32,1),96,8)");
/// ```
///
/// # Errors
/// As [`zipped_divide`].
pub fn tiled_divide<A: LayoutLike>(a: &A, tiler: &impl AsTiler) -> Result<A, DivideError> {
    divide(a, tiler, Grouping::Tiled, Fit::Exact)
}

/// [`zipped_divide`] with all modes spread: `(t0, t1, …, r0, r1, …)`.
///
/// ```
/// use layout_algebra::{Layout, Tiler, flat_divide};
/// let (a, tile): (Layout, Tiler) = ("(9,32):(32,1)".parse().unwrap(), "[3:1, 8:1]".parse().unwrap());
/// assert_eq!(flat_divide(&a, &tile).unwrap().to_string(), "(3,8,3,4):(32,1,96,8)");
/// ```
///
/// # Errors
/// As [`zipped_divide`].
pub fn flat_divide<A: LayoutLike>(a: &A, tiler: &impl AsTiler) -> Result<A, DivideError> {
    divide(a, tiler, Grouping::Flat, Fit::Exact)
}

fn parts<D: Stride>(a: &Layout<D>, tiler: TilerRef<'_>, fit: Fit) -> Result<Parts<D>, DivideError> {
    Parts::new(a, tiler, &|a| pair(a).ok_or(DivideError::Underscore), &|a, b| {
        pair(&divide_by(a, b, fit)?).ok_or(DivideError::Underscore)
    })
}
