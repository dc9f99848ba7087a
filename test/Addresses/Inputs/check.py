#!/usr/bin/env python3
"""Compares addresses in PTX with those that layouts say, computed in Python's integers.

    check.py KERNELS.mlir KERNELS.ptx [--index-bitwidth 32|64] [--break]

A comment before each kernel of KERNELS.mlir says what it touches, in Python's notation:

    // @NAME with bx<65536, t<128, N=4096, ...
    // MEMREF LAYOUT at COORDINATE [x VECTOR]

Names are those of the kernel's integer parameters, and t, bx, by, bz: the thread and the block. A name with
`<` takes values from 0 to below that, the others have theirs. There is a line of the second kind
for each access. COORDINATE may be a list of coordinates: a loop, or an access that a condition
leaves out. VECTOR elements from there are touched together.

Each kernel is run for the first and the last values, also with one of them at its other end, for those that
come nearest to 2^31, 2^32 and 2^33 elements and bytes from either side, with their neighbours, and for
random ones. Memory begins where an addition in 32 bits would carry.

With --break each 64-bit integer instruction is spoilt in turn, to compute in 32 bits with and
without a sign: how much of this is noticed is printed. (What it does to small numbers is no error.)
"""

import argparse
import dataclasses
import pathlib
import random
import re
import sys

import layouts
import ptx

WIDTH = {"i8": 1, "f16": 2, "f32": 4, "f64": 8}
SPECIAL = {"t": "%tid.x", "bx": "%ctaid.x", "by": "%ctaid.y", "bz": "%ctaid.z"}
RANDOM = 40
FIRST_BASE, NEXT_BASE = 0x7EAD_FFFF_F000, 0x0100_0000_0000


@dataclasses.dataclass
class Memory:
    """A memref parameter: its element's bytes, and how many numbers describe its shape."""

    element: int
    rank: int
    base: int


class Kernel:
    """What a kernel's comment says of it."""

    def __init__(self, name, names, accesses, signature):
        self.name, self.limits, self.fixed = name, {}, {}
        for item in re.split(r",\s*(?![^(]*\))", names):
            key, sign, value = re.fullmatch(r"(\w+)\s*([<=])\s*(.*)", item.strip()).groups()
            (self.limits if sign == "<" else self.fixed)[key] = eval(value, {}, dict(self.fixed))
        self.parameters, base = {}, FIRST_BASE
        for parameter, kind in re.findall(r"%(\w+): (memref<[^%{]*>|index|i32|i64)", signature):
            self.parameters[parameter] = kind
            if shape := re.match(r"memref<((?:[\d?]+x)*)(\w+)", kind):
                rank = 1 if "#layout" in kind else shape[1].count("x")
                self.parameters[parameter] = Memory(WIDTH[shape[2]], rank, base)
                base += NEXT_BASE
        self.accesses = []
        for memref, layout, coordinate, vector in accesses:
            coordinate = compile(coordinate, name, "eval")
            self.accesses.append((memref, layouts.Layout(layout, self.fixed), coordinate, int(vector or 1)))

    def coordinates(self, access, values):
        found = eval(access[2], {"range": range, **self.fixed, **values})
        return found if isinstance(found, list) else [found]

    def expected(self, values):
        """The addresses of all elements that are touched, sorted."""
        found = []
        for access in self.accesses:
            memref, layout, _, vector = access
            memory = self.parameters[memref]
            for coordinate in self.coordinates(access, values):
                index = layout.index(coordinate)
                found += [memory.base + (index + k) * memory.element for k in range(vector)]
        return sorted(found)

    def touched(self, program, values, index_bits):
        """The same of the compiled kernel."""
        values = {**self.fixed, **values}
        parameters = []
        for name, kind in self.parameters.items():
            if isinstance(kind, Memory):
                # A descriptor: two pointers, an offset, sizes and strides, which nothing should read.
                parameters += [kind.base, kind.base] + [1 << index_bits - 2] * (1 + 2 * kind.rank)
            else:
                parameters.append(values[name])
        special = {register: values.get(name, 0) for name, register in SPECIAL.items()}
        found = []
        for access in ptx.Thread(program, parameters, special).run():
            memory = max((m for m in self.parameters.values() if isinstance(m, Memory) and m.base <= access.address),
                         key=lambda m: m.base, default=Memory(1, 1, 0))
            found += range(access.address, access.address + access.width, memory.element)
        return sorted(found)

    def samples(self):
        """Values to run with, each once."""
        rng = random.Random(self.name)
        first, last = dict.fromkeys(self.limits, 0), self.last()
        yield from (first, last)
        for name in self.limits:
            yield {**first, name: last[name]}
            yield {**last, name: 0}
        element = self.parameters[self.accesses[0][0]].element
        for bits in (31, 32, 33):
            for target in {(1 << bits) - 1, (1 << bits) // element - 1}:
                yield from self.around(target)
        for _ in range(RANDOM):
            yield {name: rng.randrange(limit) for name, limit in self.limits.items()}

    def last(self):
        return {name: limit - 1 for name, limit in self.limits.items()}

    def index(self, values):
        """The first element of the first access, before a swizzle."""
        first = self.coordinates(self.accesses[0], values)[:1]
        return self.accesses[0][1].plain(first[0]) if first else 0

    def around(self, target):
        """The values that come nearest to an index from below, and their neighbours."""
        zeros = dict.fromkeys(self.limits, 0)
        effect = {n: self.index({**zeros, n: limit - 1}) - self.index(zeros) for n, limit in self.limits.items()}
        values = {name: limit - 1 if effect[name] < 0 else 0 for name, limit in self.limits.items()}
        for name in sorted(self.limits, key=lambda name: abs(effect[name]), reverse=True):
            # How far from where the index is least.
            first, step = values[name], -1 if effect[name] < 0 else 1
            least, most = 0, self.limits[name] - 1
            while least < most:
                middle = (least + most + 1) // 2
                if self.index({**values, name: first + step * middle}) <= target:
                    least = middle
                else:
                    most = middle - 1
            values = {**values, name: first + step * least}
        yield values
        for name, limit in self.limits.items():
            for moved in (values[name] - 1, values[name] + 1):
                if 0 <= moved < limit:
                    yield {**values, name: moved}

    def threads(self):
        """Each sample with the addresses that it touches."""
        unique = {tuple(sample.items()): sample for sample in self.samples()}
        return [(sample, self.expected(sample)) for sample in unique.values()]

    def farthest(self, threads):
        """The last element that is touched, of any memory."""
        memories = [m for m in self.parameters.values() if isinstance(m, Memory)]
        touched = [address for _, expected in threads for address in expected]
        return max((a - m.base) // m.element for m in memories for a in touched if m.base <= a < m.base + NEXT_BASE)

    def first_difference(self, program, threads, index_bits):
        """What is wrong in the first thread that is; none if all are right."""
        for values, expected in threads:
            try:
                touched = self.touched(program, values, index_bits)
            except ptx.Unknown as unknown:
                return f"{values}: {unknown}"
            if touched != expected:
                def text(addresses):
                    return " ".join(f"{a:#x}" for a in addresses[:8])
                return f"{values}: touches {text(touched)}, expected {text(expected)}"
        return None


def described(source):
    """The kernels of a file with comments."""
    pattern = r"// @(\w+) with (.*)\n((?:\s*// \w+ .* at .*\n)+)(?:\s*//.*\n)*\s*gpu\.func @(\w+)\((.*?)\)\s*(?:\w|\n)"
    for name, names, lines, function, signature in re.findall(pattern, source):
        if name != function:
            raise SystemExit(f"{name} stands before {function}")
        accesses = re.findall(r"// (\w+) (.*?) at (.*?)(?: x (\d+))?\n", lines)
        yield Kernel(name, names, accesses, signature)


def spoilt(program):
    """The program with each 64-bit instruction in turn cut to 32 bits; and each without a sign with one."""
    for at, instruction in enumerate(program.instructions):
        for parts in spellings(instruction.parts):
            changed = dataclasses.replace(instruction, parts=parts)
            other = object.__new__(ptx.Kernel)
            other.__dict__.update(program.__dict__)
            other.instructions = program.instructions[:at] + [changed] + program.instructions[at + 1 :]
            yield f"{'.'.join(instruction.parts)} as {'.'.join(parts)}", other


def spellings(parts):
    opcode, kind = parts[0], parts[-1]
    if opcode in ("add", "sub", "mul", "mad", "shl") and kind[1:] == "64":
        yield (*parts[:-1], f"{kind[0]}32")
    if "wide" in parts:
        narrow = "s32" if kind == "u32" else "u32"
        yield (*parts[:-1], narrow)
        yield (*(p if p != "wide" else "lo" for p in parts[:-1]), kind)
    if opcode == "cvt" and parts[1:] in (("u64", "u32"), ("s64", "s32")):
        yield ("cvt", "s64", "s32") if parts[1] == "u64" else ("cvt", "u64", "u32")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("source", type=pathlib.Path)
    parser.add_argument("ptx", type=pathlib.Path)
    parser.add_argument("--index-bitwidth", type=int, default=64)
    parser.add_argument("--break", dest="breaks", action="store_true")
    options = parser.parse_args()
    source = options.source.read_text(encoding="utf-8")
    found = list(described(source))
    if len(found) != source.count("gpu.func @"):
        raise SystemExit(f"{len(found)} of {source.count('gpu.func @')} kernels say what they touch")
    programs = ptx.kernels(options.ptx.read_text(encoding="utf-8"))
    wrong = noticed = tried = 0
    for kernel in found:
        program, threads = programs[kernel.name], kernel.threads()
        if difference := kernel.first_difference(program, threads, options.index_bitwidth):
            wrong += 1
            print(f"{kernel.name}: WRONG at {difference}")
        elif options.breaks:
            missed = [what for what, other in spoilt(program)
                      if not kernel.first_difference(other, threads, options.index_bitwidth)]
            total = sum(1 for _ in spoilt(program))
            noticed, tried = noticed + total - len(missed), tried + total
            wrong += len(missed) == total
            print(f"{kernel.name}: {total - len(missed)} of {total} noticed" + "".join(f"; not {m}" for m in missed))
        else:
            print(f"{kernel.name}: {len(threads)} threads, elements to {kernel.farthest(threads)}")
    print(f"{noticed} of {tried} noticed" if options.breaks else f"{len(found)} kernels, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
