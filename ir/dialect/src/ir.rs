//! What passes need of the IR beyond `melior`: values as keys, uses, erasure,
//! diagnostics.

#![allow(unsafe_code, reason = "the foreign-function boundary to MLIR")]

use std::collections::BTreeMap;
use std::ffi::CString;
use std::sync::Mutex;

use melior::ir::block::{BlockArgument, BlockRef};
use melior::ir::operation::{OperationLike, OperationResult};
use melior::ir::{
    Attribute, AttributeLike, BlockLike, Location, Operation, OperationRef, Region, RegionLike, Type,
    TypeLike, Value, ValueLike,
};
use melior::{Context, ContextRef};
use mlir_sys::{
    mlirAffineMapAttrGet, mlirAffineMapAttrGetValue, mlirAffineMapGetNumResults, mlirAffineMapGetSubMap,
    mlirArrayAttrGetElement, mlirArrayAttrGetNumElements, mlirAttributeIsAAffineMap, mlirAttributeIsAArray,
    mlirAttributeIsADenseI32Array, mlirAttributeIsADenseI64Array, mlirAttributeIsADictionary,
    mlirAttributeIsAElements, mlirAttributeIsAGPUObjectAttr, mlirAttributeIsASymbolRef,
    mlirBlockEraseArgument, mlirBlockInsertArgument, mlirDenseArrayGetNumElements,
    mlirDenseI32ArrayGetElement, mlirDenseI64ArrayGetElement, mlirDictionaryAttrGetElement,
    mlirDictionaryAttrGetNumElements, mlirElementsAttrGetValue, mlirElementsAttrIsValidIndex, mlirEmitError,
    mlirGPUObjectAttrGetObject, mlirIntegerTypeGetWidth, mlirIntegerTypeIsSignless,
    mlirLLVMStructTypeGetElementType, mlirLLVMStructTypeGetNumElementTypes,
    mlirMemRefTypeGetStridesAndOffset, mlirOpOperandGetNextUse, mlirOpOperandGetOperandNumber,
    mlirOpOperandGetOwner, mlirOperationDestroy, mlirOperationGetContext, mlirOperationSetAttributeByName,
    mlirOperationSetOperand, mlirOperationSetOperands, mlirRegionTakeBody, mlirShapedTypeGetDimSize,
    mlirShapedTypeGetElementType, mlirShapedTypeGetRank, mlirSymbolRefAttrGetLeafReference,
    mlirSymbolRefAttrGetNestedReference, mlirSymbolRefAttrGetNumNestedReferences,
    mlirSymbolRefAttrGetRootReference, mlirTypeIsAIndex, mlirTypeIsAInteger, mlirTypeIsALLVMStructType,
    mlirTypeIsAMemRef, mlirTypeIsAVector, mlirValueGetFirstUse, mlirValueReplaceAllUsesOfWith,
    mlirValueSetType, mlirVectorTypeGet, mlirVectorTypeIsScalable,
};

/// Identifies an SSA value as long as it lives.
pub type ValueKey = usize;

/// The key of a value.
pub fn key(value: Value<'_, '_>) -> ValueKey {
    value.to_raw().ptr as usize
}

/// The first result of an operation. (`melior`'s own accessor prints the
/// operation, and thereby verifies the whole function, to say that there is none.)
pub fn result<'c, 'a>(op: OperationRef<'c, 'a>) -> Option<Value<'c, 'a>> {
    let result = (op.result_count() > 0).then(|| op.result(0).ok()).flatten()?;
    // SAFETY: the result lives as long as its operation.
    Some(unsafe { Value::from_raw(result.to_raw()) })
}

/// The results of an operation.
pub fn results<'c, 'a>(op: OperationRef<'c, 'a>) -> Vec<Value<'c, 'a>> {
    // SAFETY: results live as long as their operation.
    op.results().map(|r| unsafe { Value::from_raw(r.to_raw()) }).collect()
}

/// An operand of an operation; `None` past the last.
pub fn operand<'c, 'a>(op: OperationRef<'c, 'a>, index: usize) -> Option<Value<'c, 'a>> {
    (index < op.operand_count()).then(|| op.operand(index).ok()).flatten()
}

/// Whether nothing uses the value.
pub fn is_unused(value: Value<'_, '_>) -> bool {
    // SAFETY: the value is valid.
    unsafe { mlirValueGetFirstUse(value.to_raw()).ptr.is_null() }
}

/// The operations that use the value, one entry a use.
pub fn users<'c, 'a>(value: Value<'c, 'a>) -> Vec<OperationRef<'c, 'a>> {
    let mut out = Vec::new();
    // SAFETY: the value is valid, and so are its uses and their owners.
    unsafe {
        let mut operand = mlirValueGetFirstUse(value.to_raw());
        while !operand.ptr.is_null() {
            out.push(OperationRef::from_raw(mlirOpOperandGetOwner(operand)));
            operand = mlirOpOperandGetNextUse(operand);
        }
    }
    out
}

/// A use of a value: the operation and the number of the operand.
#[derive(Clone, Copy)]
pub struct Use<'c, 'a> {
    /// The operation.
    pub op: OperationRef<'c, 'a>,
    /// Which of its operands.
    pub operand: usize,
}

/// The uses of the value.
pub fn uses<'c, 'a>(value: Value<'c, 'a>) -> Vec<Use<'c, 'a>> {
    let mut out = Vec::new();
    // SAFETY: the value is valid, and so are its uses and their owners.
    unsafe {
        let mut operand = mlirValueGetFirstUse(value.to_raw());
        while !operand.ptr.is_null() {
            out.push(Use {
                op: OperationRef::from_raw(mlirOpOperandGetOwner(operand)),
                operand: mlirOpOperandGetOperandNumber(operand) as usize,
            });
            operand = mlirOpOperandGetNextUse(operand);
        }
    }
    out
}

/// Makes one operand of an operation another value.
pub fn set_operand(place: Use<'_, '_>, value: Value<'_, '_>) {
    // SAFETY: the operand exists, and both handles are valid.
    unsafe { mlirOperationSetOperand(place.op.to_raw(), place.operand as isize, value.to_raw()) }
}

/// Identifies an operation as long as it lives.
pub fn op_key(op: OperationRef<'_, '_>) -> usize {
    op.to_raw().ptr as usize
}

/// Makes every use of `old` a use of `new`.
pub fn replace_all_uses(old: Value<'_, '_>, new: Value<'_, '_>) {
    // SAFETY: both values are valid.
    unsafe { mlirValueReplaceAllUsesOfWith(old.to_raw(), new.to_raw()) }
}

/// Removes an operation whose results have no uses. The reference and all to
/// its results must not be used again.
pub fn erase(op: OperationRef<'_, '_>) {
    // SAFETY: the caller drops every reference.
    unsafe { mlirOperationDestroy(op.to_raw()) }
}

/// The context of an operation.
pub fn context<'c>(op: OperationRef<'c, '_>) -> &'c Context {
    // `melior` lends a context only through a handle that the caller must keep
    // in place; one handle for each context is kept for good.
    static HANDLES: Mutex<BTreeMap<usize, usize>> = Mutex::new(BTreeMap::new());
    // SAFETY: the operation is valid.
    let raw = unsafe { mlirOperationGetContext(op.to_raw()) };
    let mut handles = HANDLES.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let place = *handles
        .entry(raw.ptr as usize)
        // SAFETY: the raw context is copied, not used.
        .or_insert_with(|| Box::into_raw(Box::new(unsafe { ContextRef::from_raw(raw) })) as usize);
    // SAFETY: the handle was leaked above, and its context outlives the operation.
    unsafe { (*(place as *const ContextRef<'c>)).to_ref() }
}

/// The operation that defines a value; `None` for a block argument. (As in
/// [`result`], a conversion that fails prints the value first.)
pub fn defining_op<'c, 'a>(value: Value<'c, 'a>) -> Option<OperationRef<'c, 'a>> {
    let result = value.is_operation_result().then(|| OperationResult::try_from(value).ok()).flatten()?;
    // SAFETY: the owner lives as long as its result.
    Some(unsafe { OperationRef::from_raw(result.owner().to_raw()) })
}

/// The location of an operation.
pub fn location<'c>(op: OperationRef<'c, '_>) -> Location<'c> {
    op.location()
}

/// The name of an operation, such as `arith.addi`.
pub fn name(op: OperationRef<'_, '_>) -> String {
    op.name().as_string_ref().as_str().unwrap_or_default().into()
}

/// All operations nested in `op`, itself first, in program order.
pub fn nested<'c, 'a>(op: OperationRef<'c, 'a>) -> Vec<OperationRef<'c, 'a>> {
    let mut out = Vec::new();
    let mut stack = vec![op];
    while let Some(op) = stack.pop() {
        out.push(op);
        let mut children = Vec::new();
        for region in op.regions() {
            let mut block = region.first_block();
            while let Some(b) = block {
                let mut child = b.first_operation();
                while let Some(c) = child {
                    children.push(c);
                    child = c.next_in_block();
                }
                block = b.next_in_region();
            }
        }
        stack.extend(children.into_iter().rev());
    }
    out
}

/// Inserts `new` before `before` and returns it.
pub fn insert_before<'c, 'a>(
    before: OperationRef<'c, 'a>,
    new: Operation<'c>,
) -> Option<OperationRef<'c, 'a>> {
    Some(before.block()?.insert_operation_before(before, new))
}

/// Emits an error.
pub fn emit_error(location: Location<'_>, message: &str) {
    let message = CString::new(message.replace('\0', "\\0")).unwrap_or_default();
    // SAFETY: valid location and C string.
    unsafe { mlirEmitError(location.to_raw(), message.as_ptr()) }
}

/// Emits a remark.
pub fn emit_remark(location: Location<'_>, message: &str) {
    crate::ffi::emit_remark(location, message);
}

/// Whether a type is `index`.
pub fn is_index(r#type: Type<'_>) -> bool {
    // SAFETY: the type is valid.
    unsafe { mlirTypeIsAIndex(r#type.to_raw()) }
}

/// The types of which passes know the arithmetic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scalar {
    /// `index`.
    Index,
    /// A signless integer of so many bits.
    Int(u32),
}

/// A type as a scalar.
pub fn scalar(r#type: Type<'_>) -> Option<Scalar> {
    if is_index(r#type) {
        return Some(Scalar::Index);
    }
    // SAFETY: the type is valid, and an integer where its width is read.
    unsafe {
        let raw = r#type.to_raw();
        (mlirTypeIsAInteger(raw) && mlirIntegerTypeIsSignless(raw))
            .then(|| Scalar::Int(mlirIntegerTypeGetWidth(raw)))
            .filter(|s| matches!(s, Scalar::Int(1..=64)))
    }
}

/// The integers of a dense array attribute; empty for others.
pub fn integers(attribute: Attribute<'_>) -> Vec<i64> {
    // SAFETY: the attribute is valid, and of the kind it was asked for.
    unsafe {
        let raw = attribute.to_raw();
        if mlirAttributeIsADenseI64Array(raw) {
            (0..mlirDenseArrayGetNumElements(raw)).map(|i| mlirDenseI64ArrayGetElement(raw, i)).collect()
        } else if mlirAttributeIsADenseI32Array(raw) {
            (0..mlirDenseArrayGetNumElements(raw))
                .map(|i| mlirDenseI32ArrayGetElement(raw, i).into())
                .collect()
        } else {
            Vec::new()
        }
    }
}

/// The integer of an integer attribute.
pub fn integer(attribute: Attribute<'_>) -> Option<i64> {
    melior::ir::attribute::IntegerAttribute::try_from(attribute).ok().map(|a| a.value())
}

/// The integer that a value is, if a constant defines it; one bit that is set is -1.
pub fn constant(value: Value<'_, '_>) -> Option<i64> {
    let op = defining_op(value)?;
    let name = op.name();
    let known = matches!(name.as_string_ref().as_str(), Ok("arith.constant" | "index.constant"));
    (known && scalar(value.r#type()).is_some()).then(|| integer(op.attribute("value").ok()?)).flatten()
}

/// Inserts a built operation before `before` and returns its first result;
/// `None` if it could not be built or has none.
pub fn inserted_result<'c: 'a, 'a>(
    before: OperationRef<'c, 'a>,
    op: Result<Operation<'c>, melior::Error>,
) -> Option<Value<'c, 'a>> {
    result(insert_before(before, op.ok()?)?)
}

/// The block that a block argument belongs to, and the argument's number.
pub fn block_argument<'c, 'a>(value: Value<'c, 'a>) -> Option<(BlockRef<'c, 'a>, usize)> {
    let argument = value.is_block_argument().then(|| BlockArgument::try_from(value).ok()).flatten()?;
    // SAFETY: the block lives as long as its argument.
    let block = unsafe { BlockRef::from_raw(argument.owner().to_raw()) };
    Some((block, argument.argument_number()))
}

/// The operation whose region a block belongs to.
pub fn block_parent<'c, 'a>(block: BlockRef<'c, 'a>) -> Option<OperationRef<'c, 'a>> {
    let parent = block.parent_operation()?;
    // SAFETY: the operation lives as long as the blocks of its regions.
    Some(unsafe { OperationRef::from_raw(parent.to_raw()) })
}

/// The contents of the objects of a `gpu.binary`.
pub fn gpu_objects(binary: OperationRef<'_, '_>) -> Vec<Vec<u8>> {
    let Ok(objects) = binary.attribute("objects") else { return Vec::new() };
    let mut out = Vec::new();
    // SAFETY: the attributes are valid, and the bytes belong to the context.
    unsafe {
        let objects = objects.to_raw();
        if !mlirAttributeIsAArray(objects) {
            return out;
        }
        for i in 0..mlirArrayAttrGetNumElements(objects) {
            let object = mlirArrayAttrGetElement(objects, i);
            if mlirAttributeIsAGPUObjectAttr(object) {
                let text = mlirGPUObjectAttrGetObject(object);
                out.push(std::slice::from_raw_parts(text.data.cast::<u8>(), text.length).to_vec());
            }
        }
    }
    out
}

/// Inserts a block argument before argument number `index`.
pub fn insert_argument<'c, 'a>(
    block: BlockRef<'c, 'a>,
    index: usize,
    r#type: Type<'c>,
    location: Location<'c>,
) -> Value<'c, 'a> {
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

/// Removes a block argument without uses. References to it must not be used again.
pub fn erase_argument(block: BlockRef<'_, '_>, index: usize) {
    // SAFETY: the argument exists and has no uses.
    unsafe { mlirBlockEraseArgument(block.to_raw(), index as u32) }
}

/// Sets an attribute of an operation.
pub fn set_attribute<'c>(op: OperationRef<'c, '_>, name: &str, attribute: Attribute<'c>) {
    let name = melior::StringRef::new(name);
    // SAFETY: all handles are valid.
    unsafe { mlirOperationSetAttributeByName(op.to_raw(), name.to_raw(), attribute.to_raw()) }
}

/// Makes the operands of an operation others, any number of them.
pub fn set_operands(op: OperationRef<'_, '_>, operands: &[Value<'_, '_>]) {
    let raw: Vec<_> = operands.iter().map(|v| v.to_raw()).collect();
    // SAFETY: all handles are valid; MLIR copies them.
    unsafe { mlirOperationSetOperands(op.to_raw(), raw.len() as isize, raw.as_ptr()) }
}

/// Changes the type of a value in place.
pub fn set_type<'c>(value: Value<'c, '_>, r#type: Type<'c>) {
    // SAFETY: both handles are valid.
    unsafe { mlirValueSetType(value.to_raw(), r#type.to_raw()) }
}

/// Moves the bodies of an operation's regions into new regions, for another operation.
pub fn take_regions<'c>(op: OperationRef<'c, '_>) -> Vec<Region<'c>> {
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

/// The arguments of a block.
pub fn arguments<'c, 'a>(block: BlockRef<'c, 'a>) -> Vec<Value<'c, 'a>> {
    (0..block.argument_count())
        .filter_map(|i| block.argument(i).ok())
        // SAFETY: the argument lives as long as its block.
        .map(|a| unsafe { Value::from_raw(a.to_raw()) })
        .collect()
}

/// The symbols that an attribute refers to, also inside arrays and dictionaries, each
/// as its path from the outermost symbol table.
pub fn symbol_references(attribute: Attribute<'_>) -> Vec<Vec<String>> {
    let mut out = Vec::new();
    let mut stack = vec![attribute.to_raw()];
    let text = |raw| {
        // SAFETY: the string belongs to the context.
        unsafe { melior::StringRef::from_raw(raw) }.as_str().unwrap_or_default().to_string()
    };
    while let Some(raw) = stack.pop() {
        // SAFETY: the attributes are valid, and each is of the kind it was asked for.
        unsafe {
            if mlirAttributeIsASymbolRef(raw) {
                let mut path = vec![text(mlirSymbolRefAttrGetRootReference(raw))];
                for i in 0..mlirSymbolRefAttrGetNumNestedReferences(raw) {
                    let nested = mlirSymbolRefAttrGetNestedReference(raw, i);
                    path.push(text(mlirSymbolRefAttrGetLeafReference(nested)));
                }
                out.push(path);
            } else if mlirAttributeIsAArray(raw) {
                stack.extend((0..mlirArrayAttrGetNumElements(raw)).map(|i| mlirArrayAttrGetElement(raw, i)));
            } else if mlirAttributeIsADictionary(raw) {
                stack.extend(
                    (0..mlirDictionaryAttrGetNumElements(raw))
                        .map(|i| mlirDictionaryAttrGetElement(raw, i).attribute),
                );
            }
        }
    }
    out
}

/// Whether a type is a ranked memref.
pub fn is_memref(r#type: Type<'_>) -> bool {
    // SAFETY: the type is valid.
    unsafe { mlirTypeIsAMemRef(r#type.to_raw()) }
}

/// The strides and the offset of a memref, those known at run time only as [`DYNAMIC`];
/// `None` where addresses are not strides times indices, and for other types.
pub fn strides(r#type: Type<'_>) -> Option<(Vec<i64>, i64)> {
    if !is_memref(r#type) {
        return None;
    }
    let raw = r#type.to_raw();
    // SAFETY: a memref has a rank, and the arrays have room for what is written.
    unsafe {
        let rank = mlirShapedTypeGetRank(raw).max(0) as usize;
        let (mut strides, mut offset) = (vec![0; rank], 0);
        let found = mlirMemRefTypeGetStridesAndOffset(raw, strides.as_mut_ptr(), &raw mut offset);
        (found.value != 0).then_some((strides, offset))
    }
}

/// An extent, stride or offset that is known at run time only.
pub const DYNAMIC: i64 = i64::MIN;

/// The extents of a memref or vector, those known at run time only as [`DYNAMIC`]; none
/// for other types, and for vectors whose size is the machine's.
pub fn extents(r#type: Type<'_>) -> Vec<i64> {
    let raw = r#type.to_raw();
    // SAFETY: the type is valid, and a vector where it is asked for more.
    let shaped =
        unsafe { mlirTypeIsAMemRef(raw) || mlirTypeIsAVector(raw) && !mlirVectorTypeIsScalable(raw) };
    if !shaped {
        return Vec::new();
    }
    // SAFETY: a memref or vector has a rank and that many extents.
    unsafe { (0..mlirShapedTypeGetRank(raw)).map(|i| mlirShapedTypeGetDimSize(raw, i as isize)).collect() }
}

/// The elements of a memref or vector; `None` for other types.
pub fn element_type<'c>(r#type: Type<'c>) -> Option<Type<'c>> {
    let raw = r#type.to_raw();
    // SAFETY: the type is valid, and has elements where it is asked for them.
    unsafe {
        (mlirTypeIsAMemRef(raw) || mlirTypeIsAVector(raw))
            .then(|| Type::from_raw(mlirShapedTypeGetElementType(raw)))
    }
}

/// The last dimension of a vector of more than one; `None` for other types.
pub fn row<'c>(r#type: Type<'c>) -> Option<Type<'c>> {
    // SAFETY: the type is valid.
    let vector = unsafe { mlirTypeIsAVector(r#type.to_raw()) };
    let extents = extents(r#type);
    let last = u64::try_from(*extents.last()?).ok()?;
    (vector && extents.len() > 1).then(|| Some(Type::vector(&[last], element_type(r#type)?))).flatten()
}

/// The types of the fields of a struct of the LLVM dialect; `None` for other types.
pub fn struct_fields<'c>(r#type: Type<'c>) -> Option<Vec<Type<'c>>> {
    let raw = r#type.to_raw();
    // SAFETY: the type is valid, and a struct where its fields are read.
    unsafe {
        mlirTypeIsALLVMStructType(raw).then(|| {
            (0..mlirLLVMStructTypeGetNumElementTypes(raw))
                .map(|i| Type::from_raw(mlirLLVMStructTypeGetElementType(raw, i)))
                .collect()
        })
    }
}

/// The elements of an array of the LLVM dialect; `None` for other types.
pub fn array_element<'c>(r#type: Type<'c>) -> Option<Type<'c>> {
    crate::ffi::array_element(r#type)
}

/// Rewrites vectors of any shape below an operation into what has a counterpart in LLVM.
/// References to what is inside must not be used again.
pub fn lower_vectors(op: OperationRef<'_, '_>) {
    crate::ffi::lower_vectors(op);
}

/// Rewrites what stands in a `vector.mask` below an operation into its masked form.
/// References to what is inside must not be used again.
pub fn lower_masks(op: OperationRef<'_, '_>) {
    crate::ffi::lower_masks(op);
}

/// Removes all operands of an operation that is about to be erased, so that operations
/// can be erased in any order.
pub fn drop_operands(op: OperationRef<'_, '_>) {
    // SAFETY: the operation is valid, and no operand is read.
    unsafe { mlirOperationSetOperands(op.to_raw(), 0, std::ptr::null()) }
}

/// The element of an elements attribute at a position; `None` for other attributes, and
/// for positions it does not have.
pub fn element<'c>(elements: Attribute<'c>, position: &[u64]) -> Option<Attribute<'c>> {
    let mut position = position.to_vec();
    let rank = position.len() as isize;
    // SAFETY: the attribute is valid, of the kind it was asked for, and has the position.
    unsafe {
        let raw = elements.to_raw();
        (mlirAttributeIsAElements(raw) && mlirElementsAttrIsValidIndex(raw, rank, position.as_mut_ptr()))
            .then(|| Attribute::from_raw(mlirElementsAttrGetValue(raw, rank, position.as_mut_ptr())))
    }
}

/// The results of an affine map, each as a map of one result; empty for other attributes.
pub fn affine_submaps<'c>(map: Attribute<'c>) -> Vec<Attribute<'c>> {
    // SAFETY: the attribute is valid, an affine map, and has the results.
    unsafe {
        if !mlirAttributeIsAAffineMap(map.to_raw()) {
            return Vec::new();
        }
        let map = mlirAffineMapAttrGetValue(map.to_raw());
        (0..mlirAffineMapGetNumResults(map))
            .map(|mut i| {
                Attribute::from_raw(mlirAffineMapAttrGet(mlirAffineMapGetSubMap(map, 1, &raw mut i)))
            })
            .collect()
    }
}

/// A vector type of fixed length: its shape and its elements' type. `None` for other
/// types and for scalable vectors.
pub fn vector(r#type: Type<'_>) -> Option<(Vec<i64>, Type<'_>)> {
    // SAFETY: the type is valid, and a vector where its shape is read.
    unsafe {
        let raw = r#type.to_raw();
        if !mlirTypeIsAVector(raw) || mlirVectorTypeIsScalable(raw) {
            return None;
        }
        let shape = (0..mlirShapedTypeGetRank(raw)).map(|i| mlirShapedTypeGetDimSize(raw, i as isize));
        Some((shape.collect(), Type::from_raw(mlirShapedTypeGetElementType(raw))))
    }
}

/// The vector type of a shape. The elements must be integers, indices or floats.
pub fn vector_type<'c>(shape: &[i64], element: Type<'c>) -> Type<'c> {
    // SAFETY: the shape has as many sizes as stated, and vectors of the elements exist.
    unsafe { Type::from_raw(mlirVectorTypeGet(shape.len() as isize, shape.as_ptr(), element.to_raw())) }
}
