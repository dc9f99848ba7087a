//! `cpp/Mlir.h`, as far as C++ implements it.

use std::ffi::{c_char, c_int, c_void};

use mlir_sys::{
    MlirAttribute, MlirBlock, MlirContext, MlirDialectRegistry, MlirLocation, MlirOpPassManager,
    MlirOperation, MlirPass, MlirStringCallback, MlirStringRef, MlirType,
};

#[repr(C)]
pub struct LayoutOption {
    pub name: MlirStringRef,
    pub description: MlirStringRef,
    pub default_value: MlirStringRef,
    pub takes: c_int,
    /// The texts that it takes, joined by `|`.
    pub one_of: MlirStringRef,
}

#[repr(C)]
pub struct LayoutStatistic {
    pub name: MlirStringRef,
    pub description: MlirStringRef,
}

#[repr(C)]
pub struct LayoutRemark {
    pub name: MlirStringRef,
    pub category: MlirStringRef,
    pub function: MlirStringRef,
}

#[repr(C)]
pub struct LayoutRemarkPart {
    pub key: MlirStringRef,
    pub value: MlirStringRef,
}

/// What C++ keeps of a pass or pipeline.
#[repr(C)]
pub struct LayoutDeclared {
    _private: [u8; 0],
}

unsafe extern "C" {
    pub fn layoutRegisterUpstream(registry: MlirDialectRegistry);
    pub fn layoutDeclare(
        what: *const c_void,
        name: MlirStringRef,
        summary: MlirStringRef,
        options: *const LayoutOption,
        option_count: usize,
        statistics: *const LayoutStatistic,
        statistic_count: usize,
    ) -> *const LayoutDeclared;
    pub fn layoutRegisterPass(declared: *const LayoutDeclared) -> bool;
    pub fn layoutRegisterPipeline(declared: *const LayoutDeclared) -> bool;
    pub fn layoutCreatePass(
        declared: *const LayoutDeclared,
        values: *const MlirStringRef,
        count: usize,
    ) -> MlirPass;
    pub fn layoutAddPassFlags(added: *const MlirStringRef, count: usize);
    pub fn layoutAppendPasses(
        manager: MlirOpPassManager,
        pipeline: MlirStringRef,
        out: MlirStringCallback,
        user_data: *mut c_void,
    ) -> bool;
    pub fn layoutParsePass(text: MlirStringRef, out: MlirStringCallback, user_data: *mut c_void) -> MlirPass;
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
    pub fn layoutAtOnce(
        context: MlirContext,
        count: usize,
        work: Option<unsafe extern "C" fn(*mut c_void, usize)>,
        data: *mut c_void,
    );
    pub fn layoutTakesRemarks(context: MlirContext, category: MlirStringRef) -> bool;
    pub fn layoutReport(
        kind: c_int,
        location: MlirLocation,
        what: *const LayoutRemark,
        parts: *const LayoutRemarkPart,
        count: usize,
    );
    pub fn layoutLowerVectors(op: MlirOperation) -> bool;
    pub fn layoutLowerMasks(op: MlirOperation) -> bool;
    pub fn layoutMakePtx(module: MlirOperation, passes: MlirStringRef, at_once: bool) -> c_int;
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
    pub fn layoutEncodedMemref(r#type: MlirType) -> MlirType;
    pub fn layoutInsertTensorCopies(op: MlirOperation, boundaries: bool, skip: MlirStringRef) -> bool;
    pub fn layoutBufferize(op: MlirOperation, boundaries: bool, skip: MlirStringRef) -> bool;
    pub fn layoutIsDisjoint(op: MlirOperation) -> bool;
    pub fn layoutMakeDisjoint(op: MlirOperation);
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
