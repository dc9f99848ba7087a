//===- Lowering.cpp - upstream's rewrites that no upstream pass offers ------===//

#include "Mlir.h"

#include "mlir/CAPI/IR.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMTypes.h"
#include "mlir/Dialect/Vector/Transforms/LoweringPatterns.h"
#include "mlir/Dialect/Vector/Transforms/VectorRewritePatterns.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;

// Upstream applies these within convert-vector-to-llvm only, which takes index for
// 64 bits wide.
void layoutLowerMasks(MlirOperation raw) {
  Operation *op = unwrap(raw);
  RewritePatternSet patterns(op->getContext());
  vector::populateVectorMaskLoweringPatternsForSideEffectingOps(patterns);
  (void)applyPatternsGreedily(op, std::move(patterns));
}

void layoutLowerVectors(MlirOperation raw) {
  // What a mask applies to must not change while it stands in one.
  layoutLowerMasks(raw);
  Operation *op = unwrap(raw);
  RewritePatternSet patterns(op->getContext());
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
  // Not to reach a fixed point in the driver's bounds is no failure: what is left is
  // reported where the pipeline ends.
  (void)applyPatternsGreedily(op, std::move(patterns));
}

bool layoutIsUnsignedAddress(MlirOperation raw) {
  auto gep = dyn_cast<LLVM::GEPOp>(unwrap(raw));
  return gep && LLVM::bitEnumContainsAll(gep.getNoWrapFlags(), LLVM::GEPNoWrapFlags::nuw);
}

void layoutMakeNaturalAddress(MlirOperation raw) {
  if (auto gep = dyn_cast<LLVM::GEPOp>(unwrap(raw)))
    gep.setNoWrapFlags(LLVM::GEPNoWrapFlags::inbounds | LLVM::GEPNoWrapFlags::nuw);
}

bool layoutHasNoSignedWrap(MlirOperation raw) {
  auto op = dyn_cast<LLVM::IntegerOverflowFlagsInterface>(unwrap(raw));
  return op && op.hasNoSignedWrap();
}

bool layoutHasNoUnsignedWrap(MlirOperation raw) {
  auto op = dyn_cast<LLVM::IntegerOverflowFlagsInterface>(unwrap(raw));
  return op && op.hasNoUnsignedWrap();
}

MlirType layoutArrayElement(MlirType raw) {
  auto array = dyn_cast<LLVM::LLVMArrayType>(unwrap(raw));
  return array ? wrap(array.getElementType()) : MlirType{nullptr};
}
