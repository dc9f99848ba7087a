//===- Making.td - layouts of known type ----------------------*- tablegen -*-===//

#ifndef LAYOUT_MAKING_TD
#define LAYOUT_MAKING_TD

include "Attributes.td"

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
}

def Layout_CastOp : Layout_Op<"cast"> {
  let summary = "the same layout, of which its type says more or nothing";
  let description = [{
    ```mlir
    %u = layout.cast %a : !layout<(8,16):(16,1)> to !layout<*>
    %t = layout.zipped_divide %u : !layout<*> by #layout.tile<[4:1, 8:1]>
    ```
    What is computed of an unknown layout is unknown too: behind one cast no type has to be
    written, and `layout-refine-types` finds them all. From `*`, whoever casts promises that
    the layout is that one; it must be static, since there is nothing to bind symbols to.
  }];
  let arguments = (ins Layout_LayoutType:$layout);
  let results = (outs Layout_LayoutType:$result);
  let hasFolder = 1;
  let assemblyFormat = "$layout attr-dict `:` type($layout) `to` type($result)";
  let extraClassDefinition = Layout_VerifyInRust # [{
    // The same type, or there and back.
    ::mlir::OpFoldResult $cppClass::fold(FoldAdaptor) {
      if (getLayout().getType() == getType())
        return getLayout();
      auto from = getLayout().getDefiningOp<$cppClass>();
      if (from && from.getLayout().getType() == getType())
        return from.getLayout();
      return {};
    }
  }];
}

#endif // LAYOUT_MAKING_TD
