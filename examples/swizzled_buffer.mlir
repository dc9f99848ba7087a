// A block of 256 threads transposes a 64x64 tile of f16 through shared memory.
//
// The shared buffer is a memref with a swizzled layout: it is indexed by row and column
// like any other, and the layout says where an element lies. S<3,3,6> leaves each 8
// elements of a row together, so that a row is written 16 bytes at once, and moves them
// by row / 8: the 8 lanes that read one column, 8 rows apart, meet different banks.
//
// RUN: layout-opt %s --convert-layout-memref --layout-simplify --canonicalize | FileCheck %s
// RUN: layout-opt %s --layout-to-nvvm=chip=sm_90a | FileCheck %s --check-prefix=PTX

#row_major = #layout<(64,64):(64,1)>
#swizzled = #layout<S<3,3,6> o 0 o (64,64):(64,1)>
!global = memref<64x64xf16, #row_major>
!shared = memref<64x64xf16, #swizzled, #gpu.address_space<workgroup>>

module attributes {gpu.container_module} {
  gpu.module @kernels {
    // CHECK-LABEL: gpu.func @swizzled_buffer
    // CHECK-SAME: workgroup(%{{.*}} : memref<4096xf16, #gpu.address_space<workgroup>> {llvm.align = 128 : i64})
    // CHECK-NOT: layout.
    // CHECK: vector.load {{.*}} vector<8xf16>
    // CHECK: vector.store {{.*}} vector<8xf16>
    // CHECK: gpu.barrier
    // PTX: gpu.binary
    // PTX: ld.global.v4.b32
    // PTX: st.shared.v4.b32
    // PTX: ld.shared.b16
    gpu.func @swizzled_buffer(%from: !global, %to: !global)
        workgroup(%tile: !shared {llvm.align = 128 : i64})
        kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
      %t = gpu.thread_id x
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %c8 = arith.constant 8 : index
      %c32 = arith.constant 32 : index
      %zero = arith.constant 0.0 : f16
      %src = memref.assume_alignment %from, 16 : !global
      %dst = memref.assume_alignment %to, 16 : !global

      // Thread t handles 8 columns from 8 (t mod 8) on, of the rows t / 8 and 32 below.
      %row = arith.divui %t, %c8 : index
      %chunk = arith.remui %t, %c8 : index
      %column = arith.muli %chunk, %c8 : index
      scf.for %k = %c0 to %c2 step %c1 {
        %below = arith.muli %k, %c32 : index
        %r = arith.addi %row, %below : index
        %v = vector.transfer_read %src[%r, %column], %zero {in_bounds = [true]} : !global, vector<8xf16>
        vector.transfer_write %v, %tile[%r, %column] {in_bounds = [true]} : vector<8xf16>, !shared
      }
      gpu.barrier

      // The same part of the transposed tile: 8 rows of one column.
      scf.for %k = %c0 to %c2 step %c1 {
        %below = arith.muli %k, %c32 : index
        %r = arith.addi %row, %below : index
        %v = vector.transfer_read %tile[%column, %r], %zero
          {in_bounds = [true], permutation_map = affine_map<(d0, d1) -> (d0)>} : !shared, vector<8xf16>
        vector.transfer_write %v, %dst[%r, %column] {in_bounds = [true]} : vector<8xf16>, !global
      }
      gpu.return
    }
  }
}
