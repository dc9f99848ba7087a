// What cannot be lowered is an error where it stands, and the tool fails.
// RUN: layout-opt %s --layout-to-llvm --split-input-file --verify-diagnostics
// RUN: not layout-opt %s --layout-to-llvm --split-input-file -o /dev/null

func.func @alloc(%i: index) -> f32 {
  // expected-error @+1 {{layout-check-lowered: 'memref.alloc' is not lowered: a memref that is allocated must be row-major and without offset}}
  %m = memref.alloc() : memref<8x16xf32, #layout<(8,16):(16,1)>>
  %v = memref.load %m[%i, %i] : memref<8x16xf32, #layout<(8,16):(16,1)>>
  return %v : f32
}

// -----

#swizzled = #layout<S<3,3,3> o 0 o (64,64):(64,1)>
// expected-error @+1 {{the addresses of memref<64x64xf32, #layout<S<3,3,3> o 0 o (64,64):(64,1)>> are not strides times indices}}
func.func @swizzled(%m: memref<64x64xf32, #swizzled>, %i: index) -> f32 {
  %v = memref.load %m[%i, %i] : memref<64x64xf32, #swizzled>
  return %v : f32
}

// -----

// expected-error @+1 {{the addresses of memref<4x8xf32, #layout<S<1,0,3> o 0 o (4,8):(8,1)>> are not strides}}
func.func private @declared(memref<4x8xf32, #layout<S<1,0,3> o 0 o (4,8):(8,1)>>)

// -----

func.func @inside(%i: index) -> f32 {
  // expected-error @+1 {{the addresses of memref<4x8xf32, #layout<S<1,0,3> o 0 o (4,8):(8,1)>> are not strides}}
  %m = memref.alloc() : memref<4x8xf32, #layout<S<1,0,3> o 0 o (4,8):(8,1)>>
  %x = memref.load %m[%i, %i] : memref<4x8xf32, #layout<S<1,0,3> o 0 o (4,8):(8,1)>>
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
