module attributes {gpu.container_module} {
  gpu.module @m [#nvvm.target<O = 3, chip = "sm_90a">] attributes {layout.matmul} {
    llvm.func @right(%p: !llvm.ptr<1>) attributes {gpu.kernel, nvvm.kernel} {
      %c = llvm.mlir.constant(1 : i32) : i32
      llvm.store %c, %p : i32, !llvm.ptr<1>
      llvm.return
    }
    // No such register.
    llvm.func @wrong(%p: !llvm.ptr<1>) attributes {gpu.kernel, nvvm.kernel} {
      %x = llvm.inline_asm "mov.u32 $0, 1;", "=Z" : () -> i32
      llvm.store %x, %p : i32, !llvm.ptr<1>
      llvm.return
    }
    llvm.mlir.global internal @memory() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<4 x i32>

    // The same.
    llvm.func @too(%p: !llvm.ptr<1>) attributes {gpu.kernel, nvvm.kernel} {
      %x = llvm.inline_asm "mov.u32 $0, 1;", "=Z" : () -> i32
      llvm.store %x, %p : i32, !llvm.ptr<1>
      llvm.return
    }
    llvm.func @last(%p: !llvm.ptr<1>) attributes {gpu.kernel, nvvm.kernel} {
      %q = llvm.mlir.addressof @memory : !llvm.ptr<3>
      %x = llvm.load volatile %q : !llvm.ptr<3> -> i32
      llvm.store %x, %p : i32, !llvm.ptr<1>
      llvm.return
    }
  }
}
