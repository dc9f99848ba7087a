//! `layout.cast`: the same layout, of which its type says more or nothing.

use layout_algebra::AnyLayout;
use layout_mlir::ir;
use melior::ir::{OperationRef, ValueLike};

use super::error::InferError;
use super::{LayoutOp, Operands, Yields};
use crate::attributes::Known;
use crate::verify::VerifyError;

/// The operation.
pub(super) struct Cast;

impl LayoutOp for Cast {
    fn name(&self) -> &'static str {
        "cast"
    }

    fn yields(&self) -> Yields {
        Yields::Layout
    }

    fn infer(&self, operands: &Operands<'_>) -> Result<AnyLayout, InferError> {
        Ok(operands.layout.clone())
    }

    fn verify(&self, op: OperationRef<'_, '_>) -> Result<(), VerifyError> {
        let known =
            |v: Option<melior::ir::Value<'_, '_>>| v.and_then(|v| Known::of_type(v.r#type())).cloned();
        match (known(ir::operand(op, 0)), known(ir::result(op))) {
            (Some(Known::Nothing), Some(Known::Layout(to))) if !to.symbols().is_empty() => {
                Err(VerifyError::CastToSymbols(to.to_string()))
            }
            (Some(Known::Layout(from)), Some(Known::Layout(to))) if from != to => {
                Err(VerifyError::Cast { from: from.to_string(), to: to.to_string() })
            }
            _ => Ok(()),
        }
    }
}
