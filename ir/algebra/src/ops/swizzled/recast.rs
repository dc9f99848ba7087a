//! Swizzled layouts of wider and narrower elements.

use crate::composed::{AnyLayout, ComposedLayout, Outer};
use crate::integer::expr::Expr;
use crate::layout::Layout;
use crate::ops::recast::{RecastError, downcast, ratio, upcast};
use crate::swizzle::Swizzle;

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
    scaled(layout, factor, &upcast, &Swizzle::upcast, &|offset| {
        let refused = || RecastError::Offset { offset: offset.named(), factor };
        match offset.divisible_by(&factor.into()) {
            crate::Tri::Yes => Ok(offset.floordiv(&factor.into())?),
            _ => Err(refused()),
        }
    })
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
    scaled(layout, factor, &downcast, &Swizzle::downcast, &|offset| Ok(offset.mul(&factor.into())?))
}

fn scaled(
    layout: &AnyLayout,
    factor: i64,
    plain: &dyn Fn(&Layout, i64) -> Recast<Layout>,
    swizzle: &dyn Fn(Swizzle, i64) -> Recast<Swizzle>,
    offset: &dyn Fn(&Expr) -> Recast<Expr>,
) -> Recast<AnyLayout> {
    Ok(match layout {
        AnyLayout::Plain(l) => plain(l, factor)?.into(),
        AnyLayout::Composed(c) => {
            let Outer::Swizzle(s) = c.outer else { return Err(RecastError::Factor(factor)) };
            let (s, inner) = (swizzle(s, factor)?, plain(&c.inner, factor)?);
            AnyLayout::Composed(ComposedLayout {
                outer: Outer::Swizzle(s),
                offset: offset(&c.offset)?,
                inner,
            })
        }
    })
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
