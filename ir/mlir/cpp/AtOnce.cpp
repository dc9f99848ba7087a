//===- AtOnce.cpp - work in the threads of a context ------------------------===//

#include "Mlir.h"

#include "mlir/CAPI/IR.h"
#include "mlir/IR/Threading.h"

using namespace mlir;

void layoutAtOnce(MlirContext context, size_t count, void (*work)(void *, size_t), void *data) {
  parallelFor(unwrap(context), 0, count, [&](size_t number) { work(data, number); });
}
