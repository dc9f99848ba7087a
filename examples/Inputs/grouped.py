"""Runs grouped_gemm.mlir by its meaning on groups of some rows, none and many, against plain sums; what lies behind the last group
stays as it is. grouped.py PROGRAM JOB"""

import itertools
import json
import random
import subprocess
import sys

SIZES, BEYOND, DEEP, WIDE = [3, 0, 130, 64, 0], 5, 72, 40


def main():
    program, file = sys.argv[1:]
    rng = random.Random(1)
    ends = list(itertools.accumulate(SIZES))
    rows = ends[-1] + BEYOND
    numbers = lambda *shape: [rng.randint(-3, 3) for _ in range(shape[0])] if len(shape) == 1 else [numbers(*shape[1:]) for _ in range(shape[0])]
    a, b, c = numbers(rows, DEEP), numbers(len(SIZES), DEEP, WIDE), numbers(rows, WIDE)
    expected = [list(row) for row in c]
    for group, end in enumerate(ends):
        for row in range(end - SIZES[group], end):
            expected[row] = [sum(x * y[column] for x, y in zip(a[row], b[group])) for column in range(WIDE)]
    flat = lambda of: [n for part in of for n in flat(part)] if isinstance(of, list) else [of]
    arguments = [
        {"shape": [rows, DEEP], "symbols": [DEEP], "values": flat(a)},
        {"shape": [len(SIZES), DEEP, WIDE], "symbols": [DEEP * WIDE, WIDE], "values": flat(b)},
        {"shape": [rows, WIDE], "symbols": [WIDE], "values": flat(c)},
        {"shape": [len(SIZES)], "values": ends},
    ]
    grid = [8, -(-WIDE // 256), -(-(-(-ends[-1] // 128) + len(SIZES)) // 8)]
    with open(file, "w") as out:
        json.dump({"function": "kernels::grouped", "grid": grid, "arguments": arguments}, out)
    done = subprocess.run(["layout-interp", "--job", file, program], capture_output=True, text=True, check=True)
    memory = [json.loads(line) for line in done.stdout.splitlines()]
    assert memory[2]["values"] == flat(expected)


main()
