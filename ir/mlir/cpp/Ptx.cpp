//===- Ptx.cpp - PTX by passes of LLVM that are named -----------------------===//
//
// Each kernel is compiled by itself, as many at once as the context has threads, and the texts are
// joined: kernels know nothing of each other but what memory of the module they share.
//
//===------------------------------------------------------------------------===//

#include "Mlir.h"

#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/IR/Threading.h"
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

/// A part of a module: memory that it uses, and functions.
struct Part {
  gpu::GPUModuleOp module;
  SmallVector<char, 0> text;
};

/// Whether an operation is memory of which a module says no more than that it is somewhere, which
/// each part can say.
bool isDeclared(Operation &op) {
  auto global = dyn_cast<LLVM::GlobalOp>(op);
  return global && global.getLinkage() == LLVM::Linkage::External && !global.getValueOrNull() &&
         global.getInitializerRegion().empty();
}

/// The memory and functions of a module that a function refers to.
SmallVector<Operation *> usedBy(LLVM::LLVMFuncOp function, const SymbolTable &symbols) {
  llvm::SetVector<Operation *> used;
  if (std::optional<SymbolTable::UseRange> uses = SymbolTable::getSymbolUses(function))
    for (const SymbolTable::SymbolUse &use : *uses)
      if (Operation *op = symbols.lookup(use.getSymbolRef().getRootReference()))
        used.insert(op);
  return used.takeVector();
}

/// Parts a module into those of one function each, which are moved there with the memory that they
/// alone use. The first part has what is left too: memory that nobody or several use, and these;
/// and all where there is to be debug information, whose sections a text has once. The parts stand
/// behind the module.
SmallVector<Part> apart(gpu::GPUModuleOp module) {
  SymbolTable symbols(module);
  llvm::MapVector<LLVM::LLVMFuncOp, SmallVector<Operation *>> functions;
  llvm::DenseMap<Operation *, unsigned> users;
  for (auto function : module.getOps<LLVM::LLVMFuncOp>())
    for (Operation *op : functions[function] = usedBy(function, symbols))
      ++users[op];
  OpBuilder builder(module->getContext());
  builder.setInsertionPointAfter(module);
  SmallVector<Part> parts;
  auto add = [&] {
    auto part = cast<gpu::GPUModuleOp>(builder.insert(module->cloneWithoutRegions()));
    part.getBodyRegion().emplaceBlock();
    parts.push_back({part, {}});
    return part.getBody();
  };
  Block *first = add();
  bool isDebugged = llvm::any_of(functions, [](auto &entry) {
    Location place = entry.first->getLoc();
    return place->findInstanceOf<FusedLocWith<LLVM::DISubprogramAttr>>() != nullptr;
  });
  auto isOwn = [&](Operation *op) { return isa<LLVM::GlobalOp>(op) && users[op] == 1; };
  for (auto &[function, used] : functions) {
    bool isAlone = llvm::all_of(used, [&](Operation *op) { return isDeclared(*op) || isOwn(op); });
    bool isFirst = function == functions.front().first;
    Block *block = isAlone && !isFirst && !isDebugged ? add() : first;
    if (block != first)
      for (Operation *op : used)
        isDeclared(*op) ? block->push_back(op->clone()) : op->moveBefore(block, block->end());
    function->moveBefore(block, block->end());
  }
  first->getOperations().splice(first->begin(), module.getBody()->getOperations());
  return parts;
}

/// The text of a whole of the texts of its parts: what stands before their functions is the same
/// in all, but for the memory of the first one.
SmallString<0> join(ArrayRef<Part> parts) {
  SmallString<0> whole(StringRef(parts[0].text.data(), parts[0].text.size()));
  constexpr StringLiteral last = ".address_size 64\n", memory = ".extern ";
  for (const Part &part : parts.drop_front()) {
    StringRef rest = StringRef(part.text.data(), part.text.size()).split(last).second;
    while (!rest.empty()) {
      auto [line, behind] = rest.split('\n');
      rest = behind;
      if (line.starts_with(memory) && StringRef(whole).contains(line))
        continue;
      whole += line;
      whole += '\n';
    }
  }
  return whole;
}
} // namespace

LayoutPtx layoutMakePtx(MlirOperation raw, MlirStringRef passes) {
  auto module = dyn_cast<gpu::GPUModuleOp>(unwrap(raw));
  ArrayAttr targets = module ? module.getTargetsAttr() : nullptr;
  auto target = targets && targets.size() == 1 ? dyn_cast<NVVM::NVVMTargetAttr>(targets[0]) : nullptr;
  if (!target || target.getO() != 3 || target.getFlags() || target.getLink())
    return LayoutPtxOther;
  gpu::TargetOptions options({}, {}, {}, {}, gpu::CompilationTarget::Assembly);
  SmallVector<Part> parts = apart(module);
  auto make = [&](Part &part) {
    Serializer serializer(*part.module, target, options, unwrap(passes));
    serializer.init();
    std::optional<SmallVector<char, 0>> text = serializer.run();
    if (text)
      part.text = std::move(*text);
    return success(text.has_value());
  };
  LogicalResult made = failableParallelForEach(module.getContext(), parts, make);
  SmallVector<char, 0> text;
  if (succeeded(made))
    text = join(parts);
  for (Part &part : parts)
    part.module.erase();
  if (failed(made))
    return LayoutPtxFailed;
  Attribute object = cast<gpu::TargetAttrInterface>(target).createObject(module, text, options);
  if (!object)
    return LayoutPtxFailed;
  OpBuilder builder(module);
  gpu::BinaryOp::create(builder, module.getLoc(), module.getName(), module.getOffloadingHandlerAttr(),
                        builder.getArrayAttr({object}));
  module.erase();
  return LayoutPtxMade;
}
