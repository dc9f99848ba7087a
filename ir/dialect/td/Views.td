//===- Views.td - memory seen in another way ------------------*- tablegen -*-===//
//
// A view is a memref over the memory of another one. Its type follows from the algebra
// (src/views.rs); at run time it is nothing but its layout's symbols.
//
//===------------------------------------------------------------------------===//

#ifndef LAYOUT_VIEWS_TD
#define LAYOUT_VIEWS_TD

include "Attributes.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/ViewLikeInterface.td"

/// A memref of another one. What is wrong with it shows where its type is inferred.
class Layout_OfMemrefOp<string mnemonic> : Op<Layout_Dialect, mnemonic, [
    Pure, InferTypeOpAdaptor, DeclareOpInterfaceMethods<ViewLikeOpInterface>]> {
  let results = (outs AnyMemRef:$result);
  let extraClassDefinition = [{
    ::llvm::LogicalResult $cppClass::inferReturnTypes(
        ::mlir::MLIRContext *context, std::optional<::mlir::Location> location,
        Adaptor adaptor, ::llvm::SmallVectorImpl<::mlir::Type> &results) {
      return ::layout::inferViewInRust(getOperationName(), context, location,
                                       adaptor.getOperands(),
                                       ::layout::attributesOf<$cppClass>(context, adaptor),
                                       results);
    }
    ::mlir::Value $cppClass::getViewSource() { return getMemref(); }
  }];
}

def Layout_ViewOp : Layout_OfMemrefOp<"view"> {
  let summary = "a memref seen through what an operation makes of its layout";
  let description = [{
    ```mlir
    %t = layout.view %m : memref<?x?xf16, #layout<(?,?):(s1,1)>> select [1, 0]
    %d = layout.view %m : memref<128x64xf16> zipped_divide by #layout.tile<[64:1, 32:1]>
    %p = layout.view %m : memref<8x8xf16> composition by #layout<(4,16):(16,1)>
    ```
    Each operation on layouts of these names says which coordinates of the memref those of
    the view are: `composition`, by a static layout of positions or a tile, `logical_divide`,
    `zipped_divide` and `tiled_divide`, `select`, `flatten`. The view has no element that
    the memref has not: tiles divide it.
  }];
  let arguments = (ins AnyMemRef:$memref, StrAttr:$through,
                       OptionalAttr<AnyAttrOf<[Layout_TileAttr, Layout_LayoutAttr]>>:$by,
                       OptionalAttr<DenseI64ArrayAttr>:$modes);
  let assemblyFormat = [{
    $memref attr-dict `:` type($memref) custom<Keyword>($through) custom<Modes>($modes)
    (`by` $by^)?
  }];
}

def Layout_SliceOp : Layout_OfMemrefOp<"slice"> {
  let summary = "the part of a memref at fixed coordinates in some of its modes";
  let description = [{
    ```mlir
    %row = layout.slice %m(%i, _) : memref<?x?xf16, #layout<(?,?):(s1,1)>>
    %tile = layout.slice %d((_, _), (%i, 3)) : memref<2048x4xf16, #layout<((64,32),(2,2)):((64,1),(4096,32))>>
    ```
    Each `_` is a dimension of the result, whatever it is nested in. Coordinates that are
    fixed must be the memref's; where they begin is the offset of the result's layout.
  }];
  let arguments = (ins AnyMemRef:$memref, Variadic<Index>:$indices, StrAttr:$coord);
  let assemblyFormat =
      "$memref `` custom<SliceCoordinate>($indices, $coord) attr-dict `:` type($memref)";
}

def Layout_RecastOp : Layout_OfMemrefOp<"recast"> {
  let summary = "the same bytes as elements of another type";
  let description = [{
    ```mlir
    %h = layout.recast %m : memref<64x128xi8> to f16        // 64 x 64
    ```
    The mode whose elements lie together has more or fewer of them, all others as many.
    The memory must be aligned as elements of the new type are.
  }];
  let arguments = (ins AnyMemRef:$memref, TypeAttr:$element);
  let assemblyFormat = "$memref attr-dict `:` type($memref) `to` $element";
}

#endif // LAYOUT_VIEWS_TD
