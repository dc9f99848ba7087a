//===- Dialect.h - the generated C++ classes ----------------------*- C++ -*-===//

#ifndef LAYOUT_DIALECT_H
#define LAYOUT_DIALECT_H

#include "mlir-c/Support.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/BuiltinAttributeInterfaces.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/TensorEncoding.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/InferIntRangeInterface.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

#include "LayoutDialect.h.inc"

// Defined in Attributes.cpp.
namespace layout::detail {
struct LayoutAttrStorage;
struct TileAttrStorage;
struct CoordAttrStorage;
struct TvAttrStorage;
struct MmaAttrStorage;
struct LayoutTypeStorage;
} // namespace layout::detail

namespace layout {

/// Whether a type is that of a tile, or one that its elements may have (td/Tiles.td).
bool isTile(mlir::Type type);
bool isTileElement(mlir::Type type);

/// `IsTerminator` as an MLIR knows it that clang compiled. Of traits, MLIR compares the names that
/// a compiler prints, and GCC prints another than clang; an operation that has both traits
/// is a terminator in either's.
template <typename ConcreteType>
struct IsTerminatorToClang : mlir::OpTrait::TraitBase<ConcreteType, IsTerminatorToClang> {
  static mlir::TypeID resolveTypeID() {
    struct Named : mlir::detail::FallbackTypeIDResolver {
      using FallbackTypeIDResolver::registerImplicitTypeID;
    };
    static mlir::TypeID id = Named::registerImplicitTypeID("mlir::OpTrait::IsTerminator<Empty>");
    return id;
  }
};

} // namespace layout

#define GET_ATTRDEF_CLASSES
#include "LayoutAttrs.h.inc"

#define GET_TYPEDEF_CLASSES
#include "LayoutTypes.h.inc"

namespace layout {

/// Collects what Rust hands out: `append` with a `std::string` as its data.
void append(MlirStringRef text, void *userData);

/// Writes the dialect's version into bytecode (Bytecode.cpp).
void addBytecode(mlir::Dialect *dialect);

/// Lets reducers of failing files put constants in place of values (Reduce.cpp).
void addReduction(mlir::Dialect *dialect);
/// Has bufferization say of operations on tiles that they are none on memory.
void addBufferization(mlir::MLIRContext &context);

// What every operation's hooks do (td/*.td).

llvm::LogicalResult verifyInRust(mlir::Operation *op);

llvm::LogicalResult inferInRust(llvm::StringRef op, mlir::MLIRContext *context,
                                std::optional<mlir::Location> location,
                                mlir::ValueRange operands, mlir::DictionaryAttr attributes,
                                llvm::SmallVectorImpl<mlir::Type> &results);

llvm::LogicalResult inferViewInRust(llvm::StringRef op, mlir::MLIRContext *context,
                                    std::optional<mlir::Location> location,
                                    mlir::ValueRange operands, mlir::DictionaryAttr attributes,
                                    llvm::SmallVectorImpl<mlir::Type> &results);

template <typename Op>
using PropertiesOf = typename Op::Properties;

/// The attributes that an operation's definition names; null if it names none. Who builds an operation by its name
/// has them among the other attributes, and no properties.
template <typename Op, typename Adaptor>
mlir::DictionaryAttr attributesOf(mlir::MLIRContext *context, Adaptor &adaptor) {
  if constexpr (llvm::is_detected<PropertiesOf, Op>::value) {
    auto named = llvm::dyn_cast_or_null<mlir::DictionaryAttr>(
        Op::getPropertiesAsAttr(context, adaptor.getProperties()));
    return named && !named.empty() ? named : adaptor.getAttributes();
  } else {
    return {};
  }
}

/// `operands` are those that are constants, the layout first.
mlir::OpFoldResult foldInRust(mlir::Operation *op, llvm::ArrayRef<mlir::Attribute> operands);

/// `ranges` are those of the operands, the layout first.
void rangeInRust(mlir::Operation *op, llvm::ArrayRef<mlir::IntegerValueRange> ranges,
                 mlir::SetIntLatticeFn setRange);

/// The same of `layout.in_bounds`.
mlir::OpFoldResult foldBoundsInRust(mlir::Operation *op, llvm::ArrayRef<mlir::Attribute> operands);
void rangeBoundsInRust(mlir::Operation *op, llvm::ArrayRef<mlir::IntegerValueRange> ranges,
                       mlir::SetIntLatticeFn setRange);

} // namespace layout

#define GET_OP_CLASSES
#include "LayoutOps.h.inc"

#endif // LAYOUT_DIALECT_H
