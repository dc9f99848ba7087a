// What LLVM finds of memory it finds as well where addresses are computed early: that nothing writes what an argument points at, after
// it has removed a store that is never reached too, and that what waits does not change it.
//
// RUN: layout-opt %s -o /dev/null --layout-to-nvvm="chip=sm_90a bare-pointers=false index-bitwidth=32 ptx=%t.ptx" && FileCheck %s --input-file=%t.ptx
// RUN: layout-opt %s --layout-to-nvvm="chip=sm_90a bare-pointers=false index-bitwidth=32 format=nvvm" | FileCheck %s --check-prefix=EARLY
// EARLY-COUNT-14: llvm.call_intrinsic "llvm.fake.use"
// EARLY-NOT: fake.use

// CHECK-LABEL: .entry read(
// CHECK: add.s64
// CHECK: bra
// CHECK-NEXT: ld.global.nc
// CHECK: add.s64
// CHECK: bra
// CHECK-NEXT: ld.global.nc
// CHECK-LABEL: .entry folded(
// CHECK-COUNT-2: ld.global.nc
// The load comes before the loop.
// CHECK-LABEL: .entry around(
// CHECK: ld.global.b32
// CHECK: st.shared
// CHECK: bar.sync
// CHECK-NOT: ld.global
// Memory that is written by another name.
// CHECK-LABEL: .entry others(
// CHECK: ld.global.b32
// CHECK-NOT: ld.global.nc
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @read(%a: memref<4096xf32> {llvm.noalias}, %o: memref<4096xf32> {llvm.noalias}, %i: index, %n: index) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
      %t = gpu.thread_id x
      %u = arith.addi %t, %i : index
      %c = arith.cmpi slt, %u, %n : index
      scf.if %c {
        %x = memref.load %a[%u] : memref<4096xf32>
        memref.store %x, %o[%u] : memref<4096xf32>
      }
      %w = arith.addi %u, %n : index
      %d = arith.cmpi slt, %w, %i : index
      scf.if %d {
        %x = memref.load %a[%w] : memref<4096xf32>
        memref.store %x, %o[%w] : memref<4096xf32>
      }
      gpu.return
    }
    gpu.func @folded(%a: memref<4096xf32> {llvm.noalias}, %o: memref<4096xf32> {llvm.noalias}, %i: index, %j: index, %n: index, %f: f32) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
      %t = gpu.thread_id x
      %c0 = arith.constant 0 : index
      %c64 = arith.constant 64 : index
      %c7 = arith.constant 7 : index
      %b = arith.andi %i, %c7 : index
      %h = arith.muli %b, %b : index
      %e = arith.cmpi ugt, %h, %c64 : index
      scf.if %e {
        memref.store %f, %a[%c0] : memref<4096xf32>
      }
      %u = arith.addi %t, %i : index
      %c = arith.cmpi slt, %u, %n : index
      scf.if %c {
        %x = memref.load %a[%u] : memref<4096xf32>
        memref.store %x, %o[%u] : memref<4096xf32>
      }
      %w = arith.addi %t, %j : index
      %d = arith.cmpi slt, %w, %n : index
      scf.if %d {
        %x = memref.load %a[%w] : memref<4096xf32>
        memref.store %x, %o[%w] : memref<4096xf32>
      }
      gpu.return
    }
    gpu.func @around(%a: memref<4096xf32> {llvm.noalias}, %o: memref<4096xf32>, %i: index, %j: index, %n: index, %f: f32) workgroup(%s: memref<64xf32, 3>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
      %t = gpu.thread_id x
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %u = arith.addi %t, %i : index
      %c = arith.cmpi slt, %u, %n : index
      scf.if %c {
        memref.store %f, %a[%u] : memref<4096xf32>
      }
      %w = arith.addi %t, %j : index
      %d = arith.cmpi slt, %w, %n : index
      scf.if %d {
        memref.store %f, %a[%w] : memref<4096xf32>
      }
      scf.for %k = %c0 to %n step %c1 {
        %x = memref.load %a[%t] : memref<4096xf32>
        memref.store %x, %s[%t] : memref<64xf32, 3>
        gpu.barrier
        %y = memref.load %s[%c0] : memref<64xf32, 3>
        memref.store %y, %o[%k] : memref<4096xf32>
        gpu.barrier
      }
      gpu.return
    }
    gpu.func @others(%a: !llvm.ptr<1> {llvm.noalias}, %b: !llvm.ptr<1>, %d: !llvm.ptr<1>, %o: !llvm.ptr<1>, %i: i32, %n: i32, %m: i32) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
      %z = arith.constant 0 : i32
      %tt = gpu.thread_id x
      %t = arith.index_cast %tt : index to i32
      %e = arith.cmpi eq, %i, %z : i32
      %one = arith.constant 1.0 : f32
      %two = arith.constant 2.0 : f32
      %w = scf.if %e -> !llvm.ptr<1> {
        %at = llvm.atomicrmw add %d, %m monotonic : !llvm.ptr<1>, i32
        %b1 = llvm.getelementptr inbounds|nuw %b[%m] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
        scf.yield %b1 : !llvm.ptr<1>
      } else {
        llvm.store %two, %b : f32, !llvm.ptr<1>
        %d1 = llvm.getelementptr inbounds|nuw %d[%n] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
        scf.yield %d1 : !llvm.ptr<1>
      }
      %i1 = arith.cmpi slt, %t, %n : i32
      %bt = llvm.getelementptr inbounds|nuw %b[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
      llvm.store %one, %bt : f32, !llvm.ptr<1>
      scf.if %i1 {
        %p = llvm.getelementptr inbounds|nuw %w[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
        %x = llvm.load %p : !llvm.ptr<1> -> f32
        %q = llvm.getelementptr inbounds|nuw %o[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
        llvm.store %x, %q : f32, !llvm.ptr<1>
      }
      llvm.store %two, %bt : f32, !llvm.ptr<1>
      %i2 = arith.cmpi slt, %t, %m : i32
      scf.if %i2 {
        %u = arith.addi %t, %m : i32
        %p = llvm.getelementptr inbounds|nuw %w[%u] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
        %x = llvm.load %p : !llvm.ptr<1> -> f32
        %q = llvm.getelementptr inbounds|nuw %o[%u] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
        llvm.store %x, %q : f32, !llvm.ptr<1>
      }
      gpu.return
    }
  }
}
