//===- Flags.cpp - passes of a plugin as flags of a tool ---------------------===//
//
// A tool such as mlir-opt makes its flags of the passes that are registered when it begins to read them; a plugin is
// loaded while they are read. So a plugin takes the flags of all passes over: those that follow it on the command line
// become the text of --pass-pipeline, in their order, each nested as the tool would nest it.
//
//===------------------------------------------------------------------------===//

#include "Mlir.h"

#include "mlir/CAPI/Support.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"

using namespace mlir;
namespace cl = llvm::cl;

namespace {

/// The option that has a flag for each pass: one without a name.
cl::Option *passFlags() {
  // Of upstream's passes, one that all such tools have.
  auto found = cl::getRegisteredOptions().find("canonicalize");
  return found == cl::getRegisteredOptions().end() || !found->second->ArgStr.empty()
             ? nullptr
             : found->second;
}

/// As PassPipelineCLParser declares it.
cl::opt<std::string> *pipelineFlag() {
  auto found = cl::getRegisteredOptions().find("pass-pipeline");
  return found == cl::getRegisteredOptions().end()
             ? nullptr
             : static_cast<cl::opt<std::string> *>(found->second);
}

const PassRegistryEntry *entryOf(StringRef name) {
  if (const PassRegistryEntry *pass = PassInfo::lookup(name))
    return pass;
  return PassPipelineInfo::lookup(name);
}

/// A pass with options as it stands in a pipeline of a module, nested as a tool nests its flags; nothing, and an error
/// is printed, if the options are wrong.
std::optional<std::string> nested(const PassRegistryEntry &entry, StringRef options) {
  OpPassManager probe("builtin.module", OpPassManager::Nesting::Implicit);
  auto wrong = [](const Twine &message) {
    // As a diagnostic of the tool, which has no place for it either.
    llvm::errs() << "<unknown>:0: error: " << message << "\n";
    return failure();
  };
  if (failed(entry.addToPipeline(probe, options, wrong)))
    return std::nullopt;
  StringRef name = entry.getPassArgument();
  std::string pass = options.empty() ? name.str() : (name + "{" + options + "}").str();
  // Not nested, and not printed: upstream's printer dies of an option whose value has no name.
  if (probe.size() == 1 && probe.begin()->getArgument() == name)
    return pass;
  std::string text;
  llvm::raw_string_ostream stream(text);
  probe.printAsTextualPipeline(stream);
  // builtin.module(func.func(name…)): what stands between is where it is nested.
  StringRef inside = text;
  inside.consume_front("builtin.module(");
  StringRef anchors = inside.take_front(inside.find(name));
  if (anchors.size() == inside.size() || anchors.find_first_of("{},") != StringRef::npos)
    return pass;
  return (anchors + pass + std::string(anchors.count('('), ')')).str();
}

/// Passes and pipelines by their names.
class Names : public cl::parser<const PassRegistryEntry *> {
public:
  using parser::parser;

  size_t getOptionWidth(const cl::Option &) const override {
    size_t width = 0;
    for (const auto &value : Values)
      width = std::max(width, entryOf(value.Name)->getOptionWidth() + 4);
    return width;
  }

  void printOptionInfo(const cl::Option &option, size_t width) const override {
    llvm::outs() << "  " << option.HelpStr << "\n";
    print("Passes", width, [](StringRef name) { return PassInfo::lookup(name); });
    print("Pass Pipelines", width, [](StringRef name) -> const PassRegistryEntry * {
      return PassInfo::lookup(name) ? nullptr : PassPipelineInfo::lookup(name);
    });
  }

private:
  void print(StringRef title, size_t width,
             function_ref<const PassRegistryEntry *(StringRef)> find) const {
    llvm::outs() << "    " << title << ":\n";
    llvm::SmallVector<StringRef> names;
    for (const auto &value : Values)
      names.push_back(value.Name);
    llvm::sort(names);
    for (StringRef name : names)
      if (const PassRegistryEntry *entry = find(name))
        entry->printHelpStr(6, width);
  }
};

/// The flags of all passes.
class Flags : public cl::list<const PassRegistryEntry *, bool, Names> {
public:
  Flags() : list(cl::desc("Compiler passes to run"), cl::ValueOptional) {}

  bool handleOccurrence(unsigned, StringRef name, StringRef options) override {
    const PassRegistryEntry *entry = entryOf(name);
    std::optional<std::string> pass = entry ? nested(*entry, options) : std::nullopt;
    if (!pass)
      return true;
    cl::Option *flag = pipelineFlag();
    if (passes.empty() && flag->getNumOccurrences() > 0)
      return error("'-pass-pipeline' option can't be used with individual pass options");
    passes.push_back(*pass);
    pipeline = "builtin.module(" + llvm::join(passes, ",") + ")";
    flag->reset();
    return flag->addOccurrence(0, flag->ArgStr, pipeline);
  }

  /// A pipeline that is given behind flags would take their place.
  void refuse(const std::string &given) {
    if (passes.empty() || given == pipeline)
      return;
    error("'-pass-pipeline' option can't be used with individual pass options");
    std::exit(1);
  }

private:
  std::vector<std::string> passes;
  std::string pipeline;
};

} // namespace

void layoutAddPassFlags(const MlirStringRef *added, size_t count) {
  static bool addedBefore = false;
  cl::Option *upstream = passFlags();
  if (!upstream || !pipelineFlag() || std::exchange(addedBefore, true))
    return;
  llvm::SmallVector<StringRef> names;
  upstream->getExtraOptionNames(names);
  upstream->removeArgument();
  for (const MlirStringRef &name : ArrayRef(added, count))
    names.push_back(unwrap(name));
  // As all options, it stands until the process ends.
  auto *flags = new Flags;
  pipelineFlag()->setCallback([flags](const std::string &given) { flags->refuse(given); });
  for (StringRef name : names)
    if (const PassRegistryEntry *entry = entryOf(name))
      flags->getParser().addLiteralOption(entry->getPassArgument(), entry, entry->getPassDescription());
}
