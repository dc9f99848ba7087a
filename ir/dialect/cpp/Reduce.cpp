//===- Reduce.cpp - what a reducer of failing files may do ------------------===//
//
// Found through the dialect, and tried on operations of every dialect. The reducer itself
// erases ranges of operations; here one goes that others use, or that stands among them.
//
//===------------------------------------------------------------------------===//

#include "Dialect.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Reducer/ReductionPatternInterface.h"
#include "mlir/Reducer/Tester.h"

using namespace mlir;

namespace {

/// Constants or operands in place of what an operation computes, or nothing in place of one that
/// computes nothing, where the module stays interesting. (Upstream's search needs that of a pattern.)
struct Replace : RewritePattern {
  Replace(MLIRContext *context, Tester &tester)
      : RewritePattern(MatchAnyOpTypeTag(), /*benefit=*/1, context), tester(tester) {}

  LogicalResult matchAndRewrite(Operation *op, PatternRewriter &rewriter) const final {
    // A terminator stays, and what is a constant already.
    if (!op->getNextNode() || op->getNumOperands() == 0)
      return failure();
    auto module = op->getParentOfType<ModuleOp>();
    if (!module || !staysInteresting(module, op))
      return failure();
    rewriter.replaceOp(op, simpler(rewriter, op));
    return success();
  }

private:
  bool staysInteresting(ModuleOp module, Operation *op) const {
    IRMapping copies;
    OwningOpRef<ModuleOp> copy(cast<ModuleOp>(module->clone(copies)));
    Operation *there = copies.lookupOrNull(op);
    if (!there)
      return false;
    IRRewriter rewriter(there);
    SmallVector<Value> values = simpler(rewriter, there);
    if (values.size() != there->getNumResults())
      return false;
    rewriter.replaceOp(there, values);
    return tester.isInteresting(*copy).first == Tester::Interestingness::True;
  }

  /// Fewer than there are results, if there is nothing simpler of a type.
  static SmallVector<Value> simpler(OpBuilder &builder, Operation *op) {
    SmallVector<Value> values;
    for (Type type : op->getResultTypes()) {
      Value value = constant(builder, op->getLoc(), type);
      for (Value operand : op->getOperands())
        if (!value && operand.getType() == type)
          value = operand;
      if (value)
        values.push_back(value);
    }
    return values;
  }

  static Value constant(OpBuilder &builder, Location loc, Type type) {
    if (type.isIntOrIndexOrFloat())
      return arith::ConstantOp::create(builder, loc, cast<TypedAttr>(builder.getZeroAttr(type)));
    // Without symbols.
    auto layout = dyn_cast<layout::LayoutType>(type);
    if (layout && layout.getText() != "*" && !layout.getText().contains('?'))
      return layout::MakeOp::create(builder, loc, type, ValueRange());
    return {};
  }

  Tester &tester;
};

struct Reduction : DialectReductionPatternInterface {
  explicit Reduction(Dialect *dialect) : DialectReductionPatternInterface(dialect) {}
  void populateReductionPatterns(RewritePatternSet &) const final {}
  void populateReductionPatternsWithTester(RewritePatternSet &patterns,
                                           Tester &tester) const final {
    patterns.add<Replace>(patterns.getContext(), tester);
  }
};

} // namespace

void layout::addReduction(Dialect *dialect) {
  dialect->addInterface(std::make_unique<Reduction>(dialect));
}
