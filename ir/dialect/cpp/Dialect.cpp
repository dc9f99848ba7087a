//===- Dialect.cpp - the layout dialect: hooks that call Rust ---------------===//

#include "Dialect.h"
#include "Layout.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/Transforms/InliningUtils.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

#include "LayoutDialect.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "LayoutAttrs.cpp.inc"

#define GET_TYPEDEF_CLASSES
#include "LayoutTypes.cpp.inc"

namespace {

/// Collects what Rust hands out.
void append(MlirStringRef text, void *userData) {
  static_cast<std::string *>(userData)->append(text.data, text.length);
}

/// Deepest nesting of a coordinate; layouts nest no deeper.
constexpr unsigned maxCoordDepth = 64;

/// All operations are pure and hold no regions: they may stand anywhere.
struct Inliner : DialectInlinerInterface {
  using DialectInlinerInterface::DialectInlinerInterface;
  bool isLegalToInline(Operation *, Region *, bool, IRMapping &) const final { return true; }
};

} // namespace

//===------------------------------------------------------------------------===//
// Custom assembly
//===------------------------------------------------------------------------===//

/// `((%t, 3), %m)`: SSA indices become `?` in the coordinate's text.
static ParseResult parseCoordinateList(OpAsmParser &parser,
                                       SmallVectorImpl<OpAsmParser::UnresolvedOperand> &indices,
                                       std::string &text, unsigned depth) {
  if (depth > maxCoordDepth)
    return parser.emitError(parser.getCurrentLocation())
           << "coordinate nested deeper than " << maxCoordDepth << " levels";
  text += '(';
  bool first = true;
  auto element = [&]() -> ParseResult {
    if (!first)
      text += ',';
    first = false;
    if (succeeded(parser.parseOptionalLParen()))
      return parseCoordinateList(parser, indices, text, depth + 1);
    int64_t constant;
    OptionalParseResult integer = parser.parseOptionalInteger(constant);
    if (integer.has_value()) {
      text += std::to_string(constant);
      return *integer;
    }
    text += '?';
    return parser.parseOperand(indices.emplace_back());
  };
  if (parser.parseCommaSeparatedList(element) || parser.parseRParen())
    return failure();
  text += ')';
  return success();
}

static ParseResult parseCoordinate(OpAsmParser &parser,
                                   SmallVectorImpl<OpAsmParser::UnresolvedOperand> &indices,
                                   StringAttr &coord) {
  std::string text;
  if (parser.parseLParen() || parseCoordinateList(parser, indices, text, 0))
    return failure();
  coord = parser.getBuilder().getStringAttr(text);
  return success();
}

static void printCoordinate(OpAsmPrinter &printer, Operation *, OperandRange indices,
                            StringAttr coord) {
  auto next = indices.begin();
  for (char c : coord.getValue()) {
    if (c == '?' && next != indices.end())
      printer << *next++;
    else if (c == ',')
      printer << ", ";
    else
      printer << c;
  }
}

static ParseResult parseRange(OpAsmParser &parser,
                              std::optional<OpAsmParser::UnresolvedOperand> &whole,
                              IntegerAttr &range) {
  int64_t constant;
  OptionalParseResult integer = parser.parseOptionalInteger(constant);
  if (integer.has_value()) {
    range = parser.getBuilder().getI64IntegerAttr(constant);
    return *integer;
  }
  return parser.parseOperand(whole.emplace());
}

static void printRange(OpAsmPrinter &printer, Operation *, Value whole, IntegerAttr range) {
  if (whole)
    printer << whole;
  else if (range)
    printer << range.getInt();
}

#define GET_OP_CLASSES
#include "LayoutOps.cpp.inc"

//===------------------------------------------------------------------------===//
// Dialect
//===------------------------------------------------------------------------===//

void layout::LayoutDialect::initialize() {
  registerAttributes();
  registerTypes();
  addOperations<
#define GET_OP_LIST
#include "LayoutOps.cpp.inc"
      >();
  addInterfaces<Inliner>();
}

void layout::LayoutDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "LayoutAttrs.cpp.inc"
      >();
}

void layout::LayoutDialect::registerTypes() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "LayoutTypes.cpp.inc"
      >();
}

/// Hands the raw text to Rust; errors point at the byte that Rust names.
static int parseBody(DialectAsmParser &parser, int kind, std::string &out) {
  StringRef spec = parser.getFullSymbolSpec();
  size_t offset = 0;
  int parsed = layout_rs_parse(kind, wrap(spec), &offset, append, &out);
  if (parsed == LayoutParsedError)
    parser.emitError(SMLoc::getFromPointer(spec.data() + offset), out);
  return parsed;
}

Attribute layout::LayoutDialect::parseAttribute(DialectAsmParser &parser, Type) const {
  std::string text;
  switch (parseBody(parser, LayoutTextAttr, text)) {
  case LayoutParsedLayout:
    return LayoutAttr::get(getContext(), text);
  case LayoutParsedTile:
    return TileAttr::get(getContext(), text);
  default:
    return {};
  }
}

void layout::LayoutDialect::printAttribute(Attribute attr, DialectAsmPrinter &printer) const {
  if (auto tile = dyn_cast<TileAttr>(attr))
    printer << "tile<" << tile.getText() << ">";
  else
    printer << cast<LayoutAttr>(attr).getText();
}

Type layout::LayoutDialect::parseType(DialectAsmParser &parser) const {
  std::string text;
  if (parseBody(parser, LayoutTextType, text) == LayoutParsedError)
    return {};
  return LayoutType::get(getContext(), text);
}

void layout::LayoutDialect::printType(Type type, DialectAsmPrinter &printer) const {
  printer << cast<LayoutType>(type).getText();
}

Operation *layout::LayoutDialect::materializeConstant(OpBuilder &builder, Attribute value,
                                                      Type type, Location loc) {
  return arith::ConstantOp::materialize(builder, value, type, loc);
}

//===------------------------------------------------------------------------===//
// Interfaces of the attribute
//===------------------------------------------------------------------------===//

AffineMap layout::LayoutAttr::getAffineMap() const {
  std::string text;
  if (layout_rs_affine_map(wrap(getText()), append, &text))
    if (auto map = dyn_cast_or_null<AffineMapAttr>(parseAttribute(text, getContext())))
      return map.getValue();
  // verifyLayout refuses such a layout before anybody asks for its map.
  return AffineMap::get(getContext());
}

LogicalResult
layout::LayoutAttr::verifyLayout(ArrayRef<int64_t> shape,
                                 function_ref<InFlightDiagnostic()> emitError) const {
  std::string message;
  if (!layout_rs_check_shape(wrap(getText()), shape.data(), shape.size(),
                             ShapedType::kDynamic, append, &message))
    return emitError() << message;
  message.clear();
  if (!layout_rs_affine_map(wrap(getText()), append, &message))
    return emitError() << message;
  return success();
}

LogicalResult
layout::LayoutAttr::verifyEncoding(ArrayRef<int64_t> shape, Type,
                                   function_ref<InFlightDiagnostic()> emitError) const {
  std::string message;
  if (layout_rs_check_shape(wrap(getText()), shape.data(), shape.size(),
                            ShapedType::kDynamic, append, &message))
    return success();
  return emitError() << message;
}

//===------------------------------------------------------------------------===//
// Operations
//===------------------------------------------------------------------------===//

static LogicalResult infer(StringRef op, MLIRContext *context, std::optional<Location> loc,
                           ValueRange operands, layout::TileAttr tile, IntegerAttr range,
                           SmallVectorImpl<Type> &results) {
  SmallVector<MlirStringRef> texts;
  for (Value operand : operands) {
    auto type = dyn_cast<layout::LayoutType>(operand.getType());
    if (!type)
      return emitOptionalError(loc, "expected a layout, found ", operand.getType());
    texts.push_back(wrap(type.getText()));
  }
  bool same = operands.size() == 2 && operands[0] == operands[1];
  int64_t rangeValue = range ? range.getInt() : 0;
  std::string out;
  if (!layout_rs_infer(wrap(op), texts.data(), texts.size(), same,
                       tile ? wrap(tile.getText()) : MlirStringRef{nullptr, 0},
                       range ? &rangeValue : nullptr, append, &out))
    return emitOptionalError(loc, out);
  results.push_back(layout::LayoutType::get(context, out));
  return success();
}

#define INFER_UNARY_OP(CLASS, NAME)                                                \
  LogicalResult layout::CLASS::inferReturnTypes(                                   \
      MLIRContext *context, std::optional<Location> loc, Adaptor adaptor,          \
      SmallVectorImpl<Type> &results) {                                            \
    return infer(NAME, context, loc, adaptor.getOperands(), {}, {}, results);      \
  }
INFER_UNARY_OP(CoalesceOp, "coalesce")
INFER_UNARY_OP(FlattenOp, "flatten")
INFER_UNARY_OP(RightInverseOp, "right_inverse")
INFER_UNARY_OP(LeftInverseOp, "left_inverse")
#undef INFER_UNARY_OP

LogicalResult layout::ComplementOp::inferReturnTypes(MLIRContext *context,
                                                     std::optional<Location> loc,
                                                     Adaptor adaptor,
                                                     SmallVectorImpl<Type> &results) {
  return infer("complement", context, loc, adaptor.getOperands(), {},
               adaptor.getRangeAttr(), results);
}

#define INFER_TILER_OP(CLASS, NAME)                                                \
  LogicalResult layout::CLASS::inferReturnTypes(                                   \
      MLIRContext *context, std::optional<Location> loc, Adaptor adaptor,          \
      SmallVectorImpl<Type> &results) {                                            \
    return infer(NAME, context, loc, adaptor.getOperands(), adaptor.getTileAttr(), \
                 {}, results);                                                     \
  }
INFER_TILER_OP(CompositionOp, "composition")
INFER_TILER_OP(LogicalDivideOp, "logical_divide")
INFER_TILER_OP(LogicalProductOp, "logical_product")
INFER_TILER_OP(ZippedDivideOp, "zipped_divide")
#undef INFER_TILER_OP

LogicalResult layout::MakeOp::verify() {
  int64_t symbols = layout_rs_symbol_count(wrap(getResult().getType().getText()));
  if (symbols < 0)
    return emitOpError("cannot make the unknown layout '*'; give its shape and stride");
  if (static_cast<size_t>(symbols) != getSymbols().size())
    return emitOpError() << "binds " << getSymbols().size() << " values, but "
                         << getResult().getType() << " has " << symbols << " symbols";
  return success();
}

LogicalResult layout::ComplementOp::verify() {
  if (getWhole() && getRange())
    return emitOpError("takes the range as an integer or as a layout, not both");
  return success();
}

static OpFoldResult measure(int which, layout::LayoutType type, Type index) {
  int64_t value;
  if (layout_rs_measure(which, wrap(type.getText()), &value))
    return IntegerAttr::get(index, value);
  return {};
}

OpFoldResult layout::SizeOp::fold(FoldAdaptor) {
  return measure(0, getLayout().getType(), getType());
}

OpFoldResult layout::CosizeOp::fold(FoldAdaptor) {
  return measure(1, getLayout().getType(), getType());
}

OpFoldResult layout::Crd2IdxOp::fold(FoldAdaptor adaptor) {
  SmallVector<int64_t> values;
  for (Attribute index : adaptor.getIndices()) {
    auto constant = dyn_cast_or_null<IntegerAttr>(index);
    if (!constant)
      return {};
    values.push_back(constant.getInt());
  }
  int64_t value;
  if (layout_rs_eval(wrap(getLayout().getType().getText()), wrap(getCoord()),
                     values.data(), values.size(), &value))
    return IntegerAttr::get(getType(), value);
  return {};
}

//===------------------------------------------------------------------------===//
// Integer ranges
//===------------------------------------------------------------------------===//

/// `indices` are the ranges of the coordinate's integers.
static void inferRange(int which, Value result, layout::LayoutType type, StringRef coord,
                       ArrayRef<IntegerValueRange> indices, SetIntLatticeFn setRange) {
  SmallVector<int64_t> least, greatest;
  for (const IntegerValueRange &index : indices) {
    // Not reached yet: there will be another visit.
    if (index.isUninitialized())
      return;
    least.push_back(index.getValue().smin().getSExtValue());
    greatest.push_back(index.getValue().smax().getSExtValue());
  }
  int64_t lo, hi;
  if (!layout_rs_range(which, wrap(type.getText()), wrap(coord), least.data(),
                       greatest.data(), least.size(), &lo, &hi))
    return setRange(result, IntegerValueRange::getMaxRange(result));
  unsigned width = ConstantIntRanges::getStorageBitwidth(result.getType());
  setRange(result, ConstantIntRanges::fromSigned(APInt(width, lo, /*isSigned=*/true),
                                                 APInt(width, hi, /*isSigned=*/true)));
}

void layout::SizeOp::inferResultRangesFromOptional(ArrayRef<IntegerValueRange>,
                                                   SetIntLatticeFn setRange) {
  inferRange(0, getResult(), getLayout().getType(), {}, {}, setRange);
}

void layout::CosizeOp::inferResultRangesFromOptional(ArrayRef<IntegerValueRange>,
                                                     SetIntLatticeFn setRange) {
  inferRange(1, getResult(), getLayout().getType(), {}, {}, setRange);
}

void layout::Crd2IdxOp::inferResultRangesFromOptional(ArrayRef<IntegerValueRange> ranges,
                                                      SetIntLatticeFn setRange) {
  inferRange(2, getResult(), getLayout().getType(), getCoord(), ranges.drop_front(), setRange);
}

LogicalResult layout::Crd2IdxOp::verify() {
  StringRef coord = getCoord();
  if (coord.count('?') != getIndices().size())
    return emitOpError() << "has " << getIndices().size() << " indices for the coordinate "
                         << coord << ", which takes " << coord.count('?');
  std::string message;
  if (!layout_rs_check_coord(wrap(getLayout().getType().getText()), wrap(coord), append,
                             &message))
    return emitOpError() << message;
  return success();
}

//===------------------------------------------------------------------------===//
// C interface
//===------------------------------------------------------------------------===//

void layoutRegisterDialect(MlirDialectRegistry registry) {
  unwrap(registry)->insert<layout::LayoutDialect>();
}

MlirAttribute layoutAttrGet(MlirContext context, MlirStringRef text) {
  return wrap(Attribute(layout::LayoutAttr::get(unwrap(context), unwrap(text))));
}

MlirType layoutTypeGet(MlirContext context, MlirStringRef text) {
  return wrap(Type(layout::LayoutType::get(unwrap(context), unwrap(text))));
}

template <typename Attr>
static MlirStringRef textOf(MlirAttribute attr) {
  if (auto found = dyn_cast_or_null<Attr>(unwrap(attr)))
    return wrap(found.getText());
  return {nullptr, 0};
}

MlirStringRef layoutAttrText(MlirAttribute attr) { return textOf<layout::LayoutAttr>(attr); }

MlirStringRef layoutTileText(MlirAttribute attr) { return textOf<layout::TileAttr>(attr); }

MlirStringRef layoutTypeText(MlirType type) {
  if (auto found = dyn_cast_or_null<layout::LayoutType>(unwrap(type)))
    return wrap(found.getText());
  return {nullptr, 0};
}

void layoutEmitRemark(MlirLocation location, MlirStringRef message) {
  emitRemark(unwrap(location)) << unwrap(message);
}
