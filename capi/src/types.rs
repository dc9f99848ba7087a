//! `!layout<…>` and `!layout.token` of `layout-c/Attributes.h`.

use layout_dialect::{AttrValue, Known, tile};
use layout_mlir::boundary::guarded;
use melior::ir::Type;
use mlir_sys::{
    MlirAttribute, MlirContext, MlirLocation, MlirType, mlirLocationUnknownGet, mlirTypeGetContext,
};

use crate::boundary::{NO_ATTRIBUTE, NO_TYPE, attribute, checked, known, needed, r#type};

#[unsafe(no_mangle)]
unsafe extern "C" fn mlirTypeIsALayout(r#type: MlirType) -> bool {
    // SAFETY: the caller's type is valid or null.
    unsafe { known(r#type).is_some() }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn mlirLayoutTypeGet(layout: MlirAttribute, location: MlirLocation) -> MlirType {
    // SAFETY: the caller's handles are valid.
    let made = unsafe {
        checked(location, || {
            let text = format!("!layout<{}>", needed(layout)?);
            r#type(mlir_sys::mlirAttributeGetContext(layout), &text)
        })
    };
    made.unwrap_or(NO_TYPE)
}

#[unsafe(no_mangle)]
unsafe extern "C" fn mlirLayoutTypeGetUnknown(context: MlirContext) -> MlirType {
    // SAFETY: the caller's context is valid.
    unsafe { of_text(context, "!layout<*>") }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn mlirLayoutTokenTypeGet(context: MlirContext) -> MlirType {
    // SAFETY: the caller's context is valid.
    unsafe { of_text(context, "!layout.token") }
}

/// # Safety
/// The context must be valid.
unsafe fn of_text(context: MlirContext, text: &str) -> MlirType {
    // SAFETY: by contract.
    unsafe { checked(mlirLocationUnknownGet(context), || r#type(context, text)) }.unwrap_or(NO_TYPE)
}

#[unsafe(no_mangle)]
unsafe extern "C" fn mlirLayoutTypeGetLayout(r#type: MlirType) -> MlirAttribute {
    // SAFETY: the caller's type is valid or null.
    unsafe {
        let Some(Known::Layout(layout)) = known(r#type) else { return NO_ATTRIBUTE };
        let location = mlirLocationUnknownGet(mlirTypeGetContext(r#type));
        checked(location, || attribute(location, &AttrValue::Layout(layout.clone()))).unwrap_or(NO_ATTRIBUTE)
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn mlirTypeIsALayoutToken(r#type: MlirType) -> bool {
    // SAFETY: the caller's type is valid or null.
    let given = unsafe { Type::from_option_raw(r#type) };
    guarded(|| given.is_some_and(tile::is_token)).unwrap_or(false)
}
