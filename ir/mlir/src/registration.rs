//! Passes and pipelines on their way to MLIR, and back when they run.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ffi::{c_int, c_void};
use std::sync::{Mutex, MutexGuard, PoisonError};

use melior::dialect::DialectHandle;
use melior::ir::OperationRef;
use melior::pass::{OperationPassManager, Pass};
use mlir_sys::{
    MlirDialectRegistry, MlirOperation, MlirStringCallback, MlirStringRef, mlirDialectHandleInsertDialect,
};

use crate::boundary::{Sink, gathered, guarded, slice, string_ref, text};
use crate::ffi::{self, LayoutDeclared, LayoutOption, LayoutStatistic};
use crate::ir;
use crate::options::{OptionValues, PassOption, Takes};
use crate::registry::{PassInfo, PipelineInfo};

/// `LayoutOutcome` in `cpp/Mlir.h`.
const FAILED: c_int = 0;
const CHANGED: c_int = 1;
const UNCHANGED: c_int = 2;

/// What a name stands for.
enum What {
    Pass(PassInfo, fn() -> DialectHandle),
    Pipeline(PipelineInfo),
}

impl What {
    fn name(&self) -> &'static str {
        match self {
            Self::Pass(pass, _) => pass.name,
            Self::Pipeline(pipeline) => pipeline.name,
        }
    }
}

/// What C++ knows of a pass or pipeline. It lives as long as the process, as passes may.
#[derive(Clone, Copy)]
struct Declared {
    raw: *const LayoutDeclared,
    registered: bool,
}

// SAFETY: C++ never changes it.
unsafe impl Send for Declared {}

/// By name.
type Names = BTreeMap<&'static str, Declared>;

fn names() -> MutexGuard<'static, Names> {
    static NAMES: Mutex<Names> = Mutex::new(BTreeMap::new());
    NAMES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What is declared of a name; the first time, of what it stands for.
fn declared(names: &mut Names, what: What) -> &mut Declared {
    names.entry(what.name()).or_insert_with(|| {
        let (name, summary, options, statistics) = match &what {
            What::Pass(p, _) => (p.name, p.summary, p.options, p.statistics),
            What::Pipeline(p) => (p.name, p.summary, p.options, [].as_slice()),
        };
        let one_of: Vec<String> = options.iter().map(|o| one_of(o.takes)).collect();
        let options: Vec<LayoutOption> = options.iter().zip(&one_of).map(|(o, of)| option(o, of)).collect();
        let statistics: Vec<LayoutStatistic> = statistics
            .iter()
            .map(|s| LayoutStatistic { name: string_ref(s.name), description: string_ref(s.description) })
            .collect();
        let what: *const What = Box::into_raw(Box::new(what));
        // SAFETY: C++ copies the strings, and hands `what` back to the functions below.
        let raw = unsafe {
            ffi::layoutDeclare(
                what.cast(),
                string_ref(name),
                string_ref(summary),
                options.as_ptr(),
                options.len(),
                statistics.as_ptr(),
                statistics.len(),
            )
        };
        Declared { raw, registered: false }
    })
}

/// The texts that an option takes; one that is empty is what it is without any.
fn one_of(takes: Takes) -> String {
    let Takes::OneOf(values) = takes else { return String::new() };
    values.iter().filter(|v| !v.is_empty()).copied().collect::<Vec<_>>().join("|")
}

fn option(option: &PassOption, one_of: &str) -> LayoutOption {
    LayoutOption {
        name: string_ref(option.name),
        description: string_ref(option.description),
        default_value: string_ref(option.default),
        takes: match option.takes {
            Takes::Text => 0,
            Takes::Flag => 1,
            Takes::Number => 2,
            Takes::OneOf(_) => 3,
        },
        one_of: string_ref(one_of),
    }
}

/// Another library has registered a pass or pipeline of that name with this MLIR.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0} is registered already, by another library that has these passes")]
pub struct AlreadyThere(pub &'static str);

/// Registers passes and pipelines with MLIR under their names, and the dialect that the passes write beside
/// upstream's. What this library registered before is left as it is.
///
/// # Errors
/// [`AlreadyThere`], at the first name that is.
pub fn register(
    passes: &[PassInfo],
    pipelines: &[PipelineInfo],
    dialect: fn() -> DialectHandle,
) -> Result<(), AlreadyThere> {
    let mut names = names();
    let passes = passes.iter().map(|pass| What::Pass(*pass, dialect));
    for what in passes.chain(pipelines.iter().map(|pipeline| What::Pipeline(*pipeline))) {
        let (name, is_pass) = (what.name(), matches!(what, What::Pass(..)));
        let declared = declared(&mut names, what);
        if declared.registered {
            continue;
        }
        // SAFETY: it lives as long as the process.
        let done = unsafe {
            if is_pass {
                ffi::layoutRegisterPass(declared.raw)
            } else {
                ffi::layoutRegisterPipeline(declared.raw)
            }
        };
        if !done {
            return Err(AlreadyThere(name));
        }
        declared.registered = true;
    }
    Ok(())
}

/// Makes flags of the passes and pipelines that are registered, for a tool that is reading its flags: what a plugin
/// does when it is loaded.
pub fn add_pass_flags() {
    let names = names();
    let registered = names.iter().filter(|(_, declared)| declared.registered);
    let names: Vec<MlirStringRef> = registered.map(|(name, _)| string_ref(name)).collect();
    // SAFETY: live strings.
    unsafe { ffi::layoutAddPassFlags(names.as_ptr(), names.len()) }
}

/// A pass with the texts of its options, for any pass manager. [`passes!`](crate::passes) makes a
/// typed constructor of it.
pub fn create(info: PassInfo, texts: &[String], dialect: fn() -> DialectHandle) -> Pass {
    let texts: Vec<MlirStringRef> = texts.iter().map(|text| string_ref(text)).collect();
    let raw = declared(&mut names(), What::Pass(info, dialect)).raw;
    // SAFETY: as above; C++ copies the texts, and gives a pass that a pass manager takes.
    unsafe { Pass::from_raw(ffi::layoutCreatePass(raw, texts.as_ptr(), texts.len())) }
}

/// Declares the table of a crate's passes, `PASSES`, and a module `passes` with a typed constructor for each.
#[macro_export]
macro_rules! passes {
    ($dialect:path; $($(#[doc = $line:literal])+ $name:ident($($Options:ty)?) = $info:expr;)+) => {
        /// All passes of this crate.
        pub const PASSES: &[$crate::registry::PassInfo] = &[$($info),+];

        /// A constructor for each pass, for `melior`'s pass managers.
        pub mod passes {
            use super::*;

            $($(#[doc = $line])+
            pub fn $name($(options: &$Options)?) -> $crate::Pass {
                let texts: Vec<String> = Vec::new();
                $(let texts = <$Options as $crate::registry::PassOptions>::texts(options);)?
                $crate::registry::create($info, &texts, $dialect)
            })+
        }
    };
}

/// The pass of a text in MLIR's syntax, such as `layout-simplify{target=sm_90a}`.
///
/// # Errors
/// What MLIR says of a text that is no pass, or several.
pub fn parse_pass(pass: &str) -> Result<Pass, String> {
    let mut made = None;
    gathered(|callback, data| {
        // SAFETY: a live string, and the callback takes its data.
        let raw = unsafe { ffi::layoutParsePass(string_ref(pass), callback, data) };
        // SAFETY: what is not null is a pass that nobody owns.
        made = (!raw.ptr.is_null()).then(|| unsafe { Pass::from_raw(raw) });
        made.is_some()
    })?;
    made.ok_or_else(|| format!("'{pass}' is no pass"))
}

/// Appends a pipeline in MLIR's textual syntax, without an anchor, to a pass manager.
///
/// # Errors
/// What MLIR says of a text that is none, and nothing is appended.
pub fn append(manager: OperationPassManager<'_, '_>, pipeline: &str) -> Result<(), String> {
    gathered(|callback, data| {
        // SAFETY: the manager is valid, and the callback takes its data.
        unsafe { ffi::layoutAppendPasses(manager.to_raw(), string_ref(pipeline), callback, data) }
    })
}

thread_local! {
    /// What the pass that runs in this thread has counted.
    static COUNTED: RefCell<Vec<(&'static str, u64)>> = const { RefCell::new(Vec::new()) };
}

/// Adds to a statistic of the pass that runs, which it declares by this name.
pub fn count(name: &'static str, more: u64) {
    COUNTED.with_borrow_mut(|counted| counted.push((name, more)));
}

/// Runs what counts; its result, and what it counted.
pub(crate) fn counting<T>(run: impl FnOnce() -> T) -> (T, Vec<(&'static str, u64)>) {
    let outer = COUNTED.take();
    let result = run();
    (result, COUNTED.replace(outer))
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

/// # Safety
/// `what` must come from [`declared`].
unsafe fn what(what: *const c_void) -> &'static What {
    // SAFETY: by contract; it was leaked there.
    unsafe { &*what.cast::<What>() }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn layout_rs_run_pass(
    pass: *const c_void,
    op: MlirOperation,
    options: *const MlirStringRef,
    count: usize,
    counts: *mut u64,
) -> c_int {
    // SAFETY: C++ hands back what it was given.
    let What::Pass(info, _) = (unsafe { what(pass) }) else { return FAILED };
    // SAFETY: C++ passes live strings and an operation that outlives the call.
    let (values, op) = unsafe { (values(info.options, options, count), OperationRef::from_raw(op)) };
    let run = || ir::keeping_erased(|| guarded(|| (info.run)(op, &values)));
    let (((result, all_unused), changed), counted) = counting(|| ir::observing_changes(run));
    for (place, statistic) in info.statistics.iter().enumerate() {
        let of_it = counted.iter().filter(|(name, _)| *name == statistic.name);
        // SAFETY: C++ has a place for each statistic.
        unsafe { *counts.add(place) = of_it.map(|(_, more)| more).sum() }
    }
    match result {
        Ok(_) if !all_unused => FAILED,
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
    pipeline: *const c_void,
    options: *const MlirStringRef,
    count: usize,
    out: MlirStringCallback,
    user_data: *mut c_void,
) -> bool {
    // SAFETY: C++ hands back what it was given.
    let What::Pipeline(info) = (unsafe { what(pipeline) }) else { return false };
    // SAFETY: C++ passes live strings, and a callback with its data.
    let (values, sink) = unsafe { (values(info.options, options, count), Sink::new(out, user_data)) };
    sink.deliver(|| (info.build)(&values))
}

#[unsafe(no_mangle)]
unsafe extern "C" fn layout_rs_pass_dialects(pass: *const c_void, registry: MlirDialectRegistry) {
    // SAFETY: C++ hands back what it was given.
    let What::Pass(_, dialect) = (unsafe { what(pass) }) else { return };
    // SAFETY: the registry is valid, and a handle has no lifetime.
    unsafe { mlirDialectHandleInsertDialect(dialect().to_raw(), registry) }
}
