//===- Bufferize.cpp - tiles among tensors that become buffers ----------------===//

#include "Dialect.h"

#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"

using namespace mlir;

namespace {

/// An operation on tiles, which no memory stands for: each thread holds its elements in registers.
template <typename Op>
struct Tiles : bufferization::BufferizableOpInterface::ExternalModel<Tiles<Op>, Op> {
  bool bufferizesToMemoryRead(Operation *, OpOperand &,
                              const bufferization::AnalysisState &) const {
    return true;
  }
  bool bufferizesToMemoryWrite(Operation *, OpOperand &,
                               const bufferization::AnalysisState &) const {
    return false;
  }
  bufferization::AliasingValueList
  getAliasingValues(Operation *, OpOperand &, const bufferization::AnalysisState &) const {
    return {};
  }
  LogicalResult bufferize(Operation *op, RewriterBase &, const bufferization::BufferizationOptions &,
                          bufferization::BufferizationState &) const {
    return op->emitOpError("is on tiles, which threads hold in registers and no memory stands for; "
                           "layout-distribute makes a thread's program of it, and layout-bufferize "
                           "leaves functions with layout.threads");
  }
};

template <typename... Ops>
void attach(MLIRContext &context) {
  (Ops::template attachInterface<Tiles<Ops>>(context), ...);
}

} // namespace

void layout::addBufferization(MLIRContext &context) {
  attach<LoadOp, StoreOp, ReduceOp, BroadcastOp, ExpandDimsOp, TransposeOp, ReshapeOp, ConvertOp,
         IotaOp, MmaOp, WaitMmaOp>(context);
}
