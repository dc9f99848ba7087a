//! Arithmetic of integer tuples (`cute/int_tuple.hpp`).

use crate::modes::structure::{Nested, StructureError};
use crate::nested::tuple::{IntTuple, Leaves};
use layout_integer::{Expr, ExprError, Symbol, Tri};

type Result<T> = std::result::Result<T, StructureError>;

fn ranks(a: &IntTuple, b: &IntTuple) -> StructureError {
    StructureError::Ranks { a: a.named(), rank_a: a.rank(), b: b.named(), rank_b: b.rank() }
}

/// Applies `f` to matching integers of two tuples; an integer of `a` meets the
/// whole of `b`, and `fill` stands for missing modes of `b`.
fn leafwise(
    a: &IntTuple,
    b: &IntTuple,
    fill: Option<&IntTuple>,
    f: &impl Fn(&IntTuple, &IntTuple) -> Result<IntTuple>,
) -> Result<IntTuple> {
    if a.profile.is_leaf() || b.profile.is_leaf() {
        return f(a, b);
    }
    let b = match fill {
        Some(fill) if b.rank() < a.rank() => b.append_to_rank(a.rank(), fill)?,
        _ => b.clone(),
    };
    if a.rank() != b.rank() {
        return Err(ranks(a, &b));
    }
    let modes: Vec<IntTuple> =
        a.modes().zip(b.modes()).map(|(x, y)| leafwise(&x, &y, fill, f)).collect::<Result<_>>()?;
    Ok(IntTuple::tuple(&modes))
}

/// Divides the modes of `a` one after another, what is left of `b` going on to
/// the next.
fn fold_divide(a: &IntTuple, b: &Expr, divide: &impl Fn(&Expr, &Expr) -> Result<Expr>) -> Result<IntTuple> {
    fn go(a: &IntTuple, left: &mut Expr, divide: &impl Fn(&Expr, &Expr) -> Result<Expr>) -> Result<IntTuple> {
        if a.profile.is_leaf() {
            return Ok(divide(&a.leaves[0], left)?.into());
        }
        let mut modes = Vec::new();
        for mode in a.modes() {
            modes.push(go(&mode, &mut left.clone(), divide)?);
            *left = divide(left, &mode.product()?)?;
        }
        Ok(IntTuple::tuple(&modes))
    }
    go(a, &mut b.clone(), divide)
}

/// Division rounded up: of integers, of tuples leaf by leaf (a missing mode
/// divides by 1), of a tuple by an integer mode after mode.
///
/// ```
/// use layout_algebra::{ceil_div, IntTuple};
/// let [a, b] = ["(48,10)", "3"].map(|t| t.parse::<IntTuple>().unwrap());
/// assert_eq!(ceil_div(&a, &b).unwrap().to_string(), "(16,10)");
/// ```
///
/// # Errors
/// [`StructureError`] if the tuples do not match; division by what may not be positive.
pub fn ceil_div(a: &IntTuple, b: &IntTuple) -> Result<IntTuple> {
    let one = Expr::ONE.into();
    leafwise(a, b, Some(&one), &|a, b| fold_divide(a, &b.product()?, &|x, y| Ok(x.ceildiv(y)?)))
}

/// Division of shapes: as [`ceil_div`], where one of two numbers divides the
/// other (`cute/int_tuple.hpp`, `shape_div`).
///
/// ```
/// use layout_algebra::{shape_div, IntTuple};
/// let [a, b] = ["((4,5,6),2)", "40"].map(|t| t.parse::<IntTuple>().unwrap());
/// assert_eq!(shape_div(&a, &b).unwrap().to_string(), "((1,1,3),2)");
/// ```
///
/// # Errors
/// [`StructureError`]; [`ExprError::Indivisible`] if neither divides the other.
pub fn shape_div(a: &IntTuple, b: &IntTuple) -> Result<IntTuple> {
    let divide = |x: &Expr, y: &Expr| -> Result<Expr> {
        if x.divisible_by(y) == Tri::No
            && y.divisible_by(x) == Tri::No
            && x.as_const().is_some()
            && y.as_const().is_some()
        {
            return Err(ExprError::Indivisible { number: x.named(), by: y.named() }.into());
        }
        Ok(x.ceildiv(y)?)
    };
    leafwise(a, b, None, &|a, b| fold_divide(a, &b.product()?, &divide))
}

/// The next multiple: leaf by leaf, a missing mode rounds to 1.
///
/// ```
/// use layout_algebra::{IntTuple, round_up};
/// let t = |text: &str| text.parse::<IntTuple>().unwrap();
/// assert_eq!(round_up(&t("(10,7)"), &t("(4,2)")).unwrap().to_string(), "(12,8)");
/// ```
///
/// # Errors
/// As [`ceil_div`].
pub fn round_up(a: &IntTuple, b: &IntTuple) -> Result<IntTuple> {
    let one = Expr::ONE.into();
    leafwise(a, b, Some(&one), &|a, b| match (a.leaves.as_slice(), b.leaves.as_slice()) {
        ([x], [y]) if a.profile.is_leaf() && b.profile.is_leaf() => Ok(x.ceildiv(y)?.mul(y)?.into()),
        _ => Err(ranks(a, b)),
    })
}

/// The product of each mode; an integer counts as a tuple of one.
///
/// ```
/// use layout_algebra::{IntTuple, product_each};
/// let t = |text: &str| text.parse::<IntTuple>().unwrap();
/// assert_eq!(product_each(&t("((2,3),4)")).unwrap().to_string(), "(6,4)");
/// ```
///
/// # Errors
/// As [`Expr::mul`].
pub fn product_each(a: &IntTuple) -> Result<IntTuple> {
    let modes: Leaves = a.modes().map(|m| m.product()).collect::<std::result::Result<_, _>>()?;
    Ok(IntTuple::flat(modes))
}

/// The products of the parts of `a` that the integers of `guide` stand for.
///
/// ```
/// use layout_algebra::{IntTuple, product_like};
/// let t = |text: &str| text.parse::<IntTuple>().unwrap();
/// assert_eq!(product_like(&t("((2,3),(4,5))"), &t("(0,(0,0))")).unwrap().to_string(), "(6,(4,5))");
/// ```
///
/// # Errors
/// [`StructureError::Ranks`].
pub fn product_like(a: &IntTuple, guide: &IntTuple) -> Result<IntTuple> {
    leafwise(guide, a, None, &|guide, a| match guide.profile.is_leaf() {
        true => Ok(a.product()?.into()),
        false => Err(ranks(a, guide)),
    })
}

/// Each integer of `a` times the product of the matching part of `b`.
///
/// ```
/// use layout_algebra::{IntTuple, elem_scale};
/// let t = |text: &str| text.parse::<IntTuple>().unwrap();
/// assert_eq!(elem_scale(&t("(2,3)"), &t("(4,(5,6))")).unwrap().to_string(), "(8,90)");
/// ```
///
/// # Errors
/// [`StructureError::Ranks`].
pub fn elem_scale(a: &IntTuple, b: &IntTuple) -> Result<IntTuple> {
    leafwise(a, b, None, &|a, b| match a.profile.is_leaf() {
        true => Ok(a.leaves[0].mul(&b.product()?)?.into()),
        false => Err(ranks(a, b)),
    })
}

/// The sum of all integers.
///
/// ```
/// use layout_algebra::{IntTuple, sum};
/// let t = |text: &str| text.parse::<IntTuple>().unwrap();
/// assert_eq!(sum(&t("((2,3),4)")).unwrap(), 9.into());
/// ```
///
/// # Errors
/// As [`Expr::add`].
pub fn sum(a: &IntTuple) -> Result<Expr> {
    Ok(a.leaves.iter().try_fold(Expr::ZERO, |sum, e| sum.add(e))?)
}

/// The sum of the products of matching integers.
///
/// ```
/// use layout_algebra::{IntTuple, inner_product};
/// let t = |text: &str| text.parse::<IntTuple>().unwrap();
/// assert_eq!(inner_product(&t("(2,(3,4))"), &t("(1,(10,100))")).unwrap(), 432.into());
/// ```
///
/// # Errors
/// [`StructureError::Ranks`].
pub fn inner_product(a: &IntTuple, b: &IntTuple) -> Result<Expr> {
    let products = leafwise(a, b, None, &|a, b| match a.profile == b.profile {
        true => Ok(a.leaves[0].mul(&b.leaves[0])?.into()),
        false => Err(ranks(a, b)),
    })?;
    sum(&products)
}

/// The largest integer; 1 of the empty tuple.
///
/// ```
/// use layout_algebra::{IntTuple, tuple_max};
/// let t = |text: &str| text.parse::<IntTuple>().unwrap();
/// assert_eq!(tuple_max(&t("((6,3),9)")).unwrap(), 9.into());
/// ```
///
/// # Errors
/// As [`Expr::maximum`].
pub fn tuple_max(a: &IntTuple) -> Result<Expr> {
    fold(a, Expr::maximum)
}

/// The smallest integer.
///
/// ```
/// use layout_algebra::{IntTuple, tuple_min};
/// let t = |text: &str| text.parse::<IntTuple>().unwrap();
/// assert_eq!(tuple_min(&t("((6,3),9)")).unwrap(), 3.into());
/// ```
///
/// # Errors
/// As [`Expr::minimum`].
pub fn tuple_min(a: &IntTuple) -> Result<Expr> {
    fold(a, Expr::minimum)
}

/// The greatest common divisor, of integers whose values are known.
///
/// ```
/// use layout_algebra::{IntTuple, tuple_gcd};
/// let t = |text: &str| text.parse::<IntTuple>().unwrap();
/// assert_eq!(tuple_gcd(&t("((6,3),9)")).unwrap(), 3.into());
/// ```
///
/// # Errors
/// [`ExprError::Unknown`] for an unknown integer; [`ExprError::Overflow`] for 2⁶³.
pub fn tuple_gcd(a: &IntTuple) -> Result<Expr> {
    let known = |e: &Expr| e.known().ok_or_else(|| ExprError::Unknown(e.named()));
    fold(a, |x, y| {
        let (p, q) = (known(x)?, known(y)?);
        // 2⁶³ where one is the least integer and the other that or 0.
        let divisor = i64::try_from(layout_integer::gcd(p.unsigned_abs(), q.unsigned_abs()))
            .map_err(|_| ExprError::Overflow(format!("gcd({p}, {q})")))?;
        let is_static = x.as_const().is_some() && y.as_const().is_some();
        Ok(if is_static { divisor.into() } else { Symbol::of_value(divisor).into() })
    })
}

fn fold(a: &IntTuple, f: impl Fn(&Expr, &Expr) -> std::result::Result<Expr, ExprError>) -> Result<Expr> {
    let mut leaves = a.leaves.iter();
    let first = leaves.next().cloned().unwrap_or(Expr::ONE);
    Ok(leaves.try_fold(first, |x, y| f(&x, y))?)
}
