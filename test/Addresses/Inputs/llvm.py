"""What functions of the LLVM dialect access, in Python's integers, with poison.

Reads MLIR's generic form, of the operations that addresses are made of. A value is an
integer, from 0 to below two to the power of its bits, or POISON; a number of 32 bits with a
point is kept as its bits. A pointer is an integer with the memory that it may be used
for: an object, or any. Flags that do not hold make poison (LLVM's LangRef, "Poison
Values", "getelementptr").

An access outside of its object, of a poison pointer or under a poison condition is undefined
behaviour: so is what divides by zero.
"""

import dataclasses
import re
import struct

POISON = "poison"
DYNAMIC = -(2**31)
POINTER = 64
STEPS = 2000


class Undefined(Exception):
    """Undefined behaviour."""


class Endless(Exception):
    """More steps than are looked at."""


@dataclasses.dataclass(frozen=True)
class Object:
    """Memory from one address to another."""

    low: int
    high: int


@dataclasses.dataclass(frozen=True)
class Pointer:
    """An address, and the object that it was computed from; None where it was an integer."""

    address: int
    of: Object | None


@dataclasses.dataclass
class Op:
    """An operation: `successors` are pairs of a block's name and its arguments."""

    name: str
    result: str | None
    operands: list
    properties: str
    types: list
    type: str
    successors: list

    def property(self, name):
        found = re.search(rf"\b{name} = (-?\d+)", self.properties)
        return int(found[1]) if found else 0


@dataclasses.dataclass
class Function:
    """Blocks by their names, the first of which is the entry: arguments and operations."""

    name: str
    blocks: dict
    entry: str
    # Whether it is a kernel of which the block is known, and the grid.
    has_block: bool = False
    has_grid: bool = False


OPERATION = re.compile(
    r'(?:(?P<result>%\w+) = )?"(?P<name>[\w.]+)"\((?P<operands>[^)]*)\)(?:\[(?P<to>[^\]]*)\])?'
    r"(?: <\{(?P<properties>.*)\}>)?(?: \{.*\})? : \((?P<types>[^)]*)\) -> (?P<type>.*)"
)


def names(text):
    return [name for name in re.split(r",\s*", text or "") if name]


def read(text):
    """The functions of a module in generic form, by their names."""
    functions, function, block = {}, None, None
    for line in text.splitlines():
        line = line.strip()
        if line.startswith('"llvm.func"'):
            name = re.search(r'sym_name = "(\w+)"', line)[1]
            function = functions[name] = Function(name, {}, "")
        elif label := re.match(r"(\^\w+)(?:\((.*)\))?:", line):
            arguments = re.findall(r"(%\w+): ([^,]+)", label[2] or "")
            block = function.blocks.setdefault(label[1], (arguments, []))
            function.entry = function.entry or label[1]
        elif function and line.startswith("}) "):
            function.has_block = "gpu.known_block_size" in line
            function.has_grid = "gpu.known_grid_size" in line
        elif line.startswith("}) ") or line in ('"builtin.module"() ({', ""):
            continue
        elif function and (found := OPERATION.fullmatch(line)):
            if not function.blocks:
                block = function.blocks.setdefault("^bb0", ([], []))
                function.entry = "^bb0"
            block[1].append(operation(found))
        else:
            raise ValueError(f"not understood: {line}")
    return functions


def operation(found):
    operands, properties = names(found["operands"]), found["properties"] or ""
    targets, successors = names(found["to"]), []
    if found["name"] == "llvm.br":
        successors = [(targets[0], operands)]
    elif found["name"] == "llvm.cond_br":
        sizes = [int(n) for n in re.search(r"operandSegmentSizes = array<i32: ([\d, ]+)>", properties)[1].split(",")]
        yes, no = operands[1 : 1 + sizes[1]], operands[1 + sizes[1] :]
        successors = [(targets[0], yes), (targets[1], no)]
    return Op(found["name"], found["result"], operands, properties, names(found["types"]), found["type"], successors)


def bits(kind):
    if kind.startswith("!llvm.ptr"):
        return POINTER
    return int(kind[1:])


def signed(value, width):
    return value - (value >> (width - 1) << width)


def single(number):
    """A number rounded to 32 bits, as its bits."""
    return struct.unpack("<I", struct.pack("<f", number))[0]


def number(pattern):
    return struct.unpack("<f", struct.pack("<I", pattern))[0]


PREDICATES = [
    lambda a, b, s, t: a == b,
    lambda a, b, s, t: a != b,
    lambda a, b, s, t: s < t,
    lambda a, b, s, t: s <= t,
    lambda a, b, s, t: s > t,
    lambda a, b, s, t: s >= t,
    lambda a, b, s, t: a < b,
    lambda a, b, s, t: a <= b,
    lambda a, b, s, t: a > b,
    lambda a, b, s, t: a >= b,
]


# Blocks of at most 1024 threads.
SHAPES = [(256, 2, 2), (1024, 1, 1), (1, 1024, 1), (4, 4, 64), (32, 32, 1)]


class Machine:
    """Runs a function: `trace` is what it accesses, in its order, and what it returns."""

    def __init__(self, function, arguments, objects, units):
        """`units` is by how many units in the last place a reciprocal is off."""
        self.function, self.objects, self.units = function, objects, units
        # Any thread of 256, and any block: other ones for other arguments. (Of a block whose threads are known in all alone,
        # they may be along any axis.)
        seed = sum(a for a in arguments if isinstance(a, int))
        shape = (256, 2, 4) if function.has_block else SHAPES[seed // 5 % len(SHAPES)]
        self.special = {f"tid.{axis}": (seed * 37 + n * 91) % shape[n] for n, axis in enumerate("xyz")}
        if seed % 3 == 0:
            # One of the last: quotients by a product are off there first.
            self.special |= {f"tid.{axis}": max(shape[n] - 1 - seed // 3 % 8, 0) for n, axis in enumerate("xyz")}
        # (CUDA C++ Programming Guide: so many blocks there are at most.)
        grid = (3136, 1, 1) if function.has_grid else (2**31 - 1, 65535, 65535)
        for n, axis in enumerate("xyz"):
            last = grid[n] - 1
            self.special[f"ctaid.{axis}"] = last if seed % 7 == 0 else seed * 7919 % min(grid[n], 3136)
        self.values, self.trace = {}, []
        parameters, _ = function.blocks[function.entry]
        for (name, _), value in zip(parameters, arguments, strict=True):
            self.values[name] = value

    def run(self):
        name, steps = self.function.entry, 0
        while name:
            for op in self.function.blocks[name][1]:
                steps += 1
                if steps > STEPS:
                    raise Endless
                name = self.step(op)
        return self.trace

    def step(self, op):
        operands = [self.values[o] for o in op.operands]
        if op.successors:
            taken = op.successors[0]
            if op.name == "llvm.cond_br":
                if operands[0] is POISON:
                    raise Undefined("branch")
                taken = op.successors[0 if operands[0] else 1]
            parameters, _ = self.function.blocks[taken[0]]
            given = [self.values[o] for o in taken[1]]
            for (parameter, _), value in zip(parameters, given, strict=True):
                self.values[parameter] = value
            return taken[0]
        if op.name == "llvm.return":
            self.trace.append(("return", *(self.said(v) for v in operands)))
            return None
        value = self.compute(op, operands)
        if op.result:
            self.values[op.result] = value
        return None

    @staticmethod
    def said(value):
        return value.address if isinstance(value, Pointer) else value

    def access(self, pointer, size):
        if pointer is POISON:
            raise Undefined("poison pointer")
        inside = lambda o: o.low <= pointer.address and pointer.address + size <= o.high
        if not (inside(pointer.of) if pointer.of else any(map(inside, self.objects))):
            raise Undefined(f"outside: {pointer.address:#x}")
        return pointer.address

    def compute(self, op, operands):
        short = op.name.removeprefix("llvm.")
        if short == "mlir.constant":
            return op.property("value") % 2 ** bits(op.type) if "true" not in op.properties else 1
        if short == "load":
            address = self.access(operands[0], bits(op.type) // 8)
            self.trace.append(("load", address, op.type))
            # Any number does that depends on where it is.
            return (address * 0x9E3779B97F4A7C15 >> 7) % 2 ** bits(op.type)
        if short == "store":
            address = self.access(operands[1], bits(op.types[0]) // 8)
            self.trace.append(("store", address, self.said(operands[0]), op.types[0]))
            return None
        if op.name == "nvvm.cp.async.shared.global":
            return self.copy(op, operands)
        if op.name == "nvvm.barrier0":
            self.trace.append(("barrier",))
            return None
        if short == "select":
            return POISON if operands[0] is POISON else operands[1 if operands[0] else 2]
        if POISON in operands:
            if short in ("udiv", "urem") and operands[1] is POISON:
                raise Undefined("divisor")
            return POISON
        if short == "getelementptr":
            return self.gep(op, operands)
        if short in ("addrspacecast", "intr.strip.invariant.group"):
            return operands[0]
        if short == "ptrtoint":
            return operands[0].address
        if short == "inttoptr":
            return Pointer(operands[0], None)
        if short == "inline_asm":
            read = re.search(r'asm_string = "mov\.u32 \$0, %(tid\.\w);"', op.properties)
            return self.special[read[1]] if read else self.ptx(op, operands)
        if read := re.fullmatch(r"nvvm\.read\.ptx\.sreg\.(\w+\.\w)", op.name):
            return self.special[read[1]]
        return self.integer(op, short, operands)

    @staticmethod
    def ptx(op, operands):
        """Instructions of 32 bits, some under a predicate: `$0` is the result, and what is tied to it at first."""
        if wide := re.search(r'asm_string = "mul\.wide\.([us])32 \$0, \$1, (\d+|\$2);"', op.properties):
            if POISON in operands:
                return POISON
            numbers = [signed(number, 32) if wide[1] == "s" else number for number in operands]
            return numbers[0] * (numbers[1] if wide[2] == "$2" else int(wide[2])) % 2**64
        if plain := re.search(r'asm_string = "(mad\.lo\.s(?:32|64)|shl\.b64|cvt\.u64\.u32) \$0, (.*);"', op.properties):
            if POISON in operands:
                return POISON
            read = [operands[int(part[1:]) - 1] if part.startswith("$") else int(part) for part in plain[2].split(", ")]
            if plain[1] == "cvt.u64.u32":
                return read[0]
            if plain[1] == "shl.b64":
                return (read[0] << read[1]) % 2**64
            return (read[0] * read[1] + read[2]) % 2 ** int(plain[1][-2:])
        if "mov.b64 {$0, h}, $1" in op.properties:
            # A number of 64 bits, or the largest of 32.
            return POISON if POISON in operands else min(operands[0], 2**32 - 1)
        constraints = re.search(r'constraints = "([^"]*)"', op.properties)[1].split(",")
        registers = {f"${n}": value for n, value in enumerate(operands, 1)}
        registers["$0"] = registers[f"${constraints.index('0')}"]
        text = re.search(r'asm_string = "\{ \.reg \.pred p; (.*) \}"', op.properties)[1]
        holds = False
        for instruction in filter(None, text.split("; ")):
            guard, name, *places = re.fullmatch(r"(@p )?([\w.]+) (\$?\w+), (\$?\w+), (\$?\w+);?", instruction).groups()
            if guard and not holds:
                continue
            a, b = (registers[p] if p in registers else int(p) for p in places[1:])
            if name.startswith("setp."):
                holds = {"setp.ge.u32": a >= b, "setp.lt.u32": a < b}[name]
            else:
                registers[places[0]] = {"add.u32": a + b, "sub.u32": a - b}[name] % 2**32
        return registers["$0"]

    def copy(self, op, operands):
        size = op.property("size")
        filled = self.access(operands[0], size)
        read = size
        if len(operands) == 3:
            if operands[2] is POISON:
                raise Undefined("bytes")
            read = min(operands[2], size)
        source = self.access(operands[1], read) if read else None
        self.trace.append(("copy", filled, source, read))

    def gep(self, op, operands):
        pointer, flags = operands[0], op.property("noWrapFlags")
        constant = int(re.search(r"rawConstantIndices = array<i32: (-?\d+)>", op.properties)[1])
        index = signed(operands[1], bits(op.types[1])) if constant == DYNAMIC else constant
        size = int(re.search(r"elem_type = i(\d+)", op.properties)[1]) // 8
        low, whole = index % 2**POINTER, 2**POINTER
        offset = index * size
        if flags & 4 and (low * size >= whole or pointer.address + low * size >= whole):
            return POISON
        if flags & 2:
            natural = pointer.address + offset
            if not -(whole // 2) <= offset < whole // 2 or not 0 <= natural < whole:
                return POISON
        address = (pointer.address + offset) % whole
        if flags & 1:
            at = [pointer.of] if pointer.of else self.objects
            if not any(o.low <= pointer.address <= o.high and o.low <= address <= o.high for o in at):
                return POISON
        return Pointer(address, pointer.of)

    def integer(self, op, short, operands):
        width = bits(op.types[0]) if op.types[0] != "f32" else 32
        out = bits(op.type) if op.type != "f32" else 32
        a, b = operands[0], operands[1] if len(operands) > 1 else 0
        s, t = signed(a, width), signed(b, width)
        nsw, nuw = op.property("overflowFlags") & 1, op.property("overflowFlags") & 2
        natural = {
            "add": lambda: (a + b, s + t),
            "sub": lambda: (a - b, s - t),
            "mul": lambda: (a * b, s * t),
            "shl": lambda: (a << b, s << b) if b < width else None,
            "trunc": lambda: (a, s),
        }
        if short in natural:
            exact = natural[short]()
            if exact is None or nuw and not 0 <= exact[0] < 2**out:
                return POISON
            if nsw and not -(2 ** (out - 1)) <= exact[1] < 2 ** (out - 1):
                return POISON
            return exact[0] % 2**out
        match short:
            case "and":
                return a & b
            case "or":
                return POISON if "isDisjoint" in op.properties and a & b else a | b
            case "xor":
                return a ^ b
            case "lshr":
                return a >> b if b < width else POISON
            case "sext":
                return s % 2**out
            case "zext":
                return POISON if "nonNeg" in op.properties and s < 0 else a
            case "bitcast":
                return a
            case "udiv" | "urem":
                if b == 0:
                    raise Undefined("division by zero")
                return a // b if short == "udiv" else a % b
            case "icmp":
                return int(PREDICATES[op.property("predicate")](a, b, s, t))
            case "uitofp":
                return single(float(a))
            case "fptoui":
                whole = int(number(a)) if number(a) == number(a) and abs(number(a)) < 2**60 else -1
                return whole if 0 <= whole < 2**out else POISON
        if op.name == "nvvm.rcp.approx.ftz.f":
            return self.reciprocal(a)
        raise ValueError(f"not understood: {op.name}")

    def reciprocal(self, a):
        if number(a) == 0:
            return single(float("inf"))
        exact = 1 / number(a)
        near = single(exact)
        off = (near + self.units) % 2**32
        unit = 2.0 ** ((near >> 23 & 255) - 150)
        return off if abs(number(off) - exact) <= unit else near
