"""Runs a thread of a PTX kernel and says which global memory it touches.

It knows the instructions that LLVM makes of integer arithmetic, and stops with Unknown at
any other. A load gives 0; what is stored is not kept. Semantics: PTX ISA 8.0, "Instruction Set".
"""

import dataclasses
import math
import operator
import re
import struct

# Instructions that a thread may take.
LIMIT = 100_000


class Unknown(Exception):
    """An instruction or an operand that this interpreter does not know."""


@dataclasses.dataclass(frozen=True)
class Instruction:
    guard: str | None
    negated: bool
    # The opcode's parts, such as ("mul", "wide", "u32").
    parts: tuple
    operands: tuple


@dataclasses.dataclass(frozen=True)
class Access:
    kind: str
    address: int
    # How many bytes.
    width: int


class Kernel:
    """The instructions of an entry, its parameters' names in order, and where its labels are."""

    def __init__(self, name, parameters, body):
        self.name = name
        self.parameters = re.findall(r"(\w+_param_\d+)", parameters)
        self.instructions, self.labels = [], {}
        # Inline: some instructions on a line, with a predicate of their own.
        inline = lambda m: re.sub(r"\bp\b", "%inline", m[1]).replace("; ", ";\n")
        body = re.sub(r"\{ \.reg \.pred p; (.*?) \}", inline, body)
        for line in body.splitlines():
            line = line.strip().rstrip(";").strip()
            if label := re.fullmatch(r"(\$?\w+):", line):
                self.labels[label[1]] = len(self.instructions)
            elif line and not line.startswith("."):
                guard, sign, opcode, operands = re.fullmatch(r"(?:(@(!?)%\w+)\s+)?(\S+)\s*(.*)", line).group(1, 2, 3, 4)
                operands = tuple(re.findall(r"\{[^}]*\}|\[[^\]]*\]|[^,\s]+", operands))
                guard = guard and guard.lstrip("@!")
                self.instructions.append(Instruction(guard, sign == "!", tuple(opcode.split(".")), operands))


def kernels(text):
    """The kernels of a PTX file, by name."""
    text = re.sub(r"//.*", "", text)
    found = re.findall(r"\.entry\s+(\w+)\((.*?)\)(.*?)\n\{(.*?)\n\}", text, re.S)
    return {name: Kernel(name, parameters, body) for name, parameters, _, body in found}


def low(value, bits):
    return value & ((1 << bits) - 1)


def signed(value, bits):
    value = low(value, bits)
    return value - (1 << bits) if value >> (bits - 1) else value


def quotient(a, b):
    """Rounded to zero."""
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


BINARY = {
    "add": operator.add,
    "sub": operator.sub,
    "and": operator.and_,
    "or": operator.or_,
    "xor": operator.xor,
    "min": min,
    "max": max,
    "div": quotient,
    "rem": lambda a, b: a - b * quotient(a, b),
}
COMPARE = {
    "eq": operator.eq, "ne": operator.ne, "lt": operator.lt, "le": operator.le, "gt": operator.gt,
    "ge": operator.ge, "lo": operator.lt, "ls": operator.le, "hi": operator.gt, "hs": operator.ge,
}


def parts(vector):
    """The registers of a vector, or the only one."""
    return [name.strip() for name in vector.strip("{}").split(",")]


def as_bits(number):
    """A number rounded to 32 bits, as its bits."""
    return struct.unpack("<I", struct.pack("<f", number))[0]


def as_number(bits):
    return struct.unpack("<f", struct.pack("<I", bits))[0]


class Thread:
    """One thread: `special` has its special registers by name, `parameters` the kernel's in order."""

    def __init__(self, kernel, parameters, special):
        self.kernel, self.registers = kernel, dict(special)
        self.parameters = dict(zip(kernel.parameters, parameters, strict=True))
        self.accesses = []

    def run(self):
        """What it touches, in order."""
        at = 0
        for _ in range(LIMIT):
            if at == len(self.kernel.instructions):
                return self.accesses
            instruction = self.kernel.instructions[at]
            at += 1
            if instruction.guard and bool(self.value(instruction.guard)) == instruction.negated:
                continue
            opcode = instruction.parts[0]
            if opcode in ("ret", "exit"):
                return self.accesses
            if opcode == "bra":
                at = self.kernel.labels[instruction.operands[0]]
            else:
                self.step(instruction)
        raise Unknown(f"{self.kernel.name} has no end")

    def value(self, operand):
        if operand in self.registers:
            return self.registers[operand]
        if operand.startswith("0f"):
            return int(operand[2:], 16)
        try:
            return int(operand.rstrip("U"), 0)
        except ValueError:
            raise Unknown(f"operand {operand}") from None

    def address(self, operand):
        base, offset = re.fullmatch(r"\[([^+\]]+)(?:\+(-?\d+))?\]", operand).groups()
        return base, int(offset or 0)

    def step(self, instruction):
        (opcode, *modifiers), operands = instruction.parts, instruction.operands
        kind = modifiers[-1]
        bits = int(re.sub(r"\D", "", kind) or 1)
        if opcode == "ld" and modifiers[0] == "param":
            name, offset = self.address(operands[1])
            if offset:
                raise Unknown("a part of a parameter")
            self.registers[operands[0]] = low(self.parameters[name], bits)
        elif opcode in ("ld", "st") and "global" in modifiers:
            self.touch(opcode, bits, *(operands if opcode == "st" else operands[::-1]))
        elif opcode == "mov" and operands[0].startswith("{"):
            names, value = parts(operands[0]), self.value(operands[1])
            width = bits // len(names)
            self.registers.update({name: low(value >> width * n, width) for n, name in enumerate(names)})
        elif opcode == "mov" and operands[1].startswith("{"):
            names = parts(operands[1])
            width = bits // len(names)
            self.registers[operands[0]] = sum(low(self.value(name), width) << width * n for n, name in enumerate(names))
        else:
            self.registers[operands[0]] = self.compute(opcode, modifiers, kind, bits, operands[1:])

    def touch(self, opcode, bits, place, values):
        base, offset = self.address(place)
        names = parts(values)
        start = low(self.value(base) + offset, 64)
        width = bits // 8 * len(names)
        if start % width:
            raise Unknown(f"{width} bytes at {start:#x}, which is not aligned")
        self.accesses.append(Access(opcode, start, width))
        if opcode == "ld":
            self.registers.update(dict.fromkeys(names, 0))

    def compute(self, opcode, modifiers, kind, bits, operands):
        def number(operand):
            value = self.value(operand)
            return signed(value, bits) if kind[0] == "s" else low(value, bits)

        if opcode in ("mov", "cvta"):
            return low(self.value(operands[0]), bits)
        if opcode == "cvt":
            to, source = (m for m in modifiers if re.fullmatch(r"[usbf]\d+", m))
            width = int(source[1:])
            value = self.value(operands[0])
            if to == "f32":
                return as_bits(float(low(value, width)))
            if source == "f32":
                # What does not fit is the nearest number that does, and what is none 0.
                exact, most = as_number(value), (1 << int(to[1:])) - 1
                return 0 if exact != exact else int(min(max(exact, 0), most))
            return low(signed(value, width) if source[0] == "s" else low(value, width), int(to[1:]))
        if opcode == "rcp":
            divisor = as_number(self.value(operands[0]))
            return as_bits(1 / divisor if divisor else math.inf)
        if opcode == "setp" and len(operands) == 2:
            return int(COMPARE[modifiers[0]](*map(number, operands)))
        if opcode == "selp":
            return number(operands[0] if self.value(operands[2]) else operands[1])
        if opcode == "not":
            return low(~number(operands[0]), bits)
        if opcode == "neg":
            return low(-number(operands[0]), bits)
        if opcode in ("shl", "shr"):
            by = min(low(self.value(operands[1]), 32), bits)
            return low(number(operands[0]) << by if opcode == "shl" else number(operands[0]) >> by, bits)
        if opcode == "bfe" and kind[0] == "u":
            value, at, length = map(number, operands)
            return value >> min(at, 255) & (1 << min(length, 255)) - 1
        if opcode == "bfi":
            field, value, at, length = map(number, operands)
            mask = low((1 << min(length, 255)) - 1 << min(at, 255), bits)
            return value & ~mask | low(field << min(at, 255), bits) & mask
        if opcode in ("mul", "mad"):
            product = number(operands[0]) * number(operands[1])
            wide = bits * 2 if modifiers[0] == "wide" else bits
            added = self.value(operands[2]) if opcode == "mad" else 0
            return low((product >> bits if modifiers[0] == "hi" else product) + added, wide)
        if opcode in ("min", "max") and modifiers[0] == "relu":
            return max(BINARY[opcode](*map(number, operands)), 0)
        if opcode in BINARY and modifiers[0] in (kind, "lo"):
            return low(BINARY[opcode](*map(number, operands)), bits)
        raise Unknown(".".join((opcode, *modifiers)))
