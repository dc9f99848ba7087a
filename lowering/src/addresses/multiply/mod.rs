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
//! Products in indices of 64 bits that would not be one instruction are made one as well (`mixed.rs`), sums of products
//! of 32 bits lose one of them (`terms.rs`), those of 64 bits are scaled once (`once.rs`), and products take what else is
//! added (`first.rs`). A quotient is not computed for its product by the divisor (`quotients.rs`).

mod first;
mod mixed;
mod once;
mod quotients;
mod readers;
mod terms;

use layout_mlir::ir::{self, ValueKey};
use layout_mlir::registry::{OptionValues, PassInfo};
use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, Value};
use rustc_hash::FxHashMap;

use super::bounds::Bounds;
use super::build::{Gep, by_bytes, held_bytes, is_global, origin, wide_product};
use super::loops::Again;
use super::sum::constant;
use crate::kernels::kernels;
use first::start;
use mixed::split;
use once::scale_once;
use readers::{Readers, Uses, WIDEST};

/// The pass.
pub const INFO: PassInfo = PassInfo {
    name: "layout-multiply-addresses",
    summary: "Compute addresses in bytes by the instruction that multiplies and adds",
    options: &[],
    statistics: &[],
    run,
};

/// Most addresses that count from each other.
const DEPTH: usize = 8;

fn run(op: OperationRef<'_, '_>, _: &OptionValues) -> bool {
    for kernel in kernels(op) {
        let (again, bounds) = (Again::new(kernel), Bounds::of(kernel));
        quotients::rewrite(kernel);
        terms::rewrite(kernel, &again, &bounds);
        let readers = Readers::of(kernel);
        start_indices(kernel, &again, &readers);
        for op in ir::nested(kernel) {
            let Some(gep) = Gep::of(op).filter(|gep| is_global(origin(gep.base))) else { continue };
            let is_read = ir::result(op).is_some_and(|pointer| readers.count(pointer) > 0);
            if !is_read || op.block().is_none_or(|block| again.runs(block)) {
                continue;
            }
            // An address that cannot be built stays as it is.
            if is_in_bytes(&gep) {
                multiply(&gep);
            } else if scale_once(&gep, &readers, &bounds).is_none() {
                split(&gep, &readers, &bounds);
            }
        }
    }
    true
}

/// Has indices begin with what is no product, outside of loops, where no accesses may become one by them.
fn start_indices<'c: 'a, 'a>(kernel: OperationRef<'c, 'a>, again: &Again<'c, 'a>, readers: &Readers) {
    let mut order = Vec::new();
    let mut stay: FxHashMap<ValueKey, bool> = FxHashMap::default();
    for op in ir::nested(kernel) {
        let Some(gep) = Gep::of(op) else { continue };
        let Some(pointer) = ir::result(op).filter(|pointer| readers.count(*pointer) > 0) else { continue };
        let is_outside = op.block().is_some_and(|block| !again.runs(block));
        let stays = is_outside && Uses::new(readers, gep.bytes() == Some(1)).stay(pointer);
        let all = stay.entry(ir::key(gep.index)).or_insert_with(|| {
            order.push(gep.index);
            true
        });
        *all &= stays;
    }
    for index in order.into_iter().filter(|index| stay[&ir::key(*index)]) {
        // An index that cannot be built stays as it is.
        start(index, readers);
    }
}

/// Whether an address counts bytes by an unknown number of 32 bits, for the widest accesses.
fn is_in_bytes(gep: &Gep<'_, '_>) -> bool {
    let is_counted = || gep.bits == 32 && gep.bytes() == Some(1) && constant(gep.index).is_none();
    let is_accessed = |pointer| !ir::is_unused(pointer) && is_widest(pointer, DEPTH);
    is_counted() && ir::result(gep.op).is_some_and(is_accessed)
}

/// Whether what is accessed by a pointer, and by what counts from it, is as wide as can be.
fn is_widest(pointer: Value<'_, '_>, depth: usize) -> bool {
    let bytes = |value: Option<_>| value.and_then(held_bytes);
    ir::uses(pointer).iter().all(|place| match ir::name(place.op) {
        "llvm.load" => bytes(ir::result(place.op)) == Some(WIDEST),
        "llvm.store" => place.operand == 1 && bytes(ir::operand(place.op, 0)) == Some(WIDEST),
        "llvm.getelementptr" if place.operand == 0 && depth > 0 => {
            ir::result(place.op).is_some_and(|next| is_widest(next, depth - 1))
        }
        _ => false,
    })
}

fn multiply(gep: &Gep<'_, '_>) -> Option<()> {
    let ptx = if gep.is_natural() { "mul.wide.u32 $0, $1, 1;" } else { "mul.wide.s32 $0, $1, 1;" };
    let wide = wide_product(gep.op, ptx, &[gep.index])?;
    gep.replace(by_bytes(gep.op, gep.base, wide)?);
    Some(())
}
