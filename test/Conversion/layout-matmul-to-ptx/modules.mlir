// The PTX of a module of layout-matmul's kernels; of others, of what calls, and of targets that ask for something besides, there is none yet.
// RUN: layout-opt %s --split-input-file --layout-matmul-to-ptx | FileCheck %s
// RUN: not layout-opt %s --split-input-file --layout-matmul-to-ptx=all 2>&1 | FileCheck %s --check-prefix=OPTION
// OPTION: layout-matmul-to-ptx: {{.*}}it takes no options
// The module that the pass runs on stays what it is.
// RUN: echo 'gpu.module @m [#nvvm.target<O = 3, chip = "sm_90a">] attributes {layout.matmul} {}' > %t.mlir
// RUN: layout-opt %t.mlir --no-implicit-module "--pass-pipeline=gpu.module(layout-matmul-to-ptx)" | FileCheck %s --check-prefix=ROOT
// RUN: layout-opt %t.mlir "--pass-pipeline=builtin.module(gpu.module(layout-matmul-to-ptx))" | FileCheck %s --check-prefix=ROOT
// ROOT: gpu.module @m
// The pipeline to PTX has it, and others do not: machine code is upstream's matter.
// RUN: echo 'gpu.module @m {}' | layout-opt --layout-to-nvvm --dump-pass-pipeline -o /dev/null 2>&1 | FileCheck %s --check-prefix=PTX
// RUN: echo 'gpu.module @m {}' | layout-opt --layout-to-nvvm=format=llvm --dump-pass-pipeline -o /dev/null 2>&1 | FileCheck %s --check-prefix=OTHER
// PTX: layout-matmul-to-ptx,
// PTX-NEXT: gpu-module-to-binary
// OTHER-NOT: layout-matmul-to-ptx
// OTHER: gpu-module-to-binary

// CHECK-LABEL: gpu.binary @own
// CHECK-SAME: #gpu.object<#nvvm.target<O = 3, chip = "sm_90a">
// CHECK-SAME: .visible .entry kernel(
module attributes {gpu.container_module} {
  gpu.module @own [#nvvm.target<O = 3, chip = "sm_90a">] attributes {layout.matmul} {
    llvm.func @kernel(%p: !llvm.ptr<1>) attributes {gpu.kernel, nvvm.kernel} {
      %c = llvm.mlir.constant(1 : i32) : i32
      llvm.store %c, %p : i32, !llvm.ptr<1>
      llvm.return
    }
  }
}

// -----

// CHECK-LABEL: gpu.module @other
module attributes {gpu.container_module} {
  gpu.module @other [#nvvm.target<O = 3, chip = "sm_90a">] {
    llvm.func @kernel(%p: !llvm.ptr<1>) attributes {gpu.kernel, nvvm.kernel} {
      llvm.return
    }
  }
}

// -----

// CHECK-LABEL: gpu.module @calls
module attributes {gpu.container_module} {
  gpu.module @calls [#nvvm.target<O = 3, chip = "sm_90a">] attributes {layout.matmul} {
    llvm.func @called(f32) -> f32
    llvm.func @kernel(%x: f32, %p: !llvm.ptr<1>) attributes {gpu.kernel, nvvm.kernel} {
      %y = llvm.call @called(%x) : (f32) -> f32
      llvm.store %y, %p : f32, !llvm.ptr<1>
      llvm.return
    }
  }
}

// -----

// CHECK-LABEL: gpu.module @function
module attributes {gpu.container_module} {
  gpu.module @function [#nvvm.target<O = 3, chip = "sm_90a">] attributes {layout.matmul} {
    llvm.func @kernel() {
      llvm.return
    }
  }
}

// -----

// CHECK-LABEL: gpu.module @less
// CHECK-LABEL: gpu.module @flags
// CHECK-LABEL: gpu.module @libraries
// CHECK-LABEL: gpu.module @two
// CHECK-LABEL: gpu.module @none
module attributes {gpu.container_module} {
  gpu.module @less [#nvvm.target<O = 2, chip = "sm_90a">] attributes {layout.matmul} {}
  gpu.module @flags [#nvvm.target<O = 3, chip = "sm_90a", flags = {fast}>] attributes {layout.matmul} {}
  gpu.module @libraries [#nvvm.target<O = 3, chip = "sm_90a", link = ["a.bc"]>] attributes {layout.matmul} {}
  gpu.module @two [#nvvm.target<O = 3, chip = "sm_90a">, #nvvm.target<O = 3, chip = "sm_80">] attributes {layout.matmul} {}
  gpu.module @none attributes {layout.matmul} {}
}

// -----

// What is inside of another module stays, and that one with it.
// CHECK-LABEL: gpu.module @outer
// CHECK-LABEL: gpu.module @inner
module attributes {gpu.container_module} {
  gpu.module @outer [#nvvm.target<O = 3, chip = "sm_90a">] attributes {layout.matmul} {
    gpu.module @inner [#nvvm.target<O = 3, chip = "sm_90a">] attributes {layout.matmul} {
      llvm.func @kernel() attributes {gpu.kernel, nvvm.kernel} {
        llvm.return
      }
    }
  }
}

// -----

// CHECK-LABEL: gpu.module @around
module attributes {gpu.container_module} {
  gpu.module @around [#nvvm.target<O = 3, chip = "sm_90a">] attributes {layout.matmul} {
    builtin.module {
      llvm.func @kernel() attributes {gpu.kernel, nvvm.kernel} {
        llvm.return
      }
    }
  }
}

// -----

// What nobody reads is gone.
// CHECK-LABEL: gpu.binary @unused
// CHECK-NOT: nobody
// CHECK: .visible .entry kernel(
module attributes {gpu.container_module} {
  gpu.module @unused [#nvvm.target<O = 3, chip = "sm_90a">] attributes {layout.matmul} {
    llvm.mlir.global internal @nobody() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<400 x i8>
    llvm.func @kernel() attributes {gpu.kernel, nvvm.kernel} {
      llvm.return
    }
  }
}

// -----

// Addresses of 32 bits.
// CHECK-LABEL: gpu.binary @short
// CHECK-SAME: .address_size 32
// CHECK-SAME: .visible .entry one(
// CHECK-SAME: .visible .entry two(
module attributes {gpu.container_module} {
  gpu.module @short [#nvvm.target<O = 3, triple = "nvptx-nvidia-cuda", chip = "sm_90a">] attributes {layout.matmul} {
    llvm.func @one() attributes {gpu.kernel, nvvm.kernel} {
      llvm.return
    }
    llvm.func @two() attributes {gpu.kernel, nvvm.kernel} {
      llvm.return
    }
  }
}
