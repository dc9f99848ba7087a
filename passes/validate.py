#!/usr/bin/env python3
"""Validates the simplifying passes on every test, every example and the corpus: z3 proves
that each rewritten value is what it was.

    ./x test validate [FILE.mlir...]

Prints how many values were proved, evaluated (because z3 was not done in time) and not
supported. Exits with 1 for a value that is wrong. Proofs are kept in target/smt.
"""

import concurrent.futures
import itertools
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "passes"), str(ROOT / "bench/corpus")]

import find_z3  # noqa: E402
from corpus import corpus  # noqa: E402
from functions import assemble  # noqa: E402

LAYOUT_OPT = pathlib.Path(os.environ.get("LAYOUT_BIN", ROOT / "target/debug")).resolve() / "layout-opt"
PASSES = ["index-simplify", "layout-simplify", "layout-normalize"]
OPTIONS = ["", "index-bitwidth=32", "target=generic", "target=sm_90a"]
VALIDATED = re.compile(r"validated: (\d+) proved, (\d+) evaluated on whole domains, (\d+) on samples, (\d+) not supported")
COLUMNS = ["proved", "whole domain", "samples", "not supported"]
# Functions of the corpus that one process takes, and bytes of other modules: it is begun once for all of them.
GROUP = 40
BYTES = 12_000
# Seconds for one process: some hundred values that z3 is not done with.
LIMIT = 2400


def layout_opt(text, *options):
    """What layout-opt says of a module, and whether it took it."""
    command = [LAYOUT_OPT, "-", "-o", os.devnull, "--allow-unregistered-dialect", *options]
    done = subprocess.run(command, input=text, capture_output=True, text=True, timeout=LIMIT, check=False)
    return done.stderr, done.returncode == 0


def chunks(path):
    """The modules of a file, with names: those that parse."""
    texts = re.split(r"^//(?: -----|---).*$", path.read_text(), flags=re.M)
    named = ((f"{path.relative_to(ROOT)}#{number}", text) for number, text in enumerate(texts))
    return [(name, text) for name, text in named if layout_opt(text)[1]]


def kind(name):
    """What a module is of: a folder, or the corpus."""
    return name.split("#")[0].split("/")[0]


def together(modules):
    """Modules of a kind that one process takes."""
    for _, group in itertools.groupby(sorted(modules, key=lambda module: kind(module[0])), lambda module: kind(module[0])):
        taken = []
        for module in group:
            if taken and sum(len(text) for _, text in taken) + len(module[1]) > BYTES:
                yield taken
                taken = []
            taken.append(module)
        yield taken


def validate(job):
    """Counts of modules under a pass, and what is wrong."""
    modules, simplifier, options = job
    text = "\n// -----\n".join(text for _, text in modules)
    said, good = layout_opt(text, "--split-input-file", f"--pass-pipeline=builtin.module({simplifier}{{validate=smt {options}}})")
    if not good and len(modules) > 1:
        # Which of them it is.
        alone = [validate(([module], simplifier, options)) for module in modules]
        counts = [sum(column) for column in zip(*(counts for _, _, counts, _ in alone))]
        return simplifier, kind(modules[0][0]), counts, [error for *_, errors in alone for error in errors]
    name = modules[0][0]
    counts = [sum(int(found[k]) for found in VALIDATED.findall(said)) for k in range(len(COLUMNS))]
    errors = [line for line in said.splitlines() if "error:" in line] or ["error: no reason given"]
    return simplifier, kind(name), counts, [] if good else [f"{name} {simplifier}{{{options}}}: {line}" for line in errors]


def main(arguments):
    os.environ.setdefault("LAYOUT_Z3", str(find_z3.executable()))
    os.environ.setdefault("LAYOUT_SMT_CACHE", str(ROOT / "target/smt"))
    files = [pathlib.Path(a).resolve() for a in arguments]
    files = files or sorted([*ROOT.glob("test/**/*.mlir"), *ROOT.glob("examples/*.mlir")])
    pool = concurrent.futures.ThreadPoolExecutor(os.cpu_count())
    modules = [module for of_file in pool.map(chunks, files) for module in of_file]
    jobs = [(some, p, o) for some in together(modules) for p in PASSES for o in OPTIONS]
    if not arguments:
        functions = corpus()
        groups = [functions[i:i + GROUP] for i in range(0, len(functions), GROUP)]
        texts = [[(f"corpus#{number}", assemble(group))] for number, group in enumerate(groups)]
        jobs += [(text, "index-simplify", options) for text in texts for options in OPTIONS]
    table, wrong = {}, []
    # The slowest first: each waits for z3, which takes a core of its own.
    jobs.sort(key=lambda job: -sum(len(text) for _, text in job[0]))
    for simplifier, of, counts, errors in pool.map(validate, jobs):
        row = table.setdefault((of, simplifier), [0] * len(COLUMNS))
        row[:] = [a + b for a, b in zip(row, counts)]
        wrong += errors
    print(f"{'values':34}" + "".join(f"{column:>15}" for column in COLUMNS))
    for (of, simplifier), row in sorted(table.items()):
        print(f"{of + ', ' + simplifier:34}" + "".join(f"{count:15}" for count in row))
    total = [sum(column) for column in zip(*table.values())]
    print(f"{'all':34}" + "".join(f"{count:15}" for count in total))
    for line in wrong:
        print(line)
    if not total or not total[0]:
        sys.exit("nothing was proved")
    sys.exit(bool(wrong))


main(sys.argv[1:])
