//! Conversions that leave the warp, or that take fewer instructions through shared memory.

use layout_algebra::{Expr, IntTuple, Layout, composition};
use layout_mlir::ir;
use layout_target::Chip;
use layout_tile::{Plan, convert, convert_in_memory, convert_in_registers};
use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, ValueLike};

use super::scratch::{Scratch, tile};
use crate::tile::error::{Error, Result};
use crate::tile::exchanged::{self, can_be_written};

/// The attribute of a conversion that is to take no shared memory, whatever it takes else.
const IN_REGISTERS: &str = "layout.in_registers";

/// Writes a conversion as a store and a load, if that is its plan.
///
/// # Errors
/// [`Error::Convert`] for encodings without a plan, [`Error::LeavesWarp`] for those without one in registers
/// that are to have one.
pub fn select(op: OperationRef<'_, '_>, threads: i64, chip: &Chip) -> Result<()> {
    let unknown = || Error::Unknown(ir::name(op).into());
    let (source, result) = (ir::operand(op, 0).ok_or_else(unknown)?, ir::result(op).ok_or_else(unknown)?);
    let (from, a) = tile(source.r#type(), op, threads)?;
    let (_, b) = tile(result.r#type(), op, threads)?;
    let bits = exchanged::bits(from.bits());
    if op.has_attribute(IN_REGISTERS) {
        let program = convert_in_registers(a, b, bits)?.filter(|program| can_be_written(program, bits));
        let left = || Error::LeavesWarp { from: a.to_string(), to: b.to_string() };
        return program.map(|_| ()).ok_or_else(left);
    }
    let staging = match convert(a, b, bits, chip)? {
        Plan::Shared(staging) => staging,
        Plan::Registers(program) if !can_be_written(&program, bits) => convert_in_memory(a, b, bits, chip)?,
        Plan::Registers(_) | Plan::Nothing => return Ok(()),
    };
    // The plan's buffer is by positions, a memref by coordinates.
    let positions = Layout::left(&IntTuple::flat(from.shape.iter().map(|e| Expr::from(*e))))?;
    let layout = composition(&staging.memory.layout, &positions)?;
    let scratch = Scratch::new(op, &from.shape, from.element, &layout)?;
    scratch.store(source)?;
    let loaded = scratch.load(result.r#type())?;
    ir::replace_all_uses(result, loaded);
    Ok(ir::erase(op)?)
}
