//! Inverses of swizzled layouts: the inverse of the layout behind the swizzle,
//! which moves through it where its bits allow, or else is recovered from values.

use std::collections::HashMap;

use super::{known, moved_through, swizzle_of, table};
use crate::composed::{AnyLayout, ComposedError, Outer};
use crate::dynamic::with_known_values;
use crate::layout::Layout;
use crate::ops::coalesce::coalesce;
use crate::ops::composition::{ENUMERATION_LIMIT, composition};
use crate::ops::inverse::{InverseError, Invert, left_inverse, right_inverse};
use crate::ops::recover::recover;
use layout_integer::Expr;
use layout_integer::common_divisor;

type Result<T> = std::result::Result<T, InverseError>;

impl Invert for AnyLayout {
    fn right(&self) -> Result<Self> {
        right(self)
    }

    fn left(&self) -> Result<Self> {
        left(self)
    }
}

fn left(a: &AnyLayout) -> Result<AnyLayout> {
    let operation = || format!("left inverse of ({})", a.named());
    let (swizzle, c) = match a {
        AnyLayout::Plain(l) => return Ok(left_inverse(l)?.into()),
        AnyLayout::Composed(c) => (swizzle_of(c, operation)?, c),
    };
    let inverse = left_inverse(&c.inner)?;
    let (values, offset) = (table(a), c.offset.known());
    let (Some(values), Some(offset)) = (values, offset) else {
        return Err(ComposedError::Undecided(operation()).into());
    };
    if let Some(moved) = moved_through(&inverse, swizzle)
        && offset == 0
    {
        let candidate = AnyLayout::composed(Outer::Swizzle(moved), Expr::ZERO, inverse.clone());
        if let Some(candidate) = known(&candidate).filter(|l| inverts(l, &values)) {
            return Ok(candidate);
        }
    }
    // Every value of the image back to its first coordinate, the rest to 0.
    let size = inverse.size()?.known().unwrap_or(0).max(values.iter().max().map_or(0, |m| m + 1));
    let fixed = with_known_values(&inverse).ok_or_else(|| ComposedError::Undecided(operation()))?;
    let back: Option<Vec<i64>> =
        (0..size.min(ENUMERATION_LIMIT)).map(|i| fixed.eval(swizzle.apply(i) - offset)).collect();
    let found = recover(&back.ok_or_else(|| ComposedError::Undecided(operation()))?);
    match found {
        Ok(found) if inverts(&found, &values) => Ok(found),
        _ => Err(no_form(operation())),
    }
}

/// Whether `L(A(i))` is the first coordinate with the value `A(i)`, for every coordinate; `values` are those of A.
fn inverts(inverse: &AnyLayout, values: &[i64]) -> bool {
    let mut first = HashMap::new();
    values.iter().zip(0i64..).all(|(v, i)| inverse.eval(*v) == Some(*first.entry(*v).or_insert(i)))
}

fn right(a: &AnyLayout) -> Result<AnyLayout> {
    let operation = || format!("right inverse of ({})", a.named());
    let (swizzle, c) = match a {
        AnyLayout::Plain(l) => return Ok(right_inverse(l)?.into()),
        AnyLayout::Composed(c) => (swizzle_of(c, operation)?, c),
    };
    let inverse = right_inverse(&c.inner)?;
    let fixed = known(a).ok_or_else(|| ComposedError::Undecided(operation()))?;
    // A layout of coordinates of A, that is of its domain.
    let domain = 0..fixed.size().ok().and_then(|s| s.as_const()).unwrap_or(0);
    let check = |candidate: &AnyLayout| -> bool {
        let Some(candidate) = known(candidate) else { return false };
        let size = candidate.size().ok().and_then(|s| s.as_const()).unwrap_or(i64::MAX);
        size <= ENUMERATION_LIMIT
            && (0..size).all(|i| {
                let coordinate = candidate.eval(i).filter(|c| domain.contains(c));
                coordinate.and_then(|c| fixed.eval(c)) == Some(i)
            })
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
    let plain = with_known_values(&inverse).ok_or_else(|| ComposedError::Undecided(operation()))?;
    let size = plain.size()?.as_const().unwrap_or(i64::MAX);
    if size > ENUMERATION_LIMIT {
        return Err(ComposedError::Undecided(operation()).into());
    }
    let back: Option<Vec<i64>> = (0..size).map(|i| plain.eval(swizzle.apply(i) - offset)).collect();
    if let Some(found) = back.and_then(|values| recover(&values).ok()).filter(check) {
        return Ok(found);
    }
    // The part below the swizzle is untouched by it.
    let low =
        (swizzle.target_mask() | swizzle.source_mask()) & -(swizzle.target_mask() | swizzle.source_mask());
    let kept = [low.min(size), common_divisor(low, size)];
    for kept in kept.into_iter().filter(|kept| offset == 0 && *kept > 0) {
        let Ok(part) = composition(&inverse, &Layout::mode1(kept.into(), Expr::ONE)?) else { continue };
        let part = AnyLayout::Plain(coalesce(&part)?);
        if check(&part) {
            return Ok(part);
        }
    }
    Err(no_form(operation()))
}

fn no_form(operation: String) -> InverseError {
    ComposedError::NoForm { operation, why: "its bits do not map to a swizzle's".into() }.into()
}
