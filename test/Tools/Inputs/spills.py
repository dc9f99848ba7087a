"""Asks ptxas whether kernels of the examples spill registers, and what it warns of.

usage: spills.py EXAMPLES FOLDER
Each is compiled for the chip of its first RUN line that makes PTX.
"""

import pathlib
import re
import subprocess
import sys

# Files whose kernels spill, with how many bytes they may, and why.
SPILLS = {
    "gemm_steps/1_registers.mlir": (112, "shows what loads of fragments from where they lie cost: addresses take what is left of registers"),
}  # fmt: skip


def compile_and_ask(file, folder):
    """What ptxas says of a file's kernels; None if it has none."""
    text = file.read_text()
    run = re.search(r"RUN: layout-opt %s.*--layout-to-nvvm.*", text)
    if not run:
        return None
    chip = re.search(r"chip=(\w+)", run[0])[1]
    ptx = folder / f"{file.stem}.ptx"
    options = f"--layout-to-nvvm=chip={chip} bare-pointers=false ptx={ptx}"
    before = ["--layout-matmul"] if "linalg.matmul" in text else []
    subprocess.run(["layout-opt", file, *before, options, "-o", "/dev/null"], check=True)
    said = subprocess.run(
        ["ptxas", "-v", f"-arch={chip}", ptx, "-o", "/dev/null"], check=True, capture_output=True, text=True
    )
    return said.stdout + said.stderr


def main(examples, folder):
    folder.mkdir(exist_ok=True)
    wrong, asked = [], 0
    for file in sorted(examples.glob("**/*.mlir")):
        name = str(file.relative_to(examples))
        said = compile_and_ask(file, folder)
        if said is None:
            continue
        spilled = [int(n) for n in re.findall(r"(\d+) bytes spill stores", said)]
        asked += len(spilled)
        most, _ = SPILLS.get(name, (0, ""))
        if max(spilled, default=0) > most:
            wrong.append(f"{name}: spills {max(spilled)} bytes, of {most} that it may")
        if name in SPILLS and max(spilled, default=0) == 0:
            wrong.append(f"{name}: spills nothing any more, and is listed")
        wrong += [f"{name}: {line}" for line in said.splitlines() if "warning" in line.lower()]
    if not asked:
        wrong.append("no kernel was asked about")
    print("\n".join(wrong) or f"{asked} kernels")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])))
