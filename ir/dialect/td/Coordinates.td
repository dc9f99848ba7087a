//===- Coordinates.td - integers computed from layouts --------*- tablegen -*-===//

#ifndef LAYOUT_COORDINATES_TD
#define LAYOUT_COORDINATES_TD

include "Attributes.td"
include "mlir/Interfaces/InferIntRangeInterface.td"

/// An index that the algebra computes: folded, and bounded.
class Layout_IntegerOp<string mnemonic>
    : Layout_Op<mnemonic, [DeclareOpInterfaceMethods<InferIntRangeInterface,
                                                     ["inferResultRangesFromOptional"]>]> {
  let results = (outs Index:$result);
  let hasFolder = 1;
  let extraClassDefinition = Layout_VerifyInRust # [{
    ::mlir::OpFoldResult $cppClass::fold(FoldAdaptor adaptor) {
      return ::layout::foldInRust(*this, adaptor.getOperands());
    }
    void $cppClass::inferResultRangesFromOptional(
        ::llvm::ArrayRef<::mlir::IntegerValueRange> ranges,
        ::mlir::SetIntLatticeFn setRange) {
      ::layout::rangeInRust(*this, ranges, setRange);
    }
  }];
}

class Layout_MeasureOp<string mnemonic> : Layout_IntegerOp<mnemonic> {
  let arguments = (ins Layout_LayoutType:$layout);
  let assemblyFormat = "$layout attr-dict `:` type($layout)";
}

def Layout_SizeOp : Layout_MeasureOp<"size"> {
  let summary = "the number of coordinates";
}

def Layout_CosizeOp : Layout_MeasureOp<"cosize"> {
  let summary = "one more than the largest index";
}

def Layout_Crd2IdxOp : Layout_IntegerOp<"crd2idx"> {
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
  let arguments = (ins Layout_LayoutType:$layout, Variadic<Index>:$indices,
                       Layout_CoordAttr:$coord);
  let assemblyFormat =
      "$layout `` custom<Coordinate>($indices, $coord) attr-dict `:` type($layout)";
}

def Layout_InBoundsOp
    : Layout_Op<"in_bounds", [DeclareOpInterfaceMethods<InferIntRangeInterface,
                                                        ["inferResultRangesFromOptional"]>]> {
  let summary = "whether a coordinate of a covering divide is one of what was divided";
  let description = [{
    ```mlir
    %t = layout.zipped_divide %a : !layout<(?,?):(s1,1)> by #layout.tile<[128:1, 64:1]> cover
    %p = layout.in_bounds %a((%i, %j), (%m, %n)) : !layout<(?,?):(s1,1)>
         zipped_divide by #layout.tile<[128:1, 64:1]>
    ```
    Of the layout that was divided, at a coordinate of the covering layout: CuTe's
    `elem_less` of the identity tensor, divided alike, and the shape. Modes that the tile
    divides are not compared. Outside the covering layout's domain the result is poison.
  }];
  let arguments = (ins Layout_LayoutType:$layout, Variadic<Index>:$indices,
                       Layout_CoordAttr:$coord, StrAttr:$divide, Layout_TileAttr:$tile);
  let results = (outs I1:$result);
  let hasFolder = 1;
  let extraClassDefinition = Layout_VerifyInRust # [{
    ::mlir::OpFoldResult $cppClass::fold(FoldAdaptor adaptor) {
      return ::layout::foldBoundsInRust(*this, adaptor.getOperands());
    }
    void $cppClass::inferResultRangesFromOptional(
        ::llvm::ArrayRef<::mlir::IntegerValueRange> ranges,
        ::mlir::SetIntLatticeFn setRange) {
      ::layout::rangeBoundsInRust(*this, ranges, setRange);
    }
  }];
  let assemblyFormat = [{
    $layout `` custom<Coordinate>($indices, $coord) attr-dict `:` type($layout)
    custom<Keyword>($divide) `by` $tile
  }];
}

#endif // LAYOUT_COORDINATES_TD
