// Products of warpgroups one behind the other become one piece of PTX, of their registers and descriptors, where nothing between them has
// effects or reads what they have so far.
//
// RUN: layout-opt %s --layout-join-products | FileCheck %s
// Twice is once.
// RUN: layout-opt %s --layout-join-products -o %t.once && layout-opt %t.once --layout-join-products -o %t.twice && diff %t.once %t.twice

!sum = !llvm.struct<(f32, f32, f32, f32)>
!ints = !llvm.struct<(i32, i32, i32, i32)>

// The registers that the sum was gathered of are operands; the first instruction of what begins with nothing adds to nothing.
// CHECK-LABEL: llvm.func @chain(
// CHECK-SAME: %[[A:[^ :]*]]: i64, %[[B:[^ :]*]]: i64, %[[X:[^ :]*]]: f32)
// CHECK-NOT: llvm.insertvalue
// CHECK: nvvm.wgmma.fence.aligned
// CHECK-NEXT: %[[C:.*]] = llvm.add %[[A]]
// CHECK-NEXT: %[[D:.*]] = llvm.inline_asm has_side_effects
// CHECK-SAME: "{\0A.reg .pred p, q;\0Asetp.ne.b32 p, 1, 0;\0Asetp.ne.b32 q, 0, 0;\0A
// CHECK-SAME: wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {$0, $1, $2, $3}, $4, $5, p, 1, 1, 0, 1;\0A
// CHECK-SAME: wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {$0, $1, $2, $3}, $6, $5, p, -1, 1, 1, 0;\0A}\0A"
// CHECK-SAME: "=f,=f,=f,=f,l,l,l,0,1,2,3" %[[A]], %[[B]], %[[C]], %[[X]], %[[X]], %[[X]], %[[X]]
// CHECK-NEXT: nvvm.wgmma.commit.group.sync.aligned
// CHECK-NEXT: nvvm.wgmma.wait.group.sync.aligned 0
// CHECK-NEXT: llvm.extractvalue %[[D]][3]
llvm.func @chain(%a: i64, %b: i64, %x: f32) -> f32 {
  %16 = llvm.mlir.constant(16 : i64) : i64
  %p = llvm.mlir.poison : !sum
  %p0 = llvm.insertvalue %x, %p[0] : !sum
  %p1 = llvm.insertvalue %x, %p0[1] : !sum
  %p2 = llvm.insertvalue %x, %p1[2] : !sum
  %p3 = llvm.insertvalue %x, %p2[3] : !sum
  nvvm.wgmma.fence.aligned
  %1 = nvvm.wgmma.mma_async %a, %b, %p3, <m = 64, n = 8, k = 16>, D [<f32>, <one>], A [<f16>, <one>, <row>], B [<f16>, <one>, <row>] : !sum -> !sum
  %c = llvm.add %a, %16 : i64
  %2 = nvvm.wgmma.mma_async %c, %b, %1, <m = 64, n = 8, k = 16>, D [<f32>, <one>], A [<f16>, <neg>, <col>], B [<f16>, <one>, <col>] : !sum -> !sum
  nvvm.wgmma.commit.group.sync.aligned
  nvvm.wgmma.wait.group.sync.aligned 0
  %r = llvm.extractvalue %2[3] : !sum
  llvm.return %r : f32
}

// Two sums in turn, of which one begins with nothing: it has no register before. Each is made of its part.
// CHECK-LABEL: llvm.func @two(
// CHECK-SAME: %[[A:[^ :]*]]: i64, %[[B:[^ :]*]]: i64, %[[S:[^ :]*]]: !llvm.struct<(f32, f32, f32, f32)>)
// CHECK: %[[S0:.*]] = llvm.extractvalue %[[S]][0]
// CHECK: %[[S3:.*]] = llvm.extractvalue %[[S]][3]
// CHECK: %[[D:.*]] = llvm.inline_asm has_side_effects
// CHECK-SAME: tf32.tf32 {$0, $1, $2, $3}, $8, $9, p, 1, 1;\0A
// CHECK-SAME: tf32.tf32 {$4, $5, $6, $7}, $9, $9, q, 1, 1;\0A
// CHECK-SAME: tf32.tf32 {$0, $1, $2, $3}, $9, $8, p, 1, 1;\0A
// CHECK-SAME: tf32.tf32 {$4, $5, $6, $7}, $8, $8, p, 1, 1;\0A}\0A"
// CHECK-SAME: "=f,=f,=f,=f,=f,=f,=f,=f,l,l,0,1,2,3" %[[A]], %[[B]], %[[S0]]
// CHECK: llvm.extractvalue %[[D]][3]
// CHECK: %[[FIRST:.*]] = llvm.insertvalue
// CHECK: llvm.extractvalue %[[D]][7]
// CHECK: %[[SECOND:.*]] = llvm.insertvalue
// CHECK: llvm.call @uses(%[[FIRST]], %[[SECOND]])
llvm.func @two(%a: i64, %b: i64, %s: !sum) {
  %none = llvm.mlir.undef : !sum
  %1 = nvvm.wgmma.mma_async %a, %b, %s, <m = 64, n = 8, k = 8>, D [<f32>, <one>], A [<tf32>, <one>, <row>], B [<tf32>, <one>, <col>] : !sum -> !sum
  %2 = nvvm.wgmma.mma_async %b, %b, %none, <m = 64, n = 8, k = 8>, D [<f32>, <zero>], A [<tf32>, <one>, <row>], B [<tf32>, <one>, <col>] : !sum -> !sum
  %3 = nvvm.wgmma.mma_async %b, %a, %1, <m = 64, n = 8, k = 8>, D [<f32>, <one>], A [<tf32>, <one>, <row>], B [<tf32>, <one>, <col>] : !sum -> !sum
  %4 = nvvm.wgmma.mma_async %a, %a, %2, <m = 64, n = 8, k = 8>, D [<f32>, <one>], A [<tf32>, <one>, <row>], B [<tf32>, <one>, <col>] : !sum -> !sum
  llvm.call @uses(%3, %4) : (!sum, !sum) -> ()
  llvm.return
}
llvm.func @uses(!sum, !sum)

// Integers: the instruction has no signs, and may saturate.
// CHECK-LABEL: llvm.func @integers(
// CHECK: llvm.inline_asm has_side_effects
// CHECK-SAME: m64n8k32.s32.s8.u8.satfinite {$0, $1, $2, $3}, $4, $5, p;\0A
// CHECK-SAME: m64n8k32.s32.s8.u8 {$0, $1, $2, $3}, $4, $5, p;\0A
// CHECK-SAME: "=r,=r,=r,=r,l,l,0,1,2,3"
llvm.func @integers(%a: i64, %b: i64, %s: !ints) -> !ints {
  %1 = nvvm.wgmma.mma_async %a, %b, %s, <m = 64, n = 8, k = 32>, D [<s32>, <one>, <satfinite>], A [<s8>, <one>, <row>], B [<u8>, <one>, <col>] : !ints -> !ints
  %2 = nvvm.wgmma.mma_async %a, %b, %1, <m = 64, n = 8, k = 32>, D [<s32>, <one>, <wrapped>], A [<s8>, <one>, <row>], B [<u8>, <one>, <col>] : !ints -> !ints
  llvm.return %2 : !ints
}

// What the second two begin with is what the first two have.
// CHECK-LABEL: llvm.func @behind(
// CHECK: %[[FIRST:.*]] = llvm.inline_asm has_side_effects
// CHECK-NEXT: nvvm.wgmma.commit.group.sync.aligned
// CHECK-NEXT: %[[R0:.*]] = llvm.extractvalue %[[FIRST]][0]
// CHECK: %[[R3:.*]] = llvm.extractvalue %[[FIRST]][3]
// CHECK-NEXT: %[[SECOND:.*]] = llvm.inline_asm has_side_effects
// CHECK-SAME: "=f,=f,=f,=f,l,0,1,2,3" %{{.*}}, %[[R0]], %{{.*}}, %{{.*}}, %[[R3]] :
// CHECK-NEXT: llvm.return %[[SECOND]]
llvm.func @behind(%a: i64, %s: !sum) -> !sum {
  %1 = nvvm.wgmma.mma_async %a, %a, %s, <m = 64, n = 8, k = 16>, D [<f32>, <one>], A [<f16>, <one>, <row>], B [<f16>, <one>, <col>] : !sum -> !sum
  %2 = nvvm.wgmma.mma_async %a, %a, %1, <m = 64, n = 8, k = 16>, D [<f32>, <one>], A [<f16>, <one>, <row>], B [<f16>, <one>, <col>] : !sum -> !sum
  nvvm.wgmma.commit.group.sync.aligned
  %3 = nvvm.wgmma.mma_async %a, %a, %2, <m = 64, n = 8, k = 16>, D [<f32>, <one>], A [<f16>, <one>, <row>], B [<f16>, <one>, <col>] : !sum -> !sum
  %4 = nvvm.wgmma.mma_async %a, %a, %3, <m = 64, n = 8, k = 16>, D [<f32>, <one>], A [<f16>, <one>, <row>], B [<f16>, <one>, <col>] : !sum -> !sum
  llvm.return %4 : !sum
}

// Nine: eight, and one alone.
// CHECK-LABEL: llvm.func @nine(
// CHECK: %[[EIGHT:.*]] = llvm.inline_asm has_side_effects
// CHECK-NOT: llvm.inline_asm
// CHECK: nvvm.wgmma.mma_async %{{.*}}, %{{.*}}, %[[EIGHT]],
// CHECK-NEXT: llvm.return
llvm.func @nine(%a: i64, %s: !sum) -> !sum {
  %1 = nvvm.wgmma.mma_async %a, %a, %s, <m = 64, n = 8, k = 16>, D [<f32>, <one>], A [<f16>, <one>, <row>], B [<f16>, <one>, <col>] : !sum -> !sum
  %2 = nvvm.wgmma.mma_async %a, %a, %1, <m = 64, n = 8, k = 16>, D [<f32>, <one>], A [<f16>, <one>, <row>], B [<f16>, <one>, <col>] : !sum -> !sum
  %3 = nvvm.wgmma.mma_async %a, %a, %2, <m = 64, n = 8, k = 16>, D [<f32>, <one>], A [<f16>, <one>, <row>], B [<f16>, <one>, <col>] : !sum -> !sum
  %4 = nvvm.wgmma.mma_async %a, %a, %3, <m = 64, n = 8, k = 16>, D [<f32>, <one>], A [<f16>, <one>, <row>], B [<f16>, <one>, <col>] : !sum -> !sum
  %5 = nvvm.wgmma.mma_async %a, %a, %4, <m = 64, n = 8, k = 16>, D [<f32>, <one>], A [<f16>, <one>, <row>], B [<f16>, <one>, <col>] : !sum -> !sum
  %6 = nvvm.wgmma.mma_async %a, %a, %5, <m = 64, n = 8, k = 16>, D [<f32>, <one>], A [<f16>, <one>, <row>], B [<f16>, <one>, <col>] : !sum -> !sum
  %7 = nvvm.wgmma.mma_async %a, %a, %6, <m = 64, n = 8, k = 16>, D [<f32>, <one>], A [<f16>, <one>, <row>], B [<f16>, <one>, <col>] : !sum -> !sum
  %8 = nvvm.wgmma.mma_async %a, %a, %7, <m = 64, n = 8, k = 16>, D [<f32>, <one>], A [<f16>, <one>, <row>], B [<f16>, <one>, <col>] : !sum -> !sum
  %9 = nvvm.wgmma.mma_async %a, %a, %8, <m = 64, n = 8, k = 16>, D [<f32>, <one>], A [<f16>, <one>, <row>], B [<f16>, <one>, <col>] : !sum -> !sum
  llvm.return %9 : !sum
}

// What is stored of a packed struct is at any address, and one with a name is of that type.
// CHECK-LABEL: llvm.func @packed(
// CHECK-NOT: llvm.inline_asm
// CHECK: llvm.return
!packed = !llvm.struct<packed (f32, f32, f32, f32)>
!named = !llvm.struct<"named", (f32, f32, f32, f32)>
llvm.func @packed(%a: i64, %s: !packed, %m: !llvm.ptr, %t: !named) -> !named {
  %1 = nvvm.wgmma.mma_async %a, %a, %s, <m = 64, n = 8, k = 16>, D [<f32>, <one>], A [<f16>, <one>, <row>], B [<f16>, <one>, <col>] : !packed -> !packed
  %2 = nvvm.wgmma.mma_async %a, %a, %1, <m = 64, n = 8, k = 16>, D [<f32>, <one>], A [<f16>, <one>, <row>], B [<f16>, <one>, <col>] : !packed -> !packed
  llvm.store %2, %m : !packed, !llvm.ptr
  %3 = nvvm.wgmma.mma_async %a, %a, %t, <m = 64, n = 8, k = 16>, D [<f32>, <one>], A [<f16>, <one>, <row>], B [<f16>, <one>, <col>] : !named -> !named
  %4 = nvvm.wgmma.mma_async %a, %a, %3, <m = 64, n = 8, k = 16>, D [<f32>, <one>], A [<f16>, <one>, <row>], B [<f16>, <one>, <col>] : !named -> !named
  llvm.return %4 : !named
}

// One alone stays, as do those with effects between, those of which a register is read between, and those of which one is used besides.
// CHECK-LABEL: llvm.func @apart(
// CHECK-NOT: llvm.inline_asm
// CHECK: llvm.return
llvm.func @apart(%a: i64, %b: i64, %s: !sum, %m: !llvm.ptr) -> !sum {
  %1 = nvvm.wgmma.mma_async %a, %b, %s, <m = 64, n = 8, k = 16>, D [<f32>, <one>], A [<f16>, <one>, <row>], B [<f16>, <one>, <col>] : !sum -> !sum
  nvvm.wgmma.commit.group.sync.aligned
  %2 = nvvm.wgmma.mma_async %a, %b, %1, <m = 64, n = 8, k = 16>, D [<f32>, <one>], A [<f16>, <one>, <row>], B [<f16>, <one>, <col>] : !sum -> !sum
  llvm.store %a, %m : i64, !llvm.ptr
  %3 = nvvm.wgmma.mma_async %a, %b, %2, <m = 64, n = 8, k = 16>, D [<f32>, <one>], A [<f16>, <one>, <row>], B [<f16>, <one>, <col>] : !sum -> !sum
  %x = llvm.extractvalue %3[0] : !sum
  %4 = nvvm.wgmma.mma_async %a, %b, %s, <m = 64, n = 8, k = 16>, D [<f32>, <one>], A [<f16>, <one>, <row>], B [<f16>, <one>, <col>] : !sum -> !sum
  llvm.store %x, %m : f32, !llvm.ptr
  %5 = nvvm.wgmma.mma_async %a, %b, %4, <m = 64, n = 8, k = 16>, D [<f32>, <one>], A [<f16>, <one>, <row>], B [<f16>, <one>, <col>] : !sum -> !sum
  %6 = nvvm.wgmma.mma_async %a, %b, %5, <m = 64, n = 8, k = 16>, D [<f32>, <one>], A [<f16>, <one>, <row>], B [<f16>, <one>, <col>] : !sum -> !sum
  llvm.store %5, %m : !sum, !llvm.ptr
  llvm.return %6 : !sum
}

// In two blocks.
// CHECK-LABEL: llvm.func @blocks(
// CHECK-NOT: llvm.inline_asm
// CHECK: llvm.return
llvm.func @blocks(%a: i64, %b: i64, %s: !sum) -> !sum {
  %1 = nvvm.wgmma.mma_async %a, %b, %s, <m = 64, n = 8, k = 16>, D [<f32>, <one>], A [<f16>, <one>, <row>], B [<f16>, <one>, <col>] : !sum -> !sum
  llvm.br ^next
^next:
  %2 = nvvm.wgmma.mma_async %a, %b, %1, <m = 64, n = 8, k = 16>, D [<f32>, <one>], A [<f16>, <one>, <row>], B [<f16>, <one>, <col>] : !sum -> !sum
  llvm.return %2 : !sum
}
