//! The boundary to C++: both directions of `cpp/Layout.h`.
//!
//! Functions that C++ calls catch panics and hand out a message; no unwinding
//! crosses the boundary.

#![allow(unsafe_code, reason = "the foreign-function boundary to MLIR")]

use std::ffi::{CString, c_char, c_int, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::OnceLock;

use layout_algebra::{AnyLayout, Coord, Expr, ExprError};
use melior::dialect::DialectRegistry;
use melior::ir::{Attribute, AttributeLike, Location, OperationRef, Type, TypeLike};
use mlir_sys::{
    MlirAttribute, MlirDialectRegistry, MlirLocation, MlirOperation, MlirStringCallback, MlirStringRef,
    MlirType,
};

use crate::affine::affine_map;
use crate::coord::coordinate;
use crate::infer::infer;
use crate::known::{AttrText, Known, parse_attr, parse_type};
use crate::range::{Interval, cosize_range, index_range, size_range};
use crate::registry::{OptionValues, PassInfo, PassOption, PipelineInfo};

#[repr(C)]
struct LayoutOption {
    name: MlirStringRef,
    description: MlirStringRef,
    default_value: MlirStringRef,
    takes: c_int,
}

unsafe extern "C" {
    fn layoutRegisterDialect(registry: MlirDialectRegistry);
    fn layoutRegisterUpstream(registry: MlirDialectRegistry);
    fn layoutAttrText(attr: MlirAttribute) -> MlirStringRef;
    fn layoutTileText(attr: MlirAttribute) -> MlirStringRef;
    fn layoutTypeText(r#type: MlirType) -> MlirStringRef;
    fn layoutRegisterPass(
        index: usize,
        name: MlirStringRef,
        summary: MlirStringRef,
        options: *const LayoutOption,
        count: usize,
    );
    fn layoutRegisterPipeline(
        index: usize,
        name: MlirStringRef,
        summary: MlirStringRef,
        options: *const LayoutOption,
        count: usize,
    );
    fn layoutEmitRemark(location: MlirLocation, message: MlirStringRef);
    fn layoutLowerVectors(op: MlirOperation);
    fn layoutLowerMasks(op: MlirOperation);
    fn layoutArrayElement(r#type: MlirType) -> MlirType;
    fn layoutOptMain(argc: c_int, argv: *mut *mut c_char) -> c_int;
}

/// Registers the layout dialect.
pub fn register(registry: &DialectRegistry) {
    // SAFETY: the registry is valid while borrowed.
    unsafe { layoutRegisterDialect(registry.to_raw()) }
}

/// Registers the layout dialect with a `mlir::DialectRegistry`, as plugins get it.
///
/// # Safety
/// `registry` must point to a live registry.
pub unsafe fn register_raw(registry: *mut c_void) {
    // SAFETY: the C API's handle is that pointer.
    unsafe { layoutRegisterDialect(MlirDialectRegistry { ptr: registry }) }
}

/// Registers all upstream dialects, extensions and translations.
pub fn register_upstream(registry: &DialectRegistry) {
    // SAFETY: the registry is valid while borrowed.
    unsafe { layoutRegisterUpstream(registry.to_raw()) }
}

/// `mlir-opt`'s main with all upstream dialects and passes and everything
/// registered so far; returns the exit code.
pub fn opt_main(arguments: impl IntoIterator<Item = String>) -> i32 {
    let arguments: Vec<CString> = arguments.into_iter().filter_map(|a| CString::new(a).ok()).collect();
    let mut pointers: Vec<*mut c_char> = arguments.iter().map(|a| a.as_ptr().cast_mut()).collect();
    let count = pointers.len() as c_int;
    pointers.push(std::ptr::null_mut());
    // SAFETY: argc valid C strings and a terminating null, as main gets them.
    unsafe { layoutOptMain(count, pointers.as_mut_ptr()) }
}

pub(crate) fn emit_remark(location: Location<'_>, message: &str) {
    // SAFETY: a valid location and a live string.
    unsafe { layoutEmitRemark(location.to_raw(), string_ref(message)) }
}

pub(crate) fn array_element<'c>(r#type: Type<'c>) -> Option<Type<'c>> {
    // SAFETY: the type is valid, and so is what is not null.
    unsafe { Type::from_option_raw(layoutArrayElement(r#type.to_raw())) }
}

pub(crate) fn lower_vectors(op: OperationRef<'_, '_>) {
    // SAFETY: the operation is valid, and nothing refers to what is inside.
    unsafe { layoutLowerVectors(op.to_raw()) }
}

pub(crate) fn lower_masks(op: OperationRef<'_, '_>) {
    // SAFETY: the operation is valid, and nothing refers to what is inside.
    unsafe { layoutLowerMasks(op.to_raw()) }
}

fn string_ref(text: &str) -> MlirStringRef {
    MlirStringRef { data: text.as_ptr().cast(), length: text.len() }
}

/// # Safety
/// `text` must point to `length` readable bytes, or be null.
unsafe fn text<'a>(text: MlirStringRef) -> Option<&'a str> {
    if text.data.is_null() {
        return None;
    }
    // SAFETY: by contract.
    let bytes = unsafe { std::slice::from_raw_parts(text.data.cast::<u8>(), text.length) };
    std::str::from_utf8(bytes).ok()
}

/// # Safety
/// As [`slice::from_raw_parts`], or null with any count.
unsafe fn slice<'a, T>(data: *const T, count: usize) -> &'a [T] {
    if data.is_null() || count == 0 {
        return &[];
    }
    // SAFETY: by contract.
    unsafe { std::slice::from_raw_parts(data, count) }
}

fn owned(text_ref: MlirStringRef) -> Option<String> {
    // SAFETY: the storage of an attribute or type, which its context keeps.
    unsafe { text(text_ref) }.map(String::from)
}

pub(crate) fn attr_text(attribute: Attribute<'_>) -> Option<String> {
    // SAFETY: the attribute is valid.
    owned(unsafe { layoutAttrText(attribute.to_raw()) })
}

pub(crate) fn tile_text(attribute: Attribute<'_>) -> Option<String> {
    // SAFETY: the attribute is valid.
    owned(unsafe { layoutTileText(attribute.to_raw()) })
}

pub(crate) fn type_text(r#type: Type<'_>) -> Option<String> {
    // SAFETY: the type is valid.
    owned(unsafe { layoutTypeText(r#type.to_raw()) })
}

/// Where a Rust result goes.
struct Sink {
    callback: MlirStringCallback,
    user_data: *mut c_void,
}

impl Sink {
    fn put(&self, text: &str) {
        if let Some(callback) = self.callback {
            // SAFETY: C++ passes callback and data that belong together.
            unsafe { callback(string_ref(text), self.user_data) }
        }
    }
}

/// Runs `body`; a panic becomes the message of an internal error.
fn guarded<T>(body: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(body)).map_err(|payload| {
        let what = payload
            .downcast_ref::<String>()
            .map(String::as_str)
            .or_else(|| payload.downcast_ref::<&str>().copied())
            .unwrap_or("unknown");
        format!("internal error in the layout algebra (please report it): {what}")
    })
}

/// Hands out the text or the error; returns whether it was the text.
fn deliver(sink: &Sink, body: impl FnOnce() -> Result<String, String>) -> bool {
    let result = guarded(body).and_then(|r| r);
    let ok = result.is_ok();
    sink.put(&result.unwrap_or_else(|e| e));
    ok
}

fn known(text: Option<&str>) -> Result<Known, String> {
    parse_type(text.unwrap_or_default()).map_err(|e| e.to_string())
}

fn layout(text: Option<&str>) -> Result<AnyLayout, String> {
    match known(text)? {
        Known::Layout(l) => Ok(l),
        Known::Nothing => Err("the layout '*' is unknown".into()),
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn layout_rs_parse(
    kind: c_int,
    spec: MlirStringRef,
    error_offset: *mut usize,
    out: MlirStringCallback,
    user_data: *mut c_void,
) -> c_int {
    let sink = Sink { callback: out, user_data };
    // SAFETY: C++ passes a live string.
    let spec = unsafe { text(spec) }.unwrap_or("\u{0}");
    let parsed = guarded(|| match kind {
        0 => parse_attr(spec).map(|attr| match attr {
            AttrText::Layout(l) => (1, l.to_string()),
            AttrText::Tile(t) => (2, t.to_string()),
        }),
        _ => parse_type(spec).map(|known| match known {
            Known::Layout(l) => (1, l.to_string()),
            Known::Nothing => (1, "*".into()),
        }),
    });
    let (code, text, offset) = match parsed {
        Ok(Ok((code, text))) => (code, text, 0),
        Ok(Err(error)) => (0, error.kind.to_string(), error.offset),
        Err(panic) => (0, panic, 0),
    };
    sink.put(&text);
    // SAFETY: C++ passes a valid place.
    unsafe { *error_offset = offset };
    code
}

#[unsafe(no_mangle)]
unsafe extern "C" fn layout_rs_infer(
    op: MlirStringRef,
    operands: *const MlirStringRef,
    count: usize,
    same: bool,
    tile: MlirStringRef,
    range: *const i64,
    out: MlirStringCallback,
    user_data: *mut c_void,
) -> bool {
    // SAFETY: C++ passes live strings and arrays.
    let (op, operands, tile, range) =
        unsafe { (text(op), slice(operands, count), text(tile), range.as_ref().copied()) };
    deliver(&Sink { callback: out, user_data }, || {
        // SAFETY: as above.
        let operands = operands.iter().map(|t| known(unsafe { text(*t) })).collect::<Result<Vec<_>, _>>()?;
        let tile = tile.map(str::parse).transpose().map_err(|e| format!("malformed tile: {e}"))?;
        let result = infer(op.unwrap_or_default(), &operands, same, tile.as_ref(), range);
        Ok(result.map_err(|e| e.to_string())?.map_or("*".into(), |r| r.layout.to_string()))
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn layout_rs_measure(which: c_int, spec: MlirStringRef, value: *mut i64) -> bool {
    // SAFETY: C++ passes a live string.
    let spec = unsafe { text(spec) };
    let measured = guarded(|| {
        let layout = layout(spec).ok()?;
        let expr = if which == 0 { layout.size() } else { layout.cosize() };
        expr.ok()?.as_const()
    });
    let Ok(Some(measured)) = measured else { return false };
    // SAFETY: C++ passes a valid place.
    unsafe { *value = measured };
    true
}

#[unsafe(no_mangle)]
unsafe extern "C" fn layout_rs_range(
    which: c_int,
    spec: MlirStringRef,
    coord: MlirStringRef,
    least: *const i64,
    greatest: *const i64,
    count: usize,
    lo: *mut i64,
    hi: *mut i64,
) -> bool {
    // SAFETY: C++ passes live strings and arrays.
    let (spec, coord, least, greatest) =
        unsafe { (text(spec), text(coord), slice(least, count), slice(greatest, count)) };
    let bounds = guarded(|| {
        let layout = layout(spec).ok()?;
        match which {
            0 => size_range(&layout),
            1 => cosize_range(&layout),
            _ => {
                let coord = coordinate(coord?, layout.domain()).ok()?;
                let bounds = least.iter().zip(greatest).map(|(l, g)| Interval((*l).into(), (*g).into()));
                index_range(&layout, &coord, &bounds.collect::<Vec<_>>())
            }
        }
    });
    let Ok(Some((least, greatest))) = bounds else { return false };
    // SAFETY: C++ passes valid places.
    unsafe { (*lo, *hi) = (least, greatest) };
    true
}

#[unsafe(no_mangle)]
unsafe extern "C" fn layout_rs_symbol_count(spec: MlirStringRef) -> i64 {
    // SAFETY: C++ passes a live string.
    let spec = unsafe { text(spec) };
    match guarded(|| layout(spec)) {
        Ok(Ok(layout)) => layout.symbols().len() as i64,
        _ => -1,
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn layout_rs_check_coord(
    spec: MlirStringRef,
    coord: MlirStringRef,
    out: MlirStringCallback,
    user_data: *mut c_void,
) -> bool {
    // SAFETY: C++ passes live strings.
    let (spec, coord) = unsafe { (text(spec), text(coord)) };
    deliver(&Sink { callback: out, user_data }, || match known(spec)? {
        Known::Nothing => Ok(String::new()),
        Known::Layout(l) => match coordinate(coord.unwrap_or_default(), l.domain()) {
            Ok(_) => Ok(String::new()),
            Err(e) => Err(e.to_string()),
        },
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn layout_rs_eval(
    spec: MlirStringRef,
    coord: MlirStringRef,
    values: *const i64,
    count: usize,
    value: *mut i64,
) -> bool {
    // SAFETY: C++ passes live strings and arrays.
    let (spec, coord, values) = unsafe { (text(spec), text(coord), slice(values, count)) };
    let evaluated = guarded(|| {
        let layout = layout(spec).ok()?;
        let coord = coordinate(coord?, layout.domain()).ok()?;
        let bind = |e: &Expr| -> Result<Expr, ExprError> {
            e.substitute(&|s| Expr::Const(values.get(s.id as usize).copied().unwrap_or(0)))
        };
        let coord: Coord<Expr> = coord.try_map(&mut |e| bind(e)).ok()?;
        layout.eval_at(&coord).ok()
    });
    let Ok(Some(evaluated)) = evaluated else { return false };
    // SAFETY: C++ passes a valid place.
    unsafe { *value = evaluated };
    true
}

#[unsafe(no_mangle)]
unsafe extern "C" fn layout_rs_affine_map(
    spec: MlirStringRef,
    out: MlirStringCallback,
    user_data: *mut c_void,
) -> bool {
    // SAFETY: C++ passes a live string.
    let spec = unsafe { text(spec) };
    deliver(&Sink { callback: out, user_data }, || affine_map(&layout(spec)?))
}

#[unsafe(no_mangle)]
unsafe extern "C" fn layout_rs_check_shape(
    spec: MlirStringRef,
    shape: *const i64,
    rank: usize,
    dynamic: i64,
    out: MlirStringCallback,
    user_data: *mut c_void,
) -> bool {
    // SAFETY: C++ passes live strings and arrays.
    let (spec, shape) = unsafe { (text(spec), slice(shape, rank)) };
    deliver(&Sink { callback: out, user_data }, || {
        let layout = layout(spec)?;
        let modes = layout.domain().modes();
        if modes.len() != shape.len() {
            return Err(format!(
                "the layout {layout} has {} modes, the type {} dimensions",
                modes.len(),
                shape.len()
            ));
        }
        for (i, (mode, extent)) in modes.iter().zip(shape).enumerate() {
            let size = mode.size().map_err(|e| e.to_string())?;
            let fits = match size.as_const() {
                Some(size) => size == *extent,
                None => *extent == dynamic,
            };
            if !fits {
                let extent = if *extent == dynamic { "?".into() } else { extent.to_string() };
                return Err(format!(
                    "mode {i} of the layout {layout} has size {size}, the type has extent {extent}"
                ));
            }
        }
        Ok(String::new())
    })
}

static REGISTERED: OnceLock<(Vec<PassInfo>, Vec<PipelineInfo>)> = OnceLock::new();

pub(crate) fn register_passes(passes: &[PassInfo], pipelines: &[PipelineInfo]) {
    if REGISTERED.set((passes.to_vec(), pipelines.to_vec())).is_err() {
        return;
    }
    let options = |options: &[PassOption]| -> Vec<LayoutOption> {
        options
            .iter()
            .map(|o| LayoutOption {
                name: string_ref(o.name),
                description: string_ref(o.description),
                default_value: string_ref(o.default),
                takes: o.takes() as c_int,
            })
            .collect()
    };
    for (i, pass) in passes.iter().enumerate() {
        let options = options(pass.options);
        // SAFETY: C++ copies the strings.
        unsafe {
            layoutRegisterPass(
                i,
                string_ref(pass.name),
                string_ref(pass.summary),
                options.as_ptr(),
                options.len(),
            );
        }
    }
    for (i, pipeline) in pipelines.iter().enumerate() {
        let options = options(pipeline.options);
        // SAFETY: C++ copies the strings.
        unsafe {
            layoutRegisterPipeline(
                i,
                string_ref(pipeline.name),
                string_ref(pipeline.summary),
                options.as_ptr(),
                options.len(),
            );
        }
    }
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
) -> bool {
    let Some(info) = REGISTERED.get().and_then(|r| r.0.get(pass)) else { return false };
    // SAFETY: C++ passes live strings and an operation that outlives the call.
    let (values, op) = unsafe { (values(info.options, options, count), OperationRef::from_raw(op)) };
    let result = guarded(|| (info.run)(op, &values));
    result.unwrap_or_else(|message| {
        crate::ir::emit_error(crate::ir::location(op), &message);
        false
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn layout_rs_pipeline(
    pipeline: usize,
    options: *const MlirStringRef,
    count: usize,
    out: MlirStringCallback,
    user_data: *mut c_void,
) -> bool {
    let Some(info) = REGISTERED.get().and_then(|r| r.1.get(pipeline)) else { return false };
    // SAFETY: C++ passes live strings.
    let values = unsafe { values(info.options, options, count) };
    deliver(&Sink { callback: out, user_data }, || (info.build)(&values))
}
