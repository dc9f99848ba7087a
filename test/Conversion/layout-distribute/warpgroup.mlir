// Products of shared memory: descriptors, instructions and waits, and what all that does.
// DEFINE: %{passes} = --layout-select --layout-pipeline --layout-place --layout-sync --layout-distribute
// RUN: layout-opt %s %{passes} -o %t && FileCheck %s --input-file %t
// RUN: layout-interp %s %t --job %S/Inputs/warpgroup-both.json | FileCheck %s --check-prefix=RIGHT
// RUN: layout-interp %s %t --schedules 1 --job %S/Inputs/warpgroup-columns.json | FileCheck %s --check-prefix=RIGHT
// RUN: layout-interp %s %t --schedules 1 --job %S/Inputs/warpgroup-registers.json | FileCheck %s --check-prefix=RIGHT
// RUN: layout-interp %s %t --schedules 1 --job %S/Inputs/warpgroup-bytes.json | FileCheck %s --check-prefix=RIGHT
// RUN: layout-interp %s %t --schedules 1 --job %S/Inputs/warpgroup-halves.json | FileCheck %s --check-prefix=RIGHT
// RUN: sed s/registers/tall/ %S/Inputs/warpgroup-registers.json > %t.tall.json
// RUN: layout-interp %s %t --schedules 1 --job %t.tall.json | FileCheck %s --check-prefix=RIGHT
// RUN: sed s/registers/begins/ %S/Inputs/warpgroup-registers.json > %t.begins.json
// RUN: layout-interp %s %t --schedules 1 --job %t.begins.json | FileCheck %s --check-prefix=RIGHT
// RUN: sed "s/setp.ne.b32 p, 1/setp.ne.b32 p, 0/" %t > %t.forgets
// RUN: not layout-interp %s %t.forgets --schedules 1 --job %t.begins.json | FileCheck %s --check-prefix=FORGETS
// RUN: sed "s/setp.ne.b32 p, 0/setp.ne.b32 p, 1/; s/D\[<f32>, <zero>\]/D[<f32>, <one>]/" %t > %t.looks
// RUN: not layout-interp %s %t.looks --schedules 1 --job %t.begins.json | FileCheck %s --check-prefix=FORGETS
// RUN: not layout-interp %s %t.looks --schedules 1 --job %S/Inputs/warpgroup-columns.json | FileCheck %s --check-prefix=FORGETS
// FORGETS: wrong:
// RIGHT: right: {{[1-9][0-9]*}} elements compared

// What is written for the tensor cores is fenced, and what they do is waited for.
// RUN: sed "s/nvvm.fence.proxy.*//" %t > %t.unfenced
// RUN: not layout-interp %s %t.unfenced --job %S/Inputs/warpgroup-both.json | FileCheck %s --check-prefix=FENCE
// FENCE: wrong: {{.*}}wgmma reads byte {{.*}} wrote without a fence.proxy.async between
// RUN: sed "s/nvvm.wgmma.wait.group.sync.aligned 0/nvvm.wgmma.wait.group.sync.aligned 1/" %t > %t.late
// RUN: not layout-interp %s %t.late --job %S/Inputs/warpgroup-both.json | FileCheck %s --check-prefix=LATE
// LATE: wrong: {{.*}}a product of thread 0 that is never waited for
// RUN: sed "s/gpu.barrier//" %t > %t.free
// RUN: not layout-interp %s %t.free --job %S/Inputs/warpgroup-both.json | FileCheck %s --check-prefix=FREE
// FREE: wrong: {{.*}}a race: 
// RUN: layout-interp mutate %s %t --order --schedules 1 --job %S/Inputs/warpgroup-both.json | FileCheck %s --check-prefix=MUTATE
// RUN: layout-interp mutate %s %t --order --schedules 1 --job %S/Inputs/warpgroup-registers.json | FileCheck %s --check-prefix=MUTATE
// MUTATE-NOT: not noticed
// MUTATE: commit left out: 1 wrong, 1 noticed
// MUTATE: fence left out: 2 wrong, 2 noticed
// MUTATE: wait left out: 1 wrong, 1 noticed
// MUTATE: wait weaker by one: 1 wrong, 1 noticed
// RUN: not layout-opt %s "--pass-pipeline=builtin.module(layout-select,layout-place,layout-sync,layout-distribute{chip=sm_80})" 2>&1 | FileCheck %s --check-prefix=SM80
// SM80: error: layout-distribute: 'layout.mma' is not lowered: sm_80 does not have its instruction, mma<m64n32k16, warps=(4,1)>, which sm_90a has; load the factors
// RUN: not layout-opt %s "--pass-pipeline=builtin.module(layout-place,layout-sync,layout-distribute)" 2>&1 | FileCheck %s --check-prefix=ALIGN
// ALIGN: error: layout-distribute: 'layout.mma' is not lowered: its factor in {{.*}} must be aligned to 1024 bytes, and is known to be to 128: layout-select does that, or {alignment = 1024 : i64} on its allocation

// Both in shared memory, along K; two steps of 32 bytes, the second 2 units of 16 bytes behind the first.
// CHECK-LABEL: @both
// CHECK: nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
// CHECK: gpu.barrier
// CHECK-DAG: %[[LEADING:.*]] = arith.constant 65536 : i32
// CHECK-DAG: arith.ori %{{.*}}, %[[LEADING]] : i32
// CHECK-DAG: %[[BITS:.*]] = arith.constant 4611686293305294848 : i64
// CHECK-DAG: arith.ori %{{.*}}, %[[BITS]] : i64
// CHECK: nvvm.wgmma.fence.aligned
// CHECK: nvvm.wgmma.mma_async {{.*}}<m = 64, n = 32, k = 16>, D[<f32>, <one>], A[<f16>, <one>, <row>], B[<f16>, <one>, <col>]
// CHECK: arith.constant 2 : i64
// CHECK: nvvm.wgmma.mma_async
// CHECK: nvvm.wgmma.mma_async
// CHECK: nvvm.wgmma.mma_async
// CHECK-NOT: nvvm.wgmma.mma_async
// CHECK: nvvm.wgmma.commit.group.sync.aligned
// CHECK-NEXT: nvvm.wgmma.wait.group.sync.aligned 0
func.func @both(%A: memref<64x64xf16>, %B: memref<32x64xf16>, %C: memref<64x32xf32>) attributes {layout.threads = 128 : i64} {
  %0 = arith.constant 0 : index
  %p = memref.alloc() : memref<64x64xf16, #layout<S<3,3,3> o 0 o (64,64):(64,1)>, 3>
  %q = memref.alloc() : memref<64x32xf16, #layout<S<3,3,3> o 0 o (64,32):(1,64)>, 3>
  %a = layout.load %A[%0, %0] : memref<64x64xf16> -> tensor<64x64xf16, #layout.tv<(8,16):(512,1), (8,4):(64,16)>>
  %b = layout.load %B[%0, %0] : memref<32x64xf16> -> tensor<32x64xf16, #layout.tv<(8,16):(256,1), (8,2):(32,16)>>
  layout.store %a, %p[%0, %0] : tensor<64x64xf16, #layout.tv<(8,16):(512,1), (8,4):(64,16)>>, memref<64x64xf16, #layout<S<3,3,3> o 0 o (64,64):(64,1)>, 3>
  %t = layout.transpose %b [1, 0] : tensor<32x64xf16, #layout.tv<(8,16):(256,1), (8,2):(32,16)>> -> tensor<64x32xf16, #layout.tv<(8,16):(8,64), (8,2):(1,1024)>>
  layout.store %t, %q[%0, %0] : tensor<64x32xf16, #layout.tv<(8,16):(8,64), (8,2):(1,1024)>>, memref<64x32xf16, #layout<S<3,3,3> o 0 o (64,32):(1,64)>, 3>
  %z = arith.constant dense<1.0> : tensor<64x32xf32, #layout.frag<#layout.mma<m64n32k16, warps = (4,1)>, C, 64x32>>
  %d = layout.mma %p, %q, %z : memref<64x64xf16, #layout<S<3,3,3> o 0 o (64,64):(64,1)>, 3>, memref<64x32xf16, #layout<S<3,3,3> o 0 o (64,32):(1,64)>, 3>, tensor<64x32xf32, #layout.frag<#layout.mma<m64n32k16, warps = (4,1)>, C, 64x32>>
  layout.store %d, %C[%0, %0] : tensor<64x32xf32, #layout.frag<#layout.mma<m64n32k16, warps = (4,1)>, C, 64x32>>, memref<64x32xf32>
  return
}

// Both along M and N, two warpgroups by two, each of which has two times two instructions.
// CHECK-LABEL: @columns
// CHECK: nvvm.shfl.sync idx
// CHECK: nvvm.wgmma.mma_async {{.*}}<m = 64, n = 64, k = 16>, D[<f32>, <zero>], A[<bf16>, <one>, <col>], B[<bf16>, <one>, <row>]
// CHECK-COUNT-3: nvvm.wgmma.mma_async
// CHECK-NOT: nvvm.wgmma.mma_async
// CHECK: nvvm.wgmma.commit
func.func @columns(%A: memref<16x256xbf16>, %B: memref<16x256xbf16>, %C: memref<256x256xf32>) attributes {layout.threads = 512 : i64} {
  %0 = arith.constant 0 : index
  %p = memref.alloc() : memref<256x16xbf16, #layout<S<3,3,3> o 0 o ((64,4),16):((1,1024),64)>, 3>
  %q = memref.alloc() : memref<16x256xbf16, #layout<S<3,3,3> o 0 o (16,(64,4)):(64,(1,1024))>, 3>
  %a = layout.load %A[%0, %0] : memref<16x256xbf16> -> tensor<16x256xbf16, #layout.tv<(32,16):(128,1), 8:16>>
  %t = layout.transpose %a [1, 0] : tensor<16x256xbf16, #layout.tv<(32,16):(128,1), 8:16>> -> tensor<256x16xbf16, #layout.tv<512:8, 8:1>>
  layout.store %t, %p[%0, %0] : tensor<256x16xbf16, #layout.tv<512:8, 8:1>>, memref<256x16xbf16, #layout<S<3,3,3> o 0 o ((64,4),16):((1,1024),64)>, 3>
  %k = layout.copy_async %B[%0, %0], %q : memref<16x256xbf16>, memref<16x256xbf16, #layout<S<3,3,3> o 0 o (16,(64,4)):(64,(1,1024))>, 3>
  layout.wait %k
  %z = arith.constant dense<0.0> : tensor<256x256xf32, #layout.frag<#layout.mma<m64n64k16, warps = (8,2)>, C, 256x256>>
  %d = layout.mma %p, %q, %z : memref<256x16xbf16, #layout<S<3,3,3> o 0 o ((64,4),16):((1,1024),64)>, 3>, memref<16x256xbf16, #layout<S<3,3,3> o 0 o (16,(64,4)):(64,(1,1024))>, 3>, tensor<256x256xf32, #layout.frag<#layout.mma<m64n64k16, warps = (8,2)>, C, 256x256>>
  layout.store %d, %C[%0, %0] : tensor<256x256xf32, #layout.frag<#layout.mma<m64n64k16, warps = (8,2)>, C, 256x256>>, memref<256x256xf32>
  return
}

// A in registers, numbers of 32 bits, by two warpgroups along M.
// CHECK-LABEL: @registers
// CHECK: llvm.inline_asm has_side_effects "{ .reg .pred p; setp.ne.b32 p, 1, 0; wgmma.mma_async.sync.aligned.m64n16k8.f32.tf32.tf32 {$0, $1, $2, $3, $4, $5, $6, $7}, {$8, $9, $10, $11}, $12, p, 1, 1; }", "=f,=f,=f,=f,=f,=f,=f,=f,r,r,r,r,l,0,1,2,3,4,5,6,7"
// CHECK: llvm.inline_asm
// CHECK: nvvm.wgmma.commit
func.func @registers(%A: memref<128x16xf32>, %B: memref<16x16xf32>, %C: memref<128x16xf32>) attributes {layout.threads = 256 : i64} {
  %0 = arith.constant 0 : index
  %q = memref.alloc() : memref<16x16xf32, #layout<S<2,2,3> o 0 o (16,16):(1,16)>, 3>
  %b = layout.load %B[%0, %0] : memref<16x16xf32> -> tensor<16x16xf32, #layout.tv<(16,16):(16,1), 1:0>>
  layout.store %b, %q[%0, %0] : tensor<16x16xf32, #layout.tv<(16,16):(16,1), 1:0>>, memref<16x16xf32, #layout<S<2,2,3> o 0 o (16,16):(1,16)>, 3>
  %a = layout.load %A[%0, %0] : memref<128x16xf32> -> tensor<128x16xf32, #layout.frag<#layout.mma<m64n16k8, warps = (8,1)>, A, 128x16>>
  %c = layout.load %C[%0, %0] : memref<128x16xf32> -> tensor<128x16xf32, #layout.frag<#layout.mma<m64n16k8, warps = (8,1)>, C, 128x16>>
  %d = layout.mma %a, %q, %c : tensor<128x16xf32, #layout.frag<#layout.mma<m64n16k8, warps = (8,1)>, A, 128x16>>, memref<16x16xf32, #layout<S<2,2,3> o 0 o (16,16):(1,16)>, 3>, tensor<128x16xf32, #layout.frag<#layout.mma<m64n16k8, warps = (8,1)>, C, 128x16>>
  layout.store %d, %C[%0, %0] : tensor<128x16xf32, #layout.frag<#layout.mma<m64n16k8, warps = (8,1)>, C, 128x16>>, memref<128x16xf32>
  return
}

// Where nothing is added to, the first instruction of a sum does not look.
// CHECK-LABEL: @begins
// CHECK: llvm.inline_asm has_side_effects "{ .reg .pred p; setp.ne.b32 p, 0, 0; wgmma.mma_async
// CHECK: llvm.inline_asm has_side_effects "{ .reg .pred p; setp.ne.b32 p, 1, 0; wgmma.mma_async
// CHECK-NOT: llvm.inline_asm {{.*}}wgmma
// CHECK: nvvm.wgmma.commit
func.func @begins(%A: memref<128x16xf32>, %B: memref<16x16xf32>, %C: memref<128x16xf32>) attributes {layout.threads = 256 : i64} {
  %0 = arith.constant 0 : index
  %q = memref.alloc() : memref<16x16xf32, #layout<S<2,2,3> o 0 o (16,16):(1,16)>, 3>
  %b = layout.load %B[%0, %0] : memref<16x16xf32> -> tensor<16x16xf32, #layout.tv<(16,16):(16,1), 1:0>>
  layout.store %b, %q[%0, %0] : tensor<16x16xf32, #layout.tv<(16,16):(16,1), 1:0>>, memref<16x16xf32, #layout<S<2,2,3> o 0 o (16,16):(1,16)>, 3>
  %a = layout.load %A[%0, %0] : memref<128x16xf32> -> tensor<128x16xf32, #layout.frag<#layout.mma<m64n16k8, warps = (8,1)>, A, 128x16>>
  %c = arith.constant dense<0.0> : tensor<128x16xf32, #layout.frag<#layout.mma<m64n16k8, warps = (8,1)>, C, 128x16>>
  %d = layout.mma %a, %q, %c : tensor<128x16xf32, #layout.frag<#layout.mma<m64n16k8, warps = (8,1)>, A, 128x16>>, memref<16x16xf32, #layout<S<2,2,3> o 0 o (16,16):(1,16)>, 3>, tensor<128x16xf32, #layout.frag<#layout.mma<m64n16k8, warps = (8,1)>, C, 128x16>>
  layout.store %d, %C[%0, %0] : tensor<128x16xf32, #layout.frag<#layout.mma<m64n16k8, warps = (8,1)>, C, 128x16>>, memref<128x16xf32>
  return
}

// Two parts along M of a warpgroup, each of two steps along K: registers of A go along M first.
// CHECK-LABEL: @tall
// CHECK-COUNT-4: wgmma.mma_async
func.func @tall(%A: memref<128x16xf32>, %B: memref<16x16xf32>, %C: memref<128x16xf32>) attributes {layout.threads = 128 : i64} {
  %0 = arith.constant 0 : index
  %q = memref.alloc() : memref<16x16xf32, #layout<S<2,2,3> o 0 o (16,16):(1,16)>, 3>
  %b = layout.load %B[%0, %0] : memref<16x16xf32> -> tensor<16x16xf32, #layout.tv<(16,8):(16,1), 2:8>>
  layout.store %b, %q[%0, %0] : tensor<16x16xf32, #layout.tv<(16,8):(16,1), 2:8>>, memref<16x16xf32, #layout<S<2,2,3> o 0 o (16,16):(1,16)>, 3>
  %a = layout.load %A[%0, %0] : memref<128x16xf32> -> tensor<128x16xf32, #layout.frag<#layout.mma<m64n16k8, warps = (4,1)>, A, 128x16>>
  %c = layout.load %C[%0, %0] : memref<128x16xf32> -> tensor<128x16xf32, #layout.frag<#layout.mma<m64n16k8, warps = (4,1)>, C, 128x16>>
  %d = layout.mma %a, %q, %c : tensor<128x16xf32, #layout.frag<#layout.mma<m64n16k8, warps = (4,1)>, A, 128x16>>, memref<16x16xf32, #layout<S<2,2,3> o 0 o (16,16):(1,16)>, 3>, tensor<128x16xf32, #layout.frag<#layout.mma<m64n16k8, warps = (4,1)>, C, 128x16>>
  layout.store %d, %C[%0, %0] : tensor<128x16xf32, #layout.frag<#layout.mma<m64n16k8, warps = (4,1)>, C, 128x16>>, memref<128x16xf32>
  return
}

// Bytes, A in registers and without a swizzle.
// CHECK-LABEL: @bytes
// CHECK: wgmma.mma_async.sync.aligned.m64n8k32.s32.s8.s8 {$0, $1, $2, $3}, {$4, $5, $6, $7}, $8, p; }
// CHECK: nvvm.wgmma.mma_async {{.*}}<m = 64, n = 8, k = 32>, D[<s32>, <one>, <wrapped>], A[<s8>, <one>, <row>], B[<s8>, <one>, <col>]
func.func @bytes(%A: memref<64x64xi8>, %B: memref<64x8xi8>, %C: memref<64x8xi32>) attributes {layout.threads = 128 : i64} {
  %0 = arith.constant 0 : index
  %p = memref.alloc() : memref<64x64xi8, #layout<(64,(16,4)):(16,(1,1024))>, 3>
  %q = memref.alloc() : memref<64x8xi8, #layout<((16,4),8):((1,128),16)>, 3>
  %b = layout.load %B[%0, %0] : memref<64x8xi8> -> tensor<64x8xi8, #layout.tv<128:1, 4:128>>
  layout.store %b, %q[%0, %0] : tensor<64x8xi8, #layout.tv<128:1, 4:128>>, memref<64x8xi8, #layout<((16,4),8):((1,128),16)>, 3>
  %a = layout.load %A[%0, %0] : memref<64x64xi8> -> tensor<64x64xi8, #layout.frag<#layout.mma<m64n8k32, warps = (4,1)>, A, 64x64>>
  layout.store %a, %p[%0, %0] : tensor<64x64xi8, #layout.frag<#layout.mma<m64n8k32, warps = (4,1)>, A, 64x64>>, memref<64x64xi8, #layout<(64,(16,4)):(16,(1,1024))>, 3>
  %z = arith.constant dense<3> : tensor<64x8xi32, #layout.frag<#layout.mma<m64n8k32, warps = (4,1)>, C, 64x8>>
  %d = layout.mma %a, %q, %z : tensor<64x64xi8, #layout.frag<#layout.mma<m64n8k32, warps = (4,1)>, A, 64x64>>, memref<64x8xi8, #layout<((16,4),8):((1,128),16)>, 3>, tensor<64x8xi32, #layout.frag<#layout.mma<m64n8k32, warps = (4,1)>, C, 64x8>>
  %e = layout.mma %p, %q, %d : memref<64x64xi8, #layout<(64,(16,4)):(16,(1,1024))>, 3>, memref<64x8xi8, #layout<((16,4),8):((1,128),16)>, 3>, tensor<64x8xi32, #layout.frag<#layout.mma<m64n8k32, warps = (4,1)>, C, 64x8>>
  layout.store %e, %C[%0, %0] : tensor<64x8xi32, #layout.frag<#layout.mma<m64n8k32, warps = (4,1)>, C, 64x8>>, memref<64x8xi32>
  return
}

// Sums of f16, two in a register, and A in registers with B along N.
// CHECK-LABEL: @halves
// CHECK: wgmma.mma_async.sync.aligned.m64n32k16.f16.f16.f16 {{.*}}, p, 1, 1, 1; }", "=r,=r,
// CHECK: nvvm.wgmma.mma_async {{.*}}D[<f16>, {{.*}} : !llvm.struct<(i32, i32, i32, i32, i32, i32, i32, i32)>
func.func @halves(%A: memref<64x16xf16>, %B: memref<16x32xf16>, %C: memref<64x32xf16>) attributes {layout.threads = 128 : i64} {
  %0 = arith.constant 0 : index
  %p = memref.alloc() : memref<64x16xf16, #layout<S<1,3,3> o 0 o (64,16):(16,1)>, 3>
  %q = memref.alloc() : memref<16x32xf16, #layout<S<2,3,3> o 0 o (16,32):(32,1)>, 3>
  %k = layout.copy_async %B[%0, %0], %q : memref<16x32xf16>, memref<16x32xf16, #layout<S<2,3,3> o 0 o (16,32):(32,1)>, 3>
  layout.wait %k
  %a = layout.load %A[%0, %0] : memref<64x16xf16> -> tensor<64x16xf16, #layout.frag<#layout.mma<m64n32k16, warps = (4,1)>, A, 64x16>>
  layout.store %a, %p[%0, %0] : tensor<64x16xf16, #layout.frag<#layout.mma<m64n32k16, warps = (4,1)>, A, 64x16>>, memref<64x16xf16, #layout<S<1,3,3> o 0 o (64,16):(16,1)>, 3>
  %z = arith.constant dense<0.0> : tensor<64x32xf16, #layout.frag<#layout.mma<m64n32k16, warps = (4,1)>, C, 64x32>>
  %d = layout.mma %a, %q, %z : tensor<64x16xf16, #layout.frag<#layout.mma<m64n32k16, warps = (4,1)>, A, 64x16>>, memref<16x32xf16, #layout<S<2,3,3> o 0 o (16,32):(32,1)>, 3>, tensor<64x32xf16, #layout.frag<#layout.mma<m64n32k16, warps = (4,1)>, C, 64x32>>
  %e = layout.mma %p, %q, %d : memref<64x16xf16, #layout<S<1,3,3> o 0 o (64,16):(16,1)>, 3>, memref<16x32xf16, #layout<S<2,3,3> o 0 o (16,32):(32,1)>, 3>, tensor<64x32xf16, #layout.frag<#layout.mma<m64n32k16, warps = (4,1)>, C, 64x32>>
  layout.store %e, %C[%0, %0] : tensor<64x32xf16, #layout.frag<#layout.mma<m64n32k16, warps = (4,1)>, C, 64x32>>, memref<64x32xf16>
  return
}
