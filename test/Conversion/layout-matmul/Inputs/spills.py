"""Asks ptxas whether the kernels that products get by themselves spill registers. spills.py BENCH_GEMM FOLDER

Of each kind of elements and each layout one product, of sizes and with an epilogue that a seed draws; one that computes words, one of bytes, one whose
rows of C lie anywhere; and those that were found.
"""

import itertools
import pathlib
import random
import re
import subprocess
import sys

sys.path.insert(0, sys.argv[1])
from problems import EPILOGUES, Problem

ROWS = [16, 33, 96, 200, 400, 777, 1000, 1024, 1500, 2048, 3584, 4096, 8192]
DEPTHS = [64, 288, 768, 1024, 1280, 3072, 8192]
TYPES = [
    *[(of, of, of) for of in ("f16", "bf16", "f32")],
    ("f8E4M3FN", "f8E4M3FN", "f16"),
    ("f8E5M2", "f8E5M2", "bf16"),
    ("i8", "i8", "i32"),
]


def drawn(seed):
    rng = random.Random(seed)
    for types, layout in itertools.product(TYPES, ("NN", "NT", "TN", "TT")):
        m, n, k = rng.choice(ROWS), rng.choice(ROWS), rng.choice(DEPTHS)
        epilogue = "" if types[2] == "i32" else rng.choice(["", *EPILOGUES])
        yield Problem(m, n, k, layout=layout, types=types, epilogue=epilogue, adds=not epilogue and rng.random() < 0.3)


def spills(problem, folder):
    """Kernels, and what is wrong with them."""
    source, ptx = folder / "product.mlir", folder / "product.ptx"
    source.write_text(problem.program("f"))
    tf32 = " tf32" if problem.types[0] == "f32" else ""
    passes = [f"--layout-matmul=chip=sm_90a{tf32}", f"--layout-to-nvvm=chip=sm_90a bare-pointers=false ptx={ptx}"]
    subprocess.run(["layout-opt", source, *passes, "-o", "/dev/null"], check=True)
    done = subprocess.run(["ptxas", "-v", "-arch=sm_90a", ptx, "-o", "/dev/null"], check=True, capture_output=True, text=True)
    said = done.stdout + done.stderr
    kernels = re.findall(r"Compiling entry function '(\w+)'(?:(?!Compiling)[\s\S])*?(\d+) bytes spill stores", said)
    wrong = [f"{problem.name}: {kernel} spills {count} bytes" for kernel, count in kernels if count != "0"]
    return len(kernels), wrong + [f"{problem.name}: {line}" for line in said.splitlines() if "warning" in line.lower()]


def main(folder):
    folder.mkdir(exist_ok=True)
    words = Problem(4096, 1024, 512, layout="NT", types=("bf16", "bf16", "f32"), epilogue="gelu")
    of_bytes = Problem(4096, 8192, 2048, layout="NT", types=("f8E5M2", "f8E4M3FN", "f16"), epilogue="gelu", pad=(8, 8, 8))
    narrow = Problem(2304, 4100, 2048, layout="TT", epilogue="gelu", pad=(0, 0, 2))
    # Blocks beside each other, of which ptxas thinks better than of registers.
    beside = Problem(512, 400, 1549, layout="NT", batch=1, epilogue="residual", pad=(0, 8, 0))
    beside_words = Problem(33, 8192, 200, layout="TN", types=("f16", "f16", "f32"), pad=(16, 0, 4))
    scattered = Problem(810, 21442, 4096, layout="NT", types=("f8E4M3FN", "f8E4M3FN", "bf16"), epilogue="scaled", pad=(16, 0, 16))
    apart = Problem(4100, 3676, 4096, layout="TN", types=("i8", "i8", "i32"), pad=(0, 0, 2))
    # Addresses of C of which nothing is known before.
    added = Problem(777, 1500, 1001, layout="NT", types=("f16", "f16", "f32"), adds=True, known="depth")
    turned = Problem(128, 985, 400, layout="TN", known="depth", epilogue="gelu")
    # What is read of C beside a sum: words of single elements whose addresses are not known, and by three warpgroups.
    held = Problem(4096, 2048, 1024, types=("f16", "f16", "f32"), adds=True, known=False)
    of_three = Problem(1500, 3584, 18944, layout="NT", types=("f16", "f16", "f32"), adds=True)
    found = (words, of_bytes, narrow, beside, beside_words, scattered, apart, added, turned, held, of_three)
    all_of = [spills(problem, folder) for problem in (*drawn(3), *found)]
    wrong = [line for _, lines in all_of for line in lines]
    asked = sum(count for count, _ in all_of)
    print("\n".join(wrong) or f"{asked} kernels")
    return bool(wrong) or asked < len(all_of)


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[2])))
