//! Common vectors, alignments, products and tilers of swizzled layouts.

use super::{Result, SwizzledError, matching, swizzle_of, table};
use crate::composed::{AnyLayout, Outer};
use crate::dynamic::with_known_values;
use crate::layout::Layout;
use crate::ops::common::{max_alignment, max_common_layout, max_common_vector, value_divisor};
use crate::ops::composition::{ENUMERATION_LIMIT, composition, composition_tiler};
use crate::ops::product::logical_product;
use crate::swizzle::Swizzle;
use crate::tiler::Tiler;
use layout_integer::Expr;
use layout_integer::common_divisor;

/// [`max_common_layout`] of plain and swizzled layouts: elements above a
/// swizzle's base do not lie side by side.
///
/// ```
/// use layout_algebra::{AnyLayout, max_common_layout_any};
/// let l = |text: &str| text.parse::<AnyLayout>().unwrap();
/// let common = max_common_layout_any(&l("S<3,3,3> o 0 o (8,64):(64,1)"), &l("(8,64):(64,1)")).unwrap();
/// assert_eq!(common.to_string(), "8:8");
/// ```
///
/// # Errors
/// [`SwizzledError`].
pub fn max_common_layout_any(a: &AnyLayout, b: &AnyLayout) -> Result<Layout> {
    let mut common = max_common_layout(a.domain(), b.domain())?;
    for layout in [a, b] {
        let AnyLayout::Composed(c) = layout else { continue };
        let Outer::Swizzle(s) = c.outer else {
            return Err(layout.refused("max_common_layout").into());
        };
        let base = 1i64 << s.base();
        if common.size()?.as_const().is_none_or(|n| base < n) {
            common = composition(&common, &Layout::mode1(base.into(), Expr::ONE)?)?;
        }
        if c.offset.known() != Some(0) {
            // Not even coordinate 0 has the value 0.
            let why = format!("the offset {} moves the first element away from 0", c.offset.named());
            return Err(SwizzledError::NoForm {
                operation: format!("max_common_layout of {} and {}", a.named(), b.named()),
                why,
            });
        }
    }
    Ok(if common.size()?.is(1) { Layout::unit_mode() } else { common })
}

/// The number of elements that lie contiguously in both, at the same coordinates.
/// Under a swizzle those below its base do, and from an offset on those that follow it.
/// Under the same swizzle at the same offset more move together, as in CuTe: such a
/// vector holds the same elements in both, in the order that the swizzle gives.
///
/// ```
/// use layout_algebra::{AnyLayout, max_common_vector_any};
/// let l = |text: &str| text.parse::<AnyLayout>().unwrap();
/// let n = max_common_vector_any(&l("S<3,3,3> o 0 o (8,64):(64,1)"), &l("(8,64):(64,1)")).unwrap();
/// assert_eq!(n, 8.into());
/// ```
///
/// # Errors
/// [`SwizzledError`].
pub fn max_common_vector_any(a: &AnyLayout, b: &AnyLayout) -> Result<Expr> {
    let vector = max_common_vector(a.domain(), b.domain())?;
    if let (AnyLayout::Composed(x), AnyLayout::Composed(y)) = (a, b)
        && (&x.outer, &x.offset) == (&y.outer, &y.offset)
    {
        return Ok(vector);
    }
    let limit = |layout: &AnyLayout| match layout {
        AnyLayout::Plain(_) => i64::MAX,
        AnyLayout::Composed(c) => layout.swizzle_portion().map_or(1, |s| run(s, &c.offset)),
    };
    Ok(vector.minimum(&limit(a).min(limit(b)).into())?)
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

/// [`max_alignment`] of plain and swizzled layouts.
///
/// ```
/// use layout_algebra::{AnyLayout, max_alignment_any};
/// let l = |text: &str| text.parse::<AnyLayout>().unwrap();
/// assert_eq!(max_alignment_any(&l("S<2,3,3> o 0 o (8,64):(64,1)")).unwrap().to_string(), "8");
/// ```
///
/// # Errors
/// [`SwizzledError`].
pub fn max_alignment_any(layout: &AnyLayout) -> Result<i64> {
    match layout {
        AnyLayout::Plain(l) => Ok(max_alignment(l)?),
        AnyLayout::Composed(c) => {
            let Outer::Swizzle(s) = c.outer else { return Ok(1) };
            let base = common_divisor(1 << s.base(), c.offset.content());
            Ok(common_divisor(base, max_alignment(&c.inner)?))
        }
    }
}

/// [`logical_product`] with a swizzled tiler: the copies of A in swizzled order.
///
/// ```
/// use layout_algebra::{AnyLayout, logical_product_any};
/// let l = |text: &str| text.parse::<AnyLayout>().unwrap();
/// let p = logical_product_any(&l("S<1,2,2> o 0 o (4,8):(8,1)"), &l("2:1")).unwrap();
/// assert_eq!(p.to_string(), "S<1,2,2> o 0 o ((4,8),2):((8,1),32)");
/// ```
///
/// # Errors
/// [`SwizzledError`].
pub fn logical_product_any(a: &AnyLayout, b: &AnyLayout) -> Result<AnyLayout> {
    let (a, b) = match (a, b) {
        (a, AnyLayout::Plain(b)) => return Ok(a.on_domain(|l| logical_product(l, b))?),
        (AnyLayout::Plain(a), AnyLayout::Composed(b)) => (a, b),
        _ => return Err(b.refused("logical_product").into()),
    };
    let operation =
        || format!("logical_product of {} and {}", a.named(), AnyLayout::Composed(b.clone()).named());
    let undecided = || SwizzledError::Undecided(operation());
    let swizzle = swizzle_of(b, operation)?;
    let unswizzled = logical_product(a, &b.inner)?;
    let fixed = with_known_values(a).ok_or_else(undecided)?;
    let order = table(&AnyLayout::Composed(b.clone())).ok_or_else(undecided)?;
    let reach = order.iter().max().map_or(1, |m| m + 1);
    let places = crate::complement(&fixed, &fixed.size()?.mul(&reach.into())?)?;
    let size = fixed.size()?.as_const().unwrap_or(0);
    if size.saturating_mul(order.len() as i64) > ENUMERATION_LIMIT {
        return Err(undecided());
    }
    let values: Option<Vec<i64>> = order
        .iter()
        .flat_map(|copy| (0..size).map(|i| Some(fixed.eval(i)? + places.eval(*copy)?)).collect::<Vec<_>>())
        .collect();
    // Where the swizzle's bits lie among the copies.
    let bits = with_known_values(&b.inner).ok_or_else(undecided)?;
    let reached = table(&bits.into()).ok_or_else(undecided)?.iter().fold(0, |a, v| a | v);
    let (y, z) = (reached & swizzle.source_mask(), reached & swizzle.target_mask());
    let both = |y: i64, z: i64| -> (i64, i64) {
        let s = swizzle.shift();
        let down = |v: i64, s: i32| if s >= 0 { v >> s } else { v << -s };
        (y & down(z, -s), z & down(y, s))
    };
    let (y, z) = both(y, z);
    let candidate = places
        .eval(y)
        .zip(places.eval(z))
        .and_then(|(y, z)| Swizzle::of_masks(y, z))
        .map(|s| AnyLayout::composed(Outer::Swizzle(s), Expr::ZERO, unswizzled.clone()));
    matching(operation, &values.ok_or_else(undecided)?, candidate)
}

/// [`composition_tiler`] of plain and composed layouts.
///
/// ```
/// use layout_algebra::{AnyLayout, composition_tiler_any};
/// let l = |text: &str| text.parse::<AnyLayout>().unwrap();
/// let r = composition_tiler_any(&l("S<3,3,3> o 0 o (8,64):(64,1)"), &"[4:1, 8:1]".parse().unwrap()).unwrap();
/// assert_eq!(r.to_string(), "S<3,3,3> o 0 o (4,8):(64,1)");
/// ```
///
/// # Errors
/// As [`composition_tiler`].
pub fn composition_tiler_any(a: &AnyLayout, tiler: &Tiler) -> Result<AnyLayout> {
    Ok(a.on_domain(|l| composition_tiler(l, tiler))?)
}

/// The alignment, in elements, of a swizzled or plain layout's values at any
/// coordinate, from a base aligned to `base` elements.
///
/// # Errors
/// [`SwizzledError`].
pub fn divisor_any(layout: &AnyLayout, base: i64) -> Result<i64> {
    Ok(match layout {
        AnyLayout::Plain(l) => value_divisor(l, base)?,
        AnyLayout::Composed(c) => {
            let swizzle = layout.swizzle_portion().map_or(1, |s| 1 << s.base());
            let swizzle = common_divisor(swizzle, c.offset.content());
            common_divisor(swizzle, value_divisor(&c.inner, base)?)
        }
    })
}
