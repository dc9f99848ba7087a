//! The IR beyond what `melior` has of it.

mod attributes;
mod diagnostics;
mod erase;
mod loops;
mod operations;
mod types;
mod uses;
mod values;
mod vectors;

pub use attributes::{
    argument_attribute, element, function_type, gpu_objects, integer, integers, set_argument_attribute,
    symbol_references, take_argument_attribute,
};
pub use diagnostics::{emit_error, emit_remark};
pub(crate) use erase::keeping_erased;
pub use erase::{EraseError, erase, erase_all, erase_argument};
pub use loops::{trip_count, unroll};
pub use operations::{
    block_parent, blocks, context, insert_argument, insert_before, inserted_result, location, name, nested,
    op_key, remove_attribute, set_attribute, take_regions,
};
pub use types::{
    DYNAMIC, Scalar, array_element, bytes, element_type, extents, is_index, is_memref, row, scalar, strides,
    struct_fields, vector, vector_type,
};
pub use uses::{Use, is_unused, replace_all_uses, set_operand, set_operands, users, uses};
pub use values::{
    ValueKey, arguments, block_argument, constant, defining_op, key, operand, result, results, set_type,
};
pub use vectors::{lower_masks, lower_vectors};
