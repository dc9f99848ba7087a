//! From bits back to layouts: the layout of a bit matrix, of a table of values, and the
//! swizzle in a layout that is written without one.

use crate::composed::{AnyLayout, ComposedLayout, Outer};
use crate::f2::{BitMatrix, F2Error};
use crate::layout::Layout;
use crate::ops::coalesce::{coalesce, from_modes};
use crate::swizzle::Swizzle;

impl BitMatrix {
    /// The layout with this matrix: plain if the columns share no bits, else
    /// one with the smallest swizzle that separates them.
    ///
    /// # Errors
    /// [`F2Error::NoLayout`].
    pub fn to_layout(&self) -> Result<AnyLayout, F2Error> {
        if let Some(plain) = self.plain(0)? {
            return Ok(plain);
        }
        let bits = self.rows().min(62) as i64;
        for b in 1..=bits / 2 {
            for m in 0..=bits - 2 * b {
                for s in (b..=bits - m - b).flat_map(|s| [s, -s]) {
                    let Ok(swizzle) = Swizzle::new(b, m, s) else { continue };
                    if let Some(found) = self.unswizzled(swizzle)? {
                        return Ok(found);
                    }
                }
            }
        }
        Err(F2Error::NoLayout)
    }

    /// This matrix as `swizzle o offset o layout`, if it is one.
    pub(crate) fn unswizzled(&self, swizzle: Swizzle) -> Result<Option<AnyLayout>, F2Error> {
        let columns = self.columns().iter().map(|c| swizzle.apply(*c)).collect();
        let inner = Self::new(columns, swizzle.apply(self.constant()));
        Ok(match inner.plain(inner.constant())? {
            Some(AnyLayout::Plain(layout)) => Some(AnyLayout::Composed(ComposedLayout {
                outer: Outer::Swizzle(swizzle),
                offset: inner.constant().into(),
                inner: layout,
            })),
            _ => None,
        })
    }

    /// The layout whose columns these are, if they share no bits with one
    /// another or with the offset.
    fn plain(&self, offset: i64) -> Result<Option<AnyLayout>, F2Error> {
        if self.constant() != offset {
            return Ok(None);
        }
        let mut seen = offset;
        for column in self.columns() {
            if seen & column != 0 || *column < 0 {
                return Ok(None);
            }
            seen |= column;
        }
        let modes: Vec<_> = self.columns().iter().map(|c| (2.into(), (*c).into())).collect();
        Ok(Some(coalesce(&from_modes(&modes)?)?.into()))
    }
}

/// The layout, plain or with one swizzle, whose values these are.
///
/// A table whose length is no power of two may be a power-of-two part repeated
/// at a stride that the swizzle does not see.
///
/// ```
/// use layout_algebra::{recover, AnyLayout};
/// let original: AnyLayout = "S<2,0,2> o 0 o (4,4):(4,1)".parse().unwrap();
/// let table: Vec<i64> = (0..16).map(|i| original.eval(i).unwrap()).collect();
/// let found = recover(&table).unwrap();
/// assert!((0..16).all(|i| found.eval(i) == original.eval(i)));
/// ```
///
/// # Errors
/// [`F2Error::NoLayout`].
pub fn recover(values: &[i64]) -> Result<AnyLayout, F2Error> {
    let part = 1usize << values.len().trailing_zeros().min(62);
    let (Some(low), count) = (values.get(..part), values.len() / part.max(1)) else {
        return Err(F2Error::NoLayout);
    };
    let found = BitMatrix::of_table(low).ok_or(F2Error::NoLayout)?.to_layout()?;
    if count == 1 {
        return Ok(found);
    }
    let stride = values[part] - values[0];
    let outer = Layout::mode1((count as i64).into(), stride.into())?;
    let extended = match found {
        AnyLayout::Plain(l) => AnyLayout::Plain(coalesce(&Layout::concat([&l, &outer])?)?),
        AnyLayout::Composed(c) => AnyLayout::Composed(ComposedLayout {
            inner: coalesce(&Layout::concat([&c.inner, &outer])?)?,
            ..c
        }),
    };
    let same = values.iter().enumerate().all(|(i, v)| extended.eval(i as i64) == Some(*v));
    if same { Ok(extended) } else { Err(F2Error::NoLayout) }
}

/// The form with a swizzle of a layout that is written otherwise: nested
/// compositions, or strides that hide one.
///
/// ```
/// use layout_algebra::{AnyLayout, recover_swizzle};
/// let tile: AnyLayout = "S<3,0,3> o 0 o (8,8):(8,1)".parse().unwrap();
/// assert_eq!(recover_swizzle(&tile).unwrap(), tile);
/// ```
///
/// # Errors
/// [`F2Error`].
pub fn recover_swizzle(layout: &AnyLayout) -> Result<AnyLayout, F2Error> {
    let matrix = BitMatrix::of_layout(layout)?;
    matrix.to_layout()
}
