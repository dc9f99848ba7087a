//===- Erase.cpp - operations leave the IR; remarks -------------------------===//

#include "Mlir.h"

#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Operation.h"

using namespace mlir;

void layoutUnlink(MlirOperation raw) {
  Operation *op = unwrap(raw);
  op->remove();
  op->walk([](Operation *inside) { inside->setOperands({}); });
}

void layoutEmitRemark(MlirLocation location, MlirStringRef message) {
  emitRemark(unwrap(location)) << unwrap(message);
}
