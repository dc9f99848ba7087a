//! Calls: a group's program is that of a kernel, and what it calls is done by each thread.

use layout_mlir::ir::{self, Effects};
use melior::ir::OperationRef;
use melior::ir::operation::OperationLike;
use rustc_hash::FxHashMap;

use crate::tile::error::Error;
use crate::tile::functions::THREADS;

/// Checks all calls below an operation.
///
/// # Errors
/// [`Error::Call`] of a group's function, or in one of a function that is not known to compute the same for all
/// threads; with its place.
pub fn check<'c: 'a, 'a>(root: OperationRef<'c, 'a>) -> Result<(), (OperationRef<'c, 'a>, Error)> {
    let all = ir::nested(root);
    let name = |op: &OperationRef<'c, 'a>| {
        ir::symbol(*op).filter(|_| matches!(ir::name(*op), "func.func" | "gpu.func"))
    };
    let functions: FxHashMap<String, OperationRef<'c, 'a>> =
        all.iter().filter_map(|op| Some((name(op)?, *op))).collect();
    for op in all.iter().filter(|op| ir::name(**op) == "func.call") {
        let callee = op.attribute("callee").map(ir::symbol_references).unwrap_or_default().concat().concat();
        let function = functions.get(&callee);
        let error = |why| (*op, Error::Call { op: ir::name(*op).into(), callee: callee.clone(), why });
        if function.is_some_and(|f| f.has_attribute(THREADS)) {
            return Err(error("it is the program of a group of threads, which only a launch begins"));
        }
        let in_group = layout_dialect::tile::group_threads(*op).is_some();
        let computes = |f: &OperationRef<'c, 'a>| ir::nested(*f)[1..].iter().all(|op| computes_alike(*op));
        if in_group && !function.is_some_and(computes) {
            return Err(error("each thread would do what it does, and it does more than compute"));
        }
    }
    Ok(())
}

/// Whether an operation gives the same to each thread, and does nothing else.
fn computes_alike(op: OperationRef<'_, '_>) -> bool {
    let name = ir::name(op);
    let dialect = name.split('.').next().unwrap_or_default();
    // Control flow does what is inside, which is asked about by itself.
    let computes =
        ["arith", "math", "index", "layout"].contains(&dialect) && ir::effects(op) == Effects::None;
    computes || dialect == "scf" || name == "func.return"
}
