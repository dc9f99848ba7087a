//! Functions: their types, and the attributes of their arguments.

use melior::ir::attribute::ArrayAttribute;
use melior::ir::operation::OperationLike;
use melior::ir::r#type::FunctionType;
use melior::ir::{Attribute, AttributeLike, BlockLike, OperationRef, RegionLike, TypeLike, Value};

use super::changed::changed;
use super::{block_argument, block_parent, in_dictionary, name as name_of};
use crate::ffi;

/// Whether a value is an argument of the first block of what it is in: of a function, one that it is called with. (The
/// others are handed on by branches.)
pub fn is_argument(value: Value<'_, '_>) -> bool {
    block_argument(value).is_some_and(|(block, _)| {
        let first = block_parent(block).and_then(|parent| parent.region(0).ok()?.first_block());
        first.is_some_and(|first| first.to_raw().ptr == block.to_raw().ptr)
    })
}

/// An attribute of an argument of a function, or of a buffer that a kernel declares with its
/// workgroup; `None` for other values, and where it is not stated.
pub fn argument_attribute<'c>(value: Value<'c, '_>, name: &str) -> Option<Attribute<'c>> {
    let (block, number) = block_argument(value)?;
    let function = block_parent(block)?;
    if !is_argument(value) {
        return None;
    }
    // A function of the LLVM dialect has a type of its own, and no more than its arguments.
    let inputs = match function_type(function) {
        None if name_of(function) == "llvm.func" => None,
        other => Some(other?.input_count()),
    };
    let (list, at) = match inputs.and_then(|inputs| number.checked_sub(inputs)) {
        None => ("arg_attrs", number),
        // Those of the thread come after those of the workgroup.
        Some(at) => ("workgroup_attrib_attrs", at),
    };
    let list = function.has_attribute(list).then(|| function.attribute(list).ok()).flatten()?;
    in_dictionary(ArrayAttribute::try_from(list).ok()?.element(at).ok()?, name)
}

/// The type of a function that an operation is; `None` for other operations.
pub fn function_type<'c>(op: OperationRef<'c, '_>) -> Option<FunctionType<'c>> {
    let attribute =
        op.has_attribute("function_type").then(|| op.attribute("function_type").ok()).flatten()?;
    let r#type = super::held_type(attribute)?;
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
    changed();
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
        Attribute::from_option_raw(taken).inspect(|_| changed())
    }
}
