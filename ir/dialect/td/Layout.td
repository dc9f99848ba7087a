//===- Layout.td - the layout dialect ------------------------*- tablegen -*-===//
//
// Names, operands and assembly only: every meaning is computed by the Rust
// algebra, which the shim in cpp/ calls.
//
//===------------------------------------------------------------------------===//

#ifndef LAYOUT_TD
#define LAYOUT_TD

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/BuiltinAttributeInterfaces.td"
include "mlir/IR/TensorEncoding.td"
include "mlir/IR/OpBase.td"
include "mlir/Interfaces/InferIntRangeInterface.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
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
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

//===------------------------------------------------------------------------===//
// Attributes and types: the canonical text is the storage
//===------------------------------------------------------------------------===//

def Layout_LayoutAttr : AttrDef<Layout_Dialect, "Layout", [
    DeclareAttrInterfaceMethods<MemRefLayoutAttrInterface, ["verifyLayout"]>,
    DeclareAttrInterfaceMethods<VerifiableTensorEncoding>]> {
  let attrName = "layout.layout";
  let summary = "a layout, plain or composed";
  let parameters = (ins StringRefParameter<"canonical text">:$text);
}

def Layout_TileAttr : AttrDef<Layout_Dialect, "Tile"> {
  let attrName = "layout.tile";
  let summary = "a by-mode tiler";
  let parameters = (ins StringRefParameter<"canonical text">:$text);
}

def Layout_LayoutType : TypeDef<Layout_Dialect, "Layout"> {
  let typeName = "layout.layout";
  let summary = "an SSA layout; `*` if nothing is known of it";
  let parameters = (ins StringRefParameter<"canonical text or *">:$text);
}

//===------------------------------------------------------------------------===//
// Operations
//===------------------------------------------------------------------------===//

class Layout_Op<string mnemonic, list<Trait> traits = []>
    : Op<Layout_Dialect, mnemonic, !listconcat([Pure], traits)>;

/// An operation whose result type the algebra infers from its operands.
class Layout_InferredOp<string mnemonic, list<Trait> traits = []>
    : Layout_Op<mnemonic, !listconcat([InferTypeOpAdaptor], traits)> {
  let results = (outs Layout_LayoutType:$result);
}

def Layout_MakeOp : Layout_Op<"make"> {
  let summary = "a layout of known type, binding its symbols";
  let description = [{
    ```mlir
    %tile = layout.make : !layout<(128,64):(64,1)>
    %rows = layout.make(%M, %K) : !layout<(?,?{div=8}):(s1,1)>
    ```
    One operand for each symbol, in order. The values must satisfy the facts
    that the type states; indices are poison if they do not.
  }];
  let arguments = (ins Variadic<Index>:$symbols);
  let results = (outs Layout_LayoutType:$result);
  let assemblyFormat = "(`(` $symbols^ `)`)? attr-dict `:` type($result)";
  let hasVerifier = 1;
}

class Layout_UnaryOp<string mnemonic> : Layout_InferredOp<mnemonic> {
  let arguments = (ins Layout_LayoutType:$layout);
  let assemblyFormat = "$layout attr-dict `:` type($layout)";
}

def Layout_CoalesceOp : Layout_UnaryOp<"coalesce"> {
  let summary = "the same function of an integer with the fewest modes";
}

def Layout_FlattenOp : Layout_UnaryOp<"flatten"> {
  let summary = "the same layout without nested modes";
}

def Layout_RightInverseOp : Layout_UnaryOp<"right_inverse"> {
  let summary = "the layout R with A(R(i)) = i for as many i as there are";
}

def Layout_LeftInverseOp : Layout_UnaryOp<"left_inverse"> {
  let summary = "the layout L with L(A(i)) = i";
}

def Layout_ComplementOp : Layout_InferredOp<"complement"> {
  let summary = "the layout of what a layout leaves out of a range";
  let description = [{
    ```mlir
    %rest = layout.complement %tile in 24 : !layout<4:2>
    %rest = layout.complement %tile in %whole : !layout<4:2>, !layout<(?{div=8}):(1)>
    ```
    The range is given as an integer or as the size of another layout; without
    one the result holds only the gaps inside the layout.
  }];
  let arguments = (ins Layout_LayoutType:$layout, Optional<Layout_LayoutType>:$whole,
                       OptionalAttr<I64Attr>:$range);
  let assemblyFormat = [{
    $layout (`in` custom<Range>($whole, $range)^)? attr-dict `:` type($layout)
    (`,` type($whole)^)?
  }];
  let hasVerifier = 1;
}

/// `op %a, %b : A, B` by a layout or `op %a : A by #layout.tile<[…]>` by mode.
/// (The tile stands last because MLIR takes a colon behind an attribute for the
/// beginning of the attribute's own type.)
class Layout_TilerOp<string mnemonic> : Layout_InferredOp<mnemonic> {
  let arguments = (ins Layout_LayoutType:$layout, Optional<Layout_LayoutType>:$by,
                       OptionalAttr<Layout_TileAttr>:$tile);
  let assemblyFormat = [{
    $layout (`,` $by^)? attr-dict `:` type($layout) (`,` type($by)^)? (`by` $tile^)?
  }];
}

def Layout_CompositionOp : Layout_TilerOp<"composition"> {
  let summary = "the layout R with R(c) = A(B(c))";
}

def Layout_LogicalDivideOp : Layout_TilerOp<"logical_divide"> {
  let summary = "a layout cut into a tile and the layout of the tiles";
}

def Layout_LogicalProductOp : Layout_TilerOp<"logical_product"> {
  let summary = "copies of a layout, the copies arranged by another";
}

def Layout_ZippedDivideOp : Layout_TilerOp<"zipped_divide"> {
  let summary = "a divide with the modes of the tile first: ((tile...), (rest...))";
}

/// Bounds of an integer, which the algebra computes.
defvar Layout_Ranged =
    DeclareOpInterfaceMethods<InferIntRangeInterface, ["inferResultRangesFromOptional"]>;

class Layout_MeasureOp<string mnemonic> : Layout_Op<mnemonic, [Layout_Ranged]> {
  let arguments = (ins Layout_LayoutType:$layout);
  let results = (outs Index:$result);
  let assemblyFormat = "$layout attr-dict `:` type($layout)";
  let hasFolder = 1;
}

def Layout_SizeOp : Layout_MeasureOp<"size"> {
  let summary = "the number of coordinates";
}

def Layout_CosizeOp : Layout_MeasureOp<"cosize"> {
  let summary = "one more than the largest index";
}

def Layout_Crd2IdxOp : Layout_Op<"crd2idx", [Layout_Ranged]> {
  let summary = "the index of a coordinate";
  let description = [{
    ```mlir
    %i = layout.crd2idx %l((%t, %v), (%m, 3)) : !layout<...>
    ```
    The coordinate nests like the shape or less deeply; an integer for a tuple
    mode counts its coordinates, leftmost fastest, and its last mode takes the
    whole quotient (floor division), so every integer has a value. The result
    is a mathematical integer: it must fit in the index type.
  }];
  let arguments = (ins Layout_LayoutType:$layout, Variadic<Index>:$indices, StrAttr:$coord);
  let results = (outs Index:$result);
  let assemblyFormat =
      "$layout `` custom<Coordinate>($indices, $coord) attr-dict `:` type($layout)";
  let hasFolder = 1;
  let hasVerifier = 1;
}

#endif // LAYOUT_TD
