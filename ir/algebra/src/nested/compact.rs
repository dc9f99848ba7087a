//! Compact strides of a shape, leftmost or rightmost mode fastest.

use crate::nested::tuple::{IntTuple, Leaves};
use layout_integer::{Expr, ExprError};

/// Compact strides with the leftmost mode fastest, from `current` on; a static size
/// of 1 has stride 0 (`cute/stride.hpp`, `compact_col_major`).
///
/// ```
/// use layout_algebra::{compact_col_major, Expr, IntTuple};
/// let shape: IntTuple = "(2,(1,4))".parse().unwrap();
/// assert_eq!(compact_col_major(&shape, &Expr::ONE).unwrap().to_string(), "(1,(0,2))");
/// ```
///
/// # Errors
/// As [`Expr::mul`].
pub fn compact_col_major(shape: &IntTuple, current: &Expr) -> Result<IntTuple, ExprError> {
    Ok(IntTuple { profile: shape.profile.clone(), leaves: compact(shape.leaves.iter(), current)? })
}

/// [`compact_col_major`] with the rightmost mode fastest.
///
/// ```
/// use layout_algebra::{IntTuple, compact_row_major};
/// let t = |text: &str| text.parse::<IntTuple>().unwrap();
/// assert_eq!(compact_row_major(&t("(2,(3,4))"), &1.into()).unwrap().to_string(), "(12,(4,1))");
/// ```
///
/// # Errors
/// As [`Expr::mul`].
pub fn compact_row_major(shape: &IntTuple, current: &Expr) -> Result<IntTuple, ExprError> {
    let mut leaves = compact(shape.leaves.iter().rev(), current)?;
    leaves.reverse();
    Ok(IntTuple { profile: shape.profile.clone(), leaves })
}

fn compact<'a>(sizes: impl Iterator<Item = &'a Expr>, current: &Expr) -> Result<Leaves, ExprError> {
    let mut next = current.clone();
    let mut out = Leaves::new();
    for size in sizes {
        if size.is(1) {
            out.push(Expr::ZERO);
            continue;
        }
        let stride = next.clone();
        next = next.mul(size)?;
        out.push(stride);
    }
    Ok(out)
}
