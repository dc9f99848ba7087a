//===- layout-c/Passes.h - passes and pipelines -------------------*- C -*-===//
//
// A pass goes by the name that `layout-opt` has for it, and takes options as text there
// (docs/dialect.md): "layout-simplify", "target=sm_90a index-bitwidth=32".
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_C_PASSES_H
#define LAYOUT_C_PASSES_H

#include "mlir-c/IR.h"
#include "mlir-c/Pass.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Registers the passes and pipelines, and all of upstream's, which pipelines are made of: then
/// they have names in textual pipelines. What is added below does so too; a second time nothing happens.
MLIR_CAPI_EXPORTED void mlirLayoutRegisterPasses(void);

/// Appends a pass or a pipeline, by its name, with options as text or none. Whatever there is in the manager
/// stays. If it cannot be added, nothing is, and an error at the location says why: an option that there is not,
/// a number that is none, a flag that is neither true nor false, a text that is none of the few that an option
/// takes, and of a pipeline what else is wrong with its options. What other texts say, such as `chip` of a pass,
/// is read when the pass runs. A text with a blank stands in quotes: `ptx="a b.ptx"`.
MLIR_CAPI_EXPORTED MlirLogicalResult mlirLayoutAddPass(MlirOpPassManager manager,
                                                       MlirStringRef name, MlirStringRef options,
                                                       MlirLocation location);

/// A pass by its name, with options as text or none, for `mlirPassManagerAddOwnedPass` and its like, which take it
/// over. Null, and an error at the location, as above, and for a pipeline of several passes.
MLIR_CAPI_EXPORTED MlirPass mlirLayoutCreatePass(MlirStringRef name, MlirStringRef options,
                                                 MlirLocation location);

/// Appends a textual pipeline, such as "canonicalize,layout-simplify{target=sm_90a},cse". If a pass of it
/// cannot be added, none is, and an error at the location says why.
MLIR_CAPI_EXPORTED MlirLogicalResult mlirLayoutAddPipeline(MlirOpPassManager manager,
                                                           MlirStringRef pipeline,
                                                           MlirLocation location);

/// The passes, and behind them the pipelines, by number from 0: names, and what they do. Null
/// texts for a number that is none.
MLIR_CAPI_EXPORTED intptr_t mlirLayoutGetNumPasses(void);
MLIR_CAPI_EXPORTED MlirStringRef mlirLayoutGetPassName(intptr_t number);
MLIR_CAPI_EXPORTED MlirStringRef mlirLayoutGetPassSummary(intptr_t number);

#ifdef __cplusplus
}
#endif

#endif // LAYOUT_C_PASSES_H
