//! Errors, warnings and remarks, and MLIR's framework of remarks, which filters and writes them.

use std::ffi::CString;

use melior::ir::Location;
use mlir_sys::{mlirEmitError, mlirLocationGetContext};

use crate::boundary::string_ref;
use crate::ffi::{self, LayoutRemark, LayoutRemarkPart};

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

/// What a remark says of an optimization.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RemarkKind {
    /// It was done.
    Passed = 0,
    /// It was not.
    Missed = 1,
    /// What was found out.
    Analysis = 2,
}

/// What a remark is about.
#[derive(Clone, Copy, Debug)]
pub struct Remark<'t> {
    /// What kind it is.
    pub kind: RemarkKind,
    /// Its own name.
    pub name: &'t str,
    /// The name of the pass, which filters see.
    pub pass: &'t str,
    /// The function.
    pub function: &'t str,
}

/// Whether the framework of remarks is asked for any of a pass (`--remarks-filter`).
pub fn takes_remarks(location: Location<'_>, pass: &str) -> bool {
    // SAFETY: a valid location, and a string that lives as long as the call.
    unsafe { ffi::layoutTakesRemarks(mlirLocationGetContext(location.to_raw()), string_ref(pass)) }
}

/// Hands the framework of remarks one, of parts with a key and a value each.
pub fn report(location: Location<'_>, remark: Remark<'_>, parts: &[(&str, String)]) {
    let part =
        |(key, value): &(&str, String)| LayoutRemarkPart { key: string_ref(key), value: string_ref(value) };
    let parts: Vec<LayoutRemarkPart> = parts.iter().map(part).collect();
    let what = LayoutRemark {
        name: string_ref(remark.name),
        category: string_ref(remark.pass),
        function: string_ref(remark.function),
    };
    // SAFETY: a valid location, and strings that live as long as the call.
    unsafe {
        ffi::layoutReport(remark.kind as _, location.to_raw(), &what, parts.as_ptr(), parts.len());
    }
}
