//! Copies of loops' bodies, and what operations do to memory.

use melior::ir::OperationRef;
use mlir_sys::mlirOperationMoveBefore;

use super::changed::changed;
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
    changed();
    // SAFETY: the operation is valid, and nothing refers to it or to what is inside.
    unsafe { ffi::layoutUnroll(op.to_raw()) }
}

/// Puts `factor` iterations of an `scf.for` into one, and a loop behind it for those that are left;
/// false if it stays. The upper bound must not be below the lower one, and the lower one not negative. Both
/// loops have the attributes. References to the loop and to what is inside must not be used again.
pub fn unroll_by(op: OperationRef<'_, '_>, factor: u64) -> bool {
    changed();
    // SAFETY: the operation is valid, and nothing refers to it or to what is inside.
    unsafe { ffi::layoutUnrollBy(op.to_raw(), factor) }
}

/// What an operation does to memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effects {
    /// Nothing: it computes.
    None,
    /// It reads.
    Read,
    /// It may write, wait, or do what is not known.
    Any,
}

/// What an operation, with all that is inside it, does to memory.
pub fn effects(op: OperationRef<'_, '_>) -> Effects {
    // SAFETY: the operation is valid.
    match unsafe { ffi::layoutEffects(op.to_raw()) } {
        0 => Effects::None,
        1 => Effects::Read,
        _ => Effects::Any,
    }
}

/// Moves an operation before another one.
pub fn move_before(op: OperationRef<'_, '_>, before: OperationRef<'_, '_>) {
    changed();
    // SAFETY: both operations are valid.
    unsafe { mlirOperationMoveBefore(op.to_raw(), before.to_raw()) }
}
