// Kernels are compiled each by itself: those that use the same memory together, others with what they alone use; and memory of which the
// size is not said is declared once. The text is the same however many threads there are.
// RUN: layout-opt %s --split-input-file --layout-matmul-to-ptx -o %t.threads
// RUN: layout-opt %s --split-input-file --layout-matmul-to-ptx --mlir-disable-threading -o %t.thread
// RUN: cmp %t.threads %t.thread
// RUN: sed '/^\/\/ -----/,$d' %s > %t.first.mlir
// RUN: sed '1,/^\/\/ -----/d' %s > %t.second.mlir
// RUN: layout-opt %t.first.mlir --layout-matmul-to-ptx --layout-emit-ptx=output=%t.first.ptx -o /dev/null
// RUN: layout-opt %t.second.mlir --layout-matmul-to-ptx --layout-emit-ptx=output=%t.second.ptx -o /dev/null
// RUN: %if ptxas %{ ptxas -arch=sm_90a %t.first.ptx -o /dev/null && ptxas -arch=sm_90a %t.second.ptx -o /dev/null %}
// RUN: FileCheck %s --check-prefix=FIRST --input-file=%t.first.ptx
// RUN: grep -cE '\.extern|\.version|both =|alone\[16\]' %t.first.ptx | FileCheck %s --check-prefix=ONCE
// ONCE: {{^4$}}
// RUN: FileCheck %s --check-prefix=DEBUG --input-file=%t.second.ptx

// FIRST: .version
// FIRST: .visible .global .align 1 .b8 text[4]
// FIRST-NEXT: .global .align 4 .u32 both = 7
// FIRST-NEXT: .extern .shared .align 16 .b8 dynamic[]
// FIRST: .visible .entry first(
// FIRST: .visible .entry second(
// FIRST: .visible .entry fourth(
// FIRST: .visible .entry third(
// FIRST: .shared .align 16 .b8 alone[16]
// FIRST: .visible .entry fifth(
module attributes {gpu.container_module} {
  gpu.module @apart [#nvvm.target<O = 3, chip = "sm_90a">] attributes {layout.matmul} {
    llvm.mlir.global external @text("said") {addr_space = 1 : i32}
    llvm.mlir.global internal @both(7 : i32) {addr_space = 1 : i32} : i32
    llvm.mlir.global external @dynamic() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<0 x i32>
    llvm.mlir.global internal @alone() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<4 x i32>
    llvm.func @first(%p: !llvm.ptr<1>) attributes {gpu.kernel, nvvm.kernel} {
      %q = llvm.mlir.addressof @dynamic : !llvm.ptr<3>
      %x = llvm.load volatile %q : !llvm.ptr<3> -> i32
      llvm.store %x, %p : i32, !llvm.ptr<1>
      llvm.return
    }
    llvm.func @second(%p: !llvm.ptr<1>) attributes {gpu.kernel, nvvm.kernel} {
      %q = llvm.mlir.addressof @both : !llvm.ptr<1>
      %c = llvm.mlir.constant(1 : i32) : i32
      llvm.store volatile %c, %q : i32, !llvm.ptr<1>
      llvm.return
    }
    llvm.func @third(%p: !llvm.ptr<1>) attributes {gpu.kernel, nvvm.kernel} {
      %q = llvm.mlir.addressof @alone : !llvm.ptr<3>
      %x = llvm.load volatile %q : !llvm.ptr<3> -> i32
      llvm.store %x, %p : i32, !llvm.ptr<1>
      llvm.return
    }
    llvm.func @fourth(%p: !llvm.ptr<1>) attributes {gpu.kernel, nvvm.kernel} {
      %q = llvm.mlir.addressof @both : !llvm.ptr<1>
      %x = llvm.load volatile %q : !llvm.ptr<1> -> i32
      %r = llvm.mlir.addressof @dynamic : !llvm.ptr<3>
      %y = llvm.load volatile %r : !llvm.ptr<3> -> i32
      llvm.store %x, %p : i32, !llvm.ptr<1>
      llvm.store %y, %p : i32, !llvm.ptr<1>
      llvm.return
    }
    llvm.func @fifth(%p: !llvm.ptr<1>) attributes {gpu.kernel, nvvm.kernel} {
      %r = llvm.mlir.addressof @dynamic : !llvm.ptr<3>
      %y = llvm.load volatile %r : !llvm.ptr<3> -> i32
      llvm.store %y, %p : i32, !llvm.ptr<1>
      llvm.return
    }
  }
}

// -----

// With debug information there is one text, whose sections are there once.
// DEBUG: .entry one(
// DEBUG-NOT: {{\.file|\.section}}
// DEBUG: .entry two(
// DEBUG: .file 1
// DEBUG-NOT: .file
// DEBUG: .section .debug_info
// DEBUG-NOT: {{\.section[[:space:]]+\.debug_info}}
#file = #llvm.di_file<"kernels.mlir" in "/">
#unit = #llvm.di_compile_unit<id = distinct[0]<>, sourceLanguage = DW_LANG_C, file = #file, isOptimized = true, emissionKind = LineTablesOnly>
#type = #llvm.di_subroutine_type<>
#one = #llvm.di_subprogram<id = distinct[1]<>, compileUnit = #unit, scope = #file, name = "one", file = #file, line = 1, subprogramFlags = "Definition", type = #type>
#two = #llvm.di_subprogram<id = distinct[2]<>, compileUnit = #unit, scope = #file, name = "two", file = #file, line = 2, subprogramFlags = "Definition", type = #type>
module attributes {gpu.container_module} {
  gpu.module @debug [#nvvm.target<O = 3, chip = "sm_90a">] attributes {layout.matmul} {
    llvm.func @one(%p: !llvm.ptr<1>) attributes {gpu.kernel, nvvm.kernel} {
      %c = llvm.mlir.constant(1 : i32) : i32
      llvm.store %c, %p : i32, !llvm.ptr<1> loc(fused<#one>["kernels.mlir":1:3])
      llvm.return
    } loc(fused<#one>["kernels.mlir":1:1])
    llvm.func @two(%p: !llvm.ptr<1>) attributes {gpu.kernel, nvvm.kernel} {
      %c = llvm.mlir.constant(2 : i32) : i32
      llvm.store %c, %p : i32, !llvm.ptr<1> loc(fused<#two>["kernels.mlir":2:3])
      llvm.return
    } loc(fused<#two>["kernels.mlir":2:1])
  }
}
