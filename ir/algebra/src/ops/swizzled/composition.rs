//! Compositions with swizzled layouts and swizzles on the right.

use super::{matching, moved_through, table};
use crate::composed::{AnyLayout, ComposedError, ComposedLayout, Outer};
use crate::dynamic::with_known_values;
use crate::layout::Layout;
use crate::ops::composition::{Compose, CompositionError, ENUMERATION_LIMIT, composition};
use crate::swizzle::Swizzle;
use layout_integer::Expr;

type Result<T> = std::result::Result<T, CompositionError>;

impl Compose<AnyLayout> for Layout {
    type Result = AnyLayout;

    fn compose(&self, b: &AnyLayout) -> Result<AnyLayout> {
        match b {
            AnyLayout::Plain(b) => Ok(composition(self, b)?.into()),
            AnyLayout::Composed(b) => through(self, b),
        }
    }
}

impl Compose<AnyLayout> for AnyLayout {
    type Result = Self;

    fn compose(&self, b: &Self) -> Result<Self> {
        match (self, b) {
            (_, Self::Plain(b)) => self.compose(b),
            (Self::Plain(a), _) => a.compose(b),
            (Self::Composed(a), _) => behind(a, composition(&a.inner, b)?),
        }
    }
}

impl Compose<Swizzle> for Layout {
    type Result = AnyLayout;

    fn compose(&self, swizzle: &Swizzle) -> Result<AnyLayout> {
        let operation = || format!("({}) o {swizzle}", self.named());
        let undecided = || ComposedError::Undecided(operation());
        let fixed = with_known_values(self).ok_or_else(undecided)?;
        let size = self.size()?.known().filter(|n| *n <= ENUMERATION_LIMIT).ok_or_else(undecided)?;
        let values: Option<Vec<i64>> = (0..size).map(|i| fixed.eval(swizzle.apply(i))).collect();
        let candidate = moved_through(self, *swizzle)
            .map(|s| AnyLayout::composed(Outer::Swizzle(s), Expr::ZERO, self.clone()));
        Ok(matching(operation, &values.ok_or_else(undecided)?, self, candidate)?)
    }
}

impl Compose<Swizzle> for AnyLayout {
    type Result = Self;

    fn compose(&self, swizzle: &Swizzle) -> Result<Self> {
        match self {
            Self::Plain(a) => a.compose(swizzle),
            Self::Composed(a) => behind(a, a.inner.compose(swizzle)?),
        }
    }
}

/// `(Sw o offset o L) o B = Sw o offset o (L o B)`; `inner` is `L o B`, swizzled in turn or not.
fn behind(a: &ComposedLayout, inner: AnyLayout) -> Result<AnyLayout> {
    Ok(match inner {
        AnyLayout::Plain(inner) => AnyLayout::composed(a.outer.clone(), a.offset.clone(), inner),
        AnyLayout::Composed(inner) => AnyLayout::Composed(ComposedLayout::new(
            a.outer.clone().after(a.offset.clone(), inner.outer),
            inner.offset,
            inner.inner,
        )?),
    })
}

/// A plain layout composed with a composed one.
fn through(a: &Layout, b: &ComposedLayout) -> Result<AnyLayout> {
    let right = AnyLayout::Composed(b.clone());
    let operation = || format!("({}) o ({})", a.named(), right.named());
    let undecided = || ComposedError::Undecided(operation());
    let inner = table(&right).ok_or_else(undecided)?;
    let fixed = with_known_values(a).ok_or_else(undecided)?;
    let values: Option<Vec<i64>> = inner.iter().map(|i| fixed.eval(*i)).collect();
    let candidate = match (&b.outer, b.offset.is(0)) {
        (Outer::Swizzle(s), true) => moved_through(a, *s)
            .zip(composition(a, &b.inner).ok())
            .map(|(s, l)| AnyLayout::composed(Outer::Swizzle(s), Expr::ZERO, l)),
        _ => None,
    };
    Ok(matching(operation, &values.ok_or_else(undecided)?, &b.inner, candidate)?)
}
