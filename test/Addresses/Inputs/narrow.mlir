// Tensors of up to 2^31 elements, whose bytes take more than 32 bits: at index-bitwidth 32 and 64.
// The comments are for check.py.
module attributes {gpu.container_module} {
  gpu.module @narrow {
    // @rows_f32 with bx<16384, by<128, t<1024
    // m (16384,131072):(131072,1) at (bx, 1024*by + t)
    gpu.func @rows_f32(%m: memref<2147483648xf32>) kernel attributes {known_block_size = array<i32: 1024, 1, 1>} {
      %bx = gpu.block_id x
      %by = gpu.block_id y
      %t = gpu.thread_id x
      %one = arith.constant 1.0 : f32
      %l = layout.make : !layout<(16384,(1024,128)):(131072,(1,1024))>
      %i = layout.crd2idx %l(%bx, (%t, %by)) : !layout<(16384,(1024,128)):(131072,(1,1024))>
      memref.store %one, %m[%i] : memref<2147483648xf32>
      gpu.return
    }

    // @columns_f64 with i<131072, j<16384
    // m (131072,16384):(1,131072) at (i, j)
    gpu.func @columns_f64(%m: memref<131072x16384xf64, #layout<(131072,16384):(1,131072)>>, %i: index, %j: index) kernel {
      %one = arith.constant 1.0 : f64
      memref.store %one, %m[%i, %j] : memref<131072x16384xf64, #layout<(131072,16384):(1,131072)>>
      gpu.return
    }

    // @dynamic_rows with M=16383, K=131073, i<M, j<K
    // m (M,K):(K,1) at (i, j)
    gpu.func @dynamic_rows(%m: memref<?xf64>, %M: index, %K: index, %i: index, %j: index) kernel {
      %one = arith.constant 1.0 : f64
      %l = layout.make(%M, %K) : !layout<(?,?):(s1,1)>
      %x = layout.crd2idx %l(%i, %j) : !layout<(?,?):(s1,1)>
      memref.store %one, %m[%x] : memref<?xf64>
      gpu.return
    }

    // @unrank with n<2013265920
    // m (5,3,134217728):(402653184,1,3) at n
    gpu.func @unrank(%m: memref<?xf32>, %n: index) kernel {
      %one = arith.constant 1.0 : f32
      %l = layout.make : !layout<(5,3,134217728):(402653184,1,3)>
      %i = layout.crd2idx %l(%n) : !layout<(5,3,134217728):(402653184,1,3)>
      memref.store %one, %m[%i] : memref<?xf32>
      gpu.return
    }

    // @swizzled with bx<4194304, t<64
    // m S<3,3,3> o 0 o (33554432,64):(64,1) at (8*bx + t // 8, 8*(t % 8)) x 8
    gpu.func @swizzled(%m: memref<2147483648xf16>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
      %t = gpu.thread_id x
      %bx = gpu.block_id x
      %one = arith.constant dense<1.0> : vector<8xf16>
      %l = layout.make : !layout<S<3,3,3> o 0 o ((8,8),4194304):((8,64),512)>
      %x = layout.crd2idx %l(%t, %bx) : !layout<S<3,3,3> o 0 o ((8,8),4194304):((8,64),512)>
      vector.store %one, %m[%x] : memref<2147483648xf16>, vector<8xf16>
      gpu.return
    }

    // @batched with S=1024, H=16, B=256, sS=8192, sH=512, sB=8388608, bx<8, by<H, bz<B, t<128
    // m (1024,H,B):(sS,sH,sB) at [(128*bx + t, by, bz), (128*bx + t, (by + 1) % H, bz)]
    gpu.func @batched(%m: memref<?xf64>, %H: index, %B: index, %sS: index, %sH: index, %sB: index) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
      %t = gpu.thread_id x
      %bx = gpu.block_id x
      %by = gpu.block_id y
      %bz = gpu.block_id z
      %c1 = arith.constant 1 : index
      %one = arith.constant 1.0 : f64
      %by1 = arith.addi %by, %c1 : index
      %next = arith.remui %by1, %H : index
      %l = layout.make(%H, %B, %sS, %sH, %sB) : !layout<((128,8),?,?):((?,128*s2),?,?)>
      %x = layout.crd2idx %l((%t, %bx), %by, %bz) : !layout<((128,8),?,?):((?,128*s2),?,?)>
      memref.store %one, %m[%x] : memref<?xf64>
      %y = layout.crd2idx %l((%t, %bx), %next, %bz) : !layout<((128,8),?,?):((?,128*s2),?,?)>
      memref.store %one, %m[%y] : memref<?xf64>
      gpu.return
    }

    // @backwards with M=16384, K=131072, sM=-K, last=(M - 1)*K, i<M, j<K
    // m (M,K):(K,1) at (M - 1 - i, j)
    gpu.func @backwards(%m: memref<?xf32>, %M: index, %K: index, %sM: index, %last: index, %i: index, %j: index) kernel {
      %one = arith.constant 1.0 : f32
      %l = layout.make(%M, %K, %sM) : !layout<(?,?):(?,1)>
      %x = layout.crd2idx %l(%i, %j) : !layout<(?,?):(?,1)>
      %y = arith.addi %last, %x : index
      memref.store %one, %m[%y] : memref<?xf32>
      gpu.return
    }

    // @loop with K=16384, ld=65536, k0<32765, t<256
    // m (32768,K):(ld,1) at [(k, 2*t) for k in range(k0, k0 + 3)]
    gpu.func @loop(%m: memref<?xf32>, %K: index, %ld: index, %k0: index) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
      %t = gpu.thread_id x
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %c3 = arith.constant 3 : index
      %one = arith.constant 1.0 : f32
      %k3 = arith.addi %k0, %c3 : index
      %column = arith.muli %t, %c2 : index
      %l = layout.make(%K, %ld) : !layout<(32768,?):(?,1)>
      scf.for %k = %k0 to %k3 step %c1 {
        %x = layout.crd2idx %l(%k, %column) : !layout<(32768,?):(?,1)>
        memref.store %one, %m[%x] : memref<?xf32>
      }
      gpu.return
    }
  }
}
