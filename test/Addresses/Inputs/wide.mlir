// Tensors of 2^31 to 2^34 elements, at index-bitwidth 64. The comments are for check.py.
module attributes {gpu.container_module} {
  gpu.module @wide {
    // @rows_f16 with bx<65536, by<128, t<1024
    // m (65536,131072):(131072,1) at (bx, 1024*by + t)
    gpu.func @rows_f16(%m: memref<8589934592xf16>) kernel attributes {known_block_size = array<i32: 1024, 1, 1>} {
      %bx = gpu.block_id x
      %by = gpu.block_id y
      %t = gpu.thread_id x
      %c1024 = arith.constant 1024 : index
      %one = arith.constant 1.0 : f16
      %first = arith.muli %by, %c1024 : index
      %column = arith.addi %first, %t : index
      %l = layout.make : !layout<(65536,131072):(131072,1)>
      %i = layout.crd2idx %l(%bx, %column) : !layout<(65536,131072):(131072,1)>
      memref.store %one, %m[%i] : memref<8589934592xf16>
      gpu.return
    }

    // @columns_f32 with bx<131072, by<1024, t<128
    // m (131072,131072):(1,131072) at (128*by + t, bx)
    gpu.func @columns_f32(%m: memref<17179869184xf32>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
      %bx = gpu.block_id x
      %by = gpu.block_id y
      %t = gpu.thread_id x
      %one = arith.constant 1.0 : f32
      %l = layout.make : !layout<((128,1024),131072):((1,128),131072)>
      %i = layout.crd2idx %l((%t, %by), %bx) : !layout<((128,1024),131072):((1,128),131072)>
      memref.store %one, %m[%i] : memref<17179869184xf32>
      gpu.return
    }

    // @flat_i8 with bx<16777216, t<1024
    // m 17179869184:1 at 1024*bx + t
    gpu.func @flat_i8(%m: memref<17179869184xi8>) kernel attributes {known_block_size = array<i32: 1024, 1, 1>} {
      %bx = gpu.block_id x
      %t = gpu.thread_id x
      %one = arith.constant 1 : i8
      %l = layout.make : !layout<(1024,16777216):(1,1024)>
      %i = layout.crd2idx %l(%t, %bx) : !layout<(1024,16777216):(1,1024)>
      memref.store %one, %m[%i] : memref<17179869184xi8>
      gpu.return
    }

    // An integer that counts through modes that are no powers of two, divided beyond 32 bits.
    // @unrank_f32 with n<16106127360
    // m (5,3,1073741824):(3221225472,1,3) at n
    gpu.func @unrank_f32(%m: memref<?xf32>, %n: index) kernel {
      %one = arith.constant 1.0 : f32
      %l = layout.make : !layout<(5,3,1073741824):(3221225472,1,3)>
      %i = layout.crd2idx %l(%n) : !layout<(5,3,1073741824):(3221225472,1,3)>
      memref.store %one, %m[%i] : memref<?xf32>
      gpu.return
    }

    // @dynamic_rows with M=131071, K=131075, i<M, j<K
    // m (M,K):(K,1) at (i, j)
    gpu.func @dynamic_rows(%m: memref<?xf32>, %M: index, %K: index, %i: index, %j: index) kernel {
      %one = arith.constant 1.0 : f32
      %l = layout.make(%M, %K) : !layout<(?,?):(s1,1)>
      %x = layout.crd2idx %l(%i, %j) : !layout<(?,?):(s1,1)>
      memref.store %one, %m[%x] : memref<?xf32>
      gpu.return
    }

    // @dynamic_columns with M=131072, K=65537, bx<65537, by<512, t<256
    // m (M,K):(1,M) at (256*by + t, bx)
    gpu.func @dynamic_columns(%m: memref<?xf16>, %M: index, %K: index) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
      %bx = gpu.block_id x
      %by = gpu.block_id y
      %t = gpu.thread_id x
      %c256 = arith.constant 256 : index
      %one = arith.constant 1.0 : f16
      %first = arith.muli %by, %c256 : index
      %row = arith.addi %first, %t : index
      %l = layout.make(%M, %K) : !layout<(?,?):(1,s0)>
      %x = layout.crd2idx %l(%row, %bx) : !layout<(?,?):(1,s0)>
      memref.store %one, %m[%x] : memref<?xf16>
      gpu.return
    }

    // Sizes whose facts allow 2^31 elements, where the last index just fits 31 bits.
    // @facts_31 with M=32768, K=65536, i<M, j<K
    // m (M,K):(K,1) at (i, j)
    gpu.func @facts_31(%m: memref<?xf32>, %M: index, %K: index, %i: index, %j: index) kernel {
      %one = arith.constant 1.0 : f32
      %l = layout.make(%M, %K) : !layout<(?{max=32768},?{max=65536}):(s1,1)>
      %x = layout.crd2idx %l(%i, %j) : !layout<(?{max=32768},?{max=65536}):(s1,1)>
      memref.store %one, %m[%x] : memref<?xf32>
      gpu.return
    }

    // One row more does not.
    // @facts_32 with M=32769, K=65536, i<M, j<K
    // m (M,K):(K,1) at (i, j)
    gpu.func @facts_32(%m: memref<?xf16>, %M: index, %K: index, %i: index, %j: index) kernel {
      %one = arith.constant 1.0 : f16
      %l = layout.make(%M, %K) : !layout<(?{max=32769},?{max=65536}):(s1,1)>
      %x = layout.crd2idx %l(%i, %j) : !layout<(?{max=32769},?{max=65536}):(s1,1)>
      memref.store %one, %m[%x] : memref<?xf16>
      gpu.return
    }

    // Run-time strides of which only a bound or a divisor is said, in memory of 2^31 elements: an index is below that.
    // @strided_31 with R=3, C=16384, sC=1, sR=16384, sP=134217728, P=16, p<P, c<C, r<8192
    // m (8192,C,P):(sR,sC,sP) at (r, c, p)
    gpu.func @strided_31(%m: memref<2147483648xf32>, %C: index, %P: index, %sR: index, %sC: index, %sP: index, %r: index, %c: index, %p: index) kernel {
      %one = arith.constant 1.0 : f32
      %l = layout.make(%C, %P, %sR, %sC, %sP) : !layout<(8192,?,?):(?,?,?{div=64})>
      %x = layout.crd2idx %l(%r, %c, %p) : !layout<(8192,?,?):(?,?,?{div=64})>
      memref.store %one, %m[%x] : memref<2147483648xf32>
      gpu.return
    }

    // The same in one element more: the last does not fit a signed word.
    // @strided_32 with C=16385, sC=131072, sR=16, sP=1, P=16, p<P, c<C, r<8192
    // m (8192,C,P):(sR,sC,sP) at (r, c, p)
    gpu.func @strided_32(%m: memref<2147614720xf32>, %C: index, %P: index, %sR: index, %sC: index, %sP: index, %r: index, %c: index, %p: index) kernel {
      %one = arith.constant 1.0 : f32
      %l = layout.make(%C, %P, %sR, %sC, %sP) : !layout<(8192,?,?):(?,?,?)>
      %x = layout.crd2idx %l(%r, %c, %p) : !layout<(8192,?,?):(?,?,?)>
      memref.store %one, %m[%x] : memref<2147614720xf32>
      gpu.return
    }

    // @batched with S=4096, H=128, B=128, sS=128, sH=524288, sB=67108864, bx<64, by<H, bz<B, t<256
    // m (64,4,64,H,B):(sS,16*sS,64*sS,sH,sB) at (t // 4, 0, bx, by, bz) x 8
    // m (64,4,64,H,B):(sS,16*sS,64*sS,sH,sB) at (t // 4, 3, bx, by, bz) x 8
    gpu.func @batched(%m: memref<?xf16>, %H: index, %B: index, %sS: index, %sH: index, %sB: index) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
      %t = gpu.thread_id x
      %bx = gpu.block_id x
      %by = gpu.block_id y
      %bz = gpu.block_id z
      %c4 = arith.constant 4 : index
      %row = arith.divui %t, %c4 : index
      %one = arith.constant dense<1.0> : vector<8xf16>
      %a = memref.assume_alignment %m, 16 : memref<?xf16>
      %l = layout.make(%H, %B, %sS, %sH, %sB) : !layout<(64,4,64,?,?):(?{div=8},16*s2,64*s2,?{div=8},?{div=8})>
      %x = layout.crd2idx %l(%row, 0, %bx, %by, %bz) : !layout<(64,4,64,?,?):(?{div=8},16*s2,64*s2,?{div=8},?{div=8})>
      vector.store %one, %a[%x] : memref<?xf16>, vector<8xf16>
      %y = layout.crd2idx %l(%row, 3, %bx, %by, %bz) : !layout<(64,4,64,?,?):(?{div=8},16*s2,64*s2,?{div=8},?{div=8})>
      vector.store %one, %a[%y] : memref<?xf16>, vector<8xf16>
      gpu.return
    }

    // @swizzled_f16 with bx<16777216, t<64
    // m S<3,3,3> o 0 o (134217728,64):(64,1) at (8*bx + t // 8, 8*(t % 8)) x 8
    gpu.func @swizzled_f16(%m: memref<8589934592xf16>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
      %t = gpu.thread_id x
      %bx = gpu.block_id x
      %one = arith.constant dense<1.0> : vector<8xf16>
      %l = layout.make : !layout<S<3,3,3> o 0 o ((8,8),16777216):((8,64),512)>
      %x = layout.crd2idx %l(%t, %bx) : !layout<S<3,3,3> o 0 o ((8,8),16777216):((8,64),512)>
      vector.store %one, %m[%x] : memref<8589934592xf16>, vector<8xf16>
      gpu.return
    }

    // @swizzled_run_time with N=4194304, i<N, j<1024
    // m S<4,2,7> o 0 o (N,1024):(1024,1) at (i, j)
    gpu.func @swizzled_run_time(%m: memref<?xi8>, %N: index, %i: index, %j: index) kernel {
      %one = arith.constant 1 : i8
      %l = layout.make(%N) : !layout<S<4,2,7> o 0 o (?,1024):(1024,1)>
      %x = layout.crd2idx %l(%i, %j) : !layout<S<4,2,7> o 0 o (?,1024):(1024,1)>
      memref.store %one, %m[%x] : memref<?xi8>
      gpu.return
    }

    // @divided with bx<2048, by<1024, t<128
    // m (131072,131072):(131072,1) at [(t + 128*by, v + 64*bx) for v in range(4)]
    gpu.func @divided(%m: memref<17179869184xf32>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
      %t = gpu.thread_id x
      %bx = gpu.block_id x
      %by = gpu.block_id y
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c4 = arith.constant 4 : index
      %one = arith.constant 1.0 : f32
      %l = layout.make : !layout<(131072,131072):(131072,1)>
      %d = layout.zipped_divide %l : !layout<(131072,131072):(131072,1)> by #layout.tile<[128:1, 64:1]>
      scf.for %v = %c0 to %c4 step %c1 {
        %x = layout.crd2idx %d((%t, %v), (%by, %bx)) : !layout<((128,64),(1024,2048)):((131072,1),(16777216,64))>
        memref.store %one, %m[%x] : memref<17179869184xf32>
      }
      gpu.return
    }

    // A loop of run-time bounds over far rows.
    // @loop with K=65536, ld=65552, k0<131000, t<256
    // m (131072,K):(ld,1) at [(k, 2*t) for k in range(k0, k0 + 3)]
    gpu.func @loop(%m: memref<?xf16>, %K: index, %ld: index, %k0: index) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
      %t = gpu.thread_id x
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %c3 = arith.constant 3 : index
      %one = arith.constant 1.0 : f16
      %k3 = arith.addi %k0, %c3 : index
      %column = arith.muli %t, %c2 : index
      %l = layout.make(%K, %ld) : !layout<(131072,?):(?,1)>
      scf.for %k = %k0 to %k3 step %c1 {
        %x = layout.crd2idx %l(%k, %column) : !layout<(131072,?):(?,1)>
        memref.store %one, %m[%x] : memref<?xf16>
      }
      gpu.return
    }

    // @memref_rows with i<65536, j<65536
    // m (65536,65536):(65536,1) at (i, j)
    // n (65536,65536):(1,65536) at (i, j)
    gpu.func @memref_rows(%m: memref<65536x65536xi8, #layout<(65536,65536):(65536,1)>>, %n: memref<65536x65536xf16, #layout<(65536,65536):(1,65536)>>, %i: index, %j: index) kernel {
      %one = arith.constant 1 : i8
      %half = arith.constant 1.0 : f16
      memref.store %half, %n[%i, %j] : memref<65536x65536xf16, #layout<(65536,65536):(1,65536)>>
      memref.store %one, %m[%i, %j] : memref<65536x65536xi8, #layout<(65536,65536):(65536,1)>>
      gpu.return
    }

    // Two indices that are one value: in the small memory it would be below 4096, but that access does not run.
    // @guarded with i<4194304, j<2048
    // big (4194304,2048):(2048,1) at (i, j)
    // small 4096:1 at [2048*i + j] if i < 2 else []
    gpu.func @guarded(%small: memref<4096xf32>, %big: memref<?xf32>, %i: index, %j: index) kernel {
      %c2 = arith.constant 2 : index
      %one = arith.constant 1.0 : f32
      %l = layout.make : !layout<(4194304,2048):(2048,1)>
      %x = layout.crd2idx %l(%i, %j) : !layout<(4194304,2048):(2048,1)>
      %inside = arith.cmpi ult, %i, %c2 : index
      scf.if %inside {
        %y = layout.crd2idx %l(%i, %j) : !layout<(4194304,2048):(2048,1)>
        memref.store %one, %small[%y] : memref<4096xf32>
      }
      memref.store %one, %big[%x] : memref<?xf32>
      gpu.return
    }

    // The same value for both.
    // @guarded_once with i<4194304, j<2048
    // big (4194304,2048):(2048,1) at (i, j)
    // small 4096:1 at [2048*i + j] if i < 2 else []
    gpu.func @guarded_once(%small: memref<4096xf32>, %big: memref<8589934592xf32>, %i: index, %j: index) kernel {
      %c2 = arith.constant 2 : index
      %one = arith.constant 1.0 : f32
      %l = layout.make : !layout<(4194304,2048):(2048,1)>
      %x = layout.crd2idx %l(%i, %j) : !layout<(4194304,2048):(2048,1)>
      %inside = arith.cmpi ult, %i, %c2 : index
      scf.if %inside {
        memref.store %one, %small[%x] : memref<4096xf32>
      }
      memref.store %one, %big[%x] : memref<8589934592xf32>
      gpu.return
    }

    // Rows from the last to the first: a run-time stride below 0.
    // @backwards with M=65537, K=131072, sM=-K, last=(M - 1)*K, i<M, j<K
    // m (M,K):(K,1) at (M - 1 - i, j)
    gpu.func @backwards(%m: memref<?xf32>, %M: index, %K: index, %sM: index, %last: index, %i: index, %j: index) kernel {
      %one = arith.constant 1.0 : f32
      %l = layout.make(%M, %K, %sM) : !layout<(?,?):(?,1)>
      %x = layout.crd2idx %l(%i, %j) : !layout<(?,?):(?,1)>
      %y = arith.addi %last, %x : index
      memref.store %one, %m[%y] : memref<?xf32>
      gpu.return
    }

    // The same within 2^31 elements.
    // @backwards_31 with M=16384, K=131072, sM=-K, last=(M - 1)*K, i<M, j<K
    // m (M,K):(K,1) at (M - 1 - i, j)
    gpu.func @backwards_31(%m: memref<2147483648xf32>, %M: index, %K: index, %sM: index, %last: index, %i: index, %j: index) kernel {
      %one = arith.constant 1.0 : f32
      %l = layout.make(%M, %K, %sM) : !layout<(?,?):(?,1)>
      %x = layout.crd2idx %l(%i, %j) : !layout<(?,?):(?,1)>
      %y = arith.addi %last, %x : index
      memref.store %one, %m[%y] : memref<2147483648xf32>
      gpu.return
    }

    // The part before the constants is below 0 where the addresses are not.
    // @below with K=134217727, s=-1, d=16, i<9, j<K
    // m (17,K):(1,16) at (8 - i, j)
    // m (17,K):(1,16) at (16 - i, j)
    gpu.func @below(%m: memref<2147483648xf32>, %K: index, %s: index, %d: index, %i: index, %j: index) kernel {
      %one = arith.constant 1.0 : f32
      %l = layout.make(%K, %s, %d) : !layout<(9,3,?):(?,8,?)>
      %x = layout.crd2idx %l(%i, 1, %j) : !layout<(9,3,?):(?,8,?)>
      memref.store %one, %m[%x] : memref<2147483648xf32>
      %y = layout.crd2idx %l(%i, 2, %j) : !layout<(9,3,?):(?,8,?)>
      memref.store %one, %m[%y] : memref<2147483648xf32>
      gpu.return
    }

    // Parts that a narrow address and a wide one share, with constants between them.
    // @shared with ld=1048576, i<8192, j<1024
    // high (8192,1024):(ld,1) at (i, j)
    // low (2048,1024):(ld,1) at [(i, j)] if i < 2044 else []
    // low (2048,1024):(ld,1) at [(i + 3, j)] if i < 2044 else []
    gpu.func @shared(%low: memref<2147483648xf16>, %high: memref<?xf16>, %ld: index, %i: index, %j: index) kernel {
      %c2044 = arith.constant 2044 : index
      %c3 = arith.constant 3 : index
      %one = arith.constant 1.0 : f16
      %l = layout.make(%ld) : !layout<(8192,1024):(?,1)>
      %x = layout.crd2idx %l(%i, %j) : !layout<(8192,1024):(?,1)>
      %i3 = arith.addi %i, %c3 : index
      %inside = arith.cmpi ult, %i, %c2044 : index
      scf.if %inside {
        %y = layout.crd2idx %l(%i, %j) : !layout<(8192,1024):(?,1)>
        memref.store %one, %low[%y] : memref<2147483648xf16>
        %z = layout.crd2idx %l(%i3, %j) : !layout<(8192,1024):(?,1)>
        memref.store %one, %low[%z] : memref<2147483648xf16>
      }
      memref.store %one, %high[%x] : memref<?xf16>
      gpu.return
    }
  }
}
