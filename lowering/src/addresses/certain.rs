//! [`Certain`]: what a block accesses whenever it is entered.

use layout_mlir::ir::{self, Effects};
use melior::ir::block::BlockRef;
use melior::ir::operation::OperationLike;
use melior::ir::{BlockLike, OperationRef};

/// A block, all of which is executed once its first operation is, or not.
#[derive(Clone, Copy)]
pub struct Certain<'c, 'a> {
    block: BlockRef<'c, 'a>,
    goes_on: bool,
}

impl<'c, 'a> Certain<'c, 'a> {
    /// Looks through a block.
    pub fn new(block: BlockRef<'c, 'a>) -> Self {
        Self { block, goes_on: goes_on(block) }
    }

    /// Whether what an address points at is accessed for certain: the address is not poison then, and neither is what
    /// it is computed from.
    pub fn accesses(&self, address: OperationRef<'c, 'a>) -> bool {
        let is_access = |u: &ir::Use<'_, '_>| accesses(u) && is_in(u.op, self.block);
        self.goes_on && ir::result(address).is_some_and(|pointer| ir::uses(pointer).iter().any(is_access))
    }
}

/// Whether a use of a pointer reads or writes what it points at.
fn accesses(place: &ir::Use<'_, '_>) -> bool {
    match ir::name(place.op) {
        "llvm.load" | "llvm.atomicrmw" | "nvvm.ldmatrix" | "nvvm.stmatrix" => place.operand == 0,
        "llvm.store" => place.operand == 1,
        // Of no bytes it reads nothing.
        "nvvm.cp.async.shared.global" => {
            place.operand == 0 || place.operand == 1 && place.op.operand_count() == 2
        }
        _ => false,
    }
}

/// Whether in a block is nothing but what computes, accesses memory or is an instruction of the GPU that goes on to
/// the next one.
fn goes_on(block: BlockRef<'_, '_>) -> bool {
    const ACCESSES: [&str; 5] =
        ["llvm.store", "llvm.atomicrmw", "llvm.cmpxchg", "llvm.fence", "llvm.intr.assume"];
    let mut next = block.first_operation();
    while let Some(op) = next {
        next = op.next_in_block();
        let name = ir::name(op);
        let goes_on = ir::effects(op) != Effects::Any
            || ACCESSES.contains(&name)
            || name.starts_with("nvvm.") && !ends_thread(op);
        // Where the last leads does not matter.
        if !goes_on && next.is_some() {
            return false;
        }
    }
    true
}

/// Whether an instruction of the GPU may be a thread's last.
fn ends_thread(op: OperationRef<'_, '_>) -> bool {
    const ENDS: [&str; 4] = ["exit", "trap", "ret", "bra"];
    match ir::name(op) {
        "nvvm.exit" => true,
        "nvvm.inline_ptx" => op
            .attribute("ptxCode")
            .ok()
            .and_then(ir::text)
            .is_none_or(|ptx| ENDS.iter().any(|end| ptx.contains(end))),
        _ => false,
    }
}

/// Whether an operation stands in a block itself.
pub fn is_in(op: OperationRef<'_, '_>, block: BlockRef<'_, '_>) -> bool {
    op.block().is_some_and(|own| own.to_raw().ptr == block.to_raw().ptr)
}
