"""Products through layout-matmul, run on the CPU: what the host's description says is launched, with the numbers it says, by
layout-interp; the result against plain sums. products.py BENCH_GEMM FOLDER [SHOWN]"""

import itertools
import json
import pathlib
import random
import re
import subprocess
import sys

sys.path.insert(0, sys.argv[1])
from problems import Problem

FOLDER = pathlib.Path(sys.argv[2])
ARITH = {
    "addi": lambda a, b: a + b,
    "subi": lambda a, b: a - b,
    "muli": lambda a, b: a * b,
    "ceildivui": lambda a, b: -(-a // b) if b else None,
    "remui": lambda a, b: a % b,
    "remsi": lambda a, b: a % b,
    "minui": min,
    "maxui": max,
    "andi": lambda a, b: a & b,
    "eq": lambda a, b: int(a == b),
    "ne": lambda a, b: int(a != b),
    "ule": lambda a, b: int(a <= b),
    "slt": lambda a, b: int(a < b),
    "sgt": lambda a, b: int(a > b),
}


def launches(text, parameters):
    """What a description launches; all numbers here are small and not negative."""
    description = json.loads(text)
    assert len(parameters) == len(description["parameters"]), (parameters, description["parameters"])
    for place, value in description["fixed"]:
        assert parameters[place] == value, (place, value)
    values = []

    def number(operand):
        if isinstance(operand, int):
            return operand
        return (parameters if operand[0] == "p" else values)[int(operand[1:])]

    for name, *operands in description["values"]:
        operands = [number(operand) for operand in operands]
        # What is not defined is on a side that is not taken.
        values.append(None if None in operands else ARITH[name](*operands))

    def steps(of):
        for step in of:
            if "if" in step:
                yield from steps(step["then"] if number(step["if"]) else step["else"])
            else:
                yield {
                    "kernel": step["kernel"],
                    "grid": [number(n) for n in step["grid"]],
                    "block": [number(n) for n in step["block"]],
                    "parameters": [number(n) for _, n in step["parameters"]],
                }

    return list(steps(description["do"]))


def opt(source, *passes):
    command = ["layout-opt", source, *passes]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def product(problem, skew, chip):
    """Whether a product is right, and the kernels that were launched."""
    source = FOLDER / "program.mlir"
    source.write_text(problem.program("f"))
    matmul = f"--layout-matmul=chip={chip} {problem.option}"
    tiles = FOLDER / "tiles.mlir"
    tiles.write_text(opt(source, matmul))
    described = opt(source, matmul, "--layout-launches=bare-pointers=false")
    text = re.search(r'@f_matmul_launches\("(.*)\\00"\)', described)[1]
    text = re.sub(r"\\([0-9A-F]{2})", lambda m: chr(int(m[1], 16)), text)
    parameters = []
    for number, (shape, strides) in enumerate(zip(problem.shapes(), problem.strides())):
        address = 4096 * (number + 1) + skew
        parameters += [address, address, 0, *shape, *strides]
    rng = random.Random(1)
    count = max(problem.batch, 1)
    random_matrix = lambda rows, columns: [[[rng.randint(-3, 3) for _ in range(columns)] for _ in range(rows)] for _ in range(count)]
    a, b, c = (random_matrix(*of) for of in ((problem.m, problem.k), (problem.k, problem.n), (problem.m, problem.n)))
    expected = [
        [[sum(x * y for x, y in zip(row, column)) + (old if problem.adds else 0) for column, old in zip(zip(*right) if right else [()] * problem.n, olds)] for row, olds in zip(left, before)]
        for left, right, before in zip(a, b, c)
    ]  # fmt: skip
    flat = lambda matrices: [n for matrix in matrices for row in matrix for n in row]
    made = flat(c)
    names = []
    for launch in launches(text, parameters):
        names.append(launch["kernel"])
        header = re.search(rf"gpu.func @{launch['kernel']}\((.*?)\) kernel", tiles.read_text())[1]
        rest, arguments = launch["parameters"], []
        logical = [(problem.m, problem.k), (problem.k, problem.n), (problem.m, problem.n)]
        for number, (matrix, values) in enumerate(zip(logical, (flat(a), flat(b), made))):
            layout = re.findall(r"#layout<\((.*?)\):\((.*?)\)>", header)[number]
            strides = list(problem.strides()[number])
            if number < 2 and problem.layout[number] == "T":
                strides[-2:] = strides[:-3:-1]
            shape = ([problem.batch] if problem.batch else []) + list(matrix)
            reach = 1 + sum((n - 1) * stride for n, stride in zip(shape, strides))
            address = 4096 * (number + 1) + skew
            symbols = [n for n, text in zip(shape + strides, ",".join(layout).split(",")) if text.startswith("?")]
            want = [address, address, 0, reach, 1, *symbols]
            assert rest[: len(want)] == want, (rest, want)
            rest = rest[len(want) :]
            dynamic = [n for n, text in zip(strides, layout[1].split(",")) if text.startswith("?")]
            arguments.append({"shape": shape, "symbols": dynamic, "values": values})
        assert not rest, rest
        threads = int(re.search(rf"@{launch['kernel']}\(.*layout.threads = (\d+)", tiles.read_text())[1])
        assert launch["block"] == [threads, 1, 1]
        job = {"function": f"matmul_kernels::{launch['kernel']}", "grid": launch["grid"], "arguments": arguments}
        (FOLDER / "job.json").write_text(json.dumps(job))
        command = ["layout-interp", "--job", FOLDER / "job.json", tiles]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            return False, names + [done.stderr]
        made = json.loads(done.stdout.splitlines()[2])["values"]
    return made == flat(expected), names


PROBLEMS = [
    (Problem(70, 50, 72), 0),
    (Problem(70, 50, 72), 8),
    (Problem(72, 56, 40, known=False), 0),
    (Problem(65, 9, 31, "TN", known=False), 0),
    (Problem(30, 40, 16, "NT", batch=3, known=False), 0),
    (Problem(24, 40, 64, "TT", batch=2, pad=(8, 8, 8), known=False), 0),
    (Problem(20, 16, 24, "NN", ("f16", "f16", "f32"), pad=(1, 0, 3)), 0),
    (Problem(40, 24, 80, "NT", ("i8", "i8", "i32"), adds=True), 0),
    (Problem(40, 24, 80, "TN", ("bf16", "bf16", "f32"), adds=True, known=False), 0),
    (Problem(9, 17, 0), 0),
    (Problem(9, 17, 0, known=False), 0),
    (Problem(9, 17, 0, adds=True, known=False), 0),
    (Problem(0, 17, 8, known=False), 0),
    (Problem(1, 1, 1), 0),
    (Problem(264, 520, 8, option="tile=128x160"), 0),
    (Problem(2, 3, 5, batch=130, known=False), 0),
]

wrong = 0
for (problem, skew), chip in itertools.product(PROBLEMS, ("sm_90a", "sm_80")):
    if chip == "sm_80" and problem.option:
        continue
    right, names = product(problem, skew, chip)
    print(f"{'right' if right else 'WRONG'} {chip} {problem.name}: {', '.join(names) or 'nothing'}")
    wrong += not right
sys.exit(1 if wrong else 0)
