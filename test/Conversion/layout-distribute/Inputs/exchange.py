"""Random conversions within a warp, each judged: elements of all widths, packed in words or computed one by one before.

Usage: exchange.py SEED COUNT FOLDER
"""

import json
import math
import pathlib
import random
import subprocess
import sys

# Words of four, two and one elements, two words for one, and bits.
ELEMENTS = ["i8", "i16", "f16", "bf16", "i32", "f32", "f64", "i1"]


def computed(element, tile):
    """An operation on single elements that leaves different ones different."""
    if element == "i1":
        return f"%u = arith.andi %t, %t : {tile}"
    return f"%u = arith.addi %t, %t : {tile}" if element[0] == "i" else f"%u = arith.negf %t : {tile}"


def tv(rng, factors, rows, together):
    """A layout of a tile of the product of some factors: some are of the thread's number, the others of its registers.

    The first `rows` factors are rows'. So many of the columns' first ones as are together come first in the registers.
    """
    strides = [1]
    for factor in factors:
        strides.append(strides[-1] * factor)
    modes = list(zip(factors, strides))
    near = modes[rows : rows + together]
    rest = modes[:rows] + modes[rows + together :]
    rng.shuffle(rest)
    threads = [mode for mode in rest if mode[0] == 2][:5]
    registers = near + [mode for mode in rest if mode not in threads]

    def written(modes):
        sizes, steps = (",".join(str(mode[part]) for mode in modes) for part in (0, 1))
        return f"({sizes}):({steps})" if modes else "1:0"

    return f"#layout.tv<{written(threads)}, {written(registers)}>"


def function(rng, number):
    element = rng.choice(ELEMENTS)
    factors = [2] * (5 + rng.randint(0, 4))
    if len(factors) > 5 and rng.random() < 0.3:
        factors[rng.randrange(len(factors))] = 3
        factors.append(2)
    spare = len(factors) - 5 - (3 in factors)
    # What a thread has next to each other in memory is one access, and whole words move.
    split = rng.randint(0, len(factors)) if rng.random() < 0.5 else 1
    a, b = (tv(rng, factors, split, rng.choice([0, rng.randint(0, spare)])) for _ in range(2))
    rows = math.prod(factors[:split])
    columns = math.prod(factors) // rows
    memory = f"memref<{rows}x{columns}x{element}>"
    tiles = [f"tensor<{rows}x{columns}x{element}, {layout}>" for layout in (a, b)]
    before, converted = "", "%t"
    if rng.random() < 0.5:
        before, converted = computed(element, tiles[0]) + "\n  ", "%u"
    name = f"convert_{number}"
    text = f"""func.func @{name}(%m: {memory} {{llvm.align = 16 : i64}}, %n: {memory} {{llvm.align = 16 : i64}}) attributes {{layout.threads = 32 : i64}} {{
  %0 = arith.constant 0 : index
  %t = layout.load %m[%0, %0] : {memory} -> {tiles[0]}
  {before}%v = layout.convert {converted} {{layout.in_registers}} : {tiles[0]} -> {tiles[1]}
  layout.store %v, %n[%0, %0] : {tiles[1]}, {memory}
  return
}}
"""
    shape = {"shape": [rows, columns]}
    bounds = {"low": 0, "high": 1} if element == "i1" else {"low": -99, "high": 99}
    filled = {**shape, "seed": number + 1, "whole": True, **bounds}
    return text, {"function": name, "grid": [1, 1, 1], "arguments": [filled, shape]}


def main():
    seed, count, folder = int(sys.argv[1]), int(sys.argv[2]), pathlib.Path(sys.argv[3])
    folder.mkdir(parents=True, exist_ok=True)
    rng = random.Random(seed)
    cases = [function(rng, number) for number in range(count)]
    passes = ["--layout-select", "--layout-place", "--layout-sync", "--layout-distribute"]
    for text, job in cases:
        program, lowered = folder / f"{job['function']}.mlir", folder / f"{job['function']}.lowered.mlir"
        program.write_text(text, encoding="utf-8")
        subprocess.run(["layout-opt", program, *passes, "-o", lowered], check=True)
        done = subprocess.run(["layout-interp", program, lowered, "--schedules", "1", "--job", json.dumps(job)],
                              check=False, capture_output=True, text=True)
        if done.returncode or "right: " not in done.stdout:
            sys.exit(f"{text}{done.stdout}{done.stderr}")
    print(f"{len(cases)} conversions are right")


main()
