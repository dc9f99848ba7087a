//===- Damage.h - bytecode that MLIR's reader dies of -----------*- C++ -*-===//

#ifndef LAYOUT_MLIR_DAMAGE_H
#define LAYOUT_MLIR_DAMAGE_H

#include "mlir/IR/DialectRegistry.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "llvm/Support/MemoryBuffer.h"

#include <memory>

namespace layout {

/// Whether these bytes are no bytecode, or a process that reads them with these dialects lives and has a module. Says what
/// is wrong if not. It is to be called before there are threads.
bool canRead(std::unique_ptr<llvm::MemoryBuffer> bytes, llvm::StringRef name, const mlir::DialectRegistry &registry,
             const mlir::MlirOptMainConfig &config);

/// Makes standard input begin anew, with these bytes. Returns whether it does.
bool rewind(llvm::StringRef bytes);

} // namespace layout

#endif // LAYOUT_MLIR_DAMAGE_H
