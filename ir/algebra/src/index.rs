//! The index of a coordinate, computed in any arithmetic.

use crate::composed::{AnyLayout, ComposedLayout, Outer};
use crate::digits::digits;
use crate::layout::Layout;
use crate::nested::coord::Coord;
use crate::swizzle::Swizzle;
use layout_integer::Arithmetic;
use layout_integer::Expr;

/// What an index takes beside sums, products and divisions.
pub trait IndexArithmetic: Arithmetic {
    /// The swizzle of a value.
    ///
    /// # Errors
    /// The arithmetic's own, here and below.
    fn swizzle(&mut self, swizzle: Swizzle, value: Self::Value) -> Result<Self::Value, Self::Error>;
    /// The value of a coordinate's integer, which counts the coordinates of `mode`.
    ///
    /// # Errors
    /// As above.
    fn coordinate(&mut self, integer: &Expr, mode: &Layout) -> Result<Self::Value, Self::Error>;
}

impl AnyLayout {
    /// The index of a coordinate that fits the layout's shape: digits times
    /// strides, through every outer function.
    ///
    /// # Errors
    /// Those of `arithmetic`.
    pub fn compute_index<A: IndexArithmetic>(
        &self,
        coord: &Coord<Expr>,
        arithmetic: &mut A,
    ) -> Result<A::Value, A::Error>
    where
        A::Value: Clone,
    {
        let inner = at_coordinate(self.domain(), coord, arithmetic)?;
        match self {
            Self::Plain(_) => Ok(inner),
            Self::Composed(c) => outward(c, inner, arithmetic),
        }
    }
}

/// `A(offset + inner)`.
fn outward<A: IndexArithmetic>(
    c: &ComposedLayout,
    inner: A::Value,
    arithmetic: &mut A,
) -> Result<A::Value, A::Error>
where
    A::Value: Clone,
{
    let index = if c.offset.is(0) {
        inner
    } else {
        let offset = c.offset.compute(arithmetic)?;
        arithmetic.add(inner, offset)?
    };
    apply(&c.outer, index, arithmetic)
}

/// The value of an outer function.
fn apply<A: IndexArithmetic>(outer: &Outer, index: A::Value, arithmetic: &mut A) -> Result<A::Value, A::Error>
where
    A::Value: Clone,
{
    match outer {
        Outer::Swizzle(s) => arithmetic.swizzle(*s, index),
        Outer::Layout(l) => at_integer(l, index, arithmetic),
        Outer::Chain(c) => {
            let mut inner = apply(&c.inner, index, arithmetic)?;
            if !c.offset.is(0) {
                let offset = c.offset.compute(arithmetic)?;
                inner = arithmetic.add(inner, offset)?;
            }
            apply(&c.outer, inner, arithmetic)
        }
    }
}

/// The sum over modes.
fn at_coordinate<A: IndexArithmetic>(
    layout: &Layout,
    coord: &Coord<Expr>,
    arithmetic: &mut A,
) -> Result<A::Value, A::Error>
where
    A::Value: Clone,
{
    match coord {
        Coord::Int(integer) => {
            let index = arithmetic.coordinate(integer, layout)?;
            at_integer(layout, index, arithmetic)
        }
        Coord::Tuple(parts) => {
            let mut sum = None;
            for (mode, part) in layout.modes().iter().zip(parts) {
                let term = at_coordinate(mode, part, arithmetic)?;
                sum = Some(match sum {
                    None => term,
                    Some(s) => arithmetic.add(s, term)?,
                });
            }
            sum.map_or_else(|| arithmetic.constant(0), Ok)
        }
    }
}

/// The sum of digits times strides.
fn at_integer<A: IndexArithmetic>(
    layout: &Layout,
    index: A::Value,
    arithmetic: &mut A,
) -> Result<A::Value, A::Error>
where
    A::Value: Clone,
{
    let (shape, stride) = (layout.shape_leaves(), layout.stride_leaves());
    let mut sum = None;
    let size = |arithmetic: &mut A, mode: usize| shape[mode].compute(arithmetic);
    digits(shape.len(), index, arithmetic, size, |arithmetic, mode, digit| {
        let stride = stride[mode].compute(arithmetic)?;
        let term = arithmetic.mul(digit, stride)?;
        sum = Some(match sum.take() {
            None => term,
            Some(s) => arithmetic.add(s, term)?,
        });
        Ok(())
    })?;
    sum.map_or_else(|| arithmetic.constant(0), Ok)
}
