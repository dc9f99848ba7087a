//===- Layout.h - C interface between the Rust crates and MLIR ----*- C++ -*-===//
//
// Everything that the MLIR C API lacks: the dialect, registered passes and
// pipelines, and the mains of the tools. `layout_rs_*` are implemented in Rust
// (src/ffi.rs) and never unwind.
//
//===------------------------------------------------------------------------===//

#ifndef LAYOUT_H
#define LAYOUT_H

#include "mlir-c/IR.h"
#include "mlir-c/Support.h"

extern "C" {

//===- Rust, called from C++ --------------------------------------------------//

enum LayoutTextKind { LayoutTextAttr = 0, LayoutTextType = 1 };
enum LayoutParsed { LayoutParsedError = 0, LayoutParsedLayout = 1, LayoutParsedTile = 2 };

/// Parses the body of an attribute or type and hands its canonical text, or
/// the error message and its byte offset, to `out`.
int layout_rs_parse(int kind, MlirStringRef text, size_t *errorOffset,
                    MlirStringCallback out, void *userData);

/// Infers the result of an operation from the texts of its operand types;
/// hands the result's text or the error message to `out`.
bool layout_rs_infer(MlirStringRef op, const MlirStringRef *operands, size_t count,
                     bool sameOperands, MlirStringRef tile, const int64_t *range,
                     MlirStringCallback out, void *userData);

/// The size (`which` 0) or cosize (1), if it is static.
bool layout_rs_measure(int which, MlirStringRef text, int64_t *value);

/// The bounds of the size (`which` 0), the cosize (1), or the index at a coordinate (2)
/// whose `?` have the given bounds; false if there are none.
bool layout_rs_range(int which, MlirStringRef text, MlirStringRef coord,
                     const int64_t *least, const int64_t *greatest, size_t count,
                     int64_t *lo, int64_t *hi);

/// The number of symbols; -1 for the unknown layout `*`.
int64_t layout_rs_symbol_count(MlirStringRef text);

/// Whether the coordinate fits the layout; else hands out a message.
bool layout_rs_check_coord(MlirStringRef text, MlirStringRef coord, MlirStringCallback out,
                           void *userData);

/// The index at a coordinate whose `?` have the given values, if it is static.
bool layout_rs_eval(MlirStringRef text, MlirStringRef coord, const int64_t *values,
                    size_t count, int64_t *value);

/// The affine map of a layout as text, or a message.
bool layout_rs_affine_map(MlirStringRef text, MlirStringCallback out, void *userData);

/// Whether a shaped type of these extents fits the layout; else hands out a message.
bool layout_rs_check_shape(MlirStringRef text, const int64_t *shape, size_t rank,
                           int64_t dynamic, MlirStringCallback out, void *userData);

/// Runs registered pass number `pass`; false fails the pass.
bool layout_rs_run_pass(size_t pass, MlirOperation op, const MlirStringRef *options,
                        size_t count);

/// The textual pass pipeline of registered pipeline number `pipeline`.
bool layout_rs_pipeline(size_t pipeline, const MlirStringRef *options, size_t count,
                        MlirStringCallback out, void *userData);

//===- C++, called from Rust --------------------------------------------------//

enum LayoutOptionTakes { LayoutTakesText = 0, LayoutTakesFlag = 1, LayoutTakesNumber = 2 };

struct LayoutOption {
  MlirStringRef name;
  MlirStringRef description;
  MlirStringRef defaultValue;
  LayoutOptionTakes takes;
};

/// Registers the dialect.
void layoutRegisterDialect(MlirDialectRegistry registry);

/// Attributes and types from canonical text.
MlirAttribute layoutAttrGet(MlirContext context, MlirStringRef text);
MlirType layoutTypeGet(MlirContext context, MlirStringRef text);
/// The canonical text; null data if it is something else.
MlirStringRef layoutAttrText(MlirAttribute attr);
MlirStringRef layoutTileText(MlirAttribute attr);
MlirStringRef layoutTypeText(MlirType type);

/// Registers pass or pipeline number `index` under a name. The strings are copied.
void layoutRegisterPass(size_t index, MlirStringRef name, MlirStringRef summary,
                        const LayoutOption *options, size_t count);
void layoutRegisterPipeline(size_t index, MlirStringRef name, MlirStringRef summary,
                            const LayoutOption *options, size_t count);

/// Emits a remark, which the C API cannot.
void layoutEmitRemark(MlirLocation location, MlirStringRef message);

/// Rewrites vectors of any shape into what has a counterpart in LLVM: shape casts,
/// strided slices, transposes, contractions, transfers of one dimension.
void layoutLowerVectors(MlirOperation op);
void layoutLowerMasks(MlirOperation op);

/// The element type of an array of the LLVM dialect; null for other types.
MlirType layoutArrayElement(MlirType type);

/// `mlir::MlirOptMain` with all upstream dialects, passes and translations.
int layoutOptMain(int argc, char **argv);

/// All upstream dialects, extensions and translations.
void layoutRegisterUpstream(MlirDialectRegistry registry);
}

#endif // LAYOUT_H
