//! Operations: names, places, what is inside them, where new ones go.

use std::collections::BTreeMap;
use std::ffi::c_void;
use std::sync::Mutex;

use melior::ir::attribute::IntegerAttribute;
use melior::ir::block::BlockRef;
use melior::ir::operation::{OperationBuilder, OperationLike};
use melior::ir::{
    Attribute, AttributeLike, BlockLike, Identifier, Location, Operation, OperationRef, Region, RegionLike,
    Type, TypeLike, Value,
};
use melior::{Context, ContextRef};
use mlir_sys::{
    MlirContext, MlirOperation, mlirBlockInsertArgument, mlirIdentifierStr, mlirLocationGetContext,
    mlirOperationClone, mlirOperationGetAttributeByName, mlirOperationGetContext, mlirOperationGetName,
    mlirOperationIsBeforeInBlock, mlirOperationRemoveAttributeByName, mlirOperationSetAttributeByName,
    mlirOperationSetLocation, mlirRegionTakeBody,
};

use super::changed::changed;
use super::result;
use crate::ffi;

/// Identifies an operation as long as it lives.
pub fn op_key(op: OperationRef<'_, '_>) -> usize {
    op.to_raw().ptr as usize
}

/// The context of an operation.
pub fn context<'c>(op: OperationRef<'c, '_>) -> &'c Context {
    // SAFETY: the operation is valid, and its context outlives it.
    unsafe { lent(mlirOperationGetContext(op.to_raw())) }
}

/// The context of a location.
pub fn context_of(location: Location<'_>) -> &Context {
    // SAFETY: the location is valid, and its context outlives it.
    unsafe { lent(mlirLocationGetContext(location.to_raw())) }
}

/// # Safety
/// The context must live as long as it is lent.
unsafe fn lent<'c>(raw: MlirContext) -> &'c Context {
    // `melior` lends a context only through a handle that the caller must keep
    // in place; one handle for each context is kept for good.
    static HANDLES: Mutex<BTreeMap<usize, usize>> = Mutex::new(BTreeMap::new());
    let mut handles = HANDLES.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let place = *handles
        .entry(raw.ptr as usize)
        // SAFETY: the raw context is copied, not used.
        .or_insert_with(|| Box::into_raw(Box::new(unsafe { ContextRef::from_raw(raw) })) as usize);
    // SAFETY: the handle was leaked above, and its context lives by contract.
    unsafe { (*(place as *const ContextRef<'c>)).to_ref() }
}

/// The location of an operation.
pub fn location<'c>(op: OperationRef<'c, '_>) -> Location<'c> {
    op.location()
}

/// Whether an operation stands before another one of its block.
pub fn is_before(op: OperationRef<'_, '_>, other: OperationRef<'_, '_>) -> bool {
    let block = |op: OperationRef<'_, '_>| op.block().map(|block| block.to_raw().ptr);
    // SAFETY: both are valid, and of one block, which is what is asked for.
    block(op).is_some()
        && block(op) == block(other)
        && unsafe { mlirOperationIsBeforeInBlock(op.to_raw(), other.to_raw()) }
}

/// The name of an operation, such as `arith.addi`.
pub fn name<'c>(op: OperationRef<'c, '_>) -> &'c str {
    // SAFETY: the operation is valid, and its context keeps its name.
    let name = unsafe {
        let name = mlirIdentifierStr(mlirOperationGetName(op.to_raw()));
        std::slice::from_raw_parts(name.data.cast::<u8>(), name.length)
    };
    // Names are asked for more often than anything else, and almost all are ASCII.
    if is_ascii(name) {
        // SAFETY: ASCII is UTF-8.
        unsafe { std::str::from_utf8_unchecked(name) }
    } else {
        std::str::from_utf8(name).unwrap_or_default()
    }
}

/// Whether a short text is ASCII. (That of the standard library is made for long ones.)
fn is_ascii(text: &[u8]) -> bool {
    // The last word has what is left, and some of the word before.
    let Some(last) = text.last_chunk() else { return text.is_ascii() };
    let (words, _) = text.as_chunks();
    let all = words.iter().fold(u64::from_ne_bytes(*last), |all, word| all | u64::from_ne_bytes(*word));
    all & 0x8080_8080_8080_8080 == 0
}

/// All operations nested in `op`, itself first, in program order.
pub fn nested<'c, 'a>(op: OperationRef<'c, 'a>) -> Vec<OperationRef<'c, 'a>> {
    unsafe extern "C" fn push(op: MlirOperation, out: *mut c_void) {
        // SAFETY: it is the vector below, and nothing else looks at it meanwhile.
        unsafe { (*out.cast::<Vec<MlirOperation>>()).push(op) };
    }
    let mut out: Vec<MlirOperation> = Vec::new();
    // SAFETY: the operation is valid, and nothing changes it meanwhile.
    unsafe { ffi::layoutNested(op.to_raw(), push, (&raw mut out).cast()) }
    // SAFETY: what is nested in an operation lives as long as it does, or until it is erased.
    out.into_iter().map(|op| unsafe { OperationRef::from_raw(op) }).collect()
}

/// Modules, functions and what else stands beside them: an operation and all that are nested in it, in program order,
/// but for what is inside of functions of the LLVM and `gpu` dialects.
pub fn outer<'c, 'a>(op: OperationRef<'c, 'a>) -> Vec<OperationRef<'c, 'a>> {
    let (mut out, mut stack) = (Vec::new(), vec![op]);
    while let Some(op) = stack.pop() {
        out.push(op);
        if matches!(name(op), "llvm.func" | "gpu.func") {
            continue;
        }
        let first = stack.len();
        for block in blocks(op) {
            let mut next = block.first_operation();
            while let Some(child) = next {
                // SAFETY: what is nested in an operation lives as long as it does, or until it is erased.
                stack.push(unsafe { OperationRef::from_raw(child.to_raw()) });
                next = child.next_in_block();
            }
        }
        stack[first..].reverse();
    }
    out
}

/// Inserts `new` before `before` and returns it.
pub fn insert_before<'c, 'a>(
    before: OperationRef<'c, 'a>,
    new: Operation<'c>,
) -> Option<OperationRef<'c, 'a>> {
    changed();
    Some(before.block()?.insert_operation_before(before, new))
}

/// Inserts a copy of an operation before `before`, of the same operands, at a location: so is what is inside. It may be
/// one of another module.
pub fn copy_before<'c, 'a>(
    before: OperationRef<'c, 'a>,
    op: OperationRef<'c, '_>,
    location: Location<'c>,
) -> Option<OperationRef<'c, 'a>> {
    // SAFETY: the operation is valid; the copy is owned by nobody yet.
    let copy = insert_before(before, unsafe { Operation::from_raw(mlirOperationClone(op.to_raw())) })?;
    for op in nested(copy) {
        // SAFETY: both handles are valid, and of one context.
        unsafe { mlirOperationSetLocation(op.to_raw(), location.to_raw()) }
    }
    Some(copy)
}

/// Inserts a built operation before `before` and returns its first result;
/// `None` if it could not be built or has none.
pub fn inserted_result<'c: 'a, 'a>(
    before: OperationRef<'c, 'a>,
    op: Result<Operation<'c>, melior::Error>,
) -> Option<Value<'c, 'a>> {
    result(insert_before(before, op.ok()?)?)
}

/// Inserts a constant of type `index` before `before`; `None` if it could not be built.
pub fn insert_index<'c: 'a, 'a>(
    before: OperationRef<'c, 'a>,
    location: Location<'c>,
    value: i64,
) -> Option<Value<'c, 'a>> {
    let context = context(before);
    let index = Type::index(context);
    let value = (Identifier::new(context, "value"), IntegerAttribute::new(index, value).into());
    let op = OperationBuilder::new("arith.constant", location).add_results(&[index]).add_attributes(&[value]);
    inserted_result(before, op.build())
}

/// Sets an attribute of an operation.
pub fn set_attribute<'c>(op: OperationRef<'c, '_>, name: &str, attribute: Attribute<'c>) {
    let name = melior::StringRef::new(name);
    // SAFETY: all handles are valid.
    let old = unsafe { mlirOperationGetAttributeByName(op.to_raw(), name.to_raw()) };
    if old.ptr == attribute.to_raw().ptr {
        return;
    }
    changed();
    // SAFETY: as above.
    unsafe { mlirOperationSetAttributeByName(op.to_raw(), name.to_raw(), attribute.to_raw()) }
}

/// Takes an attribute from an operation; nothing happens if it has none of the name.
pub fn remove_attribute(op: OperationRef<'_, '_>, name: &str) {
    let name = melior::StringRef::new(name);
    // SAFETY: all handles are valid.
    if unsafe { mlirOperationRemoveAttributeByName(op.to_raw(), name.to_raw()) } {
        changed();
    }
}

/// Whether an `affine.linearize_index` is poison where an index is not within its size.
pub fn is_disjoint(op: OperationRef<'_, '_>) -> bool {
    // SAFETY: the operation is valid.
    unsafe { ffi::layoutIsDisjoint(op.to_raw()) }
}

/// Has an `affine.linearize_index` promise that each index is within its size.
pub fn make_disjoint(op: OperationRef<'_, '_>) {
    changed();
    // SAFETY: the operation is valid.
    unsafe { ffi::layoutMakeDisjoint(op.to_raw()) }
}

/// Whether an `llvm.getelementptr` is poison where its offset, as an unsigned number, wraps.
pub fn is_unsigned_address(op: OperationRef<'_, '_>) -> bool {
    // SAFETY: the operation is valid.
    unsafe { ffi::layoutIsUnsignedAddress(op.to_raw()) }
}

/// Has an `llvm.getelementptr` promise that its index is natural and its result within what its base points into
/// (`inbounds|nuw`).
pub fn make_natural_address(op: OperationRef<'_, '_>) {
    changed();
    // SAFETY: the operation is valid.
    unsafe { ffi::layoutMakeNaturalAddress(op.to_raw()) }
}

/// Whether an operation of `arith` or the LLVM dialect is poison where its result, with its sign, does not fit (`nsw`).
pub fn has_no_signed_wrap(op: OperationRef<'_, '_>) -> bool {
    // SAFETY: the operation is valid.
    unsafe { ffi::layoutHasNoSignedWrap(op.to_raw()) }
}

/// Whether an operation of the LLVM dialect is poison where its result, as a natural number, does not fit (`nuw`).
pub fn has_no_unsigned_wrap(op: OperationRef<'_, '_>) -> bool {
    // SAFETY: the operation is valid.
    unsafe { ffi::layoutHasNoUnsignedWrap(op.to_raw()) }
}

/// Moves the bodies of an operation's regions into new regions, for another operation.
pub fn take_regions<'c>(op: OperationRef<'c, '_>) -> Vec<Region<'c>> {
    changed();
    op.regions()
        .map(|old| {
            let new = Region::new();
            // SAFETY: both regions are valid, and the new one is empty.
            unsafe { mlirRegionTakeBody(new.to_raw(), old.to_raw()) };
            new
        })
        .collect()
}

/// The blocks of an operation's regions; those of nested operations are not among them.
pub fn blocks<'c, 'a>(op: OperationRef<'c, 'a>) -> Vec<BlockRef<'c, 'a>> {
    let mut out = Vec::new();
    for region in op.regions() {
        let mut next = region.first_block();
        while let Some(block) = next {
            // SAFETY: the block lives as long as its operation.
            out.push(unsafe { BlockRef::from_raw(block.to_raw()) });
            next = block.next_in_region();
        }
    }
    out
}

/// The operation that ends a block of which all have such; `None` of one without operations.
///
/// (MLIR's own answer rests on a trait, whose name differs between compilers; see `IsTerminatorToClang` of the dialect.)
pub fn terminator<'c, 'a>(block: BlockRef<'c, 'a>) -> Option<OperationRef<'c, 'a>> {
    // SAFETY: the block is valid, and the operation lives as long as it does, or until it is erased.
    unsafe { OperationRef::from_option_raw(ffi::layoutLastOperation(block.to_raw())) }
}

/// The operation whose region a block belongs to.
pub fn block_parent<'c, 'a>(block: BlockRef<'c, 'a>) -> Option<OperationRef<'c, 'a>> {
    let parent = block.parent_operation()?;
    // SAFETY: the operation lives as long as the blocks of its regions.
    Some(unsafe { OperationRef::from_raw(parent.to_raw()) })
}

/// Inserts a block argument before argument number `index`.
pub fn insert_argument<'c, 'a>(
    block: BlockRef<'c, 'a>,
    index: usize,
    r#type: Type<'c>,
    location: Location<'c>,
) -> Value<'c, 'a> {
    changed();
    // SAFETY: all handles are valid, and the argument lives as long as its block.
    unsafe {
        Value::from_raw(mlirBlockInsertArgument(
            block.to_raw(),
            index as isize,
            r#type.to_raw(),
            location.to_raw(),
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::is_ascii;

    #[test]
    fn each_byte_of_a_name_decides() {
        for length in 0..24 {
            let text = vec![b'a'; length];
            assert!(is_ascii(&text), "{length}");
            for place in 0..length {
                let mut other = text.clone();
                other[place] = 0x80;
                assert!(!is_ascii(&other), "{place} of {length}");
            }
        }
    }
}
