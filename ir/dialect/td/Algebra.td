//===- Algebra.td - layouts computed from layouts -------------*- tablegen -*-===//

#ifndef LAYOUT_ALGEBRA_TD
#define LAYOUT_ALGEBRA_TD

include "Attributes.td"
include "mlir/Interfaces/InferTypeOpInterface.td"

/// An operation whose result type the algebra infers from its operands and attributes.
class Layout_InferredOp<string mnemonic> : Layout_Op<mnemonic, [InferTypeOpAdaptor]> {
  let results = (outs Layout_LayoutType:$result);
  let extraClassDefinition = Layout_VerifyInRust # [{
    ::llvm::LogicalResult $cppClass::inferReturnTypes(
        ::mlir::MLIRContext *context, std::optional<::mlir::Location> location,
        Adaptor adaptor, ::llvm::SmallVectorImpl<::mlir::Type> &results) {
      return ::layout::inferInRust(getOperationName(), context, location,
                                   adaptor.getOperands(),
                                   ::layout::attributesOf<$cppClass>(context, adaptor), results);
    }
  }];
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

/// A divide; `cover` where the tile need not divide.
class Layout_DivideOp<string mnemonic> : Layout_InferredOp<mnemonic> {
  let description = [{
    ```mlir
    %t = layout.zipped_divide %a : !layout<(?,64):(64,1)> by #layout.tile<[128:1, 64:1]> cover
    ```
    A tile that does not divide is an error unless it is to `cover` the layout: then the
    number of tiles is rounded up. The index of a coordinate that is in the covering layout
    and not in what was divided is of no element: use it where `layout.in_bounds` holds.
  }];
  let arguments = (ins Layout_LayoutType:$layout, Optional<Layout_LayoutType>:$by,
                       OptionalAttr<Layout_TileAttr>:$tile, UnitAttr:$cover);
  let assemblyFormat = [{
    $layout (`,` $by^)? attr-dict `:` type($layout) (`,` type($by)^)? (`by` $tile^)?
    (`cover` $cover^)?
  }];
}

def Layout_CompositionOp : Layout_TilerOp<"composition"> {
  let summary = "the layout R with R(c) = A(B(c))";
}

def Layout_LogicalDivideOp : Layout_DivideOp<"logical_divide"> {
  let summary = "a layout cut into a tile and the layout of the tiles";
}

def Layout_LogicalProductOp : Layout_TilerOp<"logical_product"> {
  let summary = "copies of a layout, the copies arranged by another";
}

/// `op %a, %b : A, B`.
class Layout_BinaryOp<string mnemonic> : Layout_InferredOp<mnemonic> {
  let arguments = (ins Layout_LayoutType:$layout, Layout_LayoutType:$by);
  let assemblyFormat = "$layout `,` $by attr-dict `:` type($layout) `,` type($by)";
}

def Layout_BlockedProductOp : Layout_BinaryOp<"blocked_product"> {
  let summary = "copies of a layout as blocks side by side, mode by mode";
}

def Layout_RakedProductOp : Layout_BinaryOp<"raked_product"> {
  let summary = "copies of a layout with their elements interleaved, mode by mode";
}

def Layout_ZippedDivideOp : Layout_DivideOp<"zipped_divide"> {
  let summary = "a divide with the modes of the tile first: ((tile...), (rest...))";
}

def Layout_TiledDivideOp : Layout_DivideOp<"tiled_divide"> {
  let summary = "a divide with the tile first and the rest spread: ((tile...), r0, r1, ...)";
}

def Layout_SelectOp : Layout_InferredOp<"select"> {
  let summary = "some of the modes of a layout, by number";
  let description = [{
    ```mlir
    %columns_first = layout.select %a [1, 0] : !layout<(8,16):(16,1)>
    ```
    Numbers count from 0, in any order, and may be repeated.
  }];
  let arguments = (ins Layout_LayoutType:$layout, DenseI64ArrayAttr:$modes);
  let assemblyFormat = "$layout $modes attr-dict `:` type($layout)";
}

def Layout_CoordinateOp : Layout_InferredOp<"coordinate"> {
  let summary = "the layout whose index is the coordinate in one mode";
  let description = [{
    ```mlir
    %rows = layout.coordinate %a [0] : !layout<(?,64):(64,1)>    // (?,64):(1,0)
    %columns = layout.coordinate %a [1] : !layout<(?,64):(64,1)> // (?,64):(0,1)
    ```
    One component of CuTe's identity tensor: divided, partitioned and selected like the layout
    itself, its index says where in that mode an element lies. The numbers lead to a mode
    within modes; without one the coordinate is the integer that counts all.
  }];
  let arguments = (ins Layout_LayoutType:$layout, DenseI64ArrayAttr:$modes);
  let assemblyFormat = "$layout $modes attr-dict `:` type($layout)";
}

def Layout_TileToShapeOp : Layout_InferredOp<"tile_to_shape"> {
  let summary = "copies of a block that fill a shape";
  let description = [{
    ```mlir
    %tile = layout.tile_to_shape %block to (128, 64) : !layout<S<3,3,3> o 0 o (8,64):(64,1)>
    %rows = layout.tile_to_shape %block to (128, 64) order (1, 0) : !layout<(8,8):(8,1)>
    %all = layout.tile_to_shape %block to %whole : !layout<(8,8):(8,1)>, !layout<(?{div=8},?{div=8}):(1,s0)>
    ```
    The shape is given as integers, one for each mode, or as that of another layout, which
    brings sizes that are known at run time, and what is promised of them. The copies stand
    leftmost mode fastest, or in the order given: the mode of the smallest number fastest.
  }];
  let arguments = (ins Layout_LayoutType:$layout, Optional<Layout_LayoutType>:$whole,
                       OptionalAttr<DenseI64ArrayAttr>:$shape,
                       OptionalAttr<DenseI64ArrayAttr>:$order);
  let assemblyFormat = [{
    $layout `to` custom<Shape>($whole, $shape) (`order` custom<Integers>($order)^)? attr-dict
    `:` type($layout) (`,` type($whole)^)?
  }];
}

#endif // LAYOUT_ALGEBRA_TD
