"""Modules of two kernels and something that refers to them or to what they use. whole.py FOLDER"""

import pathlib
import shutil
import subprocess
import sys

STORE = """llvm.func @{name}(%p: !llvm.ptr<1>) attributes {{gpu.kernel, nvvm.kernel}} {{
      %q = llvm.mlir.addressof @{of} : !llvm.ptr<1>
      %c = llvm.mlir.constant(1 : i32) : i32
      llvm.store volatile %c, %q : i32, !llvm.ptr<1>
      llvm.return
    }}
    """
GLOBAL = "llvm.mlir.global internal @{name}(7 : i32) {{addr_space = 1 : i32{more}}} : i32\n    "
ADDRESS = """llvm.mlir.global internal @{name}() {{addr_space = 1 : i32}} : !llvm.ptr{space} {{
      %0 = llvm.mlir.addressof @{of} : !llvm.ptr{space}
      llvm.return %0 : !llvm.ptr{space}
    }}
    """
KERNEL = "llvm.func @{name}(%p: !llvm.ptr<1>) attributes {{gpu.kernel, nvvm.kernel}} {{\n      {body}llvm.return\n    }}\n    "
EXPRESSION = (
    '#llvm.di_global_variable_expression<var = <scope = #unit, name = "{0}", linkageName = "{0}", file = #file, line = 1, type = #i32, '
    "isLocalToUnit = true, isDefined = true>, expr = <>>"
)
REFLECT = """%s = llvm.mlir.addressof @s : !llvm.ptr
      %x = llvm.call_intrinsic "llvm.nvvm.reflect"(%s) : (!llvm.ptr) -> i32
      llvm.store %x, %p : i32, !llvm.ptr<1>
      """
HEAD = """#file = #llvm.di_file<"kernels.mlir" in "/">
#unit = #llvm.di_compile_unit<id = distinct[0]<>, sourceLanguage = DW_LANG_C, file = #file, isOptimized = true, emissionKind = Full>
#i32 = #llvm.di_basic_type<tag = DW_TAG_base_type, name = "int", sizeInBits = 32, encoding = DW_ATE_signed>
"""


def memory(name, more=""):
    return GLOBAL.format(name=name, more=more)


def described(name):
    return memory(name, f", dbg_exprs = [{EXPRESSION.format(name)}]")


def store(name, of):
    return STORE.format(name=name, of=of)


two = store("one", "a") + store("two", "b")
last = KERNEL.format(name="last", body="")
takes = "%q = llvm.mlir.addressof @last : !llvm.ptr\n      llvm.store volatile %q, %p : !llvm.ptr, !llvm.ptr<1>\n      "
MODULES = {
    "address": ADDRESS.format(name="a", of="b", space="<1>") + memory("b") + two,
    "kernel": KERNEL.format(name="one", body=takes) + last,
    "table": ADDRESS.format(name="a", of="last", space="") + store("one", "a") + last,
    "used": 'llvm.mlir.global appending @llvm.used() {section = "llvm.metadata"} : !llvm.array<1 x ptr> {\n'
    "      %0 = llvm.mlir.undef : !llvm.array<1 x ptr>\n      %1 = llvm.mlir.addressof @b : !llvm.ptr<1>\n"
    "      %2 = llvm.addrspacecast %1 : !llvm.ptr<1> to !llvm.ptr\n      %3 = llvm.insertvalue %2, %0[0] : !llvm.array<1 x ptr>\n"
    "      llvm.return %3 : !llvm.array<1 x ptr>\n    }\n    " + memory("a") + memory("b") + two,
    "names": memory('"a.b"') + memory('"a_$_b"') + store("one", '"a.b"') + store("two", '"a_$_b"'),
    "assembly": memory("a") + memory("b") + two,
    "described": described("a") + described("b") + two,
    "flags": 'llvm.module_flags [#llvm.mlir.module_flag<override, "nvvm-reflect-ftz", 1 : i32>]\n    '
    'llvm.mlir.global private constant @s("__CUDA_FTZ\\00") {addr_space = 0 : i32}\n    ' + last + KERNEL.format(name="two", body=REFLECT),
}

folder, made = pathlib.Path(sys.argv[1]), 0
for name, inside in MODULES.items():
    more = ', llvm.module_asm = [".visible .global .align 4 .u32 said;"]' if name == "assembly" else ""
    source, ptx = folder / f"{name}.mlir", folder / f"{name}.ptx"
    source.write_text(
        f'{HEAD}module attributes {{gpu.container_module}} {{\n  gpu.module @m [#nvvm.target<O = 3, chip = "sm_90a">] attributes {{layout.matmul{more}}} {{\n'
        f"    {inside}\n  }}\n}}\n"
    )
    done = subprocess.run(
        ["layout-opt", source, "--layout-matmul-to-ptx", f"--layout-emit-ptx=output={ptx}", "-o", "/dev/null"], capture_output=True, text=True, check=False
    )
    if done.returncode:
        print("WRONG", name, done.returncode, done.stderr)
        continue
    text = ptx.read_text()
    wrong = text.count(".visible .entry") < 2 or name == "flags" and ", 1;" not in text.split(".entry two")[1]
    wrong |= any(text.count(once) > 1 for once in (".version", "said;", ".section\t.debug_info"))
    if shutil.which("ptxas"):
        assembled = subprocess.run(["ptxas", "-arch=sm_90a", ptx, "-o", "/dev/null"], capture_output=True, text=True, check=False)
        wrong |= bool(assembled.returncode)
        print(assembled.stderr, end="")
    print("WRONG" if wrong else "made", name)
    made += not wrong
print(made, "modules made")
