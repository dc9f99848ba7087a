//! Swizzled layouts of wider and narrower elements.

use crate::composed::{AnyLayout, ComposedLayout, Outer};
use crate::ops::recast::{RecastError, downcast, ratio, upcast};
use crate::swizzle::Swizzle;
use layout_integer::Expr;
use layout_integer::Tri;
use layout_integer::common_divisor;

type Recast<T> = Result<T, RecastError>;

/// [`upcast`] of a plain or swizzled layout: swizzle, offset and inner layout.
///
/// ```
/// use layout_algebra::{AnyLayout, upcast_any};
/// let l = |text: &str| text.parse::<AnyLayout>().unwrap();
/// assert_eq!(upcast_any(&l("S<3,4,3> o 32 o 256:1"), 2).unwrap().to_string(), "S<3,3,3> o 16 o 128:1");
/// ```
///
/// # Errors
/// [`RecastError`].
pub fn upcast_any(layout: &AnyLayout, factor: i64) -> Recast<AnyLayout> {
    let c = match layout {
        AnyLayout::Plain(l) => return Ok(upcast(l, factor)?.into()),
        AnyLayout::Composed(c) => c,
    };
    let swizzle = swizzle_of(c)?;
    let offset = match c.offset.divisible_by(&factor.into()) {
        Tri::Yes => c.offset.floordiv(&factor.into())?,
        _ => return Err(RecastError::Offset { offset: c.offset.named(), factor }),
    };
    let swizzle = swizzle.upcast_seeing(factor, bits_of(c))?;
    let inner = upcast(&c.inner, factor)?;
    Ok(AnyLayout::Composed(ComposedLayout::new(Outer::Swizzle(swizzle), offset, inner)?))
}

/// [`downcast`] of a plain or swizzled layout.
///
/// ```
/// use layout_algebra::{AnyLayout, downcast_any};
/// let l = |text: &str| text.parse::<AnyLayout>().unwrap();
/// assert_eq!(downcast_any(&l("S<3,3,3> o 16 o 128:1"), 2).unwrap().to_string(), "S<3,4,3> o 32 o 256:1");
/// ```
///
/// # Errors
/// [`RecastError`].
pub fn downcast_any(layout: &AnyLayout, factor: i64) -> Recast<AnyLayout> {
    let c = match layout {
        AnyLayout::Plain(l) => return Ok(downcast(l, factor)?.into()),
        AnyLayout::Composed(c) => c,
    };
    let swizzle = swizzle_of(c)?.downcast(factor)?;
    let (offset, inner) = (c.offset.mul(&factor.into())?, downcast(&c.inner, factor)?);
    Ok(AnyLayout::Composed(ComposedLayout::new(Outer::Swizzle(swizzle), offset, inner)?))
}

/// The bits that may be set in the integers that the outer function gets.
fn bits_of(c: &ComposedLayout) -> i64 {
    let modes = || c.inner.shape_leaves().iter().zip(c.inner.stride_leaves()).filter(|(size, _)| !size.is(1));
    // What divides all of them; 0 if all are 0.
    let divisor = modes().fold(c.offset.content(), |divisor, (_, d)| common_divisor(divisor, d.content()));
    let low = if divisor == 0 { i64::MAX } else { (1 << divisor.trailing_zeros()) - 1 };
    let natural = |e: &Expr| Expr::ZERO.le(e) == Tri::Yes;
    let reach = c.inner.cosize().and_then(|n| n.add(&c.offset)).ok().and_then(|n| n.known());
    let high = match reach {
        // One more than the largest.
        Some(n) if natural(&c.offset) && modes().all(|(_, d)| natural(d)) => {
            n.max(1).unsigned_abs().next_power_of_two() as i64 - 1
        }
        _ => i64::MAX,
    };
    high & !low
}

fn swizzle_of(c: &ComposedLayout) -> Recast<Swizzle> {
    match c.outer {
        Outer::Swizzle(s) => Ok(s),
        _ => Err(RecastError::Composed(AnyLayout::Composed(c.clone()).named())),
    }
}

/// [`crate::recast_layout`] of a plain or swizzled layout.
///
/// ```
/// use layout_algebra::{recast_any, AnyLayout};
/// let bytes: AnyLayout = "S<3,4,3> o 0 o (8,128):(128,1)".parse().unwrap();
/// assert_eq!(recast_any(&bytes, 8, 16).unwrap().to_string(), "S<3,3,3> o 0 o (8,64):(64,1)");
/// ```
///
/// # Errors
/// [`RecastError`].
pub fn recast_any(layout: &AnyLayout, old_bits: i64, new_bits: i64) -> Recast<AnyLayout> {
    Ok(match ratio(old_bits, new_bits)? {
        (1, 1) => layout.clone(),
        (1, down) => downcast_any(layout, down)?,
        (up, 1) => upcast_any(layout, up)?,
        (up, down) => downcast_any(&upcast_any(layout, up)?, down)?,
    })
}
