//===- Partition.td - layouts by threads and values -----------*- tablegen -*-===//

#ifndef LAYOUT_PARTITION_TD
#define LAYOUT_PARTITION_TD

include "Algebra.td"

def Layout_TiledCopyOp : Layout_InferredOp<"tiled_copy"> {
  let summary = "which elements each thread copies: (thread, value, (rest...))";
  let description = [{
    ```mlir
    %p = layout.tiled_copy source %a : !layout<(128,64):(64,1)>
         by "UniversalCopy<uint128_t>" of f16 threads #layout<(32,8):(8,1)> values #layout<(1,8):(1,1)>
    %x = layout.crd2idx %p(%tid, %v, (%m, %k)) : ...
    ```
    CuTe's `make_tiled_copy` and, behind the thread, its `partition_S` or `partition_D`, the rest
    in one mode. `threads` and `values` say which thread takes which elements of its own block;
    the instruction, by CUTLASS's name, which of them it moves at once. A tile that does not
    divide the layout is an error unless it is to `cover` it.
  }];
  let arguments = (ins StrAttr:$part, Layout_LayoutType:$layout, StrAttr:$atom, TypeAttr:$element,
                       Layout_LayoutAttr:$threads, Layout_LayoutAttr:$values, UnitAttr:$cover);
  let assemblyFormat = [{
    custom<Keyword>($part) $layout attr-dict `:` type($layout) `by` $atom `of` $element
    `threads` $threads `values` $values (`cover` $cover^)?
  }];
}

def Layout_TiledMmaOp : Layout_InferredOp<"tiled_mma"> {
  let summary = "which elements of an operand each thread multiplies: (thread, value, (rest...))";
  let description = [{
    ```mlir
    %p = layout.tiled_mma A %a : !layout<(128,64):(64,1)>
         by "SM80_16x8x16_F32F16F16F32_TN" threads #layout<(2,2,1):(1,2,0)>
    %x = layout.crd2idx %p(%tid, %v, (%m, %k)) : ...
    ```
    CuTe's `make_tiled_mma` and, behind the thread, its `partition_A`, `partition_B` or
    `partition_C`, the rest in one mode. A is M x K, B is N x K, C is M x N. `threads` says how
    copies of the instruction lie over M, N and K, `permutation` which rows and columns of the tile
    they take. A tile that does not divide the layout is an error unless it is to `cover` it.
  }];
  let arguments = (ins StrAttr:$part, Layout_LayoutType:$layout, StrAttr:$atom,
                       OptionalAttr<Layout_LayoutAttr>:$threads,
                       OptionalAttr<Layout_TileAttr>:$permutation, UnitAttr:$cover);
  let assemblyFormat = [{
    custom<Keyword>($part) $layout attr-dict `:` type($layout) `by` $atom
    (`threads` $threads^)? (`permutation` $permutation^)? (`cover` $cover^)?
  }];
}

#endif // LAYOUT_PARTITION_TD
