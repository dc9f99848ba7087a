//! What is computed beside a product of warpgroups stays in front of the wait for it.
//!
//! ptxas moves a wait for products up to the beginning of its basic block, in front of arithmetic that was to run
//! meanwhile: to it the two have nothing to do with each other. So a branch ends the block, by a condition that it needs
//! the last of that arithmetic for, and that never makes a difference.
//!
//! ```mlir
//! %is = arith.cmpi eq, %word, %pattern : i32
//! scf.if %is { nvvm.nanosleep %zero }
//! nvvm.wgmma.wait.group.sync.aligned 0
//! ```

use layout_dialect::tile::{Tile, reads_memory};
use layout_mlir::ir;
use melior::ir::operation::OperationLike;
use melior::ir::{BlockLike, OperationRef, TypeLike, Value, ValueLike};

use super::packing::{as_int, hidden};
use super::registers::Registers;
use crate::convert_layout_memref::emit::Emit;
use crate::tile::error::Result;

/// A word that arithmetic hardly makes, a NaN as a float.
const PATTERN: i64 = 0x7fff_ffff;

/// Ends the block between what stands in front of a wait for products and the wait, if something was computed since the
/// last of them began.
///
/// # Errors
/// [`Error::Emit`](crate::tile::error::Error::Emit).
pub fn stay<'c: 'a, 'a>(wait: OperationRef<'c, 'a>, registers: &mut Registers<'c, 'a>) -> Result<()> {
    let Some(computed) = last_computed(wait) else { return Ok(()) };
    let words = registers.words(computed, wait)?;
    let Some(word) = words.last().copied().filter(|word| is_word(*word)) else { return Ok(()) };
    let emit = Emit::at(wait);
    let pattern = emit.number(PATTERN, emit.int_type(32))?;
    // (A branch by poison would be undefined; what comes out of assembly is none.)
    let word = hidden(as_int(word, emit)?, "beside", emit)?;
    let is = emit.equal(word, pattern)?;
    let [then, _] = emit.choice(is, &[])?.ends;
    let then = Emit { before: then, ..emit };
    then.op("nvvm.nanosleep", &[then.number(0, then.int_type(32))?], &[], &[])?;
    Ok(())
}

/// The last tile that is computed between a product and a wait of its block.
fn last_computed<'c: 'a, 'a>(wait: OperationRef<'c, 'a>) -> Option<Value<'c, 'a>> {
    let first = wait.block().and_then(|block| block.first_operation());
    let above = std::iter::successors(first, |op| op.next_in_block())
        .take_while(|op| ir::op_key(*op) != ir::op_key(wait));
    let (mut began, mut last) = (false, None);
    for op in above {
        if ir::name(op) == "layout.mma" && reads_memory(op) {
            (began, last) = (true, None);
        } else if began && computes(op) {
            last = ir::results(op).into_iter().rfind(|result| Tile::of(*result).is_some()).or(last);
        }
    }
    last
}

/// Whether an operation takes instructions for its tiles.
fn computes(op: OperationRef<'_, '_>) -> bool {
    let name = ir::name(op);
    let is_arithmetic = name.starts_with("arith.") || name.starts_with("math.");
    is_arithmetic && name != "arith.constant" || matches!(name, "layout.reduce" | "layout.convert")
}

/// Whether a value is a register of 32 bits.
fn is_word(value: Value<'_, '_>) -> bool {
    let of = value.r#type();
    ir::vector(of).is_some() || of.is_f32() || of.to_string() == "i32"
}
