"""Products of vectors and matrices through layout-matmul, run on the CPU: what the host's description says is launched, with the numbers it says,
by layout-interp; the result against plain sums. vectors.py FOLDER"""

import json
import pathlib
import random
import re
import subprocess
import sys

from launched import description, launches, opt

FOLDER = pathlib.Path(sys.argv[1])
# What each multiplies: the dimensions of A, of B and of C by their letters, b for a batch.
KINDS = {
    "matvec": ("mk", "k", "m"),
    "vecmat": ("k", "kn", "n"),
    "dot": ("k", "k", ""),
    "batch_matvec": ("bmk", "bk", "bm"),
    "batch_vecmat": ("bk", "bkn", "bn"),
    # By linalg.generic: both factors turned, and a batch of vectors.
    "turned": ("km", "k", "m"),
    "dots": ("bk", "bk", "b"),
}


def program(kind, sizes, known, pads, adds, scaled, biased, own, element):
    """The function, and extents and strides of what it takes."""
    operands, types = [], []
    for letters, pad in zip(KINDS[kind], pads):
        shape = [sizes[letter] for letter in letters]
        strides = [1] if shape else []
        for extent in shape[:0:-1]:
            strides.insert(0, strides[0] * extent + (pad if len(strides) == 1 else 0))
        # (A vector of every third element.)
        if len(shape) == 1 and pad:
            strides = [3]
        operands.append((shape, strides))
        extents = "".join(f"{n if known else '?'}x" for n in shape)
        layout = ", ".join(str(n) if known else "?" for n in strides)
        plain = not shape or known and not pad
        types.append(f"memref<{extents}{element}{'' if plain else f', strided<[{layout}], offset: ?>'}>")
    a, b, c = types
    used = [letter for letter in "bmnk" if letter in "".join(KINDS[kind])]
    names = {letter: f"d{number}" for number, letter in enumerate(used)}
    maps = [f"affine_map<({', '.join(names.values())}) -> ({', '.join(names[letter] for letter in letters)})>" for letters in KINDS[kind]]
    kinds = ", ".join('"reduction"' if letter == "k" else '"parallel"' for letter in used)
    bias = f"memref<{''.join(f'{n}x' if known else '?x' for n in operands[2][0])}{element}>"
    lines = [f"func.func @f(%A: {a}, %B: {b}, %C: {c}{f', %V: {bias}' if biased else ''}) {{"]
    into = "%T" if own else "%C"
    if own:
        lines.append(f"  %T = memref.alloc() : {c}")
    if not adds:
        lines += [f"  %z = arith.constant 0.0 : {element}", f"  linalg.fill ins(%z : {element}) outs({into} : {c})"]
    if kind in ("turned", "dots"):
        lines += [
            f"  linalg.generic {{indexing_maps = [{', '.join(maps)}], iterator_types = [{kinds}]}} ins(%A, %B : {a}, {b}) outs({into} : {c}) {{",
            f"  ^bb0(%x: {element}, %y: {element}, %s: {element}):",
            f"    %p = arith.mulf %x, %y : {element}",
            f"    %t = arith.addf %s, %p : {element}",
            f"    linalg.yield %t : {element}",
            "  }",
        ]
    else:
        lines.append(f"  linalg.{kind} ins(%A, %B : {a}, {b}) outs({into} : {c})")
    if scaled or biased or own:
        beside = f"ins(%V : {bias}) " if biased else f"ins(%T : {c}) " if own else ""
        read, work = (f"%v: {element}, ", "addf %s, %v") if biased else (f"%p: {element}, ", "subf %p, %s") if own else ("", "mulf %s, %two")
        loops = [f"d{number}" for number in range(len(KINDS[kind][2]))]
        same = f"affine_map<({', '.join(loops)}) -> ({', '.join(loops)})>"
        each = ", ".join(['"parallel"'] * len(loops))
        lines += [
            f"  linalg.generic {{indexing_maps = [{', '.join([same] * (1 + bool(beside)))}], iterator_types = [{each}]}} {beside}outs(%C : {c}) {{",
            f"  ^bb0({read}%s: {element}):",
            f"    %two = arith.constant 2.0 : {element}",
            f"    %y = arith.{work} : {element}",
            f"    linalg.yield %y : {element}",
            "  }",
        ]
    return "\n".join([*lines, "  return", "}"]) + "\n", operands


def product(kind, sizes, known=True, pads=(0, 0, 0), adds=False, scaled=False, biased=False, own=False, element="f16", skew=0):
    text, operands = program(kind, sizes, known, pads, adds, scaled, biased, own, element)
    source = FOLDER / "program.mlir"
    source.write_text(text)
    matmul = "--layout-matmul=chip=sm_90a"
    tiles = FOLDER / "tiles.mlir"
    tiles.write_text(opt(source, matmul))
    described = opt(source, matmul, "--layout-launches=bare-pointers=false")
    assert "linalg" not in described, "left as it is"
    rng = random.Random(1)
    # The offset of a vector of every third element is 2 where strides are not known.
    offset = 0 if known and not any(pads) else 2
    parameters, values = [], []
    for number, ((shape, strides), pad) in enumerate(zip(operands, pads)):
        at = offset if shape and not (known and not pad) else 0
        parameters += [4096 * number, 4096 * (number + 1) + skew, at, *shape, *strides]
        count = 1
        for extent in shape:
            count *= extent
        values.append([rng.randint(-3, 3) for _ in range(count)])
    beside = [rng.randint(-3, 3) for _ in values[2]]
    own_shape = operands[2][0]
    own_strides = [1] * len(own_shape)
    for place in range(len(own_shape) - 1, 0, -1):
        own_strides[place - 1] = own_strides[place] * own_shape[place]
    if own:
        # (What is written is read as another operand.)
        parameters += parameters[-3 - 2 * len(own_shape) :]
    if biased:
        parameters += [16384, 16384, 0, *own_shape, *own_strides]
    # The sums, by letters.
    extents = {letter: sizes.get(letter, 1) for letter in "bmnk"}

    def of(number, at):
        place = 0
        for letter in KINDS[kind][number]:
            place = place * extents[letter] + at[letter]
        return values[number][place]

    expected = []
    for b in range(extents["b"] if "b" in KINDS[kind][2] else 1):
        for m in range(extents["m"] if "m" in KINDS[kind][2] else 1):
            for n in range(extents["n"] if "n" in KINDS[kind][2] else 1):
                at = {"b": b, "m": m, "n": n}
                total = sum(of(0, at | {"k": k}) * of(1, at | {"k": k}) for k in range(extents["k"]))
                total += of(2, at) if adds else 0
                total += beside[len(expected)] if biased else 0
                total -= of(2, at) if own else 0
                expected.append(total * (2 if scaled else 1))
    made, kernels = values[2], []
    for launch in launches(description(described), parameters):
        kernels.append(launch["kernel"])
        header = re.search(rf"gpu.func @{launch['kernel']}\((.*?)\) kernel", tiles.read_text())[1]
        is_turned = "_turned" in launch["kernel"]
        is_batch = "b" in KINDS[kind][2]
        m, n, k = (extents[letter] if letter in "".join(KINDS[kind]) else 1 for letter in "mnk")
        logical = {0: ([m, k], "mk"), 1: ([k, n], "kn"), 2: ([m, n], "mn")}
        arguments, rest = [], launch["parameters"]
        for place, number in enumerate([1, 0, 2] if is_turned else [0, 1, 2]):
            shape, letters = logical[number]
            # (Dimensions that it lacks are of one element, one element apart.)
            apart = dict(zip(KINDS[kind][number], operands[number][1]))
            strides = [apart.get(letter, 1) for letter in letters]
            flat = values[number] if number < 2 else made
            size = shape[0] * shape[1]
            is_across = list(KINDS[kind][number][-2:]) == list(letters[::-1])
            if is_across != is_turned and min(shape) > 1:
                side = shape if is_turned and not is_across else shape[::-1]
                rows, columns = side
                if is_across:
                    # (In memory its columns are rows.)
                    flat = [flat[f + column * shape[0] + row] for f in range(0, len(flat), size) for row in range(shape[0]) for column in range(shape[1])]
                else:
                    flat = [flat[f + row * shape[1] + column] for f in range(0, len(flat), size) for column in range(shape[1]) for row in range(shape[0])]
            if is_turned:
                shape, strides = shape[::-1], strides[::-1]
            if is_batch:
                shape, strides = [extents["b"], *shape], [apart["b"], *strides]
            layout = re.findall(r"#layout<\((.*?)\):\((.*?)\)>", header)[place]
            symbols = [n for n, text in zip(shape + strides, ",".join(layout).split(",")) if text.startswith("?")]
            reach = 1 + sum((extent - 1) * stride for extent, stride in zip(shape, strides))
            begin = 4096 * (number + 1) + skew + 2 * parameters[sum(3 + 2 * len(o[0]) for o in operands[:number]) + 2]
            want = [begin, begin, 0, reach, 1, *symbols]
            assert rest[: len(want)] == want, (rest, want)
            rest = rest[len(want) :]
            dynamic = [n for n, text in zip(strides, layout[1].split(",")) if text.startswith("?")]
            arguments.append({"shape": shape, "symbols": dynamic, "values": flat})
        if own:
            assert rest == want, (rest, want)
            rest = []
            arguments.append({**arguments[2], "values": list(flat)})
        if biased:
            layout = re.findall(r"#layout<\((.*?)\):\((.*?)\)>|#layout<([^(:]+):([^>]+)>", header)[3]
            extents_of, strides_of = (layout[:2] if layout[0] else layout[2:])
            symbols = [n for n, text in zip(own_shape + own_strides, f"{extents_of},{strides_of}".split(",")) if text.startswith("?")]
            want = [16384, 16384, 0, len(beside), 1, *symbols]
            assert rest == want, (rest, want)
            rest = []
            dynamic = [n for n, text in zip(own_strides, strides_of.split(",")) if text.startswith("?")]
            arguments.append({"shape": own_shape, "symbols": dynamic, "values": beside})
        assert not rest, rest
        job = {"function": f"matmul_kernels::{launch['kernel']}", "grid": launch["grid"], "arguments": arguments}
        (FOLDER / "job.json").write_text(json.dumps(job))
        done = subprocess.run(["layout-interp", "--job", FOLDER / "job.json", tiles], capture_output=True, text=True, check=False)
        if done.returncode:
            return False, kernels + [done.stderr]
        made = json.loads(done.stdout.splitlines()[2])["values"]
    return made == expected, kernels


CASES = [
    ("matvec", {"m": 37, "k": 515}, {"own": True}),
    ("batch_vecmat", {"b": 3, "n": 24, "k": 72}, {"own": True}),
    ("dots", {"b": 5, "k": 260}, {"own": True}),
    ("dot", {"k": 300}, {"own": True}),
    ("matvec", {"m": 37, "k": 515}, {}),
    ("matvec", {"m": 37, "k": 264}, {"adds": True}),
    ("matvec", {"m": 70, "k": 131}, {"known": False, "scaled": True}),
    ("vecmat", {"n": 45, "k": 139}, {"adds": True, "scaled": True}),
    ("vecmat", {"n": 40, "k": 72}, {"known": False}),
    ("vecmat", {"n": 33, "k": 150}, {"pads": (1, 3, 1), "skew": 2}),
    ("dot", {"k": 1030}, {"adds": True}),
    ("dot", {"k": 77}, {"known": False}),
    ("batch_matvec", {"b": 3, "m": 20, "k": 133}, {"scaled": True}),
    ("batch_matvec", {"b": 2, "m": 9, "k": 70}, {"known": False, "adds": True}),
    ("batch_vecmat", {"b": 2, "n": 35, "k": 140}, {"pads": (3, 1, 0)}),
    ("turned", {"m": 41, "k": 151}, {"scaled": True}),
    ("turned", {"m": 24, "k": 64}, {"known": False}),
    ("dots", {"b": 5, "k": 259}, {"element": "bf16", "scaled": True}),
    ("matvec", {"m": 37, "k": 515}, {"biased": True}),
    ("batch_vecmat", {"b": 2, "n": 35, "k": 140}, {"biased": True, "known": False}),
    ("vecmat", {"n": 45, "k": 139}, {"biased": True}),
    ("matvec", {"m": 0, "k": 5}, {"known": False}),
    ("matvec", {"m": 5, "k": 0}, {"known": False}),
]

wrong = 0
for kind, sizes, options in CASES:
    right, names = product(kind, sizes, **options)
    print(f"{'right' if right else 'WRONG'} {kind} {sizes} {options}: {', '.join(names) or 'nothing'}")
    wrong += not right
sys.exit(1 if wrong else 0)
