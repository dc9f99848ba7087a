//! `complement`: the layout of what a layout leaves out.

use crate::composed::ComposedError;
use crate::digits::NoValue;
use crate::layout::{Layout, LayoutError};
use crate::nested::tuple::{IntTuple, Leaves, Profile, product};
use crate::ops::carrier::{self, Fixed, List, Modes, Number, Step, merge};
use crate::ops::coalesce::{coalesce_modes, from_modes, read_coalesced};
use crate::ops::kinds::LayoutLike;
use crate::ops::order::ascending;
use layout_integer::Tri;
use layout_integer::Undecided;
use layout_integer::common_divisor;
use layout_integer::{Expr, ExprError};

/// Why a complement is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ComplementError {
    /// Symbolic strides whose order, or whose gaps, are not known.
    #[error("cannot complement {layout}: {undecided}")]
    Undecided {
        /// The layout.
        layout: String,
        /// The condition.
        undecided: Undecided,
    },
    /// Modes interleave, and their sizes and strides are not known.
    #[error(
        "cannot complement {layout}: the stride {stride} falls short of {extent}, the extent of the modes below it; modes that interleave have a complement where their sizes and strides are known"
    )]
    Interleaved {
        /// The layout.
        layout: String,
        /// The stride of the mode that begins inside others.
        stride: String,
        /// Where those end.
        extent: String,
    },
    /// A negative stride.
    #[error("{layout} has no complement: its stride {stride} is negative, so it leaves the range from 0 up")]
    Negative {
        /// The layout.
        layout: String,
        /// The stride.
        stride: String,
    },
    /// The complement of a composed layout.
    #[error(transparent)]
    Composed(#[from] ComposedError),
    /// The result is no layout.
    #[error(transparent)]
    Layout(#[from] LayoutError),
}

impl From<ExprError> for ComplementError {
    fn from(error: ExprError) -> Self {
        Self::Layout(error.into())
    }
}

/// A complement, and whether layout and complement together leave no holes.
pub(crate) struct Complement {
    pub layout: Layout,
    /// Whether each gap is a whole number of what lies below it.
    pub gaps: Whole,
    /// Whether the range is a whole number of what layout and gaps cover.
    pub range: Whole,
}

/// Whether one number is a multiple of another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Whole {
    Yes,
    No,
    /// The facts do not decide.
    Unknown(Undecided),
}

impl Whole {
    #[inline(always)]
    fn new<N: Number>(divisor: &N, number: &N) -> Self {
        match number.divisible_by(divisor) {
            Tri::Yes => Self::Yes,
            Tri::No => Self::No,
            Tri::Unknown => Self::Unknown(Undecided::divides(&divisor.expr(), &number.expr())),
        }
    }

    /// Whether this holds and `other`.
    #[inline(always)]
    pub fn and(self, other: impl FnOnce() -> Self) -> Self {
        match self {
            Self::Yes => other(),
            Self::No => Self::No,
            Self::Unknown(why) => match other() {
                Self::No => Self::No,
                _ => Self::Unknown(why),
            },
        }
    }
}

/// How far a complement goes.
pub(crate) enum Reach<'a> {
    /// To the product of these sizes, which may be taken apart.
    Range(&'a [Expr]),
    /// To so many elements of its own.
    Elements(&'a Expr),
}

/// `A*`, the complement of A in `[0, cotarget)`: strictly increasing, and such that
/// no two copies of A overlap that are moved by different values of `A*`; only 0
/// is in both. The last copy ends at `cotarget` or behind it. With cotarget 1 it is the
/// intrinsic complement: the gaps of A alone.
///
/// CuTe's `complement` (`cute/layout.hpp`), of `filter(A)`: the gaps between the
/// strides of A, then copies of the whole. Where a stride is no multiple of the
/// extent below it the gap is rounded down, as in CuTe: holes remain, and since they count
/// as reached, `A` and `A*` may have fewer values together than the range has integers.
/// Where modes interleave, that is a stride falls short of the extent below it, CuTe has no
/// complement; here the interleaved modes are one block, and its copies follow
/// one another.
///
/// ```
/// use layout_algebra::{Layout, complement};
/// let l = |text: &str| text.parse::<Layout>().unwrap();
/// assert_eq!(complement(&l("4:2"), &24.into()).unwrap().to_string(), "(2,3):(1,8)");
/// assert_eq!(complement(&l("(2,2):(1,6)"), &24.into()).unwrap().to_string(), "(3,2):(2,12)");
/// // Copies of 0 1 2 3 6 7 8 9 … 21, each with holes of two: 16 · 11 of 255 integers.
/// assert_eq!(complement(&l("(4,4):(1,6)"), &255.into()).unwrap().to_string(), "11:24");
/// // 0 3 6 7 9 10 13 16 interleave; the next copy begins at 17.
/// assert_eq!(complement(&l("(4,2):(3,7)"), &32.into()).unwrap().to_string(), "4:17");
/// ```
///
/// # Errors
/// [`ComplementError`].
pub fn complement<A: LayoutLike<Stride = Expr>>(
    layout: &A,
    cotarget: &Expr,
) -> Result<Layout, ComplementError> {
    let layout = layout.plain("complement")?;
    let mut out = Fixed::new();
    if let Ok((profile, _)) = on_machine(layout, cotarget, &mut out) {
        return Ok(carrier::into_layout(&out, profile));
    }
    Ok(complement_to(layout, Reach::Range(std::slice::from_ref(cotarget)))?.layout)
}

/// The complement in a range that is given as a shape: its modes are divided by
/// what A reaches one after another, as CuTe does, so that symbolic sizes stay
/// apart. Where that would fall short the product of the shape is the range.
///
/// ```
/// use layout_algebra::{complement_shape, IntTuple, Layout};
/// let a: Layout = "3:2".parse().unwrap();
/// let shape: IntTuple = "(2,(6,4))".parse().unwrap();
/// assert_eq!(complement_shape(&a, &shape).unwrap().to_string(), "(2,8):(1,6)");
/// ```
///
/// # Errors
/// [`ComplementError`].
pub fn complement_shape<A: LayoutLike<Stride = Expr>>(
    layout: &A,
    cotarget: &IntTuple,
) -> Result<Layout, ComplementError> {
    Ok(complement_to(layout.plain("complement")?, Reach::Range(&cotarget.leaves))?.layout)
}

/// What is left of the modes of `cotarget` after `extent`, one after another:
/// CuTe's `ceil_div` of a tuple by an integer.
fn fold_ceil_div(cotarget: &[Expr], extent: &Expr) -> Result<Leaves, ExprError> {
    let mut left = extent.clone();
    let mut out = Leaves::new();
    for size in cotarget {
        out.push(size.ceildiv(&left)?);
        left = left.ceildiv(size)?;
    }
    Ok(out)
}

/// Adds the modes past `extent`: compact, and together reaching `cotarget`.
fn rest(cotarget: &[Expr], extent: &Expr, out: &mut Modes) -> Result<Whole, ExprError> {
    let total = product(cotarget)?;
    if let [_, _, ..] = cotarget {
        let sizes = fold_ceil_div(cotarget, extent)?;
        let covered = product(&sizes)?.mul(extent)?;
        if total.le(&covered) == Tri::Yes {
            let mut stride = extent.clone();
            for size in sizes {
                let next = stride.mul(&size)?;
                fill(size, stride, out)?;
                stride = next;
            }
            let exact = covered.sub(&total)?.known() == Some(0);
            return Ok(if exact { Whole::new(extent, &total) } else { Whole::No });
        }
    }
    copies(&total, extent, out)
}

/// Adds a mode of the complement, if it has more than one coordinate.
#[inline(always)]
fn fill<N: Number + Step<N>>(count: N, stride: N, out: &mut List<N, N>) -> Result<(), N::Error> {
    if count.is(1) { Ok(()) } else { merge(out, count, stride) }
}

/// Adds as many copies of what ends at `extent` as reach `total`.
#[inline(always)]
fn copies<N: Number + Step<N>>(total: &N, extent: &N, out: &mut List<N, N>) -> Result<Whole, N::Error> {
    let count = if total.le(extent) == Tri::Yes { 1.into() } else { total.ceildiv(extent)? };
    fill(count, extent.clone(), out)?;
    Ok(if total.is(1) { Whole::Yes } else { Whole::new(extent, total) })
}

/// Adds the gaps between the modes of `layout`, whose strides ascend: up to what extent, and
/// whether each is a whole number of what lies below it.
#[inline(always)]
fn gaps<N: Number + Step<N>>(
    layout: &Layout,
    modes: &[(N, N)],
    out: &mut List<N, N>,
) -> Result<(N, Whole), N::Refusal<ComplementError>> {
    let (mut extent, mut whole) = (N::from(1), Whole::Yes);
    for (size, stride) in modes.iter().filter(|m| !m.1.is(0)) {
        if extent.le(stride) != Tri::Yes {
            return Err(N::refuse(|| falls_short(layout, &stride.expr(), &extent.expr())));
        }
        whole = whole.and(|| Whole::new(&extent, stride));
        fill(stride.floordiv(&extent)?, extent, out)?;
        extent = size.mul(stride)?;
    }
    Ok((extent, whole))
}

/// Not known to reach `extent`, the stride of a mode of `layout` begins inside others.
fn falls_short(layout: &Layout, stride: &Expr, extent: &Expr) -> ComplementError {
    let layout = layout.named();
    match extent.le(stride) {
        Tri::No => ComplementError::Interleaved { layout, stride: stride.named(), extent: extent.named() },
        _ => ComplementError::Undecided { layout, undecided: Undecided::at_most(extent, stride) },
    }
}

/// [`complement`] on machine integers, and whether layout and complement leave no holes.
#[inline(always)]
pub(crate) fn on_machine(layout: &Layout, range: &Expr, out: &mut Fixed) -> Result<(Profile, bool), NoValue> {
    let range = range.as_const().filter(|r| *r > 0).ok_or(NoValue)?;
    let exact = modes_on_machine(layout, range, out)?;
    carrier::check(out)?;
    Ok((carrier::profile(out), exact))
}

/// The modes of [`on_machine`].
#[inline(always)]
pub(crate) fn modes_on_machine(layout: &Layout, range: i64, out: &mut Fixed) -> Result<bool, NoValue> {
    let mut modes = Fixed::new();
    read_coalesced(layout, false, carrier::fixed, &mut modes)?;
    if !modes.is_sorted_by_key(|m| m.1) {
        modes.sort_unstable_by_key(|m| m.1);
    }
    let (extent, whole) = gaps(layout, &modes, out)?;
    Ok(matches!((whole, copies(&range, &extent, out)?), (Whole::Yes, Whole::Yes)))
}

/// Modes, their strides ascending, broadcast ones left out.
fn ordered(layout: &Layout) -> Result<Vec<(Expr, Expr)>, ComplementError> {
    let undecided = |undecided| ComplementError::Undecided { layout: layout.named(), undecided };
    let mut modes: Vec<(Expr, Expr)> = coalesce_modes(layout, false)?.into_iter().collect();
    modes.retain(|m| !m.1.is(0));
    for (_, stride) in &modes {
        match Expr::ONE.le(stride) {
            Tri::Yes => {}
            Tri::No => {
                let (layout, stride) = (layout.named(), stride.named());
                return Err(ComplementError::Negative { layout, stride });
            }
            Tri::Unknown => return Err(undecided(Undecided::at_most(&Expr::ONE, stride))),
        }
    }
    ascending(modes, &|m| &m.1).map_err(undecided)
}

/// [`complement`], with what is known of its holes.
pub(crate) fn complement_to(layout: &Layout, reach: Reach<'_>) -> Result<Complement, ComplementError> {
    let modes = ordered(layout)?;
    let mut out = Modes::new();
    let known = || modes.iter().all(|(size, stride)| size.known().and(stride.known()).is_some());
    let (extent, gaps) = match gaps(layout, &modes, &mut out) {
        Err(ComplementError::Interleaved { .. }) if known() => {
            return interleaved(&modes, reach).map_err(|e| no_result(layout, e));
        }
        result => result?,
    };
    let range = match reach {
        Reach::Range(cotarget) => rest(cotarget, &extent, &mut out)?,
        Reach::Elements(count) => {
            let inside = carrier::size(&out)?;
            fill(count.ceildiv(&inside)?, extent, &mut out)?;
            Whole::new(&inside, count)
        }
    };
    let result = from_modes(&out).map_err(|e| no_result(layout, e))?;
    Ok(Complement { layout: result, gaps, range })
}

/// Why modes are no complement of `layout`: those of the result are none that the caller has.
fn no_result(layout: &Layout, error: LayoutError) -> ComplementError {
    match error {
        LayoutError::UnknownSize { undecided, .. } => {
            ComplementError::Undecided { layout: layout.named(), undecided }
        }
        error => error.into(),
    }
}

/// The complement of modes of which one falls short of the extent below it. Modes
/// from some place on are a block: their values are multiples of the divisor that
/// their strides share, and the next copy begins behind its end. What lies below,
/// gaps included, fits between two multiples.
fn interleaved(modes: &[(Expr, Expr)], reach: Reach<'_>) -> Result<Complement, LayoutError> {
    // What lies below each mode, gaps included, up to the one that begins inside others.
    let mut extents = vec![Expr::ONE];
    for (size, stride) in modes {
        if extents[extents.len() - 1].le(stride) != Tri::Yes {
            break;
        }
        extents.push(size.mul(stride)?);
    }
    // The divisors of the strides from each mode on.
    let mut shared = vec![Expr::ONE; modes.len()];
    let mut divisor = 0;
    for (k, (_, stride)) in modes.iter().enumerate().rev() {
        divisor = common_divisor(divisor, stride.content());
        shared[k] = divisor.into();
    }
    // As few modes as possible; with all of them, nothing lies below.
    let first = (0..extents.len()).rev().find(|k| extents[*k].le(&shared[*k]) == Tri::Yes).unwrap_or(0);
    let mut out = Modes::new();
    for (k, (_, stride)) in modes.iter().enumerate().take(first + 1) {
        let next = if k < first { stride } else { &shared[k] };
        fill(next.floordiv(&extents[k])?, extents[k].clone(), &mut out)?;
    }
    let inside = carrier::size(&out)?;
    let mut extent = shared[first].clone();
    for (size, stride) in &modes[first..] {
        extent = extent.add(&size.sub(&Expr::ONE)?.mul(stride)?)?;
    }
    let count = match reach {
        Reach::Range(cotarget) if product(cotarget)?.is(1) => Expr::ONE,
        Reach::Range(cotarget) => {
            // Far enough, and as many elements as fill the range.
            let total = product(cotarget)?;
            let filled = modes.iter().try_fold(inside, |n, (size, _)| n.mul(size))?;
            total.ceildiv(&extent)?.maximum(&total.ceildiv(&filled)?)?
        }
        Reach::Elements(count) => count.ceildiv(&inside)?,
    };
    fill(count, extent, &mut out)?;
    Ok(Complement { layout: from_modes(&out)?, gaps: Whole::No, range: Whole::No })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(input: &str, cotarget: i64, expect: &str) {
        let layout: Layout = input.parse().unwrap();
        let text = match complement(&layout, &Expr::Const(cotarget)) {
            Ok(result) => result.to_string(),
            Err(error) => format!("error: {error}"),
        };
        assert_eq!(text, expect, "complement({input}, {cotarget})");
    }

    #[test]
    fn documented_cases() {
        check("4:1", 24, "6:4");
        check("6:4", 24, "4:1");
        check("(4,6):(1,4)", 24, "1:0");
        check("4:2", 24, "(2,3):(1,8)");
        check("(2,4):(1,6)", 24, "3:2");
        check("(2,2):(1,6)", 24, "(3,2):(2,12)");
        check("(4,2):(1,10)", 1, "2:4");
    }

    #[test]
    fn interleaved_modes_are_a_block() {
        // CuTe refuses these.
        check("(2,3):(2,3)", 24, "4:9");
        check("(4,2):(3,7)", 32, "4:17");
        // All values are multiples of 10: between them lies a gap.
        check("(4,2):(30,70)", 320, "(10,4):(1,170)");
        // The pair 0 1 fits between multiples of 8, but not between 8 and 13.
        check("(2,2,2):(1,8,12)", 64, "(2,4):(2,24)");
        check("(2,2,2):(1,8,13)", 64, "8:23");
        check("(2,3):(1,1)", 8, "2:4");
        check("(2,3):(2,3)", 1, "1:0");
        check(
            "(4,2):(3,-7)",
            32,
            "error: (4,2):(3,-7) has no complement: its stride -7 is negative, so it leaves the range from 0 up",
        );
    }

    #[test]
    fn unknown_strides() {
        let text = |layout: &str, times: i64| {
            let layout = layout.parse::<Layout>().unwrap();
            let range = layout.shape_leaves()[0].mul(&times.into()).unwrap();
            complement(&layout, &range).map_or_else(|e| e.to_string(), |l| l.named())
        };
        assert_eq!(text("(M,4):(1,M)", 8), "2:4*s0");
        assert_eq!(
            text("(M,4):(3,M)", 8),
            "cannot complement (s0,4):(3,s0): whether s0 >= 3 is not known; state it as a fact, such as s0{min=3}"
        );
        assert_eq!(
            text("(M{min=3},4):(3,M)", 8),
            "cannot complement (s0,4):(3,s0): the stride s0 falls short of 3*s0, the extent of the modes below it; modes that interleave have a complement where their sizes and strides are known"
        );
        assert_eq!(
            text("(M,4):(1,K)", 8),
            "cannot complement (s0,4):(1,s1): whether s1 >= 1 is not known; state it as a fact, such as s1{min=1}"
        );
        assert_eq!(
            text("(4,M):(1,K{min=1})", 8),
            "cannot complement (4,s0):(1,s1): whether s1 >= 4 is not known; state it as a fact, such as s1{min=4}"
        );
    }

    #[test]
    fn symbolic_rows() {
        let rows: Layout = "(M,K):(K,1)".parse().unwrap();
        assert_eq!(complement(&rows, &Expr::ONE).unwrap().to_string(), "1:0");
    }
}
