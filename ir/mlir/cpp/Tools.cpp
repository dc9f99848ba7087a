//===- Tools.cpp - mains of upstream tools with everything registered -------===//

#include "Mlir.h"

#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"
#include "mlir/Tools/mlir-lsp-server/MlirLspServerMain.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "mlir/Tools/mlir-reduce/MlirReduceMain.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

void layoutRegisterUpstream(MlirDialectRegistry registry) {
  mlir::DialectRegistry &upstream = *unwrap(registry);
  mlir::registerAllDialects(upstream);
  mlir::registerAllExtensions(upstream);
  mlir::registerAllGPUToLLVMIRTranslations(upstream);
}

int layoutOptMain(int argc, char **argv, MlirStringRef banner, MlirDialectRegistry dialects) {
  mlir::registerAllPasses();
  mlir::DialectRegistry &registry = *unwrap(dialects);
  auto [input, output] =
      mlir::registerAndParseCLIOptions(argc, argv, unwrap(banner), registry);
  // mlir-opt takes an empty file for an empty module; it is more often a mistake.
  uint64_t size = 1;
  if (input != "-" && !llvm::sys::fs::file_size(input, size) && size == 0 &&
      llvm::sys::fs::is_regular_file(input)) {
    llvm::errs() << input << ":1:1: error: the file is empty; expected an MLIR module\n";
    return 1;
  }
  return mlir::asMainReturnCode(mlir::MlirOptMain(argc, argv, input, output, registry));
}

int layoutLspServerMain(int argc, char **argv, MlirDialectRegistry dialects) {
  return mlir::asMainReturnCode(mlir::MlirLspServerMain(argc, argv, *unwrap(dialects)));
}

int layoutReduceMain(int argc, char **argv, MlirDialectRegistry dialects) {
  mlir::registerAllPasses();
  mlir::MLIRContext context(*unwrap(dialects));
  return mlir::asMainReturnCode(mlir::mlirReduceMain(argc, argv, context));
}
