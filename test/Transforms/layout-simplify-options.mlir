// RUN: not layout-opt %s --layout-simplify=target=hopper 2>&1 | FileCheck %s --check-prefix=TARGET
// RUN: not layout-opt %s --layout-simplify=fuel=lots 2>&1 | FileCheck %s --check-prefix=FUEL
// RUN: layout-opt %s --layout-simplify="fuel=1 explain=true" 2>&1 | FileCheck %s --check-prefix=HIT

// TARGET: error: layout-simplify: unknown target 'hopper'; expected generic or a chip from sm_70 on
// FUEL: error: layout-simplify: option fuel=lots: expected a natural number
// HIT: limits hit: fuel
func.func @f(%i: index) -> index {
  %l = layout.make : !layout<((4,8,16),2):((1,4,32),512)>
  %x = layout.crd2idx %l(%i, 1) : !layout<((4,8,16),2):((1,4,32),512)>
  return %x : index
}
