//===- Tiles.cpp - tiles, and the assembly of their operations ---------------===//

#include "Dialect.h"

#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

bool layout::isTileElement(Type type) {
  if (auto integer = dyn_cast<IntegerType>(type))
    return integer.isSignless() && llvm::is_contained({1, 8, 16, 32, 64}, int(integer.getWidth()));
  return isa<FloatType, IndexType>(type);
}

bool layout::isTile(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || !tensor.hasStaticShape() || !isTileElement(tensor.getElementType()))
    return false;
  int64_t elements = 1;
  for (int64_t extent : tensor.getShape())
    if (extent < 1 || llvm::MulOverflow(elements, extent, elements))
      return false;
  return !tensor.getEncoding() || isa<TvAttr>(tensor.getEncoding());
}

/// `!t`, or `(!t, !u)`.
static ParseResult parseTypes(OpAsmParser &parser, SmallVectorImpl<Type> &types) {
  if (failed(parser.parseOptionalLParen()))
    return parser.parseType(types.emplace_back());
  return failure(parser.parseTypeList(types) || parser.parseRParen());
}

/// `addf %t dim 1 : !t -> !s`, or without a kind `%t, %u dim 1 : (!t, !u) -> (!a, !b) {…}`.
ParseResult layout::ReduceOp::parse(OpAsmParser &parser, OperationState &state) {
  SmallVector<OpAsmParser::UnresolvedOperand> tiles;
  int64_t dim;
  std::string kind;
  bool named = succeeded(parser.parseOptionalKeywordOrString(&kind));
  if (named)
    state.addAttribute(getKindAttrName(state.name), parser.getBuilder().getStringAttr(kind));
  SMLoc operandsAt = parser.getCurrentLocation();
  if (parser.parseOperandList(tiles) || parser.parseKeyword("dim") || parser.parseInteger(dim) ||
      parser.parseOptionalAttrDict(state.attributes) || parser.parseColon())
    return failure();
  state.addAttribute(getDimAttrName(state.name), parser.getBuilder().getI64IntegerAttr(dim));
  SmallVector<Type> inputs, results;
  if (parseTypes(parser, inputs) || parser.parseArrow() || parseTypes(parser, results))
    return failure();
  state.addTypes(results);
  Region *combiner = state.addRegion();
  if (!named && parser.parseRegion(*combiner))
    return failure();
  return parser.resolveOperands(tiles, inputs, operandsAt, state.operands);
}

void layout::ReduceOp::print(OpAsmPrinter &printer) {
  printer << ' ';
  if (getKindAttr()) {
    printer.printKeywordOrString(*getKind());
    printer << ' ';
  }
  printer << getTiles() << " dim " << getDim();
  printer.printOptionalAttrDict((*this)->getAttrs(), {getKindAttrName(), getDimAttrName()});
  auto printTypes = [&](TypeRange types) {
    bool bare = getKindAttr() && types.size() == 1;
    printer << (bare ? "" : "(");
    llvm::interleaveComma(types, printer);
    printer << (bare ? "" : ")");
  };
  printer << " : ";
  printTypes(getTiles().getTypes());
  printer << " -> ";
  printTypes(getResultTypes());
  if (getKindAttr())
    return;
  printer << ' ';
  printer.printRegion(getCombiner());
}

//===------------------------------------------------------------------------===//
// Products
//===------------------------------------------------------------------------===//

/// A product of tiles only computes; one of shared memory reads it.
void layout::MmaOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>> &effects) {
  for (OpOperand *factor : {&getAMutable(), &getBMutable()})
    if (isa<BaseMemRefType>(factor->get().getType()))
      effects.emplace_back(MemoryEffects::Read::get(), factor);
}

Speculation::Speculatability layout::MmaOp::getSpeculatability() {
  return isMemoryEffectFree(*this) ? Speculation::Speculatable : Speculation::NotSpeculatable;
}

//===------------------------------------------------------------------------===//
// Folding
//===------------------------------------------------------------------------===//

/// A tile of one constant is it in any shape and encoding.
static OpFoldResult foldSplat(Attribute source, Value result) {
  if (auto splat = dyn_cast_or_null<SplatElementsAttr>(source))
    return splat.resizeSplat(cast<ShapedType>(result.getType()));
  return {};
}

/// The source of the operation of the same kind that defines the source; null if another does.
template <typename Op>
static Value sourceBehind(Op op) {
  auto before = op.getSource().template getDefiningOp<Op>();
  return before ? before.getSource() : Value();
}

OpFoldResult layout::BroadcastOp::fold(FoldAdaptor adaptor) {
  return foldSplat(adaptor.getSource(), getResult());
}

OpFoldResult layout::ExpandDimsOp::fold(FoldAdaptor adaptor) {
  return foldSplat(adaptor.getSource(), getResult());
}

OpFoldResult layout::ConvertOp::fold(FoldAdaptor adaptor) {
  if (getSource().getType() == getType())
    return getSource();
  if (Value source = sourceBehind(*this)) {
    getSourceMutable().assign(source);
    return getResult();
  }
  if (auto constant = dyn_cast_or_null<DenseElementsAttr>(adaptor.getSource()))
    return constant.reshape(getType());
  return {};
}

OpFoldResult layout::TransposeOp::fold(FoldAdaptor adaptor) {
  if (isIdentityPermutation(getPermutation()) && getSource().getType() == getType())
    return getSource();
  auto before = getSource().getDefiningOp<TransposeOp>();
  if (before && before.getSource().getType() == getType() &&
      isIdentityPermutation(applyPermutation(before.getPermutation(), getPermutation())))
    return before.getSource();
  return foldSplat(adaptor.getSource(), getResult());
}

OpFoldResult layout::ReshapeOp::fold(FoldAdaptor adaptor) {
  if (getSource().getType() == getType())
    return getSource();
  if (Value source = sourceBehind(*this); source && source.getType() == getType())
    return source;
  return foldSplat(adaptor.getSource(), getResult());
}
