// Behind a row's step LLVM does not turn the columns' into one from the row before: rows are accessed one after the
// other.
//
// RUN: layout-opt %s --layout-chain-addresses --canonicalize --cse | FileCheck %s

// CHECK-LABEL: llvm.func @rows(
// CHECK-SAME: %[[M:.*]]: !llvm.ptr, %[[I:.*]]: i32, %[[R:.*]]: i32, %[[C:.*]]: i32
// CHECK: %[[A:.*]] = llvm.getelementptr inbounds|nuw %[[M]][%[[I]]]
// CHECK: %[[B:.*]] = llvm.getelementptr %[[A]]
// CHECK: %[[D:.*]] = llvm.getelementptr %[[A]]
// CHECK: %[[G:.*]] = llvm.addrspacecast %[[D]] : !llvm.ptr to !llvm.ptr<1>
// CHECK: %[[O:.*]] = llvm.intr.strip.invariant.group %[[G]] : !llvm.ptr<1>
// CHECK: %[[P:.*]] = llvm.addrspacecast %[[O]] : !llvm.ptr<1> to !llvm.ptr
// CHECK: llvm.getelementptr %[[P]]
llvm.func @rows(%m: !llvm.ptr, %i: i32, %right: i32, %down: i32) -> f32 attributes {nvvm.kernel} {
  %j = llvm.add %i, %right : i32
  %k = llvm.add %i, %down : i32
  %l = llvm.add %right, %k : i32
  %a = llvm.getelementptr inbounds|nuw %m[%i] : (!llvm.ptr, i32) -> !llvm.ptr, f32
  %b = llvm.getelementptr inbounds|nuw %m[%j] : (!llvm.ptr, i32) -> !llvm.ptr, f32
  %c = llvm.getelementptr inbounds|nuw %m[%k] : (!llvm.ptr, i32) -> !llvm.ptr, f32
  %d = llvm.getelementptr inbounds|nuw %m[%l] : (!llvm.ptr, i32) -> !llvm.ptr, f32
  %x = llvm.load %a : !llvm.ptr -> f32
  %y = llvm.load %b : !llvm.ptr -> f32
  %z = llvm.load %c : !llvm.ptr -> f32
  %w = llvm.load %d : !llvm.ptr -> f32
  %s = llvm.fadd %x, %y : f32
  %t = llvm.fadd %z, %w : f32
  %r = llvm.fadd %s, %t : f32
  llvm.return %r : f32
}

// In a function that is no kernel a pointer may be into any memory.
// CHECK-LABEL: llvm.func @any(
// CHECK-NOT: strip
llvm.func @any(%m: !llvm.ptr, %i: i32, %right: i32, %down: i32) -> f32 {
  %k = llvm.add %i, %down : i32
  %l = llvm.add %right, %k : i32
  %a = llvm.getelementptr inbounds|nuw %m[%i] : (!llvm.ptr, i32) -> !llvm.ptr, f32
  %c = llvm.getelementptr inbounds|nuw %m[%k] : (!llvm.ptr, i32) -> !llvm.ptr, f32
  %d = llvm.getelementptr inbounds|nuw %m[%l] : (!llvm.ptr, i32) -> !llvm.ptr, f32
  %x = llvm.load %a : !llvm.ptr -> f32
  %z = llvm.load %c : !llvm.ptr -> f32
  %w = llvm.load %d : !llvm.ptr -> f32
  %s = llvm.fadd %x, %z : f32
  %r = llvm.fadd %s, %w : f32
  llvm.return %r : f32
}
