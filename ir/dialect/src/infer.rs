//! Result types of the dialect's operations, computed by the algebra.

use layout_algebra::{AnyLayout, Symbol};

use crate::attributes::Known;
use crate::ops::{Attributes, InferError, LayoutOp, Operands};

/// A result: the layout in canonical form, and where its symbols' values come
/// from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inferred {
    /// The result layout.
    pub layout: AnyLayout,
    /// For each symbol of the result: operand number and symbol number there.
    pub origin: Vec<(usize, usize)>,
}

/// The result of an operation on layouts; `None` if an operand is unknown.
///
/// `same` says that the two operands are one SSA value, so that their symbols
/// are the same unknowns.
///
/// # Errors
/// [`InferError`].
pub fn infer(
    op: &dyn LayoutOp,
    operands: &[&Known],
    same: bool,
    attributes: &Attributes<'_>,
) -> Result<Option<Inferred>, InferError> {
    let Some(layouts) = operands.iter().map(|k| k.layout()).collect::<Option<Vec<_>>>() else {
        return Ok(None);
    };
    let Some((first, others)) = layouts.split_first() else {
        return Err(InferError::Missing);
    };
    let shift = if same { 0 } else { first.symbols().len() as u32 };
    let second = match others {
        [] => None,
        [other] => Some(other.substitute(&|s| Symbol::new(s.id + shift, s.facts).into())?),
        _ => return Err(InferError::TooMany),
    };
    let result = op.infer(&Operands { layout: first, second: second.as_ref(), attributes })?;
    let (layout, symbols) = result.canonical();
    let origin = symbols
        .iter()
        .map(|s| match s.id.checked_sub(shift) {
            Some(id) if !same => (1, id as usize),
            _ => (0, s.id as usize),
        })
        .collect();
    Ok(Some(Inferred { layout, origin }))
}
