// Buffers that ask for a layout and cannot have any.
// RUN: layout-opt %s --layout-select --split-input-file --verify-diagnostics

func.func @pinned(%o: memref<64xf32, 3>) attributes {layout.threads = 32 : i64} {
  %s = memref.alloc() {layout.auto} : memref<64xf32, 3>
  // expected-error@+1 {{layout.auto: a buffer that 'memref.copy' takes has no layout to be chosen: its layout must be written}}
  memref.copy %s, %o : memref<64xf32, 3> to memref<64xf32, 3>
  return
}

// -----

func.func @written() attributes {layout.threads = 32 : i64} {
  // expected-error@+1 {{it has a layout already; leave one of them out}}
  %s = memref.alloc() {layout.auto} : memref<8x8xf32, #layout<(8,8):(8,1)>, 3>
  return
}

// -----

func.func @global() attributes {layout.threads = 32 : i64} {
  // expected-error@+1 {{it is not in shared memory, whose banks the layout is for; write 3 behind it}}
  %s = memref.alloc() {layout.auto} : memref<8x8xf32>
  return
}

// -----

func.func @dynamic(%n: index) attributes {layout.threads = 32 : i64} {
  // expected-error@+1 {{its extents are not known}}
  %s = memref.alloc(%n) {layout.auto} : memref<?x8xf32, 3>
  return
}

// -----

func.func @open(%m: memref<64xf32>) attributes {layout.threads = 32 : i64} {
  %0 = arith.constant 0 : index
  %s = memref.alloc() {layout.auto} : memref<64xf32, 3>
  // expected-error@+1 {{tensor<64xf32> has no encoding}}
  %t = layout.load %s[%0] : memref<64xf32, 3> -> tensor<64xf32>
  return
}

// -----

func.func @nothing() attributes {layout.threads = 32 : i64} {
  // expected-error@+1 {{it has no elements}}
  %s = memref.alloc() {layout.auto} : memref<0x4xi32, 3>
  return
}

// -----

func.func @one_element() attributes {layout.threads = 32 : i64} {
  // expected-error@+1 {{it is one element, whose place no layout changes; leave layout.auto out}}
  %s = memref.alloc() {layout.auto} : memref<i32, 3>
  return
}

// -----

func.func @huge() attributes {layout.threads = 32 : i64} {
  // expected-error@+1 {{its bytes are more than 64 bits count}}
  %s = memref.alloc() {layout.auto} : memref<9223372036854775807x2xi8, 3>
  return
}

// -----

func.func @mapped() attributes {layout.threads = 32 : i64} {
  // expected-error@+1 {{it has a layout already; leave one of them out}}
  %s = memref.alloc() {layout.auto} : memref<8x8xf16, affine_map<(d0, d1) -> (d1, d0)>, 3>
  return
}
