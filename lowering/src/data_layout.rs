//! `layout-attach-data-layout`: says at GPU modules how their data is aligned.
//!
//! Without it, LLVM takes 4 bytes for the alignment of an `i64` when a kernel becomes
//! LLVM IR, before the target is known, and an access of 8 bytes is two of 4.
//!
//! Where kernels become LLVM IR is said as `gpu.module(…)`, which are those of the module itself: one in a module inside is refused here.

use layout_mlir::ir;
use layout_mlir::registry::{OptionValues, PassInfo};
use melior::ir::OperationRef;
use melior::ir::attribute::StringAttribute;
use melior::ir::operation::OperationLike;

/// The pass.
pub const INFO: PassInfo = PassInfo {
    name: "layout-attach-data-layout",
    summary: "State NVPTX's data layout at GPU modules that state none",
    options: &[],
    statistics: &[],
    run,
};

/// The attribute that the translation to LLVM IR reads.
const NAME: &str = "llvm.data_layout";
/// NVPTX's, 64 bits, in LLVM 22.
const NVPTX: &str = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64";

fn run(op: OperationRef<'_, '_>, _: &OptionValues) -> bool {
    let inner = ir::nested(op).into_iter().find(|module| {
        let around = module.parent_operation().filter(|around| *around != op && *module != op);
        ir::name(*module) == "gpu.module" && around.is_some()
    });
    if let Some(inner) = inner {
        let why = "layout-attach-data-layout: 'gpu.module' op stands in a module inside another one, and kernels are lowered in the \
                   outermost: run the pipeline on that module, as by --pass-pipeline=builtin.module(builtin.module(layout-to-nvvm))";
        ir::emit_error(ir::location(inner), why);
        return false;
    }
    for module in ir::outer(op).into_iter().filter(|op| ir::name(*op) == "gpu.module") {
        if module.attribute(NAME).is_err() {
            ir::set_attribute(module, NAME, StringAttribute::new(ir::context(module), NVPTX).into());
        }
    }
    true
}
