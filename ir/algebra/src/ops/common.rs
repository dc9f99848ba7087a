//! What two layouts have in common, and how far apart values lie: vectors, alignment.

use crate::composed::{ComposedError, Outer};
use crate::dynamic::with_known_values;
use crate::layout::{Layout, LayoutError, check_size};
use crate::nested::compact::compact_col_major;
use crate::nested::tuple::{IntTuple, Leaves};
use crate::ops::coalesce::{coalesce, coalesce_modes, from_modes};
use crate::ops::composition::{CompositionError, ENUMERATION_LIMIT, composition};
use crate::ops::inverse::{InverseError, right_inverse};
use crate::ops::kinds::LayoutLike;
use crate::swizzle::Swizzle;
use layout_integer::Tri;
use layout_integer::common_divisor;
use layout_integer::{Expr, ExprError};

/// Why nothing common is found.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CommonError {
    /// See [`InverseError`].
    #[error(transparent)]
    Inverse(#[from] InverseError),
    /// See [`CompositionError`].
    #[error(transparent)]
    Composition(#[from] CompositionError),
    /// See [`ComposedError`].
    #[error(transparent)]
    Composed(#[from] ComposedError),
    /// See [`LayoutError`].
    #[error(transparent)]
    Layout(#[from] LayoutError),
}

impl From<ExprError> for CommonError {
    fn from(error: ExprError) -> Self {
        Self::Layout(error.into())
    }
}

/// A layout `R` of coordinates on which both layouts count up: `A(R(i)) = B(R(i)) = i`,
/// for a size known at compile time (`cute/layout.hpp`, `max_common_layout`). It is the
/// beginning of [`right_inverse`] of B, as long as A follows: whole modes, and of the
/// next a divisor. The coordinates are B's; where A is the smaller, it is taken on its
/// extended domain, as in CuTe: with the operands exchanged the layout may be another.
/// [`max_common_vector`] counts elements that both have.
///
/// ```
/// use layout_algebra::{AnyLayout, Layout, max_common_layout};
/// let l = |text: &str| text.parse::<Layout>().unwrap();
/// let common = max_common_layout(&l("((2,2),(2,2)):((8,2),(4,1))"), &l("((2,2),(2,2)):((4,2),(8,1))"));
/// assert_eq!(common.unwrap().to_string(), "(2,2):(8,2)");
/// assert_eq!(max_common_layout(&l("2:1"), &l("8:1")).unwrap().to_string(), "8:1");
/// // Elements above a swizzle's base do not lie side by side.
/// let swizzled = "S<3,3,3> o 0 o (8,64):(64,1)".parse::<AnyLayout>().unwrap();
/// assert_eq!(max_common_layout(&swizzled, &l("(8,64):(64,1)")).unwrap().to_string(), "8:8");
/// ```
///
/// # Errors
/// [`CommonError`].
pub fn max_common_layout<A, B>(a: &A, b: &B) -> Result<Layout, CommonError>
where
    A: LayoutLike<Stride = Expr>,
    B: LayoutLike<Stride = Expr>,
{
    let mut common = plain_common(a.domain(), b.domain())?;
    for (s, offset) in [swizzle_of(a)?, swizzle_of(b)?].into_iter().flatten() {
        let base = 1i64 << s.base();
        if common.size()?.as_const().is_none_or(|n| base < n) {
            common = cut(&common, &base.into())?;
        }
        if offset.known() != Some(0) {
            // Not even coordinate 0 has the value 0.
            let why = format!("the offset {} moves the first element away from 0", offset.named());
            let operation = format!("max_common_layout of {} and {}", a.message(), b.message());
            return Err(ComposedError::NoForm { operation, why }.into());
        }
    }
    Ok(common)
}

/// The swizzle of a swizzled layout, and its offset; `None` for a plain one.
fn swizzle_of<A: LayoutLike>(a: &A) -> Result<Option<(Swizzle, &Expr)>, ComposedError> {
    match a.outer() {
        None => Ok(None),
        Some((Outer::Swizzle(s), offset)) => Ok(Some((*s, offset))),
        Some(_) => a.plain("max_common_layout").map(|_| None),
    }
}

/// [`max_common_layout`] of plain layouts.
fn plain_common(a: &Layout, b: &Layout) -> Result<Layout, CommonError> {
    let inverse = right_inverse(b)?;
    match contiguous(a, &inverse) {
        Ok(vector) => cut(&inverse, &vector),
        Err(_) => match (with_known_values(a), with_known_values(&inverse)) {
            (Some(values), Some(coordinates)) => evaluated(&values, &inverse, &coordinates),
            _ => composable(a, &inverse),
        },
    }
}

/// The longest beginning that passes: whole modes, then a divisor of the next.
fn longest(layout: &Layout, passes: impl Fn(&Layout) -> bool) -> Result<Layout, CommonError> {
    let modes = coalesce_modes(layout, false)?;
    for whole in (0..modes.len()).rev() {
        let (size, stride) = &modes[whole];
        for part in divisors(size.as_const().unwrap_or(1)) {
            let mut beginning = modes[..whole].to_vec();
            beginning.push((part.into(), stride.clone()));
            let candidate = coalesce(&from_modes(&beginning)?)?;
            if passes(&candidate) {
                return Ok(candidate);
            }
        }
    }
    Ok(Layout::unit_mode())
}

/// The divisors of a size, the greatest first; of a large size only the powers of two
/// and what is left.
fn divisors(size: i64) -> Vec<i64> {
    if size <= 1 << 16 {
        return (1..=size).rev().filter(|d| size % d == 0).collect();
    }
    let mut out: Vec<i64> = (0..=size.trailing_zeros()).map(|k| 1i64 << k).collect();
    out.extend((0..=size.trailing_zeros()).map(|k| size >> k));
    out.sort_unstable_by(|a, b| b.cmp(a));
    out.dedup();
    out
}

/// The beginning of the inverse with which A composes to a run.
fn composable(a: &Layout, inverse: &Layout) -> Result<Layout, CommonError> {
    let follows = |part: &Layout| match (contiguous(a, part), part.size()) {
        (Ok(vector), Ok(size)) => vector == size,
        _ => false,
    };
    longest(inverse, follows)
}

/// The beginning of the inverse, of which `coordinates` are the values, on which the
/// values of A count up: found by looking at them.
fn evaluated(values: &Layout, inverse: &Layout, coordinates: &Layout) -> Result<Layout, CommonError> {
    let run = counted(values, coordinates)?;
    longest(inverse, |part| part.size().is_ok_and(|n| n.as_const().is_some_and(|n| n <= run)))
}

/// At how many of the `coordinates` the values count up, as far as they are looked at.
fn counted(values: &Layout, coordinates: &Layout) -> Result<i64, CommonError> {
    // A is taken past its end, where a last mode of size 1 counts.
    let (values, coordinates) = (from_modes(&coalesce_modes(values, true)?)?, coalesce(coordinates)?);
    let size = coordinates.size()?.as_const().unwrap_or(1).min(ENUMERATION_LIMIT);
    let follows = |i: &i64| coordinates.eval(*i).and_then(|c| values.eval(c)) == Some(*i);
    Ok((0..size).take_while(follows).count() as i64)
}

/// The length of the run `0, 1, 2, …` with which `A ∘ R` begins, if it is known.
fn contiguous(a: &Layout, inverse: &Layout) -> Result<Expr, CommonError> {
    let common = coalesce(&composition(a, inverse)?)?;
    let (size, stride) = (&common.shape_leaves()[0], &common.stride_leaves()[0]);
    Ok(if size.as_const().is_some() && stride.is(1) { size.clone() } else { Expr::ONE })
}

fn cut(inverse: &Layout, vector: &Expr) -> Result<Layout, CommonError> {
    if vector.is(1) {
        return Ok(Layout::unit_mode());
    }
    Ok(composition(inverse, &Layout::mode1(vector.clone(), Expr::ONE)?)?)
}

/// The number of elements that lie contiguously in both layouts, at the same
/// coordinates: how wide a copy between them may be (`max_common_vector`). It is the same
/// with the operands exchanged (unless each dynamic integer has a known value, as in CuTe's
/// notation), and of static layouts any number, not only a divisor of a mode. Unlike
/// [`max_common_layout`], and CuTe's, it does not run past the end of the smaller one.
///
/// Under a swizzle the elements below its base lie side by side, and from an offset on
/// those that follow it. Under the same swizzle at the same offset whole blocks of what it
/// permutes move together too: such a vector holds the same elements in both, in the order
/// that the swizzle gives. CuTe then leaves the swizzle out of account, whatever the number.
///
/// ```
/// use layout_algebra::{AnyLayout, max_common_vector};
/// let l = |text: &str| text.parse::<AnyLayout>().unwrap();
/// for (a, b, elements) in [
///     ("(4,4):(1,4)", "((2,2),4):((1,8),2)", 2),
///     ("2:1", "8:1", 2),
///     ("6:1", "8:1", 6),
///     ("(128,K{div=8}):(K,1)", "(128,64):(64,1)", 8),    // K is at least 8
///     ("S<3,3,3> o 0 o (8,64):(64,1)", "(8,64):(64,1)", 8),
///     ("S<3,3,3> o 0 o 100:1", "S<3,3,3> o 0 o 100:1", 64),
///     ("S<3,3,3> o 0 o 60:1", "S<3,3,3> o 0 o 60:1", 8),
/// ] {
///     assert_eq!(max_common_vector(&l(a), &l(b)).unwrap(), elements.into(), "{a} and {b}");
/// }
/// ```
///
/// # Errors
/// [`CommonError`].
pub fn max_common_vector<A, B>(a: &A, b: &B) -> Result<Expr, CommonError>
where
    A: LayoutLike<Stride = Expr>,
    B: LayoutLike<Stride = Expr>,
{
    let (x, y) = (a.domain(), b.domain());
    let mut vector = plain_vector(x, y)?;
    // Dynamic integers of known value are those of CuTe, which inverts B alone.
    let fixed = with_known_values(x).is_some() && with_known_values(y).is_some();
    if !fixed || x.is_static() && y.is_static() {
        vector = vector.max(plain_vector(y, x)?);
    }
    if let (Some((Outer::Swizzle(s), offset)), true) = (a.outer(), a.outer() == b.outer()) {
        // The bits from here on are left alone.
        let block = s.target_mask().unsigned_abs().wrapping_add(1).next_power_of_two() as i64;
        if vector >= block && common_divisor(block, offset.content()) == block {
            return Ok((vector / block * block).into());
        }
    }
    let limit = |outer: Option<(&Outer, &Expr)>| match outer {
        None => i64::MAX,
        Some((Outer::Swizzle(s), offset)) => run(*s, offset),
        Some(_) => 1,
    };
    Ok(vector.min(limit(a.outer())).min(limit(b.outer())).into())
}

/// How many of the coordinates at which B counts up lie in A, with A's values the same.
fn plain_vector(a: &Layout, b: &Layout) -> Result<i64, CommonError> {
    if let (Some(size), true, true) = (a.size()?.as_const(), a.is_static(), b.is_static()) {
        let inverse = right_inverse(b)?;
        let follows = match contiguous(a, &inverse) {
            Ok(vector) => vector.as_const().unwrap_or(1),
            Err(_) => counted(a, &inverse)?,
        };
        return Ok(first_past(&inverse, size).map_or(follows, |end| follows.min(end)));
    }
    let (common, size) = (plain_common(a, b)?, a.size()?);
    // One more than the last coordinate: the strides of an inverse are not negative.
    let inside = |part: &Layout| part.cosize().is_ok_and(|end| end.le(&size) == Tri::Yes);
    let common = if inside(&common) { common } else { longest(&common, inside)? };
    Ok(common.size()?.as_const().unwrap_or(1))
}

/// The first integer at which the value of a layout is at least `limit`, if one is. No
/// stride is negative.
fn first_past(layout: &Layout, limit: i64) -> Option<i64> {
    let modes = layout.shape_leaves().iter().zip(layout.stride_leaves());
    let modes: Vec<(i64, i64)> = modes.map(|(n, d)| n.as_const().zip(d.as_const())).collect::<Option<_>>()?;
    let mut rest: i64 = modes.iter().map(|(n, d)| (n - 1) * d).sum();
    let mut count: i64 = modes.iter().map(|(n, _)| n).product();
    let (mut missing, mut first) = (limit, 0);
    // The least digit of each mode with which those below can still reach the limit.
    for (size, stride) in modes.iter().rev() {
        rest -= (size - 1) * stride;
        count /= size;
        let digit = if missing > rest { (missing - rest - 1).checked_div(*stride)? + 1 } else { 0 };
        if digit >= *size {
            return None;
        }
        missing -= digit * stride;
        first += digit * count;
    }
    Some(first)
}

/// How many integers from the offset on stay side by side under a swizzle, up to what
/// lies below its base.
fn run(swizzle: Swizzle, offset: &Expr) -> i64 {
    let base = 1i64 << swizzle.base();
    let Some(offset) = offset.known() else { return common_divisor(base, offset.content()) };
    let before = base - offset.rem_euclid(base);
    let goes_on = offset
        .checked_add(before)
        .is_none_or(|next| swizzle.apply(next).checked_sub(swizzle.apply(offset)) == Some(before));
    // A power of two, as vectors are.
    if before == base || goes_on { base } else { 1 << before.ilog2() }
}

/// The largest integer, known at compile time, such that the values of the layout come
/// in runs of so many, each starting at a multiple: the alignment in elements
/// (`max_alignment`). An unknown stride counts as what is known to divide it, where
/// CuTe takes it for a multiple of anything.
///
/// ```
/// use layout_algebra::{AnyLayout, max_alignment};
/// let l = |text: &str| text.parse::<AnyLayout>().unwrap();
/// assert_eq!(max_alignment(&l("(3,(8,4)):(64,(1,16))")).unwrap(), 8);
/// assert_eq!(max_alignment(&l("(8,M):(1,K{div=4})")).unwrap(), 4);
/// assert_eq!(max_alignment(&l("S<2,3,3> o 0 o (8,64):(64,1)")).unwrap(), 8);
/// ```
///
/// # Errors
/// As [`coalesce`].
pub fn max_alignment<A: LayoutLike<Stride = Expr>>(layout: &A) -> Result<i64, CommonError> {
    match layout.outer() {
        None => plain_alignment(layout.domain()),
        Some((Outer::Swizzle(s), offset)) => {
            let base = common_divisor(1 << s.base(), offset.content());
            Ok(common_divisor(base, plain_alignment(layout.domain())?))
        }
        Some(_) => Ok(1),
    }
}

/// [`max_alignment`] of a plain layout.
fn plain_alignment(layout: &Layout) -> Result<i64, CommonError> {
    // Modes that continue one another from stride 1 on are one run; every other
    // stride is a distance between runs.
    let mut modes = coalesce_modes(layout, false)?;
    modes.retain(|(size, _)| !size.is(1));
    let mut run = 1i64;
    loop {
        let size = |i: &usize| modes[*i].0.as_const();
        let continues = (0..modes.len()).filter(|i| modes[*i].1.is(run) && size(i).is_some());
        let Some(at) = continues.max_by_key(size) else { break };
        run = run.saturating_mul(modes.remove(at).0.as_const().unwrap_or(1));
    }
    Ok(modes.iter().fold(run, |divisor, (_, stride)| common_divisor(divisor, stride.content())))
}

/// A layout of the domain of `shape` with as much of `count` as divides its
/// sizes, mode after mode: how `count` workers share it (`domain_distribute`).
///
/// ```
/// use layout_algebra::{domain_distribute, Expr, IntTuple};
/// let shape: IntTuple = "(4,32)".parse().unwrap();
/// assert_eq!(domain_distribute(&shape, 6).unwrap().to_string(), "2:1");
/// ```
///
/// # Errors
/// [`ExprError::Unknown`] for an unknown size; [`LayoutError::Size`] for one that is not positive.
pub fn domain_distribute(shape: &IntTuple, count: i64) -> Result<Layout, CommonError> {
    let mut left = count;
    let mut sizes = Leaves::new();
    for (i, size) in shape.leaves.iter().enumerate() {
        check_size(size, || i.to_string())?;
        let size = size.as_const().ok_or_else(|| ExprError::Unknown(size.named()))?;
        let share = common_divisor(size, left).max(1);
        sizes.push(share.into());
        left /= share;
    }
    let flat = IntTuple::flat(shape.leaves.iter().cloned());
    let stride = compact_col_major(&flat, &Expr::ONE)?;
    Ok(coalesce(&Layout::new(&IntTuple::flat(sizes), &stride)?)?)
}
