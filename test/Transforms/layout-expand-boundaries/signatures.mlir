// RUN: layout-opt %s --layout-expand-boundaries --split-input-file --verify-diagnostics --allow-unregistered-dialect | FileCheck %s
// RUN: layout-opt %s --layout-expand-boundaries --split-input-file --verify-diagnostics --allow-unregistered-dialect --layout-simplify | FileCheck %s --check-prefix=SIMPLE

// A layout argument becomes the values of its symbols; a static one vanishes.
// CHECK-LABEL: func @index
// CHECK-SAME: (%[[I:.*]]: index, %[[M:.*]]: index, %[[K:.*]]: index, %[[J:.*]]: index) -> index
// CHECK: %[[L:.*]] = layout.make(%[[M]], %[[K]]) : !layout<(?,?):(s1,1)>
// CHECK: layout.crd2idx %[[L]](%[[I]], %[[J]])
// SIMPLE-LABEL: func @index
// SIMPLE-NOT: layout.
// SIMPLE: return
func.func @index(%i: index, %l: !layout<(?,?):(s1,1)>, %s: !layout<(4,8):(8,1)>, %j: index) -> index {
  %x = layout.crd2idx %l(%i, %j) : !layout<(?,?):(s1,1)>
  %y = layout.crd2idx %s(%i, %j) : !layout<(4,8):(8,1)>
  %z = arith.addi %x, %y overflow<nsw> : index
  return %z : index
}

// CHECK-LABEL: func private @outside(index, index) -> index
func.func private @outside(!layout<(?,?):(s1,1)>) -> !layout<4:?>

// Results too; the caller makes the layout again.
// CHECK-LABEL: func @tiles
// CHECK-SAME: (%[[M:.*]]: index) -> index
// CHECK: return %[[M]] : index
func.func @tiles(%l: !layout<(?{div=4},2):(2,1)>) -> !layout<((4,floordiv(?{div=4},4)),2):((2,8),1)> {
  %t = layout.logical_divide %l : !layout<(?{div=4},2):(2,1)> by #layout.tile<[4:1]>
  return %t : !layout<((4,floordiv(?{div=4},4)),2):((2,8),1)>
}

// CHECK-LABEL: func @calls
// CHECK: %[[N:.*]] = call @tiles(%arg0) : (index) -> index
// CHECK: %[[T:.*]] = layout.make(%[[N]])
// CHECK: layout.size %[[T]]
func.func @calls(%n: index) -> index {
  %l = layout.make(%n) : !layout<(?{div=4},2):(2,1)>
  %t = func.call @tiles(%l) : (!layout<(?{div=4},2):(2,1)>) -> !layout<((4,floordiv(?{div=4},4)),2):((2,8),1)>
  %s = layout.size %t : !layout<((4,floordiv(?{div=4},4)),2):((2,8),1)>
  return %s : index
}

// CHECK-LABEL: func @unknown(%arg0: !layout<*>)
func.func @unknown(%l: !layout<*>) {
  return
}

// -----

// A choice of layouts is a choice of the values of their symbols.
func.func private @callee(!layout<4:?>)

// CHECK-LABEL: func @chosen
// CHECK: %[[D:.*]] = arith.select %arg0, %arg1, %arg2 : index
// CHECK: call @callee(%[[D]])
func.func @chosen(%p: i1, %d: index, %e: index) {
  %a = layout.make(%d) : !layout<4:?>
  %b = layout.make(%e) : !layout<4:?>
  %l = arith.select %p, %a, %b : !layout<4:?>
  func.call @callee(%l) : (!layout<4:?>) -> ()
  return
}

// -----

func.func private @callee(!layout<4:?>)

func.func @unknown_source(%d: index) {
  %l = builtin.unrealized_conversion_cast %d : index to !layout<4:?>
  // expected-error @+1 {{the values of the symbols of !layout<4:?> are not known here: it is a result of 'builtin.unrealized_conversion_cast', which does not hand them on}}
  func.call @callee(%l) : (!layout<4:?>) -> ()
  return
}

// -----

// Attributes of other arguments stay at theirs.
// CHECK-LABEL: func @attributes
// CHECK-SAME: (%arg0: index, %arg1: index, %arg2: memref<4xf32> {test.attribute}) -> (f32 {test.result})
func.func @attributes(%s: !layout<4:1>, %l: !layout<?:?>, %m: memref<4xf32> {test.attribute})
    -> (!layout<4:1>, f32 {test.result}) {
  %f = arith.constant 0.0 : f32
  return %s, %f : !layout<4:1>, f32
}

// -----

// expected-error @+1 {{argument 0 of type !layout<4:?> has the attributes {test.attribute}, which the values of its symbols cannot have}}
func.func @attribute(%l: !layout<4:?> {test.attribute}) {
  return
}

// -----

// A function that is a value: its constant, the call, a function that takes it.
func.func private @outside(!layout<(?,4):(4,1)>) -> index

// CHECK-LABEL: func @callee(%arg0: index, %arg1: index) -> index
func.func @callee(%l: !layout<(?,4):(4,1)>, %i: index) -> index {
  %c = layout.crd2idx %l(%i, 1) : !layout<(?,4):(4,1)>
  return %c : index
}

// CHECK-LABEL: func @apply(%arg0: (index, index) -> index, %arg1: index, %arg2: index)
// CHECK: call_indirect %arg0(%arg1, %arg2) : (index, index) -> index
func.func @apply(%f: (!layout<(?,4):(4,1)>, index) -> index, %l: !layout<(?,4):(4,1)>, %i: index) -> index {
  %r = func.call_indirect %f(%l, %i) : (!layout<(?,4):(4,1)>, index) -> index
  return %r : index
}

// CHECK-LABEL: func @pointer(%arg0: i1, %arg1: index, %arg2: index)
// CHECK: %[[F:.*]] = constant @callee : (index, index) -> index
// CHECK: %[[S:.*]] = arith.select %arg0, %[[F]], %[[F]] : (index, index) -> index
// CHECK: call @apply(%[[S]], %arg1, %arg2)
func.func @pointer(%p: i1, %l: !layout<(?,4):(4,1)>, %i: index) -> index {
  %f = func.constant @callee : (!layout<(?,4):(4,1)>, index) -> index
  %s = arith.select %p, %f, %f : (!layout<(?,4):(4,1)>, index) -> index
  %r = func.call @apply(%s, %l, %i)
    : ((!layout<(?,4):(4,1)>, index) -> index, !layout<(?,4):(4,1)>, index) -> index
  return %r : index
}

// -----

// A launch follows its kernel, its operands by groups.
// CHECK-LABEL: gpu.func @kernel(%arg0: index, %arg1: memref<?xindex>)
// CHECK-SAME: workgroup(%arg2 : memref<4xf32, 3>)
// CHECK-LABEL: func @host
// CHECK: %[[T:.*]] = gpu.wait async
// CHECK: gpu.launch_func async [%[[T]]] @k::@kernel {{.*}} dynamic_shared_memory_size %{{.*}} args(%arg0 : index, %arg1 : memref<?xindex>)
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @kernel(%l: !layout<(?,4):(4,1)>, %s: !layout<4:1>, %m: memref<?xindex>)
        workgroup(%w: memref<4xf32, 3>) kernel {
      %t = gpu.thread_id x
      %c = layout.crd2idx %l(%t, 1) : !layout<(?,4):(4,1)>
      memref.store %c, %m[%t] : memref<?xindex>
      gpu.return
    }
  }
  func.func @host(%n: index, %m: memref<?xindex>) {
    %l = layout.make(%n) : !layout<(?,4):(4,1)>
    %s = layout.make : !layout<4:1>
    %o = arith.constant 1 : index
    %b = arith.constant 64 : i32
    %t = gpu.wait async
    %u = gpu.launch_func async [%t] @k::@kernel blocks in (%o, %o, %o) threads in (%o, %o, %o)
      dynamic_shared_memory_size %b args(%l : !layout<(?,4):(4,1)>, %s : !layout<4:1>, %m : memref<?xindex>)
    gpu.wait [%u]
    return
  }
}

// -----

// Whoever else refers to a function with layouts cannot follow.
func.func @f(%l: !layout<4:?>) {
  return
}
func.func @others() attributes {test.of = [{f = @f}]} {
  return
}
"test.table"() <{symbols = [@g, @h::@f]}> : () -> ()
// expected-error @-4 {{'func.func' refers to @f of type (!layout<4:?>) -> (), whose layouts become the values of their symbols; only func.call, func.constant, gpu.launch_func can follow}}

// -----

// The innermost symbol of that name is meant.
module {
  func.func private @f(!layout<4:?>)
  module {
    func.func private @f(index)
    func.func private @g() attributes {test.of = @f}
  }
}

// -----

// expected-error @+1 {{the layouts of (!layout<4:?>) -> () cannot be passed as the values of their symbols: 'ml_program.func' is neither func.func nor gpu.func}}
ml_program.func @f(%l: !layout<4:?>) {
  ml_program.return
}
