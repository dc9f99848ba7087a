//===- Operations.cpp - what the hooks of all operations do -----------------===//

#include "Dialect.h"
#include "Layout.h"

#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/IR/Builders.h"

using namespace mlir;

//===------------------------------------------------------------------------===//
// Custom assembly
//===------------------------------------------------------------------------===//

/// Deepest nesting of a coordinate; layouts nest no deeper.
static constexpr unsigned maxCoordDepth = 64;

/// `((%t, 3), %m)`: SSA indices become `?` in the coordinate's text. In that of a slice `_` keeps a mode.
static ParseResult parseCoordinateList(OpAsmParser &parser,
                                       SmallVectorImpl<OpAsmParser::UnresolvedOperand> &indices,
                                       std::string &text, unsigned depth, bool slice) {
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
      return parseCoordinateList(parser, indices, text, depth + 1, slice);
    if (slice && succeeded(parser.parseOptionalKeyword("_"))) {
      text += '_';
      return success();
    }
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
                                   layout::CoordAttr &coord) {
  std::string text;
  if (parser.parseLParen() || parseCoordinateList(parser, indices, text, 0, false))
    return failure();
  coord = layout::CoordAttr::get(parser.getContext(), text);
  return success();
}

static ParseResult
parseSliceCoordinate(OpAsmParser &parser,
                     SmallVectorImpl<OpAsmParser::UnresolvedOperand> &indices,
                     StringAttr &coord) {
  std::string text;
  if (parser.parseLParen() || parseCoordinateList(parser, indices, text, 0, true))
    return failure();
  coord = parser.getBuilder().getStringAttr(text);
  return success();
}

static void printCoordinateText(OpAsmPrinter &printer, OperandRange indices, StringRef text) {
  auto next = indices.begin();
  for (char c : text) {
    if (c == '?' && next != indices.end())
      printer << *next++;
    else if (c == ',')
      printer << ", ";
    else
      printer << c;
  }
}

static void printCoordinate(OpAsmPrinter &printer, Operation *, OperandRange indices,
                            layout::CoordAttr coord) {
  printCoordinateText(printer, indices, coord.getText());
}

static void printSliceCoordinate(OpAsmPrinter &printer, Operation *, OperandRange indices,
                                 StringAttr coord) {
  printCoordinateText(printer, indices, coord.getValue());
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

/// A word that is no operation's or attribute's.
static ParseResult parseKeyword(OpAsmParser &parser, StringAttr &word) {
  StringRef text;
  if (parser.parseKeyword(&text))
    return failure();
  word = parser.getBuilder().getStringAttr(text);
  return success();
}

static void printKeyword(OpAsmPrinter &printer, Operation *, StringAttr word) {
  printer.printKeywordOrString(word.getValue());
}

/// `(128, 64)`
static ParseResult parseIntegers(OpAsmParser &parser, DenseI64ArrayAttr &integers) {
  SmallVector<int64_t> values;
  auto element = [&] { return parser.parseInteger(values.emplace_back()); };
  if (parser.parseCommaSeparatedList(OpAsmParser::Delimiter::Paren, element))
    return failure();
  integers = parser.getBuilder().getDenseI64ArrayAttr(values);
  return success();
}

static void printIntegers(OpAsmPrinter &printer, Operation *, DenseI64ArrayAttr integers) {
  printer << '(';
  llvm::interleaveComma(integers.asArrayRef(), printer);
  printer << ')';
}

/// ` [1, 0]`, or nothing.
static ParseResult parseModes(OpAsmParser &parser, DenseI64ArrayAttr &modes) {
  if (failed(parser.parseOptionalLSquare()))
    return success();
  SmallVector<int64_t> values;
  auto element = [&] { return parser.parseInteger(values.emplace_back()); };
  if (parser.parseCommaSeparatedList(element) || parser.parseRSquare())
    return failure();
  modes = parser.getBuilder().getDenseI64ArrayAttr(values);
  return success();
}

static void printModes(OpAsmPrinter &printer, Operation *, DenseI64ArrayAttr modes) {
  if (!modes)
    return;
  printer << '[';
  llvm::interleaveComma(modes.asArrayRef(), printer);
  printer << ']';
}

/// `(128, 64)` or a layout that has the shape.
static ParseResult parseShape(OpAsmParser &parser,
                              std::optional<OpAsmParser::UnresolvedOperand> &whole,
                              DenseI64ArrayAttr &shape) {
  OpAsmParser::UnresolvedOperand operand;
  OptionalParseResult given = parser.parseOptionalOperand(operand);
  if (!given.has_value())
    return parseIntegers(parser, shape);
  if (succeeded(*given))
    whole = operand;
  return *given;
}

static void printShape(OpAsmPrinter &printer, Operation *op, Value whole,
                       DenseI64ArrayAttr shape) {
  if (whole)
    printer << whole;
  else if (shape)
    printIntegers(printer, op, shape);
}

#define GET_OP_CLASSES
#include "LayoutOps.cpp.inc"

//===------------------------------------------------------------------------===//
// Hooks
//===------------------------------------------------------------------------===//

LogicalResult layout::verifyInRust(Operation *op) {
  std::string message;
  if (layout_rs_verify(wrap(op), append, &message))
    return success();
  return op->emitOpError() << message;
}

LogicalResult layout::inferInRust(StringRef op, MLIRContext *context,
                                  std::optional<Location> location, ValueRange operands,
                                  DictionaryAttr attributes,
                                  SmallVectorImpl<Type> &results) {
  SmallVector<MlirType> types;
  for (Value operand : operands)
    types.push_back(wrap(operand.getType()));
  bool same = operands.size() == 2 && operands[0] == operands[1];
  std::string out;
  if (!layout_rs_infer(wrap(op), types.data(), types.size(), same, wrap(Attribute(attributes)),
                       append, &out))
    return emitOptionalError(location, out);
  results.push_back(LayoutType::get(context, out));
  return success();
}

LogicalResult layout::inferViewInRust(StringRef op, MLIRContext *context,
                                      std::optional<Location> location, ValueRange operands,
                                      DictionaryAttr attributes,
                                      SmallVectorImpl<Type> &results) {
  std::string message;
  MlirType view;
  if (operands.empty() ||
      !layout_rs_infer_view(wrap(op), wrap(operands.front().getType()), operands.size() - 1,
                            wrap(Attribute(attributes)), &view, append, &message))
    return emitOptionalError(location, message);
  results.push_back(unwrap(view));
  return success();
}

OpFoldResult layout::foldInRust(Operation *op, ArrayRef<Attribute> operands) {
  SmallVector<int64_t> values;
  for (Attribute index : operands.drop_front()) {
    auto constant = dyn_cast_or_null<IntegerAttr>(index);
    if (!constant)
      return {};
    values.push_back(constant.getInt());
  }
  int64_t value;
  if (layout_rs_fold(wrap(op), values.data(), values.size(), &value))
    return IntegerAttr::get(op->getResult(0).getType(), value);
  return {};
}

void layout::rangeInRust(Operation *op, ArrayRef<IntegerValueRange> ranges,
                         SetIntLatticeFn setRange) {
  Value result = op->getResult(0);
  SmallVector<int64_t> least, greatest;
  for (const IntegerValueRange &index : ranges.drop_front()) {
    // Not reached yet: there will be another visit.
    if (index.isUninitialized())
      return;
    least.push_back(index.getValue().smin().getSExtValue());
    greatest.push_back(index.getValue().smax().getSExtValue());
  }
  int64_t lo, hi;
  if (!layout_rs_range(wrap(op), least.data(), greatest.data(), least.size(), &lo, &hi))
    return setRange(result, IntegerValueRange::getMaxRange(result));
  unsigned width = ConstantIntRanges::getStorageBitwidth(result.getType());
  setRange(result, ConstantIntRanges::fromSigned(APInt(width, lo, /*isSigned=*/true),
                                                 APInt(width, hi, /*isSigned=*/true)));
}

OpFoldResult layout::foldBoundsInRust(Operation *op, ArrayRef<Attribute> operands) {
  SmallVector<int64_t> least, greatest;
  for (Attribute index : operands.drop_front()) {
    auto constant = dyn_cast_or_null<IntegerAttr>(index);
    least.push_back(constant ? constant.getInt() : std::numeric_limits<int64_t>::min());
    greatest.push_back(constant ? constant.getInt() : std::numeric_limits<int64_t>::max());
  }
  bool holds;
  if (layout_rs_decide(wrap(op), least.data(), greatest.data(), least.size(), &holds))
    return BoolAttr::get(op->getContext(), holds);
  return {};
}

void layout::rangeBoundsInRust(Operation *op, ArrayRef<IntegerValueRange> ranges,
                               SetIntLatticeFn setRange) {
  Value result = op->getResult(0);
  SmallVector<int64_t> least, greatest;
  for (const IntegerValueRange &index : ranges.drop_front()) {
    // Not reached yet: there will be another visit.
    if (index.isUninitialized())
      return;
    least.push_back(index.getValue().smin().getSExtValue());
    greatest.push_back(index.getValue().smax().getSExtValue());
  }
  bool holds;
  if (!layout_rs_decide(wrap(op), least.data(), greatest.data(), least.size(), &holds))
    return setRange(result, IntegerValueRange::getMaxRange(result));
  setRange(result, ConstantIntRanges::constant(APInt(1, holds)));
}
