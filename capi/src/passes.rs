//! `layout-c/Passes.h`.

use std::sync::Once;

use layout_mlir::boundary::{guarded, string_ref};
use layout_mlir::registry::{self, parse_pass};
use melior::pass::OperationPassManager;
use mlir_sys::{
    MlirLocation, MlirLogicalResult, MlirOpPassManager, MlirPass, MlirStringRef, mlirRegisterAllPasses,
};

use crate::boundary::{Result, checked, given};

#[unsafe(no_mangle)]
extern "C" fn mlirLayoutRegisterPasses() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // SAFETY: it takes nothing.
        unsafe { mlirRegisterAllPasses() };
        // (Where another library has registered them, they are there.)
        let _ = guarded(layout_lowering::register_passes);
    });
}

#[unsafe(no_mangle)]
unsafe extern "C" fn mlirLayoutAddPass(
    manager: MlirOpPassManager,
    name: MlirStringRef,
    options: MlirStringRef,
    location: MlirLocation,
) -> MlirLogicalResult {
    // SAFETY: the caller's handles are valid, and texts live.
    unsafe { add(manager, location, || named(name, options)) }
}

/// A pass or a pipeline as text.
///
/// # Safety
/// Both texts must live.
unsafe fn named(name: MlirStringRef, options: MlirStringRef) -> Result<String> {
    // SAFETY: by contract.
    let name = unsafe { given(name)? };
    if name.is_empty() || name.contains(|c: char| !(c.is_ascii_alphanumeric() || "-_.".contains(c))) {
        return Err(format!("expected the name of a pass or a pipeline, found '{name}'"));
    }
    // SAFETY: by contract.
    let options = if options.length == 0 { "" } else { unsafe { given(options)? } };
    Ok(format!("{name}{{{options}}}"))
}

#[unsafe(no_mangle)]
unsafe extern "C" fn mlirLayoutCreatePass(
    name: MlirStringRef,
    options: MlirStringRef,
    location: MlirLocation,
) -> MlirPass {
    mlirLayoutRegisterPasses();
    // SAFETY: the caller's location is valid, and texts live.
    let made = unsafe {
        checked(location, || {
            let text = named(name, options)?;
            said_by_mlir(parse_pass(&text)).map_err(|what| match what {
                what if what.is_empty() => unsaid(&text),
                what if what.ends_with("and no pass") => format!("{what}; mlirLayoutAddPass appends one"),
                what => what,
            })
        })
    };
    made.map_or(MlirPass { ptr: std::ptr::null_mut() }, |pass| pass.to_raw())
}

#[unsafe(no_mangle)]
unsafe extern "C" fn mlirLayoutAddPipeline(
    manager: MlirOpPassManager,
    pipeline: MlirStringRef,
    location: MlirLocation,
) -> MlirLogicalResult {
    // SAFETY: the caller's handles are valid, and texts live.
    unsafe { add(manager, location, || Ok(given(pipeline)?.to_owned())) }
}

/// # Safety
/// The manager and the location must be valid.
unsafe fn add(
    manager: MlirOpPassManager,
    location: MlirLocation,
    pipeline: impl FnOnce() -> Result<String>,
) -> MlirLogicalResult {
    mlirLayoutRegisterPasses();
    // SAFETY: by contract.
    let added = unsafe { checked(location, || append(manager, &pipeline()?)) };
    MlirLogicalResult { value: i8::from(added.is_some()) }
}

/// # Safety
/// The manager must be valid.
unsafe fn append(manager: MlirOpPassManager, pipeline: &str) -> Result<()> {
    // SAFETY: by contract.
    let manager = unsafe { OperationPassManager::from_raw(manager) };
    said_by_mlir(registry::append(manager, pipeline))
        .map_err(|what| if what.is_empty() { unsaid(pipeline) } else { what })
}

/// What MLIR made; of what it says where in the text, below which it shows it, the reason.
fn said_by_mlir<T>(made: std::result::Result<T, String>) -> Result<T> {
    made.map_err(|said| {
        // (Where it gives no reason, only what the last line says of it.)
        let line = said.lines().next().filter(|line| !line.starts_with("failed to add")).unwrap_or_default();
        line.rsplit_once("error:").map_or(line, |(_, what)| what).trim().to_owned()
    })
}

/// Of values of upstream's options LLVM tells standard error alone.
fn unsaid(pipeline: &str) -> String {
    format!(
        "'{pipeline}' cannot be added: a value is none of its option's; standard error has what MLIR says of it"
    )
}

/// Name and summary of a pass, or behind the passes of a pipeline.
fn listed(number: isize) -> Option<(&'static str, &'static str)> {
    let passes = layout_passes::PASSES.iter().chain(layout_lowering::PASSES).map(|p| (p.name, p.summary));
    let pipelines = layout_lowering::PIPELINES.iter().map(|p| (p.name, p.summary));
    passes.chain(pipelines).nth(usize::try_from(number).ok()?)
}

#[unsafe(no_mangle)]
extern "C" fn mlirLayoutGetNumPasses() -> isize {
    (layout_passes::PASSES.len() + layout_lowering::PASSES.len() + layout_lowering::PIPELINES.len()) as isize
}

const NO_TEXT: MlirStringRef = MlirStringRef { data: std::ptr::null(), length: 0 };

#[unsafe(no_mangle)]
extern "C" fn mlirLayoutGetPassName(number: isize) -> MlirStringRef {
    listed(number).map_or(NO_TEXT, |(name, _)| string_ref(name))
}

#[unsafe(no_mangle)]
extern "C" fn mlirLayoutGetPassSummary(number: isize) -> MlirStringRef {
    listed(number).map_or(NO_TEXT, |(_, summary)| string_ref(summary))
}
