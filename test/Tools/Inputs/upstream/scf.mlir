// Structured control flow.
func.func private @side(index)

func.func @loops(%lb: index, %ub: index, %m: memref<?x?xf32>) -> (f32, index) {
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : f32
  %r:2 = scf.for %i = %lb to %ub step %c1 iter_args(%s = %zero, %k = %c0) -> (f32, index) {
    %inner = scf.for %j = %c0 to %c4 step %c1 iter_args(%t = %s) -> f32 {
      %x = memref.load %m[%i, %j] : memref<?x?xf32>
      %y = arith.addf %t, %x : f32
      scf.yield %y : f32
    }
    %n = arith.addi %k, %c4 : index
    scf.yield %inner, %n : f32, index
  }
  return %r#0, %r#1 : f32, index
}

func.func @invariant(%m: memref<?xf32>, %n: index, %a: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  scf.for %i = %c0 to %n step %c2 {
    %b = arith.mulf %a, %a : f32
    %d = memref.dim %m, %c0 : memref<?xf32>
    %in = arith.cmpi ult, %i, %d : index
    scf.if %in {
      %x = memref.load %m[%i] : memref<?xf32>
      %y = arith.addf %x, %b : f32
      memref.store %y, %m[%i] : memref<?xf32>
    }
  }
  scf.for %i = %c0 to %n step %c2 {
    %x = memref.load %m[%i] : memref<?xf32>
    %y = arith.divf %x, %a : f32
    memref.store %y, %m[%i] : memref<?xf32>
  }
  return
}

func.func @branches(%p: i1, %q: i1, %k: index) -> (i32, i32) {
  %c7 = arith.constant 7 : i32
  %c8 = arith.constant 8 : i32
  %a:2 = scf.if %p -> (i32, i32) {
    %u = scf.if %q -> i32 {
      func.call @side(%k) : (index) -> ()
      scf.yield %c7 : i32
    } else {
      scf.yield %c8 : i32
    }
    scf.yield %u, %c7 : i32, i32
  } else {
    scf.yield %c8, %c7 : i32, i32
  }
  %w = scf.index_switch %k -> i32
  case 2 {
    scf.yield %c7 : i32
  }
  case 5 {
    scf.yield %a#0 : i32
  }
  default {
    scf.yield %c8 : i32
  }
  %e = scf.execute_region -> i32 {
    cf.cond_br %p, ^bb1(%w : i32), ^bb1(%c7 : i32)
  ^bb1(%x: i32):
    scf.yield %x : i32
  }
  return %e, %a#1 : i32, i32
}

func.func @while(%n: i64) -> i64 {
  %c0 = arith.constant 0 : i64
  %c3 = arith.constant 3 : i64
  %r = scf.while (%i = %c0) : (i64) -> i64 {
    %go = arith.cmpi slt, %i, %n : i64
    scf.condition(%go) %i : i64
  } do {
  ^bb0(%i: i64):
    %j = arith.addi %i, %c3 : i64
    scf.yield %j : i64
  }
  return %r : i64
}

func.func @parallel(%a: memref<64x64xf32>, %b: memref<64x64xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0.0 : f32
  scf.parallel (%i, %j) = (%c0, %c0) to (%c64, %c64) step (%c1, %c1) {
    %x = memref.load %a[%i, %j] : memref<64x64xf32>
    memref.store %x, %b[%j, %i] : memref<64x64xf32>
    scf.reduce
  }
  %s = scf.parallel (%i) = (%c0) to (%c64) step (%c1) init (%zero) -> f32 {
    %x = memref.load %b[%i, %c0] : memref<64x64xf32>
    scf.reduce(%x : f32) {
    ^bb0(%l: f32, %r: f32):
      %t = arith.addf %l, %r : f32
      scf.reduce.return %t : f32
    }
  }
  return %s : f32
}

func.func @forall(%t: tensor<64xf32>, %n: index) -> tensor<64xf32> {
  %r = scf.forall (%i) in (8) shared_outs(%o = %t) -> tensor<64xf32> {
    %at = affine.apply affine_map<(d0) -> (d0 * 8)>(%i)
    %s = tensor.extract_slice %o[%at] [8] [1] : tensor<64xf32> to tensor<8xf32>
    %e = math.exp %s : tensor<8xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %e into %o[%at] [8] [1] : tensor<8xf32> into tensor<64xf32>
    }
  } {mapping = [#gpu.thread<x>]}
  return %r : tensor<64xf32>
}
