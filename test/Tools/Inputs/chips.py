"""Holds the table of chips against LLVM or ptxas, which share nothing with it.

usage: chips.py llc      LLVM knows each chip, with the PTX version of its row, and writes the versions that are listed
       chips.py ptxas    an instruction assembles for a chip exactly where its row has the feature
"""

import re
import subprocess
import sys
import tempfile


def r(kind, count, first=0):
    return "{" + ", ".join(f"%{kind}{first + i}" for i in range(count)) + "}"


MMA = "mma.sync.aligned."
# For each feature, instructions that need it and nothing else that some chip lacks.
INSTRUCTIONS = {
    "mma.sm70": [f"{MMA}m8n8k4.row.col.f16.f16.f16.f16 {r('r', 4)}, {r('r', 2)}, {r('r', 2)}, {r('r', 4)};"],
    "mma.sm75": [
        f"{MMA}m16n8k8.row.col.f32.f16.f16.f32 {r('f', 4)}, {r('r', 2)}, {r('r', 1)}, {r('f', 4)};",
        f"{MMA}m8n8k16.row.col.s32.s8.s8.s32 {r('r', 2)}, {r('r', 1)}, {r('r', 1)}, {r('r', 2)};",
    ],
    "mma.sm80": [
        f"{MMA}m16n8k16.row.col.f32.bf16.bf16.f32 {r('f', 4)}, {r('r', 4)}, {r('r', 2)}, {r('f', 4)};",
        f"{MMA}m16n8k4.row.col.f32.tf32.tf32.f32 {r('f', 4)}, {r('r', 2)}, {r('r', 1)}, {r('f', 4)};",
        f"{MMA}m8n8k4.row.col.f64.f64.f64.f64 {r('d', 2)}, {r('d', 1)}, {r('d', 1)}, {r('d', 2)};",
        f"{MMA}m16n8k16.row.col.s32.s8.s8.s32 {r('r', 4)}, {r('r', 2)}, {r('r', 1)}, {r('r', 4)};",
    ],
    "mma.sm89": [f"{MMA}m16n8k32.row.col.f32.e4m3.e5m2.f32 {r('f', 4)}, {r('r', 4)}, {r('r', 2)}, {r('f', 4)};"],
    "mma.sm90": [f"{MMA}m16n8k4.row.col.f64.f64.f64.f64 {r('d', 4)}, {r('d', 2)}, {r('d', 1)}, {r('d', 4)};"],
    "mma.sm120": [
        f"{MMA}kind::f8f6f4.m16n8k32.row.col.f32.e2m1.e2m1.f32 {r('f', 4)}, {r('r', 4)}, {r('r', 2)}, {r('f', 4)};"
    ],
    "wgmma": ["wgmma.fence.sync.aligned;"],
    "tcgen05": ["tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [s], 32;"],
    "ldmatrix": [
        "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r0}, [s];",
        "movmatrix.sync.aligned.m8n8.trans.b16 %r0, %r1;",
    ],
    "stmatrix": ["stmatrix.sync.aligned.m8n8.x1.shared.b16 [s], {%r0};"],
    "matrix.b8": [
        "ldmatrix.sync.aligned.m16n16.x1.trans.shared.b8 {%r0, %r1}, [s];",
        "stmatrix.sync.aligned.m16n8.x1.trans.shared.b8 [s], {%r0};",
    ],
    "cp.async": ["cp.async.ca.shared.global [s], [%rd0], 4;"],
    "redux": ["redux.sync.add.s32 %r0, %r1, 0xffffffff;"],
    "pairs": [
        "max.NaN.f16x2 %r0, %r1, %r2;",
        "fma.rn.bf16x2 %r0, %r1, %r2, %r3;",
        "cvt.rn.f16x2.f32 %r0, %f0, %f1;",
    ],
    "tma": [
        "cp.async.bulk.tensor.1d.shared::cluster.global.mbarrier::complete_tx::bytes [s], [%rd0, {%r0}], [m];"
    ],
    "vector256": [f"ld.global.v8.f32 {r('f', 8)}, [%rd0];"],
    "clusters": ["barrier.cluster.arrive;"],
}


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def chips():
    """Each chip's row, by the first word of its lines."""
    for name in output("layout-calc", "chip").split():
        lines = (line.split(maxsplit=1) for line in output("layout-calc", "chip", name).splitlines())
        yield name, {words[0]: words[1] for words in lines}


def assembles(name, instruction):
    with tempfile.NamedTemporaryFile("w", suffix=".ptx") as file:
        file.write(
            f".version 9.0\n.target {name}\n.address_size 64\n.visible .entry k() {{\n"
            ".reg .b32 %r<16>; .reg .f32 %f<16>; .reg .f64 %d<16>; .reg .b64 %rd<2>;\n"
            f".shared .align 128 .b8 s[1024]; .shared .align 8 .b64 m;\n{instruction}\nret;\n}}\n"
        )
        file.flush()
        command = ["ptxas", f"-arch={name}", file.name, "-o", "/dev/null"]
        return subprocess.run(command, capture_output=True, check=False).returncode == 0


def by_ptxas():
    seen, wrong = set(), []
    for name, row in chips():
        has = set(row["has"].split())
        if unknown := has - INSTRUCTIONS.keys():
            wrong.append(f"{name}: no instruction tries {unknown}")
        # The assembler no longer knows the oldest chips.
        if not assembles(name, ""):
            continue
        for feature, instructions in INSTRUCTIONS.items():
            for instruction in instructions:
                seen.add(feature)
                if assembles(name, instruction) != (feature in has):
                    wrong.append(f"{name}: {'has' if feature in has else 'lacks'} {feature}, ptxas says otherwise")
    return wrong if seen else ["ptxas knows none of the chips"]


def by_llc():
    wrong = []
    for name, row in chips():
        command = ["llc", "-mtriple=nvptx64-nvidia-cuda", f"-mcpu={name}", f"-mattr={row['PTX']}", "-o", "-"]
        made = subprocess.run(command, input="", capture_output=True, text=True, check=False)
        if made.returncode != 0 or f".target {name}" not in made.stdout:
            wrong.append(f"{name} with {row['PTX']}: {made.stderr.strip().splitlines()[:1]}")
    ask = ["layout-opt", "--layout-attach-target=features=+ptx999"]
    told = subprocess.run(ask, input="gpu.module @m {}", capture_output=True, text=True, check=False).stderr
    listed = set(re.findall(r"\+ptx(\d+)", told.partition("known are")[2]))
    described = subprocess.run(
        ["llc", "-mtriple=nvptx64-nvidia-cuda", "-mattr=help"], input="", capture_output=True, text=True, check=False
    )
    known = set(re.findall(r"^ +ptx(\d+) +-", described.stdout + described.stderr, re.MULTILINE))
    if {int(v) for v in listed} != {int(v) for v in known if int(v) >= 60}:
        wrong.append(f"PTX versions: listed are {sorted(listed)}, LLVM writes {sorted(known)}")
    return wrong


failures = {"llc": by_llc, "ptxas": by_ptxas}[sys.argv[1]]()
print("\n".join(failures))
sys.exit(bool(failures))
