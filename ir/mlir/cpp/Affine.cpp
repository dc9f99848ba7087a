//===- Affine.cpp - properties of affine operations that no attribute shows --===//

#include "Mlir.h"

#include "mlir/CAPI/IR.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"

using namespace mlir;

bool layoutIsDisjoint(MlirOperation raw) {
  auto linearize = dyn_cast<affine::AffineLinearizeIndexOp>(unwrap(raw));
  return linearize && linearize.getDisjoint();
}

void layoutMakeDisjoint(MlirOperation raw) {
  if (auto linearize = dyn_cast<affine::AffineLinearizeIndexOp>(unwrap(raw)))
    linearize.setDisjoint(true);
}
