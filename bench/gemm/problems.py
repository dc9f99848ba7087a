"""Products of matrices: linalg programs, their operands in memory, and what is to come out."""

import dataclasses
import random

# Of elements: bytes, and what the sum is made of.
BYTES = {"f16": 2, "bf16": 2, "f32": 4, "f64": 8, "i8": 1, "i32": 4, "f8E4M3FN": 1, "f8E5M2": 1}


@dataclasses.dataclass(frozen=True)
class Problem:
    """C = A B, or C += A B. `layout` is N or T for A and B: T of A is K by M in memory, T of B is N by K."""

    m: int
    n: int
    k: int
    layout: str = "NN"
    types: tuple = ("f16", "f16", "f16")
    batch: int = 0
    adds: bool = False
    known: bool = True  # whether sizes are in the types
    pad: tuple = (0, 0, 0)  # elements between rows of A, B and C
    option: str = ""

    @property
    def name(self):
        parts = [*self.types, self.layout, *([f"b{self.batch}"] if self.batch else []), self.m, self.n, self.k]
        parts += ["adds"] * self.adds + ["any"] * (not self.known) + ["p%d%d%d" % self.pad] * any(self.pad)
        return "_".join(str(part) for part in parts) + ("_" + self.option.split("=")[1] if self.option else "")

    def shapes(self):
        """Extents in memory."""
        a, b, c = (self.m, self.k), (self.k, self.n), (self.m, self.n)
        a = a[::-1] if self.layout[0] == "T" else a
        b = b[::-1] if self.layout[1] == "T" else b
        return [((self.batch,) if self.batch else ()) + shape for shape in (a, b, c)]

    def strides(self):
        out = []
        for shape, pad in zip(self.shapes(), self.pad):
            row = shape[-1] + pad
            out.append(((shape[-2] * row,) if self.batch else ()) + (row, 1))
        return out

    def memref(self, number):
        shape, strides = self.shapes()[number], self.strides()[number]
        dims = "x".join(str(n) if self.known else "?" for n in shape)
        text = ", ".join([*(str(n) if self.known else "?" for n in strides[:-1]), "1"])
        plain = not self.pad[number]
        return f"memref<{dims}x{self.types[number]}{'' if plain else f', strided<[{text}]>'}>"

    def program(self, function):
        """Its function in linalg."""
        a, b, c = (self.memref(number) for number in range(3))
        d = "d0, d1, d2" + (", d3" if self.batch else "")
        batch = "d0, " if self.batch else ""
        m, n, k = ("d1", "d2", "d3") if self.batch else ("d0", "d1", "d2")
        maps = [f"{k}, {m}" if self.layout[0] == "T" else f"{m}, {k}"]
        maps += [f"{n}, {k}" if self.layout[1] == "T" else f"{k}, {n}", f"{m}, {n}"]
        maps = ", ".join(f"affine_map<({d}) -> ({batch}{of})>" for of in maps)
        operation = "batch_matmul" if self.batch else "matmul"
        of = self.types[2]
        zero = "0.0" if of.startswith(("f", "b")) else "0"
        lines = [f"func.func @{function}(%A: {a}, %B: {b}, %C: {c}) {{"]
        if not self.adds:
            lines += [f"  %z = arith.constant {zero} : {of}", f"  linalg.fill ins(%z : {of}) outs(%C : {c})"]
        lines += [
            f"  linalg.{operation} indexing_maps = [{maps}]",
            f"    ins(%A, %B : {a}, {b}) outs(%C : {c})",
            "  return",
            "}",
        ]
        return "\n".join(lines) + "\n"

    def job(self, module, inits, **launched):
        """For layout-run, without outputs: of a function, or of a kernel with its grid and block."""
        buffers, arguments = [], []
        for name, shape, strides, element, init in zip("ABC", self.shapes(), self.strides(), self.types, inits):
            length = 1 + sum((n - 1) * stride for n, stride in zip(shape, strides)) if all(shape) else 0
            rows = {"name": name, "type": element, "shape": [max(length, 0)], "init": init}
            buffers.append(rows)
            arguments.append({"memref": {"buffer": name, "sizes": list(shape), "strides": list(strides)}})
        launch = {"module": module, **launched, "arguments": arguments}
        return {"launch": launch, "buffers": buffers, "outputs": []}


# The steps of docs/gemm.md: the file, the columns of its tile and its threads. Rows are 128, eight tiles of them a band.
STEPS = [
    ("gemm_steps/1_registers", 128, 128),
    ("gemm_steps/2_shared", 128, 128),
    ("gemm_steps/3_swizzle", 128, 128),
    ("gemm_steps/4_stages", 128, 128),
    ("gemm", 128, 128),
    ("gemm_steps/6_warpgroups", 256, 256),
    ("gemm_steps/7_under_way", 256, 256),
    ("gemm_hopper", 256, 256),
]

# What the square sizes are timed at.
SQUARES = [1024, 2048, 4096, 8192]
LAYOUTS = ["NN", "NT", "TN", "TT"]
# Products of models: projections, attention's and MLPs' of 7 to 70 billion parameters, short ones, odd ones, batches.
MODELS = [
    Problem(8192, 1280, 8192, "NT"),
    Problem(2048, 5120, 5120, "NT"),
    Problem(4096, 11008, 4096, "NT"),
    Problem(4096, 4096, 11008, "NT"),
    Problem(8192, 3584, 8192, "NT"),
    Problem(128, 8192, 8192, "NT"),
    Problem(64, 4096, 4096, "NT"),
    Problem(16, 8192, 4096, "NT"),
    Problem(512, 32000, 4096, "NT"),
    Problem(1000, 1000, 1000, "NN"),
    Problem(4096, 4095, 4096, "NT"),
    Problem(2049, 2047, 2051, "NN"),
    Problem(512, 512, 64, "NT", batch=64),
    Problem(128, 128, 2048, "NN", batch=96),
]


def timed():
    squares = [Problem(n, n, n, layout, ("f16",) * 3) for n in SQUARES for layout in LAYOUTS]
    squares += [Problem(n, n, n, layout, ("bf16",) * 3) for n in SQUARES for layout in ("NN", "NT")]
    return squares + MODELS


def checked(seed, count):
    """Random ones: sizes around tiles, of one, odd ones; all layouts, types, and what is known when."""
    rng = random.Random(seed)
    size = lambda: rng.choice([1, 7, 8, 31, 64, 65, 100, 127, 128, 136, 200, 255, 256, 257, 320, 384, 512, 520])
    kinds = [("f16",) * 3, ("bf16",) * 3, ("f16", "f16", "f32"), ("bf16", "bf16", "f32"), ("i8", "i8", "i32")]
    kinds += [("f8E4M3FN", "f8E4M3FN", "f16"), ("f8E5M2", "f8E5M2", "f32"), ("f64",) * 3, ("f32",) * 3]
    out = []
    while len(out) < count:
        problem = Problem(
            size(), size(), size(), rng.choice(LAYOUTS), rng.choice(kinds), rng.choice([0, 0, 0, 1, 3]),
            rng.random() < 0.3, rng.random() < 0.5, tuple(rng.choice([0, 0, 1, 8]) for _ in range(3)),
        )  # fmt: skip
        if problem.name not in {other.name for other in out}:
            out.append(problem)
    return out + [
        Problem(64, 64, 0),
        Problem(64, 64, 0, adds=True),
        Problem(0, 64, 64, known=False),
        Problem(64, 0, 64),
        Problem(100, 60, 0, known=False),
    ]
