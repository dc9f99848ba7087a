// What is computed while a product is under way stays in front of the wait for it: a branch that needs the last of it ends
// the block.
// RUN: layout-opt %s --layout-select --layout-place --layout-sync --layout-distribute=chip=sm_90a | FileCheck %s

#c = #layout.frag<#layout.mma<m64n64k16, warps = (4,1)>, C, 64x64>
!a = memref<64x64xf16, #layout<S<3,3,3> o 0 o (64,64):(64,1)>, 3>
!t = tensor<64x64xf32, #c>

// CHECK-LABEL: func @beside
func.func @beside(%to: memref<64x64xf32>) attributes {layout.threads = 128 : i64} {
  %0 = arith.constant 0 : index
  %zero = arith.constant dense<0.0> : !t
  %one = arith.constant dense<1.0> : tensor<64x64xf16, #layout.tv<(8,16):(512,1), (8,4):(64,16)>>
  %a = memref.alloc() {alignment = 1024 : i64} : !a
  layout.store %one, %a[%0, %0] : tensor<64x64xf16, #layout.tv<(8,16):(512,1), (8,4):(64,16)>>, !a
  // CHECK: nvvm.wgmma.commit.group
  // CHECK: nvvm.wgmma.wait.group.sync.aligned 1
  %d = layout.mma %a, %a, %zero under_way 1 : !a, !a, !t
  // CHECK: nvvm.wgmma.commit.group
  // CHECK: nvvm.wgmma.wait.group.sync.aligned 2
  %e = layout.mma %a, %a, %zero under_way 2 : !a, !a, !t
  // Nothing is computed before this one.
  // CHECK-NOT: nvvm.nanosleep
  // CHECK: nvvm.wgmma.wait.group.sync.aligned 1
  %f = layout.wait_mma %d under_way 1 : !t
  // CHECK-COUNT-31: math.exp2
  // CHECK: %[[LAST:.*]] = math.exp2 %{{.*}} : f32
  %g = math.exp2 %f : !t
  // CHECK: %[[WORD:.*]] = arith.bitcast %[[LAST]] : f32 to i32
  // CHECK: %[[HIDDEN:.*]] = llvm.inline_asm "// beside", "=r,0" %[[WORD]]
  // CHECK: %[[IS:.*]] = arith.cmpi eq, %[[HIDDEN]], %{{.*}} : i32
  // CHECK: scf.if %[[IS]] {
  // CHECK: nvvm.nanosleep
  // CHECK: nvvm.wgmma.wait.group.sync.aligned 0
  %h = layout.wait_mma %e : !t
  %i = arith.addf %g, %h : !t
  layout.store %i, %to[%0, %0] : !t, memref<64x64xf32>
  return
}
