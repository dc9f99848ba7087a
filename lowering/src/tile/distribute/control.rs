//! Operations that pass tiles on: loops, branches, and what ends their regions.

use layout_mlir::ir;
use melior::ir::operation::{OperationBuilder, OperationLike};
use melior::ir::{OperationRef, Value};

use super::registers::{Registers, stands_for_others};
use super::turns;
use crate::convert_layout_memref::emit::Emit;
use crate::tile::error::{Error, Result};

/// Whether an operation hands its operands on as they are, to its results or its regions.
pub fn passes_on(name: &str) -> bool {
    matches!(
        name,
        "scf.for"
            | "scf.if"
            | "scf.while"
            | "scf.condition"
            | "scf.yield"
            | "scf.execute_region"
            | "scf.index_switch"
    )
}

/// Whether an operation takes or gives tiles or tokens, or a block of it has some as arguments.
pub fn has_tiles(op: OperationRef<'_, '_>) -> bool {
    let mut values: Vec<Value<'_, '_>> = ir::blocks(op).into_iter().flat_map(ir::arguments).collect();
    values.extend(op.operands().chain(ir::results(op)));
    values.into_iter().any(stands_for_others)
}

/// Writes an operation again with the registers of tiles in their places.
///
/// # Errors
/// [`Error::Unknown`](crate::tile::error::Error::Unknown) for a tile that was not lowered.
pub fn rebuild<'c: 'a, 'a>(op: OperationRef<'c, 'a>, registers: &mut Registers<'c, 'a>) -> Result<()> {
    let (name, emit) = (ir::name(op), Emit::at(op));
    let mut operands = Vec::new();
    for (number, operand) in op.operands().enumerate() {
        let turn = registers.boxes.as_ref().and_then(|boxes| boxes.in_turn(op, number));
        match turn {
            Some(turn) => {
                let token = registers.of(turn.token, op)?;
                let token = *token.first().ok_or_else(|| Error::Unknown(name.into()))?;
                operands.push(turns::following(token, turn.ring, emit)?);
            }
            None => operands.extend(registers.carried(operand, op)?),
        }
    }
    for block in ir::blocks(op) {
        registers.expand_arguments(block, op)?;
    }
    let results = ir::results(op);
    let types = results.iter().map(|r| registers.types(*r)).collect::<Result<Vec<_>>>()?;
    let new = OperationBuilder::new(name, emit.location)
        .add_operands(&operands)
        .add_results(&types.concat())
        .add_attributes(&ir::attributes(op))
        .add_regions_vec(ir::take_regions(op));
    let mut new = ir::results(emit.insert(name, new)?).into_iter();
    for (result, types) in results.into_iter().zip(types) {
        registers.replace(result, new.by_ref().take(types.len()).collect());
    }
    registers.remove(op);
    Ok(())
}
