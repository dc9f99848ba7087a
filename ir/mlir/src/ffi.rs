//! `cpp/Mlir.h`, as far as C++ implements it.

use std::ffi::{c_char, c_int, c_void};

use mlir_sys::{
    MlirAttribute, MlirBlock, MlirDialectRegistry, MlirLocation, MlirOperation, MlirStringRef, MlirType,
};

#[repr(C)]
pub struct LayoutOption {
    pub name: MlirStringRef,
    pub description: MlirStringRef,
    pub default_value: MlirStringRef,
    pub takes: c_int,
}

/// Registers number `index`: name, summary, options.
pub type Register = unsafe extern "C" fn(usize, MlirStringRef, MlirStringRef, *const LayoutOption, usize);

unsafe extern "C" {
    pub fn layoutRegisterUpstream(registry: MlirDialectRegistry);
    pub fn layoutRegisterPass(
        index: usize,
        name: MlirStringRef,
        summary: MlirStringRef,
        options: *const LayoutOption,
        count: usize,
    );
    pub fn layoutRegisterPipeline(
        index: usize,
        name: MlirStringRef,
        summary: MlirStringRef,
        options: *const LayoutOption,
        count: usize,
    );
    pub fn layoutUnlink(op: MlirOperation);
    pub fn layoutAttributes(op: MlirOperation) -> MlirAttribute;
    pub fn layoutEmitErrorWithNote(
        location: MlirLocation,
        message: MlirStringRef,
        note_location: MlirLocation,
        note: MlirStringRef,
    );
    pub fn layoutEmitWarning(location: MlirLocation, message: MlirStringRef);
    pub fn layoutEmitWarningWithNote(
        location: MlirLocation,
        message: MlirStringRef,
        note_location: MlirLocation,
        note: MlirStringRef,
    );
    pub fn layoutEmitRemark(location: MlirLocation, message: MlirStringRef);
    pub fn layoutLowerVectors(op: MlirOperation) -> bool;
    pub fn layoutLowerMasks(op: MlirOperation) -> bool;
    pub fn layoutSetArgumentAttribute(
        function: MlirOperation,
        number: usize,
        name: MlirStringRef,
        attribute: MlirAttribute,
    );
    pub fn layoutTakeArgumentAttribute(
        function: MlirOperation,
        number: usize,
        name: MlirStringRef,
    ) -> MlirAttribute;
    pub fn layoutTripCount(op: MlirOperation) -> i64;
    pub fn layoutUnroll(op: MlirOperation) -> bool;
    pub fn layoutUnrollBy(op: MlirOperation, factor: u64) -> bool;
    pub fn layoutEffects(op: MlirOperation) -> c_int;
    pub fn layoutNested(
        op: MlirOperation,
        visit: unsafe extern "C" fn(MlirOperation, *mut c_void),
        data: *mut c_void,
    );
    pub fn layoutLastOperation(block: MlirBlock) -> MlirOperation;
    pub fn layoutIsUnsignedAddress(op: MlirOperation) -> bool;
    pub fn layoutMakeNaturalAddress(op: MlirOperation);
    pub fn layoutHasNoSignedWrap(op: MlirOperation) -> bool;
    pub fn layoutHasNoUnsignedWrap(op: MlirOperation) -> bool;
    pub fn layoutArrayElement(r#type: MlirType) -> MlirType;
    pub fn layoutOptMain(
        argc: c_int,
        argv: *mut *mut c_char,
        banner: MlirStringRef,
        registry: MlirDialectRegistry,
    ) -> c_int;
    pub fn layoutLspServerMain(argc: c_int, argv: *mut *mut c_char, registry: MlirDialectRegistry) -> c_int;
    pub fn layoutReduceMain(argc: c_int, argv: *mut *mut c_char, registry: MlirDialectRegistry) -> c_int;
}
