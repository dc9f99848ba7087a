//! `layout.complement`: the layout of what a layout leaves out of a range.

use layout_algebra::{AnyLayout, Expr, complement};
use melior::ir::OperationRef;
use melior::ir::operation::OperationLike;

use super::error::InferError;
use super::{LayoutOp, Operands, Yields};
use crate::verify::VerifyError;

/// The operation.
pub(super) struct Complement;

impl LayoutOp for Complement {
    fn name(&self) -> &'static str {
        "complement"
    }

    fn yields(&self) -> Yields {
        Yields::Layout
    }

    fn infer(&self, operands: &Operands<'_>) -> Result<AnyLayout, InferError> {
        let whole = match (operands.second, operands.attributes.range) {
            (Some(whole), _) => whole.size()?,
            (None, Some(n)) if n >= 1 => Expr::Const(n),
            (None, Some(n)) => return Err(InferError::Range(n)),
            (None, None) => Expr::ONE,
        };
        Ok(complement(operands.layout, &whole)?.into())
    }

    fn verify(&self, op: OperationRef<'_, '_>) -> Result<(), VerifyError> {
        let twice = op.operand_count() > 1 && op.has_attribute("range");
        if twice { Err(VerifyError::RangeTwice) } else { Ok(()) }
    }
}
