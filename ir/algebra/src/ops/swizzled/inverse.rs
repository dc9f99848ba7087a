//! Inverses of swizzled layouts: the inverse of the layout behind the swizzle,
//! which moves through it where its bits allow, or else is recovered from values.

use super::{Result, SwizzledError, known, moved_through, swizzle_of, table};
use crate::composed::{AnyLayout, Outer};
use crate::dynamic::with_known_values;
use crate::layout::Layout;
use crate::ops::composition::{ENUMERATION_LIMIT, composition};
use crate::ops::inverse::{left_inverse, right_inverse};
use crate::ops::recover::recover;
use layout_integer::Expr;
use layout_integer::common_divisor;

/// [`crate::right_inverse`] also of swizzled layouts: `(Sw ∘ L)‡ = L‡ ∘ Sw`.
///
/// ```
/// use layout_algebra::{AnyLayout, right_inverse_any};
/// let l = |text: &str| text.parse::<AnyLayout>().unwrap();
/// let inverse = right_inverse_any(&l("S<3,3,3> o 0 o (8,64):(64,1)")).unwrap();
/// assert_eq!(inverse.to_string(), "S<3,0,-6> o 0 o (64,8):(8,1)");
/// ```
///
/// # Errors
/// [`SwizzledError`].
pub fn right_inverse_any(a: &AnyLayout) -> Result<AnyLayout> {
    let holds = |a: &AnyLayout, r: &AnyLayout, i: i64| r.eval(i).and_then(|c| a.eval(c)) == Some(i);
    invert(a, "right inverse of", |l| Ok(right_inverse(l)?), holds)
}

/// [`crate::left_inverse`] also of swizzled layouts: `(Sw ∘ L)† = L† ∘ Sw`.
///
/// ```
/// use layout_algebra::{AnyLayout, left_inverse_any};
/// let l = |text: &str| text.parse::<AnyLayout>().unwrap();
/// let inverse = left_inverse_any(&l("S<3,3,3> o 0 o (8,64):(64,1)")).unwrap();
/// assert_eq!(inverse.to_string(), "S<3,0,-6> o 0 o (64,8):(8,1)");
/// ```
///
/// # Errors
/// [`SwizzledError`].
pub fn left_inverse_any(a: &AnyLayout) -> Result<AnyLayout> {
    let operation = || format!("left inverse of ({})", a.named());
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
    let fixed = with_known_values(&inverse).ok_or_else(|| SwizzledError::Undecided(operation()))?;
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

fn invert(
    a: &AnyLayout,
    name: &str,
    of_inner: impl Fn(&Layout) -> Result<Layout>,
    holds: impl Fn(&AnyLayout, &AnyLayout, i64) -> bool,
) -> Result<AnyLayout> {
    let operation = || format!("{name} ({})", a.named());
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
    let plain = with_known_values(&inverse).ok_or_else(|| SwizzledError::Undecided(operation()))?;
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
        let kept = common_divisor(low, size);
        let part = composition(&inverse, &Layout::mode1(kept.into(), Expr::ONE)?)?;
        let part = AnyLayout::Plain(crate::coalesce(&part)?);
        if check(&part) {
            return Ok(part);
        }
    }
    Err(SwizzledError::NoForm { operation: operation(), why: "its bits do not map to a swizzle's".into() })
}
