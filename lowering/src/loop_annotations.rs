//! `layout-carry-loop-annotations`: what a loop says to LLVM reaches LLVM.
//!
//! Upstream carries `llvm.loop_annotation` of an `scf.for` as far as the branch of the LLVM
//! dialect, and leaves it there under a name that the translation to LLVM IR does not read.

use layout_mlir::ir;
use layout_mlir::registry::{OptionValues, PassInfo};
use melior::ir::OperationRef;
use melior::ir::operation::OperationLike;

/// The pass.
pub const INFO: PassInfo = PassInfo {
    name: "layout-carry-loop-annotations",
    summary: "Give branches of the LLVM dialect the annotations of the loops that they were",
    options: &[],
    statistics: &[],
    run,
};

const CARRIED: &str = "llvm.loop_annotation";
const READ: &str = "loop_annotation";

fn run(op: OperationRef<'_, '_>, _: &OptionValues) -> bool {
    let branch = |op: &OperationRef<'_, '_>| matches!(ir::name(*op), "llvm.br" | "llvm.cond_br");
    for branch in ir::nested(op).into_iter().filter(branch) {
        if let Ok(annotation) = branch.attribute(CARRIED) {
            ir::set_attribute(branch, READ, annotation);
            ir::remove_attribute(branch, CARRIED);
        }
    }
    true
}
