//===- Dialect.cpp - the layout dialect -------------------------------------===//

#include "Dialect.h"
#include "Layout.h"

#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Registration.h"
#include "mlir/CAPI/Support.h"
#include "mlir/IR/Builders.h"
#include "mlir/Transforms/InliningUtils.h"

using namespace mlir;

#include "LayoutDialect.cpp.inc"

namespace {

/// The threads that the function around an operation states.
Attribute threadsAround(Operation *op) {
  for (; op; op = op->getParentOp())
    if (Attribute threads = op->getAttr("layout.threads"))
      return threads;
  return {};
}

/// Operations may stand anywhere but those on tiles, which are for a number of threads.
struct Inliner : DialectInlinerInterface {
  using DialectInlinerInterface::DialectInlinerInterface;
  bool isLegalToInline(Operation *op, Region *into, bool, IRMapping &) const final {
    auto isTile = [](Type type) { return isa<RankedTensorType>(type); };
    if (llvm::none_of(op->getOperandTypes(), isTile) && llvm::none_of(op->getResultTypes(), isTile))
      return true;
    return threadsAround(op) == threadsAround(into->getParentOp());
  }
};

} // namespace

void layout::append(MlirStringRef text, void *userData) {
  static_cast<std::string *>(userData)->append(text.data, text.length);
}

void layout::LayoutDialect::initialize() {
  registerAttributes();
  registerTypes();
  addOperations<
#define GET_OP_LIST
#include "LayoutOps.cpp.inc"
      >();
  addInterfaces<Inliner>();
  addBytecode(this);
  addReduction(this);
  addBufferization(*getContext());
}

Operation *layout::LayoutDialect::materializeConstant(OpBuilder &builder, Attribute value,
                                                      Type type, Location loc) {
  return arith::ConstantOp::materialize(builder, value, type, loc);
}

LogicalResult layout::LayoutDialect::verifyOperationAttribute(Operation *op,
                                                             NamedAttribute attribute) {
  return success(layout_rs_verify_attribute(wrap(op), wrap(attribute.getName().getValue()), wrap(attribute.getValue())));
}

bool layoutIsRegistered(MlirDialectRegistry registry) {
  return static_cast<bool>(unwrap(registry)->getDialectAllocator("layout"));
}

void layoutOperations(MlirContext context, MlirStringCallback out, void *userData) {
  for (RegisteredOperationName name : unwrap(context)->getRegisteredOperations()) {
    if (name.getDialectNamespace() != "layout")
      continue;
    std::string text = name.getStringRef().str();
    for (StringAttr attribute : name.getAttributeNames())
      text += " " + attribute.str();
    out(wrap(StringRef(text + "\n")), userData);
  }
}

MLIR_DEFINE_CAPI_DIALECT_REGISTRATION(Layout, layout, layout::LayoutDialect)
