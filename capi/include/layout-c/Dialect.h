//===- layout-c/Dialect.h - the layout dialect in a context -------*- C -*-===//
//
// For programs in C, and in C++ with `wrap` and `unwrap` of mlir/CAPI/IR.h.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_C_DIALECT_H
#define LAYOUT_C_DIALECT_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The dialect's handle, as MLIR's own dialects have one.
MLIR_DECLARE_CAPI_DIALECT_REGISTRATION(Layout, layout);

/// Registers the layout dialect alone.
MLIR_CAPI_EXPORTED void mlirLayoutRegisterDialect(MlirDialectRegistry registry);

/// Registers the layout dialect, all of upstream's, their extensions and their translations to
/// LLVM: what the passes and pipelines of layout-c/Passes.h may write.
MLIR_CAPI_EXPORTED void mlirLayoutRegisterAllDialects(MlirDialectRegistry registry);

#ifdef __cplusplus
}
#endif

#endif // LAYOUT_C_DIALECT_H
