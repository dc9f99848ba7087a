// What a function of the host launches, in JSON beside the kernels; what calls it sees a declaration.
// RUN: layout-opt %s --layout-launches=bare-pointers=false | FileCheck %s
// RUN: layout-opt %s --layout-launches | FileCheck %s --check-prefix=BARE

// CHECK: llvm.mlir.global external constant @f_launches("{\22parameters\22: [64, 64, 64, 64, 64, 64, 64, 32],
// CHECK-SAME: \22fixed\22: {{\[\[}}4, 64], [6, 1]],
// CHECK-SAME: \22values\22: {{\[\[}}\22ne\22, \22p3\22, 0],
// CHECK-SAME: [\22ceildivui\22, \22p3\22, 128],
// CHECK-SAME: [\22muli\22, \22p2\22, 2],
// CHECK-SAME: [\22addi\22, \22p1\22, \22v2\22],
// CHECK-SAME: [\22subi\22, \22p3\22, 1],
// CHECK-SAME: \22do\22: [{\22if\22: \22v0\22,
// CHECK-SAME: \22then\22: [{\22kernel\22: \22k\22, \22grid\22: [\22v1\22, 2, 1], \22block\22: [128, 1, 1],
// Address twice, offset, what is reached, 1, rows and their distance; then the number.
// CHECK-SAME: \22parameters\22: {{\[\[}}64, \22v3\22], [64, \22v3\22], [64, 0], [64, \22v{{[0-9]+}}\22], [64, 1], [64, \22p3\22], [64, \22p5\22], [32, \22p7\22]]}],
// CHECK-SAME: \22else\22: []}]}\00")
// CHECK: func.func private @f(memref<?x64xf16, strided<[?, 1], offset: ?>>, i32) attributes {layout.launches}
// CHECK-NOT: gpu.launch_func
// CHECK: call @f(

// What is plain and static is an address alone, where pointers are bare.
// BARE: @g_launches("{{.*}}\22parameters\22: {{\[\[}}64, \22p1\22]]}]}\00")

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @k(%m: memref<?x64xf16, #layout<(?,64):(?,1)>>, %n: i32) kernel {
      gpu.return
    }
    gpu.func @s(%m: memref<8xf32>) kernel {
      gpu.return
    }
  }
  func.func @f(%m: memref<?x64xf16, strided<[?, 1], offset: ?>>, %n: i32) attributes {layout.launches} {
    %0 = arith.constant 0 : index
    %1 = arith.constant 1 : index
    %2 = arith.addi %1, %1 : index
    %128 = arith.constant 128 : index
    %rows = memref.dim %m, %0 : memref<?x64xf16, strided<[?, 1], offset: ?>>
    %any = arith.cmpi ne, %rows, %0 : index
    scf.if %any {
      %x = arith.ceildivui %rows, %128 : index
      %c = memref.cast %m : memref<?x64xf16, strided<[?, 1], offset: ?>> to memref<?x64xf16, #layout<(?,64):(?,1)>>
      gpu.launch_func @kernels::@k blocks in (%x, %2, %1) threads in (%128, %1, %1) args(%c : memref<?x64xf16, #layout<(?,64):(?,1)>>, %n : i32)
    }
    return
  }
  func.func @g(%m: memref<8xf32>) attributes {layout.launches} {
    %1 = arith.constant 1 : index
    gpu.launch_func @kernels::@s blocks in (%1, %1, %1) threads in (%1, %1, %1) args(%m : memref<8xf32>)
    return
  }
  func.func @caller(%m: memref<?x64xf16, strided<[?, 1], offset: ?>>, %n: i32) {
    call @f(%m, %n) : (memref<?x64xf16, strided<[?, 1], offset: ?>>, i32) -> ()
    return
  }
}
