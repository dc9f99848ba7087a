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
#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Target/TargetMachine.h"

using namespace mlir;

namespace {
/// Says what LLVM says, where the kernel is if there is one; by itself LLVM would end the process.
struct Said : llvm::DiagnosticHandler {
  explicit Said(Operation &module) : place(module.getLoc()) {
    auto functions = module.getRegion(0).getOps<LLVM::LLVMFuncOp>();
    if (llvm::hasSingleElement(functions))
      place = (*functions.begin()).getLoc();
  }

  bool handleDiagnostics(const llvm::DiagnosticInfo &info) override {
    bool isError = info.getSeverity() == llvm::DS_Error;
    if (!isError && info.getSeverity() != llvm::DS_Warning)
      return false;
    std::string text;
    llvm::raw_string_ostream stream(text);
    llvm::DiagnosticPrinterRawOStream printer(stream);
    info.print(printer);
    if (isError)
      emitError(place, "LLVM: ") << text;
    else
      emitWarning(place, "LLVM: ") << text;
    HasErrors |= isError;
    return true;
  }

  Location place;
};

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
    llvm.getContext().setDiagnosticHandler(std::make_unique<Said>(getOperation()));
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
    return success(!llvm.getContext().getDiagHandlerPtr()->HasErrors);
  }

  FailureOr<SmallVector<char, 0>> moduleToObject(llvm::Module &llvm) override {
    FailureOr<llvm::TargetMachine *> machine = getOrCreateTargetMachine();
    if (failed(machine))
      return failure();
    FailureOr<SmallString<0>> text =
        translateModuleToISA(llvm, **machine, [&] { return getOperation().emitError(); });
    if (failed(text) || llvm.getContext().getDiagHandlerPtr()->HasErrors)
      return failure();
    return SmallVector<char, 0>(text->begin(), text->end());
  }

  StringRef passes;
};

/// A part of a module: functions, and memory that they use.
struct Part {
  gpu::GPUModuleOp module;
  /// Empty if LLVM made none.
  SmallVector<char, 0> text;
};

/// Whether an operation is memory of which a module says no more than that it is somewhere, which
/// each part can say.
bool isDeclared(Operation *op) {
  auto global = cast<LLVM::GlobalOp>(op);
  return global.getLinkage() == LLVM::Linkage::External && !global.getValueOrNull() &&
         global.getInitializerRegion().empty();
}

/// The memory that each function of a module uses; none where a part by itself would be another:
/// there is something else in the module or said of it, something but a function refers to memory,
/// something refers to a function, there is debug information, whose sections a text has once, or
/// a name that LLVM makes another of.
std::optional<llvm::MapVector<LLVM::LLVMFuncOp, SmallVector<Operation *>>>
memoryOf(gpu::GPUModuleOp module) {
  auto isOther = [](NamedAttribute named) {
    return named.getName() != "layout.matmul" && named.getName() != LLVM::LLVMDialect::getDataLayoutAttrName();
  };
  if (llvm::any_of(module->getDiscardableAttrs(), isOther))
    return std::nullopt;
  SymbolTable symbols(module);
  llvm::MapVector<LLVM::LLVMFuncOp, SmallVector<Operation *>> functions;
  for (Operation &op : *module.getBody()) {
    std::optional<SymbolTable::UseRange> uses = SymbolTable::getSymbolUses(&op);
    if (auto function = dyn_cast<LLVM::LLVMFuncOp>(op)) {
      Location place = function.getLoc();
      if (!uses || place->findInstanceOf<FusedLocWith<LLVM::DISubprogramAttr>>())
        return std::nullopt;
      llvm::SetVector<Operation *> used;
      for (const SymbolTable::SymbolUse &use : *uses)
        used.insert(symbols.lookup(use.getSymbolRef().getRootReference()));
      if (!llvm::all_of(used, llvm::IsaAndPresentPred<LLVM::GlobalOp>))
        return std::nullopt;
      functions[function] = used.takeVector();
      continue;
    }
    auto global = dyn_cast<LLVM::GlobalOp>(op);
    auto isPlain = [](char c) { return llvm::isAlnum(c) || c == '_'; };
    if (!global || !uses || !uses->empty() || global.getDbgExprsAttr() ||
        !llvm::all_of(global.getSymName(), isPlain))
      return std::nullopt;
  }
  return functions;
}

/// Parts a module into those of one function each, which are moved there with the memory that they
/// alone use. The first part has what is left too: memory that nobody or several use, and these.
/// The parts stand behind the module. Of what cannot be parted there is one.
SmallVector<Part> apart(gpu::GPUModuleOp module) {
  auto functions = memoryOf(module);
  if (!functions || functions->size() < 2)
    return {{module, {}}};
  llvm::DenseMap<Operation *, unsigned> users;
  for (auto &[function, used] : *functions)
    for (Operation *op : used)
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
  for (auto &[function, used] : *functions) {
    bool isAlone = llvm::all_of(used, [&](Operation *op) { return isDeclared(op) || users[op] == 1; });
    bool isFirst = function == functions->front().first;
    Block *block = isAlone && !isFirst ? add() : first;
    if (block != first)
      for (Operation *op : used)
        isDeclared(op) ? block->push_back(op->clone()) : op->moveBefore(block, block->end());
    function->moveBefore(block, block->end());
  }
  first->getOperations().splice(first->begin(), module.getBody()->getOperations());
  return parts;
}

/// The text of a whole of the texts of its parts: what stands before their functions is the same
/// in all, but for the memory of the first one.
SmallString<0> join(ArrayRef<Part> parts) {
  SmallString<0> whole(StringRef(parts[0].text.data(), parts[0].text.size()));
  constexpr StringLiteral last = "\n.address_size ", memory = ".extern ";
  for (const Part &part : parts.drop_front()) {
    StringRef text(part.text.data(), part.text.size());
    StringRef rest = text.split(last).second.split('\n').second;
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

LayoutPtx layoutMakePtx(MlirOperation raw, MlirStringRef passes, bool atOnce) {
  auto module = dyn_cast<gpu::GPUModuleOp>(unwrap(raw));
  ArrayAttr targets = module ? module.getTargetsAttr() : nullptr;
  auto target = targets && targets.size() == 1 ? dyn_cast<NVVM::NVVMTargetAttr>(targets[0]) : nullptr;
  if (!target || target.getO() != 3 || target.getFlags() || target.getLink())
    return LayoutPtxOther;
  gpu::TargetOptions options({}, {}, {}, {}, gpu::CompilationTarget::Assembly);
  auto inside = llvm::map_to_vector(*module.getBody(), [](Operation &op) { return &op; });
  SmallVector<Part> parts = apart(module);
  auto make = [&](Part &part) {
    Serializer serializer(*part.module, target, options, unwrap(passes));
    serializer.init();
    if (std::optional<SmallVector<char, 0>> text = serializer.run())
      part.text = std::move(*text);
  };
  if (atOnce)
    parallelForEach(module.getContext(), parts, make);
  else
    llvm::for_each(parts, make);
  bool made = llvm::none_of(parts, [](const Part &part) { return part.text.empty(); });
  SmallVector<char, 0> text;
  if (made)
    text = join(parts);
  // What is parted is put together again.
  if (parts.front().module != module) {
    for (Operation *op : inside)
      op->moveBefore(module.getBody(), module.getBody()->end());
    for (Part &part : parts)
      part.module.erase();
  }
  if (!made)
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
