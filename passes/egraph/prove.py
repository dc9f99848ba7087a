#!/usr/bin/env python3
"""Has z3 prove the e-graph's rules over integers and bits.

    ./x prove

Each rule becomes goals that its sides differ (examples/smt.rs). A rule is
proved symbolically, for all integers and constants, or else for each instance
of its constants, for all other values. Exits with 1 if a goal has a model, which
it prints, or if one is left undecided.
"""

import concurrent.futures
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "passes"))

import z3  # noqa: E402


def run(solver, file):
    """The answers of a file: pairs of an instance and unsat, sat or unknown."""
    output = subprocess.run([solver, "-smt2", file], capture_output=True, text=True).stdout
    lines = output.splitlines()
    if wrong := [line for line in lines if line.startswith("(error")]:
        sys.exit(f"{file.name}: {wrong[0]}")
    return list(zip((line[2:] for line in lines[::2]), lines[1::2]))


def prove(solver, folder, rule):
    """A line of the table, and whether the rule is proved."""
    symbolic = folder / f"{rule}.all.smt2"
    if symbolic.exists() and [a for _, a in run(solver, symbolic)] == ["unsat"]:
        return f"{rule:18} proved for all integers", True
    answers = run(solver, folder / f"{rule}.smt2")
    bad = [f"{at or 'everywhere'}: {answer}" for at, answer in answers if answer != "unsat"]
    if bad:
        return f"{rule:18} NOT PROVED at {len(bad)} of {len(answers)}: {'; '.join(bad[:3])}", False
    return f"{rule:18} proved, {len(answers)} instances of its constants", True


def main():
    solver = z3.executable()
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        command = ["cargo", "run", "--quiet", "--locked", "-p", "layout-egraph", "--example", "smt", folder]
        subprocess.run(command, cwd=ROOT, check=True)
        rules = sorted(f.name.removesuffix(".smt2") for f in folder.glob("*.smt2") if not f.name.endswith(".all.smt2"))
        proved = 0
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            for line, good in pool.map(lambda rule: prove(solver, folder, rule), rules):
                print(line, flush=True)
                proved += good
    print(f"\n{proved} of {len(rules)} rules over integers and bits proved")
    sys.exit(proved != len(rules))


main()
