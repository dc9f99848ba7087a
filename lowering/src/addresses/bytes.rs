//! `layout-multiply-addresses`: an address in bytes is its base and a product by one.
//!
//! The machine adds a product of two numbers of 32 bits to one of 64 in one instruction: that is how elements of two bytes
//! and more are addressed. Bytes are not multiplied, so that the index is extended and two words are added, with a carry.
//! LLVM knows that a product by one is none, and the assembler leaves one that is written.
//!
//! ```mlir
//! // Before:
//! %p = llvm.getelementptr inbounds|nuw %a[%i] : (!llvm.ptr, i32) -> !llvm.ptr, i8
//! // After:
//! %w = llvm.inline_asm "mul.wide.u32 $0, $1, 1;", "=l,r" %i : (i32) -> i64
//! %p = llvm.getelementptr %a[%w] : (!llvm.ptr, i64) -> !llvm.ptr, i8
//! ```
//!
//! In kernels, for global memory: addresses in shared memory have 32 bits. Not in loops, where LLVM makes pointers that go on
//! by a step, and only for accesses of [`WIDEST`] bytes: fewer may become one access by what LLVM sees of their address.
//! Products in indices of 64 bits that would not be one instruction are made one as well (`mixed.rs`), and sums of products
//! of 32 bits lose one of them (`terms.rs`).

use layout_mlir::ir;
use layout_mlir::registry::{OptionValues, PassInfo};
use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, Value};

use super::bounds::Bounds;
use super::build::{Gep, by_bytes, held_bytes, is_global, wide_product};
use super::loops::Again;
use super::mixed::split;
use super::sum::constant;
use super::terms;
use crate::kernels::kernels;

/// The pass.
pub const INFO: PassInfo = PassInfo {
    name: "layout-multiply-addresses",
    summary: "Compute addresses in bytes by the instruction that multiplies and adds",
    options: &[],
    statistics: &[],
    run,
};

/// The bytes of the widest access.
const WIDEST: u64 = 16;

fn run(op: OperationRef<'_, '_>, _: &OptionValues) -> bool {
    for kernel in kernels(op) {
        let (again, bounds) = (Again::new(kernel), Bounds::of(kernel));
        terms::rewrite(kernel, &again, &bounds);
        for op in ir::nested(kernel) {
            let Some(gep) = Gep::of(op).filter(|gep| is_global(gep.base)) else { continue };
            if op.block().is_none_or(|block| again.runs(block)) {
                continue;
            }
            // An address that cannot be built stays as it is.
            if is_in_bytes(&gep) {
                multiply(&gep);
            } else {
                split(&gep, &bounds);
            }
        }
    }
    true
}

/// Whether an address counts bytes by an unknown number of 32 bits, for the widest accesses.
fn is_in_bytes(gep: &Gep<'_, '_>) -> bool {
    let is_counted = || gep.bits == 32 && gep.bytes() == Some(1) && constant(gep.index).is_none();
    let is_accessed = |pointer| !ir::is_unused(pointer) && is_widest(pointer);
    is_counted() && ir::result(gep.op).is_some_and(is_accessed)
}

/// Whether what is accessed by a pointer, and by what counts from it, is as wide as can be.
fn is_widest(pointer: Value<'_, '_>) -> bool {
    let bytes = |value: Option<_>| value.and_then(held_bytes);
    ir::uses(pointer).iter().all(|place| match ir::name(place.op) {
        "llvm.load" => bytes(ir::result(place.op)) == Some(WIDEST),
        "llvm.store" => place.operand == 1 && bytes(ir::operand(place.op, 0)) == Some(WIDEST),
        "llvm.getelementptr" => place.operand == 0 && ir::result(place.op).is_some_and(is_widest),
        _ => false,
    })
}

fn multiply(gep: &Gep<'_, '_>) -> Option<()> {
    let ptx = if gep.is_natural() { "mul.wide.u32 $0, $1, 1;" } else { "mul.wide.s32 $0, $1, 1;" };
    let wide = wide_product(gep.op, ptx, &[gep.index])?;
    gep.replace(by_bytes(gep.op, gep.base, wide)?);
    Some(())
}
