"""Where z3 is: the system's, else the one of the Python package, installed once in .venv."""

import pathlib
import shutil
import subprocess
import sys
import venv

ROOT = pathlib.Path(__file__).resolve().parents[1]


def executable():
    """The path of z3."""
    if found := shutil.which("z3"):
        return pathlib.Path(found)
    z3 = ROOT / ".venv/bin/z3"
    if not z3.exists():
        if not (ROOT / ".venv/bin/python").exists():
            venv.create(ROOT / ".venv", with_pip=True)
        print("installing z3-solver", file=sys.stderr)
        subprocess.run([ROOT / ".venv/bin/python", "-m", "pip", "install", "-q", "z3-solver"], check=True)
    return z3


if __name__ == "__main__":
    print(executable())
