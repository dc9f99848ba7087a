//! Upstream's bufferization, by which a tensor's encoding becomes the layout of its memref.

use melior::ir::r#type::MemRefType;
use melior::ir::{OperationRef, Type, TypeLike};

use super::changed::changed;
use super::memref;
use crate::boundary::string_ref;
use crate::ffi;

/// The memref whose layout is the encoding of a tensor; `None` of other types.
pub fn encoded_memref(r#type: Type<'_>) -> Option<MemRefType<'_>> {
    // SAFETY: the type is valid, and what is not null is a memref of its context.
    unsafe { Type::from_option_raw(ffi::layoutEncodedMemref(r#type.to_raw())) }.and_then(memref)
}

/// Copies tensors below an operation where upstream's analysis finds that a write to their memory would be seen
/// elsewhere. Operations inside of one with the attribute `skip` stay. References to what is inside must not be used
/// again. False if it fails, with an error.
pub fn insert_tensor_copies(op: OperationRef<'_, '_>, boundaries: bool, skip: &str) -> bool {
    changed();
    // SAFETY: the operation is valid, and nothing refers to what is inside.
    unsafe { ffi::layoutInsertTensorCopies(op.to_raw(), boundaries, string_ref(skip)) }
}

/// Makes memrefs of tensors below an operation, without copies; those of functions' signatures too with `boundaries`.
/// As above.
pub fn bufferize(op: OperationRef<'_, '_>, boundaries: bool, skip: &str) -> bool {
    changed();
    // SAFETY: as above.
    unsafe { ffi::layoutBufferize(op.to_raw(), boundaries, string_ref(skip)) }
}
