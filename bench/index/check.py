#!/usr/bin/env python3
"""Runs the twins of bench/index on a GPU: equal bit for bit, then times of pairs.

Usage: python3 check.py DIR [--only NAME]..., where DIR is what ./x bench index made:
kernels.json and, of each kernel, NAME.simplified.cubin, NAME.plain.cubin (LLVM on the
plain lowering) and NAME.cute.cubin. driver.py lies beside this file. Exits with 1 if a
kernel's results differ from those of its twin in CuTe.
"""

import argparse
import ctypes
import json
import math
import pathlib
import statistics
import sys

import numpy as np
from driver import Buffer, Function, Launches, start, synchronize

VARIANTS = ("simplified", "plain", "cute")
TYPES = {"f16": np.float16, "f32": np.float32, "i8": np.uint8, "i32": np.int32, "i64": np.int64}
INTEGERS = {"i32": ctypes.c_int32, "i64": ctypes.c_int64}
# Each byte of a result before a kernel runs.
UNTOUCHED = 0xA5
# A sample times launches one after another for about so many microseconds.
SAMPLE = 1000


def contents(argument, rng):
    """What a buffer holds at first."""
    dtype, size = TYPES[argument["type"]], argument["size"]
    if argument["role"] == "out":
        return np.full(size * np.dtype(dtype).itemsize, UNTOUCHED, np.uint8).view(dtype)
    if argument["role"] == "table":
        numbers = rng.choice(argument["below"], size, replace=not argument.get("distinct", False))
        if argument.get("sorted"):
            numbers.sort()
        return (numbers * argument.get("times", 1)).astype(dtype)
    if np.issubdtype(dtype, np.floating):
        return rng.standard_normal(size, np.float32).astype(dtype)
    limits = np.iinfo(dtype)
    return rng.integers(limits.min, limits.max, size, dtype, endpoint=True)


class Launch:
    """A kernel's launch: its buffers, and its arguments as each variant takes them."""

    def __init__(self, kernel, rng):
        self.grid, self.block = kernel["grid"], kernel["block"]
        self.buffers = {a["name"]: Buffer(contents(a, rng)) for a in kernel["arguments"] if "role" in a}
        self.results = [a["name"] for a in kernel["arguments"] if a.get("role") == "out"]
        index = INTEGERS[f"i{kernel['index']}"]
        descriptors = any(a.get("dynamic") for a in kernel["arguments"])
        self.arguments = {"ours": [], "cute": []}
        for argument in kernel["arguments"]:
            if "role" in argument:
                buffer = self.buffers[argument["name"]]
                self.arguments["ours"] += buffer.descriptor(index) if descriptors else [buffer.pointer]
                self.arguments["cute"].append(buffer.pointer)
            else:
                self.arguments["ours"].append(index(argument["value"]))
                self.arguments["cute"].append(INTEGERS[argument["type"]](argument["value"]))

    def of(self, variant):
        """Grid, block and arguments for a variant."""
        return self.grid, self.block, self.arguments["cute" if variant == "cute" else "ours"]

    def outputs(self, variant, function):
        """The bytes that a variant leaves in the results."""
        for name in self.results:
            self.buffers[name].fill(UNTOUCHED)
        function(*self.of(variant))
        synchronize()
        return [self.buffers[name].get().view(np.uint8) for name in self.results]

    def free(self):
        for buffer in self.buffers.values():
            buffer.free()


def differences(functions, launch):
    """What is wrong with the variants' results, as a list of sentences."""
    want = launch.outputs("cute", functions["cute"])
    wrong = [] if any((array != UNTOUCHED).any() for array in want) else ["cute: writes nothing"]
    for variant in VARIANTS[:2]:
        for name, ours, theirs in zip(launch.results, launch.outputs(variant, functions[variant]), want, strict=True):
            if count := np.count_nonzero(ours != theirs):
                first = int(np.argmax(ours != theirs))
                wrong.append(f"{variant}: {count} of {theirs.size} bytes of {name} differ, the first is {first}")
    return wrong


def times(functions, launch, samples):
    """Microseconds of a launch of each variant, one list each; the variants take turns."""
    def graphs(number):
        return {v: Launches(functions[v], *launch.of(v), number) for v in VARIANTS}

    few = graphs(3)
    once = [few[v].microseconds() for _ in range(2) for v in VARIANTS]
    # As many for each: what a sample takes beside its launches is the same then.
    many = graphs(max(1, math.ceil(SAMPLE / min(once))))
    taken = {variant: [] for variant in VARIANTS}
    for sample in range(samples):
        # The first after another kernel may find other things in the caches: take turns at that, too.
        turn = sample % len(VARIANTS)
        for variant in VARIANTS[turn:] + VARIANTS[:turn]:
            taken[variant].append(many[variant].microseconds())
    for made in (*few.values(), *many.values()):
        made.free()
    return taken


def geometric(values):
    return math.exp(statistics.fmean(map(math.log, values)))


def run(directory, name, kernel, samples, rng):
    """Compares and times a kernel's variants: what to say, and the speeds in CuTe's, none where the kernel failed."""
    paths = {v: directory / f"{name}.{v}.cubin" for v in VARIANTS}
    if missing := [v for v, path in paths.items() if not path.exists()]:
        return f"MISSING {', '.join(missing)}", None
    functions = {v: Function(path.read_bytes(), name) for v, path in paths.items()}
    launch = Launch(kernel, rng)
    try:
        if wrong := differences(functions, launch):
            return f"DIFFERENT {'; '.join(wrong)}", None
        taken = times(functions, launch, samples)
    finally:
        launch.free()
    median = {v: statistics.median(taken[v]) for v in VARIANTS}
    speeds = [statistics.median(c / o for c, o in zip(taken["cute"], taken[v], strict=True)) for v in VARIANTS[:2]]
    return "".join(f"{median[v]:12.2f}" for v in VARIANTS) + "".join(f"{speed:12.3f}" for speed in speeds), speeds


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("directory", type=pathlib.Path)
    parser.add_argument("--only", action="append", metavar="NAME", help="this kernel; may be given again")
    parser.add_argument("--samples", type=int, default=31, help="samples of each variant, whose median is taken")
    options = parser.parse_args()
    kernels = json.loads((options.directory / "kernels.json").read_text(encoding="utf-8"))
    if unknown := set(options.only or ()) - set(kernels):
        parser.error(f"no such kernel: {', '.join(sorted(unknown))}")
    print(f"{start()}; medians of microseconds a launch; a speed above 1 is faster than CuTe C++")
    print(f"{'':24}{'simplified':>12}{'plain':>12}{'CuTe':>12}{'speed':>12}{'of plain':>12}")
    failed, speeds = [], []
    for number, name in enumerate(options.only or kernels):
        said, reached = run(options.directory, name, kernels[name], options.samples, np.random.default_rng(number))
        print(f"{name:24}{said}", flush=True)
        if reached:
            speeds.append(reached)
        else:
            failed.append(name)
    if speeds:
        ours, plain = zip(*speeds, strict=True)
        print(f"{'geometric mean':24}{'':36}{geometric(ours):12.3f}{geometric(plain):12.3f}")
        print(f"{'least':24}{'':36}{min(ours):12.3f}{min(plain):12.3f}")
    if failed:
        print(f"{len(failed)} failed: {', '.join(failed)}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
