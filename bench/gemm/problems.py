"""Products of matrices: linalg programs, their operands in memory, and what is to come out."""

import dataclasses
import random

# Of elements: bytes, and what the sum is made of.
BYTES = {"f16": 2, "bf16": 2, "f32": 4, "f64": 8, "i8": 1, "i32": 4, "f8E4M3FN": 1, "f8E5M2": 1}


# What is done with the product before it is stored: what is read beside it (a name of memory and its dimensions, or a number), and
# a body that computes %y in f32 of the product %t and of these: of V it is %Vx.
GELU = """%h = arith.constant 0.5 : f32
    %q = arith.constant 0.70710678 : f32
    %1 = arith.constant 1.0 : f32
    %x = arith.addf %t, %Vx : f32
    %r = arith.mulf %x, %q : f32
    %e = math.erf %r : f32
    %f = arith.addf %e, %1 : f32
    %g = arith.mulf %x, %h : f32
    %y = arith.mulf %g, %f : f32"""
SCALED = """%b = arith.constant 0.5 : f32
    %x = arith.mulf %t, %sx : f32
    %z = arith.mulf %Cx, %b : f32
    %y = arith.addf %x, %z : f32"""
RESIDUAL = """%0 = arith.constant 0.0 : f32
    %x = arith.addf %t, %Wx : f32
    %z = arith.maximumf %x, %0 : f32
    %y = arith.addf %z, %Rx : f32"""
EPILOGUES = {"gelu": ({"V": "n"}, GELU), "scaled": ({"s": 1.5, "C": "mn"}, SCALED), "residual": ({"W": "m", "R": "mn"}, RESIDUAL)}


@dataclasses.dataclass(frozen=True)
class Problem:
    """C = A B, or C += A B, or what `epilogue` makes of A B. `layout` is N or T for A and B: T of A is K by M in memory, T of B is N by K."""

    m: int
    n: int
    k: int
    layout: str = "NN"
    types: tuple = ("f16", "f16", "f16")
    batch: int = 0
    adds: bool = False
    known: bool | str = True  # whether sizes are in the types; of "depth" K alone is
    pad: tuple = (0, 0, 0)  # elements between rows of A, B and C
    option: str = ""
    epilogue: str = ""

    @property
    def name(self):
        parts = [*self.types, self.layout, *([f"b{self.batch}"] if self.batch else []), self.m, self.n, self.k]
        parts += ["adds"] * self.adds + ["any"] * (not self.known) + ["deep"] * (self.known == "depth") + ["p%d%d%d" % self.pad] * any(self.pad)
        parts += [self.epilogue] * bool(self.epilogue)
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
        deep = {0: -1 if self.layout[0] == "N" else -2, 1: -2 if self.layout[1] == "N" else -1}.get(number)
        is_known = lambda place: self.known is True or self.known == "depth" and place - len(shape) == deep
        dims = "x".join(str(n) if is_known(place) else "?" for place, n in enumerate(shape))
        text = ", ".join([*(str(n) if self.known is True else "?" for n in strides[:-1]), "1"])
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
        if self.epilogue:
            return self.fused(function, operation, maps, d, {"m": m, "n": n, "b": batch})
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

    def inputs(self):
        """What is read beside the factors: name, extents, and elements; or a number."""
        extents = {"m": (self.m,), "n": (self.n,), "mn": self.shapes()[2]}
        for name, of in EPILOGUES[self.epilogue][0].items() if self.epilogue else ():
            yield (name, of) if isinstance(of, float) else (name, extents[of], self.types[2] if of == "mn" else "f32")

    def fused(self, function, operation, maps, d, axes):
        """The function, where something is done with the product, in memory of its own."""
        a, b, c = (self.memref(number) for number in range(3))
        dims = self.shapes()[2] if self.known is True else ["?"] * len(self.shapes()[2])
        product = f"memref<{'x'.join(map(str, dims))}xf32>"
        at = {"mn": f"{axes['b']}{axes['m']}, {axes['n']}", "m": axes["m"], "n": axes["n"]}
        loops = ", ".join(d.split(", ")[:-1])
        beside, body = EPILOGUES[self.epilogue]
        types, ins, arguments, reads = [product], ["%T"], [f"%A: {a}", f"%B: {b}", f"%C: {c}"], [at["mn"]]
        names, wide = ["%t: f32"], []
        for name, *of in self.inputs():
            sizes, element = of if len(of) == 2 else ((), "f32")
            number = len(of) == 1
            narrow = f"%{name}{'x' if element == 'f32' else 'n'}"
            if element != "f32":
                wide.append(f"%{name}x = arith.extf {narrow} : {element} to f32")
            if name != "C":
                dims_of = "".join(f"{n if self.known is True else '?'}x" for n in sizes)
                types.append("f32" if number else f"memref<{dims_of}{element}>")
                arguments.append(f"%{name}: {types[-1]}")
                ins.append(f"%{name}")
                reads.append("" if number else at[beside[name]])
                names.append(f"{narrow}: {element}")
        of = self.types[2]
        names.append(f"%C{'x' if of == 'f32' else 'n'}: {of}")
        if of == "f32":
            body += "\n    linalg.yield %y : f32"
        else:
            body += f"\n    %c = arith.truncf %y : f32 to {of}\n    linalg.yield %c : {of}"
        sizes = "" if self.known is True else ", ".join(f"%n{n}" for n in range(len(dims)))
        maps_of = ", ".join(f"affine_map<({loops}) -> ({of})>" for of in [*reads, at["mn"]])
        parallel = ", ".join(['"parallel"'] * len(dims))
        lines = [f"func.func @{function}({', '.join(arguments)}) {{"]
        for n in range(len(dims)) if self.known is not True else ():
            lines += [f"  %i{n} = arith.constant {n} : index", f"  %n{n} = memref.dim %C, %i{n} : {c}"]
        lines += [
            f"  %T = memref.alloc({sizes}) : {product}",
            "  %zero = arith.constant 0.0 : f32",
            f"  linalg.fill ins(%zero : f32) outs(%T : {product})",
            f"  linalg.{operation} indexing_maps = [{maps}] ins(%A, %B : {a}, {b}) outs(%T : {product})",
            f"  linalg.generic {{indexing_maps = [{maps_of}], iterator_types = [{parallel}]}}",
            f"    ins({', '.join(ins)} : {', '.join(types)}) outs(%C : {c}) {{",
            f"  ^bb0({', '.join(names)}):",
            *(f"    {line}" for line in wide),
            f"    {body}",
            "  }",
            f"  memref.dealloc %T : {product}",
            "  return",
            "}",
        ]
        return "\n".join(lines) + "\n"

    def job(self, module, inits, beside=None, **launched):
        """For layout-run, without outputs: of a function, or of a kernel with its grid and block. `beside` are the inits of
        what is read beside the factors, by name.
        """
        buffers, arguments = [], []
        for name, shape, strides, element, init in zip("ABC", self.shapes(), self.strides(), self.types, inits):
            length = 1 + sum((n - 1) * stride for n, stride in zip(shape, strides)) if all(shape) else 0
            rows = {"name": name, "type": element, "shape": [max(length, 0)], "init": init}
            buffers.append(rows)
            arguments.append({"memref": {"buffer": name, "sizes": list(shape), "strides": list(strides)}})
        for name, *of in self.inputs():
            if len(of) == 1:
                arguments.append({"f32": of[0]})
            elif name == "C":
                arguments.append(arguments[2])
            else:
                buffers.append({"name": name, "type": of[1], "shape": list(of[0]), "init": (beside or {}).get(name, "zeros")})
                arguments.append({"memref": {"buffer": name}})
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
    Problem(32, 4096, 14336, "NT"),
    Problem(1, 1280, 8192, "NT"),
    Problem(192, 3584, 18944, "NT"),
    Problem(320, 4096, 11008, "NT"),
    Problem(777, 4096, 4096, "NT"),
    Problem(512, 1280, 8192, "NT"),
    Problem(8, 28672, 8192, "NN"),
    Problem(512, 32000, 4096, "NT"),
    Problem(1000, 1000, 1000, "NN"),
    Problem(4096, 4095, 4096, "NT"),
    Problem(2049, 2047, 2051, "NN"),
    Problem(512, 512, 64, "NT", batch=64),
    Problem(128, 128, 2048, "NN", batch=96),
]

# Of products of 8-bit floats.
FLOATS_8 = ("f8E4M3FN", "f8E4M3FN", "bf16")


def timed():
    squares = [Problem(n, n, n, layout, ("f16",) * 3) for n in SQUARES for layout in LAYOUTS]
    squares += [Problem(n, n, n, layout, ("bf16",) * 3) for n in SQUARES for layout in ("NN", "NT")]
    of_bytes = [Problem(n, n, n, "NT", FLOATS_8) for n in SQUARES]
    of_bytes += [dataclasses.replace(problem, types=FLOATS_8) for problem in MODELS if problem.layout == "NT" and not problem.batch and problem.n % 16 == 0]
    return squares + MODELS + of_bytes


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
    rng = random.Random(seed + 1)
    kinds = [kind for kind in kinds if kind[0][0] in "bf" and kind[0] not in ("f32", "f64")]
    while len(out) < count + count // 3:
        problem = Problem(
            size(), size(), rng.choice([0, size(), size(), size()]), rng.choice(LAYOUTS), rng.choice(kinds),
            rng.choice([0, 0, 0, 1, 3]), False, rng.random() < 0.5, tuple(rng.choice([0, 0, 1, 8]) for _ in range(3)),
            epilogue=rng.choice(list(EPILOGUES)),
        )  # fmt: skip
        if problem.name not in {other.name for other in out}:
            out.append(problem)
    # Of one row, or one column.
    rng = random.Random(seed + 2)
    size = lambda: rng.choice([1, 2, 15, 16, 33, 64, 91, 128, 257, 1000, 1023, 2050, 4097])
    kinds = [("f16",) * 3, ("bf16",) * 3, ("f16", "f16", "f32"), ("i8", "i8", "i32"), ("f8E5M2", "f8E4M3FN", "f32"), ("f64",) * 3, ("f32",) * 3]
    lines = 0
    while lines < count // 3:
        sides = rng.choice([(1, size()), (size(), 1)])
        does, kind = rng.choice(["", "", "adds", *EPILOGUES]), rng.choice(kinds)
        does = "" if does in EPILOGUES and kind[0] in ("i8", "f32", "f64") else does
        problem = Problem(
            *sides, size() + rng.choice([0, 0, 1, 8192]), rng.choice(LAYOUTS), kind, rng.choice([0, 0, 0, 1, 3]), does == "adds",
            pad=tuple(rng.choice([0, 0, 0, 1, 8]) for _ in range(3)), epilogue=does if does in EPILOGUES else "",
        )  # fmt: skip
        if problem.name not in {other.name for other in out}:
            out.append(problem)
            lines += 1
    return out + [
        Problem(64, 64, 0),
        Problem(64, 64, 0, adds=True),
        Problem(0, 64, 64, known=False),
        Problem(64, 0, 64),
        Problem(100, 60, 0, known=False),
        *(Problem(*of, known="depth") for of in ((200, 136, 64, "NT"), (520, 264, 128, "TN", ("bf16",) * 3, 3), (72, 40, 33))),
    ]
