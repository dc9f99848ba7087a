//===- Lowering.cpp - upstream's rewrites that no upstream pass offers ------===//

#include "Mlir.h"

#include "mlir/CAPI/IR.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMTypes.h"
#include "mlir/Dialect/Vector/Transforms/LoweringPatterns.h"
#include "mlir/Dialect/Vector/Transforms/VectorRewritePatterns.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;

// Applies patterns of operations on vectors below an operation, to these operations and those that
// they become; returns whether anything changed. Everything else is left alone.
static bool rewriteVectors(Operation *root, function_ref<void(RewritePatternSet &)> populate) {
  SmallVector<Operation *> ops;
  root->walk([&](Operation *op) {
    if (op != root && isa_and_nonnull<vector::VectorDialect>(op->getDialect()))
      ops.push_back(op);
  });
  if (ops.empty())
    return false;
  RewritePatternSet patterns(root->getContext());
  populate(patterns);
  GreedyRewriteConfig config;
  config.setStrictness(GreedyRewriteStrictness::ExistingAndNewOps);
  bool changed = false;
  // Not to reach a fixed point in the driver's bounds is no failure: what is left is
  // reported where the pipeline ends.
  (void)applyOpPatternsGreedily(ops, std::move(patterns), config, &changed);
  return changed;
}

// Upstream applies these within convert-vector-to-llvm only, which takes index for
// 64 bits wide.
bool layoutLowerMasks(MlirOperation op) {
  return rewriteVectors(unwrap(op), [](RewritePatternSet &patterns) {
    vector::populateVectorMaskLoweringPatternsForSideEffectingOps(patterns);
  });
}

static void populateVectorPatterns(RewritePatternSet &patterns) {
  vector::populateVectorToVectorCanonicalizationPatterns(patterns);
  vector::populateVectorBitCastLoweringPatterns(patterns);
  vector::populateVectorBroadcastLoweringPatterns(patterns);
  vector::populateVectorContractLoweringPatterns(
      patterns, vector::VectorContractLowering::OuterProduct);
  vector::populateVectorOuterProductLoweringPatterns(patterns);
  vector::populateVectorMultiReductionLoweringPatterns(
      patterns, vector::VectorMultiReductionLowering::InnerReduction);
  vector::populateVectorMaskOpLoweringPatterns(patterns);
  vector::populateVectorShapeCastLoweringPatterns(patterns);
  vector::populateVectorInterleaveLoweringPatterns(patterns);
  vector::populateVectorTransposeLoweringPatterns(
      patterns, vector::VectorTransposeLowering::EltWise);
  vector::populateVectorTransferLoweringPatterns(patterns, /*maxTransferRank=*/1);
  vector::populateVectorMaskMaterializationPatterns(patterns,
                                                    /*force32BitVectorIndices=*/false);
  vector::populateVectorInsertExtractStridedSliceTransforms(patterns);
  vector::populateVectorStepLoweringPatterns(patterns);
  vector::populateVectorRankReducingFMAPattern(patterns);
  vector::populateVectorGatherLoweringPatterns(patterns);
}

bool layoutLowerVectors(MlirOperation op) {
  // What a mask applies to must not change while it stands in one.
  bool masks = layoutLowerMasks(op);
  return rewriteVectors(unwrap(op), populateVectorPatterns) || masks;
}

bool layoutIsUnsignedAddress(MlirOperation raw) {
  auto gep = dyn_cast<LLVM::GEPOp>(unwrap(raw));
  return gep && LLVM::bitEnumContainsAll(gep.getNoWrapFlags(), LLVM::GEPNoWrapFlags::nuw);
}

void layoutMakeNaturalAddress(MlirOperation raw) {
  if (auto gep = dyn_cast<LLVM::GEPOp>(unwrap(raw)))
    gep.setNoWrapFlags(LLVM::GEPNoWrapFlags::inbounds | LLVM::GEPNoWrapFlags::nuw);
}

/// Whether an operation of `arith` promises not to wrap. (Those of `llvm` have an interface for it.)
static bool promises(Operation *op, arith::IntegerOverflowFlags flag) {
  auto flags = dyn_cast_or_null<arith::IntegerOverflowFlagsAttr>(op->getAttr("overflowFlags"));
  return flags && arith::bitEnumContainsAll(flags.getValue(), flag);
}

bool layoutHasNoSignedWrap(MlirOperation raw) {
  if (promises(unwrap(raw), arith::IntegerOverflowFlags::nsw))
    return true;
  auto op = dyn_cast<LLVM::IntegerOverflowFlagsInterface>(unwrap(raw));
  return op && op.hasNoSignedWrap();
}

bool layoutHasNoUnsignedWrap(MlirOperation raw) {
  if (promises(unwrap(raw), arith::IntegerOverflowFlags::nuw))
    return true;
  auto op = dyn_cast<LLVM::IntegerOverflowFlagsInterface>(unwrap(raw));
  return op && op.hasNoUnsignedWrap();
}

MlirType layoutArrayElement(MlirType raw) {
  auto array = dyn_cast<LLVM::LLVMArrayType>(unwrap(raw));
  return array ? wrap(array.getElementType()) : MlirType{nullptr};
}
