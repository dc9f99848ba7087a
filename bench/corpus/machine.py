"""Machine instructions of functions, each through the same passes of upstream, LLVM and, for GPUs, ptxas."""

import re
import tempfile
from dataclasses import dataclass, replace

from functions import assemble
from loops import depths
from tools import LLVM, mlir_opt, run

# Keeps LLVM from unrolling and vectorizing loops, so that an instruction is counted once.
ONCE = ",transform-preload-library{transform-library-paths=once.mlir},transform-interpreter"
FLAT = "convert-scf-to-cf,expand-strided-metadata,lower-affine,arith-expand,memref-expand"


@dataclass(frozen=True)
class Target:
    """Where functions run: the options of index-simplify, the machine, LLVM's options, the passes to LLVM's dialect."""

    name: str
    option: str
    unit: str
    llvm: tuple
    passes: str

    @property
    def gpu(self):
        """Whether functions are compiled as kernels."""
        return self.name != "generic"


TARGETS = (
    Target(
        "generic",
        "target=generic",
        "x86-64",
        ("-mtriple=x86_64-unknown-linux-gnu",),
        "lower-affine,convert-vector-to-scf,func.func(scf-forall-to-for,scf-parallel-for-to-nested-fors)%LOOPS%,"
        f"{FLAT},convert-vector-to-llvm,finalize-memref-to-llvm,convert-index-to-llvm,convert-arith-to-llvm,"
        "convert-cf-to-llvm,convert-ub-to-llvm,convert-func-to-llvm,reconcile-unrealized-casts",
    ),
    Target(
        "sm_90",
        # Which is for GPUs; with a chip's name it may trade operations for instructions.
        "",
        "sm_90a",
        ("-mtriple=nvptx64-nvidia-cuda", "-mcpu=sm_90a", "-mattr=+ptx84"),
        "gpu.module(lower-affine,convert-vector-to-scf,gpu.func(scf-forall-to-for,scf-parallel-for-to-nested-fors))"
        f"%LOOPS%,{FLAT},gpu.module(convert-vector-to-llvm,convert-gpu-to-nvvm),reconcile-unrealized-casts",
    ),
)


def for_host(functions):
    """A module for a CPU, on which the number of a thread or block is what some function returns."""
    declarations = set()

    def call(match):
        name = f"{match[1]}_{match[2]}"
        declarations.add(
            f"func.func private @{name}() -> index "
            'attributes {llvm.readnone, passthrough = ["nounwind", "willreturn"]}'
        )
        return f"func.call @{name}() : () -> index"

    module = re.sub(r"gpu\.(\w+) +([xyz])( upper_bound \d+)?$", call, assemble(functions), flags=re.M)
    return "\n".join([module.rstrip().removesuffix("}"), *sorted(declarations), "}"])


def as_kernel(function):
    """A function as a kernel."""
    if function.kernel:
        return function
    head, _, rest = function.body.partition("\n")
    head = re.sub(r"\) ((attributes .*)?\{)$", r") kernel \1", head)
    return replace(function, body=head + "\n" + re.sub(r"^  return$", "  gpu.return", rest, flags=re.M), kernel=True)


def inner(module):
    """The module that a printed module holds."""
    lines = module.rstrip().splitlines()
    start = next(i for i, line in enumerate(lines) if line.startswith("module"))
    return "\n".join([*lines[:start], "module {", *lines[start + 2:-1]])


def assembly(functions, target, loops):
    """Assembly of functions: x86-64 or PTX. LLVM may unroll and vectorize them if `loops`."""
    passes = target.passes.replace("%LOOPS%", "" if loops else ONCE)
    source = assemble([as_kernel(f) for f in functions]) if target.gpu else for_host(functions)
    module = mlir_opt("-", f"--pass-pipeline=builtin.module({passes})", text=source)
    if target.gpu:
        module = inner(module)
    # convert-scf-to-cf hands the marks of loops on under this name; the translation to LLVM reads the other.
    module = module.replace("{llvm.loop_annotation = ", "{loop_annotation = ")
    ir = run(LLVM / "mlir-translate", "--mlir-to-llvmir", text=module)
    optimized = run(LLVM / "opt", "-O3", "-S", *target.llvm, text=ir)
    return run(LLVM / "llc", "-O3", "-o", "-", *target.llvm, text=optimized)


@dataclass
class Instructions:
    """Instructions of a function, each once; and each eight times for every loop that it is in."""

    number: int = 0
    weighted: int = 0


def instructions(functions, target, cuda, loops):
    """The machine instructions of each function, by name. `cuda` is where ptxas and nvdisasm are."""
    text = assembly(functions, target, loops)
    if not target.gpu:
        return count(text, X86)
    with tempfile.TemporaryDirectory() as folder:
        ptx, cubin = f"{folder}/kernels.ptx", f"{folder}/kernels.cubin"
        with open(ptx, "w", encoding="utf-8") as file:
            file.write(text)
        run(f"{cuda}/ptxas", "-arch=sm_90a", ptx, "-o", cubin)
        return count(run(f"{cuda}/nvdisasm", "-c", cubin), SASS)


@dataclass(frozen=True)
class Listing:
    """Patterns of lines: where a function begins, a label, an instruction (and its label), one that nothing follows."""

    function: str
    label: str
    instruction: str
    last: str


X86 = Listing(r"(\w+):", r"(\.LBB\w+):", r"\t(?!nop)[a-z]\w*\s*(\.LBB\w+)?", r"\t(jmp|ret)")
SASS = Listing(
    r"\.text\.(\w+):",
    r"(\.L_x_\d+):",
    r"\s+/\*[0-9a-f]{4,}\*/\s+(?:@!?U?P\w+\s+)?(?!NOP)[A-Z][^(]*(?:\((\.L_x_\d+)\))?",
    r"\s+/\*[0-9a-f]{4,}\*/\s+(BRA|EXIT)",
)


def count(text, listing):
    """The instructions of each function of a listing, by name."""
    counts, name, found, labels = {}, None, [], {}
    for line in [*text.splitlines(), "end:"]:
        if match := re.match(listing.label, line):
            labels[match[1]] = len(found)
        elif match := re.match(listing.function + "|end:", line):
            if name:
                counts[name] = measured(found, labels)
            name, found, labels = match[1], [], {}
        elif name and (match := re.match(listing.instruction, line)):
            found.append((match[1], bool(re.match(listing.last, line))))
    return counts


def measured(found, labels):
    """A function, from the label that each instruction names and whether the next one does not follow it."""
    successors = [[] for _ in found]
    for i, (label, last) in enumerate(found):
        successors[i] += [] if last or i + 1 == len(found) else [i + 1]
        successors[i] += [labels[label]] if labels.get(label, len(found)) < len(found) else []
    return Instructions(len(found), sum(8**depth for depth in depths(successors)))
