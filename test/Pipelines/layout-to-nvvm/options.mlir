// RUN: not layout-opt %s --layout-to-nvvm=chip=sm_42 2>&1 | FileCheck %s --check-prefix=CHIP
// RUN: not layout-opt %s --layout-to-nvvm=features=ptx80 2>&1 | FileCheck %s --check-prefix=FEATURES
// RUN: not layout-opt %s --layout-to-nvvm=features=+crbits,+ptx89 2>&1 | FileCheck %s --check-prefix=NOVERSION
// RUN: not layout-opt %s --layout-to-nvvm="chip=sm_103a features=+ptx86" 2>&1 | FileCheck %s --check-prefix=OLD
// RUN: not layout-opt %s --layout-to-nvvm=format=elf 2>&1 | FileCheck %s --check-prefix=FORMAT
// RUN: not layout-opt %s --layout-to-nvvm=index-bitwidth=16 2>&1 | FileCheck %s --check-prefix=WIDTH
// RUN: not layout-opt %s --layout-to-nvvm=simplify=maybe 2>&1 | FileCheck %s --check-prefix=FLAG
// RUN: not layout-opt %s --layout-to-nvvm=ptx=/nowhere/x.ptx 2>&1 | FileCheck %s --check-prefix=WRITE
// RUN: layout-opt %s --layout-to-nvvm=format=nvvm | FileCheck %s --check-prefix=NVVM
// RUN: layout-opt %s --layout-to-nvvm="chip=sm_80 ptx=-" -o /dev/null | FileCheck %s --check-prefix=PTX

// CHIP: error: layout-to-nvvm: option chip: unknown chip 'sm_42'; known are sm_70,
// FEATURES: error: layout-to-nvvm: option features=ptx80: 'ptx80' must begin with + or -
// NOVERSION: error: layout-to-nvvm: option features=+crbits,+ptx89: LLVM writes no PTX of +ptx89; known are +ptx60, {{.*}}, +ptx90
// OLD: error: layout-to-nvvm: option features=+ptx86: sm_103a needs at least +ptx88
// FORMAT: option format=elf: expected nvvm, llvm, isa or bin
// WIDTH: index-bitwidth=16: expected 32 or 64
// FLAG: option simplify=maybe: expected true or false
// WRITE: cannot write '/nowhere/x.ptx'
// NVVM: llvm.func @copy
// NVVM: nvvm.read.ptx.sreg.tid.x
// PTX: .target sm_80
// PTX: .visible .entry copy(
gpu.module @kernels {
  gpu.func @copy(%m: memref<256xf32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %t = gpu.thread_id x
    %l = layout.make : !layout<S<1,0,3> o 0 o (32,8):(8,1)>
    %i = layout.crd2idx %l(%t, 0) : !layout<S<1,0,3> o 0 o (32,8):(8,1)>
    %j = layout.crd2idx %l(%t, 5) : !layout<S<1,0,3> o 0 o (32,8):(8,1)>
    %v = memref.load %m[%i] : memref<256xf32>
    memref.store %v, %m[%j] : memref<256xf32>
    gpu.return
  }
}
