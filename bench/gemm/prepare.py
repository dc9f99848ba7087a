#!/usr/bin/env python3
"""Compiles products to PTX: prepare.py DIR LAYOUT_OPT [--seed N] [--count N] [--tiles] [--chip CHIP]."""

import argparse
import dataclasses
import json
import pathlib
import re
import subprocess

import problems

# Tiles that are tried for each product: the choice of the model beside the best.
TILES = ["128x256", "256x128", "128x192", "128x160", "128x128", "64x256", "128x64", "64x128", "64x64", "160x128"]
TILES += [f"{n}x128" for n in (112, 144, 208, 224)] + [f"128x{n}" for n in (80, 112, 144, 208, 224)]
TILES += [f"{tile}_split{blocks}" for tile in ("64x64", "64x128", "128x128", "128x192", "16x64") for blocks in (2, 4)]
TILES += [f"{tile}_multicast{blocks}" for tile in ("64x64", "96x64", "128x128") for blocks in ("", "4", "1x2", "2x2", "4x2", "2x4")]
TILES += ["96x64x128x5", "96x64x128x5_multicast2x2", "112x64x128x5", "80x64x128x6"]


def compile(folder, tool, problem, number, chip):
    function = f"p{number}"
    source = folder / f"{function}.mlir"
    source.write_text(problem.program(function))
    of = "tf32 " if problem.types[0] == "f32" else ""
    passes = [
        f"--layout-matmul=chip={chip} {of}{problem.option}",
        f"--layout-to-nvvm=chip={chip} bare-pointers=false ptx={folder / function}.ptx",
    ]
    done = subprocess.run([tool, source, *passes, "-o", "/dev/null"], capture_output=True, text=True, check=False)
    return done.stderr.strip()


def compile_step(folder, tool, name, chip):
    """A step of docs/gemm.md."""
    source = pathlib.Path(__file__).resolve().parents[2] / "examples" / f"{name}.mlir"
    passes = f"--layout-to-nvvm=chip={chip} bare-pointers=false ptx={folder / source.stem}.ptx"
    subprocess.run([tool, source, passes, "-o", "/dev/null"], check=True)


def compile_grouped(folder, tool, element, chip):
    """examples/grouped_gemm.mlir, of such elements."""
    source = pathlib.Path(__file__).resolve().parents[2] / "examples" / "grouped_gemm.mlir"
    text = re.sub(r"(\b|x)f16\b", rf"\g<1>{element}", source.read_text())
    passes = f"--layout-to-nvvm=chip={chip} bare-pointers=false ptx={folder / f'grouped_{element}.ptx'}"
    subprocess.run([tool, "-", passes, "-o", "/dev/null"], input=text, text=True, check=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("tool")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=120)
    parser.add_argument("--tiles", action="store_true", help="each product by each tile too")
    parser.add_argument("--chip", default="sm_90a")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    kinds = {"check": problems.checked(options.seed, options.count), "time": problems.timed()}
    if options.tiles:
        each = [p for p in kinds["time"] if p.types == ("f16",) * 3 and p.layout in ("NN", "NT")]
        kinds["tiles"] = [dataclasses.replace(p, option=f"tile={tile}") for p in each for tile in TILES]
    made, number, refused = [], 0, 0
    for kind, all_problems in kinds.items():
        for problem in all_problems:
            error = compile(options.folder, options.tool, problem, number, options.chip)
            if error:
                refused += 1
                print(f"{problem.name}: {error.splitlines()[0]}", flush=True)
            else:
                made.append({"kind": kind, "number": number, "problem": dataclasses.asdict(problem)})
            number += 1
    for name, _, _ in problems.STEPS:
        compile_step(options.folder, options.tool, name, options.chip)
    for element in ("f16", "bf16"):
        compile_grouped(options.folder, options.tool, element, options.chip)
    (options.folder / "made.json").write_text(json.dumps(made))
    print(f"{len(made)} compiled, {refused} refused")


if __name__ == "__main__":
    main()
