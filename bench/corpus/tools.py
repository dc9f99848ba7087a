"""The programs that the corpus runs, and how it runs them."""

import concurrent.futures
import os
import pathlib
import subprocess

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
LLVM = pathlib.Path(os.environ.get("MLIR_SYS_220_PREFIX", "/usr/lib/llvm-22")) / "bin"
LAYOUT_OPT = pathlib.Path(os.environ.get("LAYOUT_BIN", ROOT / "target/release")).resolve() / "layout-opt"
# Attributes stand where they are used, so that functions can be taken out and put together.
PRINT = "--mlir-print-local-scope"
# Functions that one process takes.
GROUP = 40


class ToolError(Exception):
    """A program that did not exit with 0, and the first line of what it said."""


def run(program, *arguments, text=None, stream="stdout"):
    """What a program prints, given `text`. It runs in this folder."""
    command = [str(part) for part in (program, *arguments)]
    done = subprocess.run(command, cwd=HERE, input=text, capture_output=True, text=True, check=False)
    if done.returncode:
        lines = done.stderr.splitlines()
        said = [line for line in lines if "error:" in line] or lines or ["nothing"]
        raise ToolError(f"{pathlib.Path(program).name} stopped with {done.returncode}: {said[0].strip()}")
    return getattr(done, stream)


def mlir_opt(*arguments, text=None):
    """What upstream's mlir-opt prints."""
    return run(LLVM / "mlir-opt", *arguments, text=text)


def everywhere(work, arguments):
    """`work` of each of the arguments, done side by side."""
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(work, arguments))


def by_name(functions, work):
    """`work` of functions, by name: of many at once, or of fewer where that stops.

    `work` takes a list of functions and gives a value for each of their names. Where it stops for a function alone,
    the value is the ToolError.
    """

    def attempt(group):
        try:
            return work(group)
        except ToolError as error:
            if len(group) == 1:
                return {group[0].name: error}
        half = len(group) // 2
        return attempt(group[:half]) | attempt(group[half:])

    groups = [functions[i:i + GROUP] for i in range(0, len(functions), GROUP)]
    return {name: value for part in everywhere(attempt, groups) for name, value in part.items()}
