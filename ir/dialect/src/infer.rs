//! Result types of the dialect's operations, computed by the algebra.

use layout_algebra::{
    AnyLayout, AnyLayoutError, ComplementError, CompositionError, DivideError, Expr, InverseError,
    LayoutError, ProductError, Symbol, Tiler, coalesce, complement, composition, left_inverse,
    logical_divide, logical_product, right_inverse, zipped_divide,
};

use crate::known::Known;

/// Why an operation has no result type.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InferError {
    /// Operands of the wrong kind or number.
    #[error("{0}")]
    Operands(String),
    /// The algebra refuses.
    #[error(transparent)]
    Algebra(#[from] AnyLayoutError),
    /// The algebra refuses.
    #[error(transparent)]
    Complement(#[from] ComplementError),
    /// The algebra refuses.
    #[error(transparent)]
    Product(#[from] ProductError),
    /// The algebra refuses.
    #[error(transparent)]
    Inverse(#[from] InverseError),
    /// The algebra refuses.
    #[error(transparent)]
    Composition(#[from] CompositionError),
    /// The algebra refuses.
    #[error(transparent)]
    Divide(#[from] DivideError),
    /// The algebra refuses.
    #[error(transparent)]
    Layout(#[from] LayoutError),
}

/// A result: the layout in canonical form, and where its symbols' values come
/// from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inferred {
    /// The result layout.
    pub layout: AnyLayout,
    /// For each symbol of the result: operand number and symbol number there.
    pub origin: Vec<(usize, usize)>,
}

/// The result of the operation `op` (its mnemonic without the dialect prefix)
/// on layouts; `None` if an operand is unknown.
///
/// `same` says that the two operands are one SSA value, so that their symbols
/// are the same unknowns.
///
/// # Errors
/// [`InferError`].
pub fn infer(
    op: &str,
    operands: &[Known],
    same: bool,
    tile: Option<&Tiler>,
    range: Option<i64>,
) -> Result<Option<Inferred>, InferError> {
    let Some(layouts) = operands.iter().map(Known::layout).collect::<Option<Vec<_>>>() else {
        return Ok(None);
    };
    let Some((first, others)) = layouts.split_first() else {
        return Err(InferError::Operands("a layout operand is missing".into()));
    };
    let shift = if same { 0 } else { first.symbols().len() as u32 };
    let second = match others {
        [] => None,
        [other] => Some(other.substitute(&|s| Symbol::new(s.id + shift, s.facts).into())?),
        _ => return Err(InferError::Operands("too many layout operands".into())),
    };
    let result = apply(op, first, second.as_ref(), tile, range)?;
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

fn apply(
    op: &str,
    a: &AnyLayout,
    b: Option<&AnyLayout>,
    tile: Option<&Tiler>,
    range: Option<i64>,
) -> Result<AnyLayout, InferError> {
    match (op, b, tile) {
        ("coalesce", None, None) => Ok(coalesce(a)?),
        ("flatten", None, None) => Ok(a.flatten()),
        ("right_inverse", None, None) => Ok(right_inverse(a)?),
        ("left_inverse", None, None) => Ok(left_inverse(a)?),
        ("complement", whole, None) => {
            let cotarget = match (whole, range) {
                (Some(whole), _) => whole.size()?,
                (None, Some(n)) if n >= 1 => Expr::Const(n),
                (None, Some(n)) => {
                    return Err(InferError::Operands(format!("the range {n} is not positive")));
                }
                (None, None) => Expr::ONE,
            };
            Ok(complement(a, &cotarget)?.into())
        }
        ("composition", Some(b), None) => Ok(composition(a, b)?),
        ("composition", None, Some(t)) => Ok(composition(a, t)?),
        ("logical_divide", Some(b), None) => Ok(logical_divide(a, b)?),
        ("logical_divide", None, Some(t)) => Ok(logical_divide(a, t)?),
        ("zipped_divide", Some(b), None) => Ok(zipped_divide(a, b)?),
        ("zipped_divide", None, Some(t)) => Ok(zipped_divide(a, t)?),
        ("logical_product", Some(b), None) => Ok(logical_product(a, b)?),
        ("logical_product", None, Some(t)) => Ok(logical_product(a, t)?),
        (_, Some(_), Some(_)) => Err(InferError::Operands("takes a layout or `by` a tile, not both".into())),
        _ => Err(InferError::Operands("needs a second layout or `by #layout.tile<[…]>`".into())),
    }
}
