//! `complement`: the layout of what a layout leaves out.

use crate::integer::expr::{Expr, ExprError};
use crate::integer::symbol::Tri;
use crate::layout::{Layout, LayoutError};
use crate::nested::tuple::{IntTuple, Leaves, product};
use crate::ops::coalesce::{Modes, coalesce, coalesce_modes, from_modes};
use crate::ops::fixed::{self, Fixed};

/// Why a complement is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ComplementError {
    /// Two modes overlap: no layout interleaves with them.
    #[error(
        "{layout} has no complement: the stride {stride} falls short of {extent}, the extent of the modes below it; a stride of {extent} would do"
    )]
    Overlap {
        /// The layout.
        layout: String,
        /// The stride of the overlapping mode.
        stride: String,
        /// One past what the modes with smaller strides reach, rounded to a multiple of their stride.
        extent: String,
    },
    /// Symbolic strides whose order, or whose gaps, are not known.
    #[error(
        "cannot complement {layout}: whether {extent} divides {stride} is not known; state it as a fact, such as {{div=…}}"
    )]
    Undecided {
        /// The layout.
        layout: String,
        /// The stride in question.
        stride: String,
        /// The extent below it.
        extent: String,
    },
    /// A negative stride.
    #[error("{layout} has no complement: its stride {stride} is not positive")]
    Negative {
        /// The layout.
        layout: String,
        /// The stride.
        stride: String,
    },
    /// The result is no layout.
    #[error(transparent)]
    Layout(#[from] LayoutError),
}

impl From<ExprError> for ComplementError {
    fn from(error: ExprError) -> Self {
        Self::Layout(error.into())
    }
}

/// A complement, and whether layout and complement together cover their range
/// without holes.
pub(crate) struct Complement {
    pub layout: Layout,
    /// Each gap is a whole number of what lies below it.
    pub exact: bool,
}

/// `A*`, the complement of A in `[0, cotarget)`: strictly increasing, disjoint
/// from A except at 0, and such that `(A, A*)` reaches at least `cotarget`.
/// CuTe's `complement` (`cute/layout.hpp`), of `filter(A)`. With cotarget 1 it
/// is the intrinsic complement: the gaps of A alone.
///
/// Where a stride is no multiple of the extent below it the gap is rounded
/// down, as in CuTe: A and A* then stay disjoint but leave holes.
///
/// ```
/// use layout_algebra::{Layout, complement};
/// let l = |text: &str| text.parse::<Layout>().unwrap();
/// assert_eq!(complement(&l("4:2"), &24.into()).unwrap().to_string(), "(2,3):(1,8)");
/// assert_eq!(complement(&l("(2,2):(1,6)"), &24.into()).unwrap().to_string(), "(3,2):(2,12)");
/// ```
///
/// # Errors
/// [`ComplementError`].
pub fn complement(layout: &Layout, cotarget: &Expr) -> Result<Layout, ComplementError> {
    let mut out = Fixed::new();
    if let Some(profile) = fixed::complement(layout, cotarget, &mut out) {
        return Ok(out.into_layout(profile));
    }
    Ok(complement_exact(layout, std::slice::from_ref(cotarget))?.layout)
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
pub fn complement_shape(layout: &Layout, cotarget: &IntTuple) -> Result<Layout, ComplementError> {
    Ok(complement_exact(layout, &cotarget.leaves)?.layout)
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

/// The modes past `extent`: compact, and together reaching `cotarget`.
fn rest(cotarget: &[Expr], extent: &Expr, out: &mut Modes) -> Result<bool, ExprError> {
    let total = product(cotarget)?;
    let exact = total.divisible_by(extent) == Tri::Yes || total.is(1);
    if let [_, _, ..] = cotarget {
        let sizes = fold_ceil_div(cotarget, extent)?;
        if total.le(&product(&sizes)?.mul(extent)?) == Tri::Yes {
            let covered = product(&sizes)?.mul(extent)?;
            let mut stride = extent.clone();
            for size in sizes {
                let next = stride.mul(&size)?;
                out.push((size, stride));
                stride = next;
            }
            return Ok(exact && covered.sub(&total)?.known() == Some(0));
        }
    }
    let count = if total.le(extent) == Tri::Yes { Expr::ONE } else { total.ceildiv(extent)? };
    out.push((count, extent.clone()));
    Ok(exact)
}

pub(crate) fn complement_exact(layout: &Layout, cotarget: &[Expr]) -> Result<Complement, ComplementError> {
    let mut modes: Modes = coalesce_modes(layout, false)?;
    modes.retain(|m| !m.1.is(0));
    for (_, stride) in &modes {
        if Expr::ONE.le(stride) != Tri::Yes {
            let (layout, stride) = (layout.named(), stride.named());
            return Err(ComplementError::Negative { layout, stride });
        }
    }
    let mut out = Modes::new();
    let mut exact = true;
    let mut extent = Expr::ONE;
    while !modes.is_empty() {
        let at = next(layout, &modes, &extent)?;
        let (size, stride) = modes.remove(at);
        let whole = stride.divisible_by(&extent) == Tri::Yes;
        let gap = stride.floordiv(&extent)?;
        if gap.lt(&Expr::ONE) != Tri::No {
            return Err(ComplementError::Overlap {
                layout: layout.named(),
                stride: stride.named(),
                extent: extent.named(),
            });
        }
        exact &= whole;
        out.push((gap, extent));
        extent = size.mul(&stride)?;
    }
    exact &= rest(cotarget, &extent, &mut out)?;
    Ok(Complement { layout: coalesce(&from_modes(&out)?)?, exact })
}

/// The mode with the smallest stride: by value, or, among symbolic strides, one
/// that the extent divides while its own extent divides all the others.
fn next(layout: &Layout, modes: &Modes, extent: &Expr) -> Result<usize, ComplementError> {
    let constants = modes.iter().enumerate().filter_map(|(i, m)| Some((m.1.known()?, i)));
    if let Some((_, at)) = constants.min() {
        let smallest = &modes[at].1;
        if modes.iter().all(|m| smallest.le(&m.1) == Tri::Yes) {
            return Ok(at);
        }
    }
    for (i, (size, stride)) in modes.iter().enumerate() {
        if stride.divisible_by(extent) != Tri::Yes {
            continue;
        }
        let reach = size.mul(stride)?;
        let others = modes.iter().enumerate().filter(|(j, _)| *j != i);
        if others.clone().all(|(_, m)| m.1.divisible_by(&reach) == Tri::Yes) {
            return Ok(i);
        }
    }
    let stride = modes.iter().map(|m| &m.1).find(|s| s.as_const().is_none()).unwrap_or(&modes[0].1);
    Err(ComplementError::Undecided { layout: layout.named(), stride: stride.named(), extent: extent.named() })
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
    fn overlap_is_refused() {
        check(
            "(2,3):(2,3)",
            24,
            "error: (2,3):(2,3) has no complement: the stride 3 falls short of 4, the extent of the modes below it; a stride of 4 would do",
        );
    }

    #[test]
    fn symbolic_rows() {
        let rows: Layout = "(M,K):(K,1)".parse().unwrap();
        assert_eq!(complement(&rows, &Expr::ONE).unwrap().to_string(), "1:0");
    }
}
