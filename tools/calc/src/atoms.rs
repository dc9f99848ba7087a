//! The operations on named instructions.

use crate::ops::OpError;
use crate::value::Value;

/// Computes one.
///
/// # Errors
/// [`OpError`].
pub fn apply(op: &str, _: &[String]) -> Result<Value, OpError> {
    Err(OpError::Unsupported(op.into()))
}
