//! The IR beyond what `melior` has of it.

mod alignment;
mod attributes;
mod bufferize;
mod changed;
mod comparisons;
mod diagnostics;
mod erase;
mod functions;
mod loops;
mod operations;
mod ptx;
mod types;
mod uses;
mod values;
mod vectors;

pub use alignment::base_alignment;
pub use attributes::{
    AttributeKey, attribute_key, attributes, element, entries, gpu_objects, held_type, in_dictionary,
    indexing_maps, integer, integers, symbol, symbol_references, text,
};
pub use bufferize::{bufferize, encoded_memref, insert_tensor_copies};
pub(crate) use changed::{changed, observing_changes};
pub use comparisons::CmpIPredicate;
pub use diagnostics::{
    Remark, RemarkKind, emit_error, emit_error_with_note, emit_remark, emit_warning, emit_warning_with_note,
    report, takes_remarks,
};
pub(crate) use erase::keeping_erased;
pub use erase::{EraseError, erase, erase_all, erase_argument};
pub use functions::{
    argument_attribute, function_type, is_argument, set_argument_attribute, take_argument_attribute,
};
pub use loops::{Effects, effects, move_before, trip_count, unroll, unroll_by};
pub use operations::{
    block_parent, blocks, context, context_of, copy_before, has_no_signed_wrap, has_no_unsigned_wrap,
    insert_argument, insert_before, insert_index, inserted_result, is_before, is_disjoint,
    is_unsigned_address, location, make_disjoint, make_natural_address, name, nested, op_key, outer,
    remove_attribute, set_attribute, take_regions, terminator,
};
pub use ptx::{Ptx, make_ptx};
pub use types::{
    DYNAMIC, Scalar, TypeKey, array_element, bits, bytes, element_type, extents, is_index, is_memref,
    is_of_cluster, is_private, is_shared, is_unranked_memref, memref, pointer_space, row, scalar, strides,
    struct_fields, type_key, vector, vector_type,
};
pub use uses::{Use, is_unused, replace_all_uses, set_operand, set_operands, users, uses};
pub use values::{
    ValueKey, arguments, block_argument, constant, defining_op, is_extent, key, operand, result,
    result_number, results, set_type,
};
pub use vectors::{lower_masks, lower_vectors};
