//! What attributes hold.

use melior::ir::operation::OperationLike;
use melior::ir::{Attribute, AttributeLike, Identifier, OperationRef, Type};
use mlir_sys::{
    mlirArrayAttrGetElement, mlirArrayAttrGetNumElements, mlirAttributeIsAArray,
    mlirAttributeIsADenseElements, mlirAttributeIsADenseI32Array, mlirAttributeIsADenseI64Array,
    mlirAttributeIsADictionary, mlirAttributeIsAGPUObjectAttr, mlirAttributeIsAInteger,
    mlirAttributeIsASymbolRef, mlirAttributeIsAType, mlirDenseArrayGetNumElements,
    mlirDenseI32ArrayGetElement, mlirDenseI64ArrayGetElement, mlirDictionaryAttrGetElement,
    mlirDictionaryAttrGetElementByName, mlirDictionaryAttrGetNumElements, mlirElementsAttrGetValue,
    mlirElementsAttrIsValidIndex, mlirGPUObjectAttrGetObject, mlirIntegerAttrGetValueInt,
    mlirLinalgGetIndexingMapsAttribute, mlirSymbolRefAttrGetLeafReference,
    mlirSymbolRefAttrGetNestedReference, mlirSymbolRefAttrGetNumNestedReferences,
    mlirSymbolRefAttrGetRootReference, mlirTypeAttrGetValue,
};

use crate::ffi;

/// Identifies an attribute of a context.
pub type AttributeKey = usize;

/// The key of an attribute: equal attributes are one.
pub fn attribute_key(attribute: Attribute<'_>) -> AttributeKey {
    attribute.to_raw().ptr as usize
}

/// The maps by which an operation of `linalg` reads and writes its operands; `None` for others.
pub fn indexing_maps<'c>(op: OperationRef<'c, '_>) -> Option<Attribute<'c>> {
    // SAFETY: the operation is valid; the attribute is its context's.
    unsafe { Attribute::from_option_raw(mlirLinalgGetIndexingMapsAttribute(op.to_raw())) }
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

/// What a dictionary has under a name; `None` too for what is no dictionary.
pub fn in_dictionary<'c>(dictionary: Attribute<'c>, name: &str) -> Option<Attribute<'c>> {
    let (raw, name) = (dictionary.to_raw(), melior::StringRef::new(name));
    // SAFETY: the attribute is valid, and a dictionary where it is looked into.
    unsafe {
        mlirAttributeIsADictionary(raw)
            .then(|| Attribute::from_option_raw(mlirDictionaryAttrGetElementByName(raw, name.to_raw())))
            .flatten()
    }
}

/// What a dictionary has, by name; nothing for what is no dictionary.
pub fn entries<'c>(dictionary: Attribute<'c>) -> Vec<(String, Attribute<'c>)> {
    let raw = dictionary.to_raw();
    // SAFETY: the attribute is valid, and a dictionary with as many entries as are taken; names are the context's.
    unsafe {
        let count = if mlirAttributeIsADictionary(raw) { mlirDictionaryAttrGetNumElements(raw) } else { 0 };
        let entries = (0..count).map(|i| mlirDictionaryAttrGetElement(raw, i));
        let name = |raw| melior::StringRef::from_raw(mlir_sys::mlirIdentifierStr(raw));
        entries
            .filter_map(|e| Some((name(e.name).as_str().ok()?.into(), Attribute::from_raw(e.attribute))))
            .collect()
    }
}

/// The attributes of an operation. (The one that `melior` lists by number is looked up in a dictionary
/// that is made anew each time, for operations with properties.)
pub fn attributes<'c>(op: OperationRef<'c, '_>) -> Vec<(Identifier<'c>, Attribute<'c>)> {
    // SAFETY: the operation is valid, and the dictionary has as many entries as are taken; all of it is the
    // context's.
    unsafe {
        let raw = ffi::layoutAttributes(op.to_raw());
        let entries =
            (0..mlirDictionaryAttrGetNumElements(raw)).map(|i| mlirDictionaryAttrGetElement(raw, i));
        entries.map(|e| (Identifier::from_raw(e.name), Attribute::from_raw(e.attribute))).collect()
    }
}

/// The integer of an integer attribute.
pub fn integer(attribute: Attribute<'_>) -> Option<i64> {
    let raw = attribute.to_raw();
    // (A conversion by `melior` that fails prints the attribute.)
    // SAFETY: the attribute is valid, and an integer where its value is read.
    unsafe { mlirAttributeIsAInteger(raw).then(|| mlirIntegerAttrGetValueInt(raw)) }
}

/// The type that an attribute holds; `None` for an attribute of another kind.
pub fn held_type(attribute: Attribute<'_>) -> Option<Type<'_>> {
    let raw = attribute.to_raw();
    // SAFETY: the attribute is valid, and a type where that is read.
    unsafe { mlirAttributeIsAType(raw).then(|| Type::from_raw(mlirTypeAttrGetValue(raw))) }
}

/// The text of a string attribute. (`melior` makes a slice of the null pointer that an empty text has.)
pub fn text(attribute: Attribute<'_>) -> Option<String> {
    let raw = attribute.to_raw();
    // SAFETY: the attribute is valid, and a string where its text is taken, which its context keeps.
    let bytes = unsafe {
        if !mlir_sys::mlirAttributeIsAString(raw) {
            return None;
        }
        let text = mlir_sys::mlirStringAttrGetValue(raw);
        if text.length == 0 {
            &[][..]
        } else {
            std::slice::from_raw_parts(text.data.cast::<u8>(), text.length)
        }
    };
    Some(String::from_utf8_lossy(bytes).into_owned())
}

/// The name of a symbol; `None` for what is none.
pub fn symbol(op: OperationRef<'_, '_>) -> Option<String> {
    text(op.attribute("sym_name").ok()?)
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

/// The element of a dense elements attribute at a position; `None` for other attributes, resources among them, whose
/// elements MLIR does not give, and for positions it does not have.
pub fn element<'c>(elements: Attribute<'c>, position: &[u64]) -> Option<Attribute<'c>> {
    let mut position = position.to_vec();
    let rank = position.len() as isize;
    // SAFETY: the attribute is valid, of the kind it was asked for, and has the position.
    unsafe {
        let raw = elements.to_raw();
        (mlirAttributeIsADenseElements(raw) && mlirElementsAttrIsValidIndex(raw, rank, position.as_mut_ptr()))
            .then(|| Attribute::from_raw(mlirElementsAttrGetValue(raw, rank, position.as_mut_ptr())))
    }
}
