//===- Tools.cpp - mains of upstream tools with everything registered -------===//

#include "Damage.h"
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
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/PrettyStackTrace.h"
#include "llvm/Support/raw_ostream.h"

#include <unistd.h>

void layoutRegisterUpstream(MlirDialectRegistry registry) {
  mlir::DialectRegistry &upstream = *unwrap(registry);
  mlir::registerAllDialects(upstream);
  mlir::registerAllExtensions(upstream);
  mlir::registerAllGPUToLLVMIRTranslations(upstream);
}

/// Whether MLIR can be asked to read a file; says why not, of bytecode. What can be read once only, such as a pipe, is standard
/// input from then on.
static bool canRead(std::string &input, const mlir::DialectRegistry &registry) {
  auto config = mlir::MlirOptMainConfig::createFromCLOptions();
  if (config.shouldShowDialects() || config.shouldListPasses() || (input == "-" && isatty(STDIN_FILENO)))
    return true;
  bool isOnce = input == "-" || (llvm::sys::fs::exists(input) && !llvm::sys::fs::is_regular_file(input) &&
                                 !llvm::sys::fs::is_directory(input));
  auto file = llvm::MemoryBuffer::getFileOrSTDIN(input);
  // (What cannot be opened MLIR says better.)
  if (!file)
    return true;
  std::string name = input == "-" ? "<stdin>" : input;
  if (isOnce) {
    if (!layout::rewind((*file)->getBuffer())) {
      llvm::errs() << name << ": error: cannot be read twice; give a file\n";
      return false;
    }
    input = "-";
  }
  return layout::canRead(std::move(*file), name, registry, config);
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
  if (!canRead(input, registry))
    return 1;
  llvm::setBugReportMsg("A crash, of MLIR or of one of its passes: please report it, with the program, the options and "
                        "what follows.\n");
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
