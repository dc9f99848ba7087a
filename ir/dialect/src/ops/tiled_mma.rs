//! `layout.tiled_mma`: which elements of an operand each thread multiplies,
//! `(thread, value, (rest…))`.

use layout_algebra::{AnyLayout, Layout, Tiler};
use layout_target::{Operand, TiledMma as Mma, mma_atom};
use melior::ir::OperationRef;

use super::error::InferError;
use super::partition::{atom_name, one_to_one, partitioned, stated};
use super::{Attributes, LayoutOp, Operands, Yields};
use crate::verify::VerifyError;

/// The operation.
pub(super) struct TiledMma;

impl LayoutOp for TiledMma {
    fn name(&self) -> &'static str {
        "tiled_mma"
    }

    fn yields(&self) -> Yields {
        Yields::Layout
    }

    fn infer(&self, operands: &Operands<'_>) -> Result<AnyLayout, InferError> {
        let (mma, operand) = mma(operands.attributes)?;
        partitioned(operands, &mma.operand_tiles(operand)?, |a| Ok(mma.partition(operand, a)?))
    }

    fn verify(&self, op: OperationRef<'_, '_>) -> Result<(), VerifyError> {
        mma(&Attributes::of(op)).map(drop).map_err(|e| VerifyError::Tiled(e.to_string()))
    }
}

/// The multiply, and which of its operands the layout is.
fn mma(attributes: &Attributes<'_>) -> Result<(Mma, Operand), InferError> {
    let operand = match attributes.part.as_deref() {
        Some("A") => Operand::A,
        Some("B") => Operand::B,
        Some("C") => Operand::C,
        part => return Err(InferError::Part { part: part.unwrap_or_default().into(), parts: "A, B or C" }),
    };
    let atom = mma_atom(atom_name(attributes)?)?;
    let one = Layout::unit_mode();
    let threads = stated("threads", attributes.threads)?.unwrap_or(&one);
    let permutation = match attributes.permutation {
        None => &[][..],
        Some(Tiler::Tuple(tiles)) if tiles.len() <= 3 => tiles,
        Some(other) => return Err(InferError::Permutation(other.to_string())),
    };
    for tile in permutation {
        if let Tiler::Layout(places) = tile {
            one_to_one("a permuted mode", places)?;
        }
    }
    Ok((Mma::new(&atom, threads, permutation)?, operand))
}
