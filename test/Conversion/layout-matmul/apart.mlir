// What is done with a product behind it and stays there, and why.
// RUN: layout-opt %s --layout-matmul --split-input-file --verify-diagnostics | FileCheck %s

// The caller sees what is handed over.
// CHECK-LABEL: func.func @argument(
// CHECK: call @argument_matmul(%arg0, %arg1, %arg2)
// CHECK-NEXT: linalg.
!h = memref<9x9xf16>
!m = memref<9x9xf32>
func.func @argument(%A: !h, %B: !h, %C: !m, %D: !m) {
  %z = arith.constant 0.0 : f32
  linalg.fill ins(%z : f32) outs(%C : !m)
  linalg.matmul ins(%A, %B : !h, !h) outs(%C : !m)
  // expected-warning @+1 {{layout-matmul: 'linalg.abs' op is done apart from the product: memref<9x9xf32>, which it does not write, is no memref.alloc}}
  linalg.abs ins(%C : !m) outs(%D : !m)
  return
}

// -----

// Another reader, before or behind.
// CHECK-LABEL: func.func @reader(
// CHECK: call @reader_matmul(%arg0, %arg1, %alloc)
// CHECK-NEXT: linalg.
func.func private @read(memref<9x9xf32>)
!h = memref<9x9xf16>
!m = memref<9x9xf32>
func.func @reader(%A: !h, %B: !h, %D: !m) {
  %z = arith.constant 0.0 : f32
  %C = memref.alloc() : !m
  linalg.fill ins(%z : f32) outs(%C : !m)
  linalg.matmul ins(%A, %B : !h, !h) outs(%C : !m)
  // expected-warning @+1 {{layout-matmul: 'linalg.abs' op is done apart from the product: memref<9x9xf32>, which it does not write, is used by 'func.call' too}}
  linalg.abs ins(%C : !m) outs(%D : !m)
  call @read(%C) : (!m) -> ()
  return
}

// -----

// A view of it may be read.
// CHECK-LABEL: func.func @viewed(
// CHECK: call @viewed_matmul(%arg0, %arg1, %alloc)
// CHECK-NEXT: linalg.
!h = memref<9x9xf16>
!m = memref<9x9xf32>
func.func @viewed(%A: !h, %B: !h, %D: !m) {
  %z = arith.constant 0.0 : f32
  %C = memref.alloc() : !m
  %view = memref.subview %C[0, 0] [1, 9] [1, 1] : !m to memref<1x9xf32, strided<[9, 1]>>
  linalg.fill ins(%z : f32) outs(%C : !m)
  linalg.matmul ins(%A, %B : !h, !h) outs(%C : !m)
  // expected-warning @+1 {{layout-matmul: 'linalg.abs' op is done apart from the product: memref<9x9xf32>, which it does not write, is used by 'memref.subview' too}}
  linalg.abs ins(%C : !m) outs(%D : !m)
  return
}

// -----

// What was in it is added to: there is nothing but it where that is.
// CHECK-LABEL: func.func @added(
// CHECK: call @added_matmul(%arg0, %arg1, %alloc)
// CHECK-NEXT: linalg.
!h = memref<9x9xf16>
!m = memref<9x9xf32>
func.func @added(%A: !h, %B: !h, %D: !m) {
  %z = arith.constant 1.0 : f32
  %C = memref.alloc() : !m
  linalg.fill ins(%z : f32) outs(%C : !m)
  linalg.matmul ins(%A, %B : !h, !h) outs(%C : !m)
  // expected-warning @+1 {{layout-matmul: 'linalg.abs' op is done apart from the product: memref<9x9xf32>, which it does not write, is not zeroed by linalg.fill right before the product}}
  linalg.abs ins(%C : !m) outs(%D : !m)
  return
}

// -----

// The result is a factor: others would still read what is written.
// CHECK-LABEL: func.func @factor(
// CHECK: call @factor_matmul(%arg0, %arg1, %alloc)
// CHECK-NEXT: linalg.
!h = memref<9x9xf16>
!m = memref<9x9xf32>
func.func @factor(%A: !h, %B: !h) {
  %z = arith.constant 0.0 : f32
  %C = memref.alloc() : !m
  linalg.fill ins(%z : f32) outs(%C : !m)
  linalg.matmul ins(%A, %B : !h, !h) outs(%C : !m)
  // expected-warning @+1 {{layout-matmul: 'linalg.map' op is done apart from the product: what it writes is not known to be apart from memref<9x9xf16>}}
  linalg.map ins(%C : !m) outs(%A : !h) (%c: f32, %a: f16) {
    %t = arith.truncf %c : f32 to f16
    linalg.yield %t : f16
  }
  return
}

// -----

// CHECK-LABEL: func.func @right(
// CHECK: call @right_matmul(%arg0, %arg1, %alloc)
// CHECK-NEXT: linalg.
!h = memref<9x9xf16>
!m = memref<9x9xf32>
func.func @right(%A: !h, %B: !h) {
  %z = arith.constant 0.0 : f32
  %C = memref.alloc() : !m
  linalg.fill ins(%z : f32) outs(%C : !m)
  linalg.matmul ins(%A, %B : !h, !h) outs(%C : !m)
  // expected-warning @+1 {{layout-matmul: 'linalg.map' op is done apart from the product: what it writes is not known to be apart from memref<9x9xf16>}}
  linalg.map ins(%C : !m) outs(%B : !h) (%c: f32, %a: f16) {
    %t = arith.truncf %c : f32 to f16
    linalg.yield %t : f16
  }
  return
}

// -----

// A part of what is read.
// CHECK-LABEL: func.func @part(
// CHECK: call @part_matmul(%arg0, %arg1, %alloc)
// CHECK-NEXT: %subview
!h = memref<9x9xf16>
!m = memref<9x9xf32>
func.func @part(%A: !h, %B: !h, %D: memref<18x9xf32>) {
  %z = arith.constant 0.0 : f32
  %C = memref.alloc() : !m
  linalg.fill ins(%z : f32) outs(%C : !m)
  linalg.matmul ins(%A, %B : !h, !h) outs(%C : !m)
  %d = memref.subview %D[8, 0] [9, 9] [1, 1] : memref<18x9xf32> to memref<9x9xf32, strided<[9, 1], offset: 72>>
  %e = memref.subview %D[0, 0] [9, 9] [1, 1] : memref<18x9xf32> to memref<9x9xf32, strided<[9, 1]>>
  // expected-warning @+1 {{layout-matmul: 'linalg.add' op is done apart from the product: what it writes is not known to be apart from memref<9x9xf32, strided<[9, 1]>>}}
  linalg.add ins(%C, %e : !m, memref<9x9xf32, strided<[9, 1]>>) outs(%d : memref<9x9xf32, strided<[9, 1], offset: 72>>)
  return
}

// -----

// A global is one, wherever it is asked for.
// CHECK-LABEL: func.func @globals(
// CHECK: call @globals_matmul(%arg0, %arg1, %alloc)
// CHECK-NEXT: %{{.*}} = memref.get_global
memref.global "private" @g : memref<9x9xf32>
!h = memref<9x9xf16>
!m = memref<9x9xf32>
func.func @globals(%A: !h, %B: !h) {
  %z = arith.constant 0.0 : f32
  %C = memref.alloc() : !m
  linalg.fill ins(%z : f32) outs(%C : !m)
  linalg.matmul ins(%A, %B : !h, !h) outs(%C : !m)
  %d = memref.get_global @g : !m
  %e = memref.get_global @g : !m
  // expected-warning @+1 {{layout-matmul: 'linalg.add' op is done apart from the product: what it writes is not known to be apart from memref<9x9xf32>}}
  linalg.add ins(%C, %e : !m, !m) outs(%d : !m)
  return
}

// -----

// One of two.
// CHECK-LABEL: func.func @branch(
// CHECK: call @branch_matmul(%arg0, %arg1, %alloc)
// CHECK-NEXT: %{{.*}} = arith.select
!h = memref<9x9xf16>
!m = memref<9x9xf32>
func.func @branch(%A: !h, %B: !h, %b: i1, %D: !m, %E: !m) {
  %z = arith.constant 0.0 : f32
  %C = memref.alloc() : !m
  linalg.fill ins(%z : f32) outs(%C : !m)
  linalg.matmul ins(%A, %B : !h, !h) outs(%C : !m)
  %d = arith.select %b, %D, %E : !m
  // expected-warning @+1 {{layout-matmul: 'linalg.add' op is done apart from the product: what it writes is not known to be apart from memref<9x9xf32>}}
  linalg.add ins(%C, %E : !m, !m) outs(%d : !m)
  return
}

// -----

// Read at another coordinate than it is written.
// CHECK-LABEL: func.func @transposed(
// CHECK: call @transposed_matmul(%arg0, %arg1, %alloc)
// CHECK-NEXT: linalg.
#c = affine_map<(i, j) -> (i, j)>
#t = affine_map<(i, j) -> (j, i)>
!h = memref<9x9xf16>
!m = memref<9x9xf32>
func.func @transposed(%A: !h, %B: !h, %D: !m) {
  %z = arith.constant 0.0 : f32
  %C = memref.alloc() : !m
  linalg.fill ins(%z : f32) outs(%C : !m)
  linalg.matmul ins(%A, %B : !h, !h) outs(%C : !m)
  // expected-warning @+1 {{layout-matmul: 'linalg.generic' op is done apart from the product: what it writes is not known to be apart from memref<9x9xf32>}}
  linalg.generic {indexing_maps = [#c, #t, #c], iterator_types = ["parallel", "parallel"]} ins(%C, %D : !m, !m) outs(%D : !m) {
  ^bb0(%c: f32, %d: f32, %e: f32):
    %x = arith.addf %c, %d : f32
    linalg.yield %x : f32
  }
  return
}

// -----

// The product at two coordinates.
// CHECK-LABEL: func.func @square(
// CHECK: call @square_matmul(%arg0, %arg1, %alloc)
// CHECK-NEXT: linalg.
#c = affine_map<(i, j) -> (i, j)>
#t = affine_map<(i, j) -> (j, i)>
!h = memref<9x9xf16>
!m = memref<9x9xf32>
func.func @square(%A: !h, %B: !h, %D: !m) {
  %z = arith.constant 0.0 : f32
  %C = memref.alloc() : !m
  linalg.fill ins(%z : f32) outs(%C : !m)
  linalg.matmul ins(%A, %B : !h, !h) outs(%C : !m)
  // expected-warning @+1 {{layout-matmul: 'linalg.generic' op is done apart from the product: operand 1 is the product at another coordinate than operand 0}}
  linalg.generic {indexing_maps = [#c, #t, #c], iterator_types = ["parallel", "parallel"]} ins(%C, %C : !m, !m) outs(%D : !m) {
  ^bb0(%c: f32, %d: f32, %e: f32):
    %x = arith.addf %c, %d : f32
    linalg.yield %x : f32
  }
  return
}

// -----

// In place, at another coordinate: what is read may be written before.
// CHECK-LABEL: func.func @inplace(
// CHECK: call @inplace_matmul(%arg0, %arg1, %alloc)
// CHECK-NEXT: linalg.
!h = memref<9x9xf16>
!m = memref<9x9xf32>
func.func @inplace(%A: !h, %B: !h) {
  %z = arith.constant 0.0 : f32
  %C = memref.alloc() : !m
  linalg.fill ins(%z : f32) outs(%C : !m)
  linalg.matmul ins(%A, %B : !h, !h) outs(%C : !m)
  // expected-warning @+1 {{layout-matmul: 'linalg.transpose' op is done apart from the product: operand 0 is the product at another coordinate than operand 1}}
  linalg.transpose ins(%C : !m) outs(%C : !m) permutation = [1, 0]
  return
}

// -----

// So is what the product is added to.
// CHECK-LABEL: func.func @turned(
// CHECK: call @turned_matmul(%arg0, %arg1, %alloc)
// CHECK-NEXT: linalg.
!h = memref<9x9xf16>
!m = memref<9x9xf32>
func.func @turned(%A: !h, %B: !h) {
  %z = arith.constant 1.0 : f32
  %C = memref.alloc() : !m
  %T = memref.alloc() : !m
  linalg.fill ins(%z : f32) outs(%C : !m)
  linalg.matmul ins(%A, %B : !h, !h) outs(%C : !m)
  // expected-warning @+1 {{layout-matmul: 'linalg.abs' op is done apart from the product: memref<9x9xf32>, which it does not write, is not zeroed by linalg.fill right before the product}}
  linalg.abs ins(%C : !m) outs(%T : !m)
  linalg.transpose ins(%T : !m) outs(%C : !m) permutation = [1, 0]
  return
}

// -----

// Dimensions that are not each once.
// CHECK-LABEL: func.func @diagonal(
// CHECK: call @diagonal_matmul(%arg0, %arg1, %alloc)
// CHECK-NEXT: linalg.
#c = affine_map<(i, j) -> (i, j)>
#d = affine_map<(i, j) -> (i, i)>
!h = memref<9x9xf16>
!m = memref<9x9xf32>
func.func @diagonal(%A: !h, %B: !h, %E: !m, %D: !m) {
  %z = arith.constant 0.0 : f32
  %C = memref.alloc() : !m
  linalg.fill ins(%z : f32) outs(%C : !m)
  linalg.matmul ins(%A, %B : !h, !h) outs(%C : !m)
  // expected-warning @+1 {{layout-matmul: 'linalg.generic' op is done apart from the product: operand 1 is not read or written by dimensions of the product, each once}}
  linalg.generic {indexing_maps = [#c, #d, #c], iterator_types = ["parallel", "parallel"]} ins(%C, %E : !m, !m) outs(%D : !m) {
  ^bb0(%c: f32, %d: f32, %e: f32):
    %x = arith.addf %c, %d : f32
    linalg.yield %x : f32
  }
  return
}

// -----

// CHECK-LABEL: func.func @trace(
// CHECK: call @trace_matmul(%arg0, %arg1, %alloc)
// CHECK-NEXT: linalg.
#c = affine_map<(i, j) -> (i, j)>
#d = affine_map<(i, j) -> (i, i)>
!h = memref<9x9xf16>
!m = memref<9x9xf32>
func.func @trace(%A: !h, %B: !h, %D: !m) {
  %z = arith.constant 0.0 : f32
  %C = memref.alloc() : !m
  linalg.fill ins(%z : f32) outs(%C : !m)
  linalg.matmul ins(%A, %B : !h, !h) outs(%C : !m)
  // expected-warning @+1 {{layout-matmul: 'linalg.generic' op is done apart from the product: operand 1 is not read or written by dimensions of the product, each once}}
  linalg.generic {indexing_maps = [#d, #c], iterator_types = ["parallel", "parallel"]} ins(%C : !m) outs(%D : !m) {
  ^bb0(%c: f32, %e: f32):
    linalg.yield %c : f32
  }
  return
}

// -----

// A map of more than dimensions.
// CHECK-LABEL: func.func @shifted(
// CHECK: call @shifted_matmul(%arg0, %arg1, %alloc)
// CHECK-NEXT: linalg.
#c = affine_map<(i, j) -> (i, j)>
#d = affine_map<(i, j) -> (i + j)>
!h = memref<9x9xf16>
!m = memref<9x9xf32>
func.func @shifted(%A: !h, %B: !h, %E: memref<17xf32>, %D: !m) {
  %z = arith.constant 0.0 : f32
  %C = memref.alloc() : !m
  linalg.fill ins(%z : f32) outs(%C : !m)
  linalg.matmul ins(%A, %B : !h, !h) outs(%C : !m)
  // expected-warning @+1 {{layout-matmul: 'linalg.generic' op is done apart from the product: operand 1 is not read or written by dimensions of the product, each once}}
  linalg.generic {indexing_maps = [#c, #d, #c], iterator_types = ["parallel", "parallel"]} ins(%C, %E : !m, memref<17xf32>) outs(%D : !m) {
  ^bb0(%c: f32, %d: f32, %e: f32):
    %x = arith.addf %c, %d : f32
    linalg.yield %x : f32
  }
  return
}

// -----

// Memory that nothing is known of.
// CHECK-LABEL: func.func @unknown(
// CHECK: call @unknown_matmul(%arg0, %arg1, %alloc)
// CHECK-NEXT: memref.load
!h = memref<9x9xf16>
!m = memref<9x9xf32>
func.func @unknown(%A: !h, %B: !h, %D: !m, %E: memref<1xmemref<9x9xf32>>) {
  %0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %C = memref.alloc() : !m
  linalg.fill ins(%z : f32) outs(%C : !m)
  linalg.matmul ins(%A, %B : !h, !h) outs(%C : !m)
  %e = memref.load %E[%0] : memref<1xmemref<9x9xf32>>
  // expected-warning @+1 {{layout-matmul: 'linalg.add' op is done apart from the product: what it writes is not known to be apart from memref<9x9xf32>}}
  linalg.add ins(%C, %e : !m, !m) outs(%D : !m)
  return
}

// -----

// Memory that kernels do not read.
// CHECK-LABEL: func.func @shared(
// CHECK: call @shared_matmul(%arg0, %arg1, %alloc)
// CHECK-NEXT: linalg.
!h = memref<9x9xf16>
!m = memref<9x9xf32>
func.func @shared(%A: !h, %B: !h, %D: !m, %E: memref<9x9xf32, 3>) {
  %z = arith.constant 0.0 : f32
  %C = memref.alloc() : !m
  linalg.fill ins(%z : f32) outs(%C : !m)
  linalg.matmul ins(%A, %B : !h, !h) outs(%C : !m)
  // expected-warning @+1 {{layout-matmul: 'linalg.add' op is done apart from the product: operand 1 is memref<9x9xf32, 3>: kernels take numbers, and strided<…> global memory of whole bytes}}
  linalg.add ins(%C, %E : !m, memref<9x9xf32, 3>) outs(%D : !m)
  return
}

// -----

// CHECK-LABEL: func.func @bits(
// CHECK: call @bits_matmul(%arg0, %arg1, %alloc)
// CHECK-NEXT: linalg.
!h = memref<9x9xf16>
!m = memref<9x9xf32>
func.func @bits(%A: !h, %B: !h, %D: memref<9x9xi1>) {
  %z = arith.constant 0.0 : f32
  %C = memref.alloc() : !m
  linalg.fill ins(%z : f32) outs(%C : !m)
  linalg.matmul ins(%A, %B : !h, !h) outs(%C : !m)
  // expected-warning @+1 {{layout-matmul: 'linalg.map' op is done apart from the product: operand 1 is memref<9x9xi1>: kernels take numbers, and strided<…> global memory of whole bytes}}
  linalg.map ins(%C : !m) outs(%D : memref<9x9xi1>) (%c: f32, %d: i1) {
    %t = arith.cmpf ogt, %c, %z : f32
    linalg.yield %t : i1
  }
  return
}

// -----

// The coordinate itself is no element.
// CHECK-LABEL: func.func @index(
// CHECK: call @index_matmul(%arg0, %arg1, %alloc)
// CHECK-NEXT: linalg.
#c = affine_map<(i, j) -> (i, j)>
!h = memref<9x9xf16>
!m = memref<9x9xf32>
func.func @index(%A: !h, %B: !h, %D: memref<9x9xi32>) {
  %z = arith.constant 0.0 : f32
  %C = memref.alloc() : !m
  linalg.fill ins(%z : f32) outs(%C : !m)
  linalg.matmul ins(%A, %B : !h, !h) outs(%C : !m)
  // expected-warning @+1 {{layout-matmul: 'linalg.generic' op is done apart from the product: 'linalg.index' is nothing that is done with each element of a tile}}
  linalg.generic {indexing_maps = [#c, #c], iterator_types = ["parallel", "parallel"]} ins(%C : !m) outs(%D : memref<9x9xi32>) {
  ^bb0(%c: f32, %e: i32):
    %i = linalg.index 0 : index
    %x = arith.index_cast %i : index to i32
    %y = arith.fptosi %c : f32 to i32
    %w = arith.addi %x, %y : i32
    linalg.yield %w : i32
  }
  return
}

// -----

// What is done once for each element may be seen.
// CHECK-LABEL: func.func @prints(
// CHECK: call @prints_matmul(%arg0, %arg1, %alloc)
// CHECK-NEXT: linalg.
!h = memref<9x9xf16>
!m = memref<9x9xf32>
func.func @prints(%A: !h, %B: !h, %D: !m) {
  %z = arith.constant 0.0 : f32
  %C = memref.alloc() : !m
  linalg.fill ins(%z : f32) outs(%C : !m)
  linalg.matmul ins(%A, %B : !h, !h) outs(%C : !m)
  // expected-warning @+1 {{layout-matmul: 'linalg.map' op is done apart from the product: 'vector.print' is nothing that is done with each element of a tile}}
  linalg.map ins(%C : !m) outs(%D : !m) (%c: f32, %d: f32) {
    vector.print %c : f32
    linalg.yield %c : f32
  }
  return
}

// -----

// Of two results neither is a line of its own.
// CHECK-LABEL: func.func @two(
// CHECK: call @two_matmul(%arg0, %arg1, %alloc)
// CHECK-NEXT: linalg.
!h = memref<9x9xf16>
!m = memref<9x9xf32>
func.func @two(%A: !h, %B: !h, %D: !m) {
  %z = arith.constant 0.0 : f32
  %C = memref.alloc() : !m
  linalg.fill ins(%z : f32) outs(%C : !m)
  linalg.matmul ins(%A, %B : !h, !h) outs(%C : !m)
  // expected-warning @+1 {{layout-matmul: 'linalg.map' op is done apart from the product: 'arith.mulsi_extended' is nothing that is done with each element of a tile}}
  linalg.map ins(%C : !m) outs(%D : !m) (%c: f32, %d: f32) {
    %x = arith.fptosi %c : f32 to i32
    %l, %h = arith.mulsi_extended %x, %x : i32
    %y = arith.sitofp %h : i32 to f32
    linalg.yield %y : f32
  }
  return
}

// -----

// No tile has such elements.
// CHECK-LABEL: func.func @narrow(
// CHECK: call @narrow_matmul(%arg0, %arg1, %alloc)
// CHECK-NEXT: linalg.
!h = memref<9x9xf16>
!m = memref<9x9xf32>
func.func @narrow(%A: !h, %B: !h, %D: !m) {
  %z = arith.constant 0.0 : f32
  %C = memref.alloc() : !m
  linalg.fill ins(%z : f32) outs(%C : !m)
  linalg.matmul ins(%A, %B : !h, !h) outs(%C : !m)
  // expected-warning @+1 {{layout-matmul: 'linalg.map' op is done apart from the product: 'arith.fptosi' is of i4, which is nothing that tiles are computed with}}
  linalg.map ins(%C : !m) outs(%D : !m) (%c: f32, %d: f32) {
    %x = arith.fptosi %c : f32 to i4
    %y = arith.sitofp %x : i4 to f32
    linalg.yield %y : f32
  }
  return
}

// -----

// CHECK-LABEL: func.func @condition(
// CHECK: call @condition_matmul(%arg0, %arg1, %alloc)
// CHECK-NEXT: linalg.
!h = memref<9x9xf16>
!m = memref<9x9xf32>
func.func @condition(%A: !h, %B: !h, %b: i1, %D: !m) {
  %z = arith.constant 0.0 : f32
  %C = memref.alloc() : !m
  linalg.fill ins(%z : f32) outs(%C : !m)
  linalg.matmul ins(%A, %B : !h, !h) outs(%C : !m)
  // expected-warning @+1 {{layout-matmul: 'linalg.map' op is done apart from the product: 'arith.select' is of i1, which is nothing that tiles are computed with}}
  linalg.map ins(%C : !m) outs(%D : !m) (%c: f32, %d: f32) {
    %x = arith.select %b, %c, %z : f32
    linalg.yield %x : f32
  }
  return
}

// -----

// What is behind the end of a memref is read as 0.
// CHECK-LABEL: func.func @division(
// CHECK: call @division_matmul(%arg0, %arg1, %alloc)
// CHECK-NEXT: linalg.
!h = memref<9x9xf16>
!m = memref<9x9xf32>
func.func @division(%A: !h, %B: !h, %E: memref<9x9xi32>, %D: memref<9x9xi32>) {
  %z = arith.constant 0.0 : f32
  %C = memref.alloc() : !m
  linalg.fill ins(%z : f32) outs(%C : !m)
  linalg.matmul ins(%A, %B : !h, !h) outs(%C : !m)
  // expected-warning @+1 {{layout-matmul: 'linalg.map' op is done apart from the product: 'arith.remsi' is not by a constant, and elements that are none may be 0}}
  linalg.map ins(%C, %E : !m, memref<9x9xi32>) outs(%D : memref<9x9xi32>) (%c: f32, %e: i32, %d: i32) {
    %x = arith.fptosi %c : f32 to i32
    %y = arith.remsi %x, %e : i32
    linalg.yield %y : i32
  }
  return
}

// -----

// What happens between stays between.
// CHECK-LABEL: func.func @written(
// CHECK: call @written_matmul(%arg0, %arg1, %alloc)
// CHECK-NEXT: memref.store
!h = memref<9x9xf16>
!m = memref<9x9xf32>
func.func @written(%A: !h, %B: !h, %D: !m, %x: f32) {
  %0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %C = memref.alloc() : !m
  linalg.fill ins(%z : f32) outs(%C : !m)
  linalg.matmul ins(%A, %B : !h, !h) outs(%C : !m)
  memref.store %x, %D[%0, %0] : !m
  // expected-warning @+1 {{layout-matmul: 'linalg.abs' op is done apart from the product: 'memref.store' stands between them, which may write what it reads}}
  linalg.abs ins(%C : !m) outs(%D : !m)
  return
}

// -----

// So does what reads the product.
// CHECK-LABEL: func.func @loaded(
// CHECK: call @loaded_matmul(%arg0, %arg1, %alloc)
// CHECK-NEXT: memref.load
!h = memref<9x9xf16>
!m = memref<9x9xf32>
func.func @loaded(%A: !h, %B: !h, %D: !m, %E: memref<f32>) {
  %0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %C = memref.alloc() : !m
  linalg.fill ins(%z : f32) outs(%C : !m)
  linalg.matmul ins(%A, %B : !h, !h) outs(%C : !m)
  %x = memref.load %C[%0, %0] : !m
  linalg.map ins(%C : !m) outs(%C : !m) (%c: f32, %d: f32) {
    %y = arith.addf %c, %x : f32
    linalg.yield %y : f32
  }
  return
}

// -----

// Sums of the product are no element of it; nothing is said of what it is not for.
// CHECK-LABEL: func.func @reduced(
// CHECK: call @reduced_matmul(%arg0, %arg1, %alloc)
// CHECK-NEXT: linalg.
!h = memref<9x9xf16>
!m = memref<9x9xf32>
func.func @reduced(%A: !h, %B: !h, %D: memref<9xf32>) {
  %z = arith.constant 0.0 : f32
  %C = memref.alloc() : !m
  linalg.fill ins(%z : f32) outs(%C : !m)
  linalg.matmul ins(%A, %B : !h, !h) outs(%C : !m)
  linalg.reduce { arith.addf } ins(%C : !m) outs(%D : memref<9xf32>) dimensions = [1]
  return
}

// -----

// Nothing reads the product.
// CHECK-LABEL: func.func @overwritten(
// CHECK: call @overwritten_matmul(%arg0, %arg1, %alloc)
// CHECK-NEXT: linalg.
!h = memref<9x9xf16>
!m = memref<9x9xf32>
func.func @overwritten(%A: !h, %B: !h, %D: !m) {
  %z = arith.constant 0.0 : f32
  %C = memref.alloc() : !m
  linalg.fill ins(%z : f32) outs(%C : !m)
  linalg.matmul ins(%A, %B : !h, !h) outs(%C : !m)
  linalg.copy ins(%D : !m) outs(%C : !m)
  return
}

// -----

// Behind what is done with the product, what is not: the first is written for it.
// CHECK-LABEL: func.func @both(
// CHECK: call @both_matmul(%arg0, %arg1, %arg2)
// CHECK-NEXT: linalg.exp
!h = memref<9x9xf16>
!m = memref<9x9xf32>
func.func @both(%A: !h, %B: !h, %D: !m, %E: !m) {
  %z = arith.constant 0.0 : f32
  %C = memref.alloc() : !m
  linalg.fill ins(%z : f32) outs(%C : !m)
  linalg.matmul ins(%A, %B : !h, !h) outs(%C : !m)
  linalg.abs ins(%C : !m) outs(%D : !m)
  // expected-warning @+1 {{layout-matmul: 'linalg.exp' op is done apart from the product: memref<9x9xf32>, which it does not write, is no memref.alloc}}
  linalg.exp ins(%D : !m) outs(%E : !m)
  return
}

// -----

// Of several results a kernel stores none.
// CHECK-LABEL: func.func @several(
// CHECK: call @several_matmul(%arg0, %arg1, %alloc)
// CHECK-NEXT: linalg.generic
#id = affine_map<(i, j) -> (i, j)>
!h = memref<9x9xf16>
!m = memref<9x9xf32>
func.func @several(%A: !h, %B: !h, %D: !m, %E: !m) {
  %z = arith.constant 0.0 : f32
  %C = memref.alloc() : !m
  linalg.fill ins(%z : f32) outs(%C : !m)
  linalg.matmul ins(%A, %B : !h, !h) outs(%C : !m)
  // expected-warning @+1 {{layout-matmul: 'linalg.generic' op is done apart from the product: it writes several results, and kernels store one}}
  linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%C : !m) outs(%D, %E : !m, !m) {
  ^bb0(%x: f32, %d: f32, %e: f32):
    %r = arith.addf %x, %d : f32
    linalg.yield %r, %x : f32, f32
  }
  return
}

// -----

// What no kernel computes.
// CHECK-LABEL: func.func @function(
// CHECK: call @function_matmul(%arg0, %arg1, %alloc)
// CHECK-NEXT: linalg.map
!h = memref<9x9xf64>
!m = memref<9x9xf64>
func.func @function(%A: !h, %B: !h, %D: !m) {
  %z = arith.constant 0.0 : f64
  %C = memref.alloc() : !m
  linalg.fill ins(%z : f64) outs(%C : !m)
  linalg.matmul ins(%A, %B : !h, !h) outs(%C : !m)
  // expected-warning @+1 {{layout-matmul: 'linalg.map' op is done apart from the product: 'math.atan' of f64 has no expansion for a GPU}}
  linalg.map { math.atan } ins(%C : !m) outs(%D : !m)
  return
}

// -----

// Nor does one round so.
// CHECK-LABEL: func.func @rounding(
// CHECK: call @rounding_matmul(%arg0, %arg1, %alloc)
// CHECK-NEXT: linalg.map
!h = memref<9x9xf16>
!m = memref<9x9xf32>
func.func @rounding(%A: !h, %B: !h, %D: !h) {
  %z = arith.constant 0.0 : f32
  %C = memref.alloc() : !m
  linalg.fill ins(%z : f32) outs(%C : !m)
  linalg.matmul ins(%A, %B : !h, !h) outs(%C : !m)
  // expected-warning @+1 {{layout-matmul: 'linalg.map' op is done apart from the product: 'arith.truncf' does not round to the nearest, which kernels do}}
  linalg.map ins(%C : !m) outs(%D : !h) (%x: f32, %d: f16) {
    %y = arith.truncf %x upward : f32 to f16
    linalg.yield %y : f16
  }
  return
}

// -----

// A product of a matrix and a vector is left where no kernel takes its elements: nobody said that it is one of matrices.
// CHECK-LABEL: func.func @vector(
// CHECK: call @vector_matmul
// CHECK-NEXT: linalg.matvec
!h = memref<9x9xf16>
!m = memref<9x9xf32>
func.func @vector(%A: !h, %B: !h, %C: !m, %v: memref<9xf32>, %w: memref<9xf32>) {
  linalg.matmul ins(%A, %B : !h, !h) outs(%C : !m)
  // expected-warning @+1 {{layout-matmul: 'linalg.matvec' op is left as it is: it multiplies f32 by f32 into f32, which no instruction of tensor cores of sm_90a does}}
  linalg.matvec ins(%C, %v : !m, memref<9xf32>) outs(%w : memref<9xf32>)
  return
}

// -----

// Another product is none of what is done behind one.
// CHECK-LABEL: func.func @chained(
// CHECK: call @chained_matmul(
// CHECK-NEXT: call @chained_matmul_{{[0-9]}}(
// CHECK-NEXT: call @chained_matmul_{{[0-9]}}(
func.func @chained(%A: memref<9x9xf16>, %B: memref<9x9xf16>, %C: memref<9x9xf16>, %D: memref<9x9xf32>) {
  linalg.matmul ins(%A, %B : memref<9x9xf16>, memref<9x9xf16>) outs(%C : memref<9x9xf16>)
  linalg.matmul ins(%C, %B : memref<9x9xf16>, memref<9x9xf16>) outs(%D : memref<9x9xf32>)
  linalg.matmul ins(%A, %B : memref<9x9xf16>, memref<9x9xf16>) outs(%D : memref<9x9xf32>)
  return
}

// -----

// What has more iterations than C has elements is not done once.
// CHECK-LABEL: func.func @iterated(
// CHECK: call @iterated_matmul
// CHECK-NEXT: linalg.generic
func.func @iterated(%A: memref<64x256xf16>, %x: memref<256xf16>, %X: memref<68x5xf32>, %y: memref<64xf32>) {
  %z = arith.constant 0.0 : f32
  linalg.fill ins(%z : f32) outs(%y : memref<64xf32>)
  linalg.matvec ins(%A, %x : memref<64x256xf16>, memref<256xf16>) outs(%y : memref<64xf32>)
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i + j, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%X : memref<68x5xf32>) outs(%y : memref<64xf32>) {
  ^bb0(%p: f32, %o: f32):
    %s = arith.addf %o, %o : f32
    linalg.yield %s : f32
  }
  return
}

// -----

// A diagonal is no factor.
// CHECK-LABEL: func.func @diagonal(
// CHECK-NEXT: linalg.generic
func.func @diagonal(%A: memref<8x32xf16>, %B: memref<8x8x32xf16>, %C: memref<8xf16>) {
  // expected-warning @+1 {{layout-matmul: 'linalg.generic' op is left as it is: it has dimensions (d0, d1; d0, d0, d1; d0) that are no batch of products}}
  linalg.generic {indexing_maps = [affine_map<(b, k) -> (b, k)>, affine_map<(b, k) -> (b, b, k)>, affine_map<(b, k) -> (b)>], iterator_types = ["parallel", "reduction"]} ins(%A, %B : memref<8x32xf16>, memref<8x8x32xf16>) outs(%C : memref<8xf16>) {
  ^bb0(%a: f16, %b: f16, %o: f16):
    %q = arith.mulf %a, %b : f16
    %s = arith.addf %o, %q : f16
    linalg.yield %s : f16
  }
  return
}

// -----

// Nor is what writes to other memory a product.
// CHECK-LABEL: func.func @writing(
// CHECK-NEXT: linalg.generic
func.func @writing(%A: memref<8x32xf16>, %B: memref<32xf16>, %C: memref<8xf16>, %D: memref<f16>) {
  linalg.generic {indexing_maps = [affine_map<(m, k) -> (m, k)>, affine_map<(m, k) -> (k)>, affine_map<(m, k) -> (m)>], iterator_types = ["parallel", "reduction"]} ins(%A, %B : memref<8x32xf16>, memref<32xf16>) outs(%C : memref<8xf16>) {
  ^bb0(%a: f16, %b: f16, %o: f16):
    %q = arith.mulf %a, %b : f16
    %s = arith.addf %o, %q : f16
    memref.store %s, %D[] : memref<f16>
    linalg.yield %s : f16
  }
  return
}

// -----

// What no kernel takes is left, of vectors, whatever else is wrong with it.
// CHECK-LABEL: func.func @elements(
// CHECK: linalg.contract
// CHECK-NEXT: linalg.matvec
func.func @elements(%A: memref<8x8xf32>, %x: memref<8xf32>, %y: memref<8xf32>) {
  // expected-warning @+1 {{layout-matmul: 'linalg.contract' op is left as it is: it multiplies f32 by f32 into f32}}
  linalg.contract indexing_maps = [affine_map<(m, k) -> (m, k)>, affine_map<(m, k) -> (k)>, affine_map<(m, k) -> (m)>] ins(%A, %x : memref<8x8xf32>, memref<8xf32>) outs(%y : memref<8xf32>)
  // expected-warning @+1 {{layout-matmul: 'linalg.matvec' op is left as it is: it multiplies f32 by f32 into f32}}
  linalg.matvec ins(%A, %x : memref<8x8xf32>, memref<8xf32>) outs(%x : memref<8xf32>)
  return
}

// -----

// What is contracted otherwise is left: nobody said that it is a product of matrices.
// CHECK-LABEL: func.func @two(
// CHECK-NEXT: linalg.contract
func.func @two(%A: memref<8x8x8xf16>, %B: memref<8x8xf16>, %C: memref<8xf16>) {
  // expected-warning @+1 {{layout-matmul: 'linalg.contract' op is left as it is: it has dimensions (d0, d1, d2; d1, d2; d0) that are no batch of products: at most one in all three operands}}
  linalg.contract indexing_maps = [affine_map<(i, k, l) -> (i, k, l)>, affine_map<(i, k, l) -> (k, l)>, affine_map<(i, k, l) -> (i)>]
    ins(%A, %B : memref<8x8x8xf16>, memref<8x8xf16>) outs(%C : memref<8xf16>)
  return
}

// -----

// So is a sum over a part of an operand.
// CHECK-LABEL: func.func @constant(
// CHECK-NEXT: linalg.generic
func.func @constant(%A: memref<8x8x3xf16>, %B: memref<8x8xf16>, %C: memref<8x8xf16>) {
  // expected-warning @+1 {{layout-matmul: 'linalg.generic' op is left as it is: it reads or writes operand 0 elsewhere than by dimensions alone}}
  linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k, 1)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%A, %B : memref<8x8x3xf16>, memref<8x8xf16>) outs(%C : memref<8x8xf16>) {
  ^bb0(%a: f16, %b: f16, %o: f16):
    %q = arith.mulf %a, %b : f16
    %s = arith.addf %o, %q : f16
    linalg.yield %s : f16
  }
  return
}

// -----

// What is behind the memory's own next product is none of this one's.
// CHECK-LABEL: func.func @again(
// CHECK: call @again_matmul(
// CHECK-NEXT: call @again_matmul_{{[0-9]}}(
func.func @again(%A: memref<9x9xf16>, %B: memref<9x9xf16>, %C: memref<9x9xf32>, %D: memref<9x9xf32>) {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%C : memref<9x9xf32>)
  linalg.matmul ins(%A, %B : memref<9x9xf16>, memref<9x9xf16>) outs(%C : memref<9x9xf32>)
  linalg.matmul ins(%B, %A : memref<9x9xf16>, memref<9x9xf16>) outs(%C : memref<9x9xf32>)
  // expected-warning @+1 {{layout-matmul: 'linalg.abs' op is done apart from the product: memref<9x9xf32>, which it does not write, is not zeroed by linalg.fill right before the product}}
  linalg.abs ins(%C : memref<9x9xf32>) outs(%D : memref<9x9xf32>)
  return
}

// -----

// What is read several times is no element of what is stored.
// CHECK-LABEL: func.func @spread(
// CHECK: call @spread_matmul(%arg0, %arg1, %alloc)
// CHECK-NEXT: linalg.broadcast
func.func @spread(%A: memref<9x9xf16>, %B: memref<9x9xf16>, %D: memref<9x9x4xf32>) {
  %zero = arith.constant 0.0 : f32
  %C = memref.alloc() : memref<9x9xf32>
  linalg.fill ins(%zero : f32) outs(%C : memref<9x9xf32>)
  linalg.matmul ins(%A, %B : memref<9x9xf16>, memref<9x9xf16>) outs(%C : memref<9x9xf32>)
  // expected-warning @+1 {{layout-matmul: 'linalg.broadcast' op is done apart from the product: it does not go over the elements of the product, each once}}
  linalg.broadcast ins(%C : memref<9x9xf32>) outs(%D : memref<9x9x4xf32>) dimensions = [2]
  return
}
