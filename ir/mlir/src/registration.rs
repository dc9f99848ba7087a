//! Passes and pipelines on their way to MLIR, and back when they run.

use std::ffi::{c_int, c_void};
use std::sync::OnceLock;

use melior::dialect::DialectHandle;
use melior::ir::OperationRef;
use mlir_sys::{
    MlirDialectRegistry, MlirOperation, MlirStringCallback, MlirStringRef, mlirDialectHandleInsertDialect,
};

use crate::boundary::{Sink, guarded, slice, string_ref, text};
use crate::ffi::{LayoutOption, Register, layoutRegisterPass, layoutRegisterPipeline};
use crate::ir;
use crate::registry::{OptionValues, PassInfo, PassOption, PipelineInfo};

/// `LayoutOutcome` in `cpp/Mlir.h`.
const FAILED: c_int = 0;
const CHANGED: c_int = 1;
const UNCHANGED: c_int = 2;

struct Registered {
    passes: Vec<PassInfo>,
    pipelines: Vec<PipelineInfo>,
    dialect: fn() -> DialectHandle,
}

static REGISTERED: OnceLock<Registered> = OnceLock::new();

/// Registers passes and pipelines with MLIR, and the dialect that the passes write beside
/// upstream's. Later calls in one process, as when a plugin is loaded twice, do nothing.
pub fn register(passes: &[PassInfo], pipelines: &[PipelineInfo], dialect: fn() -> DialectHandle) {
    let registered = Registered { passes: passes.to_vec(), pipelines: pipelines.to_vec(), dialect };
    if REGISTERED.set(registered).is_err() {
        return;
    }
    for (i, p) in passes.iter().enumerate() {
        hand_over(layoutRegisterPass, i, p.name, p.summary, p.options);
    }
    for (i, p) in pipelines.iter().enumerate() {
        hand_over(layoutRegisterPipeline, i, p.name, p.summary, p.options);
    }
}

fn hand_over(register: Register, index: usize, name: &str, summary: &str, options: &[PassOption]) {
    let option = |o: &PassOption| LayoutOption {
        name: string_ref(o.name),
        description: string_ref(o.description),
        default_value: string_ref(o.default),
        takes: o.takes() as _,
    };
    let options: Vec<LayoutOption> = options.iter().map(option).collect();
    // SAFETY: C++ copies the strings.
    unsafe { register(index, string_ref(name), string_ref(summary), options.as_ptr(), options.len()) }
}

/// # Safety
/// `options` must point to `count` live strings.
unsafe fn values(
    declared: &'static [PassOption],
    options: *const MlirStringRef,
    count: usize,
) -> OptionValues {
    // SAFETY: by contract.
    let texts = unsafe { slice(options, count) };
    // SAFETY: by contract.
    OptionValues::new(
        declared,
        texts.iter().map(|t| unsafe { text(*t) }.unwrap_or_default().into()).collect(),
    )
}

#[unsafe(no_mangle)]
unsafe extern "C" fn layout_rs_run_pass(
    pass: usize,
    op: MlirOperation,
    options: *const MlirStringRef,
    count: usize,
) -> c_int {
    let Some(info) = REGISTERED.get().and_then(|r| r.passes.get(pass)) else { return FAILED };
    // SAFETY: C++ passes live strings and an operation that outlives the call.
    let (values, op) = unsafe { (values(info.options, options, count), OperationRef::from_raw(op)) };
    let run = || ir::keeping_erased(|| guarded(|| (info.run)(op, &values)));
    let (result, changed) = ir::observing_changes(run);
    match result {
        Ok(true) if changed => CHANGED,
        Ok(true) => UNCHANGED,
        Ok(false) => FAILED,
        Err(panicked) => {
            ir::emit_error(ir::location(op), &panicked.to_string());
            FAILED
        }
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn layout_rs_pipeline(
    pipeline: usize,
    options: *const MlirStringRef,
    count: usize,
    out: MlirStringCallback,
    user_data: *mut c_void,
) -> bool {
    let Some(info) = REGISTERED.get().and_then(|r| r.pipelines.get(pipeline)) else { return false };
    // SAFETY: C++ passes live strings, and a callback with its data.
    let (values, sink) = unsafe { (values(info.options, options, count), Sink::new(out, user_data)) };
    sink.deliver(|| (info.build)(&values))
}

#[unsafe(no_mangle)]
unsafe extern "C" fn layout_rs_pass_dialects(registry: MlirDialectRegistry) {
    let Some(registered) = REGISTERED.get() else { return };
    // SAFETY: the registry is valid, and a handle has no lifetime.
    unsafe { mlirDialectHandleInsertDialect((registered.dialect)().to_raw(), registry) }
}
