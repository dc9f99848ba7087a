// Views of memory, and what becomes of them.
#layout = strided<[?, 1], offset: ?>
memref.global "private" constant @table : memref<4xf32> = dense<[0.0, 1.0, 2.0, 3.0]>
memref.global @buffer : memref<16x16xf32>

func.func @views(%m: memref<?x64xf32>, %i: index, %n: index) -> f32 {
  %c1 = arith.constant 1 : index
  %0 = memref.subview %m[%i, 4] [%n, 8] [1, 2] : memref<?x64xf32> to memref<?x8xf32, strided<[64, 2], offset: ?>>
  %1 = memref.subview %0[0, %i] [%n, 4] [2, 1] : memref<?x8xf32, strided<[64, 2], offset: ?>> to memref<?x4xf32, strided<[128, 2], offset: ?>>
  %x = memref.load %1[%c1, %c1] : memref<?x4xf32, strided<[128, 2], offset: ?>>
  %2 = memref.cast %1 : memref<?x4xf32, strided<[128, 2], offset: ?>> to memref<?x4xf32, strided<[?, ?], offset: ?>>
  %y = memref.load %2[%i, %c1] : memref<?x4xf32, strided<[?, ?], offset: ?>>
  %s = arith.addf %x, %y : f32
  return %s : f32
}

func.func @reshapes(%m: memref<4x8x16xf32>, %d: memref<?x?xf32>, %shape: memref<2xindex>) -> index {
  %c0 = arith.constant 0 : index
  %0 = memref.collapse_shape %m [[0, 1], [2]] : memref<4x8x16xf32> into memref<32x16xf32>
  %1 = memref.expand_shape %0 [[0], [1, 2]] output_shape [32, 4, 4] : memref<32x16xf32> into memref<32x4x4xf32>
  %2 = memref.transpose %1 (i, j, k) -> (k, i, j) : memref<32x4x4xf32> to memref<4x32x4xf32, strided<[1, 16, 4]>>
  %3 = memref.reinterpret_cast %m to offset: [3], sizes: [5, 7], strides: [11, 1] : memref<4x8x16xf32> to memref<5x7xf32, strided<[11, 1], offset: 3>>
  %4 = memref.reshape %d(%shape) : (memref<?x?xf32>, memref<2xindex>) -> memref<?x?xf32>
  %n = memref.dim %4, %c0 : memref<?x?xf32>
  %base, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %3 : memref<5x7xf32, strided<[11, 1], offset: 3>> -> memref<f32>, index, index, index, index, index
  %k = arith.addi %n, %strides#0 : index
  %a = memref.extract_aligned_pointer_as_index %2 : memref<4x32x4xf32, strided<[1, 16, 4]>> -> index
  %r = arith.addi %k, %a : index
  return %r : index
}

func.func @allocations(%n: index, %o: memref<16xi8>) -> f32 {
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f32
  %g = memref.get_global @table : memref<4xf32>
  %a = memref.alloc(%n) {alignment = 64 : i64} : memref<?x8xf32>
  %b = memref.alloca() : memref<8xf32, strided<[2], offset: 1>>
  %v = memref.view %o[%c2][] : memref<16xi8> to memref<2xf32>
  scf.for %i = %c2 to %n step %c2 {
    %t = memref.alloc() : memref<4x4xf32>
    memref.store %zero, %t[%c2, %c2] : memref<4x4xf32>
    %u = memref.load %t[%c2, %c2] : memref<4x4xf32>
    memref.store %u, %a[%i, %c2] : memref<?x8xf32>
    memref.dealloc %t : memref<4x4xf32>
  }
  memref.copy %g, %g : memref<4xf32> to memref<4xf32>
  %x = memref.load %g[%c2] : memref<4xf32>
  memref.store %x, %b[%c2] : memref<8xf32, strided<[2], offset: 1>>
  %old = memref.atomic_rmw addf %x, %b[%c2] : (f32, memref<8xf32, strided<[2], offset: 1>>) -> f32
  %new = memref.generic_atomic_rmw %g[%c2] : memref<4xf32> {
  ^bb0(%w: f32):
    %y = arith.maximumf %w, %old : f32
    memref.atomic_yield %y : f32
  }
  %p = memref.load %v[%c2] : memref<2xf32>
  memref.assume_alignment %a, 64 : memref<?x8xf32>
  %r = memref.realloc %g : memref<4xf32> to memref<8xf32>
  memref.dealloc %a : memref<?x8xf32>
  %s = arith.addf %new, %p : f32
  return %s : f32
}

func.func @mapped(%m: memref<8x8xf32, affine_map<(d0, d1) -> (d0 floordiv 2, d1, d0 mod 2)>>, %i: index) -> memref<?x?xf32, #layout> {
  %x = memref.load %m[%i, %i] : memref<8x8xf32, affine_map<(d0, d1) -> (d0 floordiv 2, d1, d0 mod 2)>>
  %b = memref.get_global @buffer : memref<16x16xf32>
  memref.store %x, %b[%i, %i] : memref<16x16xf32>
  %s = memref.subview %b[%i, 1][%i, %i][2, 1] : memref<16x16xf32> to memref<?x?xf32, strided<[32, 1], offset: ?>>
  %c = memref.cast %s : memref<?x?xf32, strided<[32, 1], offset: ?>> to memref<?x?xf32, #layout>
  return %c : memref<?x?xf32, #layout>
}
