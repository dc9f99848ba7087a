// Swizzled addresses in aligned memory are an exclusive-or apart, as pointers.
//
// RUN: layout-opt %s --layout-flip-addresses --canonicalize --cse | FileCheck %s

llvm.mlir.global internal @tile() {addr_space = 3 : i32, alignment = 128 : i64} : !llvm.array<4096 x f16>
llvm.mlir.global internal @loose() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<4096 x f16>

// 8 elements of 2 bytes are 16 bytes. What is added to both stays where it is.
// CHECK-LABEL: llvm.func @flip(
// CHECK: %[[A:.*]] = llvm.getelementptr %{{.*}}[%arg0]
// CHECK: %[[N:.*]] = llvm.ptrtoint %[[A]]
// CHECK: %[[M:.*]] = llvm.xor %[[N]], %[[C16:.*]] : i64
// CHECK: %[[B:.*]] = llvm.inttoptr %[[M]]
// CHECK: %[[C:.*]] = llvm.getelementptr %[[B]][2048] : (!llvm.ptr<3>) -> !llvm.ptr<3>, f16
// CHECK: llvm.load %[[A]]
// CHECK: llvm.load %[[B]]
// CHECK: llvm.load %[[C]]
llvm.func @flip(%x: i64) -> f16 {
  %c8 = llvm.mlir.constant(8 : i64) : i64
  %c2048 = llvm.mlir.constant(2048 : i64) : i64
  %m = llvm.mlir.addressof @tile : !llvm.ptr<3>
  %y = llvm.xor %x, %c8 : i64
  %z = llvm.add %y, %c2048 : i64
  %a = llvm.getelementptr %m[%x] : (!llvm.ptr<3>, i64) -> !llvm.ptr<3>, f16
  %b = llvm.getelementptr %m[%y] : (!llvm.ptr<3>, i64) -> !llvm.ptr<3>, f16
  %c = llvm.getelementptr %m[%z] : (!llvm.ptr<3>, i64) -> !llvm.ptr<3>, f16
  %u = llvm.load %a : !llvm.ptr<3> -> f16
  %v = llvm.load %b : !llvm.ptr<3> -> f16
  %w = llvm.load %c : !llvm.ptr<3> -> f16
  %s = llvm.fadd %u, %v : f16
  %r = llvm.fadd %s, %w : f16
  llvm.return %r : f16
}

// An index of 32 bits that is extended, whose sums say that they do not wrap. The constant is above the flipped
// bits, so that the exclusive-or of the sum is one of `x`.
// CHECK-LABEL: llvm.func @extended(
// CHECK: %[[A:.*]] = llvm.getelementptr %{{.*}}[%{{.*}}] : (!llvm.ptr<3>, i64)
// CHECK: %[[N:.*]] = llvm.ptrtoint %[[A]]
// CHECK: %[[M:.*]] = llvm.xor %[[N]], %{{.*}} : i64
// CHECK: %[[B:.*]] = llvm.inttoptr %[[M]]
// CHECK: llvm.getelementptr %[[B]][64]
llvm.func @extended(%x: i32) -> f16 {
  %c8 = llvm.mlir.constant(8 : i32) : i32
  %c64 = llvm.mlir.constant(64 : i32) : i32
  %m = llvm.mlir.addressof @tile : !llvm.ptr<3>
  %s = llvm.add %x, %c64 overflow<nuw> : i32
  %y = llvm.xor %s, %c8 : i32
  %i = llvm.zext %x : i32 to i64
  %j = llvm.zext %y : i32 to i64
  %a = llvm.getelementptr %m[%i] : (!llvm.ptr<3>, i64) -> !llvm.ptr<3>, f16
  %b = llvm.getelementptr %m[%j] : (!llvm.ptr<3>, i64) -> !llvm.ptr<3>, f16
  %u = llvm.load %a : !llvm.ptr<3> -> f16
  %v = llvm.load %b : !llvm.ptr<3> -> f16
  %r = llvm.fadd %u, %v : f16
  llvm.return %r : f16
}

// A stage of a ring is a multiple of 64 elements: it has none of the flipped bits.
// CHECK-LABEL: llvm.func @stage(
// CHECK: llvm.ptrtoint
// CHECK: llvm.inttoptr
llvm.func @stage(%x: i64, %k: i64) -> f16 {
  %c8 = llvm.mlir.constant(8 : i64) : i64
  %c64 = llvm.mlir.constant(64 : i64) : i64
  %m = llvm.mlir.addressof @tile : !llvm.ptr<3>
  %t = llvm.mul %k, %c64 : i64
  %y = llvm.xor %x, %c8 : i64
  %i = llvm.add %x, %t : i64
  %j = llvm.add %y, %t : i64
  %a = llvm.getelementptr %m[%i] : (!llvm.ptr<3>, i64) -> !llvm.ptr<3>, f16
  %b = llvm.getelementptr %m[%j] : (!llvm.ptr<3>, i64) -> !llvm.ptr<3>, f16
  %u = llvm.load %a : !llvm.ptr<3> -> f16
  %v = llvm.load %b : !llvm.ptr<3> -> f16
  %r = llvm.fadd %u, %v : f16
  llvm.return %r : f16
}

// Bytes by hand.
// CHECK-LABEL: llvm.func @by_hand(
// CHECK: %[[A:.*]] = llvm.inttoptr
// CHECK: %[[N:.*]] = llvm.ptrtoint %[[A]]
// CHECK: %[[M:.*]] = llvm.xor %[[N]]
// CHECK: llvm.inttoptr %[[M]]
llvm.func @by_hand(%x: i64) -> f16 {
  %c2 = llvm.mlir.constant(2 : i64) : i64
  %c8 = llvm.mlir.constant(8 : i64) : i64
  %m = llvm.mlir.addressof @tile : !llvm.ptr<3>
  %n = llvm.ptrtoint %m : !llvm.ptr<3> to i64
  %y = llvm.xor %x, %c8 : i64
  %i = llvm.mul %x, %c2 : i64
  %j = llvm.mul %y, %c2 : i64
  %p = llvm.add %n, %i : i64
  %q = llvm.add %n, %j : i64
  %a = llvm.inttoptr %p : i64 to !llvm.ptr<3>
  %b = llvm.inttoptr %q : i64 to !llvm.ptr<3>
  %u = llvm.load %a : !llvm.ptr<3> -> f16
  %v = llvm.load %b : !llvm.ptr<3> -> f16
  %r = llvm.fadd %u, %v : f16
  llvm.return %r : f16
}

// 16 bytes are not below an alignment of 16; a term may have the bit; a sum below the flipped bit may be carried
// into it; an address that is not accessed may be poison; bytes cost nothing; an index may be negative.
// CHECK-LABEL: llvm.func @not_aligned(
// CHECK-NOT: ptrtoint
// CHECK: llvm.return
llvm.func @not_aligned(%x: i64) -> f16 {
  %c8 = llvm.mlir.constant(8 : i64) : i64
  %m = llvm.mlir.addressof @loose : !llvm.ptr<3>
  %y = llvm.xor %x, %c8 : i64
  %a = llvm.getelementptr %m[%x] : (!llvm.ptr<3>, i64) -> !llvm.ptr<3>, f16
  %b = llvm.getelementptr %m[%y] : (!llvm.ptr<3>, i64) -> !llvm.ptr<3>, f16
  %u = llvm.load %a : !llvm.ptr<3> -> f16
  %v = llvm.load %b : !llvm.ptr<3> -> f16
  %r = llvm.fadd %u, %v : f16
  llvm.return %r : f16
}
// CHECK-LABEL: llvm.func @carried(
// CHECK-NOT: ptrtoint
// CHECK: llvm.return
llvm.func @carried(%x: i64, %t: i64) -> f16 {
  %c4 = llvm.mlir.constant(4 : i64) : i64
  %c8 = llvm.mlir.constant(8 : i64) : i64
  %m = llvm.mlir.addressof @tile : !llvm.ptr<3>
  %y = llvm.xor %x, %c8 : i64
  %t4 = llvm.mul %t, %c4 : i64
  %i = llvm.add %x, %t4 : i64
  %j = llvm.add %y, %t4 : i64
  %a = llvm.getelementptr %m[%i] : (!llvm.ptr<3>, i64) -> !llvm.ptr<3>, f16
  %b = llvm.getelementptr %m[%j] : (!llvm.ptr<3>, i64) -> !llvm.ptr<3>, f16
  %u = llvm.load %a : !llvm.ptr<3> -> f16
  %v = llvm.load %b : !llvm.ptr<3> -> f16
  %r = llvm.fadd %u, %v : f16
  llvm.return %r : f16
}
// CHECK-LABEL: llvm.func @constant_carried(
// CHECK-NOT: ptrtoint
// CHECK: llvm.return
llvm.func @constant_carried(%x: i64) -> f16 {
  %c4 = llvm.mlir.constant(4 : i64) : i64
  %c8 = llvm.mlir.constant(8 : i64) : i64
  %m = llvm.mlir.addressof @tile : !llvm.ptr<3>
  %s = llvm.add %x, %c4 : i64
  %y = llvm.xor %s, %c8 : i64
  %a = llvm.getelementptr %m[%x] : (!llvm.ptr<3>, i64) -> !llvm.ptr<3>, f16
  %b = llvm.getelementptr %m[%y] : (!llvm.ptr<3>, i64) -> !llvm.ptr<3>, f16
  %u = llvm.load %a : !llvm.ptr<3> -> f16
  %v = llvm.load %b : !llvm.ptr<3> -> f16
  %r = llvm.fadd %u, %v : f16
  llvm.return %r : f16
}
// CHECK-LABEL: llvm.func @not_accessed(
// CHECK-NOT: ptrtoint
// CHECK: llvm.return
llvm.func @not_accessed(%x: i64) -> !llvm.ptr<3> {
  %c8 = llvm.mlir.constant(8 : i64) : i64
  %m = llvm.mlir.addressof @tile : !llvm.ptr<3>
  %y = llvm.xor %x, %c8 : i64
  %a = llvm.getelementptr %m[%x] : (!llvm.ptr<3>, i64) -> !llvm.ptr<3>, f16
  %b = llvm.getelementptr %m[%y] : (!llvm.ptr<3>, i64) -> !llvm.ptr<3>, f16
  %u = llvm.load %b : !llvm.ptr<3> -> f16
  llvm.store %u, %b : f16, !llvm.ptr<3>
  llvm.return %a : !llvm.ptr<3>
}
// CHECK-LABEL: llvm.func @bytes(
// CHECK-NOT: ptrtoint
// CHECK: llvm.return
llvm.func @bytes(%x: i64) -> i8 {
  %c8 = llvm.mlir.constant(8 : i64) : i64
  %m = llvm.mlir.addressof @tile : !llvm.ptr<3>
  %y = llvm.xor %x, %c8 : i64
  %a = llvm.getelementptr %m[%x] : (!llvm.ptr<3>, i64) -> !llvm.ptr<3>, i8
  %b = llvm.getelementptr %m[%y] : (!llvm.ptr<3>, i64) -> !llvm.ptr<3>, i8
  %u = llvm.load %a : !llvm.ptr<3> -> i8
  %v = llvm.load %b : !llvm.ptr<3> -> i8
  %r = llvm.add %u, %v : i8
  llvm.return %r : i8
}
// CHECK-LABEL: llvm.func @wraps(
// CHECK-NOT: ptrtoint
// CHECK: llvm.return
llvm.func @wraps(%x: i32) -> f16 {
  %c8 = llvm.mlir.constant(8 : i32) : i32
  %c64 = llvm.mlir.constant(64 : i32) : i32
  %m = llvm.mlir.addressof @tile : !llvm.ptr<3>
  %s = llvm.add %x, %c64 overflow<nsw> : i32
  %y = llvm.xor %s, %c8 : i32
  %i = llvm.zext %x : i32 to i64
  %j = llvm.zext %y : i32 to i64
  %a = llvm.getelementptr %m[%i] : (!llvm.ptr<3>, i64) -> !llvm.ptr<3>, f16
  %b = llvm.getelementptr %m[%j] : (!llvm.ptr<3>, i64) -> !llvm.ptr<3>, f16
  %u = llvm.load %a : !llvm.ptr<3> -> f16
  %v = llvm.load %b : !llvm.ptr<3> -> f16
  %r = llvm.fadd %u, %v : f16
  llvm.return %r : f16
}

// A part of a buffer is aligned as the buffer and its place in it are.
// CHECK-LABEL: llvm.func @part(
// CHECK: llvm.ptrtoint
// CHECK: llvm.xor {{.*}} : i64
llvm.func @part(%x: i64) -> f16 {
  %c8 = llvm.mlir.constant(8 : i64) : i64
  %m = llvm.mlir.addressof @tile : !llvm.ptr<3>
  %p = llvm.getelementptr %m[32] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
  %y = llvm.xor %x, %c8 : i64
  %a = llvm.getelementptr %p[%x] : (!llvm.ptr<3>, i64) -> !llvm.ptr<3>, f16
  %b = llvm.getelementptr %p[%y] : (!llvm.ptr<3>, i64) -> !llvm.ptr<3>, f16
  %u = llvm.load %a : !llvm.ptr<3> -> f16
  %v = llvm.load %b : !llvm.ptr<3> -> f16
  %r = llvm.fadd %u, %v : f16
  llvm.return %r : f16
}

// Sixteen bytes behind an aligned address, bit 16 of the sum is carried.
// CHECK-LABEL: llvm.func @skewed(
// CHECK-NOT: ptrtoint
// CHECK: llvm.return
llvm.func @skewed(%x: i64) -> f16 {
  %c8 = llvm.mlir.constant(8 : i64) : i64
  %m = llvm.mlir.addressof @tile : !llvm.ptr<3>
  %p = llvm.getelementptr %m[8] : (!llvm.ptr<3>) -> !llvm.ptr<3>, f16
  %y = llvm.xor %x, %c8 : i64
  %a = llvm.getelementptr %p[%x] : (!llvm.ptr<3>, i64) -> !llvm.ptr<3>, f16
  %b = llvm.getelementptr %p[%y] : (!llvm.ptr<3>, i64) -> !llvm.ptr<3>, f16
  %u = llvm.load %a : !llvm.ptr<3> -> f16
  %v = llvm.load %b : !llvm.ptr<3> -> f16
  %r = llvm.fadd %u, %v : f16
  llvm.return %r : f16
}

// A constant that is added behind the extension: the pointers are those of the indices without it.
// CHECK-LABEL: llvm.func @added_behind(
// CHECK: %[[A:.*]] = llvm.getelementptr %{{.*}}[%{{.*}}] : (!llvm.ptr<3>, i64)
// CHECK: %[[N:.*]] = llvm.ptrtoint %[[A]]
// CHECK: %[[M:.*]] = llvm.xor %[[N]], %{{.*}} : i64
// CHECK: %[[B:.*]] = llvm.inttoptr %[[M]]
// CHECK: %[[C:.*]] = llvm.getelementptr %[[B]][2048] : (!llvm.ptr<3>) -> !llvm.ptr<3>, f16
// CHECK: llvm.load %[[A]]
// CHECK: llvm.load %[[B]]
// CHECK: llvm.load %[[C]]
llvm.func @added_behind(%x: i32) -> f16 {
  %c8 = llvm.mlir.constant(8 : i32) : i32
  %c2048 = llvm.mlir.constant(2048 : i64) : i64
  %m = llvm.mlir.addressof @tile : !llvm.ptr<3>
  %y = llvm.xor %x, %c8 : i32
  %i = llvm.zext %x : i32 to i64
  %j = llvm.zext %y : i32 to i64
  %k = llvm.add %j, %c2048 : i64
  %a = llvm.getelementptr %m[%i] : (!llvm.ptr<3>, i64) -> !llvm.ptr<3>, f16
  %b = llvm.getelementptr %m[%j] : (!llvm.ptr<3>, i64) -> !llvm.ptr<3>, f16
  %c = llvm.getelementptr %m[%k] : (!llvm.ptr<3>, i64) -> !llvm.ptr<3>, f16
  %u = llvm.load %a : !llvm.ptr<3> -> f16
  %v = llvm.load %b : !llvm.ptr<3> -> f16
  %w = llvm.load %c : !llvm.ptr<3> -> f16
  %s = llvm.fadd %u, %v : f16
  %r = llvm.fadd %s, %w : f16
  llvm.return %r : f16
}

// What is added before the extension may be carried out of its 32 bits: it is another number.
// CHECK-LABEL: llvm.func @added_before(
// CHECK-NOT: llvm.inttoptr
llvm.func @added_before(%x: i32) -> f16 {
  %c8 = llvm.mlir.constant(8 : i32) : i32
  %c64 = llvm.mlir.constant(64 : i32) : i32
  %c2048 = llvm.mlir.constant(2048 : i64) : i64
  %m = llvm.mlir.addressof @tile : !llvm.ptr<3>
  %s = llvm.add %x, %c64 : i32
  %y = llvm.xor %s, %c8 : i32
  %i = llvm.zext %x : i32 to i64
  %j = llvm.zext %y : i32 to i64
  %k = llvm.add %j, %c2048 : i64
  %a = llvm.getelementptr %m[%i] : (!llvm.ptr<3>, i64) -> !llvm.ptr<3>, f16
  %b = llvm.getelementptr %m[%k] : (!llvm.ptr<3>, i64) -> !llvm.ptr<3>, f16
  %u = llvm.load %a : !llvm.ptr<3> -> f16
  %v = llvm.load %b : !llvm.ptr<3> -> f16
  %r = llvm.fadd %u, %v : f16
  llvm.return %r : f16
}

// Extended with its sign and without it are two numbers.
// CHECK-LABEL: llvm.func @other_extension(
// CHECK-NOT: llvm.inttoptr
llvm.func @other_extension(%x: i32) -> f16 {
  %c8 = llvm.mlir.constant(8 : i32) : i32
  %c2048 = llvm.mlir.constant(2048 : i64) : i64
  %m = llvm.mlir.addressof @tile : !llvm.ptr<3>
  %y = llvm.xor %x, %c8 : i32
  %i = llvm.zext %x : i32 to i64
  %j = llvm.sext %y : i32 to i64
  %k = llvm.add %j, %c2048 : i64
  %a = llvm.getelementptr %m[%i] : (!llvm.ptr<3>, i64) -> !llvm.ptr<3>, f16
  %b = llvm.getelementptr %m[%k] : (!llvm.ptr<3>, i64) -> !llvm.ptr<3>, f16
  %u = llvm.load %a : !llvm.ptr<3> -> f16
  %v = llvm.load %b : !llvm.ptr<3> -> f16
  %r = llvm.fadd %u, %v : f16
  llvm.return %r : f16
}

// A negative constant that is added to a natural number without wrapping is a large natural one.
// CHECK-LABEL: llvm.func @natural_constant(
// CHECK: %[[C:.*]] = llvm.mlir.constant(-4294967232 : i64)
// CHECK: %[[P:.*]] = llvm.getelementptr %{{.*}}[%{{.*}}] : (!llvm.ptr<3>, i64)
// CHECK: %[[N:.*]] = llvm.ptrtoint %[[P]]
// CHECK: %[[F:.*]] = llvm.xor %[[N]]
// CHECK: %[[Q:.*]] = llvm.inttoptr %[[F]]
// CHECK: llvm.getelementptr %[[Q]][%[[C]]]
llvm.func @natural_constant(%x: i32, %t: i32) -> f16 {
  %c-64 = llvm.mlir.constant(-64 : i32) : i32
  %c4 = llvm.mlir.constant(4 : i32) : i32
  %c32 = llvm.mlir.constant(32 : i32) : i32
  %m = llvm.mlir.addressof @tile : !llvm.ptr<3>
  %row = llvm.mul %t, %c32 overflow<nuw> : i32
  %far = llvm.add %x, %c-64 overflow<nuw> : i32
  %y = llvm.xor %far, %c4 : i32
  %i = llvm.add %y, %row overflow<nuw> : i32
  %j = llvm.add %x, %row overflow<nuw> : i32
  %a = llvm.zext %i : i32 to i64
  %b = llvm.zext %j : i32 to i64
  %p = llvm.getelementptr %m[%a] : (!llvm.ptr<3>, i64) -> !llvm.ptr<3>, f16
  %q = llvm.getelementptr %m[%b] : (!llvm.ptr<3>, i64) -> !llvm.ptr<3>, f16
  %u = llvm.load %p : !llvm.ptr<3> -> f16
  %v = llvm.load %q : !llvm.ptr<3> -> f16
  %r = llvm.fadd %u, %v : f16
  llvm.return %r : f16
}
