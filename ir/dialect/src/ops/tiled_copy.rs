//! `layout.tiled_copy`: which elements each thread copies, `(thread, value, (rest…))`.

use layout_algebra::AnyLayout;
use layout_target::{TiledCopy as Copy, copy_atom};
use melior::ir::OperationRef;

use super::error::InferError;
use super::partition::{atom_name, partitioned, stated};
use super::{Attributes, LayoutOp, Operands, Yields};
use crate::verify::VerifyError;

/// The operation.
pub(super) struct TiledCopy;

impl LayoutOp for TiledCopy {
    fn name(&self) -> &'static str {
        "tiled_copy"
    }

    fn yields(&self) -> Yields {
        Yields::Layout
    }

    fn infer(&self, operands: &Operands<'_>) -> Result<AnyLayout, InferError> {
        let (copy, source) = copy(operands.attributes)?;
        let part = |a: &_| Ok(if source { copy.tidfrg_s(a)? } else { copy.tidfrg_d(a)? });
        partitioned(operands, &[&*copy.tile_shape().leaves], part)
    }

    fn verify(&self, op: OperationRef<'_, '_>) -> Result<(), VerifyError> {
        copy(&Attributes::of(op)).map(drop).map_err(|e| VerifyError::Tiled(e.to_string()))
    }
}

/// The copy, and whether the layout is its source.
fn copy(attributes: &Attributes<'_>) -> Result<(Copy, bool), InferError> {
    let source = match attributes.part.as_deref() {
        Some("source") => true,
        Some("destination") => false,
        part => {
            return Err(InferError::Part {
                part: part.unwrap_or_default().into(),
                parts: "source or destination",
            });
        }
    };
    let bits = attributes.bits.ok_or(InferError::Unstated("an element type that is a number"))?;
    let threads =
        stated("threads", attributes.threads)?.ok_or(InferError::Unstated("a layout of threads"))?;
    let values = stated("values", attributes.values)?.ok_or(InferError::Unstated("a layout of values"))?;
    Ok((Copy::of_threads(&copy_atom(atom_name(attributes)?)?, bits.into(), threads, values)?, source))
}
