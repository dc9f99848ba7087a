"""Counts what conversions of encodings take: this project's and Triton's, in PTX, for the same pairs of layouts.

Shuffles and accesses of shared memory are counted as they stand in the code, which is straight, so per thread; a vector
counts as one. See `./x bench convert --help`.
"""

import argparse
import hashlib
import math
import os
import pathlib
import random
import re
import subprocess
import sys
from collections import Counter

import layouts

INSTRUCTIONS = {
    "shfl": r"\bshfl\.sync",
    "st": r"\bst(?:\.volatile)?\.shared",
    "ld": r"\bld(?:\.volatile)?\.shared",
    "stmatrix": r"\bstmatrix\.",
    "ldmatrix": r"\bldmatrix\.",
    "bar": r"\b(?:bar\.sync|barrier\.sync)",
}
MOVES = ["shfl", "st", "ld", "stmatrix", "ldmatrix"]


def count(ptx):
    """Instructions of one kernel."""
    lines = [line.split("//")[0] for line in ptx.splitlines()]
    code = "\n".join(line for line in lines if not line.strip().startswith("."))
    return {name: len(re.findall(pattern, code)) for name, pattern in INSTRUCTIONS.items()}


def moves(counts):
    """Shuffles and accesses of shared memory."""
    return sum(counts[k] for k in MOVES)


def program(number, pair):
    """The conversion as a kernel in this project's dialect."""
    shape, element = pair["shape"], pair["type"]
    tile = "x".join(map(str, shape))
    strides = [math.prod(shape[d + 1 :]) for d in range(len(shape))]
    tuples = [f"({','.join(map(str, x))})" if len(x) > 1 else str(x[0]) for x in (shape, strides)]
    memory = f"memref<{tile}x{element}, #layout<{tuples[0]}:{tuples[1]}>>"
    a, b = (f"tensor<{tile}x{element}, #layout.{layouts.tv(pair[k], shape)}>" for k in ("from", "to"))
    at = ", ".join(["%0"] * len(shape))
    arguments = ", ".join(f"%{m}: {memory} {{llvm.align = 16 : i64, llvm.noalias}}" for m in "XY")
    return f"""
    gpu.func @convert_{number}({arguments}) kernel attributes {{layout.threads = {32 * pair["warps"]} : i64}} {{
      %0 = arith.constant 0 : index
      %a = layout.load %X[{at}] : {memory} -> {a}
      %b = layout.convert %a : {a} -> {b}
      layout.store %b, %Y[{at}] : {b}, {memory}
      gpu.return
    }}"""


def ours(pairs, chip, out):
    """What this project makes of all pairs: the PTX of each."""
    body = "".join(program(i, p) for i, p in enumerate(pairs))
    source, target = out / f"{chip}.mlir", out / f"{chip}.ptx"
    source.write_text(f"module attributes {{gpu.container_module}} {{\n  gpu.module @kernels {{{body}\n  }}\n}}\n")
    tool = pathlib.Path(os.environ.get("LAYOUT_BIN", "target/release")) / "layout-opt"
    passes = f"--layout-to-nvvm=chip={chip} bare-pointers=false ptx={target}"
    subprocess.run([tool, source, "-o", os.devnull, passes], check=True)
    parts = re.split(r"\.visible \.entry convert_(\d+)", target.read_text())
    return [dict(zip(parts[1::2], parts[2::2]))[str(i)] for i in range(len(pairs))]


def check(triton, pairs):
    """Both convert the same: what Triton says of its layouts is what is written here."""
    for pair in pairs:
        # Layouts are expanded for the module that is open.
        module = triton.module(pair["warps"])
        for side in ("from", "to"):
            have, need = layouts.digits(pair[side], pair["shape"]), triton.digits(pair[side], pair["shape"])
            if have != need:
                sys.exit(f"{pair[side]} on {pair['shape']}: written here {have}, Triton says {need}")
        del module


def short(p):
    """A layout in a word."""
    match p["kind"]:
        case "blocked":
            texts = ("x".join(map(str, p[k])) for k in ("size", "lanes", "warps", "order"))
            return f"blocked {' '.join(texts)}"
        case "slice":
            return f"slice {p['dim']} of {short(p['parent'])}"
        case "mma":
            return f"mma {'x'.join(map(str, p['warps']))}"
        case _:
            return f"{'AB'[p['operand']]}{p['k']} {'x'.join(map(str, p['warps']))}"


def told(counts):
    """Counts that are not zero."""
    return " ".join(f"{v} {k}" for k, v in counts.items() if v) or "nothing"


def report(pairs, sides, *, verbose):
    """Prints the comparison; whether ours has more anywhere."""
    signs, ratios, more = Counter(), [], []
    total = [Counter(), Counter()]
    for pair, mine, other in zip(pairs, *sides):
        a, b = moves(mine), moves(other)
        signs["fewer" if a < b else "same" if a == b else "more"] += 1
        ratios.append(math.log((a + 1) / (b + 1)))
        total[0].update(mine)
        total[1].update(other)
        if a > b or verbose:
            tile = "x".join(map(str, pair["shape"]))
            line = f"{tile} {pair['type']} {pair['warps']} warps: {short(pair['from'])} -> {short(pair['to'])}"
            more.append(f"  {'MORE' if a > b else '    '} {line}\n         ours {told(mine)}; Triton {told(other)}")
    print(f"{'':10}" + "".join(f"{k:>10}" for k in [*INSTRUCTIONS, "moves"]))
    for name, counts in zip(["ours", "Triton"], total):
        print(f"{name:10}" + "".join(f"{counts[k]:>10}" for k in INSTRUCTIONS) + f"{moves(counts):>10}")
    mean = math.exp(sum(ratios) / len(ratios))
    print(f"pairs: {dict(signs)}; geometric mean of (ours + 1) / (Triton + 1): {mean:.3f}")
    print("\n".join(more))
    return signs["more"] > 0


def main():
    parser = argparse.ArgumentParser(prog="./x bench convert", description=__doc__)
    parser.add_argument("--count", type=int, default=200, help="pairs (default %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="of the pairs (default %(default)s)")
    parser.add_argument("--chips", nargs="+", default=["sm_80", "sm_90a"], help="default %(default)s")
    parser.add_argument("--out", type=pathlib.Path, default="target/convert", help="where code goes")
    parser.add_argument("--verbose", action="store_true", help="every pair, not only those where ours has more")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    from triton_side import Triton

    rng = random.Random(options.seed)
    pairs = [layouts.random_pair(rng) for _ in range(options.count)]
    any_more = False
    for chip in options.chips:
        triton = Triton(int(re.sub(r"\D", "", chip)))
        check(triton, pairs)
        others = []
        for pair in pairs:
            kernel = triton.kernel(pair)
            # Made once.
            file = options.out / f"triton_{hashlib.sha256(kernel.encode()).hexdigest()[:16]}.ptx"
            if not file.exists():
                file.write_text(triton.ptx(pair, kernel))
            others.append(count(file.read_text()))
        mine = [count(ptx) for ptx in ours(pairs, chip, options.out)]
        print(f"{chip}, {len(pairs)} pairs, seed {options.seed}")
        any_more |= report(pairs, (mine, others), verbose=options.verbose)
    sys.exit(any_more)


if __name__ == "__main__":
    main()
