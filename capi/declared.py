"""Which functions the headers declare, and where MLIR has its own."""

import pathlib
import re

INCLUDE = pathlib.Path(__file__).resolve().parent / "include"
HEADERS = ["layout-c/Attributes.h", "layout-c/Dialect.h", "layout-c/Passes.h"]


def declared():
    """Their names, in order."""
    names = set()
    for header in HEADERS:
        text = re.sub(r"//[^\n]*", "", (INCLUDE / header).read_text())
        names.update(re.findall(r"MLIR_CAPI_EXPORTED\s[^;(]*?(\w+)\s*\(", text))
        handles = re.findall(r"MLIR_DECLARE_CAPI_DIALECT_REGISTRATION\(\w+,\s*(\w+)\)", text)
        names.update(f"mlirGetDialectHandle__{name}__" for name in handles)
    return sorted(names)


def mlir_archives(mlir):
    """MLIR's C interface, as arguments of a linker: distributions have no shared library of it."""
    if (mlir / "lib/libMLIR-C.so").exists():
        return ["-lMLIR-C"]
    archives = sorted((mlir / "lib").glob("libMLIRCAPI*.a"))
    return ["-Wl,--start-group", *map(str, archives), "-Wl,--end-group"]
