//! `right_inverse` and `left_inverse`.

use crate::composed::ComposedError;
use crate::dynamic::made_dynamic;
use crate::layout::{Layout, LayoutError};
use crate::ops::carrier::{self, Fixed, Grow, List, Modes, Number, Step, merge};
use crate::ops::coalesce::{coalesce, coalesce_modes, from_modes, read_coalesced};
use crate::ops::composition::CompositionError;
use crate::ops::inverse_search::{Found, SEARCH_LIMIT, search};
use crate::ops::order::ascending;
use layout_integer::Tri;
use layout_integer::Undecided;
use layout_integer::{Expr, ExprError};

/// Why an inverse is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InverseError {
    /// Modes overlap, so values do not determine coordinates.
    #[error(
        "{layout} has no left inverse: the stride {stride} falls short of {extent}, the extent of the modes below it"
    )]
    Overlap {
        /// The layout.
        layout: String,
        /// The offending stride.
        stride: String,
        /// The extent below it.
        extent: String,
    },
    /// Every coordinate has its own value, but no layout leads back.
    #[error("no layout is a left inverse of {0}; strides of which each divides the next would have one")]
    None(String),
    /// The search for an irregular inverse would take too long, or did.
    #[error(
        "{layout} is irregular: the stride {below} does not divide {stride}, and the search for an inverse of {size} coordinates takes too long; strides of which each divides the next would have one"
    )]
    TooLarge {
        /// The layout.
        layout: String,
        /// The smaller stride.
        below: String,
        /// The larger stride.
        stride: String,
        /// The number of coordinates.
        size: String,
    },
    /// A negative stride.
    #[error("{layout}: its stride {stride} is negative; only layouts without negative strides are inverted")]
    Negative {
        /// The layout.
        layout: String,
        /// The stride.
        stride: String,
    },
    /// The order of symbolic strides is not known, or one may not be positive.
    #[error("cannot invert {layout}: {undecided}")]
    Undecided {
        /// The layout.
        layout: String,
        /// The condition.
        undecided: Undecided,
    },
    /// See [`ComposedError`].
    #[error(transparent)]
    Composed(#[from] ComposedError),
    /// The result is no layout.
    #[error(transparent)]
    Layout(#[from] LayoutError),
    /// A part of the inverse of a swizzled layout is no layout.
    #[error(transparent)]
    Composition(#[from] CompositionError),
}

impl From<ExprError> for InverseError {
    fn from(error: ExprError) -> Self {
        Self::Layout(error.into())
    }
}

/// A mode with where its coordinates lie in the domain.
struct Placed {
    size: Expr,
    stride: Expr,
    /// The product of the sizes before it.
    position: Expr,
}

/// The coalesced modes without broadcast ones, each with its domain position.
fn placed(layout: &Layout) -> Result<Vec<Placed>, ExprError> {
    let mut position = Expr::ONE;
    let mut out = Vec::new();
    for (size, stride) in coalesce_modes(layout, false)? {
        let next = position.mul(&size)?;
        if !stride.is(0) {
            out.push(Placed { size, stride, position });
        }
        position = next;
    }
    Ok(out)
}

/// A layout `R` with `A(R(i)) = i` for all `i` below its size: the modes of A that
/// continue one another from stride 1 on. `1:0` if none does (`cute/layout.hpp`,
/// `right_inverse`). The largest there is, where A is one to one and has no negative
/// stride; else there may be a larger one that takes parts of modes, such as
/// `(5,2):(1,6)` of `(6,4):(1,5)`, of which this gives `6:1`.
///
/// Of a swizzled layout it is `(Sw o L)‡ = L‡ o Sw` where that stays in the domain of A,
/// else the part of it below the swizzle's bits.
///
/// ```
/// use layout_algebra::{AnyLayout, right_inverse};
/// let l = |text: &str| text.parse::<AnyLayout>().unwrap();
/// for (layout, inverse) in [
///     ("(4,8):(8,1)", "(8,4):(4,1)"),
///     ("(4,8):(1,5)", "4:1"),              // no element has the value 4
///     ("(16,N):(1,16)", "16*?:1"),
///     ("S<3,3,3> o 0 o (8,64):(64,1)", "S<3,0,-6> o 0 o (64,8):(8,1)"),
///     ("S<2,1,-2> o 0 o 5:1", "2:1"),      // the values are 0 1 10 11 20
/// ] {
///     assert_eq!(right_inverse(&l(layout)).unwrap().to_string(), inverse);
/// }
/// ```
///
/// # Errors
/// [`InverseError::Layout`] past 64 bits; [`InverseError::Composed`] for composed layouts.
#[inline]
pub fn right_inverse<L: Invert>(layout: &L) -> Result<L, InverseError> {
    layout.right()
}

/// A layout that has inverses.
pub trait Invert: Sized {
    /// See [`right_inverse`].
    ///
    /// # Errors
    /// [`InverseError`].
    fn right(&self) -> Result<Self, InverseError>;
    /// See [`left_inverse`].
    ///
    /// # Errors
    /// [`InverseError`].
    fn left(&self) -> Result<Self, InverseError>;
}

impl Invert for Layout {
    #[inline]
    fn right(&self) -> Result<Self, InverseError> {
        plain_right(self)
    }

    fn left(&self) -> Result<Self, InverseError> {
        plain_left(self)
    }
}

/// [`right_inverse`] of a plain layout.
#[inline]
fn plain_right(layout: &Layout) -> Result<Layout, InverseError> {
    let (mut modes, mut out) = (Fixed::new(), Fixed::new());
    if read_coalesced(layout, false, carrier::fixed, &mut modes).is_ok()
        && continued(&mut modes, &mut out).is_ok()
        && carrier::check(&out).is_ok()
    {
        let profile = carrier::profile(&mut out);
        return Ok(carrier::into_layout(&out, profile));
    }
    let mut out = Modes::new();
    continued(&mut coalesce_modes(layout, false)?, &mut out)?;
    Ok(from_modes(&out)?)
}

/// Adds the modes of the right inverse: those that continue one another from stride 1 on,
/// each with its place in the domain as the stride.
#[inline(always)]
fn continued<N: Number + Step<N>>(modes: &mut [(N, N)], out: &mut List<N, N>) -> Result<(), N::Error> {
    let mut places = N::List::<N>::default();
    let mut next = N::from(1);
    for (size, _) in modes.iter() {
        places.add_item(next.clone())?;
        next = next.mul(size)?;
    }
    next = 1.into();
    while let Some(at) = continuing(modes, &next) {
        let (size, stride) = &mut modes[at];
        next = next.mul(size)?;
        // Taken: nothing continues it.
        *stride = 0.into();
        merge(out, size.clone(), places[at].clone())?;
    }
    Ok(())
}

/// The mode of this stride: the longest, or the first if their sizes are not known.
#[inline(always)]
fn continuing<N: Number>(modes: &[(N, N)], stride: &N) -> Option<usize> {
    let mut fits = (0..modes.len()).filter(|i| modes[*i].1 == *stride);
    if fits.clone().any(|i| modes[i].0.as_const().is_none()) {
        return fits.next();
    }
    fits.max_by_key(|i| modes[*i].0.as_const())
}

/// A layout `L` with `L(A(c)) = c` for every coordinate, where A is injective
/// (`cute/layout.hpp`, `left_inverse`). Modes of stride 0 are left out, as in CuTe, though
/// such a layout has no inverse in the strict sense: `L(A(c))` is then `c` with the digits
/// of those modes 0, the first coordinate with the value `A(c)`, so that
/// `A(L(A(c))) = A(c)`. Whatever else gives two coordinates one value is refused.
///
/// Found whenever there is one of a layout without negative strides, apart from
/// conditions on symbols that the facts do not decide and irregular layouts: they
/// are searched up to 2¹⁴ coordinates, and no longer than a bound of the work. Of a
/// swizzled layout it is `(Sw o L)† = L† o Sw`.
///
/// ```
/// use layout_algebra::{AnyLayout, left_inverse};
/// let inverse = |t: &str| left_inverse(&t.parse::<AnyLayout>().unwrap()).map(|l| l.to_string());
/// assert_eq!(inverse("(4,8):(1,5)").unwrap(), "(5,8):(1,4)");
/// // The first mode does not move: every value is led back to its digit 0.
/// assert_eq!(inverse("(2,4):(0,1)").unwrap(), "4:2");
/// // Values 0 2 3 5: strides that do not divide one another.
/// assert_eq!(inverse("(2,2):(2,3)").unwrap(), "(2,3):(1,1)");
/// assert_eq!(inverse("S<3,3,3> o 0 o (8,64):(64,1)").unwrap(), "S<3,0,-6> o 0 o (64,8):(8,1)");
/// assert!(inverse("(63,2):(1,1)").is_err());
/// ```
///
/// # Errors
/// [`InverseError`].
pub fn left_inverse<L: Invert>(layout: &L) -> Result<L, InverseError> {
    layout.left()
}

/// [`left_inverse`] of a plain layout.
fn plain_left(layout: &Layout) -> Result<Layout, InverseError> {
    let undecided = |undecided| InverseError::Undecided { layout: layout.named(), undecided };
    let modes = placed(layout)?;
    if let Some(mode) = modes.iter().find(|m| m.stride.lt(&Expr::ZERO) == Tri::Yes) {
        return Err(InverseError::Negative { layout: layout.named(), stride: mode.stride.named() });
    }
    let sorted = ascending(modes, &|m| &m.stride).map_err(undecided)?;
    // A constant: everything is a broadcast.
    let Some(first) = sorted.first() else { return Ok(coalesce(layout)?) };
    if Expr::ONE.le(&first.stride) != Tri::Yes {
        return Err(undecided(Undecided::at_most(&Expr::ONE, &first.stride)));
    }
    // Below the first stride nothing is hit; the stride there is arbitrary.
    let mut out = Modes::new();
    out.push((first.stride.clone(), Expr::ZERO));
    for (i, mode) in sorted.iter().enumerate() {
        let Some(above) = sorted.get(i + 1) else {
            out.push((mode.size.clone(), mode.position.clone()));
            break;
        };
        let extent = mode.size.mul(&mode.stride)?;
        match extent.le(&above.stride) {
            Tri::Yes => {}
            Tri::No => return irregular(layout, &sorted, mode, above),
            Tri::Unknown => return Err(undecided(Undecided::at_most(&extent, &above.stride))),
        }
        let size = match above.stride.divisible_by(&mode.stride) {
            Tri::Yes => above.stride.floordiv(&mode.stride)?,
            Tri::No => return irregular(layout, &sorted, mode, above),
            Tri::Unknown => return Err(undecided(Undecided::divides(&mode.stride, &above.stride))),
        };
        out.push((size, mode.position.clone()));
    }
    Ok(coalesce(&from_modes(&out)?)?)
}

/// The inverse of modes that overlap or do not divide one another, by search.
fn irregular(
    layout: &Layout,
    modes: &[Placed],
    mode: &Placed,
    above: &Placed,
) -> Result<Layout, InverseError> {
    let known = |m: &Placed| Some((m.size.known()?, m.stride.known()?, m.position.known()?));
    let size = modes.iter().try_fold(Expr::ONE, |p, m| p.mul(&m.size))?;
    let all: Option<Vec<_>> = modes.iter().map(known).collect();
    let Some(all) = all else {
        let (reached, stride) = (mode.size.mul(&mode.stride)?.named(), above.stride.named());
        let condition =
            format!("a layout leads back, where modes reach {reached} and the next stride is {stride},");
        return Err(InverseError::Undecided {
            layout: layout.named(),
            undecided: Undecided::other(condition),
        });
    };
    let too_large = || {
        let (below, stride) = (mode.stride.named(), above.stride.named());
        InverseError::TooLarge { layout: layout.named(), below, stride, size: size.named() }
    };
    if !matches!(size.known(), Some(0..=SEARCH_LIMIT)) {
        return Err(too_large());
    }
    let mut points = vec![(0i64, 0i64)];
    for (size, stride, position) in all {
        let steps = (0..size).flat_map(|c| {
            points.iter().map(move |(v, i)| Some((v.checked_add(c.checked_mul(stride)?)?, i + c * position)))
        });
        let next: Option<Vec<_>> = steps.collect();
        points = next.ok_or_else(|| ExprError::Overflow(format!("a value of {}", layout.named())))?;
    }
    points.sort_unstable();
    if points.windows(2).any(|p| p[0].0 == p[1].0) {
        let extent = mode.size.mul(&mode.stride)?.named();
        return Err(InverseError::Overlap { layout: layout.named(), stride: above.stride.named(), extent });
    }
    match search(points)? {
        Found::Inverse(found) if layout.is_static() => Ok(found),
        Found::Inverse(found) => Ok(made_dynamic(&found)?),
        Found::None => Err(InverseError::None(layout.named())),
        Found::Undecided => Err(too_large()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(result: Result<Layout, InverseError>) -> String {
        result.map_or_else(|e| format!("error: {e}"), |l| l.to_string())
    }

    #[test]
    fn right_inverses_of_the_white_paper() {
        for (layout, expect) in [
            ("(4,8):(8,1)", "(8,4):(4,1)"),
            ("(4,8):(1,5)", "4:1"),
            ("((2,2),(2,4)):((0,2),(0,4))", "1:0"),
            ("(3,7,5):(5,15,1)", "(5,21):(21,1)"),
            ("(4,(4,2)):(4,(1,16))", "(4,4,2):(4,1,16)"),
            ("((2,2),(4,2)):((1,8),(2,16))", "(2,4,2,2):(1,4,2,16)"),
            ("(16,N):(1,16)", "16*?:1"),
            ("(M,K):(K,1)", "(?,?):(s1,1)"),
        ] {
            let parsed: Layout = layout.parse().unwrap();
            assert_eq!(text(right_inverse(&parsed)), expect, "{layout}");
        }
    }

    #[test]
    fn left_inverses_of_the_white_paper() {
        for (layout, expect) in [
            ("(4,8):(1,5)", "(5,8):(1,4)"),
            ("((2,2),(2,4)):((0,2),(0,4))", "(2,2,4):(0,2,8)"),
            ("(128,160):(65536,1)", "(65536,128):(128,1)"),
            (
                "(63,2):(1,1)",
                "error: (63,2):(1,1) has no left inverse: the stride 1 falls short of 63, the extent of the modes below it",
            ),
        ] {
            let parsed: Layout = layout.parse().unwrap();
            assert_eq!(text(left_inverse(&parsed)), expect, "{layout}");
        }
    }
}
