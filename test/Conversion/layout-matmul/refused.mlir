// RUN: layout-opt %s --layout-matmul --split-input-file --verify-diagnostics -o /dev/null
// RUN: not layout-opt %s --layout-matmul=chip=sm_12 -o /dev/null 2>&1 | FileCheck %s --check-prefix=CHIP
// CHIP: error: layout-matmul: unknown chip 'sm_12'; known are sm_70
// RUN: not layout-opt %s --layout-matmul=tile=100x100 --split-input-file -o /dev/null 2>&1 | FileCheck %s --check-prefix=TILE
// RUN: not layout-opt %s --layout-matmul=tile=64 --split-input-file -o /dev/null 2>&1 | FileCheck %s --check-prefix=PREFIX
// PREFIX: error: layout-matmul: 'linalg.matmul' op option tile=64: expected
// TILE: error: layout-matmul: 'linalg.matmul' op option tile=100x100: expected rows x columns of C, one of 128x128, {{.*}}128x256, {{.*}}, or 128 by multiples of 16 from 80 to 240, 192 by multiples of 32, 256 by multiples of 16 from 144 to 192 without _split, or multiples of 8 from 8 to 248 by 64, from 72 by 128, from 72 to 240 by 192 and from 136 to 192 by 256; of a single column or row powers of two by 1; behind them perhaps depth and stages (128x256x64x4)

func.func @right(%A: memref<8x8xf16>, %B: memref<8x8xf16>, %C: memref<8x8xf16>) {
  linalg.matmul ins(%A, %B : memref<8x8xf16>, memref<8x8xf16>) outs(%C : memref<8x8xf16>)
  return
}

// -----

func.func @mixed(%A: memref<8x8xf16>, %B: memref<8x8xf16>, %C: memref<8x8xf64>) {
  // expected-error @+1 {{layout-matmul: 'linalg.matmul' op multiplies f16 by f16 into f64, which no instruction of tensor cores of sm_90a does}}
  linalg.matmul ins(%A, %B : memref<8x8xf16>, memref<8x8xf16>) outs(%C : memref<8x8xf64>)
  return
}

// -----

func.func @single(%A: memref<8x8xf32>, %B: memref<8x8xf32>, %C: memref<8x8xf32>) {
  // expected-error @+1 {{f32 is multiplied as TF32 with option tf32}}
  linalg.matmul ins(%A, %B : memref<8x8xf32>, memref<8x8xf32>) outs(%C : memref<8x8xf32>)
  return
}

// -----

func.func @tensors(%A: tensor<8x8xf16>, %B: tensor<8x8xf16>, %C: tensor<8x8xf16>) -> tensor<8x8xf16> {
  // expected-error @+1 {{is on tensors; bufferize first: --one-shot-bufferize}}
  %D = linalg.matmul ins(%A, %B : tensor<8x8xf16>, tensor<8x8xf16>) outs(%C : tensor<8x8xf16>) -> tensor<8x8xf16>
  return %D : tensor<8x8xf16>
}

// -----

func.func @shared(%A: memref<8x8xf16, 3>, %B: memref<8x8xf16>, %C: memref<8x8xf16>) {
  // expected-error @+1 {{operand 0 is memref<8x8xf16, 3>, and kernels multiply what is in global memory}}
  linalg.matmul ins(%A, %B : memref<8x8xf16, 3>, memref<8x8xf16>) outs(%C : memref<8x8xf16>)
  return
}

// -----

func.func @itself(%A: memref<8x8xf16>, %B: memref<8x8xf16>) {
  // expected-error @+1 {{operand 1 is written while it is read: copy it first}}
  linalg.matmul ins(%A, %B : memref<8x8xf16>, memref<8x8xf16>) outs(%B : memref<8x8xf16>)
  return
}

// -----

func.func @negative(%A: memref<8x8xf16, strided<[-8, 1], offset: 56>>, %B: memref<8x8xf16>, %C: memref<8x8xf16>) {
  // expected-error @+1 {{operand 0 is memref<8x8xf16, strided<[-8, 1], offset: 56>>, and kernels take strided<…> memory, of strides that are not negative, nor 0 where it is written}}
  linalg.matmul ins(%A, %B : memref<8x8xf16, strided<[-8, 1], offset: 56>>, memref<8x8xf16>) outs(%C : memref<8x8xf16>)
  return
}

// -----

gpu.module @m {
  gpu.func @kernel(%A: memref<8x8xf16>, %B: memref<8x8xf16>, %C: memref<8x8xf16>) kernel {
    // expected-error @+1 {{stands in no func.func of a module, where a launch could stand}}
    linalg.matmul ins(%A, %B : memref<8x8xf16>, memref<8x8xf16>) outs(%C : memref<8x8xf16>)
    gpu.return
  }
}

// -----

func.func @unsigned(%A: memref<8x8xi8>, %B: memref<8x8xi8>, %C: memref<8x8xi32>) {
  // expected-warning @+1 {{layout-matmul: 'linalg.matmul' op is left as it is: it does not add up products of elements as they are, or widened by their sign}}
  linalg.matmul {cast = #linalg.type_fn<cast_unsigned>} ins(%A, %B : memref<8x8xi8>, memref<8x8xi8>) outs(%C : memref<8x8xi32>)
  return
}

// -----

func.func @layouts(%A: memref<8x8xf16, #layout<(8,8):(1,8)>>, %B: memref<8x8xf16>, %C: memref<8x8xf16>) {
  // expected-error @+1 {{operand 0 is memref<8x8xf16, #layout<(8,8):(1,8)>>, and kernels take strided<…> memory}}
  linalg.matmul ins(%A, %B : memref<8x8xf16, #layout<(8,8):(1,8)>>, memref<8x8xf16>) outs(%C : memref<8x8xf16>)
  return
}

// -----

// Rows are one above the other, of which one alone would be no mistake (one.mlir).
func.func @same(%A: memref<2x8xf16>, %B: memref<8x72xf16>, %C: memref<2x72xf32, strided<[0, 1]>>) {
  // expected-error @+1 {{operand 2 is memref<2x72xf32, strided<[0, 1]>>, and kernels take strided<…> memory, of strides that are not negative, nor 0 where it is written}}
  linalg.matmul ins(%A, %B : memref<2x8xf16>, memref<8x72xf16>) outs(%C : memref<2x72xf32, strided<[0, 1]>>)
  return
}

// -----

// What is written is a factor by another type.
func.func @cast(%A: memref<8x8xf16>, %C: memref<8x8xf16>) {
  %B = memref.cast %C : memref<8x8xf16> to memref<?x?xf16>
  // expected-error @+1 {{layout-matmul: 'linalg.matmul' op operand 1 is written while it is read: copy it first}}
  linalg.matmul ins(%A, %B : memref<8x8xf16>, memref<?x?xf16>) outs(%C : memref<8x8xf16>)
  return
}

// -----

func.func @many(%A: memref<4611686018427387904x2xf16>, %B: memref<2x2xf16>, %C: memref<4611686018427387904x2xf32>) {
  // expected-error @+1 {{layout-matmul: 'linalg.matmul' op operand 0 is memref<4611686018427387904x2xf16>, whose elements and strides 64 bits do not count}}
  linalg.matmul ins(%A, %B : memref<4611686018427387904x2xf16>, memref<2x2xf16>) outs(%C : memref<4611686018427387904x2xf32>)
  return
}

// -----

func.func @far(%A: memref<4x2xf16, strided<[4611686018427387904, 1]>>, %B: memref<2x2xf16>, %C: memref<4x2xf32>) {
  // expected-error @+1 {{operand 0 is memref<4x2xf16, strided<[4611686018427387904, 1]>>, whose elements and strides 64 bits do not count}}
  linalg.matmul ins(%A, %B : memref<4x2xf16, strided<[4611686018427387904, 1]>>, memref<2x2xf16>) outs(%C : memref<4x2xf32>)
  return
}

// -----

func.func @again(%A: memref<4x4611686018427387904xf16, strided<[1, 0]>>, %B: memref<4611686018427387904x4xf16, strided<[0, 1]>>, %C: memref<4x4xf32>) {
  // expected-error @+1 {{operand 0 is memref<4x4611686018427387904xf16, strided<[1, 0]>>, whose elements and strides 64 bits do not count}}
  linalg.matmul ins(%A, %B : memref<4x4611686018427387904xf16, strided<[1, 0]>>, memref<4611686018427387904x4xf16, strided<[0, 1]>>) outs(%C : memref<4x4xf32>)
  return
}

// -----

// What goes over the indices of a product, and computes something else there.
func.func @paths(%A: memref<64x32xf32>, %B: memref<32x64xf32>, %C: memref<64x64xf32>) {
  // expected-warning @+1 {{layout-matmul: 'linalg.generic' op is left as it is: it does not add up products of elements as they are, or widened by their sign}}
  linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
                  iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%A, %B : memref<64x32xf32>, memref<32x64xf32>) outs(%C : memref<64x64xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %x = arith.addf %a, %b : f32
    %y = arith.maximumf %c, %x : f32
    linalg.yield %y : f32
  }
  return
}
func.func @bytes(%A: memref<64x32xi8>, %B: memref<32x64xi8>, %C: memref<64x64xi32>, %x: i32, %y: i32) {
  // expected-warning @+1 {{layout-matmul: 'linalg.quantized_matmul' op is left as it is: it does not add up products of elements as they are}}
  linalg.quantized_matmul ins(%A, %B, %x, %y : memref<64x32xi8>, memref<32x64xi8>, i32, i32) outs(%C : memref<64x64xi32>)
  return
}
// (A row's sum of products with a vector is none of matrices.)
func.func @of_rows(%A: memref<64x32xf32>, %B: memref<32xf32>, %C: memref<64xf32>) {
  linalg.generic {indexing_maps = [affine_map<(m, k) -> (m, k)>, affine_map<(m, k) -> (k)>, affine_map<(m, k) -> (m)>],
                  iterator_types = ["parallel", "reduction"]}
    ins(%A, %B : memref<64x32xf32>, memref<32xf32>) outs(%C : memref<64xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %x = arith.addf %a, %b : f32
    %y = arith.maximumf %c, %x : f32
    linalg.yield %y : f32
  }
  return
}

// -----

// All matrices of a batch have the same B.
func.func @weights(%A: memref<8x64x32xf16>, %B: memref<32x64xf16>, %C: memref<8x64x64xf16>) {
  // expected-error @+1 {{are no batch of products: at most one in all three operands, one in A and C, one in B and C, one in A and B; collapse_shape makes one of several, as of a batch and the rows of A and C where all matrices have the same B}}
  linalg.batch_matmul indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>, affine_map<(b, m, n, k) -> (k, n)>, affine_map<(b, m, n, k) -> (b, m, n)>]
    ins(%A, %B : memref<8x64x32xf16>, memref<32x64xf16>) outs(%C : memref<8x64x64xf16>)
  return
}
