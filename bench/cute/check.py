#!/usr/bin/env python3
"""Compares what convert-cute-to-layout makes of CuTe DSL's programs with the DSL's own PTX, thread by thread.

Usage: python3 check.py [--keep DIR] [NAME]... in an environment with PyPI's nvidia-cutlass-dsl; no GPU is needed.
Each kernel of kernels.py is compiled by the DSL, whose IR goes through convert-cute-to-layout and layout-to-nvvm. Then
both PTX files are run on all blocks: each thread must load and store the same bytes of global memory and of
shared memory, and leave the same values. Exits with 1 where they differ.

--keep writes the generic IR and kernels.json, as test/CuTe/Inputs has them.
"""

import argparse
import json
import os
import pathlib
import re
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.append(str(ROOT / "test/CuTe/Inputs"))
import accesses  # noqa: E402


def described(kernel):
    """A kernel as kernels.json has it."""

    def argument(a):
        return a if isinstance(a, int) else {"sizes": a.sizes, "order": a.order, "static": a.static}

    return {"arguments": [argument(a) for a in kernel.arguments], "grid": kernel.grid, "block": kernel.block}


def check(name, kernel, source, theirs, folder):
    """What differs, or None; how many bytes were compared; and the hash of what the DSL's PTX does."""
    given, here = accesses.converted(name, kernel, source, folder)
    types = accesses.kernel_types(source.read_text(encoding="utf-8"))
    there = accesses.run(theirs, accesses.structures(types, given), kernel["grid"], kernel["block"])
    digest, compared = accesses.digest(there), 0
    for block, ((mine, left), (its, right)) in enumerate(zip(here, there, strict=True)):
        for thread, (a, b) in enumerate(zip(mine, its, strict=True)):
            for what in a:
                if a[what] != b[what]:
                    differ = sorted(a[what] ^ b[what])[:4]
                    return f"block {block}, thread {thread}: {' '.join(what)} of other bytes: {differ}", 0, digest
                compared += len(a[what])
        if left != right:
            return f"block {block}: other values are left", 0, digest
    return (None if compared else "nothing is touched"), compared, digest


def compiled(kernel, folder):
    """The DSL's generic IR and PTX of a kernel."""
    from cutlass import cute
    from cutlass._mlir import ir

    for old in folder.iterdir():
        old.unlink()
    arguments = [cutlass_integer(a) if isinstance(a, int) else a.fake() for a in kernel.arguments]
    cute.compile(kernel.host, *arguments)
    (source,), (code,) = folder.glob("*.mlir"), folder.glob("*.ptx")
    with ir.Context(), ir.Location.unknown():
        module = ir.Module.parse(source.read_text(encoding="utf-8"))
        generic = module.operation.get_asm(print_generic_op_form=True)
    # Names say all types of all arguments.
    for long, short in {
        r"kernel_cutlass_(\w+?_kernel)_\w+": r"\1",
        r"cutlass_(\w+?)_(?:Fake|Int)\w+": r"\1",
    }.items():
        generic = re.sub(long, short, generic)
    return generic, code.read_text(encoding="utf-8")


def cutlass_integer(value):
    import cutlass

    return cutlass.Int32(value)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help="these kernels; all without")
    parser.add_argument("--keep", type=pathlib.Path, metavar="DIR", help="where IR and kernels.json go")
    options = parser.parse_args()
    wrong, known = 0, {}
    with tempfile.TemporaryDirectory() as dumped, tempfile.TemporaryDirectory() as made:
        os.environ |= {"CUTE_DSL_ARCH": accesses.CHIP, "CUTE_DSL_DUMP_DIR": dumped}
        os.environ |= {"CUTE_DSL_KEEP_IR": "1", "CUTE_DSL_KEEP_PTX": "1"}
        import kernels

        folder = options.keep or pathlib.Path(made)
        folder.mkdir(parents=True, exist_ok=True)
        for name in options.names or kernels.KERNELS:
            kernel = kernels.KERNELS[name]
            generic, theirs = compiled(kernel, pathlib.Path(dumped))
            source = folder / f"{name}.mlir"
            source.write_text(generic, encoding="utf-8")
            pathlib.Path(made, f"{name}.theirs.ptx").write_text(theirs, encoding="utf-8")
            try:
                said, compared, digest = check(name, described(kernel), source, theirs, pathlib.Path(made))
                known[name] = {**described(kernel), "digest": digest}
            except (ValueError, accesses.ptx.Unknown) as error:
                said, compared = f"not run: {error}", 0
            wrong += said is not None
            print(f"{name:20}{said or f'equal, {compared} bytes'}", flush=True)
        if options.keep:
            lines = ",\n".join(f"  {json.dumps(name)}: {json.dumps(kernel)}" for name, kernel in known.items())
            (folder / "kernels.json").write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")
    print(f"{wrong} of {len(options.names or kernels.KERNELS)} wrong or not run")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
