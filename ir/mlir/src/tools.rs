//! The mains of upstream's tools.

use std::ffi::{CString, c_char, c_int};

use melior::dialect::DialectRegistry;
use mlir_sys::MlirDialectRegistry;

use crate::boundary::string_ref;
use crate::ffi;

/// Registers all upstream dialects, extensions and translations.
pub fn register_upstream(registry: &DialectRegistry) {
    // SAFETY: the registry is valid while borrowed.
    unsafe { register_upstream_raw(registry.to_raw()) }
}

/// The same with a registry as programs in C have it.
///
/// # Safety
/// `registry` must be valid.
pub unsafe fn register_upstream_raw(registry: MlirDialectRegistry) {
    // SAFETY: by contract.
    unsafe { ffi::layoutRegisterUpstream(registry) }
}

/// `mlir-opt`'s main with these dialects, all upstream passes and those registered so far;
/// `banner` is the first line of its help. Returns the exit code.
pub fn opt_main(
    arguments: impl IntoIterator<Item = String>,
    banner: &str,
    registry: &DialectRegistry,
) -> i32 {
    // SAFETY: the arguments are as main gets them.
    as_main(arguments, |count, pointers| unsafe {
        ffi::layoutOptMain(count, pointers, string_ref(banner), registry.to_raw())
    })
}

/// `mlir-lsp-server`'s main with these dialects. Returns the exit code.
pub fn lsp_server_main(arguments: impl IntoIterator<Item = String>, registry: &DialectRegistry) -> i32 {
    // SAFETY: the arguments are as main gets them.
    as_main(arguments, |count, pointers| unsafe {
        ffi::layoutLspServerMain(count, pointers, registry.to_raw())
    })
}

/// `mlir-reduce`'s main with these dialects, all upstream passes and those registered so far.
/// Returns the exit code.
pub fn reduce_main(arguments: impl IntoIterator<Item = String>, registry: &DialectRegistry) -> i32 {
    // SAFETY: the arguments are as main gets them.
    as_main(arguments, |count, pointers| unsafe { ffi::layoutReduceMain(count, pointers, registry.to_raw()) })
}

/// Hands `main` as many valid C strings as it says, and a terminating null.
fn as_main(
    arguments: impl IntoIterator<Item = String>,
    main: impl FnOnce(c_int, *mut *mut c_char) -> i32,
) -> i32 {
    let arguments: Vec<CString> = arguments.into_iter().filter_map(|a| CString::new(a).ok()).collect();
    let mut pointers: Vec<*mut c_char> = arguments.iter().map(|a| a.as_ptr().cast_mut()).collect();
    let count = pointers.len() as c_int;
    pointers.push(std::ptr::null_mut());
    main(count, pointers.as_mut_ptr())
}
