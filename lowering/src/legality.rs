//! `layout-check-memrefs` and `layout-check-lowered`: what a pipeline cannot lower is an
//! error where it stands.
//!
//! Upstream's conversions leave what they have no pattern for, and crash on buffers whose
//! addresses are not strides times indices. So the pipelines look at buffers before, and
//! at everything afterwards.

use layout_mlir::ir;
use layout_mlir::pass_options;
use layout_mlir::registry::{IndexBits, OptionValues, PassInfo, PassOptions};
use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, Type, TypeLike, ValueLike};

pass_options! {
    /// Options of `layout-check-memrefs`.
    pub struct MemrefsOptions {
        /// kernels take memrefs as plain pointers
        bare_pointers: bool = "bare-pointers", "false";
        /// bits that index will have
        index_bitwidth: IndexBits = "index-bitwidth", "64";
    }
}

/// The check before memrefs are lowered.
pub const MEMREFS: PassInfo = PassInfo {
    name: "layout-check-memrefs",
    summary: "Refuse memrefs that cannot be lowered: layouts without strides, sizes that a plain pointer does not hold, \
              elements that no index reaches",
    options: MemrefsOptions::TABLE,
    statistics: &[],
    run: check_memrefs,
};

pass_options! {
    /// Options of `layout-check-lowered`.
    pub struct LoweredOptions {
        /// look into GPU modules only; elsewhere just at layouts
        kernels_only: bool = "kernels-only", "false";
    }
}

/// The check at the end.
pub const LOWERED: PassInfo = PassInfo {
    name: "layout-check-lowered",
    summary: "Refuse operations that are not lowered to the LLVM or NVVM dialect",
    options: LoweredOptions::TABLE,
    statistics: &[],
    run: check_lowered,
};

/// Emits errors; whether there were none.
fn report(pass: &PassInfo, errors: &[(OperationRef<'_, '_>, String)]) -> bool {
    for (at, message) in errors {
        ir::emit_error(ir::location(*at), &format!("{}: {message}", pass.name));
    }
    errors.is_empty()
}

fn check_memrefs(root: OperationRef<'_, '_>, options: &OptionValues) -> bool {
    let read = options.flag("bare-pointers").and_then(|bare| Ok((bare, options.number("index-bitwidth")?)));
    let (bare, index_bits) = match read {
        Ok(read) => read,
        Err(e) => return report(&MEMREFS, &[(root, e.to_string())]),
    };
    let is_far = |last: &i128| *last >= 1 << (index_bits.clamp(1, 64) - 1);
    let mut errors = Vec::new();
    for op in ir::nested(root) {
        let mut types: Vec<Type<'_>> = ir::results(op).iter().map(|v| v.r#type()).collect();
        types.extend(ir::blocks(op).into_iter().flat_map(ir::arguments).map(|v| v.r#type()));
        types.extend(signature(op));
        if let Some(odd) = types.iter().find(|t| ir::is_memref(**t) && ir::strides(**t).is_none()) {
            errors.push((
                op,
                format!(
                    "the addresses of {odd} are not strides times indices, which is all that upstream lowers; \
                     give it a #layout<...> instead"
                ),
            ));
        } else if let Some((far, last)) = types.iter().find_map(|t| Some((t, last_index(*t).filter(is_far)?)))
        {
            errors.push((
                op,
                format!("{far} has an element at {last}, beyond an index of {index_bits} bits: set index-bitwidth=64"),
            ));
        } else if ir::name(op) == "scf.forall" && op.result_count() > 0 {
            // (Upstream's conversion to loops erases it, and leaves who uses them.)
            errors.push((op, "'scf.forall' gives tensors: bufferize it first".into()));
        } else if let Some(message) = of_each_thread(op) {
            errors.push((op, message));
        } else if bare && let Some(message) = without_pointer(op) {
            errors.push((op, message));
        }
    }
    report(&MEMREFS, &errors)
}

/// The index of the last element of a memref whose sizes, strides and offset are known.
fn last_index(r#type: Type<'_>) -> Option<i128> {
    let (strides, offset) = ir::strides(r#type)?;
    let extents = ir::extents(r#type);
    if extents.iter().chain(&strides).chain([&offset]).any(|n| *n == ir::DYNAMIC) {
        return None;
    }
    let farthest = |(n, stride): (&i64, &i64)| (i128::from(*n) - 1) * i128::from(*stride).max(0);
    Some(i128::from(offset) + extents.iter().zip(&strides).map(farthest).sum::<i128>())
}

/// The inputs and results of a function.
fn signature<'c>(op: OperationRef<'c, '_>) -> Vec<Type<'c>> {
    let Some(function) = ir::function_type(op) else { return Vec::new() };
    let inputs = (0..function.input_count()).filter_map(|i| function.input(i).ok());
    inputs.chain((0..function.result_count()).filter_map(|i| function.result(i).ok())).collect()
}

/// Why an allocation in a kernel is not what it says: upstream has each thread allocate memory, in whatever space.
fn of_each_thread(op: OperationRef<'_, '_>) -> Option<String> {
    let is_shared = ir::name(op) == "memref.alloc" && ir::is_shared(ir::result(op)?.r#type());
    (is_shared && in_gpu_module(op)).then(|| {
        "shared memory is a buffer that the kernel declares with its workgroup, or one of a function with \
         layout.threads, which layout-place puts there; this one each thread would allocate for itself"
            .into()
    })
}

/// Why the arguments of a kernel are no plain pointers.
fn without_pointer(op: OperationRef<'_, '_>) -> Option<String> {
    if !matches!(ir::name(op), "gpu.func" | "func.func") || !in_gpu_module(op) {
        return None;
    }
    let dynamic = |t: &Type<'_>| {
        let (strides, offset) = ir::strides(*t)?;
        let unknown = ir::extents(*t).contains(&ir::DYNAMIC) || strides.contains(&ir::DYNAMIC);
        (unknown || offset == ir::DYNAMIC).then_some(())
    };
    let types = signature(op);
    let (number, r#type) = types.iter().enumerate().find(|(_, t)| dynamic(t).is_some())?;
    Some(format!(
        "argument {number} of @{} is {type}, whose sizes a plain pointer does not hold: set bare-pointers=false, or make \
         them static",
        ir::symbol(op).unwrap_or_default()
    ))
}

fn in_gpu_module(op: OperationRef<'_, '_>) -> bool {
    let mut parent = op.parent_operation();
    while let Some(op) = parent {
        if ir::name(op) == "gpu.module" {
            return true;
        }
        parent = op.parent_operation();
    }
    false
}

/// What holds functions, and has no counterpart in LLVM or needs none.
const CONTAINERS: [&str; 3] = ["builtin.module", "gpu.module", "gpu.binary"];
/// Between types of two dialects; there are some around everything that is left.
const CAST: &str = "builtin.unrealized_conversion_cast";

fn check_lowered(root: OperationRef<'_, '_>, options: &OptionValues) -> bool {
    let kernels_only = match options.flag("kernels-only") {
        Ok(kernels_only) => kernels_only,
        Err(e) => return report(&LOWERED, &[(root, e.to_string())]),
    };
    let mut errors = Vec::new();
    let mut casts = Vec::new();
    for op in ir::nested(root) {
        let name = ir::name(op);
        let dialect = name.split('.').next().unwrap_or_default();
        let kernel = in_gpu_module(op);
        let looked_at = !kernels_only || dialect == "layout" || kernel;
        if kernel && let Some(message) = without_name(op).or_else(|| without_arithmetic(op, name)) {
            errors.push((op, message));
        }
        if !looked_at || matches!(dialect, "llvm" | "nvvm") || CONTAINERS.contains(&name) {
            continue;
        }
        if name == CAST {
            casts.push((op, cast_message(op)));
        } else {
            let values = op.operands().chain(ir::results(op));
            let tensors = values.map(|v| v.r#type()).any(|t| t.is_tensor());
            let advice = match dialect {
                _ if kernel && !kernels_only => KERNEL,
                "linalg" | "bufferization" if !tensors => OTHER,
                _ => advice(name, dialect),
            };
            errors.push((op, format!("'{name}' is not lowered: {advice}")));
        }
    }
    if !errors.is_empty() && ir::name(root) != "builtin.module" {
        let message = format!(
            "layout-to-llvm and layout-to-nvvm are pipelines of a builtin.module, and here they end in a '{}': append \
             them to the pass manager of the module, whose conversions they need",
            ir::name(root)
        );
        errors.insert(0, (root, message));
    }
    // A cast says where something was not lowered; that something says it better.
    report(&LOWERED, if errors.is_empty() { &casts } else { &errors }) && root.verify()
}

/// Why a GPU does not compute something: its numbers have 64 bits at most, and LLVM dies of others.
fn without_arithmetic(op: OperationRef<'_, '_>, name: &str) -> Option<String> {
    let computes = name.starts_with("llvm.f") || name.starts_with("llvm.intr.") || name.ends_with("itofp");
    let values = op.operands().chain(ir::results(op)).map(|v| v.r#type()).filter(|_| computes);
    let elements = values.map(|t| ir::element_type(t).unwrap_or(t));
    let is_wide = |t: &Type<'_>| ir::scalar(*t).is_none() && ir::bits(*t).is_some_and(|bits| bits > 64);
    let wide = { elements }.find(is_wide)?;
    Some(format!("a GPU has no arithmetic on {wide}: use f64, or a pair of them"))
}

/// Why PTX has no name for a function or a global: its identifiers are letters, digits, `_` and `$` (PTX ISA,
/// "Identifiers"). In those of internal ones LLVM replaces `.` and `@`; its own functions begin with `llvm.`.
fn without_name(op: OperationRef<'_, '_>) -> Option<String> {
    let name = ir::symbol(op).filter(|name| !name.starts_with("llvm."))?;
    let linkage = op.attribute("linkage").map(|a| a.to_string()).unwrap_or_default();
    let is_internal = linkage.contains("internal") || linkage.contains("private");
    let fits = |c: char| c.is_ascii_alphanumeric() || "_$".contains(c) || is_internal && ".@".contains(c);
    let begins = name.starts_with(|c: char| !c.is_ascii_digit());
    (!begins || !name.chars().all(fits)).then(|| {
        format!(
            "PTX has no name {name:?}: use letters, digits, '_' and '$', and begin with none of the digits"
        )
    })
}

fn cast_message(op: OperationRef<'_, '_>) -> String {
    let types = |types: Vec<String>| types.join(", ");
    format!(
        "a conversion of {} to {} is left: what makes one and what uses the other were lowered differently",
        types(op.operands().map(|v| v.r#type().to_string()).collect()),
        types(ir::results(op).iter().map(|v| v.r#type().to_string()).collect()),
    )
}

/// What would be right where nothing better is known.
const OTHER: &str = "there is no conversion of it in the pipeline; run one before";
/// What would be right for code of a GPU where code of a CPU is asked for.
const KERNEL: &str = "it stands in a gpu.module, which layout-to-nvvm lowers";

/// What would be right.
fn advice(name: &str, dialect: &str) -> &'static str {
    match (name, dialect) {
        ("memref.alloc" | "memref.alloca", _) => {
            "a memref that is allocated must be row-major and without offset, or have a #layout<...>"
        }
        (_, "layout") => "its layout is not known here, or the operation stands outside every function",
        (_, "memref") => "the LLVM dialect has no counterpart for memrefs of these types",
        ("gpu.launch", _) => "gpu-kernel-outlining makes a kernel of it, which layout-to-nvvm lowers",
        ("gpu.launch_func", _) => {
            "gpu-to-llvm lowers it, once layout-to-nvvm has made a binary of the kernel"
        }
        (_, "gpu" | "nvgpu") => "it belongs into a gpu.module, which layout-to-nvvm lowers",
        (_, "tensor" | "linalg" | "bufferization") => "tensors must be bufferized before",
        (_, "vector") => "no rewrite makes vectors that LLVM has of it",
        ("func.func", _) => {
            "one of its types has no counterpart in LLVM, or a memory space that only a GPU has"
        }
        _ => OTHER,
    }
}
