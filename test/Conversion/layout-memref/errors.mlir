// What cannot be lowered is an error where it stands.
// RUN: layout-opt %s --split-input-file --verify-diagnostics --convert-layout-memref

// expected-error @+1 {{the indices of memref<4x6xf32, #layout<(4,6):(-1,-4)>> reach down to -23, but memory begins at 0; add an offset to the layout, as in #layout<(24):(1) o 23 o (4,6):(-1,-4)>}}
func.func @negative(%m: memref<4x6xf32, #layout<(4,6):(-1,-4)>>) {
  return
}

// -----

!s = memref<8x8xf32, #layout<S<2,0,3> o 0 o (8,8):(8,1)>>
func.func @unranked(%m: !s) {
  // expected-error @+1 {{'memref.cast' needs one stride for each dimension of memref<8x8xf32, #layout<S<2,0,3> o 0 o (8,8):(8,1)>>, which the layout S<2,0,3> o 0 o (8,8):(8,1) does not have}}
  %0 = memref.cast %m : !s to memref<*xf32>
  return
}

// -----

!s = memref<8x8xf32, #layout<S<2,0,3> o 0 o (8,8):(8,1)>>
func.func @linalg(%m: !s, %n: memref<8x8xf32>) {
  // expected-error @+1 {{'linalg.copy' on memref<8x8xf32, #layout<S<2,0,3> o 0 o (8,8):(8,1)>> is not lowered to flat memory: run convert-linalg-to-loops first}}
  linalg.copy ins(%m : !s) outs(%n : memref<8x8xf32>)
  return
}

// -----

!s = memref<8x8xf32, #layout<S<2,0,3> o 0 o (8,8):(8,1)>>
func.func @tensor(%m: !s) {
  // expected-error @+1 {{'bufferization.to_tensor' on memref<8x8xf32, #layout<S<2,0,3> o 0 o (8,8):(8,1)>> is not lowered to flat memory: tensors have no layout in memory}}
  %0 = bufferization.to_tensor %m : !s to tensor<8x8xf32>
  return
}

// -----

!w = memref<64x64xf16, #layout<S<3,3,3> o 0 o (64,64):(64,1)>, #gpu.address_space<workgroup>>
func.func @ldmatrix(%m: !w, %i: index) {
  // expected-error @+1 {{'nvgpu.ldmatrix' takes 8 elements at consecutive addresses, which those of memref<64x64xf16, #layout<S<3,3,3> o 0 o (64,64):(64,1)>, #gpu.address_space<workgroup>> are not known to have here; let the last index be a multiple of 8}}
  %f = nvgpu.ldmatrix %m[%i, %i] {numTiles = 4 : i32, transpose = false} : !w -> vector<4x2xf16>
  return
}

// -----

gpu.module @k {
  // expected-error @+1 {{a kernel's own buffer needs a static size, but the layout of memref<8x8xf32, #layout<(8,8):(?,1)>, 3> has symbols}}
  gpu.func @f() workgroup(%s: memref<8x8xf32, #layout<(8,8):(?,1)>, 3>) kernel {
    gpu.return
  }
}

// -----

// expected-error @+1 {{has different elements at one address, such as that of [0, 1]}}
memref.global "private" @g : memref<2x2xf32, #layout<(2,2):(1,0)>> = dense<[[1.0, 2.0], [3.0, 4.0]]>

// -----

// expected-error @+1 {{a global needs a static size, but the layout of memref<2x2xf32, #layout<(2,2):(1,?)>> has symbols}}
memref.global "private" @g : memref<2x2xf32, #layout<(2,2):(1,?)>>

// -----

!s = memref<8xf32, #layout<S<1,0,2> o 0 o (8):(1)>>
// expected-error @+1 {{a memref with a layout inside another type cannot be lowered; pass it by itself}}
func.func @hidden(%f: (!s) -> ()) {
  return
}

// -----

!s = memref<8xvector<4xf32>, #layout<S<1,0,2> o 0 o (8):(1)>>
func.func @vectors(%m: !s, %i: index, %p: vector<4xf32>) {
  // expected-error @+1 {{'vector.transfer_read' on memref<8xvector<4xf32>, #layout<S<1,0,2> o 0 o (8):(1)>>: its elements are vectors}}
  %0 = vector.transfer_read %m[%i], %p : !s, vector<1x4xf32>
  return
}

// -----

func.func @alloc(%n: index) {
  // expected-error @+1 {{cosize is not defined}}
  %0 = memref.alloc(%n)[%n] : memref<?xf32, #layout<(8,8):(8,1) o 0 o (?):(1)>>
  return
}
