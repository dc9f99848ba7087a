"""Runs a tool on mutations of MLIR files: every run must end with 0 or 1.

Usage: mutate.py COUNT SEED FILE... -- TOOL
A crash, a time-out or an internal error fails, and prints the mutation.
"""

import random
import re
import subprocess
import sys
import tempfile

PIECES = [
    "(", ")", ",", ":", "4", "-1", "0", "?", "{div=4}", "s0", "s9", "S<3,4,3>", " o ", "*", "#layout.tile<[",
    "!layout<*>", "index", "%t", "<", ">", "9223372036854775807", "floordiv(", "_", " by ", " in ",
]
PIPELINES = [
    ["--layout-simplify"],
    ["--layout-expand-boundaries", "--layout-simplify"],
    ["--convert-layout-to-arith"],
    ["--canonicalize", "--cse"],
    ["--layout-to-llvm"],
    ["--layout-to-nvvm"],
]


def mutate(text, rng):
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(text))
        kind = rng.random()
        if kind < 0.4:
            text = text[:at] + rng.choice(PIECES) + text[at:]
        elif kind < 0.7:
            text = text[:at] + text[at + rng.randint(1, 6):]
        elif kind < 0.9:
            text = text[:at] + rng.choice(PIECES) + text[at + rng.randint(1, 4):]
        else:
            digits = [i for i, c in enumerate(text) if c.isdigit()]
            at = rng.choice(digits) if digits else at
            text = text[:at] + rng.choice("0123456789") + text[at + 1:]
    return text


def main():
    split = sys.argv.index("--")
    count, seed, files, tool = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:split], sys.argv[split + 1]
    rng = random.Random(seed)
    chunks = [part for name in files for part in re.split(r"^// ?---.*", open(name).read(), flags=re.M) if part]
    ends = {0: 0, 1: 0}
    for _ in range(count):
        text = mutate(rng.choice(chunks), rng)
        with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
            file.write(text)
            file.flush()
            run = subprocess.run([tool, file.name, *rng.choice(PIPELINES)], capture_output=True, timeout=60)
        errors = run.stderr.decode(errors="replace")
        if run.returncode not in ends or "internal error" in errors or "panicked" in errors:
            sys.exit(f"{run.args} ended with {run.returncode}:\n{errors}\non\n{text}")
        ends[run.returncode] += 1
    print(f"{count} mutations: {ends[0]} accepted, {ends[1]} refused")


if __name__ == "__main__":
    main()
