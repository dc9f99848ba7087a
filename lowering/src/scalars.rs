//! `layout-keep-scalars`: LLVM does not look for vectors in kernels whose arithmetic has none.
//!
//! What a kernel around tensor cores computes itself are addresses and numbers of 32 bits, of which the machine has no
//! vectors. LLVM looks for them all the same, in straight code of thousands of operations: a seventh of what it takes from such
//! a kernel to PTX. Where 16-bit numbers are loaded and stored, it packs two into one register, which the assembler does with
//! fewer instructions. `noimplicitfloat` keeps it from both. (Loads and stores become wide without that.)
//!
//! ```mlir
//! llvm.func @gemm(…) attributes {nvvm.kernel, passthrough = ["noimplicitfloat"]} { … nvvm.wgmma.mma_async … }
//! ```
//!
//! Kernels that compute with 16-bit floats stay as they are, of which the machine has vectors of two, and all of chips
//! from sm_100 on, which have vectors of two floats of 32 bits.

use layout_mlir::ir;
use layout_mlir::pass_options;
use layout_mlir::registry::{OptionValues, PassInfo, PassOptions};
use layout_target::Chip;
use melior::ir::attribute::{ArrayAttribute, StringAttribute};
use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, TypeLike, Value, ValueLike};

pass_options! {
    /// Options of `layout-keep-scalars`.
    pub struct Options {
        /// the GPU, such as sm_90a
        chip: String = "chip", "sm_90a";
    }
}

/// The pass.
pub const INFO: PassInfo = PassInfo {
    name: "layout-keep-scalars",
    summary: "Keep LLVM from looking for vectors in kernels around tensor cores that compute none",
    options: Options::TABLE,
    statistics: &[],
    run,
};

/// The first chips with vectors of floats of 32 bits, by their compute capability.
const PAIRS: (u32, u32) = (10, 0);

/// What LLVM is told, and by which attribute.
const NO_VECTORS: &str = "noimplicitfloat";
const TOLD: &str = "passthrough";

fn run(op: OperationRef<'_, '_>, options: &OptionValues) -> bool {
    match Chip::named(options.text("chip")) {
        Ok(chip) if chip.capability < PAIRS => {}
        Ok(_) => return true,
        Err(error) => {
            ir::emit_error(ir::location(op), &format!("{}: option chip: {error}", INFO.name));
            return false;
        }
    }
    let is_kernel =
        |op: &OperationRef<'_, '_>| ir::name(*op) == "llvm.func" && op.has_attribute("nvvm.kernel");
    for kernel in ir::outer(op).into_iter().filter(is_kernel) {
        let inside = ir::nested(kernel);
        let multiplies = inside.iter().any(|op| is_product(*op));
        if multiplies && !kernel.has_attribute(TOLD) && !inside.iter().any(|op| is_packable(*op)) {
            let context = ir::context(kernel);
            let told = StringAttribute::new(context, NO_VECTORS).into();
            ir::set_attribute(kernel, TOLD, ArrayAttribute::new(context, &[told]).into());
        }
    }
    true
}

/// Whether an operation is a product by tensor cores, which is inline PTX by now or will be.
fn is_product(op: OperationRef<'_, '_>) -> bool {
    match ir::name(op) {
        "llvm.inline_asm" => op
            .attribute("asm_string")
            .ok()
            .and_then(ir::text)
            .is_some_and(|ptx| ptx.contains("mma.sync") || ptx.contains("mma_async")),
        name => matches!(name, "nvvm.mma.sync" | "nvvm.wgmma.mma_async"),
    }
}

/// Whether an operation computes a number of which the machine has vectors: a float of 16 bits.
fn is_packable(op: OperationRef<'_, '_>) -> bool {
    let computes = || match ir::name(op).strip_prefix("llvm.") {
        Some("fadd" | "fsub" | "fmul" | "fdiv" | "frem" | "fneg") => true,
        Some(name) => name.starts_with("intr."),
        None => false,
    };
    let is_short = |value: Value<'_, '_>| value.r#type().is_f16() || value.r#type().is_bf16();
    computes() && ir::results(op).into_iter().any(is_short)
}
