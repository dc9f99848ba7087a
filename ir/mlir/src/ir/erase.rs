//! Erasing operations and arguments that nothing uses.
//!
//! References to operations are copied freely, so one to an erased operation cannot be taken
//! away. Therefore an erased operation only leaves the IR, without operands; it is freed when
//! the pass that erased it returns, where all references that the pass was given end. What is
//! erased outside a pass is never freed.

use std::cell::RefCell;

use melior::ir::block::BlockRef;
use melior::ir::operation::OperationLike;
use melior::ir::{BlockLike, OperationRef};
use mlir_sys::{MlirOperation, mlirBlockEraseArgument, mlirOperationDestroy};
use rustc_hash::FxHashSet;

use super::changed::changed;
use super::{arguments, blocks, emit_error, is_unused, location, name, nested, op_key, results, users};
use crate::ffi;

/// Why something stays.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EraseError {
    /// An operation that stays uses a value.
    #[error("'{op}' cannot be erased: '{user}', which stays, uses a value of it")]
    Used {
        /// The operation.
        op: String,
        /// Who uses a value of it, or of what is inside.
        user: String,
    },
    /// An argument of a block that has uses, or that is none.
    #[error("argument {0} of a block cannot be erased: there is none, or it has uses")]
    Argument(usize),
}

thread_local! {
    /// What the pass that runs on this thread has erased.
    static ERASED: RefCell<Option<Vec<MlirOperation>>> = const { RefCell::new(None) };
}

/// Runs a pass, and frees what it erased. Says as well whether all of that was unused: the pass may have built
/// something since that reads a value which is gone. An error tells of that, it stays in memory, and the pass is to fail.
pub(crate) fn keeping_erased<T>(pass: impl FnOnce() -> T) -> (T, bool) {
    let outer = ERASED.replace(Some(Vec::new()));
    let result = pass();
    let mut all_unused = true;
    for raw in ERASED.replace(outer).unwrap_or_default() {
        // SAFETY: what was erased is valid until it is freed, which is here.
        let op = unsafe { OperationRef::from_raw(raw) };
        if !results(op).into_iter().all(is_unused) {
            emit_error(
                location(op),
                &format!("internal error (please report it): '{}' was erased, and is used", name(op)),
            );
            all_unused = false;
            continue;
        }
        // SAFETY: the operation was unlinked, nothing uses its values, and no reference that
        // the pass had outlives the pass.
        unsafe { mlirOperationDestroy(raw) }
    }
    (result, all_unused)
}

/// Erases an operation of which nothing uses a value. References to it stay valid, but it
/// stands nowhere, has no operands, and goes on to an empty block.
///
/// # Errors
/// [`EraseError`]; the operation is unchanged then.
pub fn erase(op: OperationRef<'_, '_>) -> Result<(), EraseError> {
    erase_all(&[op])
}

/// Erases operations that nothing but themselves uses, as [`erase`] does.
///
/// # Errors
/// [`EraseError`]; all of them are unchanged then.
pub fn erase_all(ops: &[OperationRef<'_, '_>]) -> Result<(), EraseError> {
    let inside: FxHashSet<usize> = ops.iter().flat_map(|op| nested(*op)).map(op_key).collect();
    for op in ops {
        for part in nested(*op) {
            let values = blocks(part).into_iter().flat_map(arguments).chain(results(part));
            let user = values.flat_map(users).find(|user| !inside.contains(&op_key(*user)));
            if let Some(user) = user {
                return Err(EraseError::Used { op: name(*op).into(), user: name(user).into() });
            }
        }
    }
    for op in ops {
        changed();
        // SAFETY: the operation is valid, and what uses its values goes too.
        unsafe { ffi::layoutUnlink(op.to_raw()) }
        ERASED.with_borrow_mut(|erased| erased.iter_mut().for_each(|list| list.push(op.to_raw())));
    }
    Ok(())
}

/// Erases a block argument that nothing uses. References to it must not be used again.
///
/// # Errors
/// [`EraseError::Argument`].
pub fn erase_argument(block: BlockRef<'_, '_>, index: usize) -> Result<(), EraseError> {
    let unused = arguments(block).get(index).copied().is_some_and(is_unused);
    let number = u32::try_from(index).ok().filter(|_| unused).ok_or(EraseError::Argument(index))?;
    changed();
    // SAFETY: the argument exists and has no uses.
    unsafe { mlirBlockEraseArgument(block.to_raw(), number) }
    Ok(())
}
