//===- AtOnce.cpp - work in the threads of a context ------------------------===//

#include "Mlir.h"

#include "mlir/CAPI/IR.h"
#include "mlir/IR/Threading.h"

using namespace mlir;

bool layoutAtOnce(MlirContext context, size_t count, bool (*work)(void *, size_t), void *data) {
  return succeeded(failableParallelForEachN(
      unwrap(context), 0, count, [&](size_t number) { return success(work(data, number)); }));
}
