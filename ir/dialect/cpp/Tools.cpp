//===- Tools.cpp - mains of upstream tools with everything registered -------===//

#include "Layout.h"

#include "mlir/CAPI/IR.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

void layoutRegisterUpstream(MlirDialectRegistry registry) {
  mlir::DialectRegistry &upstream = *unwrap(registry);
  mlir::registerAllDialects(upstream);
  mlir::registerAllExtensions(upstream);
  mlir::registerAllGPUToLLVMIRTranslations(upstream);
}

int layoutOptMain(int argc, char **argv) {
  mlir::registerAllPasses();
  mlir::DialectRegistry registry;
  layoutRegisterUpstream(wrap(&registry));
  layoutRegisterDialect(wrap(&registry));
  auto [input, output] = mlir::registerAndParseCLIOptions(
      argc, argv, "layout-opt: the layout dialect's optimizer driver\n", registry);
  // mlir-opt takes an empty file for an empty module; it is more often a mistake.
  uint64_t size = 1;
  if (input != "-" && !llvm::sys::fs::file_size(input, size) && size == 0 &&
      llvm::sys::fs::is_regular_file(input)) {
    llvm::errs() << input << ":1:1: error: the file is empty; expected an MLIR module\n";
    return 1;
  }
  return mlir::asMainReturnCode(mlir::MlirOptMain(argc, argv, input, output, registry));
}
