//! The hooks that C++ calls, as `cpp/Layout.h` declares them, and the dialect's registration.

#![allow(unsafe_code, reason = "the foreign-function boundary to MLIR")]

use std::borrow::Cow;
use std::ffi::{c_int, c_void};

use layout_algebra::{AnyLayout, Expr, Symbol};
use layout_mlir::boundary::{Sink, guarded, slice, text};
use layout_mlir::ir;
use layout_upstream::NoAffineMap;
use melior::ContextRef;
use melior::dialect::DialectRegistry;
use melior::ir::{Attribute, AttributeLike, OperationRef, Type, TypeLike, Value, ValueLike};
use mlir_sys::{
    MlirAttribute, MlirDialectRegistry, MlirOperation, MlirStringCallback, MlirStringRef, MlirType,
    mlirAttributeGetContext, mlirDialectHandleInsertDialect, mlirTypeGetContext,
};

use crate::affine::affine_map;
use crate::attributes::{AttrError, AttrValue, Known, parse_attr, parse_type};
use crate::coordinate::Coordinate;
use crate::discardable;
use crate::infer::infer;
use crate::integer::Integer;
use crate::ops::{Attributes, InferError, decided, find};
use crate::range::Interval;
use crate::shape::{ShapeError, check_shape, check_tile};
use crate::storage::{COORD, LAYOUT, MMA, TILE, TV, handle};
use crate::tile;
use crate::verify::VerifyError;
use crate::views::{View, ViewError, memref_with_layout};

unsafe extern "C" {
    fn layoutIsRegistered(registry: MlirDialectRegistry) -> bool;
}

/// What is no attribute, beside those of [`crate::storage`]: `LayoutKind` in `cpp/Layout.h`.
const ERROR: c_int = -1;
const TYPE: c_int = 3;

/// Registers the layout dialect.
pub fn register(registry: &DialectRegistry) {
    handle().insert_dialect(registry);
}

/// A dialect of that name is in the registry, from another library.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the layout dialect is registered already, by another library that has it")]
pub struct AlreadyThere;

/// Registers the layout dialect with a `mlir::DialectRegistry`, as plugins get it.
///
/// # Errors
/// [`AlreadyThere`], if the registry has one of that name; MLIR would abort.
///
/// # Safety
/// `registry` must point to a live registry.
pub unsafe fn register_raw(registry: *mut c_void) -> Result<(), AlreadyThere> {
    let registry = MlirDialectRegistry { ptr: registry };
    // SAFETY: the C API's handle is that pointer.
    unsafe {
        if layoutIsRegistered(registry) {
            return Err(AlreadyThere);
        }
        mlirDialectHandleInsertDialect(handle().to_raw(), registry);
    }
    Ok(())
}

#[unsafe(no_mangle)]
unsafe extern "C" fn layout_rs_parse(
    r#type: bool,
    spec: MlirStringRef,
    error_offset: *mut usize,
    out: MlirStringCallback,
    user_data: *mut c_void,
) -> c_int {
    // SAFETY: C++ passes a live string, and a callback with its data.
    let (spec, sink) = unsafe { (text(spec).unwrap_or("\u{0}"), Sink::new(out, user_data)) };
    let parsed = guarded(|| -> Result<_, AttrError> {
        if r#type {
            return Ok((TYPE, parse_type(spec)?.to_string()));
        }
        Ok(match parse_attr(spec)? {
            AttrValue::Layout(l) => (LAYOUT, l.to_string()),
            AttrValue::Tile(t) => (TILE, t.to_string()),
            AttrValue::Coordinate(c) => (COORD, c.text().into()),
            AttrValue::Tv(tv) => (TV, tv.to_string()),
            AttrValue::Mma(mma) => (MMA, mma.to_string()),
        })
    });
    let (kind, text, offset) = match parsed {
        Ok(Ok((kind, text))) => (kind, text, 0),
        Ok(Err(error)) => (ERROR, error.kind.to_string(), error.offset),
        Err(panicked) => (ERROR, panicked.to_string(), 0),
    };
    sink.put(&text);
    // SAFETY: C++ passes a valid place.
    unsafe { *error_offset = offset };
    kind
}

#[unsafe(no_mangle)]
unsafe extern "C" fn layout_rs_value(kind: c_int, spec: MlirStringRef) -> *const c_void {
    // SAFETY: C++ passes a live string.
    let Some(spec) = (unsafe { text(spec) }) else { return std::ptr::null() };
    let value = guarded(|| match kind {
        LAYOUT => spec.parse().ok().map(|l| boxed(AttrValue::Layout(l))),
        TILE => spec.parse().ok().map(|t| boxed(AttrValue::Tile(t))),
        COORD => Coordinate::parse(spec).ok().map(|c| boxed(AttrValue::Coordinate(c))),
        TV | MMA => parse_attr(spec).ok().map(boxed),
        _ => parse_type(spec).ok().map(boxed),
    });
    value.ok().flatten().unwrap_or(std::ptr::null())
}

fn boxed<T>(value: T) -> *const c_void {
    Box::into_raw(Box::new(value)).cast_const().cast()
}

#[unsafe(no_mangle)]
unsafe extern "C" fn layout_rs_free(kind: c_int, value: *const c_void) {
    if value.is_null() {
        return;
    }
    // SAFETY: `layout_rs_value` made it, of this type by its kind; C++ frees it once.
    unsafe {
        match kind {
            TYPE => drop(Box::from_raw(value.cast_mut().cast::<Known>())),
            _ => drop(Box::from_raw(value.cast_mut().cast::<AttrValue>())),
        }
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn layout_rs_infer(
    op: MlirStringRef,
    operands: *const MlirType,
    count: usize,
    same: bool,
    attributes: MlirAttribute,
    out: MlirStringCallback,
    user_data: *mut c_void,
) -> bool {
    // SAFETY: C++ passes live strings and arrays, attributes that are valid or null, and a
    // callback with its data.
    let (op, operands, attributes, sink) = unsafe {
        (
            text(op).unwrap_or_default(),
            slice(operands, count).iter().map(|t| Type::from_raw(*t)),
            Attribute::from_option_raw(attributes),
            Sink::new(out, user_data),
        )
    };
    sink.deliver(|| -> Result<String, InferError> {
        let known =
            |t: Type<'_>| Known::of_type(t).cloned().ok_or_else(|| InferError::NotALayout(t.to_string()));
        let known = operands.map(known).collect::<Result<Vec<_>, _>>()?;
        let known: Vec<&Known> = known.iter().collect();
        let op = find(op).ok_or_else(|| InferError::NoOperation(op.into()))?;
        let attributes = Attributes::read(|name| ir::in_dictionary(attributes?, name));
        let result = infer(op, &known, same, &attributes)?;
        Ok(result.map_or("*".into(), |r| r.layout.to_string()))
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn layout_rs_infer_view(
    op: MlirStringRef,
    memref: MlirType,
    indices: usize,
    attributes: MlirAttribute,
    view: *mut MlirType,
    out: MlirStringCallback,
    user_data: *mut c_void,
) -> bool {
    // SAFETY: C++ passes a live string and type, whose context is live, attributes that are valid or
    // null, and a callback with its data.
    let (op, context, memref, attributes, sink) = unsafe {
        (
            text(op).unwrap_or_default(),
            ContextRef::from_raw(mlirTypeGetContext(memref)),
            Type::from_raw(memref),
            Attribute::from_option_raw(attributes),
            Sink::new(out, user_data),
        )
    };
    sink.deliver(|| -> Result<String, ViewError> {
        let memref = ir::memref(memref).ok_or_else(|| ViewError::NoMemref(memref.to_string()))?;
        let attribute = |name: &str| ir::in_dictionary(attributes?, name);
        let seen = View::infer(op, memref, indices, &attribute)?;
        // SAFETY: the context outlives the call; C++ passes a valid place.
        unsafe {
            let context = context.to_ref();
            *view = memref_with_layout(context, memref, seen.element, &seen.layout)?.to_raw();
        }
        Ok(String::new())
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn layout_rs_verify(
    op: MlirOperation,
    out: MlirStringCallback,
    user_data: *mut c_void,
) -> bool {
    // SAFETY: C++ passes a live operation, and a callback with its data.
    let (op, sink) = unsafe { (OperationRef::from_raw(op), Sink::new(out, user_data)) };
    sink.deliver(|| -> Result<String, VerifyError> {
        match find(ir::name(op)) {
            Some(known) => known.verify(op)?,
            None => tile::verify(op)?,
        }
        Ok(String::new())
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn layout_rs_verify_attribute(
    op: MlirOperation,
    name: MlirStringRef,
    value: MlirAttribute,
) -> bool {
    // SAFETY: C++ passes a live operation, a live string and a valid attribute.
    let (op, name, value) =
        unsafe { (OperationRef::from_raw(op), text(name).unwrap_or_default(), Attribute::from_raw(value)) };
    guarded(|| discardable::verify(op, name, value)).unwrap_or_else(|panicked| {
        ir::emit_error(ir::location(op), &panicked.to_string());
        false
    })
}

/// The integer that an operation computes, handed to `body`; `None` if its layout is unknown.
fn integer<T>(op: OperationRef<'_, '_>, body: impl FnOnce(Integer<'_>) -> Option<T>) -> Option<T> {
    let layout = operand_layout(op)?;
    body(find(ir::name(op))?.integer(&layout, Coordinate::of(op)).ok()?)
}

/// The layout of the first operand, or of what is cast to it; `None` if it is unknown.
fn operand_layout<'c>(op: OperationRef<'c, '_>) -> Option<Cow<'c, AnyLayout>> {
    let value = ir::operand(op, 0)?;
    if let Some(layout) = Known::of_type(value.r#type())?.layout() {
        return Some(with_constants(value, layout));
    }
    // A cast changes what is known of a layout, and not the layout.
    let cast = ir::defining_op(value).filter(|op| ir::name(*op) == "layout.cast")?;
    let source = ir::operand(cast, 0)?;
    Some(with_constants(source, Known::of_type(source.r#type())?.layout()?))
}

/// The layout of a value, in which symbols that `layout.make` binds to constants are these.
fn with_constants<'l>(value: Value<'_, '_>, layout: &'l AnyLayout) -> Cow<'l, AnyLayout> {
    let Some(make) = ir::defining_op(value).filter(|op| ir::name(*op) == "layout.make") else {
        return Cow::Borrowed(layout);
    };
    let symbols = layout.symbols();
    let constant = |symbol: Symbol| {
        let number = symbols.iter().position(|s| s.id == symbol.id)?;
        ir::constant(ir::operand(make, number)?)
    };
    if symbols.iter().all(|s| constant(*s).is_none()) {
        return Cow::Borrowed(layout);
    }
    let bound = layout.substitute(&|symbol| constant(symbol).map_or_else(|| symbol.into(), Expr::Const));
    // A constant that breaks a promise may make no layout.
    bound.map_or(Cow::Borrowed(layout), Cow::Owned)
}

#[unsafe(no_mangle)]
unsafe extern "C" fn layout_rs_fold(
    op: MlirOperation,
    indices: *const i64,
    count: usize,
    value: *mut i64,
) -> bool {
    // SAFETY: C++ passes a live operation and array.
    let (op, indices) = unsafe { (OperationRef::from_raw(op), slice(indices, count)) };
    let Ok(Some(folded)) = guarded(|| integer(op, |i| i.fold(indices))) else { return false };
    // SAFETY: C++ passes a valid place.
    unsafe { *value = folded };
    true
}

#[unsafe(no_mangle)]
unsafe extern "C" fn layout_rs_range(
    op: MlirOperation,
    least: *const i64,
    greatest: *const i64,
    count: usize,
    lo: *mut i64,
    hi: *mut i64,
) -> bool {
    // SAFETY: C++ passes a live operation and arrays.
    let (op, least, greatest) =
        unsafe { (OperationRef::from_raw(op), slice(least, count), slice(greatest, count)) };
    let bounds = guarded(|| {
        let bounds = least.iter().zip(greatest).map(|(l, g)| Interval((*l).into(), (*g).into()));
        let constant = |k: usize| least.get(k).copied().filter(|value| greatest.get(k) == Some(value));
        // What is outside must not fold.
        integer(op, |i| {
            i.outside(&constant).is_none().then(|| i.range(&bounds.collect::<Vec<_>>())).flatten()
        })
    });
    let Ok(Some((least, greatest))) = bounds else { return false };
    // SAFETY: C++ passes valid places.
    unsafe { (*lo, *hi) = (least, greatest) };
    true
}

#[unsafe(no_mangle)]
unsafe extern "C" fn layout_rs_decide(
    op: MlirOperation,
    least: *const i64,
    greatest: *const i64,
    count: usize,
    holds: *mut bool,
) -> bool {
    // SAFETY: C++ passes a live operation and arrays.
    let (op, least, greatest) =
        unsafe { (OperationRef::from_raw(op), slice(least, count), slice(greatest, count)) };
    let decided = guarded(|| {
        let bounds = least.iter().zip(greatest).map(|(l, g)| Interval((*l).into(), (*g).into()));
        let layout = operand_layout(op)?;
        decided(op, &layout, &bounds.collect::<Vec<_>>())
    });
    let Ok(Some(decided)) = decided else { return false };
    // SAFETY: C++ passes a valid place.
    unsafe { *holds = decided };
    true
}

#[unsafe(no_mangle)]
unsafe extern "C" fn layout_rs_affine_map(
    attribute: MlirAttribute,
    map: *mut MlirAttribute,
    out: MlirStringCallback,
    user_data: *mut c_void,
) -> bool {
    // SAFETY: C++ passes a live attribute, whose context is live, and a callback with its data.
    let (attribute, context, sink) = unsafe {
        let context = ContextRef::from_raw(mlirAttributeGetContext(attribute));
        (Attribute::from_raw(attribute), context, Sink::new(out, user_data))
    };
    sink.deliver(|| -> Result<String, NoAffineMap> {
        let layout = Known::of_attribute(attribute).ok_or(NoAffineMap::NotALayout)?;
        // SAFETY: the context outlives the call; C++ passes a valid place.
        unsafe { *map = affine_map(layout, context.to_ref())?.to_raw() };
        Ok(String::new())
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn layout_rs_check_shape(
    attribute: MlirAttribute,
    shape: *const i64,
    rank: usize,
    dynamic: i64,
    out: MlirStringCallback,
    user_data: *mut c_void,
) -> bool {
    // SAFETY: C++ passes a live attribute and array, and a callback with its data.
    let (attribute, shape, sink) =
        unsafe { (Attribute::from_raw(attribute), slice(shape, rank), Sink::new(out, user_data)) };
    sink.deliver(|| -> Result<String, ShapeError> {
        let extents: Vec<_> = shape.iter().map(|n| (*n != dynamic).then_some(*n)).collect();
        match AttrValue::of(attribute) {
            Some(AttrValue::Layout(layout)) => check_shape(layout, &extents)?,
            Some(AttrValue::Tv(tv)) => check_tile(tv, &extents)?,
            _ => {}
        }
        Ok(String::new())
    })
}
