//===- Mlir.h - what the MLIR C API lacks -------------------------*- C++ -*-===//
//
// Registered passes and pipelines, the mains of the tools, and rewrites that upstream
// keeps to C++. Nothing here knows layouts. `layout_rs_*` are implemented in Rust
// (src/registration.rs) and never unwind.
//
//===------------------------------------------------------------------------===//

#ifndef LAYOUT_MLIR_H
#define LAYOUT_MLIR_H

#include "mlir-c/IR.h"
#include "mlir-c/Pass.h"
#include "mlir-c/Support.h"

extern "C" {

//===- Rust, called from C++ --------------------------------------------------//

/// How a pass ended.
enum LayoutOutcome { LayoutFailed = 0, LayoutChanged = 1, LayoutUnchanged = 2 };

/// Runs a pass; `pass` is what it was declared with. Says in `counts` what each statistic grew by.
LayoutOutcome layout_rs_run_pass(const void *pass, MlirOperation op, const MlirStringRef *options,
                                 size_t count, uint64_t *counts);

/// The textual pass pipeline of a pipeline; `pipeline` is what it was declared with.
bool layout_rs_pipeline(const void *pipeline, const MlirStringRef *options, size_t count,
                        MlirStringCallback out, void *userData);

/// Registers the dialects that a pass writes beside upstream's.
void layout_rs_pass_dialects(const void *pass, MlirDialectRegistry registry);

//===- C++, called from Rust --------------------------------------------------//

enum LayoutOptionTakes {
  LayoutTakesText = 0,
  LayoutTakesFlag = 1,
  LayoutTakesNumber = 2,
  LayoutTakesOneOf = 3
};

struct LayoutOption {
  MlirStringRef name;
  MlirStringRef description;
  MlirStringRef defaultValue;
  LayoutOptionTakes takes;
  /// The texts that it takes, joined by `|`.
  MlirStringRef oneOf;
};

struct LayoutStatistic {
  MlirStringRef name;
  MlirStringRef description;
};

/// What is kept of a pass or pipeline, as long as the process lives.
struct LayoutDeclared;

/// Declares a pass or pipeline, which is no pass yet. `what` is handed back to Rust; the strings are copied.
const LayoutDeclared *layoutDeclare(const void *what, MlirStringRef name, MlirStringRef summary,
                                    const LayoutOption *options, size_t optionCount,
                                    const LayoutStatistic *statistics, size_t statisticCount);

/// Registers it under its name; false if another has the name.
bool layoutRegisterPass(const LayoutDeclared *declared);
bool layoutRegisterPipeline(const LayoutDeclared *declared);

/// A pass with a value for each option.
MlirPass layoutCreatePass(const LayoutDeclared *declared, const MlirStringRef *values, size_t count);

/// Makes flags of passes that a plugin has registered, beside those that the tool has of its own.
void layoutAddPassFlags(const MlirStringRef *added, size_t count);

/// Appends a textual pipeline to what a pass manager has; false, and what is wrong, if it cannot be, and nothing is
/// appended then.
bool layoutAppendPasses(MlirOpPassManager manager, MlirStringRef pipeline, MlirStringCallback out,
                        void *userData);

/// The pass of a text such as "layout-simplify{target=sm_90a}", owned by the caller; null if there is none, and why.
MlirPass layoutParsePass(MlirStringRef text, MlirStringCallback out, void *userData);

/// Calls `work` for each number below `count`, for several at once if the context has threads.
void layoutAtOnce(MlirContext context, size_t count, void (*work)(void *data, size_t number), void *data);

/// Takes an operation out of its block, and all operands from it and what is inside; its
/// successors become an empty block.
void layoutUnlink(MlirOperation op);

/// The attributes of an operation, as a dictionary.
MlirAttribute layoutAttributes(MlirOperation op);

/// Emits an error with a note at another place, which the C API cannot.
void layoutEmitErrorWithNote(MlirLocation location, MlirStringRef message,
                             MlirLocation noteLocation, MlirStringRef note);

/// Emits a warning, which the C API cannot.
void layoutEmitWarning(MlirLocation location, MlirStringRef message);

/// Emits a warning with a note at another place.
void layoutEmitWarningWithNote(MlirLocation location, MlirStringRef message,
                               MlirLocation noteLocation, MlirStringRef note);

/// Emits a remark, which the C API cannot.
void layoutEmitRemark(MlirLocation location, MlirStringRef message);

/// Whether MLIR's framework of remarks is asked for any.
bool layoutTakesRemarks(MlirContext context, MlirStringRef category);

enum LayoutRemarkKind { LayoutRemarkPassed = 0, LayoutRemarkMissed = 1, LayoutRemarkAnalysis = 2 };

/// What a remark is about; the category is what filters see.
struct LayoutRemark {
  MlirStringRef name;
  MlirStringRef category;
  MlirStringRef function;
};

struct LayoutRemarkPart {
  MlirStringRef key;
  MlirStringRef value;
};

/// Hands the framework a remark of several parts.
void layoutReport(LayoutRemarkKind kind, MlirLocation location, const LayoutRemark *what,
                  const LayoutRemarkPart *parts, size_t count);

/// Rewrites vectors of any shape into what has a counterpart in LLVM: shape casts,
/// strided slices, transposes, contractions, transfers of one dimension. Returns whether anything changed.
bool layoutLowerVectors(MlirOperation op);
bool layoutLowerMasks(MlirOperation op);

/// Sets an attribute of an argument of a function, and takes one away: null if there was none.
void layoutSetArgumentAttribute(MlirOperation function, size_t number, MlirStringRef name,
                                MlirAttribute attribute);
MlirAttribute layoutTakeArgumentAttribute(MlirOperation function, size_t number,
                                          MlirStringRef name);

/// How often an `scf.for` or `affine.for` with constant bounds runs; -1 for other operations,
/// and where `llvm.loop_annotation` forbids to unroll it.
int64_t layoutTripCount(MlirOperation loop);

/// Replaces a loop with a trip count by its iterations; false if that cannot be done.
bool layoutUnroll(MlirOperation loop);

/// Puts `factor` iterations into one of an `scf.for`, with a loop behind it for those that are left;
/// both keep the attributes. False if that cannot be done.
bool layoutUnrollBy(MlirOperation loop, uint64_t factor);

/// What an operation and what is inside it do to memory: nothing, read, or anything.
enum LayoutEffects { LayoutEffectsNone = 0, LayoutEffectsRead = 1, LayoutEffectsAny = 2 };
LayoutEffects layoutEffects(MlirOperation op);

/// Visits an operation and all that are nested in it, in program order. (The walk of the C API takes several times
/// as long.)
void layoutNested(MlirOperation op, void (*visit)(MlirOperation, void *), void *data);

/// The last operation of a block; null if it has none.
MlirOperation layoutLastOperation(MlirBlock block);

/// Whether an `llvm.getelementptr` is poison where its offset, as an unsigned number, wraps.
bool layoutHasNoSignedWrap(MlirOperation op);
bool layoutHasNoUnsignedWrap(MlirOperation op);
bool layoutIsUnsignedAddress(MlirOperation gep);
/// Has an `llvm.getelementptr` be poison where that is so, or where it leaves what its base points into.
void layoutMakeNaturalAddress(MlirOperation gep);

/// The memref whose layout is a tensor's encoding; null of other types.
MlirType layoutEncodedMemref(MlirType type);
/// One-shot analysis of what is below an operation: where it finds that a write would be seen, a tensor is copied.
/// What is inside of an operation with the attribute `skip` stays.
bool layoutInsertTensorCopies(MlirOperation op, bool boundaries, MlirStringRef skip);
/// Bufferizes, without further copies; an encoding becomes the layout of the memref.
bool layoutBufferize(MlirOperation op, bool boundaries, MlirStringRef skip);

/// Whether the indices of an `affine.linearize_index` are promised to be within their sizes.
bool layoutIsDisjoint(MlirOperation linearize);
/// Promises it.
void layoutMakeDisjoint(MlirOperation linearize);

/// The element type of an array of the LLVM dialect; null for other types.
MlirType layoutArrayElement(MlirType type);

/// What became of a `gpu.module`: its kernels could not be made PTX; a `gpu.binary` stands in its place; it is for another
/// target, or for one that asks for something besides, and stays.
enum LayoutPtx { LayoutPtxFailed = 0, LayoutPtxMade = 1, LayoutPtxOther = 2 };
/// Makes PTX of the kernels of a `gpu.module` of LLVM by these passes of LLVM alone, in the syntax of `opt -passes=`.
LayoutPtx layoutMakePtx(MlirOperation module, MlirStringRef passes, bool atOnce);

/// `mlir::MlirOptMain` with these dialects, and all upstream passes.
int layoutOptMain(int argc, char **argv, MlirStringRef banner, MlirDialectRegistry registry);

/// `mlir::MlirLspServerMain` with these dialects.
int layoutLspServerMain(int argc, char **argv, MlirDialectRegistry registry);

/// `mlir::mlirReduceMain` with these dialects, and all upstream passes.
int layoutReduceMain(int argc, char **argv, MlirDialectRegistry registry);

/// All upstream dialects, extensions and translations.
void layoutRegisterUpstream(MlirDialectRegistry registry);
}

#endif // LAYOUT_MLIR_H
