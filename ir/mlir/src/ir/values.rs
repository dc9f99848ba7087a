//! SSA values: keys, results, operands, definitions, arguments.

use melior::ir::block::{BlockArgument, BlockRef};
use melior::ir::operation::{OperationLike, OperationResult};
use melior::ir::{BlockLike, OperationRef, Type, TypeLike, Value, ValueLike};
use mlir_sys::mlirValueSetType;

use super::changed::changed;
use super::{integer, scalar};

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

/// The operation that defines a value; `None` for a block argument. (As in
/// [`result`], a conversion that fails prints the value first.)
pub fn defining_op<'c, 'a>(value: Value<'c, 'a>) -> Option<OperationRef<'c, 'a>> {
    let result = value.is_operation_result().then(|| OperationResult::try_from(value).ok()).flatten()?;
    // SAFETY: the owner lives as long as its result.
    Some(unsafe { OperationRef::from_raw(result.owner().to_raw()) })
}

/// The operation that a value is a result of, and the result's number.
pub fn result_number<'c, 'a>(value: Value<'c, 'a>) -> Option<(OperationRef<'c, 'a>, usize)> {
    let op = defining_op(value)?;
    results(op).iter().position(|result| *result == value).map(|number| (op, number))
}

/// The block that a block argument belongs to, and the argument's number.
pub fn block_argument<'c, 'a>(value: Value<'c, 'a>) -> Option<(BlockRef<'c, 'a>, usize)> {
    let argument = value.is_block_argument().then(|| BlockArgument::try_from(value).ok()).flatten()?;
    // SAFETY: the block lives as long as its argument.
    let block = unsafe { BlockRef::from_raw(argument.owner().to_raw()) };
    Some((block, argument.argument_number()))
}

/// The arguments of a block.
pub fn arguments<'c, 'a>(block: BlockRef<'c, 'a>) -> Vec<Value<'c, 'a>> {
    (0..block.argument_count())
        .filter_map(|i| block.argument(i).ok())
        // SAFETY: the argument lives as long as its block.
        .map(|a| unsafe { Value::from_raw(a.to_raw()) })
        .collect()
}

/// Changes the type of a value in place.
pub fn set_type<'c>(value: Value<'c, '_>, r#type: Type<'c>) {
    changed();
    // SAFETY: both handles are valid.
    unsafe { mlirValueSetType(value.to_raw(), r#type.to_raw()) }
}

/// The integer that a value is, if a constant defines it; one bit that is set is -1.
pub fn constant(value: Value<'_, '_>) -> Option<i64> {
    let op = defining_op(value)?;
    let name = op.name();
    let known = matches!(name.as_string_ref().as_str(), Ok("arith.constant" | "index.constant"));
    (known && scalar(value.r#type()).is_some()).then(|| integer(op.attribute("value").ok()?)).flatten()
}

/// Whether a value is the extent of a dimension of a memref.
pub fn is_extent(value: Value<'_, '_>, memref: Value<'_, '_>, dimension: usize) -> bool {
    defining_op(value).is_some_and(|op| {
        op.name().as_string_ref().as_str() == Ok("memref.dim")
            && operand(op, 0) == Some(memref)
            && operand(op, 1).and_then(constant) == i64::try_from(dimension).ok()
    })
}
