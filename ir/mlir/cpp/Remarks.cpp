//===- Remarks.cpp - MLIR's framework of remarks ----------------------------===//

#include "Mlir.h"

#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/IR/Remarks.h"

bool layoutTakesRemarks(MlirContext context) { return unwrap(context)->getRemarkEngine() != nullptr; }

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
