// Everything around layouts is lowered, and computes what it should.
// RUN: layout-opt %s --layout-to-llvm | FileCheck %s
// RUN: layout-opt %s --layout-to-llvm="index-bitwidth=32 simplify=false" | FileCheck %s
// RUN: layout-opt %s --layout-to-llvm -o %t
// RUN: mlir-runner %t -e main --entry-point-result=void --shared-libs=%llvmlib/libmlir_c_runner_utils.so \
// RUN:   | FileCheck %s --check-prefix=VALUES
// RUN: layout-opt %s --layout-to-llvm=simplify=false -o %t
// RUN: mlir-runner %t -e main --entry-point-result=void --shared-libs=%llvmlib/libmlir_c_runner_utils.so \
// RUN:   | FileCheck %s --check-prefix=VALUES

// CHECK-NOT: {{(affine|arith|builtin.unrealized_conversion_cast|cf|func|layout|memref|scf|ub|vector)\.[a-z]}}
// CHECK: llvm.func @main
!L = !layout<(?,4):(4,1)>
!F = (!layout<(?,4):(4,1)>, index) -> index

llvm.func @printI64(i64)
llvm.func @printComma()
llvm.func @printNewline()
func.func private @show(%x: index) {
  %v = arith.index_cast %x : index to i64
  llvm.call @printI64(%v) : (i64) -> ()
  llvm.call @printComma() : () -> ()
  return
}

func.func private @row(%l: !L, %i: index) -> index {
  %x = layout.crd2idx %l(%i, 1) : !L
  return %x : index
}
func.func private @column(%l: !L, %i: index) -> index {
  %x = layout.crd2idx %l(1, %i) : !L
  return %x : index
}
func.func private @apply(%f: !F, %l: !L, %i: index) -> index {
  %r = func.call_indirect %f(%l, %i) : (!L, index) -> index
  return %r : index
}

// A layout goes through a loop, an if, a switch and blocks.
func.func private @carried(%c: i1, %n: index, %m: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = layout.make(%n) : !L
  %b = layout.make(%m) : !L
  %l = scf.if %c -> !L { scf.yield %a : !L } else { scf.yield %b : !L }
  %k = scf.for %i = %c0 to %m step %c1 iter_args(%j = %l) -> !L {
    %s = layout.size %j : !L
    %t = layout.make(%s) : !L
    scf.yield %t : !L
  }
  %w = scf.while (%j = %k) : (!L) -> !L {
    %s = layout.size %j : !L
    %limit = arith.constant 5000 : index
    %p = arith.cmpi slt, %s, %limit : index
    scf.condition(%p) %j : !L
  } do {
  ^bb0(%j: !L):
    %s = layout.size %j : !L
    %t = layout.make(%s) : !L
    scf.yield %t : !L
  }
  %u = arith.select %c, %w, %a : !L
  %e = scf.index_switch %m -> !L
  case 3 { scf.yield %u : !L }
  default { scf.yield %b : !L }
  cf.cond_br %c, ^one(%e : !L), ^other(%c1, %b : index, !L)
^other(%x: index, %j: !L):
  cf.br ^one(%j : !L)
^one(%z: !L):
  %s = layout.size %z : !L
  return %s : index
}

func.func @main() {
  %true = arith.constant true
  %false = arith.constant false
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  // 5·4³ = 320 rows behind the loop, 1280 behind the while loop, 5120 elements; else 3·4 = 12.
  // VALUES: 5120, 12, 12,
  %p = func.call @carried(%true, %c5, %c3) : (i1, index, index) -> index
  func.call @show(%p) : (index) -> ()
  %q = func.call @carried(%false, %c5, %c3) : (i1, index, index) -> index
  func.call @show(%q) : (index) -> ()
  %r = func.call @carried(%true, %c5, %c2) : (i1, index, index) -> index
  // The default case: the size of %b, 2·4.
  %four = arith.constant 4 : index
  %r4 = arith.addi %r, %four : index
  func.call @show(%r4) : (index) -> ()
  llvm.call @printNewline() : () -> ()

  // VALUES-NEXT: 9, 6,
  %l = layout.make(%c5) : !L
  %row = func.constant @row : !F
  %column = func.constant @column : !F
  %x = func.call @apply(%row, %l, %c2) : (!F, !L, index) -> index
  func.call @show(%x) : (index) -> ()
  %y = func.call @apply(%column, %l, %c2) : (!F, !L, index) -> index
  func.call @show(%y) : (index) -> ()
  llvm.call @printNewline() : () -> ()

  // A matrix is filled by affine loops, read as one vector, recast, and sliced.
  // VALUES-NEXT: 4, 5,
  %m = memref.alloc() : memref<3x4xindex>
  affine.for %i = 0 to 3 {
    affine.for %j = 0 to 4 {
      %v = affine.apply affine_map<(i, j) -> (4 * i + j)>(%i, %j)
      affine.store %v, %m[%i, %j] : memref<3x4xindex>
    }
  }
  %c0 = arith.constant 0 : index
  %all = vector.load %m[%c0, %c0] : memref<3x4xindex>, vector<3x4xindex>
  %flat = vector.shape_cast %all : vector<3x4xindex> to vector<12xindex>
  %part = vector.extract_strided_slice %flat {offsets = [4], sizes = [2], strides = [1]} : vector<12xindex> to vector<2xindex>
  %v0 = vector.extract %part[0] : index from vector<2xindex>
  func.call @show(%v0) : (index) -> ()
  %v1 = vector.extract %part[1] : index from vector<2xindex>
  func.call @show(%v1) : (index) -> ()
  llvm.call @printNewline() : () -> ()

  // Stored by rows, transposed: 0 4 8 1. Read with poison for padding.
  // VALUES-NEXT: 8, 1, 5,
  %t = vector.transpose %all, [1, 0] : vector<3x4xindex> to vector<4x3xindex>
  %n = memref.alloc() : memref<4x3xindex>
  vector.store %t, %n[%c0, %c0] : memref<4x3xindex>, vector<4x3xindex>
  %w0 = memref.load %n[%c0, %c2] : memref<4x3xindex>
  func.call @show(%w0) : (index) -> ()
  %c1 = arith.constant 1 : index
  %w1 = memref.load %n[%c1, %c0] : memref<4x3xindex>
  func.call @show(%w1) : (index) -> ()
  %z = ub.poison : index
  %read = vector.transfer_read %n[%c1, %c1], %z : memref<4x3xindex>, vector<2xindex>
  %w2 = vector.extract %read[0] : index from vector<2xindex>
  func.call @show(%w2) : (index) -> ()
  llvm.call @printNewline() : () -> ()
  return
}
