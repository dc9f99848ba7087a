#!/usr/bin/env python3
"""Compares the twins of bench/index without a GPU: their PTX, run thread by thread on some blocks.

Usage: python3 interpret.py DIR [--only NAME]... [--blocks N], where DIR is what ./x bench index
made. The first block, the last and random ones are run, on memory of which each byte depends on its
address; what they leave in the results must be the same. The instructions of an mma are not known.
Exits with 1 if a kernel's results differ from those of its twin in CuTe.
"""

import argparse
import collections
import json
import pathlib
import random
import re
import struct
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.append(str(ROOT / "test/Addresses/Inputs"))
import ptx  # noqa: E402

VARIANTS = ("simplified", "plain", "cute")
WIDTH = {"i8": 1, "f16": 2, "f32": 4, "i32": 4, "i64": 8}
# Buffers lie so far apart that no index that is wrong by less reaches another.
FIRST_BASE, NEXT_BASE, SHARED_BASE = 0x7EAD_FFFF_F000, 0x0100_0000_0000, 0x400
WARP = 32
FLOATS = {"add": lambda a, b: a + b, "sub": lambda a, b: a - b, "mul": lambda a, b: a * b, "max": max, "min": min}


class Memory:
    """Bytes by address: those that were written, those of tables, and otherwise some that are finite as numbers."""

    def __init__(self, tables):
        self.tables, self.written = tables, {}

    def read(self, address, width):
        return bytes(self.byte(address + n) for n in range(width))

    def byte(self, address):
        if (known := self.written.get(address, self.tables.get(address))) is not None:
            return known
        return (address * 0x9E3779B97F4A7C15 >> 29) & 0x3F

    def write(self, address, data):
        self.written.update(zip(range(address, address + len(data)), data, strict=True))


class Thread(ptx.Thread):
    """A thread of a block, whose run stops at barriers and where its warp does something together."""

    STOPS = ("bar", "barrier", "shfl", "stmatrix", "ldmatrix")

    def __init__(self, kernel, parameters, special, memories, shared):
        super().__init__(kernel, parameters, special)
        self.memories = memories
        self.registers.update(shared)

    def run(self):
        at = 0
        for _ in range(ptx.LIMIT):
            if at == len(self.kernel.instructions):
                return
            instruction = self.kernel.instructions[at]
            at += 1
            if instruction.guard and bool(self.value(instruction.guard)) == instruction.negated:
                continue
            opcode = instruction.parts[0]
            if opcode in ("ret", "exit"):
                return
            if opcode == "bra":
                at = self.kernel.labels[instruction.operands[0]]
            elif opcode in self.STOPS:
                yield instruction
            else:
                self.step(instruction)
        raise ptx.Unknown(f"{self.kernel.name} has no end")

    def step(self, instruction):
        parts, operands = instruction.parts, instruction.operands
        kind, space = parts[-1], next((p for p in parts if p in self.memories), None)
        if parts[:2] == ("cp", "async"):
            return None if parts[2] in ("commit_group", "wait_group", "wait_all") else self.copy(*operands)
        if parts[0] in ("ld", "st") and space:
            return self.move(parts[0], self.memories[space], int(kind[1:]) // 8, *operands)
        if kind == "f32" and parts[0] in FLOATS:
            a, b = (ptx.as_number(self.value(o)) for o in operands[1:])
            self.registers[operands[0]] = ptx.as_bits(FLOATS[parts[0]](a, b))
        else:
            super().step(instruction)
        return None

    def copy(self, into, source, size, read=None):
        """Copies asynchronously: at once, since who reads it has waited; zeros follow what is read."""
        width, number = self.value(size), self.value(read or size)
        data = self.memories["global"].read(self.place(source, width), number) if number else b""
        self.memories["shared"].write(self.place(into, width), data.ljust(width, b"\0"))

    def place(self, operand, width):
        base, offset = self.address(operand)
        start = ptx.low(self.value(base) + offset, 64)
        if start % width:
            raise ptx.Unknown(f"{width} bytes at {start:#x}, which is not aligned")
        return start

    def move(self, opcode, memory, width, first, second):
        place, values = (second, first) if opcode == "ld" else (first, second)
        names = ptx.parts(values)
        start = self.place(place, width * len(names))
        for at, name in enumerate(names):
            if opcode == "ld":
                self.registers[name] = int.from_bytes(memory.read(start + at * width, width), "little")
            else:
                memory.write(start + at * width, ptx.low(self.value(name), 8 * width).to_bytes(width, "little"))


def together(threads, instruction):
    """What a warp does together."""
    opcode, operands, memory = instruction.parts[0], instruction.operands, threads[0].memories["shared"]
    if opcode == "shfl":
        if "bfly" not in instruction.parts:
            raise ptx.Unknown(".".join(instruction.parts))
        name, *holds = operands[0].split("|")
        apart = threads[0].value(operands[2])
        values = [thread.value(operands[1]) for thread in threads]
        for lane, thread in enumerate(threads):
            thread.registers[name] = values[lane ^ apart]
            thread.registers.update(dict.fromkeys(holds, 1))
        return
    stores, transposed = opcode == "stmatrix", "trans" in instruction.parts
    place, vector = operands if stores else operands[::-1]
    # Lanes 8 i to 8 i + 7 have the rows of matrix i, of 16 bytes; a thread has two elements of a row.
    for matrix, name in enumerate(ptx.parts(vector)):
        rows = [threads[8 * matrix + row].place(place, 16) for row in range(8)]
        for lane, thread in enumerate(threads):
            places = [(lane // 4, 2 * (lane % 4) + half) for half in (0, 1)]
            places = [rows[c if transposed else r] + 2 * (r if transposed else c) for r, c in places]
            if stores:
                for half, address in enumerate(places):
                    memory.write(address, ptx.low(thread.value(name) >> 16 * half, 16).to_bytes(2, "little"))
            else:
                thread.registers[name] = sum(int.from_bytes(memory.read(a, 2), "little") << 16 * h for h, a in enumerate(places))


def run_block(program, parameters, block, grid, size, tables, shared):
    """The bytes of global memory that a block of a grid writes."""
    memories = {"global": Memory(tables), "shared": Memory({})}
    threads = []
    for t in range(size):
        special = {"%tid.x": t, "%tid.y": 0, "%tid.z": 0, "%ntid.x": size}
        for name, numbers in (("ctaid", block), ("nctaid", grid)):
            special.update({f"%{name}.{axis}": number for axis, number in zip("xyz", numbers, strict=True)})
        threads.append(Thread(program, parameters, special, memories, shared))
    running = {t: thread.run() for t, thread in enumerate(threads)}
    while running:
        waiting = {}
        for t, run in list(running.items()):
            if (instruction := next(run, None)) is None:
                del running[t]
            else:
                waiting[t] = instruction
        warps = collections.defaultdict(list)
        for t, instruction in waiting.items():
            warps[t // WARP].append((threads[t], instruction))
        # A warp that does something together goes on; the others wait at the barrier.
        busy = {w for w, all_of in warps.items() if all_of[0][1].parts[0] not in ("bar", "barrier")}
        for warp in busy:
            together([thread for thread, _ in warps[warp]], warps[warp][0][1])
        if busy and len(busy) < len(warps):
            raise ptx.Unknown("warps that are at different places")
    return memories["global"].written


def shared_places(text):
    """Where the shared buffers of a PTX file begin, by their names."""
    places, at = {}, SHARED_BASE
    for align, width, name, number in re.findall(r"\.shared \.align (\d+) \.b(\d+) (\w+)(?:\[(\d+)\])?;", text):
        at = -(-at // int(align)) * int(align)
        places[name] = at
        at += int(width) // 8 * int(number or 1)
    return places


def arguments(kernel, variant, bases):
    """A kernel's parameters as a variant takes them."""
    dynamic, given = any(a.get("dynamic") for a in kernel["arguments"]), []
    for argument in kernel["arguments"]:
        if "role" not in argument:
            given.append(argument["value"])
        elif dynamic and variant != "cute":
            base = bases[argument["name"]]
            given += [base, base, 0, argument["size"], 1]
        else:
            given.append(bases[argument["name"]])
    return given


def tables(kernel, bases, rng):
    """The bytes of the buffers whose contents are addresses."""
    known = {}
    for argument in kernel["arguments"]:
        if argument.get("role") == "table":
            below, size, width = argument["below"], argument["size"], WIDTH[argument["type"]]
            numbers = rng.sample(range(below), size) if argument.get("distinct") else rng.choices(range(below), k=size)
            if argument.get("sorted"):
                numbers.sort()
            data = b"".join((n * argument.get("times", 1)).to_bytes(width, "little") for n in numbers)
            known.update(enumerate(data, bases[argument["name"]]))
    return known


def check(directory, name, kernel, blocks):
    """What is wrong with a kernel's variants, or None; and how many bytes were compared.

    ptx.Unknown where a variant has an instruction that is not known."""
    rng = random.Random(name)
    buffers = [a["name"] for a in kernel["arguments"] if "role" in a]
    bases = {buffer: FIRST_BASE + n * NEXT_BASE for n, buffer in enumerate(buffers)}
    known = tables(kernel, bases, rng)
    ends = [[0, 0, 0], [n - 1 for n in kernel["grid"]]]
    chosen = (ends + [[rng.randrange(n) for n in kernel["grid"]] for _ in range(blocks)])[: max(blocks, 1)]
    texts = {v: (directory / f"{name}.{v}.ptx").read_text(encoding="utf-8") for v in VARIANTS}
    programs = {v: ptx.kernels(re.sub(r"\.shared [^;]*;", "", text))[name] for v, text in texts.items()}
    written = 0
    for block in chosen:
        left = {}
        for variant in VARIANTS:
            given = arguments(kernel, variant, bases)
            left[variant] = run_block(
                programs[variant], given, block, kernel["grid"], kernel["block"], known, shared_places(texts[variant])
            )
        for variant in VARIANTS[:2]:
            if left[variant] != left["cute"]:
                different = {a for a in left[variant].keys() | left["cute"].keys() if left[variant].get(a) != left["cute"].get(a)}
                return f"{variant}, block {block}: {len(different)} of {len(left['cute'])} bytes differ, the first at {min(different):#x}", written
        written += len(left["cute"])
    return (None if written else "nothing is written"), written


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("directory", type=pathlib.Path)
    parser.add_argument("--only", action="append", metavar="NAME", help="this kernel; may be given again")
    parser.add_argument("--blocks", type=int, default=3, help="how many blocks of each kernel are run")
    options = parser.parse_args()
    kernels = json.loads((options.directory / "kernels.json").read_text(encoding="utf-8"))
    wrong = left_out = 0
    for name in options.only or kernels:
        try:
            said, written = check(options.directory, name, kernels[name], options.blocks)
            wrong += said is not None
            said = said or f"equal, {written} bytes"
        except ptx.Unknown as unknown:
            left_out += 1
            said = f"not run: {unknown}"
        print(f"{name:24}{said}", flush=True)
    print(f"{wrong} wrong, {left_out} not run")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
