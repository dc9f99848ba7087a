//! What a stride may be: an integer, or an element of a module over the integers.

use std::fmt::{self, Write};
use std::hash::Hash;

use crate::nested::tuple::{Leaves, product};
use layout_integer::{Expr, ExprError, Place, Printer, Symbol};

/// A stride: something that can be added up and multiplied by integers.
///
/// [`Expr`] is the usual one; [`Basis`](crate::Basis) makes a layout's values
/// coordinates. The operations that only take the *domain* of a layout apart
/// (coalesce, composition on the right, divides, slices) work for all of them.
pub trait Stride: Clone + fmt::Debug + Eq + Hash + Ord {
    /// The stride of a mode that does not move.
    fn zero() -> Self;
    /// Whether the mode does not move.
    fn is_zero(&self) -> bool;
    /// The sum of two.
    ///
    /// # Errors
    /// As [`Expr::add`].
    fn plus(&self, other: &Self) -> Result<Self, ExprError>;
    /// The multiple by an integer.
    ///
    /// # Errors
    /// As [`Expr::mul`].
    fn times(&self, by: &Expr) -> Result<Self, ExprError>;
    /// Checks that all values of a layout are computable.
    ///
    /// # Errors
    /// [`ExprError::Overflow`] past 64 bits.
    fn check(shape: &Leaves, stride: &[Self]) -> Result<(), ExprError>;
    /// Replaces each symbol.
    ///
    /// # Errors
    /// As [`Expr::substitute`].
    fn replace(&self, value: &dyn Fn(Symbol) -> Expr) -> Result<Self, ExprError>;
    /// Replaces each integer in it.
    fn map(&self, f: &dyn Fn(&Expr) -> Expr) -> Self;
    /// Calls `visit` for each symbol.
    fn symbols(&self, visit: &mut dyn FnMut(Symbol));
    /// Whether no symbol occurs.
    fn is_static(&self) -> bool;
    /// The value, if the stride is a static integer.
    fn as_static(&self) -> Option<i64>;
    /// The stride that is this integer.
    fn of_static(value: i64) -> Self;
    /// Writes the stride, numbering its symbols together with what `printer` wrote before.
    ///
    /// # Errors
    /// Those of `out`.
    fn print(&self, printer: &mut Printer, out: &mut dyn Write) -> fmt::Result;
}

impl Stride for Expr {
    fn zero() -> Self {
        Self::ZERO
    }

    #[inline]
    fn is_zero(&self) -> bool {
        self.is(0)
    }

    #[inline]
    fn plus(&self, other: &Self) -> Result<Self, ExprError> {
        self.add(other)
    }

    #[inline]
    fn times(&self, by: &Expr) -> Result<Self, ExprError> {
        self.mul(by)
    }

    fn check(shape: &Leaves, stride: &[Self]) -> Result<(), ExprError> {
        cosize(shape, stride).map(drop)
    }

    fn replace(&self, value: &dyn Fn(Symbol) -> Expr) -> Result<Self, ExprError> {
        self.substitute(value)
    }

    fn map(&self, f: &dyn Fn(&Expr) -> Expr) -> Self {
        f(self)
    }

    fn symbols(&self, visit: &mut dyn FnMut(Symbol)) {
        self.for_each_symbol(visit);
    }

    fn is_static(&self) -> bool {
        self.as_const().is_some()
    }

    #[inline]
    fn as_static(&self) -> Option<i64> {
        self.as_const()
    }

    #[inline]
    fn of_static(value: i64) -> Self {
        Self::Const(value)
    }

    fn print(&self, printer: &mut Printer, out: &mut dyn Write) -> fmt::Result {
        printer.expr(out, self, Place::Other)
    }
}

/// `1 + Σ (size - 1) · |stride|`.
pub(crate) fn cosize(shape: &[Expr], stride: &[Expr]) -> Result<Expr, ExprError> {
    let mut sum = Expr::ONE;
    for (size, stride) in shape.iter().zip(stride) {
        if size.is(1) || stride.is(0) {
            continue;
        }
        sum = sum.add(&size.sub(&Expr::ONE)?.mul(&stride.abs()?)?)?;
    }
    Ok(sum)
}

/// The product of the sizes fits.
pub(crate) fn check_size(shape: &[Expr]) -> Result<(), ExprError> {
    product(shape).map(drop)
}
