"""Asks for kernels that were chosen by their names. askable.py BENCH_GEMM"""

import re
import subprocess
import sys

sys.path.insert(0, sys.argv[1])
from problems import Problem

SIZES = [
    (672, 11008, 2880, "TT"), (896, 7168, 6400, "NN"), (872, 4096, 1024, "TT"), (232, 2880, 1280, "TT"), (8, 4608, 8960, "TN"), (720, 3584, 18432, "TT"),
    (4096, 4096, 4096, "NN"), (2048, 2048, 2048, "NT"), (16, 4096, 11008, "NN"), (768, 1536, 18432, "TN"), (333, 777, 1000, "NN"), (1, 1024, 512, "TT"),
    (248, 2304, 14336, "TT"), (1576, 4096, 4096, "TN"),
]


def kernel(program, option):
    done = subprocess.run(["layout-opt", "-", f"--layout-matmul={option}"], input=program, capture_output=True, text=True, check=False)
    names = re.findall(r"gpu\.func @f_matmul_(\w+)\(", done.stdout)
    return names[0] if names else done.stderr


same = refused = 0
for m, n, k, layout in SIZES:
    program = Problem(m, n, k, layout=layout).program("f")
    chosen = kernel(program, "")
    print(f"{m}x{n}x{k}: {chosen}")
    asked = kernel(program, f"tile={chosen}")
    same += asked == chosen
    rows, columns, depth, stages = re.match(r"(\d+)x(\d+)x(\d+)x(\d+)", chosen).groups()
    other = chosen.replace(f"x{depth}x{stages}", f"x{depth}x99", 1)
    error = kernel(program, f"tile={other}")
    there = re.search(r"of these rows and columns there are the depths and stages ([0-9x, ]+)", error)
    refused += bool(there) and f"{rows}x{columns}x{depth}x{stages}" in there.group(1).split(", ")
    if asked != chosen or not there:
        print("WRONG", asked, error)
print(f"{same} of {len(SIZES)} by their names, {refused} errors right")
