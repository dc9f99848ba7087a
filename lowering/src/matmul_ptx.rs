//! `layout-matmul-to-ptx`: PTX of what `layout-matmul` wrote, by the passes of LLVM that find something there.
//!
//! `gpu-module-to-binary` runs all of `-O3`, of which most look for what kernels on tiles do not have: calls, variables in memory,
//! loops to vectorize. With what is left the machine code is the same, or as good, and LLVM takes half as long for its passes.
//! Modules with anything else, with calls, or inside of others stay, for that pass.

use layout_mlir::ir::{self, Ptx};
use layout_mlir::registry::{OptionValues, PassInfo};
use melior::ir::OperationRef;
use melior::ir::operation::OperationLike;

use crate::kernels::KERNEL;
use crate::matmul::KERNELS;

/// The pass.
pub const INFO: PassInfo = PassInfo {
    name: "layout-matmul-to-ptx",
    summary: "Make PTX of what layout-matmul wrote, by the passes of LLVM that find something there",
    options: &[],
    statistics: &[],
    run,
};

/// The passes, in the syntax of `opt -passes=`: those of `-O3` without which the machine code of products is another, in their order, and of
/// the eight times that instructions are combined four.
const PASSES: &str = "function(simplifycfg,sroa,early-cse),\
    ipsccp,\
    function(instcombine<no-verify-fixpoint>,early-cse<memssa>,speculative-execution<only-if-divergent-target>,\
    instcombine<no-verify-fixpoint>,simplifycfg<switch-range-to-icmp>,reassociate,\
    loop-mssa(licm<no-allowspeculation>,loop-rotate,licm),simplifycfg<switch-range-to-icmp>,instcombine<no-verify-fixpoint>,loop(indvars,loop-deletion),\
    loop-unroll<O3;no-partial;no-runtime;no-upperbound>,vector-combine,gvn,sccp,correlated-propagation,dse,\
    drop-unnecessary-assumes,simplifycfg<forward-switch-cond;switch-range-to-icmp;switch-to-arithmetic;\
    switch-to-lookup;no-keep-loops;hoist-common-insts;sink-common-insts>,slp-vectorizer,vector-combine,\
    loop-unroll<O3>,infer-alignment,instcombine<no-verify-fixpoint>,loop-mssa(licm),div-rem-pairs),\
    globaldce";

fn run(root: OperationRef<'_, '_>, _: &OptionValues) -> bool {
    // (The root stays what it is, and what is inside of another module is that one's matter.)
    let modules = ir::outer(root).into_iter().skip(1).filter(|op| !is_inside(*op) && is_closed(*op));
    let modules: Vec<_> = modules.collect();
    // (What is inside of something another thread may run passes on already.)
    let at_once = root.parent_operation().is_none();
    modules.into_iter().all(|module| {
        let (place, name) = (ir::location(module), ir::symbol(module).unwrap_or_default());
        let made = ir::make_ptx(module, PASSES, at_once) != Ptx::Failed;
        if !made {
            ir::emit_error(place, &format!("{}: LLVM made no PTX of '{name}'", INFO.name));
        }
        made
    })
}

/// Whether an operation is inside of a module of kernels.
fn is_inside(op: OperationRef<'_, '_>) -> bool {
    std::iter::successors(op.parent_operation(), |op| op.parent_operation())
        .any(|op| ir::name(op) == "gpu.module")
}

/// Whether an operation is a module of such kernels that call nothing.
fn is_closed(op: OperationRef<'_, '_>) -> bool {
    let is_own = ir::name(op) == "gpu.module" && op.has_attribute(KERNELS);
    let is_foreign = |inner: OperationRef<'_, '_>| match ir::name(inner) {
        "llvm.call" | "llvm.invoke" => true,
        "gpu.module" | "builtin.module" => inner != op,
        "llvm.func" => !inner.has_attribute(KERNEL),
        _ => false,
    };
    is_own && !ir::nested(op).into_iter().any(is_foreign)
}
