//! Where a pass may run that looks at, or changes, what stands beside an operation.

use layout_mlir::ir;
use melior::ir::OperationRef;
use melior::ir::operation::OperationLike;

/// Whether a pass has all of a module: nested into functions or kernels, MLIR runs it on several at once, while what stands beside one
/// is changed by others. An error tells where it does not.
pub fn is_whole(root: OperationRef<'_, '_>, pass: &str) -> bool {
    let is_whole = ir::name(root) == "builtin.module" || root.parent_operation().is_none();
    if !is_whole {
        let why = format!(
            "{pass}: looks at what stands beside a '{}' op, which others may be changing: run it on the builtin.module around",
            ir::name(root)
        );
        ir::emit_error(ir::location(root), &why);
    }
    is_whole
}
