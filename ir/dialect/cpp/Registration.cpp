//===- Registration.cpp - Rust passes and pipelines under their names -------===//

#include "Dialect.h"
#include "Layout.h"

#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
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
                             unwrap(options[i].defaultValue).str()});
  return *info;
}

/// Every option is text; Rust reads its value.
template <typename Owner>
class Values {
public:
  using TextOption = typename Owner::template Option<std::string>;

  void declare(Owner &owner, const Info &info) {
    for (const OptionInfo &option : info.options)
      options.push_back(std::make_unique<TextOption>(
          owner, option.name, llvm::cl::desc(option.description),
          llvm::cl::init(option.defaultValue)));
  }

  std::vector<MlirStringRef> get() const {
    std::vector<MlirStringRef> out;
    for (const auto &option : options)
      out.push_back(wrap(StringRef(option->getValue())));
    return out;
  }

private:
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
    registry.insert<layout::LayoutDialect, affine::AffineDialect, arith::ArithDialect,
                    memref::MemRefDialect, scf::SCFDialect, vector::VectorDialect>();
  }

  void runOnOperation() override {
    auto options = values.get();
    if (!layout_rs_run_pass(info.index, wrap(getOperation()), options.data(),
                            options.size()))
      signalPassFailure();
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
        if (failed(parsed.parseFromString(text)))
          return failure();
        auto values = parsed.values.get();
        std::string out;
        auto append = [](MlirStringRef piece, void *userData) {
          static_cast<std::string *>(userData)->append(piece.data, piece.length);
        };
        if (!layout_rs_pipeline(info.index, values.data(), values.size(), append, &out))
          return error(out);
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
