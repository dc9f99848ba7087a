//! `layout.make`: a layout of known type, binding its symbols.

use layout_mlir::ir;
use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, ValueLike};

use super::{LayoutOp, Yields};
use crate::attributes::Known;
use crate::verify::VerifyError;

/// The operation.
pub(super) struct Make;

impl LayoutOp for Make {
    fn name(&self) -> &'static str {
        "make"
    }

    fn yields(&self) -> Yields {
        Yields::Made
    }

    fn verify(&self, op: OperationRef<'_, '_>) -> Result<(), VerifyError> {
        let r#type = ir::result(op).map(|r| r.r#type()).ok_or(VerifyError::Unknown)?;
        let layout = Known::of_type(r#type).and_then(Known::layout).ok_or(VerifyError::Unknown)?;
        let (values, symbols) = (op.operand_count(), layout.symbols().len());
        if values == symbols {
            return Ok(());
        }
        Err(VerifyError::Symbols { values, r#type: r#type.to_string(), symbols })
    }
}
