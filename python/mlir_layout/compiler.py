"""From kernels in MLIR to PTX, by the compiler where it is installed."""

import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import warnings
from typing import List, NamedTuple, Sequence


class Diagnostic(NamedTuple):
    """What the compiler says of a place in the text."""

    severity: str
    line: int
    column: int
    message: str


class CompileError(Exception):
    """The compiler refused the text; `diagnostics` says where, and why."""

    def __init__(self, message: str, diagnostics: Sequence[Diagnostic] = ()):
        super().__init__(message)
        self.diagnostics: List[Diagnostic] = list(diagnostics)


class CompileWarning(UserWarning):
    """What the compiler warns of in a text that it compiles."""


class CompilerNotFoundError(FileNotFoundError):
    """`layout-compile` is not installed."""


def find_compiler() -> str:
    """The path of `layout-compile`: in the folder that LAYOUT_BIN names, else on the PATH."""
    folder = os.environ.get("LAYOUT_BIN")
    found = shutil.which("layout-compile", path=folder) if folder else shutil.which("layout-compile")
    if found is None:
        looked = f"LAYOUT_BIN={folder} has no such program" if folder else "it is not on the PATH"
        raise CompilerNotFoundError(
            f"compiling needs layout-compile, and {looked}. It comes with the compiler, not with this package: build it "
            "with `cargo build --release -p layout-tools` in the sources (MLIR 22 is needed there) and set LAYOUT_BIN "
            "to target/release. Everything else here works without it."
        )
    return found


_DIAGNOSTIC = re.compile(
    r"^(?P<file>.+?):(?P<line>\d+):(?:(?P<column>\d+):)? (?P<severity>error|warning|remark|note): (?P<text>.*)$"
)


def _diagnostics(said: str) -> List[Diagnostic]:
    """Of options, which have no place, line and column are 0."""
    found = filter(None, map(_DIAGNOSTIC.match, said.splitlines()))
    return [Diagnostic(m["severity"], int(m["line"]), int(m["column"] or 0), m["text"]) for m in found]


def compile(text: str, target: str = "sm_90a") -> str:
    """The PTX of a module with kernels, for a chip.

    It runs `layout-compile` of the folder that LAYOUT_BIN names, or of the PATH: where there is none, that is a
    `CompilerNotFoundError`. What the compiler refuses is a `CompileError`, whose `diagnostics` say where and why; what it
    warns of is a `CompileWarning`.
    """
    program = find_compiler()
    with tempfile.TemporaryDirectory() as folder:
        source, ptx = pathlib.Path(folder, "input.mlir"), pathlib.Path(folder, "output.ptx")
        source.write_text(text, encoding="utf-8")
        command = [program, str(source), f"--chip={target}", "--emit=ptx", f"--output={ptx}"]
        done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, encoding="utf-8", errors="replace")
        said = done.stderr.replace(str(source), source.name)
        diagnostics = _diagnostics(said)
        if done.returncode == 0:
            for warning in diagnostics:
                if warning.severity == "warning":
                    place = f"{source.name}:{warning.line}:{warning.column}"
                    warnings.warn(f"{place}: {warning.message}", CompileWarning, stacklevel=2)
            return ptx.read_text(encoding="utf-8")
    raise CompileError(said.strip() or f"layout-compile exited with status {done.returncode}", diagnostics)


__all__ = ["CompileError", "CompileWarning", "CompilerNotFoundError", "Diagnostic", "compile", "find_compiler"]
