"""Random operations behind products, through layout-matmul: what is launched, run on the CPU by layout-interp, gives what the
operations mean, element by element. epilogues.py FOLDER COUNT"""

import itertools
import json
import pathlib
import random
import re
import struct
import subprocess
import sys

from launched import description, launches, opt

FOLDER = pathlib.Path(sys.argv[1])
CHIPS = ("sm_90a", "sm_80")
SIZES = [(72, 56, 40), (72, 56, 40), (70, 56, 40), (70, 50, 30), (9, 65, 8), (40, 24, 0), (9, 144, 40)]
# Of whole numbers: exact in f32, whatever the order.
OPERATIONS = {
    "addf": lambda x, y: x + y,
    "subf": lambda x, y: x - y,
    "maximumf": max,
    "minimumf": min,
}


class Memory:
    """A memref: which of batch, i and j its dimensions are, and its elements by coordinate."""

    def __init__(self, name, axes, sizes, element, known):
        self.name, self.axes, self.element, self.known = name, axes, element, known
        self.shape = [sizes[axis] for axis in axes]
        self.values, self.before = {}, {}

    def type(self):
        dims = "".join(f"{n if self.known else '?'}x" for n in self.shape)
        return f"memref<{dims}{self.element}>"

    def strides(self):
        out = [1]
        for n in self.shape[:0:-1]:
            out.insert(0, out[0] * n)
        return out[: len(self.shape)]

    def at(self, point):
        return tuple(point[axis] for axis in self.axes)

    def ordered(self, of, turned):
        """What is `of` each dimension, by batch, rows and columns; of the transposed, by columns and rows."""
        order = "bikj" if self.name == "B" else "bijk"
        place = (order[0] + order[:0:-1] if turned else order).index
        return [x for _, x in sorted(zip(map(place, self.axes), of))]

    def flat(self, values, turned=False):
        """Elements by batch, rows and columns."""
        points = itertools.product(*(range(n) for n in self.shape))
        return [values[point] for point in sorted(points, key=lambda point: self.ordered(point, turned))]


class Program:
    """A product C, and operations behind it."""

    def __init__(self, rng, size, batch, known):
        m, n, k = size
        self.sizes = {"b": batch, "i": m, "j": n, "k": k}
        self.loops = (["b"] if batch else []) + ["i", "j"]
        self.rng, self.known = rng, known
        batches = ["b"] if batch else []
        self.a = self.memory("A", batches + ["i", "k"], "f16", 3)
        self.b = self.memory("B", batches + ["k", "j"], "f16", 3)
        self.arguments, self.scalars, self.lines, self.allocated = [self.a, self.b], [], [], []
        self.adds = rng.random() < 0.3
        own = not self.adds and rng.random() < 0.8
        self.now = self.memory("C", self.loops, rng.choice(["f32", "f16"]), 9)
        (self.allocated if own else self.arguments).append(self.now)
        self.known_values = [self.now]
        self.multiply()
        for number in range(rng.choice([1, 1, 2, 3])):
            self.step(number, own)
        # What comes of it is seen.
        if self.now in self.allocated:
            self.allocated.remove(self.now)
            self.arguments.append(self.now)

    def memory(self, name, axes, element, most):
        memory = Memory(name, axes, self.sizes, element, self.known)
        points = itertools.product(*(range(n) for n in memory.shape))
        memory.values = {point: self.rng.randint(-most, most) for point in points}
        memory.before = dict(memory.values)
        # Some begin where no access is wider than an element.
        memory.skew = self.rng.choice([0] * 7 + [{"f16": 2, "f32": 4}[element]])
        return memory

    def points(self):
        for numbers in itertools.product(*(range(self.sizes[axis]) for axis in self.loops)):
            yield dict(zip(self.loops, numbers))

    def multiply(self):
        c = self.now
        if not self.adds:
            self.lines += [f"%z = arith.constant 0.0 : {c.element}", f"linalg.fill ins(%z : {c.element}) outs(%C : {c.type()})"]
        name = "batch_matmul" if self.sizes["b"] else "matmul"
        types = f"{self.a.type()}, {self.b.type()}"
        self.lines.append(f"linalg.{name} ins(%A, %B : {types}) outs(%C : {c.type()})")
        for p in self.points():
            of = [{**p, "k": k} for k in range(self.sizes["k"])]
            total = sum(self.a.values[self.a.at(x)] * self.b.values[self.b.at(x)] for x in of)
            c.values[c.at(p)] = total + (c.values[c.at(p)] if self.adds else 0)

    def step(self, number, own):
        """One `linalg.generic`, with loops in any order."""
        rng, before = self.rng, self.now
        is_last = rng.random() < 0.5
        if own and before in self.allocated and rng.random() < 0.7:
            axes = rng.sample(self.loops, len(self.loops))
            to = self.memory(f"T{number}", axes, rng.choice(["f32", "f16"]), 9)
            (self.arguments if is_last else self.allocated).append(to)
        else:
            to = before
        reads = [before] + [other for other in self.known_values if other not in (before, to) and rng.random() < 0.5]
        for extra in range(rng.choice([0, 1, 2])):
            axes = [axis for axis in rng.sample(self.loops, len(self.loops)) if rng.random() < 0.6]
            memory = self.memory(f"E{number}{extra}", axes, rng.choice(["f32", "f16"]), 9)
            self.arguments.append(memory)
            reads.append(memory)
        order = rng.sample(self.loops, len(self.loops))
        operands = reads + [to]
        maps = [f"affine_map<({', '.join(order)}) -> ({', '.join(m.axes)})>" for m in operands]
        body, values, fresh = [], {}, itertools.count()

        def wide(name, element):
            if element == "f32":
                return name
            body.append(f"%w{next(fresh)} = arith.extf {name} : f16 to f32")
            return body[-1].split(" ")[0]

        points = list(self.points())
        choices = []
        for place, memory in enumerate(operands):
            # What is written is read where it is known what is there.
            if memory is to and to is not before and (to in self.allocated or rng.random() < 0.5):
                continue
            choices.append((wide(f"%x{place}", memory.element), [memory.values[memory.at(p)] for p in points]))
        if rng.random() < 0.4:
            scalar = rng.randint(-4, 4)
            self.scalars.append(scalar)
            choices.append((f"%s{len(self.scalars) - 1}", [scalar] * len(points)))
        name, values = choices.pop(0)
        for other, numbers in choices:
            operation = rng.choice(list(OPERATIONS))
            name, values = self.line(body, fresh, operation, name, other), [OPERATIONS[operation](x, y) for x, y in zip(values, numbers)]
        if to.element == "f16":
            body.append(f"%r = arith.truncf {name} : f32 to f16")
            name = "%r"
            # (Whole numbers below 2048 are exact.)
            assert all(abs(x) <= 2048 for x in values)
        arguments = ", ".join(f"%x{place}: {memory.element}" for place, memory in enumerate(operands))
        names, types = ", ".join(f"%{m.name}" for m in reads), ", ".join(m.type() for m in reads)
        parallel = ", ".join(['"parallel"'] * len(order))
        self.lines.append(f"linalg.generic {{indexing_maps = [{', '.join(maps)}], iterator_types = [{parallel}]}}")
        self.lines.append(f"  ins({names} : {types}) outs(%{to.name} : {to.type()}) {{")
        self.lines += [f"^bb0({arguments}):", *body, f"linalg.yield {name} : {to.element}", "}"]
        for point, value in zip(points, values):
            to.values[to.at(point)] = value
        self.now = to
        self.known_values += [to] * (to not in self.known_values)

    @staticmethod
    def line(body, fresh, operation, x, y):
        body.append(f"%y{next(fresh)} = arith.{operation} {x}, {y} : f32")
        return body[-1].split(" ")[0]

    def text(self):
        arguments = [f"%{m.name}: {m.type()}" for m in self.arguments]
        arguments += [f"%s{number}: f32" for number in range(len(self.scalars))]
        arguments += ["%nb: index, %ni: index, %nj: index"] * (not self.known)
        lines = [f"func.func @f({', '.join(arguments)}) {{"]
        for memory in self.allocated:
            sizes = "" if self.known else ", ".join(f"%n{axis}" for axis in memory.axes)
            lines.append(f"%{memory.name} = memref.alloc({sizes}) : {memory.type()}")
        return "\n".join([*lines, *self.lines, "return", "}"]) + "\n"


def job(program, text, numbers):
    """What layout-interp is to run of a program in tiles, by what its call hands over and the description says."""
    called = re.search(r"call @f_matmul\((.*?)\)", text)[1].split(", ")
    names = [f"%{m.name}" for m in program.arguments] + [f"%s{n}" for n in range(len(program.scalars))]
    values = dict(zip(re.findall(r"%arg\d+", re.search(r"func.func @f\((.*?)\) {", text)[1]), program.arguments + program.scalars))
    handed, parameters = [values[name] for name in called], []
    assert handed[:3] == [program.a, program.b, program.now] and len(names) <= len(values)
    bits = lambda number: struct.unpack("<i", struct.pack("<f", number))[0]
    for number, value in enumerate(handed):
        is_memory = isinstance(value, Memory)
        address = 4096 * (number + 1) + (value.skew if is_memory else 0)
        parameters += [address, address, 0, *value.shape, *value.strides()] if is_memory else [bits(value)]
    (launch,) = launches(numbers, parameters)
    header = re.search(rf"gpu.func @{launch['kernel']}\((.*?)\) kernel", text)[1]
    types = [part.split(": ", 1)[1] for part in re.split(r", (?=%arg)", header)]
    rest, arguments = launch["parameters"], []
    # A kernel of the transposed product has B^T, A^T and C^T.
    turned = "_turned" in launch["kernel"]
    places = [1, 0, 2] if turned else [0, 1, 2]
    places += range(3, len(handed))
    for number, of in zip(places, types, strict=True):
        value = handed[number]
        if not isinstance(value, Memory):
            want, argument = [bits(value)], {"value": value}
        else:
            shape, strides = (value.ordered(of, turned) for of in (value.shape, value.strides()))
            address = 4096 * (number + 1) + value.skew
            want, dynamic = [address, address, 0], []
            if shape:
                sizes, steps = (text.split(",") for text in re.search(r"#layout<\((.*?)\):\((.*?)\)>", of).groups())
                dynamic = [n for n, text in zip(strides, steps) if text.startswith("?")]
                want += [1 + sum((n - 1) * stride for n, stride in zip(shape, strides)), 1]
                want += [n for n, text in zip(shape, sizes) if text.startswith("?")] + dynamic
            elements = value.flat(value.before, turned)
            # What is written is read where the product is added to it.
            if number == 2 and not program.adds:
                elements = ["nan"]
            argument = {"shape": shape, "symbols": dynamic, "values": elements, "skew": value.skew}
        assert rest[: len(want)] == want, (rest, want)
        rest = rest[len(want) :]
        arguments.append(argument)
    assert not rest, rest
    return {"function": f"matmul_kernels::{launch['kernel']}", "grid": launch["grid"], "arguments": arguments}


def right(seed, size, chip):
    """Whether a program is one kernel, and that is right."""
    rng = random.Random(seed)
    program = Program(rng, size, rng.choice([0, 0, 2]), rng.random() < 0.5)
    source, tiles = FOLDER / "program.mlir", FOLDER / "tiles.mlir"
    source.write_text(program.text())
    matmul = f"--layout-matmul=chip={chip}"
    text = opt(source, matmul)
    tiles.write_text(text)
    made = job(program, text, description(opt(source, matmul, "--layout-launches=bare-pointers=false")))
    (FOLDER / "job.json").write_text(json.dumps(made))
    command = ["layout-interp", "--job", FOLDER / "job.json", tiles]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    is_one = "linalg" not in text and "memref.alloc()" not in text.split("func.func @f(")[1]
    came = None if done.returncode else json.loads(done.stdout.splitlines()[2])["values"]
    is_right = is_one and came == program.now.flat(program.now.values, "_turned" in made["function"])
    print(f"{'right' if is_right else 'WRONG'} {seed} {size} {chip}: {made['function']} {done.stderr[-300:]}")
    return is_right


COUNT = int(sys.argv[2])
wrong = [seed for seed in range(COUNT) if not right(seed, SIZES[seed % len(SIZES)], CHIPS[seed // len(SIZES) % 2])]
sys.exit(1 if wrong else 0)
