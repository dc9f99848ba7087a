// Types that are inferred through functions, loops, branches and blocks.
// RUN: layout-opt %s --layout-refine-types 2>/dev/null | FileCheck %s
// RUN: layout-opt %s --layout-refine-types -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark
// A second run finds nothing.
// RUN: layout-opt %s --layout-refine-types 2>/dev/null > %t
// RUN: layout-opt %t --layout-refine-types 2>/dev/null | diff - %t
// Without the types, and from arguments to addresses.
// RUN: layout-opt %s --layout-refine-types --layout-expand-boundaries 2>/dev/null | FileCheck %s --check-prefix=EXPANDED

// EXPANDED-LABEL: func private @tile(%{{.*}}: index, %{{.*}}: index) -> (index, index)

// CHECK-LABEL: func private @tile(
// CHECK-SAME: !layout<(?{div=4},16):(16,1)>, %{{.*}}: index) -> (!layout<((4,8),(floordiv(?{div=4},4),2)):((16,1),(64,8))>, index)
func.func private @tile(%l: !layout<*>, %i: index) -> (!layout<*>, index) {
  %t = layout.zipped_divide %l : !layout<*> by #layout.tile<[4:1, 8:1]>
  // CHECK: layout.crd2idx %{{.*}}((%{{.*}}, 0), (1, 1)) : !layout<((4,8),(floordiv(?{div=4},4),2)):((16,1),(64,8))>
  %x = layout.crd2idx %t((%i, 0), (1, 1)) : !layout<*>
  return %t, %x : !layout<*>, index
}

// CHECK-LABEL: func @calls(
func.func @calls(%n: index, %i: index) -> (index, index) {
  %a = layout.make(%n) : !layout<(?{div=4},16):(16,1)>
  // CHECK-NOT: layout.cast
  %u = layout.cast %a : !layout<(?{div=4},16):(16,1)> to !layout<*>
  // CHECK: call @tile(%{{.*}}, %{{.*}}) : (!layout<(?{div=4},16):(16,1)>, index) -> (!layout<((4,8),
  %t, %x = func.call @tile(%u, %i) : (!layout<*>, index) -> (!layout<*>, index)
  // CHECK: layout.size %{{.*}} : !layout<((4,8),(floordiv(?{div=4},4),2)):((16,1),(64,8))>
  %s = layout.size %t : !layout<*>
  return %x, %s : index, index
}

// Two callers that disagree; and a function that others may call.
// REMARK: boundaries.mlir:[[#@LINE+3]]:1: remark: layout-refine-types: the layout stays !layout<*>: it is !layout<(4,16):(16,1)> or !layout<(8,16):(1,8)>
// CHECK-LABEL: func private @either(
// CHECK-SAME: !layout<*>
func.func private @either(%l: !layout<*>, %i: index) -> index {
  %x = layout.crd2idx %l(%i) : !layout<*>
  return %x : index
}
// CHECK-LABEL: func @public(
// CHECK-SAME: !layout<*>
func.func @public(%l: !layout<*>) -> !layout<*> {
  return %l : !layout<*>
}
// CHECK-LABEL: func private @by_name(
// CHECK-SAME: !layout<*>
func.func private @by_name(%l: !layout<*>) { return }

// CHECK-LABEL: func @disagree(
func.func @disagree(%i: index) -> (index, index, !layout<*>) {
  %a = layout.make : !layout<(4,16):(16,1)>
  %b = layout.make : !layout<(8,16):(1,8)>
  %u = layout.cast %a : !layout<(4,16):(16,1)> to !layout<*>
  %v = layout.cast %b : !layout<(8,16):(1,8)> to !layout<*>
  // CHECK: %[[U:.*]] = layout.cast %{{.*}} : !layout<(4,16):(16,1)> to !layout<*>
  // CHECK-NEXT: call @either(%[[U]],
  %x = func.call @either(%u, %i) : (!layout<*>, index) -> index
  %y = func.call @either(%v, %i) : (!layout<*>, index) -> index
  %f = func.constant @by_name : (!layout<*>) -> ()
  func.call @by_name(%v) : (!layout<*>) -> ()
  // CHECK: call @by_name(
  // CHECK-NEXT: %[[W:.*]] = layout.cast %{{.*}} : !layout<(8,16):(1,8)> to !layout<*>
  // CHECK-NEXT: %[[P:.*]] = call @public(%[[W]]) :
  %p = func.call @public(%v) : (!layout<*>) -> !layout<*>
  // CHECK: layout.coalesce %[[P]] : !layout<*>
  %c = layout.coalesce %p : !layout<*>
  return %x, %y, %c : index, index, !layout<*>
}

// A loop that keeps a layout, and one that does not.
// CHECK-LABEL: func @loops(
func.func @loops(%n: index) -> (index, !layout<*>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = layout.make : !layout<((4,2),16):((16,64),1)>
  %u = layout.cast %a : !layout<((4,2),16):((16,64),1)> to !layout<*>
  // CHECK: scf.for {{.*}} -> (!layout<((4,2),16):((16,64),1)>) {
  // CHECK: scf.yield %{{.*}} : !layout<((4,2),16):((16,64),1)>
  %kept = scf.for %k = %c0 to %n step %c1 iter_args(%l = %u) -> (!layout<*>) {
    %r = layout.composition %l : !layout<*> by #layout.tile<[_, 16:1]>
    scf.yield %r : !layout<*>
  }
  // REMARK: boundaries.mlir:[[#@LINE+3]]:{{.*}}: remark: layout-refine-types: the layout stays !layout<*>: it is !layout<((4,2),16):((16,64),1)> or !layout<(4,2,16):(16,64,1)>
  // CHECK: scf.for {{.*}} -> (!layout<*>) {
  // CHECK: layout.flatten %{{.*}} : !layout<*>
  %other = scf.for %k = %c0 to %n step %c1 iter_args(%l = %u) -> (!layout<*>) {
    %r = layout.flatten %l : !layout<*>
    scf.yield %r : !layout<*>
  }
  %x = layout.size %kept : !layout<*>
  return %x, %other : index, !layout<*>
}

// CHECK-LABEL: func @blocks(
func.func @blocks(%c: i1, %i: index) -> index {
  %a = layout.make : !layout<(4,16):(16,1)>
  %b = layout.make : !layout<(8,16):(1,8)>
  %u = layout.cast %a : !layout<(4,16):(16,1)> to !layout<*>
  %v = layout.cast %b : !layout<(8,16):(1,8)> to !layout<*>
  // CHECK: arith.select %{{.*}}, %{{.*}}, %{{.*}} : !layout<(4,16):(16,1)>
  %s = arith.select %c, %u, %u : !layout<*>
  // CHECK: cf.cond_br %{{.*}}, ^bb1(%{{.*}} : !layout<(4,16):(16,1)>), ^bb2(%{{.*}} : !layout<(8,16):(1,8)>)
  cf.cond_br %c, ^bb1(%s : !layout<*>), ^bb2(%v : !layout<*>)
^bb1(%l: !layout<*>):
  %x = layout.crd2idx %l(%i) : !layout<*>
  cf.br ^bb2(%v : !layout<*>)
// CHECK: ^bb2(%{{.*}}: !layout<(8,16):(1,8)>)
^bb2(%m: !layout<*>):
  %y = layout.crd2idx %m(%i) : !layout<*>
  return %y : index
}
