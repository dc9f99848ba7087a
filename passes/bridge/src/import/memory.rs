//! Values that are only indices of memory: what an access out of bounds being undefined says of them.

use layout_mlir::ir;
use melior::ir::{Value, ValueLike};

/// Whether a value is only an index of memory: an access out of bounds is undefined.
pub(crate) fn only_indexes_memory(value: Value<'_, '_>) -> bool {
    most_of_memory(value).is_some()
}

/// The greatest index that any access takes, of a value that is only an index of memory: the size
/// of the largest memory, less one, or any index where a size is not known. Where the value is
/// more, or negative, no access of it runs.
pub fn most_of_memory(value: Value<'_, '_>) -> Option<i128> {
    ir::uses(value).iter().map(most_of_access).collect::<Option<Vec<_>>>()?.into_iter().max()
}

/// The greatest index that an access takes; `None` if the use is no index of an access.
pub fn most_of_access(place: &ir::Use<'_, '_>) -> Option<i128> {
    let first = match ir::name(place.op) {
        "memref.load" | "vector.load" => 1,
        // What is stored is no index.
        "memref.store" | "vector.store" => 2,
        _ => return None,
    };
    let dimension = place.operand.checked_sub(first)?;
    let memory = ir::operand(place.op, first - 1)?;
    let size = ir::extents(memory.r#type()).get(dimension).copied().filter(|n| *n != ir::DYNAMIC);
    Some(size.map_or(i128::MAX, |n| (i128::from(n) - 1).max(0)))
}
