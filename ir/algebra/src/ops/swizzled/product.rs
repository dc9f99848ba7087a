//! Products with swizzled layouts: copies in swizzled order.

use super::{matching, swizzle_of, table};
use crate::composed::{AnyLayout, ComposedError, ComposedLayout, Outer};
use crate::dynamic::with_known_values;
use crate::layout::Layout;
use crate::ops::complement::complement;
use crate::ops::composition::ENUMERATION_LIMIT;
use crate::ops::kinds::LayoutLike;
use crate::ops::product::{ProductError, Repeat, logical_product};
use crate::swizzle::Swizzle;
use layout_integer::Expr;

impl Repeat<AnyLayout> for Layout {
    type Result = AnyLayout;

    fn repeat(&self, b: &AnyLayout) -> Result<AnyLayout, ProductError> {
        match b {
            AnyLayout::Plain(b) => Ok(logical_product(self, b)?.into()),
            AnyLayout::Composed(b) => in_order(self, b),
        }
    }
}

impl Repeat<AnyLayout> for AnyLayout {
    type Result = Self;

    fn repeat(&self, b: &Self) -> Result<Self, ProductError> {
        match self {
            Self::Plain(a) => a.repeat(b),
            Self::Composed(_) => self.repeat(b.plain("logical_product")?),
        }
    }
}

/// The copies of a plain layout in the order of a composed one.
fn in_order(a: &Layout, b: &ComposedLayout) -> Result<AnyLayout, ProductError> {
    let operation =
        || format!("logical_product of {} and {}", a.named(), AnyLayout::Composed(b.clone()).named());
    let undecided = || ComposedError::Undecided(operation());
    let swizzle = swizzle_of(b, operation)?;
    let unswizzled = logical_product(a, &b.inner)?;
    let fixed = with_known_values(a).ok_or_else(undecided)?;
    let order = table(&AnyLayout::Composed(b.clone())).ok_or_else(undecided)?;
    let reach = order.iter().max().map_or(1, |m| m + 1);
    let places = complement(&fixed, &fixed.size()?.mul(&reach.into())?)?;
    let size = fixed.size()?.as_const().unwrap_or(0);
    if size.saturating_mul(order.len() as i64) > ENUMERATION_LIMIT {
        return Err(undecided().into());
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
    Ok(matching(operation, &values.ok_or_else(undecided)?, &unswizzled, candidate)?)
}
