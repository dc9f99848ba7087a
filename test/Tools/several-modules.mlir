// A file of PTX is one module: of several each has a file of its own, beside the one that was asked for; and two whose names are the same in a file's name.
// RUN: rm -f %t.ptx %t.first.ptx %t.a_b.ptx %t.a_b_1.ptx
// RUN: layout-opt %s --layout-to-nvvm="chip=sm_90a ptx=%t.ptx" -o /dev/null 2>&1 | FileCheck %s --check-prefix=SAID
// SAID: several-modules.mlir:{{[0-9:]+}} warning: layout-emit-ptx: of 3 gpu.modules, of which '{{.*}}.tmp.ptx' could hold one, each has a file of its own: {{.*}}.tmp.first.ptx, {{.*}}.tmp.a_b.ptx, {{.*}}.tmp.a_b_1.ptx
// RUN: not ls %t.ptx
// RUN: FileCheck %s --check-prefix=FIRST --input-file=%t.first.ptx
// RUN: FileCheck %s --check-prefix=SECOND --input-file=%t.a_b.ptx
// RUN: FileCheck %s --check-prefix=THIRD --input-file=%t.a_b_1.ptx
// RUN: %if ptxas %{ ptxas -arch=sm_90a %t.first.ptx -o /dev/null && ptxas -arch=sm_90a %t.a_b_1.ptx -o /dev/null %}
// To standard output goes all, and a file has all of what is one.
// RUN: layout-opt %s --layout-to-nvvm="chip=sm_90a ptx=-" -o /dev/null | FileCheck %s --check-prefix=ALL
// RUN: sed '/^gpu.module @"a.b"/,$d' %s > %t.one.mlir
// RUN: layout-opt %t.one.mlir --layout-to-nvvm="chip=sm_90a ptx=%t.ptx" -o /dev/null 2>&1 | FileCheck %s --check-prefix=NOTHING --allow-empty
// RUN: FileCheck %s --check-prefix=FIRST --input-file=%t.ptx
// RUN: not layout-opt %s --layout-to-nvvm="chip=sm_90a ptx=%t.none/a.ptx" -o /dev/null 2>&1 | FileCheck %s --check-prefix=NOWHERE
// NOWHERE: error: layout-emit-ptx: cannot write '{{.*}}.none/a.first.ptx': No such file
// NOTHING-NOT: warning
// FIRST: .version
// FIRST: .entry one(
// FIRST-NOT: .version
// FIRST-NOT: .entry
// SECOND: .entry two(
// SECOND-NOT: .entry
// THIRD: .entry three(
// THIRD-NOT: .entry
// ALL: .entry one(
// ALL: .entry two(
// ALL: .entry three(
gpu.module @first {
  gpu.func @one(%m: memref<8xf32>) kernel {
    %c0 = arith.constant 0 : index
    %v = memref.load %m[%c0] : memref<8xf32>
    memref.store %v, %m[%c0] : memref<8xf32>
    gpu.return
  }
}
gpu.module @"a.b" {
  gpu.func @two(%m: memref<8xf32>) kernel {
    gpu.return
  }
}
gpu.module @a_b {
  gpu.func @three(%m: memref<8xf32>) kernel {
    gpu.return
  }
}
