//===- layout-c/Attributes.h - attributes and types ---------------*- C -*-===//
//
// What makes an attribute or a type gives a null one where it cannot, and an error at the
// location that says why. What asks for a number is false where there is none: where it depends
// on symbols, the attribute is of another kind, or the place for the number is null. Null is an
// attribute of no kind. At a null location nothing is made, and nothing said.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_C_ATTRIBUTES_H
#define LAYOUT_C_ATTRIBUTES_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

//===----------------------------------------------------------------------===//
// #layout<…>
//===----------------------------------------------------------------------===//

MLIR_CAPI_EXPORTED bool mlirAttributeIsALayout(MlirAttribute attribute);

/// The layout of a text as it stands in `#layout<…>`: "(8,16):(16,1)", "(?,?{div=8}):(s1,1)",
/// "S<3,3,3> o 0 o (8,64):(64,1)"; or a mapping such as "right<(8,16)>".
MLIR_CAPI_EXPORTED MlirAttribute mlirLayoutAttrGet(MlirStringRef text, MlirLocation location);

/// The layout of `rank` modes, each of a size and a stride.
MLIR_CAPI_EXPORTED MlirAttribute mlirLayoutAttrGetStrided(intptr_t rank, const int64_t *sizes,
                                                          const int64_t *strides,
                                                          MlirLocation location);

/// The layout whose modes are these layouts, of which one may have symbols and none is composed.
MLIR_CAPI_EXPORTED MlirAttribute mlirLayoutAttrGetNested(intptr_t count,
                                                         const MlirAttribute *modes,
                                                         MlirLocation location);

/// `S<bits,base,shift> o 0 o layout`.
MLIR_CAPI_EXPORTED MlirAttribute mlirLayoutAttrGetSwizzled(MlirAttribute layout, int64_t bits,
                                                           int64_t base, int64_t shift,
                                                           MlirLocation location);

/// Hands out the text, as it stands in `#layout<…>`.
MLIR_CAPI_EXPORTED void mlirLayoutAttrPrint(MlirAttribute layout, MlirStringCallback callback,
                                            void *userData);

/// The number of symbols; 0 for a static layout, -1 for another attribute.
MLIR_CAPI_EXPORTED intptr_t mlirLayoutAttrGetNumSymbols(MlirAttribute layout);

/// Whether there is a function behind the modes, such as a swizzle.
MLIR_CAPI_EXPORTED bool mlirLayoutAttrIsComposed(MlirAttribute layout);

/// The swizzle of a layout that has one.
MLIR_CAPI_EXPORTED bool mlirLayoutAttrGetSwizzle(MlirAttribute layout, int64_t *bits,
                                                 int64_t *base, int64_t *shift);

/// The layout before a swizzle or another function; of a plain one itself.
MLIR_CAPI_EXPORTED MlirAttribute mlirLayoutAttrGetDomain(MlirAttribute layout,
                                                         MlirLocation location);

/// The modes at the top, of the domain if the layout is composed; -1 for another attribute.
MLIR_CAPI_EXPORTED intptr_t mlirLayoutAttrGetRank(MlirAttribute layout);
MLIR_CAPI_EXPORTED MlirAttribute mlirLayoutAttrGetMode(MlirAttribute layout, intptr_t mode,
                                                       MlirLocation location);

/// Whether it is one size and one stride, without modes inside.
MLIR_CAPI_EXPORTED bool mlirLayoutAttrIsLeaf(MlirAttribute layout);

/// The stride of a leaf.
MLIR_CAPI_EXPORTED bool mlirLayoutAttrGetStride(MlirAttribute layout, int64_t *stride);

/// The number of coordinates, and how many integers there are from the smallest index to the largest: without
/// negative strides one more than the largest.
MLIR_CAPI_EXPORTED bool mlirLayoutAttrGetSize(MlirAttribute layout, int64_t *size);
MLIR_CAPI_EXPORTED bool mlirLayoutAttrGetCosize(MlirAttribute layout, int64_t *cosize);

/// The index of a coordinate, an integer for each mode; one integer counts all coordinates, the first mode fastest.
MLIR_CAPI_EXPORTED bool mlirLayoutAttrGetIndex(MlirAttribute layout, intptr_t rank,
                                               const int64_t *coordinate, int64_t *index);

/// Operations of the algebra. Of two layouts one may have symbols.
MLIR_CAPI_EXPORTED MlirAttribute mlirLayoutAttrCoalesce(MlirAttribute layout,
                                                        MlirLocation location);
MLIR_CAPI_EXPORTED MlirAttribute mlirLayoutAttrRightInverse(MlirAttribute layout,
                                                            MlirLocation location);
MLIR_CAPI_EXPORTED MlirAttribute mlirLayoutAttrLeftInverse(MlirAttribute layout,
                                                           MlirLocation location);
MLIR_CAPI_EXPORTED MlirAttribute mlirLayoutAttrComposition(MlirAttribute layout, MlirAttribute by,
                                                           MlirLocation location);

//===----------------------------------------------------------------------===//
// #layout.tile<…> and #layout.coord<…>
//===----------------------------------------------------------------------===//

MLIR_CAPI_EXPORTED bool mlirAttributeIsALayoutTile(MlirAttribute attribute);

/// A tile by mode: "[128:1, 64:1]".
MLIR_CAPI_EXPORTED MlirAttribute mlirLayoutTileAttrGet(MlirStringRef text, MlirLocation location);

MLIR_CAPI_EXPORTED bool mlirAttributeIsALayoutCoord(MlirAttribute attribute);

/// A coordinate, each `?` an operand: "((?,3),?)".
MLIR_CAPI_EXPORTED MlirAttribute mlirLayoutCoordAttrGet(MlirStringRef text, MlirLocation location);

//===----------------------------------------------------------------------===//
// #layout.tv<…> and #layout.mma<…>
//===----------------------------------------------------------------------===//

MLIR_CAPI_EXPORTED bool mlirAttributeIsALayoutTv(MlirAttribute attribute);

/// The encoding of a tile, of the layouts of its threads and of its values.
MLIR_CAPI_EXPORTED MlirAttribute mlirLayoutTvAttrGet(MlirAttribute threads, MlirAttribute values,
                                                     MlirLocation location);
MLIR_CAPI_EXPORTED MlirAttribute mlirLayoutTvAttrGetThreads(MlirAttribute tv,
                                                            MlirLocation location);
MLIR_CAPI_EXPORTED MlirAttribute mlirLayoutTvAttrGetValues(MlirAttribute tv, MlirLocation location);

/// The threads, the values that each holds, and the elements of the tile; -1 for another attribute.
MLIR_CAPI_EXPORTED int64_t mlirLayoutTvAttrGetNumThreads(MlirAttribute tv);
MLIR_CAPI_EXPORTED int64_t mlirLayoutTvAttrGetNumValues(MlirAttribute tv);
MLIR_CAPI_EXPORTED int64_t mlirLayoutTvAttrGetSize(MlirAttribute tv);

/// The position of a thread's value in the tile, the first dimension fastest.
MLIR_CAPI_EXPORTED bool mlirLayoutTvAttrGetPosition(MlirAttribute tv, int64_t thread,
                                                    int64_t value, int64_t *position);

MLIR_CAPI_EXPORTED bool mlirAttributeIsALayoutMma(MlirAttribute attribute);

/// An instruction, over warps along M and N: "m16n8k16", 2, 2.
MLIR_CAPI_EXPORTED MlirAttribute mlirLayoutMmaAttrGet(MlirStringRef name, int64_t warpsM,
                                                      int64_t warpsN, MlirLocation location);

/// M, N and K of the instruction over all its warps, and its threads; -1 for another attribute.
MLIR_CAPI_EXPORTED bool mlirLayoutMmaAttrGetShape(MlirAttribute mma, int64_t *m, int64_t *n,
                                                  int64_t *k);
MLIR_CAPI_EXPORTED int64_t mlirLayoutMmaAttrGetNumThreads(MlirAttribute mma);

/// The encoding of its operand 'A', 'B' or 'C', as a tile of so many rows and columns.
MLIR_CAPI_EXPORTED MlirAttribute mlirLayoutMmaAttrGetFragment(MlirAttribute mma, char operand,
                                                              int64_t rows, int64_t columns,
                                                              MlirLocation location);

//===----------------------------------------------------------------------===//
// !layout<…> and !layout.token
//===----------------------------------------------------------------------===//

MLIR_CAPI_EXPORTED bool mlirTypeIsALayout(MlirType type);

/// The type of an SSA layout of which the attribute is known.
MLIR_CAPI_EXPORTED MlirType mlirLayoutTypeGet(MlirAttribute layout, MlirLocation location);

/// `!layout<*>`.
MLIR_CAPI_EXPORTED MlirType mlirLayoutTypeGetUnknown(MlirContext context);

/// What is known of an SSA layout; null of `!layout<*>` and of other types.
MLIR_CAPI_EXPORTED MlirAttribute mlirLayoutTypeGetLayout(MlirType type);

MLIR_CAPI_EXPORTED bool mlirTypeIsALayoutToken(MlirType type);

/// `!layout.token`, a copy under way.
MLIR_CAPI_EXPORTED MlirType mlirLayoutTokenTypeGet(MlirContext context);

#ifdef __cplusplus
}
#endif

#endif // LAYOUT_C_ATTRIBUTES_H
