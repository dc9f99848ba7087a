//! [`Dimension`]: of a tensor map.

use layout_algebra::Expr;

use super::tensor_map_error::{BYTES, SIZE, STRIDE, TensorMapError as Error};

/// A dimension of a tensor map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dimension {
    /// The dimension of memory that it is, or is a part of.
    pub memory: usize,
    /// (But of a map of im2col) its coordinate is that of memory divided by this, rounded down,
    pub divisor: i64,
    /// and of that what is left when this divides it.
    pub modulus: Option<i64>,
    /// Elements along it.
    pub size: Expr,
    /// Bytes from one to the next.
    pub stride: Expr,
}

/// A stride in bytes, of a dimension of so many elements.
///
/// # Errors
/// [`Error::Size`] and [`Error::Range`].
pub fn bytes(memory: usize, stride: &Expr, size: &Expr, bits: i64) -> Result<Expr, Error> {
    if size.as_const().is_some_and(|n| !(1..=SIZE).contains(&n)) {
        return Err(Error::Size { memory, size: size.named() });
    }
    // (Of one element no stride is ever used.)
    if size.is(1) {
        return Ok(BYTES.into());
    }
    let range = || Error::Range { memory, stride: stride.named(), bits };
    let bytes = stride.mul(&(bits / 8).into()).map_err(|_| range())?;
    if bytes.as_const().is_some_and(|n| !(1..STRIDE).contains(&n)) {
        return Err(range());
    }
    Ok(bytes)
}

/// That 16 divides the stride of a dimension, which is written so in elements.
///
/// # Errors
/// [`Error::Stride`].
pub fn divided(dimension: &Dimension, stride: &str, bits: i64) -> Result<(), Error> {
    let known = dimension.stride.content();
    if known % BYTES == 0 {
        return Ok(());
    }
    let div = BYTES * 8 / bits;
    let elements = dimension.stride.as_const().map(|bytes| bytes * 8 / bits);
    let padded = elements.and_then(|n| n.checked_add(div - n.rem_euclid(div)));
    Err(Error::Stride { memory: dimension.memory, stride: stride.into(), known, div, padded })
}
