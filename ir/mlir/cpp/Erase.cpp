//===- Erase.cpp - operations leave the IR; diagnostics ---------------------===//

#include "Mlir.h"

#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/IR/Block.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Operation.h"

using namespace mlir;

void layoutUnlink(MlirOperation raw) {
  // Where unlinked terminators go on to: a block without anything, which is never freed.
  static thread_local Block *nowhere = new Block;
  Operation *op = unwrap(raw);
  op->remove();
  for (BlockOperand &successor : op->getBlockOperands())
    successor.set(nowhere);
  op->walk([](Operation *inside) { inside->setOperands({}); });
}

void layoutEmitErrorWithNote(MlirLocation location, MlirStringRef message,
                             MlirLocation noteLocation, MlirStringRef note) {
  InFlightDiagnostic error = emitError(unwrap(location)) << unwrap(message);
  error.attachNote(unwrap(noteLocation)) << unwrap(note);
}

void layoutEmitWarning(MlirLocation location, MlirStringRef message) {
  emitWarning(unwrap(location)) << unwrap(message);
}

void layoutEmitWarningWithNote(MlirLocation location, MlirStringRef message,
                               MlirLocation noteLocation, MlirStringRef note) {
  InFlightDiagnostic warning =
      emitWarning(unwrap(location)) << unwrap(message);
  warning.attachNote(unwrap(noteLocation)) << unwrap(note);
}

void layoutEmitRemark(MlirLocation location, MlirStringRef message) {
  emitRemark(unwrap(location)) << unwrap(message);
}
