//! Modules as bytes: text or MLIR's bytecode, read from either and written as the latter.

use std::ffi::c_void;

use melior::Context;
use melior::ir::Module;
use mlir_sys::{MlirStringRef, mlirModuleCreateParse, mlirOperationWriteBytecode};

use crate::boundary;

/// The module of a text or of bytecode, verified; what is wrong is said to who hears diagnostics.
/// The bytes may be any, as a file's may.
pub fn read_module<'c>(context: &'c Context, bytes: &[u8]) -> Option<Module<'c>> {
    // The parser wants a null behind its text.
    let mut terminated = bytes.to_vec();
    terminated.push(0);
    let text = MlirStringRef { data: terminated.as_ptr().cast(), length: bytes.len() };
    // SAFETY: the context and the bytes live during the call; a null module is none.
    unsafe {
        let module = mlirModuleCreateParse(context.to_raw(), text);
        if module.ptr.is_null() { None } else { Some(Module::from_raw(module)) }
    }
}

/// The bytecode of a module.
pub fn write_bytecode(module: &Module<'_>) -> Vec<u8> {
    unsafe extern "C" fn append(text: MlirStringRef, bytes: *mut c_void) {
        // SAFETY: MLIR hands on what it was given below, and a text that it keeps during the call.
        unsafe {
            (*bytes.cast::<Vec<u8>>()).extend_from_slice(boundary::slice(text.data.cast::<u8>(), text.length))
        }
    }
    let mut bytes: Vec<u8> = Vec::new();
    // SAFETY: the module is valid, and the vector lives during the call.
    unsafe {
        mlirOperationWriteBytecode(module.as_operation().to_raw(), Some(append), (&raw mut bytes).cast())
    }
    bytes
}
