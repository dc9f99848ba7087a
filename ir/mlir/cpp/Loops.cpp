//===- Loops.cpp - copies of loops' bodies; what operations do to memory ----===//

#include "Mlir.h"

#include "mlir/CAPI/IR.h"
#include "mlir/Dialect/Affine/Analysis/LoopAnalysis.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Affine/LoopUtils.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Utils/Utils.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

static bool mayUnroll(Operation *loop) {
  auto annotation = loop->getAttrOfType<LLVM::LoopAnnotationAttr>("llvm.loop_annotation");
  LLVM::LoopUnrollAttr unroll = annotation ? annotation.getUnroll() : nullptr;
  return !unroll || !unroll.getDisable() || !unroll.getDisable().getValue();
}

/// Whether upstream unrolls a loop of constant bounds as it runs: it computes with signs, in 64 bits. What follows the
/// last iteration must still be a number of the loop's type.
static bool staysInWidth(scf::ForOp loop) {
  std::optional<int64_t> from = getConstantIntValue(loop.getLowerBound());
  std::optional<int64_t> to = getConstantIntValue(loop.getUpperBound());
  std::optional<int64_t> step = getConstantIntValue(loop.getStep());
  if (!from || !to || !step || *step <= 0 || (loop.getUnsignedCmp() && (*from < 0 || *to < 0)))
    return false;
  Type type = loop.getInductionVar().getType();
  unsigned bits = type.isIndex() ? 64 : type.getIntOrFloatBitWidth();
  int64_t behind, length;
  if (bits > 64 || llvm::AddOverflow(*to, *step, behind) || llvm::SubOverflow(*to, *from, length))
    return false;
  return llvm::isIntN(bits, behind) && llvm::isIntN(bits, length);
}

int64_t layoutTripCount(MlirOperation raw) {
  Operation *op = unwrap(raw);
  if (!mayUnroll(op))
    return -1;
  if (auto loop = dyn_cast<affine::AffineForOp>(op)) {
    std::optional<uint64_t> count = affine::getConstantTripCount(loop);
    return count && *count <= INT64_MAX ? int64_t(*count) : -1;
  }
  if (auto loop = dyn_cast<scf::ForOp>(op)) {
    if (!staysInWidth(loop))
      return -1;
    std::optional<APInt> count = loop.getStaticTripCount();
    return count && count->isIntN(62) ? count->getSExtValue() : -1;
  }
  return -1;
}

bool layoutUnroll(MlirOperation raw) {
  Operation *op = unwrap(raw);
  if (auto loop = dyn_cast<affine::AffineForOp>(op))
    return succeeded(affine::loopUnrollFull(loop));
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return succeeded(loopUnrollFull(loop));
  return false;
}

bool layoutUnrollBy(MlirOperation raw, uint64_t factor) {
  auto loop = dyn_cast<scf::ForOp>(unwrap(raw));
  if (!loop)
    return false;
  // Upstream takes bounds for constants where it knows how often a loop runs (from %a to %a + 8).
  bool constant = getConstantIntValue(loop.getLowerBound()) && getConstantIntValue(loop.getUpperBound());
  if (!constant && loop.getStaticTripCount())
    return false;
  return succeeded(loopUnrollByFactor(loop, factor));
}

void layoutNested(MlirOperation raw, void (*visit)(MlirOperation, void *), void *data) {
  visit(raw, data);
  for (Region &region : unwrap(raw)->getRegions())
    for (Block &block : region)
      for (Operation &op : block)
        layoutNested(wrap(&op), visit, data);
}

MlirOperation layoutLastOperation(MlirBlock raw) {
  Block *block = unwrap(raw);
  return wrap(block->empty() ? nullptr : &block->back());
}

LayoutEffects layoutEffects(MlirOperation raw) {
  Operation *op = unwrap(raw);
  if (isMemoryEffectFree(op))
    return LayoutEffectsNone;
  std::optional<SmallVector<MemoryEffects::EffectInstance>> effects = getEffectsRecursively(op);
  if (!effects)
    return LayoutEffectsAny;
  bool reads = llvm::all_of(
      *effects, [](const auto &effect) { return isa<MemoryEffects::Read>(effect.getEffect()); });
  return reads ? LayoutEffectsRead : LayoutEffectsAny;
}
