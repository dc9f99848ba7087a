//===- Attributes.cpp - texts with the values that Rust made of them --------===//

#include "Dialect.h"
#include "Layout.h"

#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace layout::detail {

/// A canonical text, and what Rust made of it when the attribute or type came to be.
template <typename Self, typename Base, LayoutKind kind>
struct Parsed : Base {
  using KeyTy = StringRef;

  Parsed(StringRef text, const void *value) : text(text), value(value) {}
  ~Parsed() { layout_rs_free(kind, value); }

  bool operator==(const KeyTy &key) const { return key == text; }

  template <typename Allocator>
  static Self *construct(Allocator &allocator, const KeyTy &key) {
    StringRef text = allocator.copyInto(key);
    return new (allocator.template allocate<Self>())
        Self(text, layout_rs_value(kind, wrap(text)));
  }

  StringRef text;
  const void *value;
};

struct LayoutAttrStorage : Parsed<LayoutAttrStorage, AttributeStorage, LayoutKindLayout> {
  using Parsed::Parsed;
};
struct TileAttrStorage : Parsed<TileAttrStorage, AttributeStorage, LayoutKindTile> {
  using Parsed::Parsed;
};
struct CoordAttrStorage : Parsed<CoordAttrStorage, AttributeStorage, LayoutKindCoord> {
  using Parsed::Parsed;
};
struct TvAttrStorage : Parsed<TvAttrStorage, AttributeStorage, LayoutKindTv> {
  using Parsed::Parsed;
};
struct MmaAttrStorage : Parsed<MmaAttrStorage, AttributeStorage, LayoutKindMma> {
  using Parsed::Parsed;
};
struct LayoutTypeStorage : Parsed<LayoutTypeStorage, TypeStorage, LayoutKindType> {
  using Parsed::Parsed;
};

} // namespace layout::detail

// What ODS would write for a storage of its own.
#define LAYOUT_ACCESSORS(CLASS)                                                    \
  StringRef layout::CLASS::getText() const { return getImpl()->text; }             \
  const void *layout::CLASS::getParsed() const { return getImpl()->value; }
LAYOUT_ACCESSORS(LayoutAttr)
LAYOUT_ACCESSORS(TileAttr)
LAYOUT_ACCESSORS(CoordAttr)
LAYOUT_ACCESSORS(TvAttr)
LAYOUT_ACCESSORS(MmaAttr)
LAYOUT_ACCESSORS(LayoutType)
#undef LAYOUT_ACCESSORS

#define GET_ATTRDEF_CLASSES
#include "LayoutAttrs.cpp.inc"

#define GET_TYPEDEF_CLASSES
#include "LayoutTypes.cpp.inc"

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

//===------------------------------------------------------------------------===//
// Text
//===------------------------------------------------------------------------===//

/// `frag<#m, …>` with the text of the instruction that `#m` stands for; `rest` is what
/// follows it, and is null in any other text.
static LogicalResult resolveInstruction(DialectAsmParser &parser, StringRef spec,
                                        std::string &out, StringRef &rest) {
  if (failed(parser.parseOptionalKeyword("frag")) || failed(parser.parseOptionalLess()))
    return success();
  SMLoc start = parser.getCurrentLocation();
  Attribute attr;
  OptionalParseResult found = parser.parseOptionalAttribute(attr);
  if (!found.has_value())
    return success();
  if (failed(*found))
    return failure();
  auto mma = dyn_cast<layout::MmaAttr>(attr);
  if (!mma)
    return parser.emitError(start, "expected an instruction, #layout.mma<…>");
  // Where an editor asks what may stand here, the text ends before the parser does.
  const char *behind = parser.getCurrentLocation().getPointer();
  if (behind < spec.begin() || behind > spec.end())
    return success();
  rest = StringRef(behind, spec.end() - behind);
  out = ("frag<" + mma.getText() + rest).str();
  return success();
}

/// Hands the raw text to Rust; errors point at the byte that Rust names.
static LayoutKind parseBody(DialectAsmParser &parser, bool type, std::string &out) {
  StringRef spec = parser.getFullSymbolSpec();
  std::string resolved;
  StringRef rest;
  if (!type && failed(resolveInstruction(parser, spec, resolved, rest)))
    return LayoutKindError;
  size_t offset = 0;
  LayoutKind kind = layout_rs_parse(type, wrap(rest.data() ? StringRef(resolved) : spec),
                                    &offset, layout::append, &out);
  if (kind != LayoutKindError)
    return kind;
  const char *at = spec.data() + offset;
  if (rest.data()) {
    size_t before = resolved.size() - rest.size();
    at = offset < before ? spec.data() : rest.data() + (offset - before);
  }
  parser.emitError(SMLoc::getFromPointer(at), out);
  return kind;
}

Attribute layout::LayoutDialect::parseAttribute(DialectAsmParser &parser, Type) const {
  std::string text;
  switch (parseBody(parser, /*type=*/false, text)) {
  case LayoutKindLayout:
    return LayoutAttr::get(getContext(), text);
  case LayoutKindTile:
    return TileAttr::get(getContext(), text);
  case LayoutKindCoord:
    return CoordAttr::get(getContext(), text);
  case LayoutKindTv:
    return TvAttr::get(getContext(), text);
  case LayoutKindMma:
    return MmaAttr::get(getContext(), text);
  default:
    return {};
  }
}

void layout::LayoutDialect::printAttribute(Attribute attr, DialectAsmPrinter &printer) const {
  if (auto tile = dyn_cast<TileAttr>(attr))
    printer << "tile<" << tile.getText() << ">";
  else if (auto coord = dyn_cast<CoordAttr>(attr))
    printer << "coord<" << coord.getText() << ">";
  else if (auto tv = dyn_cast<TvAttr>(attr))
    printer << tv.getText();
  else if (auto mma = dyn_cast<MmaAttr>(attr))
    printer << mma.getText();
  else
    printer << cast<LayoutAttr>(attr).getText();
}

Type layout::LayoutDialect::parseType(DialectAsmParser &parser) const {
  if (parser.getFullSymbolSpec() == TokenType::getMnemonic()) {
    StringRef mnemonic;
    Type token;
    (void)generatedTypeParser(parser, &mnemonic, token);
    return token;
  }
  std::string text;
  if (parseBody(parser, /*type=*/true, text) == LayoutKindError)
    return {};
  return LayoutType::get(getContext(), text);
}

void layout::LayoutDialect::printType(Type type, DialectAsmPrinter &printer) const {
  if (failed(generatedTypePrinter(type, printer)))
    printer << cast<LayoutType>(type).getText();
}

//===------------------------------------------------------------------------===//
// Interfaces of the layout
//===------------------------------------------------------------------------===//

AffineMap layout::LayoutAttr::getAffineMap() const {
  std::string message;
  MlirAttribute map{nullptr};
  if (layout_rs_affine_map(wrap(Attribute(*this)), &map, append, &message))
    return cast<AffineMapAttr>(unwrap(map)).getValue();
  // verifyLayout refuses such a layout before anybody asks for its map.
  return AffineMap::get(getContext());
}

LogicalResult
layout::LayoutAttr::verifyLayout(ArrayRef<int64_t> shape,
                                 function_ref<InFlightDiagnostic()> emitError) const {
  if (failed(verifyEncoding(shape, Type(), emitError)))
    return failure();
  std::string message;
  MlirAttribute map;
  if (!layout_rs_affine_map(wrap(Attribute(*this)), &map, append, &message))
    return emitError() << message;
  return success();
}

/// Whether Rust takes the attribute for one of these extents.
static LogicalResult checkShape(Attribute attr, ArrayRef<int64_t> shape,
                                function_ref<InFlightDiagnostic()> emitError) {
  std::string message;
  if (layout_rs_check_shape(wrap(attr), shape.data(), shape.size(), ShapedType::kDynamic,
                            layout::append, &message))
    return success();
  return emitError() << message;
}

LogicalResult
layout::LayoutAttr::verifyEncoding(ArrayRef<int64_t> shape, Type,
                                   function_ref<InFlightDiagnostic()> emitError) const {
  return checkShape(*this, shape, emitError);
}

LogicalResult
layout::TvAttr::verifyEncoding(ArrayRef<int64_t> shape, Type,
                               function_ref<InFlightDiagnostic()> emitError) const {
  return checkShape(*this, shape, emitError);
}

//===------------------------------------------------------------------------===//
// C interface
//===------------------------------------------------------------------------===//

MlirAttribute layoutAttrGet(MlirContext context, LayoutKind kind, MlirStringRef text) {
  auto get = [&](auto attribute) -> MlirAttribute {
    return wrap(Attribute(decltype(attribute)::get(unwrap(context), unwrap(text))));
  };
  switch (kind) {
  case LayoutKindLayout:
    return get(layout::LayoutAttr());
  case LayoutKindTile:
    return get(layout::TileAttr());
  case LayoutKindCoord:
    return get(layout::CoordAttr());
  case LayoutKindTv:
    return get(layout::TvAttr());
  case LayoutKindMma:
    return get(layout::MmaAttr());
  case LayoutKindType:
  case LayoutKindError:
    break;
  }
  return {nullptr};
}

const void *layoutAttrValue(MlirAttribute attr) {
  return TypeSwitch<Attribute, const void *>(unwrap(attr))
      .Case<layout::LayoutAttr, layout::TileAttr, layout::CoordAttr, layout::TvAttr,
            layout::MmaAttr>(
          [](auto found) { return found.getParsed(); })
      .Default([](Attribute) { return nullptr; });
}

MlirType layoutTypeGet(MlirContext context, MlirStringRef text) {
  return wrap(Type(layout::LayoutType::get(unwrap(context), unwrap(text))));
}

MlirType layoutTokenGet(MlirContext context) {
  return wrap(Type(layout::TokenType::get(unwrap(context))));
}

bool layoutTypeIsToken(MlirType type) { return isa<layout::TokenType>(unwrap(type)); }

const void *layoutTypeValue(MlirType type) {
  auto found = dyn_cast<layout::LayoutType>(unwrap(type));
  return found ? found.getParsed() : nullptr;
}
