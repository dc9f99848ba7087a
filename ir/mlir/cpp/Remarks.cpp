//===- Remarks.cpp - MLIR's framework of remarks ----------------------------===//

#include "Mlir.h"

#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/IR/Remarks.h"

using mlir::remark::detail::RemarkEngine;

// Whether a category is asked for is a private matter of the engine, which tools make even where nobody asks
// for any. Explicit instantiation may name what is private ([temp.spec.general]).
bool isAnyRemarkEnabled(const RemarkEngine &engine, llvm::StringRef category);
template <auto isEnabled> struct Opened {
  friend bool isAnyRemarkEnabled(const RemarkEngine &engine, llvm::StringRef category) {
    return (engine.*isEnabled)(category);
  }
};
template struct Opened<&RemarkEngine::isAnyRemarkEnabled>;

bool layoutTakesRemarks(MlirContext context, MlirStringRef category) {
  const RemarkEngine *engine = unwrap(context)->getRemarkEngine();
  return engine && isAnyRemarkEnabled(*engine, unwrap(category));
}

void layoutReport(LayoutRemarkKind kind, MlirLocation location, const LayoutRemark *what,
                  const LayoutRemarkPart *parts, size_t count) {
  using namespace mlir::remark;
  RemarkOpts options = RemarkOpts::name(unwrap(what->name))
                           .category(unwrap(what->category))
                           .function(unwrap(what->function));
  mlir::Location at = unwrap(location);
  auto out = kind == LayoutRemarkPassed   ? passed(at, options)
             : kind == LayoutRemarkMissed ? missed(at, options)
                                          : analysis(at, options);
  for (const LayoutRemarkPart &part : llvm::ArrayRef(parts, count))
    out << mlir::remark::detail::Remark::Arg(unwrap(part.key), unwrap(part.value));
}
