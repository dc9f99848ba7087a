//===- Dialect.cpp - the layout dialect -------------------------------------===//

#include "Dialect.h"
#include "Layout.h"

#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Registration.h"
#include "mlir/IR/Builders.h"
#include "mlir/Transforms/InliningUtils.h"

using namespace mlir;

#include "LayoutDialect.cpp.inc"

namespace {

/// All operations may stand anywhere: none depends on the function around it.
struct Inliner : DialectInlinerInterface {
  using DialectInlinerInterface::DialectInlinerInterface;
  bool isLegalToInline(Operation *, Region *, bool, IRMapping &) const final { return true; }
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
}

Operation *layout::LayoutDialect::materializeConstant(OpBuilder &builder, Attribute value,
                                                      Type type, Location loc) {
  return arith::ConstantOp::materialize(builder, value, type, loc);
}

LogicalResult layout::LayoutDialect::verifyOperationAttribute(Operation *op,
                                                             NamedAttribute attribute) {
  return success(attribute.getName() != "layout.threads" || layout_rs_verify_group(wrap(op)));
}

MLIR_DEFINE_CAPI_DIALECT_REGISTRATION(Layout, layout, layout::LayoutDialect)
