"""What the stubs say is what the module has, and the code keeps to it."""

import pathlib
import subprocess
import sys

import pytest

pytest.importorskip("mypy")

HERE = pathlib.Path(__file__).resolve().parent
CONFIG = HERE.parent / "pyproject.toml"


def run(tmp_path, *command):
    # Apart from the sources, so that the installed package is what is looked at.
    done = subprocess.run([sys.executable, "-m", *command], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_stubs(tmp_path):
    # The macros of the extension module write its `__all__`.
    (tmp_path / "allowed").write_text("mlir_layout._core.__all__\n")
    run(tmp_path, "mypy.stubtest", "mlir_layout", "--allowlist", "allowed", f"--mypy-config-file={CONFIG}")


def test_package(tmp_path):
    run(tmp_path, "mypy", f"--config-file={CONFIG}", "-p", "mlir_layout")


def test_use(tmp_path):
    """A typed script of a user."""
    (tmp_path / "script.py").write_text(
        "import mlir_layout\n"
        "from mlir_layout import Layout, LayoutBase, composition, equal, logical_divide, make_layout, size, zipped_divide\n"
        "a = Layout((8, (2, 4)))\n"
        "b: Layout = composition(a, Layout(8, 2))\n"
        "c: Layout = zipped_divide(a, (2, Layout(4, 1)))\n"
        "d: Layout = make_layout(logical_divide(mode, 2, fit='exact') for mode in a)\n"
        "e: LayoutBase = d[0]\n"
        "n: int = int(a.size()) + len(range(b.size()))\n"
        "ptx = lambda: mlir_layout.compile('', target='sm_90a')\n"
        "print(size(e), equal(b, c), hash(a), [a(i) for i in range(3)], c.shape, Layout.parse('N:1').substitute(N=4))\n"
    )
    run(tmp_path, "mypy", "--strict", "script.py")
    done = subprocess.run([sys.executable, "script.py"], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0 and "4" in done.stdout, done.stderr
