// What cannot be lowered is an error where it stands, and the tool fails.
// RUN: layout-opt %s --layout-to-llvm --split-input-file --verify-diagnostics
// RUN: not layout-opt %s --layout-to-llvm --split-input-file -o /dev/null

func.func @alloc(%i: index) -> f32 {
  // expected-error @+1 {{layout-check-lowered: 'memref.alloc' is not lowered: a memref that is allocated must be row-major and without offset, or have a #layout<...>}}
  %m = memref.alloc() : memref<8x16xf32, strided<[16, 1], offset: 3>>
  %v = memref.load %m[%i, %i] : memref<8x16xf32, strided<[16, 1], offset: 3>>
  return %v : f32
}

// -----

#halves = affine_map<(i, j) -> (i floordiv 2, j)>
// expected-error @+1 {{the addresses of memref<64x64xf32, affine_map<(d0, d1) -> (d0 floordiv 2, d1)>> are not strides times indices, which is all that upstream lowers; give it a #layout<...> instead}}
func.func @mapped(%m: memref<64x64xf32, #halves>, %i: index) -> f32 {
  %v = memref.load %m[%i, %i] : memref<64x64xf32, #halves>
  return %v : f32
}

// -----

// expected-error @+1 {{the addresses of memref<4x8xf32, affine_map<(d0, d1) -> (d1, d0)>> are not strides}}
func.func private @declared(memref<4x8xf32, affine_map<(i, j) -> (j, i)>>)

// -----

func.func @inside(%i: index) -> f32 {
  // expected-error @+1 {{the addresses of memref<4x8xf32, affine_map<(d0, d1) -> (d1, d0)>> are not strides}}
  %m = memref.alloc() : memref<4x8xf32, affine_map<(i, j) -> (j, i)>>
  %x = memref.load %m[%i, %i] : memref<4x8xf32, affine_map<(i, j) -> (j, i)>>
  return %x : f32
}

// -----

func.func @tensors(%i: index) -> f32 {
  // expected-error @+1 {{'tensor.empty' is not lowered: tensors must be bufferized before}}
  %e = tensor.empty() : tensor<4xf32>
  // expected-error @+1 {{'tensor.extract' is not lowered}}
  %x = tensor.extract %e[%i] : tensor<4xf32>
  return %x : f32
}

// -----

func.func @thread() -> index {
  // expected-error @+1 {{'gpu.thread_id' is not lowered: it belongs into a gpu.module, which layout-to-nvvm lowers}}
  %t = gpu.thread_id x
  return %t : index
}

// -----

func.func @cast(%x: i32) -> f32 {
  // expected-error @+1 {{a conversion of i32 to f32 is left}}
  %y = builtin.unrealized_conversion_cast %x : i32 to f32
  return %y : f32
}
