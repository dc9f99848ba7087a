//! `layout-shared-globals`: shared memory is aligned as its accesses take it to be, and what the launch sizes is no
//! buffer of one byte.
//!
//! LLVM takes a global without a stated alignment to be aligned as it likes best, 16 bytes for an array, and writes
//! it to PTX as its elements are: vectors would trap. And upstream's memory for `gpu.dynamic_shared_memory` is
//! internal to the module, where PTX wants it `.extern`: otherwise other buffers lie on top of it.
//!
//! How many bytes of it a launch must give a kernel, which the kernel's `layout.dynamic_shared_memory` says, is gone
//! with the kernel once there is a binary. So the outermost module says it too, by GPU module and kernel:
//! `layout.dynamic_shared_memory = {kernels = {gemm = 98304 : i64}}`.

use std::collections::BTreeMap;

use layout_mlir::ir;
use layout_mlir::registry::{OptionValues, PassInfo};
use melior::ir::attribute::IntegerAttribute;
use melior::ir::operation::OperationLike;
use melior::ir::r#type::IntegerType;
use melior::ir::{Attribute, OperationRef};

/// The pass.
pub const INFO: PassInfo = PassInfo {
    name: "layout-shared-globals",
    summary: "State how shared memory is aligned, and that the launch sizes the dynamic one",
    options: &[],
    statistics: &[],
    run,
};

/// How many bytes of dynamic shared memory the launch of a kernel must give it, or of the kernels of modules.
pub const BYTES: &str = "layout.dynamic_shared_memory";
/// Bytes of the widest access.
const WIDEST: i64 = 16;
/// What dynamic shared memory is aligned to, in bytes: what the widest swizzle of the hardware repeats after.
pub const DYNAMIC: i64 = 1024;

fn run(op: OperationRef<'_, '_>, _: &OptionValues) -> bool {
    for global in ir::outer(op).into_iter().filter(|op| ir::name(*op) == "llvm.mlir.global") {
        let space = global.attribute("addr_space").ok().and_then(ir::integer);
        if space == Some(3) {
            state(global);
        }
    }
    if ir::name(op) == "builtin.module" {
        keep_bytes(op);
    }
    true
}

/// Says of a module what its kernels say.
fn keep_bytes(module: OperationRef<'_, '_>) {
    let mut all: BTreeMap<String, String> = BTreeMap::new();
    let before = module.attribute(BYTES).map(ir::entries).unwrap_or_default();
    all.extend(before.into_iter().map(|(name, kernels)| (name, kernels.to_string())));
    for gpu in ir::outer(module).into_iter().filter(|op| ir::name(*op) == "gpu.module") {
        let kernels: Vec<String> = ir::outer(gpu)
            .into_iter()
            .filter_map(|op| Some((ir::symbol(op)?, op.attribute(BYTES).ok().and_then(ir::integer)?)))
            .map(|(kernel, bytes)| format!("{kernel:?} = {bytes} : i64"))
            .collect();
        if let Some(name) = ir::symbol(gpu).filter(|_| !kernels.is_empty()) {
            all.insert(name, format!("{{{}}}", kernels.join(", ")));
        }
    }
    let text: Vec<String> = all.into_iter().map(|(name, kernels)| format!("{name:?} = {kernels}")).collect();
    let stated = Attribute::parse(ir::context(module), &format!("{{{}}}", text.join(", ")));
    if let Some(stated) = stated.filter(|_| !text.is_empty()) {
        ir::set_attribute(module, BYTES, stated);
    }
}

fn state(global: OperationRef<'_, '_>) {
    let stated = global.attribute("alignment").ok().and_then(ir::integer);
    let least = if is_sized_by_launch(global) {
        if let Some(external) = Attribute::parse(ir::context(global), "#llvm.linkage<external>") {
            ir::set_attribute(global, "linkage", external);
        }
        DYNAMIC
    } else {
        WIDEST
    };
    let bytes = stated.unwrap_or(least).max(least);
    let long = IntegerType::new(ir::context(global), 64).into();
    ir::set_attribute(global, "alignment", IntegerAttribute::new(long, bytes).into());
}

/// Whether a global is an array without elements.
fn is_sized_by_launch(global: OperationRef<'_, '_>) -> bool {
    let r#type = global.attribute("global_type").ok().and_then(ir::held_type);
    r#type.is_some_and(|t| t.to_string().starts_with("!llvm.array<0 x "))
}
