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
from launched import description, launches, opt
from problems import BYTES, Problem

FOLDER = pathlib.Path(sys.argv[2])
def transposed(values, rows, columns):
    """The matrices of a batch, row after row, each transposed."""
    size = rows * columns
    of_one = lambda first: [values[first + row * columns + column] for column in range(columns) for row in range(rows)]
    return [n for first in range(0, len(values), size) for n in of_one(first)] if size else []


def product(problem, skew, chip):
    """Whether a product is right, and the kernels that were launched."""
    source = FOLDER / "program.mlir"
    source.write_text(problem.program("f"))
    matmul = f"--layout-matmul=chip={chip} {problem.option}"
    tiles = FOLDER / "tiles.mlir"
    tiles.write_text(opt(source, matmul))
    described = opt(source, matmul, "--layout-launches=bare-pointers=false")
    text = description(described)
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
        # A kernel of the transposed product has B^T, A^T and C^T.
        turned = "_turned" in launch["kernel"]
        for place, number in enumerate([1, 0, 2] if turned else [0, 1, 2]):
            layout = re.findall(r"#layout<\((.*?)\):\((.*?)\)>", header)[place]
            strides, matrix = list(problem.strides()[number]), logical[number]
            if (number < 2 and problem.layout[number] == "T") != turned:
                strides[-2:] = strides[:-3:-1]
            values = (flat(a), flat(b), made)[number]
            if turned:
                values, matrix = transposed(values, *matrix), matrix[::-1]
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
        # (Beside a warpgroup a warp copies, and beside several a warpgroup.)
        beside = (32 if threads == 128 else 128) if re.search("_(producer|multicast)", launch["kernel"]) else 0
        assert launch["block"] == [threads + beside, 1, 1], launch
        grid = launch["grid"]
        # (As many blocks as there may be have a tile each, of such small products; few have several.)
        if "_persistent" in launch["kernel"]:
            grid = [min(grid[0], 2), *grid[1:]]
        job = {"function": f"matmul_kernels::{launch['kernel']}", "grid": grid, "arguments": arguments}
        (FOLDER / "job.json").write_text(json.dumps(job))
        command = ["layout-interp", "--job", FOLDER / "job.json", tiles]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            return False, names + [done.stderr]
        made = json.loads(done.stdout.splitlines()[2])["values"]
        if turned:
            made = transposed(made, problem.n, problem.m)
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
    (Problem(5, 320, 72, "NT"), 0),
    (Problem(16, 200, 136, "NN", batch=3), 0),
    (Problem(9, 136, 64, "TT", adds=True, known=False, pad=(7, 0, 0)), 0),
    (Problem(8, 264, 64, "NT", ("f8E4M3FN", "f8E5M2", "f32")), 0),
    (Problem(136, 264, 40, "NT", batch=2, option="tile=64x128"), 0),
    (Problem(136, 264, 40, "TN", adds=True, known="depth", option="tile=64x64"), 0),
    (Problem(72, 136, 64, "NT", known="depth", batch=2), 0),
    (Problem(200, 72, 200, "NT", option="tile=64x32x64x9_persistent"), 0),
    (Problem(136, 40, 136, "NN", batch=2, adds=True, option="tile=64x32x64x6_persistent"), 0),
    (Problem(648, 40, 72, "NT", known=False, option="tile=64x32x128x4_persistent"), 0),
    (Problem(136, 72, 72, "NT", ("f16", "f16", "f32"), option="tile=128x64_persistent"), 0),
    (Problem(200, 136, 72, "NN", option="tile=192x128"), 0),
    (Problem(264, 136, 72, "NT", option="tile=256x128_persistent"), 0),
    (Problem(72, 136, 328, "NT", option="tile=64x128_split2"), 0),
    (Problem(70, 56, 584, "NN", adds=True, option="tile=64x64_split4"), 0),
    (Problem(24, 72, 520, "TT", ("bf16", "bf16", "f32"), batch=2, known=False, option="tile=32x64_split2"), 0),
    (Problem(40, 24, 640, "NT", ("i8", "i8", "i32"), adds=True, option="tile=64x16_split8"), 0),
    (Problem(64, 128, 72, "NT", known="depth", option="tile=64x128_split4"), 0),
    (Problem(200, 136, 200, "NN", option="tile=192x128_split2"), 0),
    (Problem(72, 16, 64, "NT", option="tile=64x16_split4"), 0),
    # (Three by five tiles are counted in bands of three columns.)
    (Problem(136, 264, 256, "NT", batch=2, option="tile=64x64_split2"), 0),
    (Problem(136, 168, 72, "NT", option="tile=128x80"), 0),
    (Problem(160, 136, 72, "NN", adds=True, option="tile=144x128"), 0),
    (Problem(72, 240, 144, "NT", ("i8", "i8", "i32"), option="tile=128x112_persistent"), 0),
    (Problem(72, 232, 136, "NN", ("bf16", "bf16", "f32"), option="tile=128x224"), 0),
    (Problem(100, 75, 72, "NT", option="tile=112x128"), 0),
    (Problem(72, 96, 328, "NT", adds=True, option="tile=128x96_split2"), 0),
    (Problem(96, 72, 328, "TN", option="tile=80x128_split2"), 0),
    (Problem(96, 136, 136, "NT", known="depth", option="tile=64x128x128x4_persistent"), 0),
    (Problem(90, 70, 78, "TT"), 0),
    (Problem(92, 75, 84, "TN", adds=True, pad=(0, 1, 0)), 0),
    (Problem(33, 68, 102, "NT", ("bf16", "bf16", "f32"), batch=2), 4),
    (Problem(72, 136, 64, "NN", known="depth"), 8),
    # Of one row or column: along K in rows that end anywhere, and across it; whole tiles, and what is left.
    (Problem(1, 5, 2051, "NT"), 0),
    (Problem(19, 1, 387, "NN", ("bf16", "bf16", "f32"), batch=2), 2),
    (Problem(1, 33, 261, "NN", adds=True), 0),
    (Problem(65, 1, 1030, "TT", batch=2), 0),
    (Problem(1, 18, 1029, "TN"), 0),
    (Problem(1, 40, 515, "NT", ("i8", "i8", "i32"), adds=True), 0),
    (Problem(21, 1, 600, "NT", pad=(1, 0, 3)), 0),
    (Problem(1, 16, 4096, "NT", option="tile=1x1x4096x1_any"), 0),
    (Problem(1, 16, 200, "NN", option="tile=1x32x64x1_any"), 8),
    (Problem(1, 1, 3000, "NT", adds=True), 2),
    (Problem(1, 40, 131, "NT", ("f64",) * 3), 0),
    (Problem(1, 40, 264, "NT"), 2),
    (Problem(43, 1, 264, "TN", batch=3), 4),
]

# Memory of which nothing is known but that elements lie together, and what is launched for certain numbers.
def strided(element):
    return f"memref<?x?x?x{element}, strided<[?, ?, 1], offset: ?>>"


def choice(factors, result):
    a, c = strided(factors), strided(result)
    zero = "0" if result.startswith("i") else "0.0"
    return f"""func.func @f(%A: {a}, %B: {a}, %C: {c}) {{
  %z = arith.constant {zero} : {result}
  linalg.fill ins(%z : {result}) outs(%C : {c})
  linalg.batch_matmul ins(%A, %B : {a}, {a}) outs(%C : {c})
  return
}}
"""


FIELDS = ["base", "pointer", "offset", "batch", "rows", "columns", "batches", "row", "column"]
A, B, C = ({"base": 0, "pointer": 4096, "offset": 8, "batch": 2, "row": 64, "batches": 65536, "column": 1} for _ in "ABC")
A |= {"rows": 72, "columns": 40}
B |= {"rows": 40, "columns": 56}
C |= {"rows": 72, "columns": 56}
FAR = 1 << 31
CHOICES = [
    ("turned", {}),
    *(("any", {(of, name): to}) for of in "AB" for name, to in (("pointer", 4104), ("offset", 4), ("row", 68), ("batches", 65540))),
    *(("any", {(of, name): to}) for of in "AB" for name, to in (("row", 0), ("batches", 0), ("row", 1 << 39), ("row", -64))),
    *(("narrow", {("C", name): to}) for name, to in (("pointer", 4104), ("offset", 4), ("row", 68), ("batches", 65540))),
    ("narrow", {("C", "columns"): 57, ("B", "columns"): 57}),
    ("any", {("A", "rows"): FAR, ("C", "rows"): FAR}),
    ("any", {("A", "columns"): FAR, ("B", "rows"): FAR}),
    ("any", {("B", "columns"): FAR, ("C", "columns"): FAR}),
    ("any", {(of, "batch"): 70000 for of in "ABC"}),
    ("any", {("B", "columns"): 1 << 23, ("C", "columns"): 1 << 23}),
    ("any", {("A", "rows"): 1 << 26, ("C", "rows"): 1 << 26}),
    ("zero", {("A", "columns"): 0, ("B", "rows"): 0}),
    *(("nothing", {(of, name): 0 for of in pair}) for pair, name in (("AC", "rows"), ("BC", "columns"), ("ABC", "batch"))),
]  # fmt: skip


# Of other elements: what is for aligned operands is not launched for others.
OTHERS = [("bf16", "f32"), ("f8E4M3FN", "f32"), ("f8E5M2", "bf16"), ("i8", "i32"), ("f64", "f64")]
ASKEW = [("any", {(of, name): to}) for of in "AB" for name, to in (("pointer", 4100), ("row", 67))]


def described(factors, result):
    source = FOLDER / "choice.mlir"
    source.write_text(choice(factors, result))
    return description(opt(source, "--layout-matmul", "--layout-launches=bare-pointers=false"))


def choices(types, expectations):
    """How many choices are others than they should be."""
    text, wrong = described(*types), 0
    for expected, changes in expectations:
        numbers = {"A": A, "B": B, "C": C}
        parameters = [changes.get((of, field), numbers[of][field]) for of in "ABC" for field in FIELDS]
        launched = launches(text, parameters)
        is_right = [l["kernel"].split("_")[-1] for l in launched] == [expected] * (expected != "nothing")
        # Nothing beyond what a GPU launches, and where memory begins.
        is_right &= all(max(l["grid"][1:]) < 1 << 16 and l["grid"][0] < 1 << 31 for l in launched)
        addresses = [n["pointer"] + BYTES[of] * n["offset"] for n, of in zip(numbers.values(), (types[0], *types))]
        is_right &= bool(changes) or [launched[0]["parameters"][at] for at in (0, 10, 20)] == addresses
        print(f"{'right' if is_right else 'WRONG'} choice {types} {changes}: {launched}"[:300])
        wrong += not is_right
    return wrong


wrong = choices(("f16", "f16"), CHOICES) + sum(choices(types, ASKEW) for types in OTHERS)
for (problem, skew), chip in itertools.product(PROBLEMS, ("sm_90a", "sm_80")):
    if chip == "sm_80" and (problem.option or problem.types[0].startswith("f8")):
        continue
    right, names = product(problem, skew, chip)
    print(f"{'right' if right else 'WRONG'} {chip} {problem.name}: {', '.join(names) or 'nothing'}")
    wrong += not right
sys.exit(1 if wrong else 0)
