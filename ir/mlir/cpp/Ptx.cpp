//===- Ptx.cpp - PTX by passes of LLVM that are named -----------------------===//

#include "Mlir.h"

#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Target/LLVM/NVVM/Utils.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Target/TargetMachine.h"

using namespace mlir;

namespace {
// What upstream's serializer to PTX does, but for the passes.
class Serializer : public NVVM::SerializeGPUModuleBase {
public:
  Serializer(Operation &module, NVVM::NVVMTargetAttr target, const gpu::TargetOptions &options,
             StringRef passes)
      : SerializeGPUModuleBase(module, target, options), passes(passes) {}

private:
  LogicalResult optimizeModule(llvm::Module &llvm, int) override {
    FailureOr<llvm::TargetMachine *> machine = getOrCreateTargetMachine();
    if (failed(machine))
      return getOperation().emitError("LLVM has no target of this GPU");
    (*machine)->setOptLevel(llvm::CodeGenOptLevel::Default);
    llvm::LoopAnalysisManager loops;
    llvm::FunctionAnalysisManager functions;
    llvm::CGSCCAnalysisManager callers;
    llvm::ModuleAnalysisManager modules;
    llvm::PassBuilder builder(*machine);
    builder.registerModuleAnalyses(modules);
    builder.registerCGSCCAnalyses(callers);
    builder.registerFunctionAnalyses(functions);
    builder.registerLoopAnalyses(loops);
    builder.crossRegisterProxies(loops, functions, callers, modules);
    llvm::ModulePassManager manager;
    if (llvm::Error error = builder.parsePassPipeline(manager, passes))
      return getOperation().emitError(llvm::toString(std::move(error)));
    manager.run(llvm, modules);
    return success();
  }

  FailureOr<SmallVector<char, 0>> moduleToObject(llvm::Module &llvm) override {
    FailureOr<llvm::TargetMachine *> machine = getOrCreateTargetMachine();
    if (failed(machine))
      return failure();
    FailureOr<SmallString<0>> text =
        translateModuleToISA(llvm, **machine, [&] { return getOperation().emitError(); });
    if (failed(text))
      return failure();
    return SmallVector<char, 0>(text->begin(), text->end());
  }

  StringRef passes;
};
} // namespace

LayoutPtx layoutMakePtx(MlirOperation raw, MlirStringRef passes) {
  auto module = dyn_cast<gpu::GPUModuleOp>(unwrap(raw));
  ArrayAttr targets = module ? module.getTargetsAttr() : nullptr;
  auto target = targets && targets.size() == 1 ? dyn_cast<NVVM::NVVMTargetAttr>(targets[0]) : nullptr;
  if (!target || target.getO() != 3 || target.getFlags() || target.getLink())
    return LayoutPtxOther;
  gpu::TargetOptions options({}, {}, {}, {}, gpu::CompilationTarget::Assembly);
  Serializer serializer(*module, target, options, unwrap(passes));
  serializer.init();
  std::optional<SmallVector<char, 0>> text = serializer.run();
  if (!text)
    return LayoutPtxFailed;
  Attribute object = cast<gpu::TargetAttrInterface>(target).createObject(module, *text, options);
  if (!object)
    return LayoutPtxFailed;
  OpBuilder builder(module);
  gpu::BinaryOp::create(builder, module.getLoc(), module.getName(), module.getOffloadingHandlerAttr(),
                        builder.getArrayAttr({object}));
  module.erase();
  return LayoutPtxMade;
}
