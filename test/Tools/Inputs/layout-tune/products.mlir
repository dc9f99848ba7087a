func.func @first(%A: memref<512x2048xf16>, %B: memref<2048x1024xf16>, %C: memref<512x1024xf32>) {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%C : memref<512x1024xf32>)
  linalg.matmul ins(%A, %B : memref<512x2048xf16>, memref<2048x1024xf16>) outs(%C : memref<512x1024xf32>)
  return
}
func.func @unknown(%A: memref<?x2048xf16>, %B: memref<2048x1024xf16>, %C: memref<?x1024xf32>) {
  linalg.matmul ins(%A, %B : memref<?x2048xf16>, memref<2048x1024xf16>) outs(%C : memref<?x1024xf32>)
  return
}
func.func @odd(%A: memref<300x77xf16, strided<[80, 1], offset: 3>>, %B: memref<77x90xf16>, %C: memref<300x90xf16>) {
  linalg.matmul ins(%A, %B : memref<300x77xf16, strided<[80, 1], offset: 3>>, memref<77x90xf16>) outs(%C : memref<300x90xf16>)
  return
}
