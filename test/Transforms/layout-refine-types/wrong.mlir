// What was written as unknown is wrong.
// RUN: layout-opt %s --layout-refine-types --split-input-file --verify-diagnostics
// The pass looks itself whether operations go with the types that it found.
// RUN: layout-opt %s --layout-refine-types --verify-each=false --split-input-file --verify-diagnostics

func.func @indivisible() -> index {
  %a = layout.make : !layout<10:1>
  %u = layout.cast %a : !layout<10:1> to !layout<*>
  // expected-error @+1 {{a tile of 4 does not divide 10:1 of size 10; a tile of 2 or a size of 12 would do}}
  %t = layout.zipped_divide %u : !layout<*> by #layout.tile<4:1>
  %s = layout.size %t : !layout<*>
  return %s : index
}

// -----

func.func @coordinate(%i: index) -> index {
  %a = layout.make : !layout<(4,8):(8,1)>
  %u = layout.cast %a : !layout<(4,8):(8,1)> to !layout<*>
  // expected-error @+1 {{does not fit the shape (4,8)}}
  %x = layout.crd2idx %u(%i, %i, %i) : !layout<*>
  return %x : index
}
