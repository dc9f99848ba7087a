//! The kernels of a program in the LLVM dialect.

use layout_mlir::ir;
use melior::ir::OperationRef;
use melior::ir::operation::OperationLike;

/// What says that a function is a kernel.
pub const KERNEL: &str = "nvvm.kernel";

/// The kernels in an operation, or the kernel that it is.
pub fn kernels<'c: 'a, 'a>(op: OperationRef<'c, 'a>) -> impl Iterator<Item = OperationRef<'c, 'a>> {
    ir::outer(op).into_iter().filter(|op| ir::name(*op) == "llvm.func" && op.has_attribute(KERNEL))
}
