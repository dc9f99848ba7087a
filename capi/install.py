#!/usr/bin/env python3
"""Installs what was built: `capi/install.py BUILD PREFIX`, where BUILD is target/release or target/debug.

    PREFIX/bin               the programs
    PREFIX/include/layout-c  the headers of the C interface
    PREFIX/lib               liblayout-c as an archive and as a shared library, and the plugin, liblayout.so
    PREFIX/lib/cmake/Layout  for find_package(Layout)
    PREFIX/lib/pkgconfig     layout.pc and layout-static.pc

`./x install PREFIX` builds and calls it.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from declared import HEADERS, INCLUDE, declared, mlir_archives

HERE = pathlib.Path(__file__).resolve().parent
PROGRAMS = """
    layout-opt layout-compile layout-reduce layout-tune layout-lsp-server layout-calc layout-interp layout-run
""".split()


def link(archive, shared, soname, mlir):
    """The shared library of an archive. It exports what is declared and nothing else."""
    names = declared()
    lib = mlir / "lib"
    with tempfile.TemporaryDirectory() as scratch:
        script = pathlib.Path(scratch) / "exported.map"
        script.write_text("{ global: %s; local: *; };\n" % "; ".join(names))
        subprocess.run(
            [os.environ.get("CXX", "c++"), "-shared", "-o", shared, f"-Wl,-soname,{soname}"]
            + [f"-Wl,--version-script={script}", "-Wl,--gc-sections", "-Wl,-z,defs", "-Wl,-S"]
            + [f"-Wl,-u,{name}" for name in names]
            + [archive, *mlir_archives(mlir), f"-L{lib}", "-lMLIR", "-lLLVM-22"]
            + ["-lpthread", "-ldl", "-lm", f"-Wl,-rpath,{lib}"],
            check=True,
        )


def copy(source, place):
    """Also where a program of that name runs."""
    place.unlink(missing_ok=True)
    shutil.copy2(source, place)


def fill_in(source, place, values):
    """A template with its `@NAME@`s as what they stand for."""
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(re.sub(r"@(\w+)@", lambda found: values[found[1]], source.read_text()))


def main():
    build, prefix = (pathlib.Path(argument).resolve() for argument in sys.argv[1:])
    mlir = pathlib.Path(os.environ.get("MLIR_SYS_220_PREFIX", "/usr/lib/llvm-22"))
    version = re.search(r'^version = "(.*)"', (HERE.parent / "Cargo.toml").read_text(), re.M)[1]
    major, minor, _ = version.split(".")
    # Of versions 0.N another N is another interface.
    series = f"{major}.{minor}"
    soname = series if major == "0" else major

    for folder in ["bin", "include/layout-c", "lib"]:
        (prefix / folder).mkdir(parents=True, exist_ok=True)
    for program in PROGRAMS:
        copy(build / program, prefix / "bin" / program)
    for header in HEADERS:
        copy(INCLUDE / header, prefix / "include" / header)
    lib = prefix / "lib"
    copy(build / "liblayout.so", lib / "liblayout.so")
    copy(build / "liblayout_c.a", lib / "liblayout-c.a")
    subprocess.run(["strip", "--strip-debug", lib / "liblayout-c.a"], check=True)

    shared = lib / f"liblayout-c.so.{version}"
    shared.unlink(missing_ok=True)
    link(lib / "liblayout-c.a", shared, f"liblayout-c.so.{soname}", mlir)
    for name in [f"liblayout-c.so.{soname}", "liblayout-c.so"]:
        (lib / name).unlink(missing_ok=True)
        (lib / name).symlink_to(shared.name)

    values = {
        "VERSION": version,
        "SERIES": series,
        "SONAME": soname,
        "MLIR_PREFIX": str(mlir),
        "MLIR_MAJOR": "22",
        "MLIR_VERSION": "22",
        "MLIR_C": " ".join(mlir_archives(mlir)),
    }
    for name in ["LayoutConfig.cmake", "LayoutConfigVersion.cmake"]:
        fill_in(HERE / "cmake" / f"{name}.in", lib / "cmake/Layout" / name, values)
    for name in ["layout.pc", "layout-static.pc"]:
        fill_in(HERE / f"{name}.in", lib / "pkgconfig" / name, values)


main()
