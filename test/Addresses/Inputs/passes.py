#!/usr/bin/env python3
"""Random programs of addresses before and after a pass: what is accessed stays what it was.

    passes.py LAYOUT-OPT PIPELINE [--programs N] [--seed N] [--keep FILE] [--break]

A program of the LLVM dialect that is defined for some arguments must be defined after the pass and
access the same addresses, in the same order, with the same values. llvm.py says what a
program does. The programs have what the passes look for: sums and exclusive-ors of indices of 32 and 64 bits
with and without flags, strides, addresses with and without flags that run always, under conditions or in
loops, rows of unknown length, rows that tables name, copies that read nothing, divisions, numbers of threads and what is computed of them,
accesses of 16 bytes that bytes are counted to, sums of products by constants and by unknown numbers, accesses under
conditions that are multiples of a number apart or have terms in common. Arguments are near the ends of their types and near each other's;
memory is small or has 2^45 bytes before and behind where a pointer points.

With --break new operations of each program that changed are spoilt, one at a time, and how many of
these are noticed is said, of each kind and of all. (A flag that is added may hold.) A program that is wrong is printed, or kept in FILE.
"""

import argparse
import collections
import pathlib
import random
import re
import subprocess
import sys

import llvm
from programs import MEMORIES, PARAMETERS, Writer

ARGUMENTS = 64
# Most operations of a program that are spoilt, one at a time.
SPOILT = 8
EDGES = [0, 1, 2, 3, 7, 8, 16, 40, 64, 96, 1000, 2**15, 2**20, 2**29, 2**30, 2**31, 2**32, 2**33, 2**34, 2**62, 2**63]


def arguments(rng, alignment):
    """A run's memory and arguments."""
    pointers, objects = [], []
    for number in range(len(MEMORIES)):
        base = (number + 1 << 50) + alignment * (2 * rng.randrange(1000) + 1)
        low, high = rng.choice([(2**45, 2**45)] * 5 + [(0, 2**45), (0, 2**33), (0, 4096)])
        objects.append(llvm.Object(base - low, base + high))
        pointers.append(llvm.Pointer(base, objects[-1]))
    numbers = {}
    size = rng.choice(["small", "small", "any", "any", "falling"])
    for kind in ("i32", "i64"):
        values = []
        for _ in PARAMETERS[kind]:
            if size == "falling" and values:
                # From a large number to smaller ones.
                values.append(rng.choice([-1, -1, 1]) * rng.choice(EDGES[1:11]) % 2 ** int(kind[1:]))
                continue
            value = rng.choice(EDGES if size == "any" else EDGES[:13]) + rng.choice([0, 0, 1, -1, 5])
            value += 2**12 if size == "falling" else 0
            if rng.random() < 0.2 and values:
                value = values[0] + rng.choice([-8, 0, 8])
            values.append((1 if size == "falling" else rng.choice([1, 1, 1, -1])) * value % 2 ** int(kind[1:]))
        numbers[kind] = values
    truths = [rng.randrange(2) for _ in PARAMETERS["i1"]]
    return [*pointers, *numbers["i32"], *numbers["i64"], *truths], objects


def outcome(function, given, objects, units):
    """What a function accesses, or None where that is undefined."""
    try:
        return llvm.Machine(function, given, objects, units).run()
    except llvm.Undefined as why:
        return str(why)
    except llvm.Endless:
        return "endless"


def defined_runs(function, alignment, rng, tries):
    """Runs of a function that are defined: its arguments, memory and what it does."""
    runs = []
    for _ in range(tries):
        given, objects = arguments(rng, alignment)
        want = outcome(function, given, objects, 0)
        if not isinstance(want, str):
            runs.append((given, objects, want))
            # In memory that ends where accesses do, too.
            given, objects = fitted(given, objects, want)
            if outcome(function, given, objects, 0) == want:
                runs.append((given, objects, want))
    return runs


def fitted(given, objects, trace):
    """The arguments with objects that have nothing but what is accessed of them."""
    fits = {}
    for whole in objects:
        touched = [(at, at + width) for at, width in accesses(trace) if whole.low <= at < whole.high]
        fits[whole] = llvm.Object(min(a for a, _ in touched), max(b for _, b in touched)) if touched else whole
    pointers = [llvm.Pointer(p.address, fits[p.of]) for p in given[: len(MEMORIES)]]
    return [*pointers, *given[len(MEMORIES) :]], [fits[whole] for whole in objects]


def accesses(trace):
    """The places of a trace: where they begin and how many bytes they have."""
    for kind, *what in trace:
        if kind in ("load", "store"):
            yield what[0], llvm.bits(what[-1]) // 8
        elif kind == "copy":
            filled, source, read = what
            yield filled, 16
            if read:
                yield source, read


def difference(runs, after, rng):
    """The first run that is another one after the pass."""
    for given, objects, want in runs:
        have = outcome(after, given, objects, rng.choice([-1, 0, 1]))
        if have != want:
            return given, want, have
    return None


def passed(tool, text, *options):
    run = subprocess.run([tool, "-", "--mlir-print-op-generic", *options], input=text, capture_output=True, text=True, check=False)
    if run.returncode:
        sys.exit(f"{tool} {' '.join(options)}: {run.stderr[:4000]}")
    return run.stdout


def parts(generic):
    """The text of each function, with values numbered from its beginning."""
    texts = {}
    for text in re.split(r'(?m)^(?=  "llvm.func")', generic)[1:]:
        numbers = {}
        text = re.sub(r"%(?!tid)\w+", lambda m: numbers.setdefault(m[0], f"%{len(numbers)}"), text)
        texts[re.search(r'sym_name = "(\w+)"', text)[1]] = text
    return texts


# What is spoilt in an operation: its name, what it is called here, and another text of it.
SPOILS = [
    ("add", "add as sub", lambda line: line.replace("llvm.add", "llvm.sub")),
    ("sub", "sub as add", lambda line: line.replace("llvm.sub", "llvm.add")),
    ("sub", "swapped sub", lambda line: re.sub(r"\((%\w+), (%\w+)\)", r"(\2, \1)", line)),
    ("mul", "mul as add", lambda line: line.replace("llvm.mul", "llvm.add")),
    ("xor", "xor as or", lambda line: line.replace("llvm.xor", "llvm.or")),
    ("xor", "xor as add", lambda line: line.replace("llvm.xor", "llvm.add")),
    ("sext", "sext as zext", lambda line: line.replace("llvm.sext", "llvm.zext")),
    ("mlir.constant", "a constant too large", lambda line: re.sub(r"value = (-?\d+)", lambda m: f"value = {int(m[1]) + 1}", line)),
    ("getelementptr", "an offset too large", lambda line: re.sub(r"array<i32: (-?\d+)>", larger, line)),
    ("getelementptr", "other elements", lambda line: re.sub(r"elem_type = i(\d+)", lambda m: f"elem_type = i{8 if m[1] != '8' else 16}", line)),
    ("getelementptr", "a natural index", lambda line: re.sub(r"noWrapFlags = \d+ : i32", "noWrapFlags = 4 : i32", line)),
    ("getelementptr", "within its object", lambda line: re.sub(r"noWrapFlags = \d+ : i32", "noWrapFlags = 3 : i32", line)),
    ("select", "swapped arms", lambda line: re.sub(r"\((%\w+), (%\w+), (%\w+)\)", r"(\1, \3, \2)", line)),
    ("icmp", "another comparison", lambda line: re.sub(r"predicate = \d+", "predicate = 8", line)),
    ("inline_asm", "another predicate", lambda line: line.replace("setp.ge.u32", "setp.lt.u32")),
    ("inline_asm", "another register", lambda line: line.replace("%tid.x", "%tid.z").replace("%tid.y", "%tid.x")),
    ("inline_asm", "another factor", lambda line: line.replace("$1, 1;", "$1, 2;")),
    ("inline_asm", "more bytes", lambda line: re.sub(r"mul.wide.u32 \$0, \$1, (\d+);", lambda m: f"mul.wide.u32 $0, $1, {int(m[1]) + 2};", line)),
    ("inline_asm", "another summand", lambda line: re.sub(r"(mad.lo.s\d+) \$0, \$1, \$2, \$3", r"\1 $0, $1, $3, $2", line)),
    ("inline_asm", "more to the left", lambda line: re.sub(r"shl.b64 \$0, \$1, (\d+);", lambda m: f"shl.b64 $0, $1, {int(m[1]) + 1};", line)),
    ("inline_asm", "another sign", lambda line: line.replace("mul.wide.s32", "mul.wide.u32")),
    ("lshr", "lshr as shl", lambda line: line.replace("llvm.lshr", "llvm.shl").replace("<{isExact}>", "")),
]
for flag, what in ((1, "nsw"), (2, "nuw")):
    text = f"overflowFlags = #llvm.overflow<{what}>"
    for name in ("add", "sub", "mul"):
        SPOILS.append((name, f"{name} {what}", lambda line, text=text: re.sub(r"overflowFlags = #llvm.overflow<none>", text, line)))


def larger(offset):
    return offset[0] if int(offset[1]) == llvm.DYNAMIC else f"array<i32: {int(offset[1]) + 1}>"


def spoilt(text, was):
    """What is spoilt of a text, by name, and the text then: each of its operations that there are more of, and that something depends on."""
    plain = lambda line: re.sub(r"%(?!tid)\w+", "%", line.strip())
    lines = text.splitlines()
    more = collections.Counter(map(plain, lines)) - collections.Counter(map(plain, was.splitlines()))
    live = living(lines)
    for at, line in enumerate(lines):
        if plain(line) not in more or at not in live:
            continue
        for name, what, change in SPOILS:
            if f'"llvm.{name}"' in line and (other := change(line)) != line:
                yield what, "\n".join([*lines[:at], other, *lines[at + 1 :]])


def living(lines):
    """The numbers of lines on which an access or a branch depends."""
    live, needed = set(), set()
    for at in range(len(lines) - 1, -1, -1):
        result, _, rest = lines[at].strip().partition(" = \"") if lines[at].strip().startswith("%") else ("", "", lines[at])
        acts = not result or re.search(r"llvm\.(load|udiv|urem)\"", rest)
        if acts or result in needed:
            live.add(at)
            needed.update(re.findall(r"%\w+", rest))
    return live


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("tool")
    parser.add_argument("pipeline", help="passes, with commas between them")
    parser.add_argument("--programs", type=int, default=150)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=pathlib.Path, help="where the first program that is wrong goes")
    parser.add_argument("--break", action="store_true", dest="breaks")
    options = parser.parse_args()
    rng = random.Random(options.seed)
    writers = {f"f{n}": Writer(rng, f"f{n}") for n in range(options.programs)}
    source = {name: "\n".join(writer.lines) for name, writer in writers.items()}
    text = "\n".join(source.values())
    was = passed(options.tool, text)
    now = passed(options.tool, text, f"--pass-pipeline=builtin.module({options.pipeline})")
    before, after, old, new = llvm.read(was), llvm.read(now), parts(was), parts(now)
    changed = [name for name in before if old[name] != new[name]]
    defined = wrong = 0
    broken, noticed = collections.Counter(), collections.Counter()
    for name in changed:
        runs = defined_runs(before[name], writers[name].alignment, rng, ARGUMENTS * (4 if options.breaks else 1))
        defined += len(runs)
        if options.breaks:
            spoils = list(spoilt(new[name], old[name])) if runs else []
            for what, text in rng.sample(spoils, min(len(spoils), SPOILT)):
                broken[what] += 1
                noticed[what] += difference(runs, llvm.read(text)[name], rng) is not None
        elif found := difference(runs, after[name], rng):
            wrong += 1
            given, want, have = found
            said = f"// {given}\n// before: {want}\n// after: {have}\n{source[name]}\n"
            if options.keep:
                options.keep.write_text(said, encoding="utf-8")
            elif wrong == 1:
                print(said)
    print(f"{len(changed)} of {len(before)} programs changed, {defined} runs defined")
    if options.breaks:
        for what, number in sorted(broken.items()):
            print(f"{what}: {noticed[what]} of {number}")
        print(f"{100 * noticed.total() // max(broken.total(), 1)} % of {broken.total()} noticed")
    else:
        print(f"{wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
