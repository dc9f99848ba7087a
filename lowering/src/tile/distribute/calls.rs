//! Calls: a group's program is that of a kernel, and what it calls is done by each thread.

use layout_mlir::ir;
use melior::ir::OperationRef;
use melior::ir::operation::OperationLike;

use crate::tile::error::Error;
use crate::tile::functions::{THREADS, callee, only_computes};

/// Checks all calls below an operation.
///
/// # Errors
/// [`Error::Call`] of a group's function, or in one of a function that is not known to compute the same for all
/// threads; with its place.
pub fn check<'c: 'a, 'a>(root: OperationRef<'c, 'a>) -> Result<(), (OperationRef<'c, 'a>, Error)> {
    for op in ir::nested(root).into_iter().filter(|op| ir::name(*op) == "func.call") {
        let (callee, function) = callee(op);
        let error = |why| (op, Error::Call { op: ir::name(op).into(), callee: callee.clone(), why });
        if function.is_some_and(|f| f.has_attribute(THREADS)) {
            return Err(error("it is the program of a group of threads, which only a launch begins"));
        }
        let in_group = layout_dialect::tile::group_threads(op).is_some();
        if in_group && !function.is_some_and(only_computes) {
            return Err(error("each thread would do what it does, and it does more than compute"));
        }
    }
    Ok(())
}
