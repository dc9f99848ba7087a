// RUN: not layout-opt %s --layout-simplify=target=hopper 2>&1 | FileCheck %s --check-prefix=TARGET
// RUN: not layout-opt %s --layout-simplify=fuel=lots 2>&1 | FileCheck %s --check-prefix=FUEL
// RUN: layout-opt %s --layout-simplify="fuel=1 explain=true" 2>&1 | FileCheck %s --check-prefix=HIT

// TARGET: error: layout-simplify: option target: unknown chip 'hopper'; known are sm_70, {{.*}}, and generic
// FUEL: error: layout-simplify: option fuel=lots: expected a natural number
// HIT: limits hit: fuel
func.func @f(%i: index) -> index {
  %l = layout.make : !layout<((4,8,16),2):((1,4,32),512)>
  %x = layout.crd2idx %l(%i, 1) : !layout<((4,8,16),2):((1,4,32),512)>
  return %x : index
}

// The flags hold for the index type that will be: an index past 2^31 has none in 32 bits.
// RUN: layout-opt %s --layout-simplify=target=generic | FileCheck %s --check-prefix=LONG
// RUN: layout-opt %s --layout-simplify="target=generic index-bitwidth=32" | FileCheck %s --check-prefix=SHORT
// RUN: not layout-opt %s --layout-simplify=index-bitwidth=8 2>&1 | FileCheck %s --check-prefix=WIDTH
// LONG-LABEL: func @long
// LONG: arith.muli %{{.*}} overflow<nsw, nuw>
// SHORT-LABEL: func @long
// SHORT: arith.muli %{{.*}} : index
// WIDTH: option index-bitwidth=8: expected 32 or 64
func.func @long(%i: index) -> index {
  %l = layout.make : !layout<(65536,4):(65537,1)>
  %x = layout.crd2idx %l(%i, 1) : !layout<(65536,4):(65537,1)>
  return %x : index
}
