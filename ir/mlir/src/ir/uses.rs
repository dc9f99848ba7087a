//! Who uses a value, and how uses change.

use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, Value, ValueLike};
use mlir_sys::{
    mlirOpOperandGetNextUse, mlirOpOperandGetOperandNumber, mlirOpOperandGetOwner, mlirOperationSetOperand,
    mlirOperationSetOperands, mlirValueGetFirstUse, mlirValueReplaceAllUsesOfWith,
};

use super::changed::changed;

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

/// Makes one operand of an operation another value. An operand that it does not have (any
/// more) stays none.
pub fn set_operand(place: Use<'_, '_>, value: Value<'_, '_>) {
    if place.operand < place.op.operand_count() {
        changed();
        // SAFETY: the operand exists, and both handles are valid.
        unsafe { mlirOperationSetOperand(place.op.to_raw(), place.operand as isize, value.to_raw()) }
    }
}

/// Makes the operands of an operation others, any number of them.
pub fn set_operands(op: OperationRef<'_, '_>, operands: &[Value<'_, '_>]) {
    changed();
    let raw: Vec<_> = operands.iter().map(|v| v.to_raw()).collect();
    // SAFETY: all handles are valid; MLIR copies them.
    unsafe { mlirOperationSetOperands(op.to_raw(), raw.len() as isize, raw.as_ptr()) }
}

/// Makes every use of `old` a use of `new`.
pub fn replace_all_uses(old: Value<'_, '_>, new: Value<'_, '_>) {
    if !is_unused(old) {
        changed();
    }
    // SAFETY: both values are valid.
    unsafe { mlirValueReplaceAllUsesOfWith(old.to_raw(), new.to_raw()) }
}
