//===- Bufferize.cpp - tensors to memrefs whose layouts are their encodings ----===//

#include "Mlir.h"

#include "mlir/CAPI/IR.h"
#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Bufferization/Transforms/Bufferize.h"
#include "mlir/Dialect/Bufferization/Transforms/OneShotAnalysis.h"
#include "mlir/Dialect/Bufferization/Transforms/OneShotModuleBufferize.h"
#include "mlir/Dialect/Bufferization/Transforms/Transforms.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;

/// The memref whose layout is a tensor's encoding; null where that is no layout of memory.
static MemRefType encoded(Type type, Attribute space) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  auto layout =
      tensor ? dyn_cast_or_null<MemRefLayoutAttrInterface>(tensor.getEncoding()) : nullptr;
  if (!layout)
    return {};
  return MemRefType::get(tensor.getShape(), tensor.getElementType(), layout, space);
}

/// Whether an operation is left: `skip` marks functions whose tensors are no memory.
static bool isInside(Operation *op, StringRef skip) {
  for (; op; op = op->getParentOp())
    if (op->hasAttr(skip))
      return true;
  return false;
}

static bufferization::OneShotBufferizationOptions optionsOf(bool boundaries, MlirStringRef skip) {
  bufferization::OneShotBufferizationOptions options;
  options.bufferizeFunctionBoundaries = boundaries;
  options.allowReturnAllocsFromLoops = true;
  options.setFunctionBoundaryTypeConversion(bufferization::LayoutMapOption::IdentityLayoutMap);
  auto argument = options.functionArgTypeConverterFn;
  options.functionArgTypeConverterFn = [argument](bufferization::TensorLikeType type, Attribute space,
                                                  func::FuncOp function,
                                                  const bufferization::BufferizationOptions &options) {
    if (MemRefType memref = encoded(type, space))
      return cast<bufferization::BufferLikeType>(memref);
    return argument(type, space, function, options);
  };
  options.unknownTypeConverterFn = [](TensorType type, Attribute space,
                                      const bufferization::BufferizationOptions &) -> BaseMemRefType {
    if (MemRefType memref = encoded(type, space))
      return memref;
    return bufferization::getMemRefTypeWithStaticIdentityLayout(type, space);
  };
  std::string name(skip.data, skip.length);
  options.opFilter.denyOperation([name](Operation *op) { return isInside(op, name); });
  return options;
}

MlirType layoutEncodedMemref(MlirType type) {
  return wrap(Type(encoded(unwrap(type), Attribute())));
}

bool layoutInsertTensorCopies(MlirOperation raw, bool boundaries, MlirStringRef skip) {
  bufferization::BufferizationState state;
  return succeeded(bufferization::insertTensorCopies(unwrap(raw), optionsOf(boundaries, skip), state));
}

bool layoutBufferize(MlirOperation raw, bool boundaries, MlirStringRef skip) {
  Operation *op = unwrap(raw);
  bufferization::OneShotBufferizationOptions options = optionsOf(boundaries, skip);
  bufferization::BufferizationState state;
  if (!boundaries)
    return succeeded(bufferization::bufferizeOp(op, options, state));
  LogicalResult done = bufferization::bufferizeModuleOp(op, options, state);
  bufferization::removeBufferizationAttributesInModule(op);
  return succeeded(done);
}
