"""`compile`: with the compiler where it is, with a program in its place, and without."""

import os
import stat
import sys

import pytest

import mlir_layout
from mlir_layout.compiler import Diagnostic

KERNEL = """
gpu.module @kernels {
  gpu.func @copy(%from: memref<32x64xf32>, %to: memref<32x64xf32>) kernel {
    %l = layout.make : !layout<(32,64):(64,1)>
    %x = gpu.thread_id x
    %c = arith.constant 0 : index
    %v = memref.load %from[%x, %c] : memref<32x64xf32>
    memref.store %v, %to[%x, %c] : memref<32x64xf32>
    gpu.return
  }
}
"""


def stand_in(folder, monkeypatch, code):
    """A program that is called as the compiler is."""
    program = folder / "layout-compile"
    program.write_text(f"#!{sys.executable}\nimport sys\n{code}")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("LAYOUT_BIN", str(folder))


def test_missing(tmp_path, monkeypatch):
    monkeypatch.setenv("LAYOUT_BIN", str(tmp_path))
    with pytest.raises(mlir_layout.CompilerNotFoundError, match=f"LAYOUT_BIN={tmp_path} has no such program"):
        mlir_layout.compile(KERNEL)
    monkeypatch.delenv("LAYOUT_BIN")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(FileNotFoundError, match="not on the PATH.*set LAYOUT_BIN"):
        mlir_layout.compile(KERNEL)


def test_call(tmp_path, monkeypatch):
    stand_in(
        tmp_path,
        monkeypatch,
        "source, chip, emit, output = sys.argv[1:]\n"
        "assert emit == '--emit=ptx'\n"
        "open(output.split('=')[1], 'w').write(chip + open(source).read())\n",
    )
    assert mlir_layout.compile("text", "sm_80") == "--chip=sm_80text"
    assert mlir_layout.compile("text") == "--chip=sm_90atext"


def test_diagnostics(tmp_path, monkeypatch):
    stand_in(
        tmp_path,
        monkeypatch,
        "print(sys.argv[1] + ':3:7: error: no: really', file=sys.stderr)\n"
        "print(sys.argv[1] + ':4:1: note: there', file=sys.stderr)\n"
        "print('layout-compile: layout-opt failed', file=sys.stderr)\n"
        "sys.exit(1)\n",
    )
    with pytest.raises(mlir_layout.CompileError) as caught:
        mlir_layout.compile("text")
    assert caught.value.diagnostics == [Diagnostic("error", 3, 7, "no: really"), Diagnostic("note", 4, 1, "there")]
    assert str(caught.value).startswith("input.mlir:3:7: error: no: really\n")


def test_warnings(tmp_path, monkeypatch):
    stand_in(
        tmp_path,
        monkeypatch,
        "print(sys.argv[1] + ':3:7: warning: outside', file=sys.stderr)\n"
        "print(sys.argv[1] + ':4:1: note: there', file=sys.stderr)\n"
        "open(sys.argv[4].split('=')[1], 'w').write('ptx')\n",
    )
    with pytest.warns(mlir_layout.CompileWarning, match="^input.mlir:3:7: outside$") as caught:
        assert mlir_layout.compile("text") == "ptx"
    assert len(caught) == 1 and caught[0].filename == __file__


def test_options_have_no_place(tmp_path, monkeypatch):
    stand_in(tmp_path, monkeypatch, "print('<unknown>:0: error: unknown chip', file=sys.stderr)\nsys.exit(1)\n")
    with pytest.raises(mlir_layout.CompileError) as caught:
        mlir_layout.compile("text", "sm_1")
    assert caught.value.diagnostics == [Diagnostic("error", 0, 0, "unknown chip")]


@pytest.mark.skipif("LAYOUT_BIN" not in os.environ, reason="LAYOUT_BIN does not say where the compiler is")
def test_compiler():
    ptx = mlir_layout.compile(KERNEL, target="sm_80")
    assert ".target sm_80" in ptx and ".entry copy" in ptx
    with pytest.raises(mlir_layout.CompileError) as caught:
        mlir_layout.compile(KERNEL.replace("(64,1)", "(64)"))
    assert caught.value.diagnostics[0].line == 4
