//===- Tools.cpp - mains of upstream tools with everything registered -------===//

#include "Layout.h"

#include "mlir/CAPI/IR.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"

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
  return mlir::asMainReturnCode(
      mlir::MlirOptMain(argc, argv, "layout-opt: the layout dialect's optimizer driver\n", registry));
}
