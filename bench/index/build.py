"""Builds the twins of bench/index: PTX, cubins and what there is to say of them."""

import collections
import dataclasses
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
KERNELS = pathlib.Path(__file__).resolve().parent / "kernels"
sys.path.append(str(ROOT / "bench/sass"))
from count import instructions  # noqa: E402

CHIP = "sm_90a"
# The variants: our pipeline with and without simplification, and CuTe C++.
VARIANTS = ("simplified", "plain", "cute")
# Runs of our compiler, of whose times the least is taken.
RUNS = 3


class BuildError(Exception):
    """A program that did not exit with 0, and what it said."""


@dataclasses.dataclass
class Built:
    """What became of a twin."""

    # Integer instructions in machine code; those of a loop count once.
    integer: int
    # Memory instructions by opcode and width in bits, such as LDG.128.
    memory: dict
    # Registers of a thread, and bytes that it spills.
    registers: int
    spilled: int
    # CPU seconds from source to PTX.
    seconds: float


def command(*arguments):
    """Runs a program; its standard output and error, and the CPU seconds that it and its children took."""
    process = subprocess.Popen([str(a) for a in arguments], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    said = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    process.stdout.close()
    if process.returncode:
        raise BuildError(f"{pathlib.Path(arguments[0]).name} stopped with {process.returncode}:\n{said.strip()}")
    return said, usage.ru_utime + usage.ru_stime


class Toolchain:
    """Where the compilers are, and where files go."""

    def __init__(self, out, cache):
        done = subprocess.run([ROOT / "bench/cuda.sh"], cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True)
        self.cuda = pathlib.Path(done.stdout.strip())
        self.packages = self.cuda.parent.parent.parent
        self.layout_opt = pathlib.Path(os.environ.get("LAYOUT_BIN", ROOT / "target/release")).resolve() / "layout-opt"
        self.out, self.cache = out, cache
        for folder in (out, cache):
            folder.mkdir(parents=True, exist_ok=True)

    def build(self, name, kernel, variant):
        """Makes NAME.VARIANT.ptx and .cubin."""
        ptx = self.out / f"{name}.{variant}.ptx"
        seconds = self.by_nvcc(name, ptx) if variant == "cute" else self.by_layout_opt(name, kernel, variant, ptx)
        cubin = ptx.with_suffix(".cubin")
        said, _ = command(self.cuda / "ptxas", f"-arch={CHIP}", "-v", ptx, "-o", cubin)
        sass, _ = command(self.cuda / "nvdisasm", "-c", cubin)
        ptx.with_suffix(".sass").write_text(sass)
        kinds = list(instructions(sass))
        return Built(
            integer=sum(kind == "integer" for kind, _ in kinds),
            memory=dict(collections.Counter(width(opcode) for kind, opcode in kinds if kind == "memory")),
            registers=int(re.search(r"Used (\d+) registers", said)[1]),
            spilled=sum(int(n) for n in re.findall(r"(\d+) bytes spill stores", said)),
            seconds=seconds,
        )

    def by_layout_opt(self, name, kernel, variant, ptx):
        """CPU seconds of our compiler."""
        bare = not any(argument.get("dynamic") for argument in kernel["arguments"])
        options = f"chip={CHIP} bare-pointers={str(bare).lower()} index-bitwidth={kernel['index']}"
        options += f" simplify={str(variant == 'simplified').lower()} ptx={ptx}"
        arguments = (self.layout_opt, KERNELS / f"{name}.mlir", "-o", "/dev/null", f"--layout-to-nvvm={options}")
        return min(command(*arguments)[1] for _ in range(RUNS))

    def by_nvcc(self, name, ptx):
        """CPU seconds of nvcc, which runs only where this source was not compiled before."""
        source = KERNELS / f"{name}.cu"
        include = self.cuda.parent / "include"
        folders = (self.packages / "cutlass_library/source/include", include, include / "cccl")
        options = ["-std=c++17", "-O3", f"-arch={CHIP}", "-ptx", "--expt-relaxed-constexpr", "-diag-suppress", "20012"]
        release, _ = command(self.cuda / "nvcc", "--version")
        key = hashlib.sha256("\0".join([source.read_text(encoding="utf-8"), release, *options]).encode()).hexdigest()
        stored, timed = self.cache / f"{key}.ptx", self.cache / f"{key}.json"
        if not timed.exists():
            _, seconds = command(self.cuda / "nvcc", *options, *(f"-I{f}" for f in folders), source, "-o", stored)
            timed.write_text(json.dumps(seconds))
        ptx.write_bytes(stored.read_bytes())
        return json.loads(timed.read_text())


def width(opcode):
    """An opcode and how many bits it moves, such as LDG.128, of one with all its modifiers."""
    first, *modifiers = opcode.split(".")
    bits = next((m for m in modifiers if m in ("128", "64", "U16", "S16", "U8", "S8", "M88", "MT88")), "32")
    if bits.endswith("88"):
        return f"{first}.x{modifiers[-1]}"
    return f"{first}.{bits.lstrip('US')}"
