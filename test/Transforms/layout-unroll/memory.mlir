// Loops of kernels over memory without layouts: LLVM copies those that go by one.
//
// RUN: layout-opt %s --layout-unroll --canonicalize | FileCheck %s --check-prefixes=CHECK,WIDE
// RUN: layout-opt %s --layout-unroll=index-bitwidth=32 --canonicalize | FileCheck %s --check-prefixes=CHECK,NARROW
// RUN: layout-opt %s --layout-unroll --canonicalize --layout-unroll --canonicalize -o %t.twice
// RUN: layout-opt %s --layout-unroll --canonicalize | diff - %t.twice
// RUN: layout-opt %s --layout-unroll --layout-infer-alignment | FileCheck %s --check-prefix=ALIGNED
// RUN: layout-opt %s --layout-to-nvvm="chip=sm_90a index-bitwidth=32 bare-pointers=false ptx=-" -o /dev/null | FileCheck %s --check-prefix=PTX

!m = memref<?xf32>
!v = memref<?xf16>

gpu.module @kernels {
  // Eight iterations of a thread over a row become one, and four of those that are left run at once, if there are as many.
  // CHECK-LABEL: gpu.func @row
  // CHECK: %[[END:.*]] = arith.maxsi %{{.*}}, %c0
  // CHECK: %[[NEXT8:.*]] = scf.for %{{.*}} = %thread_id_x to %{{.*}} step %c2048
  // CHECK-COUNT-8: memref.load
  // CHECK-NOT: memref.load
  // CHECK: %[[FOUR:.*]] = arith.cmpi slt, %[[NEXT8]],
  // CHECK: %[[BEHIND4:.*]] = arith.addi %[[NEXT8]], %c1024
  // CHECK: %[[NEXT4:.*]] = arith.select %[[FOUR]], %[[BEHIND4]], %[[NEXT8]]
  // CHECK: scf.if %[[FOUR]]
  // CHECK-COUNT-4: memref.load
  // CHECK-NOT: memref.load
  // CHECK: %[[LEFT:.*]] = arith.maxui %[[END]], %[[NEXT4]]
  // CHECK: scf.for unsigned %{{.*}} = %[[NEXT4]] to %[[LEFT]] step %c256
  // CHECK-COUNT-1: memref.load
  // CHECK-NOT: memref.load
  // CHECK: gpu.return
  // PTX-LABEL: .entry row(
  // PTX: nounroll
  // PTX-COUNT-8: st.global
  // PTX-COUNT-4: st.global
  // PTX: nounroll
  // PTX-COUNT-1: st.global
  gpu.func @row(%src: !m {llvm.noalias}, %dst: !m {llvm.noalias}, %n: index) kernel
      attributes {known_block_size = array<i32: 256, 1, 1>} {
    %t = gpu.thread_id x
    %c256 = arith.constant 256 : index
    scf.for %c = %t to %n step %c256 {
      %x = memref.load %src[%c] : !m
      %y = arith.addf %x, %x : f32
      memref.store %y, %dst[%c] : !m
    }
    gpu.return
  }

  // A beginning is natural as facts say, and what a loop carries goes from copy to copy; vectors stay aligned.
  // CHECK-LABEL: gpu.func @vectors
  // CHECK: scf.for %{{.*}} step %c1024
  // CHECK-COUNT-4: vector.load
  // CHECK-NOT: vector.load
  // CHECK: scf.for unsigned
  // CHECK-COUNT-1: vector.load
  // CHECK: gpu.return
  // ALIGNED-LABEL: gpu.func @vectors
  // ALIGNED-COUNT-5: vector.load {{.*}} {alignment = 16 : i64}
  // ALIGNED: gpu.return
  gpu.func @vectors(%src: !v {llvm.noalias}, %dst: !v {llvm.noalias}, %n: index, %zero: vector<8xf16>) kernel
      attributes {known_block_size = array<i32: 32, 1, 1>} {
    %t = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %c256 = arith.constant 256 : index
    %p = memref.assume_alignment %src, 16 : !v
    %begin = arith.muli %t, %c8 : index
    %sum = scf.for %c = %begin to %n step %c256 iter_args(%s = %zero) -> vector<8xf16> {
      %x = vector.load %p[%c] : !v, vector<8xf16>
      %r = arith.addf %s, %x : vector<8xf16>
      scf.yield %r : vector<8xf16>
    }
    vector.store %sum, %dst[%c0] : !v, vector<8xf16>
    gpu.return
  }

  // Nothing is gained where threads wait for each other or for what was loaded, where nothing is loaded anew, and
  // where a body is long; LLVM does the same where it sees how often a loop runs; of other beginnings the number of
  // iterations may not fit.
  // CHECK-LABEL: gpu.func @others
  // CHECK-NOT: unsigned
  // CHECK-NOT: loop_annotation
  // CHECK: gpu.return
  gpu.func @others(%src: !m {llvm.noalias}, %dst: !m {llvm.noalias}, %n: index, %i: index, %zero: f32) kernel
      attributes {known_block_size = array<i32: 256, 1, 1>} {
    %t = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %c256 = arith.constant 256 : index
    %c1000 = arith.constant 1000 : index
    %w = arith.constant 32 : i32
    %d = arith.constant 1 : i32
    scf.for %c = %t to %n step %c256 {
      %x = memref.load %src[%c] : !m
      gpu.barrier
      memref.store %x, %dst[%c] : !m
    }
    scf.for %c = %t to %n step %c256 {
      %x = memref.load %src[%c] : !m
      %y, %valid = gpu.shuffle xor %x, %d, %w : f32
      memref.store %y, %dst[%c] : !m
    }
    scf.for %c = %t to %n step %c256 {
      %x = memref.load %src[%c] : !m
      %y = memref.atomic_rmw addf %x, %dst[%c0] : (f32, !m) -> f32
    }
    scf.for %c = %t to %n step %c256 {
      memref.store %zero, %dst[%c] : !m
    }
    scf.for %c = %t to %n step %c256 {
      %x = memref.load %src[%i] : !m
      memref.store %x, %dst[%c] : !m
    }
    scf.for %c = %t to %n step %c1 {
      %x = memref.load %src[%c] : !m
      memref.store %x, %dst[%c] : !m
    }
    scf.for %c = %c0 to %c1000 step %c8 {
      %x = memref.load %src[%c] : !m
      memref.store %x, %dst[%c] : !m
    }
    scf.for %c = %i to %n step %c256 {
      %x = memref.load %src[%c] : !m
      memref.store %x, %dst[%c] : !m
    }
    scf.for %c = %t to %n step %c256 {
      %x = memref.load %src[%c] : !m
      %x0 = math.sqrt %x : f32
      %x1 = math.sqrt %x0 : f32
      %x2 = math.sqrt %x1 : f32
      %x3 = math.sqrt %x2 : f32
      %x4 = math.sqrt %x3 : f32
      %x5 = math.sqrt %x4 : f32
      %x6 = math.sqrt %x5 : f32
      %x7 = math.sqrt %x6 : f32
      %x8 = math.sqrt %x7 : f32
      %x9 = math.sqrt %x8 : f32
      %x10 = math.sqrt %x9 : f32
      %x11 = math.sqrt %x10 : f32
      %x12 = math.sqrt %x11 : f32
      %x13 = math.sqrt %x12 : f32
      %x14 = math.sqrt %x13 : f32
      %x15 = math.sqrt %x14 : f32
      %x16 = math.sqrt %x15 : f32
      %x17 = math.sqrt %x16 : f32
      %x18 = math.sqrt %x17 : f32
      %x19 = math.sqrt %x18 : f32
      %x20 = math.sqrt %x19 : f32
      %x21 = math.sqrt %x20 : f32
      %x22 = math.sqrt %x21 : f32
      %x23 = math.sqrt %x22 : f32
      %x24 = math.sqrt %x23 : f32
      %x25 = math.sqrt %x24 : f32
      %x26 = math.sqrt %x25 : f32
      %x27 = math.sqrt %x26 : f32
      %x28 = math.sqrt %x27 : f32
      %x29 = math.sqrt %x28 : f32
      %x30 = math.sqrt %x29 : f32
      %x31 = math.sqrt %x30 : f32
      %x32 = math.sqrt %x31 : f32
      %x33 = math.sqrt %x32 : f32
      %x34 = math.sqrt %x33 : f32
      %x35 = math.sqrt %x34 : f32
      memref.store %x35, %dst[%c] : !m
    }
    gpu.return
  }
}

// Where eight steps, a step behind the end or the beginning do not fit 32 bits, they do 64.
// CHECK-LABEL: gpu.func @far
// WIDE: step %c2400000000
// WIDE: step %c2048
// WIDE: step %c2048
// NARROW-NOT: unsigned
// CHECK: gpu.return
gpu.module @far_kernels {
  gpu.func @far(%src: !m {llvm.noalias}, %dst: !m {llvm.noalias}, %n: index) kernel
      attributes {known_block_size = array<i32: 256, 1, 1>} {
    %t = gpu.thread_id x
    %b = gpu.block_id x
    %c256 = arith.constant 256 : index
    %far = arith.constant 2147483000 : index
    %most = arith.constant 300000000 : index
    %first = arith.muli %b, %c256 : index
    %begin = arith.addi %first, %t : index
    scf.for %c = %t to %n step %most {
      %x = memref.load %src[%c] : !m
      memref.store %x, %dst[%c] : !m
    }
    scf.for %c = %t to %far step %c256 {
      %x = memref.load %src[%c] : !m
      memref.store %x, %dst[%c] : !m
    }
    scf.for %c = %begin to %n step %c256 {
      %x = memref.load %src[%c] : !m
      memref.store %x, %dst[%c] : !m
    }
    gpu.return
  }
}

// Of a CPU LLVM knows better.
// CHECK-LABEL: func @host
// CHECK-NOT: unsigned
// CHECK: return
func.func @host(%src: !m, %dst: !m, %n: index) {
  %c0 = arith.constant 0 : index
  %c256 = arith.constant 256 : index
  scf.for %c = %c0 to %n step %c256 {
    %x = memref.load %src[%c] : !m
    memref.store %x, %dst[%c] : !m
  }
  return
}

// Bounds that a table says are of any sign: the loop begins at a natural number, since its variable is an index. Of what is
// loaded from where another load says there are more copies, and what they leave runs at most once each.
// CHECK-LABEL: func @gather
// CHECK: %[[ZERO:.*]] = arith.constant 0 : index
// CHECK: %[[BEGIN:.*]] = arith.maxsi %{{.*}}, %[[ZERO]] : index
// CHECK: scf.for %{{.*}} = %[[BEGIN]] to
// CHECK-COUNT-16: memref.load
// CHECK: scf.if
// CHECK-COUNT-8: memref.load
// CHECK: scf.if
// CHECK-COUNT-4: memref.load
// CHECK: scf.if
// CHECK-COUNT-2: memref.load
// CHECK-NOT: memref.load
// CHECK: return
func.func @gather(%rows: memref<?xi32>, %columns: memref<?xi32>, %x: memref<?xf32>, %b: index, %n: index) -> f32 {
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %l = layout.make(%n) : !layout<(16,?):(1,16)>
  %start32 = memref.load %rows[%b] : memref<?xi32>
  %start = arith.index_cast %start32 : i32 to index
  %sum = scf.for %z = %start to %n step %c1 iter_args(%s = %zero) -> (f32) {
    %c32 = memref.load %columns[%z] : memref<?xi32>
    %c = arith.index_cast %c32 : i32 to index
    %i = layout.crd2idx %l(3, %c) : !layout<(16,?):(1,16)>
    %a = memref.load %x[%i] : memref<?xf32>
    %t = arith.addf %s, %a : f32
    scf.yield %t : f32
  }
  return %sum : f32
}

// Before what may not go on, or under no access, nothing is known of where it begins.
// CHECK-LABEL: func @unknown_beginning
// CHECK-NOT: arith.maxsi
// CHECK: return
func.func private @may_end()
func.func @unknown_beginning(%rows: memref<?xi32>, %columns: memref<?xi32>, %x: memref<?xf32>, %b: index, %n: index) {
  %c1 = arith.constant 1 : index
  %one = arith.constant 1.0 : f32
  %l = layout.make(%n) : !layout<(16,?):(1,16)>
  %start32 = memref.load %rows[%b] : memref<?xi32>
  %start = arith.index_cast %start32 : i32 to index
  scf.for %z = %start to %n step %c1 {
    func.call @may_end() : () -> ()
    %c32 = memref.load %columns[%z] : memref<?xi32>
    %c = arith.index_cast %c32 : i32 to index
    %i = layout.crd2idx %l(3, %c) : !layout<(16,?):(1,16)>
    memref.store %one, %x[%i] : memref<?xf32>
  }
  return
}
