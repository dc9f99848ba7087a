//===- Attributes.td - the dialect, its attributes and types -*- tablegen -*-===//
//
// The canonical text is what makes an attribute or type one; the value that it stands for
// is beside it in the storage (cpp/Attributes.cpp), parsed once.
//
//===------------------------------------------------------------------------===//

#ifndef LAYOUT_ATTRIBUTES_TD
#define LAYOUT_ATTRIBUTES_TD

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/BuiltinAttributeInterfaces.td"
include "mlir/IR/TensorEncoding.td"
include "mlir/IR/OpBase.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Layout_Dialect : Dialect {
  let name = "layout";
  let cppNamespace = "::layout";
  let summary = "Tensor layouts in CuTe's sense, as attributes and values";
  let description = [{
    A layout is a hierarchical `Shape:Stride` pair, a function from coordinates
    to an index. `#layout<(128,64):(64,1)>` is a layout as an attribute, usable
    as the layout of a memref or the encoding of a tensor; `!layout<...>` is the
    type of an SSA layout, which carries the values of the layout's symbols.
  }];
  let extraClassDeclaration = [{
    ::mlir::Attribute parseAttribute(::mlir::DialectAsmParser &parser,
                                     ::mlir::Type type) const override;
    void printAttribute(::mlir::Attribute attr,
                        ::mlir::DialectAsmPrinter &printer) const override;
    ::mlir::Type parseType(::mlir::DialectAsmParser &parser) const override;
    void printType(::mlir::Type type,
                   ::mlir::DialectAsmPrinter &printer) const override;
    ::mlir::Operation *materializeConstant(::mlir::OpBuilder &builder,
                                           ::mlir::Attribute value,
                                           ::mlir::Type type,
                                           ::mlir::Location loc) override;
    void registerAttributes();
    void registerTypes();
  }];
  let hasOperationAttrVerify = 1;
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

/// What Rust made of the text.
defvar Layout_Value = "const void *getParsed() const;";

def Layout_LayoutAttr : AttrDef<Layout_Dialect, "Layout", [
    DeclareAttrInterfaceMethods<MemRefLayoutAttrInterface, ["verifyLayout"]>,
    DeclareAttrInterfaceMethods<VerifiableTensorEncoding>]> {
  let attrName = "layout.layout";
  let summary = "a layout, plain or composed";
  let parameters = (ins StringRefParameter<"canonical text">:$text);
  let genStorageClass = 0;
  let extraClassDeclaration = Layout_Value;
}

def Layout_TileAttr : AttrDef<Layout_Dialect, "Tile"> {
  let attrName = "layout.tile";
  let summary = "a by-mode tiler";
  let parameters = (ins StringRefParameter<"canonical text">:$text);
  let genStorageClass = 0;
  let extraClassDeclaration = Layout_Value;
}

def Layout_CoordAttr : AttrDef<Layout_Dialect, "Coord"> {
  let attrName = "layout.coord";
  let summary = "a coordinate, such as `((?,3),?)`; each `?` is an operand";
  let parameters = (ins StringRefParameter<"canonical text">:$text);
  let genStorageClass = 0;
  let extraClassDeclaration = Layout_Value;
}

def Layout_TvAttr : AttrDef<Layout_Dialect, "Tv", [
    DeclareAttrInterfaceMethods<VerifiableTensorEncoding>]> {
  let attrName = "layout.tv";
  let summary = "an encoding of a tile: thread and value to position; `frag<...>` is read too";
  let parameters = (ins StringRefParameter<"canonical text">:$text);
  let genStorageClass = 0;
  let extraClassDeclaration = Layout_Value;
}

def Layout_MmaAttr : AttrDef<Layout_Dialect, "Mma"> {
  let attrName = "layout.mma";
  let summary = "an instruction of matrix multiply-add, tiled over warps";
  let parameters = (ins StringRefParameter<"canonical text">:$text);
  let genStorageClass = 0;
  let extraClassDeclaration = Layout_Value;
}

def Layout_LayoutType : TypeDef<Layout_Dialect, "Layout"> {
  let typeName = "layout.layout";
  let summary = "an SSA layout; `*` if nothing is known of it";
  let parameters = (ins StringRefParameter<"canonical text or *">:$text);
  let genStorageClass = 0;
  let extraClassDeclaration = Layout_Value;
}

defvar Layout_VerifyInRust = [{
  ::llvm::LogicalResult $cppClass::verify() { return ::layout::verifyInRust(*this); }
}];

/// Every operation on layouts is pure. What the verifier checks beyond ODS is in Rust.
class Layout_Op<string mnemonic, list<Trait> traits = []>
    : Op<Layout_Dialect, mnemonic, !listconcat([Pure], traits)> {
  let hasVerifier = 1;
  let extraClassDefinition = Layout_VerifyInRust;
}

#endif // LAYOUT_ATTRIBUTES_TD
