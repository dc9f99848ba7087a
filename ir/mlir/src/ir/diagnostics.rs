//! Errors, warnings and remarks.

use std::ffi::CString;

use melior::ir::Location;
use mlir_sys::mlirEmitError;

use crate::boundary::string_ref;
use crate::ffi;

/// Emits an error.
pub fn emit_error(location: Location<'_>, message: &str) {
    let message = CString::new(message.replace('\0', "\\0")).unwrap_or_default();
    // SAFETY: valid location and C string.
    unsafe { mlirEmitError(location.to_raw(), message.as_ptr()) }
}

/// Emits an error with a note at another place.
pub fn emit_error_with_note(location: Location<'_>, message: &str, at: Location<'_>, note: &str) {
    // SAFETY: valid locations and live strings.
    unsafe {
        ffi::layoutEmitErrorWithNote(location.to_raw(), string_ref(message), at.to_raw(), string_ref(note));
    }
}

/// Emits a warning.
pub fn emit_warning(location: Location<'_>, message: &str) {
    // SAFETY: a valid location and a live string.
    unsafe { ffi::layoutEmitWarning(location.to_raw(), string_ref(message)) }
}

/// Emits a warning with a note at another place.
pub fn emit_warning_with_note(location: Location<'_>, message: &str, at: Location<'_>, note: &str) {
    // SAFETY: valid locations and live strings.
    unsafe {
        ffi::layoutEmitWarningWithNote(location.to_raw(), string_ref(message), at.to_raw(), string_ref(note));
    }
}

/// Emits a remark.
pub fn emit_remark(location: Location<'_>, message: &str) {
    // SAFETY: a valid location and a live string.
    unsafe { ffi::layoutEmitRemark(location.to_raw(), string_ref(message)) }
}
