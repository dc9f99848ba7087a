//! Loops of a known number of iterations.

use melior::ir::OperationRef;

use crate::ffi;

/// How often an `scf.for` or `affine.for` with constant bounds runs. `None` for other
/// operations, and for a loop whose `llvm.loop_annotation` says not to unroll it.
pub fn trip_count(op: OperationRef<'_, '_>) -> Option<u64> {
    // SAFETY: the operation is valid.
    u64::try_from(unsafe { ffi::layoutTripCount(op.to_raw()) }).ok()
}

/// Puts the iterations of a loop with a [`trip_count`] in its place; false if it stays.
/// References to the loop and to what is inside must not be used again.
pub fn unroll(op: OperationRef<'_, '_>) -> bool {
    // SAFETY: the operation is valid, and nothing refers to it or to what is inside.
    unsafe { ffi::layoutUnroll(op.to_raw()) }
}
