//! Swizzled layouts of wider and narrower elements.

use crate::composed::{AnyLayout, ComposedLayout, Outer};
use crate::ops::recast::{Recast, RecastError, downcast, upcast};
use crate::swizzle::Swizzle;
use layout_integer::Expr;
use layout_integer::Tri;
use layout_integer::common_divisor;

type Result<T> = std::result::Result<T, RecastError>;

impl Recast for AnyLayout {
    fn up(&self, factor: i64) -> Result<Self> {
        let c = match self {
            Self::Plain(l) => return Ok(upcast(l, factor)?.into()),
            Self::Composed(c) => c,
        };
        let swizzle = swizzle_of(c)?;
        let offset = match c.offset.divisible_by(&factor.into()) {
            Tri::Yes => c.offset.floordiv(&factor.into())?,
            _ => return Err(RecastError::Offset { offset: c.offset.named(), factor }),
        };
        let swizzle = swizzle.upcast_seeing(factor, bits_of(c))?;
        let inner = upcast(&c.inner, factor)?;
        Ok(Self::Composed(ComposedLayout::new(Outer::Swizzle(swizzle), offset, inner)?))
    }

    fn down(&self, factor: i64) -> Result<Self> {
        let c = match self {
            Self::Plain(l) => return Ok(downcast(l, factor)?.into()),
            Self::Composed(c) => c,
        };
        let swizzle = swizzle_of(c)?.downcast(factor)?;
        let (offset, inner) = (c.offset.mul(&factor.into())?, downcast(&c.inner, factor)?);
        Ok(Self::Composed(ComposedLayout::new(Outer::Swizzle(swizzle), offset, inner)?))
    }
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

fn swizzle_of(c: &ComposedLayout) -> Result<Swizzle> {
    match c.outer {
        Outer::Swizzle(s) => Ok(s),
        _ => Err(RecastError::Composed(AnyLayout::Composed(c.clone()).named())),
    }
}
