// Marks every loop so that LLVM and ptxas neither unroll nor vectorize it: each instruction of an iteration is then
// there once, however much is known of the loop's bounds.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %loops = transform.structured.match ops{["scf.for"]} in %module : (!transform.any_op) -> !transform.any_op
    %once = transform.param.constant #llvm.loop_annotation<vectorize = <disable = true>, unroll = <disable = true>>
      -> !transform.any_param
    transform.annotate %loops "llvm.loop_annotation" = %once : !transform.any_op, !transform.any_param
    transform.yield
  }
}
