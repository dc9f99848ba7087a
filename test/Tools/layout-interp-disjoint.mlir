// A loop that says that its iterations write parts of memory of their own has no barrier between them. layout-interp finds out
// where they do not; where parts overlap, and what is written there is the same, nothing is wrong.
// RUN: layout-opt %s --layout-select --layout-pipeline --layout-place --layout-sync --layout-distribute -o %t.mlir
// RUN: FileCheck %s --check-prefix=OUT --input-file %t.mlir
// RUN: echo '{"function": "apart", "grid": [1, 1, 1], "arguments": [{"shape": [256], "low": -9, "high": 9, "seed": 1}, {"shape": [256]}]}' > %t.json
// RUN: layout-interp %s %t.mlir --job %t.json | FileCheck %s
// RUN: sed 's/apart/overlapping/' %t.json > %t.same.json
// RUN: layout-interp %s %t.mlir --job %t.same.json | FileCheck %s
// RUN: sed 's/apart/mistaken/' %t.json > %t.wrong.json
// RUN: not layout-interp %s %t.mlir --job %t.wrong.json 2>&1 | FileCheck %s --check-prefix=RACE
// RUN: sed 's/apart/read_before/' %t.json > %t.read.json
// RUN: not layout-interp %s %t.mlir --job %t.read.json 2>&1 | FileCheck %s --check-prefix=READ
// OUT-LABEL: func.func @apart
// OUT-NOT: gpu.barrier
// OUT: return
// CHECK: right: 512 elements compared
// RACE: a race: thread {{[0-9]+}} of block 0 at {{.*}} writes byte {{[0-9]+}} of argument 1, which thread {{[0-9]+}} of block 0 at {{.*}} wrote with no barrier between
// READ: a race: thread {{[0-9]+}} of block 0 at {{.*}} writes byte {{[0-9]+}} of argument 1, which thread {{[0-9]+}} of block 0 at {{.*}} read with no barrier between

#e = #layout.tv<32:4, 4:1>
!t = tensor<128xf32, #e>
!m = memref<256xf32, #layout<256:1>>

func.func @apart(%X: !m, %Y: !m) attributes {layout.threads = 32 : i64} {
  %c0 = arith.constant 0 : index
  %c128 = arith.constant 128 : index
  %c256 = arith.constant 256 : index
  scf.for %i = %c0 to %c256 step %c128 {
    %a = layout.load %X[%i] : !m -> !t
    layout.store %a, %Y[%i] : !t, !m
  } {layout.disjoint}
  return
}

// By other threads.
func.func @overlapping(%X: !m, %Y: !m) attributes {layout.threads = 32 : i64} {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %c192 = arith.constant 192 : index
  scf.for %i = %c0 to %c192 step %c64 {
    %a = layout.load %X[%i] : !m -> !t
    layout.store %a, %Y[%i] : !t, !m
  } {layout.disjoint}
  return
}

func.func @mistaken(%X: !m, %Y: !m) attributes {layout.threads = 32 : i64} {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %c192 = arith.constant 192 : index
  scf.for %i = %c0 to %c192 step %c64 {
    %a = layout.load %X[%c0] : !m -> !t
    layout.store %a, %Y[%i] : !t, !m
  } {layout.disjoint}
  return
}

// What one iteration reads and then writes, another one writes too: the same, but perhaps before it is read.
!lanes = tensor<128xf32, #layout.tv<32:1, 4:32>>
func.func @read_before(%X: !m, %Y: !m) attributes {layout.threads = 32 : i64} {
  %c0 = arith.constant 0 : index
  %c128 = arith.constant 128 : index
  %c256 = arith.constant 256 : index
  %v = layout.load %X[%c0] : !m -> !t
  %w = layout.load %X[%c0] : !m -> !lanes
  %old = arith.addf %v, %v : !t
  layout.store %old, %Y[%c0] : !t, !m
  scf.for %i = %c0 to %c256 step %c128 {
    %first = arith.cmpi eq, %i, %c0 : index
    scf.if %first {
      %a = layout.load %Y[%c0] : !m -> !t
      layout.store %a, %X[%c128] : !t, !m
      layout.store %v, %Y[%c0] : !t, !m
    } else {
      layout.store %w, %Y[%c0] : !lanes, !m
    }
  } {layout.disjoint}
  return
}
