//===- Registration.cpp - Rust passes and pipelines under their names -------===//

#include "Mlir.h"

#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Pass.h"
#include "mlir/CAPI/Support.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"

#include <atomic>
#include <memory>
#include <string>
#include <vector>

using namespace mlir;

struct OptionInfo {
  std::string name, description, defaultValue;
  LayoutOptionTakes takes;
  std::string oneOf;

  /// How help and errors show its value.
  std::string shown() const {
    const char *kinds[] = {"=<text>", "[=<flag>]", "=<number>"};
    if (takes != LayoutTakesOneOf)
      return kinds[takes];
    return withoutValue().empty() ? "=<" + oneOf + ">" : "[=<" + oneOf + ">]";
  }
  SmallVector<StringRef> values() const {
    SmallVector<StringRef> out;
    StringRef(oneOf).split(out, '|');
    return out;
  }
  /// What it takes, in words.
  std::string right() const {
    const char *kinds[] = {"a text", "true or false", "a natural number"};
    if (takes != LayoutTakesOneOf)
      return kinds[takes];
    SmallVector<StringRef> all = values();
    llvm::erase(all, "");
    if (all.empty())
      return "nothing";
    StringRef last = all.pop_back_val();
    return all.empty() ? last.str() : llvm::join(all, ", ") + " or " + last.str();
  }
  /// What no value means; empty where there must be one.
  StringRef withoutValue() const {
    return takes == LayoutTakesFlag || llvm::is_contained(values(), "true") ? "true" : "";
  }
};

struct StatisticInfo {
  std::string name, description;
};

struct LayoutDeclared {
  const void *what;
  std::string name, summary;
  std::vector<OptionInfo> options;
  std::vector<StatisticInfo> statistics;
};

const LayoutDeclared *layoutDeclare(const void *what, MlirStringRef name, MlirStringRef summary,
                                    const LayoutOption *options, size_t optionCount,
                                    const LayoutStatistic *statistics, size_t statisticCount) {
  auto text = [](MlirStringRef text) { return unwrap(text).str(); };
  auto *out = new LayoutDeclared{what, text(name), text(summary), {}, {}};
  for (const LayoutOption &o : ArrayRef(options, optionCount))
    out->options.push_back(
        {text(o.name), text(o.description), text(o.defaultValue), o.takes, text(o.oneOf)});
  for (const LayoutStatistic &s : ArrayRef(statistics, statisticCount))
    out->statistics.push_back({text(s.name), text(s.description)});
  return out;
}

namespace {

/// What an option takes: a flag needs no value, and help says which kind it is.
/// Whether a text is right, Rust decides.
class TextParser : public llvm::cl::parser<std::string> {
public:
  using parser::parser;

  void describe(const OptionInfo &info) {
    option = &info;
    const char *kinds[] = {"text", "flag", "number"};
    shown = info.takes == LayoutTakesOneOf ? info.oneOf : kinds[info.takes];
  }

  bool parse(llvm::cl::Option &, StringRef, StringRef text, std::string &value) {
    missing = !text.data() && option->withoutValue().empty();
    value = text.empty() ? option->withoutValue().str() : text.str();
    return false;
  }
  llvm::cl::ValueExpected getValueExpectedFlagDefault() const {
    return option->withoutValue().empty() ? llvm::cl::ValueRequired : llvm::cl::ValueOptional;
  }
  StringRef getValueName() const override { return shown; }

  /// Whether it was named and given no value, where there must be one.
  bool missing = false;

private:
  const OptionInfo *option = nullptr;
  std::string shown;
};

/// What is wrong with the text of options, and what would be right.
std::string describe(const LayoutDeclared &info, const Twine &message) {
  std::string out;
  llvm::raw_string_ostream stream(out);
  std::string reason = message.str();
  stream << info.name << ": " << StringRef(reason).trim() << (reason.empty() ? "" : "; ");
  stream << (info.options.empty() ? "it takes no options" : "its options are ");
  llvm::interleaveComma(info.options, stream, [&](const OptionInfo &option) {
    stream << option.name << option.shown();
  });
  return out;
}

/// What a value of an option is not; empty if it is right, as far as is known here.
std::string expected(const OptionInfo &option, StringRef value) {
  uint64_t number;
  if (option.takes == LayoutTakesNumber && value.getAsInteger(10, number))
    return "a natural number";
  if (option.takes == LayoutTakesFlag && !llvm::is_contained({"true", "false", "1", "0"}, value))
    return "true or false";
  SmallVector<StringRef> values = option.values();
  if (option.takes != LayoutTakesOneOf || llvm::is_contained(values, value) ||
      value == option.defaultValue)
    return "";
  return option.right();
}

/// The options of one use of a pass or pipeline.
template <typename Owner>
class Values {
public:
  using TextOption = typename Owner::template Option<std::string, TextParser>;

  void declare(Owner &owner, const LayoutDeclared &info) {
    for (const OptionInfo &option : info.options) {
      std::string shown = option.defaultValue.empty() ? "none" : option.defaultValue;
      // The description must outlive the option.
      descriptions.push_back(
          std::make_unique<std::string>(option.description + " (default: " + shown + ")"));
      options.push_back(std::make_unique<TextOption>(
          owner, option.name, llvm::cl::desc(*descriptions.back()),
          llvm::cl::init(option.defaultValue)));
      options.back()->getParser().describe(option);
    }
  }

  /// Has LLVM hand over options without a value, of which it tells standard error alone; `check` says what is wrong.
  void takeAll() {
    for (auto &option : options)
      option->setValueExpectedFlag(llvm::cl::ValueOptional);
  }

  /// Whether there are values, numbers are numbers, flags flags, and one of a few is one of them; everything else is
  /// for Rust to check.
  LogicalResult check(const LayoutDeclared &info,
                      function_ref<LogicalResult(const Twine &)> error) const {
    for (auto [option, declared] : llvm::zip(options, info.options)) {
      if (option->getParser().missing)
        return error(describe(info, "option " + Twine(declared.name) + " needs a value: " +
                                        declared.right()));
      std::string right = expected(declared, option->getValue());
      if (!right.empty())
        return error(Twine(info.name) + ": option " + declared.name + "=" + option->getValue() +
                     ": expected " + right);
    }
    return success();
  }

  /// Gives those a value that differ from their default.
  void set(ArrayRef<MlirStringRef> values) {
    for (auto [option, value] : llvm::zip(options, values))
      if (option->getValue() != unwrap(value))
        *option = unwrap(value).str();
  }

  std::vector<MlirStringRef> get() const {
    std::vector<MlirStringRef> out;
    for (const auto &option : options)
      out.push_back(wrap(StringRef(option->getValue())));
    return out;
  }

private:
  std::vector<std::unique_ptr<std::string>> descriptions;
  std::vector<std::unique_ptr<TextOption>> options;
};

/// What a pass and its copies for other threads counted.
class Counts {
public:
  explicit Counts(const LayoutDeclared &info) : info(info), counts(info.statistics.size()) {}

  void add(ArrayRef<uint64_t> more) {
    for (auto [count, by] : llvm::zip(counts, more))
      count += by;
  }

  /// Prints them, in the form of MLIR's report. (A Pass::Statistic counts in an LLVM with assertions alone, which
  /// no distribution has, and another that only looks so would take its memory for something else.)
  ~Counts() {
    auto &flags = llvm::cl::getRegisteredOptions();
    auto flag = flags.find("mlir-pass-statistics");
    if (counts.empty() || flag == flags.end() || flag->second->getNumOccurrences() == 0)
      return;
    std::string report;
    llvm::raw_string_ostream stream(report);
    stream << info.name << "\n";
    for (auto [count, statistic] : llvm::zip(counts, info.statistics))
      stream << "  (S) " << count.load() << " " << statistic.name << " - " << statistic.description
             << "\n";
    llvm::errs() << report;
  }

private:
  const LayoutDeclared &info;
  std::vector<std::atomic<uint64_t>> counts;
};

class RustPass : public OperationPass<> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(RustPass)

  explicit RustPass(const LayoutDeclared &info)
      : OperationPass(TypeID::get<RustPass>()), info(info),
        counts(std::make_shared<Counts>(info)) {
    values.declare(*this, info);
  }
  RustPass(const RustPass &other)
      : OperationPass(other), info(other.info), counts(other.counts) {
    values.declare(*this, info);
    copyOptionValuesFrom(&other);
  }

  void set(ArrayRef<MlirStringRef> texts) { values.set(texts); }

  StringRef getName() const override { return info.name; }
  StringRef getArgument() const override { return info.name; }
  StringRef getDescription() const override { return info.summary; }

  void getDependentDialects(DialectRegistry &registry) const override {
    // What the passes write: loading a dialect in the midst of a pass is not allowed.
    registry.insert<affine::AffineDialect, arith::ArithDialect, bufferization::BufferizationDialect,
                    gpu::GPUDialect, LLVM::LLVMDialect, memref::MemRefDialect, nvgpu::NVGPUDialect,
                    NVVM::NVVMDialect, scf::SCFDialect, tensor::TensorDialect,
                    vector::VectorDialect>();
    layout_rs_pass_dialects(info.what, wrap(&registry));
  }

  LogicalResult
  initializeOptions(StringRef text,
                    function_ref<LogicalResult(const Twine &)> error) override {
    auto named = [&](const Twine &message) { return error(describe(info, message)); };
    values.takeAll();
    if (failed(Pass::initializeOptions(text, named)))
      return failure();
    return values.check(info, error);
  }

  void runOnOperation() override {
    auto options = values.get();
#ifdef LAYOUT_CHECKED
    OperationFingerPrint before(getOperation());
#endif
    std::vector<uint64_t> counted(info.statistics.size());
    LayoutOutcome outcome = layout_rs_run_pass(info.what, wrap(getOperation()), options.data(),
                                               options.size(), counted.data());
    counts->add(counted);
    if (outcome == LayoutFailed)
      return signalPassFailure();
    if (outcome == LayoutChanged)
      return;
#ifdef LAYOUT_CHECKED
    if (before != OperationFingerPrint(getOperation())) {
      getOperation()->emitError("internal error (please report it): ")
          << info.name << " changed the IR and did not say so";
      return signalPassFailure();
    }
#endif
    // What did not change needs no verification, and analyses of it still hold.
    markAllAnalysesPreserved();
  }

protected:
  std::unique_ptr<Pass> clonePass() const override {
    return std::make_unique<RustPass>(*this);
  }

private:
  const LayoutDeclared &info;
  Values<Pass> values;
  std::shared_ptr<Counts> counts;
};

} // namespace

bool layoutRegisterPass(const LayoutDeclared *declared) {
  if (PassInfo::lookup(declared->name))
    return false;
  registerPass([declared] { return std::make_unique<RustPass>(*declared); });
  return true;
}

MlirPass layoutCreatePass(const LayoutDeclared *declared, const MlirStringRef *values,
                          size_t count) {
  auto pass = std::make_unique<RustPass>(*declared);
  pass->set(ArrayRef(values, count));
  return wrap(static_cast<Pass *>(pass.release()));
}

namespace {

/// The options of one pipeline use, parsed from `name=value` text.
struct PipelineOptions : public PassPipelineOptions<PipelineOptions> {
  explicit PipelineOptions(const LayoutDeclared &info) { values.declare(*this, info); }
  Values<PipelineOptions> values;
};

} // namespace

bool layoutRegisterPipeline(const LayoutDeclared *declared) {
  if (PassPipelineInfo::lookup(declared->name))
    return false;
  const LayoutDeclared &info = *declared;
  registerPassPipeline(
      info.name, info.summary,
      [&info](OpPassManager &pm, StringRef text,
              function_ref<LogicalResult(const Twine &)> error) -> LogicalResult {
        PipelineOptions parsed(info);
        parsed.values.takeAll();
        std::string problem;
        llvm::raw_string_ostream problems(problem);
        if (failed(parsed.parseFromString(text, problems)))
          return error(describe(info, problem));
        if (failed(parsed.values.check(info, error)))
          return failure();
        auto values = parsed.values.get();
        std::string out;
        auto append = [](MlirStringRef piece, void *userData) {
          static_cast<std::string *>(userData)->append(piece.data, piece.length);
        };
        if (!layout_rs_pipeline(info.what, values.data(), values.size(), append, &out))
          return error(Twine(info.name) + ": " + out);
        std::string message;
        llvm::raw_string_ostream stream(message);
        if (failed(parsePassPipeline(out, pm, stream)))
          return error(Twine("pipeline '") + info.name + "': " + message);
        return success();
      },
      [&info](function_ref<void(const detail::PassOptions &)> handle) {
        handle(PipelineOptions(info));
      });
  return true;
}

// How a pass is copied is a matter of pass managers; for the way to it see Remarks.cpp.
std::unique_ptr<Pass> copyOf(const Pass &pass);
template <auto clone> struct Copied {
  friend std::unique_ptr<Pass> copyOf(const Pass &pass) { return (pass.*clone)(); }
};
template struct Copied<&Pass::clone>;

MlirPass layoutParsePass(MlirStringRef text, MlirStringCallback out, void *userData) {
  std::string message;
  llvm::raw_string_ostream stream(message);
  OpPassManager scratch;
  if (succeeded(parsePassPipeline(unwrap(text), scratch, stream))) {
    if (scratch.size() == 1)
      return wrap(copyOf(*scratch.begin()).release());
    stream << "'" << unwrap(text) << "' is a pipeline of " << scratch.size() << " passes, and no pass";
  }
  out(wrap(StringRef(message).trim()), userData);
  return {nullptr};
}

bool layoutAppendPasses(MlirOpPassManager manager, MlirStringRef pipeline, MlirStringCallback out,
                        void *userData) {
  OpPassManager &passes = *unwrap(manager);
  std::string message;
  llvm::raw_string_ostream stream(message);
  // What fails halfway leaves what it has appended: so first elsewhere.
  OpPassManager scratch(passes.getOpAnchorName(), passes.getNesting());
  if (succeeded(parsePassPipeline(unwrap(pipeline), scratch, stream)) &&
      succeeded(parsePassPipeline(unwrap(pipeline), passes, stream)))
    return true;
  out(wrap(StringRef(message).trim()), userData);
  return false;
}
