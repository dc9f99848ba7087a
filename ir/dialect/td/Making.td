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

#endif // LAYOUT_MAKING_TD
