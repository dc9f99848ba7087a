//===- Layout.h - C interface between the dialect's two halves ----*- C++ -*-===//
//
// The hooks of the dialect are C++, every meaning is Rust. `layout_rs_*` are implemented
// in Rust (src/ffi.rs) and never unwind.
//
//===------------------------------------------------------------------------===//

#ifndef LAYOUT_H
#define LAYOUT_H

#include "mlir-c/IR.h"
#include "mlir-c/Support.h"

extern "C" {

//===- Rust, called from C++ --------------------------------------------------//

/// What a text is the body of.
enum LayoutKind {
  LayoutKindError = -1,
  LayoutKindLayout = 0,
  LayoutKindTile = 1,
  LayoutKindCoord = 2,
  LayoutKindType = 3,
  LayoutKindTv = 4,
  LayoutKindMma = 5
};

/// Parses the body of an attribute, or of a type; returns what it is, and hands its
/// canonical text, or the error message and its byte offset, to `out`.
LayoutKind layout_rs_parse(bool type, MlirStringRef spec, size_t *errorOffset,
                           MlirStringCallback out, void *userData);

/// The value of a canonical text, which `layout_rs_free` frees; null if it has none.
const void *layout_rs_value(LayoutKind kind, MlirStringRef text);
void layout_rs_free(LayoutKind kind, const void *value);

/// Infers the result of an operation from the types of its operands and its attributes, a
/// dictionary or null; hands the result's text or the error message to `out`.
bool layout_rs_infer(MlirStringRef op, const MlirType *operands, size_t count,
                     bool sameOperands, MlirAttribute attributes, MlirStringCallback out,
                     void *userData);

/// Infers the type of a view from that of its memref, the number of its indices and its
/// attributes, a dictionary or null; or hands out a message.
bool layout_rs_infer_view(MlirStringRef op, MlirType memref, size_t indices,
                          MlirAttribute attributes, MlirType *view, MlirStringCallback out,
                          void *userData);

/// Whether an operation is right; else hands out a message.
bool layout_rs_verify(MlirOperation op, MlirStringCallback out, void *userData);

/// Whether an attribute of the dialect on an operation is right, and with `layout.threads` the function of tile code; else
/// emits errors.
bool layout_rs_verify_attribute(MlirOperation op, MlirStringRef name, MlirAttribute value);

/// The integer that an operation computes of these indices, if it is known.
bool layout_rs_fold(MlirOperation op, const int64_t *indices, size_t count, int64_t *value);

/// The bounds of that integer for indices with these bounds; false if there are none.
bool layout_rs_range(MlirOperation op, const int64_t *least, const int64_t *greatest,
                     size_t count, int64_t *lo, int64_t *hi);

/// Whether `layout.in_bounds` holds for all indices with these bounds, or for none; false if neither is known.
bool layout_rs_decide(MlirOperation op, const int64_t *least, const int64_t *greatest, size_t count,
                      bool *holds);

/// The affine map of a layout as an attribute, or a message.
bool layout_rs_affine_map(MlirAttribute layout, MlirAttribute *map, MlirStringCallback out,
                          void *userData);

/// Whether a shaped type of these extents fits the layout; else hands out a message.
bool layout_rs_check_shape(MlirAttribute layout, const int64_t *shape, size_t rank,
                           int64_t dynamic, MlirStringCallback out, void *userData);

//===- C++, called from Rust --------------------------------------------------//

/// The dialect.
MlirDialectHandle mlirGetDialectHandle__layout__();

/// Whether a registry has a dialect of this one's name.
bool layoutIsRegistered(MlirDialectRegistry registry);

/// A line for each operation of the dialect, which is loaded: its name, and those of its attributes.
void layoutOperations(MlirContext context, MlirStringCallback out, void *userData);

/// The attribute or type of a canonical text.
MlirAttribute layoutAttrGet(MlirContext context, LayoutKind kind, MlirStringRef text);
MlirType layoutTypeGet(MlirContext context, MlirStringRef text);
MlirType layoutTokenGet(MlirContext context);

/// What `layout_rs_value` made of the text; null if it is something else.
const void *layoutAttrValue(MlirAttribute attr);
const void *layoutTypeValue(MlirType type);

/// Whether a type is `!layout.token`.
bool layoutTypeIsToken(MlirType type);
}

#endif // LAYOUT_H
