//! `layout-c/Dialect.h`.

use mlir_sys::{MlirDialectRegistry, mlirDialectHandleInsertDialect};

#[unsafe(no_mangle)]
unsafe extern "C" fn mlirLayoutRegisterDialect(registry: MlirDialectRegistry) {
    // SAFETY: the caller's registry is valid, and a handle is.
    unsafe { mlirDialectHandleInsertDialect(layout_dialect::handle().to_raw(), registry) }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn mlirLayoutRegisterAllDialects(registry: MlirDialectRegistry) {
    // SAFETY: the caller's registry is valid.
    unsafe {
        layout_mlir::register_upstream_raw(registry);
        mlirLayoutRegisterDialect(registry);
    }
}
