#!/usr/bin/env python3
"""Has z3 prove the e-graph's rules over integers and bits.

    ./x prove

Each rule becomes goals that its sides differ (examples/smt.rs). A rule is
proved symbolically, for all integers and constants, or else for each instance
of its constants, for all other values. Exits with 1 if a goal has a model, which
it prints, if one is left undecided, or if proofs.txt, which the documentation
counts, says otherwise of a rule; `BLESS=1 ./x prove` rewrites it.
"""

import concurrent.futures
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
LEDGER = ROOT / "passes/egraph/proofs.txt"
sys.path.insert(0, str(ROOT / "passes"))

import find_z3  # noqa: E402


def run(solver, file):
    """The answers of a file: pairs of an instance and unsat, sat or unknown."""
    output = subprocess.run([solver, "-smt2", file], capture_output=True, text=True).stdout
    lines = output.splitlines()
    if wrong := [line for line in lines if line.startswith("(error")]:
        sys.exit(f"{file.name}: {wrong[0]}")
    return list(zip((line[2:] for line in lines[::2]), lines[1::2]))


def prove(solver, folder, rule):
    """A line of the table, and how the rule is proved; None if it is not."""
    symbolic = folder / f"{rule}.all.smt2"
    if symbolic.exists() and [a for _, a in run(solver, symbolic)] == ["unsat"]:
        return f"{rule:18} proved for all integers", "all integers"
    answers = run(solver, folder / f"{rule}.smt2")
    bad = [f"{at or 'everywhere'}: {answer}" for at, answer in answers if answer != "unsat"]
    if bad:
        return f"{rule:18} NOT PROVED at {len(bad)} of {len(answers)}: {'; '.join(bad[:3])}", None
    instances = f"{len(answers)} instances" if len(answers) > 1 else "1 instance"
    return f"{rule:18} proved, {instances} of its constants", instances


def main():
    solver = find_z3.executable()
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        command = ["cargo", "run", "--quiet", "--locked", "-p", "layout-egraph", "--example", "smt", folder]
        subprocess.run(command, cwd=ROOT, check=True)
        rules = sorted(f.name.removesuffix(".smt2") for f in folder.glob("*.smt2") if not f.name.endswith(".all.smt2"))
        statements = [line.split("\t") for line in (folder / "statements.txt").read_text().splitlines()]
        how = {}
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            for line, proof in pool.map(lambda rule: prove(solver, folder, rule), rules):
                print(line, flush=True)
                how[line.split()[0]] = proof
    proved = sum(proof is not None for proof in how.values())
    print(f"\n{proved} of {len(rules)} rules over integers and bits proved")
    if proved != len(rules):
        sys.exit(1)
    ledger = "".join(f"{rule}\t{how.get(rule, 'tried')}\t{text}\n" for rule, text in statements)
    if os.environ.get("BLESS"):
        LEDGER.write_text(ledger)
    elif LEDGER.read_text() != ledger:
        sys.exit(f"{LEDGER.relative_to(ROOT)} says otherwise: run BLESS=1 ./x prove")


main()
