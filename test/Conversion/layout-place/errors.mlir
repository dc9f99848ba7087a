// RUN: layout-opt %s --layout-place=chip=sm_86 --split-input-file --verify-diagnostics
// RUN: not layout-opt %s --split-input-file --layout-place=chip=sm_1 2>&1 | FileCheck %s
// CHECK: layout-place: option chip: unknown chip 'sm_1'; known are sm_70

func.func @full(%x: f32, %i: index) attributes {layout.threads = 32 : i64} {
  %p = memref.alloc() : memref<64x64xf32, 3>
  // expected-error @below {{layout-place: 147456 bytes of shared memory are alive together, and a block of sm_86 has 101376: 131072 for memref<128x256xf32, 3>, 16384 for memref<64x64xf32, 3>}}
  %q = memref.alloc() : memref<128x256xf32, 3>
  memref.store %x, %p[%i, %i] : memref<64x64xf32, 3>
  memref.store %x, %q[%i, %i] : memref<128x256xf32, 3>
  memref.store %x, %p[%i, %i] : memref<64x64xf32, 3>
  return
}

// -----

gpu.module @kernels {
  gpu.func @declared(%x: f32, %i: index) workgroup(%own: memref<64x256xf32, 3>) kernel attributes {layout.threads = 32 : i64} {
    // expected-error @below {{layout-place: 131072 bytes of shared memory are alive together, and a block of sm_86 has 101376: 65536 for memref<64x256xf32, 3>, 65536 for what the kernel declares}}
    %p = memref.alloc() : memref<64x256xf32, 3>
    memref.store %x, %p[%i, %i] : memref<64x256xf32, 3>
    gpu.return
  }
}

// -----

gpu.module @kernels {
  // expected-error @below {{layout-place: 65536 bytes need dynamic shared memory, which the kernel uses already}}
  gpu.func @dynamic(%x: f32, %i: index) kernel attributes {layout.threads = 32 : i64} {
    %d = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
    %p = memref.alloc() : memref<64x256xf32, 3>
    memref.store %x, %p[%i, %i] : memref<64x256xf32, 3>
    gpu.return
  }
}

// -----

func.func @size(%n: index) attributes {layout.threads = 32 : i64} {
  // expected-error @below {{layout-place: how many bytes memref<?xf32, 3> has is not known; a buffer in shared memory has static sizes and a static layout}}
  %p = memref.alloc(%n) : memref<?xf32, 3>
  return
}

// -----

func.func @negative() attributes {layout.threads = 32 : i64} {
  // expected-error @below {{layout-place: }}
  %p = memref.alloc() : memref<8xf32, #layout<8:-1>, 3>
  return
}

// -----

func.func @carried(%x: f32, %i: index) attributes {layout.threads = 32 : i64} {
  %p = memref.alloc() : memref<8xf32, 3>
  %r = scf.for %k = %i to %i step %i iter_args(%a = %p) -> (memref<8xf32, 3>) {
    memref.store %x, %a[%i] : memref<8xf32, 3>
    // expected-error @below {{layout-place: memref<8xf32, 3> is allocated in a loop and used in a later iteration; allocate it before the loop}}
    %q = memref.alloc() : memref<8xf32, 3>
    scf.yield %q : memref<8xf32, 3>
  }
  return
}

// -----

// So does a loop of blocks.
func.func @carried_by_blocks(%x: f32, %i: index, %c: i1) attributes {layout.threads = 32 : i64} {
  %p = memref.alloc() : memref<8xf32, 3>
  cf.br ^bb1(%p : memref<8xf32, 3>)
^bb1(%a: memref<8xf32, 3>):
  memref.store %x, %a[%i] : memref<8xf32, 3>
  // expected-error @below {{layout-place: memref<8xf32, 3> is allocated in a loop and used in a later iteration; allocate it before the loop}}
  %q = memref.alloc() : memref<8xf32, 3>
  cf.cond_br %c, ^bb1(%q : memref<8xf32, 3>), ^bb2
^bb2:
  return
}

// -----

// Behind 16 bytes that are declared, what is aligned to 1024 begins at 1024.
gpu.module @kernels {
  gpu.func @gap(%x: i8, %i: index) workgroup(%own: memref<16xi8, 3>) kernel attributes {layout.threads = 32 : i64} {
    // expected-error @below {{layout-place: 102384 bytes of shared memory are alive together, and a block of sm_86 has 101376: 101360 for memref<101360xi8, 3>, 16 for what the kernel declares, 1008 for the way from there to where dynamic memory is aligned}}
    %p = memref.alloc() : memref<101360xi8, 3>
    memref.store %x, %p[%i] : memref<101360xi8, 3>
    gpu.return
  }
}

// -----

// Buffers that a loop is to have several of go by what the program says.
func.func @stages() attributes {layout.threads = 32 : i64} {
  %0 = arith.constant 0 : index
  // expected-error @below {{layout-place: 262144 bytes of shared memory are alive together, and a block of sm_86 has 101376: 262144 for layout.stages = 4 of memref<128x128xf32, 3>; smaller tiles, or fewer stages, take less}}
  %s = memref.alloc() {layout.purpose = "layout.stages = 4 of memref<128x128xf32, 3>"} : memref<262144xi8, 3>
  %x = arith.constant 0 : i8
  memref.store %x, %s[%0] : memref<262144xi8, 3>
  return
}
