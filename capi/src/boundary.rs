//! Handles that come in, and what goes out: values, null, or errors at a location.

use std::fmt::Display;

use layout_algebra::AnyLayout;
use layout_dialect::{AttrValue, Known};
use layout_mlir::boundary::{guarded, slice, string_ref, text};
use layout_mlir::ir;
use melior::ir::{Attribute, Location, Type};
use mlir_sys::{
    MlirAttribute, MlirContext, MlirLocation, MlirStringRef, MlirType, mlirAttributeParseGet,
    mlirContextGetOrLoadDialect, mlirLocationGetContext, mlirTypeParseGet,
};

/// Why something was not made.
pub type Result<T> = std::result::Result<T, String>;

pub const NO_ATTRIBUTE: MlirAttribute = MlirAttribute { ptr: std::ptr::null() };
pub const NO_TYPE: MlirType = MlirType { ptr: std::ptr::null() };

/// An error as its text.
pub fn refuse(error: impl Display) -> String {
    error.to_string()
}

/// What `body` makes; otherwise `None`, and an error at the location. Nothing is made at none.
///
/// # Safety
/// The location must be valid or null.
pub unsafe fn checked<T>(location: MlirLocation, body: impl FnOnce() -> Result<T>) -> Option<T> {
    if location.ptr.is_null() {
        return None;
    }
    let error = match guarded(body) {
        Ok(Ok(made)) => return Some(made),
        Ok(Err(error)) => error,
        Err(panicked) => panicked.to_string(),
    };
    // SAFETY: by contract.
    ir::emit_error(unsafe { Location::from_raw(location) }, &error);
    None
}

/// A number handed out at `place`; whether there is one, and a place.
///
/// # Safety
/// `place` must be valid to write to, or null.
pub unsafe fn hand_out(place: *mut i64, number: impl FnOnce() -> Option<i64>) -> bool {
    // SAFETY: by contract.
    unsafe { hand_out_all([place], || Some([number()?])) }
}

/// The same of several numbers.
///
/// # Safety
/// As [`hand_out`].
pub unsafe fn hand_out_all<const N: usize>(
    places: [*mut i64; N],
    numbers: impl FnOnce() -> Option<[i64; N]>,
) -> bool {
    if places.iter().any(|place| place.is_null()) {
        return false;
    }
    let Ok(Some(numbers)) = guarded(numbers) else { return false };
    for (place, number) in places.into_iter().zip(numbers) {
        // SAFETY: by contract.
        unsafe { place.write(number) };
    }
    true
}

/// An array that comes in.
///
/// # Safety
/// It must have so many elements, or be null.
pub unsafe fn array<'a, T>(what: &str, data: *const T, count: usize) -> Result<&'a [T]> {
    if data.is_null() && count > 0 {
        return Err(format!("the array of {what} is null, and {count} are to be read from it"));
    }
    // SAFETY: by contract.
    Ok(unsafe { slice(data, count) })
}

/// The attribute of a value, in the context of the location.
///
/// # Safety
/// The location must be valid.
pub unsafe fn attribute(location: MlirLocation, value: &AttrValue) -> Result<MlirAttribute> {
    let text = match value {
        AttrValue::Layout(layout) => format!("#layout<{layout}>"),
        AttrValue::Tile(tile) => format!("#layout.tile<{tile}>"),
        AttrValue::Coordinate(coordinate) => format!("#layout.coord<{}>", coordinate.text()),
        AttrValue::Tv(tv) => format!("#layout.{tv}"),
        AttrValue::Mma(mma) => format!("#layout.{mma}"),
    };
    // SAFETY: by contract; MLIR copies the text.
    unsafe {
        let context = mlirLocationGetContext(location);
        loaded(context)?;
        Ok(mlirAttributeParseGet(context, string_ref(&text)))
    }
}

/// The attribute that `body` computes the value of; null, and an error, if it does not.
///
/// # Safety
/// The location must be valid or null.
pub unsafe fn made(location: MlirLocation, body: impl FnOnce() -> Result<AttrValue>) -> MlirAttribute {
    // SAFETY: by contract.
    unsafe { checked(location, || attribute(location, &body()?)) }.unwrap_or(NO_ATTRIBUTE)
}

/// A type by its text; null if the context does not have the dialect.
///
/// # Safety
/// The context must be valid.
pub unsafe fn r#type(context: MlirContext, text: &str) -> Result<MlirType> {
    // SAFETY: by contract; MLIR copies the text.
    unsafe {
        loaded(context)?;
        Ok(mlirTypeParseGet(context, string_ref(text)))
    }
}

/// # Safety
/// The context must be valid.
unsafe fn loaded(context: MlirContext) -> Result<()> {
    // SAFETY: by contract.
    if unsafe { mlirContextGetOrLoadDialect(context, string_ref("layout")) }.ptr.is_null() {
        let how = "append a registry to it that mlirLayoutRegisterAllDialects filled";
        return Err(format!("the context does not have the layout dialect; {how}"));
    }
    Ok(())
}

/// What an attribute stands for; `None` for null and for those of other dialects.
///
/// # Safety
/// The attribute must be valid or null, and its context outlive the value.
pub unsafe fn value<'c>(attribute: MlirAttribute) -> Option<&'c AttrValue> {
    // SAFETY: by contract.
    unsafe { Attribute::from_option_raw(attribute) }.and_then(AttrValue::of)
}

/// The layout of an attribute.
///
/// # Safety
/// As [`value`].
pub unsafe fn layout<'c>(attribute: MlirAttribute) -> Option<&'c AnyLayout> {
    // SAFETY: by contract.
    match unsafe { value(attribute) }? {
        AttrValue::Layout(layout) => Some(layout),
        _ => None,
    }
}

/// The same, or what is wrong.
///
/// # Safety
/// As [`value`].
pub unsafe fn needed<'c>(attribute: MlirAttribute) -> Result<&'c AnyLayout> {
    // SAFETY: by contract.
    unsafe { layout(attribute).ok_or_else(|| format!("expected a layout, found {}", shown(attribute))) }
}

/// An attribute in messages.
///
/// # Safety
/// The attribute must be valid or null.
pub unsafe fn shown(attribute: MlirAttribute) -> String {
    // SAFETY: by contract.
    unsafe { Attribute::from_option_raw(attribute) }.map_or("no attribute".into(), |a| a.to_string())
}

/// What is known of an SSA layout.
///
/// # Safety
/// The type must be valid or null, and its context outlive the value.
pub unsafe fn known<'c>(r#type: MlirType) -> Option<&'c Known> {
    // SAFETY: by contract.
    unsafe { Type::from_option_raw(r#type) }.and_then(|t| Known::of_type(t))
}

/// A text that comes in.
///
/// # Safety
/// It must be readable.
pub unsafe fn given<'a>(given: MlirStringRef) -> Result<&'a str> {
    // SAFETY: by contract.
    unsafe { text(given) }.ok_or_else(|| "the text is null, or no UTF-8".into())
}
