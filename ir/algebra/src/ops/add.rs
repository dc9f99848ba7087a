//! `layout_add` and `greatest_common_domain`.

use smallvec::SmallVec;

use crate::layout::{Layout, LayoutError, check_size};
use crate::nested::tuple::IntTuple;
use crate::ops::carrier::Modes;
use crate::ops::coalesce::{coalesce, coalesce_modes, from_modes};
use crate::stride::Stride;
use layout_integer::Tri;
use layout_integer::{Expr, ExprError};
use layout_integer::{common_divisor, lcm};

/// Why two layouts have no sum that is a layout.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AddError {
    /// Different numbers of coordinates.
    #[error("{a} has {size_a} coordinates and {b} has {size_b}; only layouts of one size add up")]
    Size {
        /// One layout.
        a: String,
        /// Its size.
        size_a: String,
        /// The other.
        b: String,
        /// Its size.
        size_b: String,
    },
    /// No common refinement of the two domains.
    #[error(
        "{a} + {b}: sizes {x} and {y} at the same place do not divide one another, so no layout is the sum"
    )]
    Refinement {
        /// One layout.
        a: String,
        /// The other.
        b: String,
        /// A size left in one.
        x: String,
        /// The size left in the other.
        y: String,
    },
    /// The result is no layout.
    #[error(transparent)]
    Layout(#[from] LayoutError),
}

impl From<ExprError> for AddError {
    fn from(error: ExprError) -> Self {
        Self::Layout(error.into())
    }
}

/// The layout `R` with `R(i) = A(i) + B(i)` for every integer below their
/// common size, coalesced.
///
/// ```
/// use layout_algebra::{layout_add, Layout};
/// let [a, b] = ["12:2", "(4,3):(3,1)"].map(|t| t.parse::<Layout>().unwrap());
/// assert_eq!(layout_add(&a, &b).unwrap().to_string(), "(4,3):(5,9)");
/// ```
///
/// # Errors
/// [`AddError`].
pub fn layout_add<D: Stride>(a: &Layout<D>, b: &Layout<D>) -> Result<Layout<D>, AddError> {
    let (size_a, size_b) = (a.size()?, b.size()?);
    if size_a.sub(&size_b)?.known() != Some(0) {
        let (size_a, size_b) = (size_a.named(), size_b.named());
        return Err(AddError::Size { a: a.named(), size_a, b: b.named(), size_b });
    }
    let (mut x, mut y) = (coalesce_modes(a, false)?, coalesce_modes(b, false)?);
    x.reverse();
    y.reverse();
    let mut out = Modes::<D>::new();
    while let (Some((p, d)), Some((q, e))) = (x.pop(), y.pop()) {
        if p == q {
            out.push((p, d.plus(&e)?));
        } else if q.divisible_by(&p) == Tri::Yes {
            out.push((p.clone(), d.plus(&e)?));
            y.push((q.floordiv(&p)?, e.times(&p)?));
        } else if p.divisible_by(&q) == Tri::Yes {
            out.push((q.clone(), d.plus(&e)?));
            x.push((p.floordiv(&q)?, d.times(&q)?));
        } else {
            return Err(AddError::Refinement { a: a.named(), b: b.named(), x: p.named(), y: q.named() });
        }
    }
    // One side has run out: what is left there is a factor of size 1.
    Ok(coalesce(&from_modes(&out)?)?)
}

/// The largest domain that both shapes have as a common factor at a common
/// place: its modes count coordinates of both alike. After NVlabs' PyCuTe.
///
/// ```
/// use layout_algebra::{greatest_common_domain, IntTuple};
/// let gcd = |a: &str, b: &str| {
///     greatest_common_domain(&a.parse().unwrap(), &b.parse().unwrap()).unwrap().to_string()
/// };
/// assert_eq!(gcd("(5,3,4)", "(10,6)"), "(5,2):(1,30)");
/// assert_eq!(gcd("(16,64)", "(4,16,16)"), "(4,4,4,16):(1,4,16,64)");
/// assert_eq!(gcd("(5,3)", "(3,5)"), "1:0");
/// ```
///
/// # Errors
/// [`ExprError::Unknown`] for an unknown size; [`LayoutError::Size`] for one that is not positive.
pub fn greatest_common_domain(a: &IntTuple, b: &IntTuple) -> Result<Layout, LayoutError> {
    let known = |t: &IntTuple| -> Result<Vec<i64>, LayoutError> {
        let size = |(i, e): (usize, &Expr)| {
            check_size(e, || i.to_string())?;
            Ok(e.as_const().ok_or_else(|| ExprError::Unknown(e.named()))?)
        };
        t.leaves.iter().enumerate().map(size).collect()
    };
    let (x, y) = (intervals(&known(a)?)?, intervals(&known(b)?)?);
    let mut modes: SmallVec<[(Expr, Expr); 8]> = SmallVec::new();
    let mut reached = 1;
    for (lo_a, hi_a) in &x {
        for (lo_b, hi_b) in &y {
            // Both modes count in steps; a common factor starts at a common step.
            let start = lcm(*lo_a, *lo_b).unwrap_or(i64::MAX).max(reached);
            if start % lo_a != 0 || start % lo_b != 0 || hi_a % start != 0 || hi_b % start != 0 {
                continue;
            }
            let size = common_divisor(hi_a / start, hi_b / start);
            if size > 1 {
                modes.push((size.into(), start.into()));
                reached = start * size;
            }
        }
    }
    from_modes(&modes)
}

/// Where each mode of a shape starts and ends, as products of sizes.
fn intervals(sizes: &[i64]) -> Result<Vec<(i64, i64)>, ExprError> {
    let mut start = 1i64;
    let mut out = Vec::new();
    for size in sizes {
        let end = start.checked_mul(*size).ok_or_else(|| ExprError::Overflow(format!("{start} * {size}")))?;
        out.push((start, end));
        start = end;
    }
    Ok(out)
}
