//===- Tiles.td - operations on whole tiles -------------------*- tablegen -*-===//
//
// A tile is a tensor of static shape, open or with an encoding. The relation between the
// positions of operands and results, on which encodings rest, is src/tile/relation.rs.
//
//===------------------------------------------------------------------------===//

#ifndef LAYOUT_TILES_TD
#define LAYOUT_TILES_TD

include "Attributes.td"

def Layout_Tile : Type<CPred<"::layout::isTile($_self)">,
    "a tile: a tensor of static shape and of i1, i8, i16, i32, i64, index or floats, without an "
    "encoding or with a #layout.tv",
    "::mlir::RankedTensorType">;

def Layout_TileOrScalar : Type<
    CPred<"::layout::isTile($_self) || ::layout::isTileElement($_self)">,
    "a tile, or i1, i8, i16, i32, i64, index or a float">;

def Layout_TokenType : TypeDef<Layout_Dialect, "Token"> {
  let mnemonic = "token";
  let summary = "an asynchronous copy under way";
}

/// An operation on tiles. What the verifier checks beyond ODS is in Rust.
class Layout_TileOp<string mnemonic, list<Trait> traits = []>
    : Op<Layout_Dialect, mnemonic, traits> {
  let hasVerifier = 1;
  let extraClassDefinition = Layout_VerifyInRust;
}

//===------------------------------------------------------------------------===//
// Memory
//===------------------------------------------------------------------------===//

def Layout_LoadOp : Layout_TileOp<"load", [
    AttrSizedOperandSegments,
    OptionalTypesMatchWith<"the pad has the type of the tile's elements", "tile", "pad",
                           "::mlir::getElementTypeOrSelf($_self)">]> {
  let summary = "a tile from memory";
  let description = [{
    ```mlir
    %t = layout.load %m[%i, %k] : memref<?x?xf16, #layout<(?,?):(s1,1)>> -> tensor<64x32xf16>
    %u = layout.load %m[%i, %k] pad %minus_infinity : memref<?x?xf16> -> tensor<64x32xf16>
    ```
    The tile's dimensions are the last of the memref's; along those before them it is 1 wide.
    Its element (e, f) is the one at (..., i+e, k+f). Where a coordinate is not one of the
    memref's, also below 0, the element is the pad, or 0.
  }];
  let arguments = (ins Arg<AnyMemRef, "what is read", [MemRead]>:$memref,
                       Variadic<Index>:$indices, Optional<AnyType>:$pad);
  let results = (outs Layout_Tile:$tile);
  let assemblyFormat = [{
    $memref `[` $indices `]` (`pad` $pad^)? attr-dict `:` type($memref) `->` type($tile)
  }];
}

def Layout_StoreOp : Layout_TileOp<"store"> {
  let summary = "a tile to memory";
  let description = [{
    ```mlir
    layout.store %t, %m[%i, %k] : tensor<64x32xf16>, memref<?x?xf16, #layout<(?,?):(s1,1)>>
    ```
    The coordinates are those of `layout.load`; elements whose coordinate is not one of the
    memref's are skipped. An element that several threads hold is the same in all of them,
    and is written once.
  }];
  let arguments = (ins Layout_Tile:$tile, Arg<AnyMemRef, "what is written", [MemWrite]>:$memref,
                       Variadic<Index>:$indices);
  let assemblyFormat = [{
    $tile `,` $memref `[` $indices `]` attr-dict `:` type($tile) `,` type($memref)
  }];
}

def Layout_CopyAsyncOp : Layout_TileOp<"copy_async"> {
  let summary = "begins to copy a box of memory to a shared buffer";
  let description = [{
    ```mlir
    %k = layout.copy_async %m[%i, %k], %s : memref<?x?xf16, #layout<(?,?):(s1,1)>>, memref<64x32xf16, 3>
    layout.wait %k
    ```
    The box has the shape of the destination, all of which is written; its dimensions are the
    last of the source's. Where a coordinate is not one of the source's, 0 is written. Until
    a wait for the token, nothing else may touch the destination or write to the box.

    With the attribute `layout.tma` the engine of sm_90 that copies boxes does it, by a tensor
    map that follows from both layouts; the source is a memref that the kernel is handed. With
    `layout.bulk` that engine copies what lies together in both, without a map, from any memory.
  }];
  let arguments = (ins Arg<AnyMemRef, "what is read", [MemRead]>:$source,
                       Variadic<Index>:$indices,
                       Arg<AnyMemRef, "what is written", [MemWrite]>:$destination);
  let results = (outs Layout_TokenType:$token);
  let assemblyFormat = [{
    $source `[` $indices `]` `,` $destination attr-dict `:` type($source) `,` type($destination)
  }];
}

def Layout_StoreAsyncOp : Layout_TileOp<"store_async"> {
  let summary = "begins to copy a shared buffer to a box of memory";
  let description = [{
    ```mlir
    %k = layout.store_async %s, %m[%i, %k] : memref<64x32xf16, 3>, memref<?x?xf16, #layout<(?,?):(?{div=8},1)>>
    layout.wait %k
    ```
    The box has the shape of the source; its dimensions are the last of the memref's. Elements
    whose coordinate is not one of the memref's are skipped. Until a wait for the token, nothing
    may write to the source or touch the box.

    The engine of sm_90 that copies boxes does it, by a tensor map that follows from both
    layouts; the memref is one that the kernel is handed. With the attribute `layout.bulk` it
    stores what lies together in both, without a map, to any memory. With `layout.reduce = "addf"`,
    or another kind of reduction, each element is combined with that of memory, at once.
  }];
  let arguments = (ins Arg<AnyMemRef, "what is read", [MemRead]>:$source,
                       Arg<AnyMemRef, "what is written", [MemWrite]>:$memref,
                       Variadic<Index>:$indices);
  let results = (outs Layout_TokenType:$token);
  let assemblyFormat = [{
    $source `,` $memref `[` $indices `]` attr-dict `:` type($source) `,` type($memref)
  }];
}

def Layout_NoCopyOp : Layout_TileOp<"no_copy"> {
  let summary = "the token of a copy that is not begun";
  let description = [{
    ```mlir
    %k = scf.if %there -> !layout.token {
      %c = layout.copy_async %m[%i, %k], %s : M, S
      scf.yield %c : !layout.token
    } else {
      %n = layout.no_copy
      scf.yield %n : !layout.token
    }
    ```
    A wait for it waits for nothing.
  }];
  let results = (outs Layout_TokenType:$token);
  let assemblyFormat = "attr-dict";
}

def Layout_WaitOp : Layout_TileOp<"wait", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "waits for asynchronous copies and stores, of which it ends the tokens";
  let description = [{
    ```mlir
    layout.wait %a, %b
    ```
    Behind it the group may read what was copied or stored, and write to what was stored from. Each token is waited for exactly once
    on every path. (The effects on all memory keep accesses on their side of it.)
  }];
  let arguments = (ins Variadic<Layout_TokenType>:$tokens);
  let assemblyFormat = "$tokens attr-dict";
}

def Layout_PeerOp : Layout_TileOp<"peer", [Pure]> {
  let summary = "the same shared buffer of another block of the cluster";
  let description = [{
    ```mlir
    %q = layout.peer %s of %rank : memref<64x128xf32, 3> -> memref<64x128xf32, 7>
    %t = layout.load %q[%i, %0] : memref<64x128xf32, 7> -> tensor<32x128xf32>
    ```
    The kernel states how many blocks along x a cluster has: `known_cluster_size`. The rank counts
    from 0, the block itself may be it. Memory of another block is read only. All blocks of a cluster
    come to a read of it together: each reads what the others have written before theirs.
  }];
  let arguments = (ins AnyMemRef:$memref, Index:$rank);
  let results = (outs AnyMemRef:$result);
  let assemblyFormat = "$memref `of` $rank attr-dict `:` type($memref) `->` type($result)";
}

//===------------------------------------------------------------------------===//
// Between positions
//===------------------------------------------------------------------------===//

def Layout_ReduceOp : Layout_TileOp<"reduce", [Pure]> {
  let summary = "elements along one dimension combined to one";
  let description = [{
    ```mlir
    %s = layout.reduce addf %t dim 1 : tensor<8x64xf32> -> tensor<8xf32>
    %a, %b = layout.reduce %t, %u dim 1
        : (tensor<8x64xf32>, tensor<8x64xi32>) -> (tensor<8xf32>, tensor<8xi32>) {
    ^bb0(%x: f32, %i: i32, %y: f32, %j: i32):
      ...
      layout.yield %z, %k : f32, i32
    }
    ```
    A kind is an operation of `arith`: addi, muli, minsi, maxsi, minui, maxui, andi, ori, xori,
    addf, mulf, minimumf, maximumf, minnumf, maxnumf. A region takes an element of each operand,
    then another of each, and yields what both make. In which order elements are combined
    is not specified: what combines them must be associative and commutative. A tile of
    one dimension becomes a scalar. Each thread that has an element has the result.
  }];
  let arguments = (ins Variadic<Layout_Tile>:$tiles, I64Attr:$dim, OptionalAttr<StrAttr>:$kind);
  let regions = (region MaxSizedRegion<1>:$combiner);
  let results = (outs Variadic<Layout_TileOrScalar>:$results);
  let hasCustomAssemblyFormat = 1;
}

def Layout_IsTerminatorToClang : NativeOpTrait<"IsTerminatorToClang"> {
  let cppNamespace = "::layout";
}

def Layout_YieldOp : Layout_TileOp<"yield", [
    Pure, Terminator, Layout_IsTerminatorToClang, HasParent<"ReduceOp">]> {
  let summary = "what two elements make";
  let arguments = (ins Variadic<Layout_TileOrScalar>:$values);
  let assemblyFormat = "($values^)? attr-dict (`:` type($values)^)?";
}

/// One tile to another.
class Layout_UnaryTileOp<string mnemonic, list<Trait> traits = []>
    : Layout_TileOp<mnemonic, !listconcat([Pure], traits)> {
  let results = (outs Layout_Tile:$result);
}

def Layout_BroadcastOp : Layout_UnaryTileOp<"broadcast"> {
  let summary = "the same tile at each coordinate of a new dimension";
  let description = [{
    ```mlir
    %t = layout.broadcast %s dim 1 : tensor<8xf32> -> tensor<8x64xf32>
    ```
  }];
  let arguments = (ins Layout_Tile:$source, I64Attr:$dim);
  let hasFolder = 1;
  let assemblyFormat = "$source `dim` $dim attr-dict `:` type($source) `->` type($result)";
}

def Layout_ExpandDimsOp : Layout_UnaryTileOp<"expand_dims"> {
  let summary = "the same tile with a new dimension of extent 1";
  let description = [{
    ```mlir
    %t = layout.expand_dims %s dim 1 : tensor<8xf32> -> tensor<8x1xf32>
    ```
  }];
  let arguments = (ins Layout_Tile:$source, I64Attr:$dim);
  let hasFolder = 1;
  let assemblyFormat = "$source `dim` $dim attr-dict `:` type($source) `->` type($result)";
}

def Layout_TransposeOp : Layout_UnaryTileOp<"transpose"> {
  let summary = "a tile with its dimensions in another order";
  let description = [{
    ```mlir
    %t = layout.transpose %s [1, 0] : tensor<8x16xf32> -> tensor<16x8xf32>
    ```
    Dimension d of the result is dimension `permutation[d]` of the operand, as in
    `linalg.transpose`.
  }];
  let arguments = (ins Layout_Tile:$source, DenseI64ArrayAttr:$permutation);
  let hasFolder = 1;
  let assemblyFormat = "$source $permutation attr-dict `:` type($source) `->` type($result)";
}

def Layout_ReshapeOp : Layout_UnaryTileOp<"reshape"> {
  let summary = "the same elements, in row-major order, in a tile of another shape";
  let description = [{
    ```mlir
    %t = layout.reshape %s : tensor<8x16xf32> -> tensor<8x4x4xf32>
    ```
  }];
  let arguments = (ins Layout_Tile:$source);
  let hasFolder = 1;
  let assemblyFormat = "$source attr-dict `:` type($source) `->` type($result)";
}

def Layout_ConvertOp : Layout_UnaryTileOp<"convert"> {
  let summary = "the same tile in another encoding";
  let description = [{
    ```mlir
    %t = layout.convert %s : tensor<8x16xf32, #a> -> tensor<8x16xf32, #b>
    ```
  }];
  let arguments = (ins Layout_Tile:$source);
  let hasFolder = 1;
  let assemblyFormat = "$source attr-dict `:` type($source) `->` type($result)";
}

def Layout_IotaOp : Layout_UnaryTileOp<"iota"> {
  let summary = "a tile of coordinates";
  let description = [{
    ```mlir
    %columns = layout.iota dim 1 : tensor<8x64xi32>
    ```
    Each element is its own coordinate in the dimension.
  }];
  let arguments = (ins I64Attr:$dim);
  let assemblyFormat = "`dim` $dim attr-dict `:` type($result)";
}

def Layout_Factor : AnyTypeOf<[Layout_Tile, AnyMemRef], "a tile, or shared memory">;

def Layout_MmaOp : Layout_TileOp<"mma", [
    AllTypesMatch<["c", "result"]>,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
    DeclareOpInterfaceMethods<ConditionallySpeculatable>]> {
  let summary = "the product of two matrices, and a third added";
  let description = [{
    ```mlir
    %d = layout.mma %a, %b, %c
       : tensor<128x32xf16, #a>, tensor<32x128xf16, #b>, tensor<128x128xf32, #c>
    %e = layout.mma %p, %q, %c
       : memref<128x64xf16, #p, 3>, memref<64x256xf16, #q, 3>, tensor<128x256xf32, #d>
    ```
    A is M x K, B is K x N, C and the result are M x N. Encodings are the fragments of
    one `#layout.mma`. Integers wrap at 32 bits.

    B, or A and B, may be shared memory, which a warpgroup's instruction (`wgmma`) reads: C is
    a fragment of one such as `#layout.mma<m64n256k16, warps = (8,1)>`, and so is A if it is
    a tile. The layouts of the memrefs are ones that its matrix descriptors describe.

    With `under_way = n` the n youngest products of the group from shared memory, this one
    among them, need not be done behind it, and all others are. A result under way may be
    the C of another product, be carried by an `scf.for`, and be waited for by
    `layout.wait_mma`; until then nothing may write what the product reads.
  }];
  let arguments = (ins Layout_Factor:$a, Layout_Factor:$b, Layout_Tile:$c,
                       OptionalAttr<I64Attr>:$under_way);
  let results = (outs Layout_Tile:$result);
  let assemblyFormat = [{
    $a `,` $b `,` $c (`under_way` $under_way^)? attr-dict `:` type($a) `,` type($b) `,` type($c)
  }];
}

def Layout_WaitMmaOp : Layout_TileOp<"wait_mma", [
    SameOperandsAndResultType, MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "a product that may be under way, when it is done";
  let description = [{
    ```mlir
    %d = layout.wait_mma %c : tensor<128x256xf32, #c>
    ```
    Waits for all products of the group; with `under_way n` for all but the n youngest, and at
    least so many have begun behind the product that it waits for. (The effects on all memory
    keep what writes the factors behind it.)
  }];
  let arguments = (ins Layout_Tile:$source, OptionalAttr<I64Attr>:$under_way);
  let results = (outs Layout_Tile:$result);
  let assemblyFormat = "$source (`under_way` $under_way^)? attr-dict `:` type($source)";
}

#endif // LAYOUT_TILES_TD
