// LLVM is kept from looking for vectors in kernels around tensor cores that compute none.
//
// RUN: layout-opt %s --layout-keep-scalars | FileCheck %s
// RUN: layout-opt %s --layout-keep-scalars=chip=sm_80 | FileCheck %s
// RUN: layout-opt %s --layout-keep-scalars --layout-keep-scalars | FileCheck %s
// RUN: layout-opt %s --layout-keep-scalars=chip=sm_100a | FileCheck %s --check-prefix=PAIRS
// RUN: not layout-opt %s --layout-keep-scalars=chip=sm_42 2>&1 | FileCheck %s --check-prefix=CHIP

// PAIRS-NOT: noimplicitfloat
// CHIP: error: layout-keep-scalars: option chip: unknown chip 'sm_42'; known are sm_70

// CHECK: llvm.func @asynchronous({{.*}} attributes {nvvm.kernel, passthrough = ["noimplicitfloat"]}
llvm.func @asynchronous(%a: i32, %x: f32) -> i32 attributes {nvvm.kernel} {
  %y = llvm.fmul %x, %x : f32
  %d = llvm.inline_asm has_side_effects "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {$0}, $1;", "=r,r" %a : (i32) -> i32
  llvm.return %d : i32
}

// CHECK: llvm.func @synchronous({{.*}} attributes {nvvm.kernel, passthrough = ["noimplicitfloat"]}
llvm.func @synchronous(%a: vector<2xf16>, %c: f32) -> f32 attributes {nvvm.kernel} {
  %d = nvvm.mma.sync A[%a, %a, %a, %a] B[%a, %a] C[%c, %c, %c, %c] {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, shape = #nvvm.shape<m = 16, n = 8, k = 16>}
      : (vector<2xf16>, vector<2xf16>, f32) -> !llvm.struct<(f32, f32, f32, f32)>
  %h = llvm.fadd %a, %a : vector<2xf16>
  %r = llvm.extractvalue %d[0] : !llvm.struct<(f32, f32, f32, f32)>
  llvm.return %r : f32
}

// What has vectors of two.
// CHECK: llvm.func @half({{.*}} attributes {nvvm.kernel} {
llvm.func @half(%a: i32, %x: f16) -> f16 attributes {nvvm.kernel} {
  %d = llvm.inline_asm has_side_effects "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {$0}, $1;", "=r,r" %a : (i32) -> i32
  %y = llvm.fmul %x, %x : f16
  llvm.return %y : f16
}

// CHECK: llvm.func @bfloat({{.*}} attributes {nvvm.kernel} {
llvm.func @bfloat(%a: i32, %x: bf16) -> bf16 attributes {nvvm.kernel} {
  %d = llvm.inline_asm has_side_effects "mma.sync.aligned.m16n8k16 {$0}, $1;", "=r,r" %a : (i32) -> i32
  %y = llvm.intr.maximum(%x, %x) : (bf16, bf16) -> bf16
  llvm.return %y : bf16
}

// Without tensor cores, and what is no kernel, and what says something already.
// CHECK: llvm.func @plain({{.*}} attributes {nvvm.kernel} {
llvm.func @plain(%x: f32) -> f32 attributes {nvvm.kernel} {
  %y = llvm.fmul %x, %x : f32
  llvm.return %y : f32
}

// CHECK: llvm.func @called({{.*}}) -> i32 {
llvm.func @called(%a: i32) -> i32 {
  %d = llvm.inline_asm has_side_effects "wgmma.mma_async.sync.aligned {$0}, $1;", "=r,r" %a : (i32) -> i32
  llvm.return %d : i32
}

// CHECK: llvm.func @told({{.*}} attributes {nvvm.kernel, passthrough = ["nounwind"]}
llvm.func @told(%a: i32) -> i32 attributes {nvvm.kernel, passthrough = ["nounwind"]} {
  %d = llvm.inline_asm has_side_effects "wgmma.mma_async.sync.aligned {$0}, $1;", "=r,r" %a : (i32) -> i32
  llvm.return %d : i32
}
