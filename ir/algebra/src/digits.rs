//! The digit walk: an integer taken apart by the sizes of modes. An integer coordinate of a
//! layout, the coordinate of an index, an affine map and an address in the IR are all this
//! walk, each in its own arithmetic.

use layout_integer::{Arithmetic, Expr, ExprError, Symbol};

/// Takes `index` apart into one digit for each of `count` sizes, leftmost fastest: its
/// remainder by the size, of what the sizes before it left over. The last digit is all that
/// is left over, whatever its size: so the walk is defined for every integer.
///
/// `size` gives the size of a mode as a value of the arithmetic, and `take` gets the digits
/// in order.
///
/// ```
/// use layout_algebra::{Expr, Symbolic, digits};
/// let (sizes, mut found): ([Expr; 3], Vec<String>) = ([3.into(), 2.into(), 3.into()], vec![]);
/// let size = |_: &mut Symbolic, k: usize| Ok(sizes[k].clone());
/// digits(3, Expr::from(16), &mut Symbolic, size, |_, _, digit| {
///     found.push(digit.to_string());
///     Ok(())
/// })
/// .unwrap();
/// assert_eq!(found, ["1", "1", "2"]); // 16 = 1 + 3·(1 + 2·2)
/// ```
///
/// # Errors
/// Those of the arithmetic, of `size` and of `take`.
#[inline]
pub fn digits<A: Arithmetic>(
    count: usize,
    index: A::Value,
    arithmetic: &mut A,
    mut size: impl FnMut(&mut A, usize) -> Result<A::Value, A::Error>,
    mut take: impl FnMut(&mut A, usize, A::Value) -> Result<(), A::Error>,
) -> Result<(), A::Error>
where
    A::Value: Clone,
{
    let Some(last) = count.checked_sub(1) else { return Ok(()) };
    let mut rest = index;
    for mode in 0..last {
        let size = size(arithmetic, mode)?;
        let digit = arithmetic.modulo(rest.clone(), size.clone())?;
        rest = arithmetic.floordiv(rest, size)?;
        take(arithmetic, mode, digit)?;
    }
    take(arithmetic, last, rest)
}

/// The arithmetic of integers over symbols.
#[derive(Clone, Copy, Debug)]
pub struct Symbolic;

impl Arithmetic for Symbolic {
    type Value = Expr;
    type Error = ExprError;

    fn constant(&mut self, value: i64) -> Result<Expr, ExprError> {
        Ok(value.into())
    }

    fn symbol(&mut self, symbol: Symbol) -> Result<Expr, ExprError> {
        Ok(symbol.into())
    }

    fn add(&mut self, a: Expr, b: Expr) -> Result<Expr, ExprError> {
        a.add(&b)
    }

    fn mul(&mut self, a: Expr, b: Expr) -> Result<Expr, ExprError> {
        a.mul(&b)
    }

    fn floordiv(&mut self, a: Expr, b: Expr) -> Result<Expr, ExprError> {
        a.floordiv(&b)
    }

    fn modulo(&mut self, a: Expr, b: Expr) -> Result<Expr, ExprError> {
        a.modulo(&b)
    }

    fn minimum(&mut self, a: Expr, b: Expr) -> Result<Expr, ExprError> {
        a.minimum(&b)
    }

    fn maximum(&mut self, a: Expr, b: Expr) -> Result<Expr, ExprError> {
        a.maximum(&b)
    }
}

/// A value that is not computed: a symbol occurs, it leaves 64 bits, or a divisor is not
/// positive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NoValue;

/// The arithmetic of 64-bit integers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Machine;

impl Arithmetic for Machine {
    type Value = i64;
    type Error = NoValue;

    #[inline]
    fn constant(&mut self, value: i64) -> Result<i64, NoValue> {
        Ok(value)
    }

    fn symbol(&mut self, _: Symbol) -> Result<i64, NoValue> {
        Err(NoValue)
    }

    #[inline]
    fn add(&mut self, a: i64, b: i64) -> Result<i64, NoValue> {
        a.checked_add(b).ok_or(NoValue)
    }

    #[inline]
    fn mul(&mut self, a: i64, b: i64) -> Result<i64, NoValue> {
        a.checked_mul(b).ok_or(NoValue)
    }

    #[inline]
    fn floordiv(&mut self, a: i64, b: i64) -> Result<i64, NoValue> {
        if b < 1 { Err(NoValue) } else { Ok(a.div_euclid(b)) }
    }

    #[inline]
    fn modulo(&mut self, a: i64, b: i64) -> Result<i64, NoValue> {
        if b < 1 { Err(NoValue) } else { Ok(a.rem_euclid(b)) }
    }

    #[inline]
    fn minimum(&mut self, a: i64, b: i64) -> Result<i64, NoValue> {
        Ok(a.min(b))
    }

    #[inline]
    fn maximum(&mut self, a: i64, b: i64) -> Result<i64, NoValue> {
        Ok(a.max(b))
    }
}
