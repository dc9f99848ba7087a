#!/usr/bin/env python3
"""Prints functions whose addresses are computed by very many operations, one of the other."""

DEEP = 60_000
ROWS = 1000


def function(name, lines):
    print(f"llvm.func @{name}(%m: !llvm.ptr, %i: i64, %s: i64, %n: i32, %p: i1) attributes {{nvvm.kernel}} {{")
    print("\n".join(lines + ["llvm.return", "}"]))


def chain(first, step):
    return [first] + [step.format(n, n - 1) for n in range(1, DEEP)]


def access(index):
    return [f"%q = llvm.getelementptr %m[{index}] : (!llvm.ptr, i64) -> !llvm.ptr, f32", "%x = llvm.load %q : !llvm.ptr -> f32"]


def main():
    last = f"%v{DEEP - 1}"
    constant = "%c3 = llvm.mlir.constant(3 : i64) : i64"
    thread = chain("%v0 = nvvm.read.ptx.sreg.tid.x : i32", "%v{} = llvm.add %v{}, %n : i32")
    flipped = [f"%y = llvm.xor {last}, %n : i32", "%w = llvm.zext %y : i32 to i64"]
    function("thread", thread + flipped + ["llvm.store %v1, %m : i32, !llvm.ptr", f"llvm.store {last}, %m : i32, !llvm.ptr"] + access("%w"))
    function("products", [constant] + chain("%v0 = llvm.mul %i, %c3 : i64", "%v{} = llvm.mul %v{}, %c3 : i64") + access(last))
    step = "%v{} = llvm.getelementptr %v{}[%n] : (!llvm.ptr, i32) -> !llvm.ptr, i8"
    first = "%v0 = llvm.getelementptr %m[%n] : (!llvm.ptr, i32) -> !llvm.ptr, i8"
    function("pointers", chain(first, step) + [f"%x = llvm.load {last} : !llvm.ptr -> i128"])
    rows = []
    for n in range(ROWS):
        rows += [
            f"llvm.cond_br %p, ^in{n}, ^out{n}",
            f"^in{n}:",
            f"%c{n} = llvm.mlir.constant({n} : i64) : i64",
            f"%s{n} = llvm.mul %s, %c{n} : i64",
            f"%j{n} = llvm.add %i, %s{n} : i64",
            f"%q{n} = llvm.getelementptr %m[%j{n}] : (!llvm.ptr, i64) -> !llvm.ptr, f32",
            f"llvm.store %i, %q{n} : i64, !llvm.ptr",
            f"llvm.br ^out{n}",
            f"^out{n}:",
        ]
    function("rows", rows)


if __name__ == "__main__":
    main()
