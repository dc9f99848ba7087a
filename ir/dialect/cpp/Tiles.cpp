//===- Tiles.cpp - tiles, and the assembly of their operations ---------------===//

#include "Dialect.h"

using namespace mlir;

bool layout::isTileElement(Type type) {
  if (auto integer = dyn_cast<IntegerType>(type))
    return integer.isSignless() && llvm::is_contained({1, 8, 16, 32, 64}, int(integer.getWidth()));
  return isa<FloatType, IndexType>(type);
}

bool layout::isTile(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && tensor.hasStaticShape() && tensor.getNumElements() > 0 &&
         isTileElement(tensor.getElementType()) &&
         (!tensor.getEncoding() || isa<TvAttr>(tensor.getEncoding()));
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
