//! Upstream's rewrites of vectors that no upstream pass offers.

use melior::ir::OperationRef;

use super::changed::changed;
use crate::ffi;

/// Rewrites vectors of any shape below an operation into what has a counterpart in LLVM.
/// References to what is inside must not be used again.
pub fn lower_vectors(op: OperationRef<'_, '_>) {
    // SAFETY: the operation is valid, and nothing refers to what is inside.
    if unsafe { ffi::layoutLowerVectors(op.to_raw()) } {
        changed();
    }
}

/// Rewrites what stands in a `vector.mask` below an operation into its masked form.
/// References to what is inside must not be used again.
pub fn lower_masks(op: OperationRef<'_, '_>) {
    // SAFETY: as above.
    if unsafe { ffi::layoutLowerMasks(op.to_raw()) } {
        changed();
    }
}
