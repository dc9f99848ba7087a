//===- Registration.cpp - Rust passes and pipelines under their names -------===//

#include "Mlir.h"

#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"

#include <memory>
#include <string>
#include <vector>

using namespace mlir;

namespace {

struct OptionInfo {
  std::string name, description, defaultValue;
  LayoutOptionTakes takes;
};

/// A registered pass or pipeline; lives as long as the process.
struct Info {
  size_t index;
  std::string name, summary;
  std::vector<OptionInfo> options;
};

const Info &keep(size_t index, MlirStringRef name, MlirStringRef summary,
                 const LayoutOption *options, size_t count) {
  auto *info = new Info{index, unwrap(name).str(), unwrap(summary).str(), {}};
  for (size_t i = 0; i < count; ++i)
    info->options.push_back({unwrap(options[i].name).str(),
                             unwrap(options[i].description).str(),
                             unwrap(options[i].defaultValue).str(), options[i].takes});
  return *info;
}

/// What an option takes: a flag needs no value, and help says which kind it is.
/// Whether a value is right, Rust decides.
class TextParser : public llvm::cl::parser<std::string> {
public:
  using parser::parser;

  void setTakes(LayoutOptionTakes kind) { takes = kind; }

  bool parse(llvm::cl::Option &, StringRef, StringRef text, std::string &value) {
    value = text.empty() && takes == LayoutTakesFlag ? "true" : text.str();
    return false;
  }
  llvm::cl::ValueExpected getValueExpectedFlagDefault() const {
    return takes == LayoutTakesFlag ? llvm::cl::ValueOptional : llvm::cl::ValueRequired;
  }
  StringRef getValueName() const override {
    switch (takes) {
    case LayoutTakesFlag:
      return "flag";
    case LayoutTakesNumber:
      return "number";
    case LayoutTakesText:
      break;
    }
    return "text";
  }

private:
  LayoutOptionTakes takes = LayoutTakesText;
};

/// What is wrong with the text of options, and what would be right.
std::string describe(const Info &info, const Twine &message) {
  std::string out;
  llvm::raw_string_ostream stream(out);
  std::string reason = message.str();
  stream << info.name << ": " << StringRef(reason).trim() << (reason.empty() ? "" : "; ");
  stream << (info.options.empty() ? "it takes no options" : "its options are ");
  llvm::interleaveComma(info.options, stream, [&](const OptionInfo &option) {
    const char *takes[] = {"=<text>", "[=<flag>]", "=<number>"};
    stream << option.name << takes[option.takes];
  });
  return out;
}

/// The options of one use of a pass or pipeline.
template <typename Owner>
class Values {
public:
  using TextOption = typename Owner::template Option<std::string, TextParser>;

  void declare(Owner &owner, const Info &info) {
    for (const OptionInfo &option : info.options) {
      std::string shown = option.defaultValue.empty() ? "none" : option.defaultValue;
      // The description must outlive the option.
      descriptions.push_back(
          std::make_unique<std::string>(option.description + " (default: " + shown + ")"));
      options.push_back(std::make_unique<TextOption>(
          owner, option.name, llvm::cl::desc(*descriptions.back()),
          llvm::cl::init(option.defaultValue)));
      options.back()->getParser().setTakes(option.takes);
    }
  }

  /// Whether numbers are numbers; everything else is for Rust to check.
  LogicalResult check(const Info &info,
                      function_ref<LogicalResult(const Twine &)> error) const {
    for (size_t i = 0; i < options.size(); ++i) {
      StringRef value = options[i]->getValue();
      uint64_t number;
      if (info.options[i].takes == LayoutTakesNumber && value.getAsInteger(10, number))
        return error(Twine(info.name) + ": option " + info.options[i].name + "=" + value +
                     ": expected a natural number");
    }
    return success();
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

class RustPass : public OperationPass<> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(RustPass)

  explicit RustPass(const Info &info)
      : OperationPass(TypeID::get<RustPass>()), info(info) {
    values.declare(*this, info);
  }
  RustPass(const RustPass &other) : OperationPass(other), info(other.info) {
    values.declare(*this, info);
    copyOptionValuesFrom(&other);
  }

  StringRef getName() const override { return info.name; }
  StringRef getArgument() const override { return info.name; }
  StringRef getDescription() const override { return info.summary; }

  void getDependentDialects(DialectRegistry &registry) const override {
    // What the passes write: loading a dialect in the midst of a pass is not allowed.
    registry.insert<affine::AffineDialect, arith::ArithDialect, gpu::GPUDialect, LLVM::LLVMDialect,
                    memref::MemRefDialect, nvgpu::NVGPUDialect, NVVM::NVVMDialect, scf::SCFDialect,
                    vector::VectorDialect>();
    layout_rs_pass_dialects(wrap(&registry));
  }

  LogicalResult
  initializeOptions(StringRef text,
                    function_ref<LogicalResult(const Twine &)> error) override {
    auto named = [&](const Twine &message) { return error(describe(info, message)); };
    if (failed(Pass::initializeOptions(text, named)))
      return failure();
    return values.check(info, error);
  }

  void runOnOperation() override {
    auto options = values.get();
#ifdef LAYOUT_CHECKED
    OperationFingerPrint before(getOperation());
#endif
    LayoutOutcome outcome =
        layout_rs_run_pass(info.index, wrap(getOperation()), options.data(), options.size());
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
  const Info &info;
  Values<Pass> values;
};

} // namespace

void layoutRegisterPass(size_t index, MlirStringRef name, MlirStringRef summary,
                        const LayoutOption *options, size_t count) {
  const Info &info = keep(index, name, summary, options, count);
  registerPass([&info] { return std::make_unique<RustPass>(info); });
}

namespace {

/// The options of one pipeline use, parsed from `name=value` text.
struct PipelineOptions : public PassPipelineOptions<PipelineOptions> {
  explicit PipelineOptions(const Info &info) { values.declare(*this, info); }
  Values<PipelineOptions> values;
};

} // namespace

void layoutRegisterPipeline(size_t index, MlirStringRef name, MlirStringRef summary,
                            const LayoutOption *options, size_t count) {
  const Info &info = keep(index, name, summary, options, count);
  registerPassPipeline(
      info.name, info.summary,
      [&info](OpPassManager &pm, StringRef text,
              function_ref<LogicalResult(const Twine &)> error) -> LogicalResult {
        PipelineOptions parsed(info);
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
        if (!layout_rs_pipeline(info.index, values.data(), values.size(), append, &out))
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
}
