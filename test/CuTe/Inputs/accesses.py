#!/usr/bin/env python3
"""What a program of CuTe DSL touches in memory, thread by thread, once convert-cute-to-layout has made PTX of it.

Usage: python3 accesses.py KERNELS.json OUT [NAME]... In the file stand kernels with their arguments, grid and block, and a hash
of what the PTX that the DSL itself makes of each touches and leaves (bench/cute/check.py --keep). The IR lies beside it.
"""

import hashlib
import json
import os
import pathlib
import re
import struct
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent.parent
sys.path += [str(ROOT / "bench/index"), str(ROOT / "test/Addresses/Inputs")]
import interpret  # noqa: E402
import ptx  # noqa: E402

CHIP = "sm_90a"
# lit puts layout-opt into the path.
LAYOUT_OPT = pathlib.Path(os.environ["LAYOUT_BIN"]) / "layout-opt" if "LAYOUT_BIN" in os.environ else "layout-opt"
CONVERT = ("--allow-unregistered-dialect", "--convert-cute-to-layout")


def half(bits):
    return struct.unpack("<e", struct.pack("<H", bits & 0xFFFF))[0]


class Thread(interpret.Thread):
    """A thread that notes which bytes it touches."""

    STOPS = (*interpret.Thread.STOPS, "mma")
    every = []

    def __init__(self, kernel, parameters, special, memories, shared):
        super().__init__(kernel, parameters, {**special, "%laneid": special["%tid.x"] % 32}, memories, shared)
        self.touched = {(kind, space): set() for kind in ("ld", "st") for space in ("global", "shared")}
        self.every.append(self)

    def step(self, instruction):
        parts, operands = instruction.parts, instruction.operands
        if parts[:2] == ("ld", "param"):
            return self.parameter(int(parts[-1][1:]) // 8, *operands)
        if parts[:2] == ("cp", "async") and "shared" in parts:
            self.copied(*operands)
        elif parts[:2] == ("cp", "async"):
            pass
        elif parts[0] == "bfe" and parts[-1][0] == "s":
            value, at, length = (self.value(o) for o in operands[1:])
            self.registers[operands[0]] = ptx.low(ptx.signed(value >> at, length), int(parts[-1][1:]))
        elif parts[0] == "fma":
            a, b, c = (ptx.as_number(self.value(o)) for o in operands[1:])
            self.registers[operands[0]] = ptx.as_bits(a * b + c)
        elif parts[0] == "cvt" and parts[-1] == "f32" and parts[-2] in ("f16", "f16x2"):
            # The first operand is the upper half.
            numbers = [ptx.as_number(self.value(o)) for o in reversed(operands[1:])]
            words = [int.from_bytes(struct.pack("<e", number), "little") for number in numbers]
            self.registers[operands[0]] = sum(word << 16 * n for n, word in enumerate(words))
        elif parts[0] == "cvt" and parts[-1] == "f16":
            self.registers[operands[0]] = ptx.as_bits(half(self.value(operands[1])))
        elif parts[0] == "mov" and operands[1] == "%laneid":
            self.registers[operands[0]] = self.value(operands[1])
        else:
            return super().step(instruction)
        return None

    def parameter(self, width, target, place):
        name, offset = self.address(place)
        data = self.parameters[name]
        for at, register in enumerate(ptx.parts(target)):
            begin = offset + at * width
            self.registers[register] = int.from_bytes(data[begin : begin + width], "little")

    def copied(self, target, source, size, *given):
        """cp.async, done at once: what is read before it is waited for is not looked for here."""
        size = int(size, 0)
        read = min(ptx.low(self.value(given[0]), 32), size) if given else size
        start, end = ptx.low(self.value(self.address(source)[0]) + self.address(source)[1], 64), self.place(target, size)
        if read and start % size:
            raise ptx.Unknown(f"{size} bytes at {start:#x}, which is not aligned")
        self.touched["ld", "global"].update(range(start, start + read))
        self.touched["st", "shared"].update(range(end, end + size))
        self.memories["shared"].write(end, self.memories["global"].read(start, read) + bytes(size - read))

    def move(self, opcode, memory, width, first, second):
        place, values = (second, first) if opcode == "ld" else (first, second)
        size = width * len(ptx.parts(values))
        start = self.place(place, size)
        space = next(name for name, known in self.memories.items() if known is memory)
        self.touched[opcode, space].update(range(start, start + size))
        super().move(opcode, memory, width, first, second)


def halves(word):
    return half(word), half(word >> 16)


def multiply(threads, instruction):
    """mma.sync of m16n8k16 and m16n8k8, f16 with sums in f32: lane 4 g + q has pairs of row or column g."""
    target, a, b, c = (ptx.parts(operand) for operand in instruction.operands)
    depth = int(next(p for p in instruction.parts if p.startswith("m16n8"))[6:])
    left, right = [[0.0] * depth for _ in range(16)], [[0.0] * depth for _ in range(8)]
    for lane, thread in enumerate(threads):
        g, q = divmod(lane, 4)
        for n, name in enumerate(a):
            row, k = g + 8 * (n % 2), 2 * q + 8 * (n // 2)
            left[row][k : k + 2] = halves(thread.value(name))
        for n, name in enumerate(b):
            right[g][2 * q + 8 * n : 2 * q + 8 * n + 2] = halves(thread.value(name))
    for lane, thread in enumerate(threads):
        g, q = divmod(lane, 4)
        sums = []
        for n, name in enumerate(c):
            row, column = g + 8 * (n // 2), 2 * q + n % 2
            sums.append(ptx.as_number(thread.value(name)) + sum(x * y for x, y in zip(left[row], right[column])))
        thread.registers.update(zip(target, map(ptx.as_bits, sums)))


def together(threads, instruction):
    """What a warp does together: beside the rest, products, and the value of lane 0 for all."""
    if instruction.parts[0] == "mma":
        multiply(threads, instruction)
        return
    if instruction.parts[0] == "shfl" and "idx" in instruction.parts:
        name = instruction.operands[0].split("|")[0]
        value = threads[threads[0].value(instruction.operands[2])].value(instruction.operands[1])
        for thread in threads:
            thread.registers[name] = value
        return
    interpret.ORIGINAL(threads, instruction)


interpret.ORIGINAL, interpret.together, interpret.Thread = interpret.together, together, Thread


def kernel_of(text):
    """The kernel of a PTX file, and where its shared memory is."""
    text = re.sub(r"\.reqntid[^\n]*|\.maxntid[^\n]*|\.minnctapersm[^\n]*|\.noreturn|\.param \.align \d+ \.b8 ", "", text)
    text = re.sub(r"mma\.sync[^;]*", lambda found: " ".join(found[0].split()), text)
    places = interpret.shared_places(text)
    # Dynamic shared memory begins where static memory would.
    for name in re.findall(r"\.extern \.shared [^;]*?(\w+)\[\];", text):
        places[name] = interpret.SHARED_BASE
    text = re.sub(r"\.(?:extern )?shared [^;]*;|\.extern [^;]*;", "", text)
    (kernel,) = ptx.kernels(text).values()
    return kernel, places


def run(text, parameters, blocks, size):
    """What each thread touches, and what is written, block by block."""
    kernel, places = kernel_of(text)
    found = []
    for block in range(blocks):
        Thread.every = []
        interpret.Thread.every = Thread.every
        written = interpret.run_block(kernel, parameters, [block, 0, 0], [blocks, 1, 1], size, {}, places)
        found.append(([thread.touched for thread in Thread.every], written))
    return found


# The host: integers of operations of arith, as MLIR prints them.

HOST = {
    "addi": lambda a, b: a + b,
    "subi": lambda a, b: a - b,
    "muli": lambda a, b: a * b,
    "floordivsi": lambda a, b: a // b,
    "divui": lambda a, b: a // b,
    "divsi": ptx.quotient,
    "remsi": lambda a, b: a - b * ptx.quotient(a, b),
    "remui": lambda a, b: a % b,
    "maxsi": max,
    "minsi": min,
    "shrui": lambda a, b: a >> b,
    "shli": lambda a, b: a << b,
    "ori": lambda a, b: a | b,
    "andi": lambda a, b: a & b,
}


def launched(host, arguments):
    """The grid and the kernel's arguments, with their types, of the launch in a host's function."""
    signature, body = re.search(r"func\.func @\w+\((.*?)\)[^\n]*\{\n(.*)", host, re.S).groups()
    names = re.findall(r"(%arg\d+): ", signature)
    values = dict(zip(names, arguments, strict=True))
    for line in body.splitlines():
        if found := re.match(r"\s*(%\w+) = arith\.constant (-?\d+|true|false)", line):
            values[found[1]] = {"true": 1, "false": 0}.get(found[2]) if found[2].isalpha() else int(found[2])
        elif found := re.match(r"\s*(%\w+) = arith\.(?:index_cast|extsi|extui|trunci|index_castui) (?:nneg )?(%\w+)", line):
            values[found[1]] = values[found[2]]
        elif found := re.match(r"\s*(%\w+) = arith\.(\w+) (%\w+), (%\w+)", line):
            values[found[1]] = HOST[found[2]](values[found[3]], values[found[4]])
        elif found := re.match(r"\s*gpu\.launch_func\s+\S+ blocks in \((.*?)\) threads in .*?args\((.*)\)", line):
            given = [a.split(" : ") for a in found[2].split(", ")] if found[2] else []
            grid = [values[name] for name in found[1].split(", ")]
            return grid, [(values[name], kind) for name, kind in given]
    raise ValueError("nothing is launched")


def parts(argument, base):
    """The parts of an argument, an integer or a tensor, as the host's function takes them."""
    if isinstance(argument, int):
        return [argument]
    if argument["static"]:
        return [base]
    sizes, order = argument["sizes"], argument["order"]
    stride, strides = 1, [0] * len(sizes)
    for mode in sorted(range(len(sizes)), key=lambda mode: order[mode]):
        strides[mode] = stride
        stride *= sizes[mode]
    return [base, *sizes, *(strides[mode] for mode in range(len(sizes)) if order[mode])]


WIDTH = {"i32": 4, "i64": 8}


def structures(kernel_types, given):
    """The kernel's arguments as the DSL hands them over: a structure for each tensor, its parts aligned as wide as they are."""
    given, out = list(given), []
    for r in kernel_types:
        count = (1 if "memref<" in r else 0) + r.count("?") if r.startswith("!cute") else 1
        data = b""
        for value, kind in given[:count]:
            width = WIDTH.get(kind, 8)
            data += b"\0" * (-len(data) % width) + (value & (1 << 8 * width) - 1).to_bytes(width, "little")
        del given[:count]
        if count:
            out.append(data + b"\0" * 16)
    return out


def scalars(given):
    return [(value & (1 << 64) - 1).to_bytes(8, "little") for value, _ in given]


def kernel_types(generic):
    """The types of the kernel's arguments, without aliases."""
    aliases = dict(re.findall(r"^(!\w+) = (.*)$", generic, re.M))
    text = re.search(r'"cuda\.kernel"\(\) <\{function_type = \((.*?)\) -> \(\)', generic)[1]
    depth, start, quoted, types = 0, 0, False, []
    for at, letter in enumerate(text + ","):
        quoted ^= letter == '"'
        depth += not quoted and (letter in "<([") - (letter in ">)]")
        if letter == "," and not depth and not quoted:
            types.append(text[start:at].strip())
            start = at + 1
    return [aliases.get(r, r) for r in types]


def layout_opt(*arguments):
    done = subprocess.run([LAYOUT_OPT, *arguments], capture_output=True, text=True, check=False)
    if done.returncode:
        raise ValueError(done.stderr.strip().splitlines()[0] if done.stderr else "layout-opt failed")
    return done.stdout


def arguments(kernel):
    """What the kernel is launched with, by its host's function."""
    bases = [interpret.FIRST_BASE // 4096 * 4096 + n * interpret.NEXT_BASE for n in range(len(kernel["arguments"]))]
    return [part for argument, base in zip(kernel["arguments"], bases) for part in parts(argument, base)]


def converted(name, kernel, source, out):
    """What is launched, and what each thread touches and leaves, of the PTX that becomes of a file."""
    code = out / f"{name}.ours.ptx"
    layout_opt(source, *CONVERT, f"--layout-to-nvvm=chip={CHIP} ptx={code}", "-o", os.devnull)
    host = layout_opt(source, *CONVERT, "--convert-layout-to-arith", "--canonicalize", "--cse")
    grid, given = launched(host[host.index("func.func @") :], arguments(kernel))
    if grid != [kernel["grid"], 1, 1]:
        raise ValueError(f"a grid of {grid}, which is {kernel['grid']}")
    return given, run(code.read_text(encoding="utf-8"), scalars(given), kernel["grid"], kernel["block"])


def digest(found):
    """A hash of what all threads touch and leave."""
    text = [
        [[sorted((*what, *sorted(bytes_)) for what, bytes_ in thread.items()) for thread in threads], sorted(written.items())]
        for threads, written in found
    ]
    return hashlib.sha256(repr(text).encode()).hexdigest()[:16]


def main():
    table, out, *names = sys.argv[1:]
    known = json.loads(pathlib.Path(table).read_text(encoding="utf-8"))
    out = pathlib.Path(out)
    out.mkdir(parents=True, exist_ok=True)
    wrong = 0
    for name in names or known:
        try:
            _, found = converted(name, known[name], pathlib.Path(table).parent / f"{name}.mlir", out)
            said = "equal" if digest(found) == known[name]["digest"] else "differs from what the DSL's own PTX does"
        except (ValueError, ptx.Unknown) as error:
            said = f"not run: {error}"
        wrong += said != "equal"
        print(f"{name}: {said}", flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
