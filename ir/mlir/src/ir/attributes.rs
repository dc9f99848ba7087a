//! What attributes hold.

use melior::ir::attribute::{ArrayAttribute, TypeAttribute};
use melior::ir::operation::OperationLike;
use melior::ir::r#type::FunctionType;
use melior::ir::{Attribute, AttributeLike, OperationRef, TypeLike, Value};
use mlir_sys::{
    mlirArrayAttrGetElement, mlirArrayAttrGetNumElements, mlirAttributeIsAArray,
    mlirAttributeIsADenseI32Array, mlirAttributeIsADenseI64Array, mlirAttributeIsADictionary,
    mlirAttributeIsAElements, mlirAttributeIsAGPUObjectAttr, mlirAttributeIsASymbolRef,
    mlirDenseArrayGetNumElements, mlirDenseI32ArrayGetElement, mlirDenseI64ArrayGetElement,
    mlirDictionaryAttrGetElement, mlirDictionaryAttrGetElementByName, mlirDictionaryAttrGetNumElements,
    mlirElementsAttrGetValue, mlirElementsAttrIsValidIndex, mlirGPUObjectAttrGetObject,
    mlirSymbolRefAttrGetLeafReference, mlirSymbolRefAttrGetNestedReference,
    mlirSymbolRefAttrGetNumNestedReferences, mlirSymbolRefAttrGetRootReference,
};

use super::{block_argument, block_parent};
use crate::ffi;

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

/// An attribute of an argument of a function, or of a buffer that a kernel declares with its
/// workgroup; `None` for other values, and where it is not stated.
pub fn argument_attribute<'c>(value: Value<'c, '_>, name: &str) -> Option<Attribute<'c>> {
    let (block, number) = block_argument(value)?;
    let function = block_parent(block)?;
    let inputs = function_type(function)?.input_count();
    let (list, at) = match number.checked_sub(inputs) {
        None => ("arg_attrs", number),
        // Those of the thread come after those of the workgroup.
        Some(at) => ("workgroup_attrib_attrs", at),
    };
    let list = function.has_attribute(list).then(|| function.attribute(list).ok()).flatten()?;
    let stated = ArrayAttribute::try_from(list).ok()?.element(at).ok()?;
    let name = melior::StringRef::new(name);
    // SAFETY: the attribute is valid, and a dictionary where it is looked into.
    unsafe {
        mlirAttributeIsADictionary(stated.to_raw())
            .then(|| {
                Attribute::from_option_raw(mlirDictionaryAttrGetElementByName(stated.to_raw(), name.to_raw()))
            })
            .flatten()
    }
}

/// The type of a function that an operation is; `None` for other operations.
pub fn function_type<'c>(op: OperationRef<'c, '_>) -> Option<FunctionType<'c>> {
    let attribute =
        op.has_attribute("function_type").then(|| op.attribute("function_type").ok()).flatten()?;
    let r#type = TypeAttribute::try_from(attribute).ok()?.value();
    // (A conversion that fails prints the type.)
    r#type.is_function().then(|| FunctionType::try_from(r#type).ok()).flatten()
}

/// Sets an attribute of an argument of a function; nothing happens if there is no such argument.
pub fn set_argument_attribute<'c>(
    function: OperationRef<'c, '_>,
    number: usize,
    name: &str,
    attribute: Attribute<'c>,
) {
    let name = melior::StringRef::new(name);
    // SAFETY: all handles are valid, and C++ looks whether there is such an argument.
    unsafe {
        ffi::layoutSetArgumentAttribute(function.to_raw(), number, name.to_raw(), attribute.to_raw());
    }
}

/// Takes an attribute from an argument of a function; `None` if there was none.
pub fn take_argument_attribute<'c>(
    function: OperationRef<'c, '_>,
    number: usize,
    name: &str,
) -> Option<Attribute<'c>> {
    let name = melior::StringRef::new(name);
    // SAFETY: as above, and what is not null is an attribute.
    unsafe {
        let taken = ffi::layoutTakeArgumentAttribute(function.to_raw(), number, name.to_raw());
        Attribute::from_option_raw(taken)
    }
}
