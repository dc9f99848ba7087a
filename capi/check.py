#!/usr/bin/env python3
"""Checks an installation: `capi/check.py PREFIX`.

The headers are C11 and C++17, each alone; the libraries define what the headers declare; the
shared one exports nothing else, and the archive nothing of that name; tests/api.c, compiled by
what `pkg-config` says and linked with either, calls each function.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

from declared import HEADERS, declared

TEST = pathlib.Path(__file__).resolve().parent / "tests/api.c"

LANGUAGES = {
    "c": [os.environ.get("CC", "cc"), "-std=c11", "-Wstrict-prototypes"],
    "c++": [os.environ.get("CXX", "c++"), "-std=c++17"],
}


def compiles(prefix, mlir, language, header):
    """As the only thing of a file, and twice."""
    command = LANGUAGES[language] + ["-Wall", "-Wextra", "-pedantic", "-Werror", "-fsyntax-only"]
    includes = ["-I", prefix / "include", "-isystem", mlir / "include", "-x", language, "-"]
    text = f"#include <{header}>\n" * 2
    return subprocess.run(command + includes, input=text, text=True).returncode == 0


def symbols(*command):
    """What a library defines, and others may use."""
    lines = subprocess.run(["nm", *command], check=True, capture_output=True, text=True).stdout
    return {line.split()[2].split("@")[0] for line in lines.splitlines() if re.match(r"\S+ [TDBRVW] ", line)}


def package(prefix, name, *ask):
    """What pkg-config says."""
    environment = dict(os.environ, PKG_CONFIG_PATH=str(prefix / "lib/pkgconfig"))
    command = ["pkg-config", *ask, name]
    return subprocess.run(command, check=True, capture_output=True, text=True, env=environment).stdout.split()


def tested(prefix, name, scratch):
    """Whether tests/api.c finds nothing wrong."""
    program = pathlib.Path(scratch) / name
    flags = ["-Wall", "-Wextra", "-Werror", *package(prefix, name, "--cflags")]
    libraries = package(prefix, name, "--libs") + package(prefix, name, "--variable=mlir_c")
    subprocess.run([*LANGUAGES["c"], *flags, TEST, "-o", program, *libraries], check=True)
    return subprocess.run([program]).returncode == 0


def main():
    prefix = pathlib.Path(sys.argv[1]).resolve()
    mlir = pathlib.Path(os.environ.get("MLIR_SYS_220_PREFIX", "/usr/lib/llvm-22"))
    names = set(declared())
    wrong = [f"{h} is no {l}" for h in HEADERS for l in LANGUAGES if not compiles(prefix, mlir, l, h)]
    exported = symbols("-D", "--defined-only", prefix / "lib/liblayout-c.so")
    wrong += [f"{name} is declared, and the shared library does not export it" for name in names - exported]
    wrong += [f"{name} is exported by the shared library, and not declared" for name in exported - names]
    defined = symbols("--defined-only", "--extern-only", "--quiet", prefix / "lib/liblayout-c.a")
    ours = {n for n in defined if re.match(r"mlir(Layout|(Attribute|Type)IsALayout|GetDialectHandle)", n)}
    wrong += [f"{name} is declared, and the archive does not define it" for name in names - ours]
    wrong += [f"{name} is defined by the archive, and not declared" for name in ours - names]
    called = set(re.findall(r"\w+", TEST.read_text()))
    wrong += [f"{name} is not called by {TEST.name}" for name in names - called]
    with tempfile.TemporaryDirectory() as scratch:
        for name in ["layout", "layout-static"]:
            if not tested(prefix, name, scratch):
                wrong.append(f"{TEST.name} fails with {name}.pc")
    for line in sorted(wrong):
        print(f"error: {line}", file=sys.stderr)
    print(f"{len(names)} functions")
    sys.exit(bool(wrong))


main()
