#!/usr/bin/env python3
"""Random programs of addresses before and after a pass: what is accessed stays what it was.

    passes.py LAYOUT-OPT PIPELINE [--programs N] [--seed N] [--keep FILE] [--break]

A program of the LLVM dialect that is defined for some arguments must be defined after the pass and
access the same addresses, in the same order, with the same values. llvm.py says what a
program does. The programs have what the passes look for: sums and exclusive-ors of indices of 32 and 64 bits
with and without flags, strides, addresses with and without flags that run always, under conditions or in
loops, rows of unknown length, rows that tables name, copies that read nothing, divisions, numbers of threads and what is computed of them,
accesses of 16 bytes that bytes are counted to, sums of products by constants. Arguments are near the ends of their types and near each other's;
memory is small or has 2^45 bytes before and behind where a pointer points.

With --break new operations of each program that changed are spoilt, one at a time, and how many of
these are noticed is said, of each kind and of all. (A flag that is added may hold.) A program that is wrong is printed, or kept in FILE.
"""

import argparse
import collections
import pathlib
import random
import re
import subprocess
import sys

import llvm

ARGUMENTS = 64
# Most operations of a program that are spoilt, one at a time.
SPOILT = 8
EDGES = [0, 1, 2, 3, 7, 8, 16, 40, 64, 96, 1000, 2**15, 2**20, 2**29, 2**30, 2**31, 2**32, 2**33, 2**34, 2**62, 2**63]
CONSTANTS = [1, 2, 3, 4, 8, 16, 24, 32, 64, 100, 128, 1024, 4096, -1, -4, -8, -64]
FLAGS = ["", "", " overflow<nsw>", " overflow<nuw>", " overflow<nsw, nuw>"]
ADDRESS_FLAGS = ["", "", "inbounds ", "nuw ", "nusw ", "inbounds|nuw ", "inbounds|nuw "]
MEMORIES = {"%m": "!llvm.ptr", "%g": "!llvm.ptr<1>", "%s": "!llvm.ptr<3>"}
PARAMETERS = {"i32": ["%a", "%b", "%c"], "i64": ["%x", "%y", "%z"], "i1": ["%p", "%q"]}


class Writer:
    """Writes a program."""

    def __init__(self, rng, name):
        self.rng, self.lines, self.number = rng, [], 0
        self.pools = {kind: list(values) for kind, values in PARAMETERS.items()}
        self.alignment = rng.choice([16, 64, 128, 1024])
        # Of half of them the block is known, of the others how many threads it has at most; of half the grid.
        is_kernel = rng.random() < 0.8
        self.is_known = is_kernel and rng.random() < 0.5
        sizes = "nvvm.kernel, nvvm.maxntid = array<i32: 256, 2, 4>"
        if self.is_known:
            sizes += ", gpu.known_block_size = array<i32: 256, 2, 4>"
        if rng.random() < 0.5:
            sizes += ", gpu.known_grid_size = array<i32: 3136, 1, 1>"
        kernel = f" attributes {{{sizes}}}" if is_kernel else ""
        parameters = [f"{n}: {t}" + (f" {{llvm.align = {self.alignment} : i64}}" if n == "%s" else "") for n, t in MEMORIES.items()]
        parameters += [f"{n}: {kind}" for kind, values in PARAMETERS.items() for n in values]
        self.lines.append(f"llvm.func @{name}({', '.join(parameters)}){kernel} {{")
        self.body(1)
        self.lines += ["llvm.return", "}"]

    def put(self, text, kind=None):
        self.number += 1
        name = f"%v{self.number}"
        self.lines.append(f"{name} = {text}")
        if kind in self.pools:
            self.pools[kind].append(name)
        return name

    def constant(self, kind, value):
        value = value if kind == "i64" else (value + 2**31) % 2**32 - 2**31
        self.number += 1
        name = f"%v{self.number}"
        self.lines.append(f"{name} = llvm.mlir.constant({value} : {kind}) : {kind}")
        return name

    def some(self, kind):
        pool = self.pools[kind]
        return self.rng.choice(pool[-6:] if self.rng.random() < 0.6 else pool)

    def operand(self, kind):
        return self.constant(kind, self.rng.choice(CONSTANTS)) if self.rng.random() < 0.4 else self.some(kind)

    def integer(self, kind, of=None):
        """A number computed of others."""
        rng, of = self.rng, of or self.some(kind)
        choice, flags = rng.randrange(13), rng.choice(FLAGS)
        if choice < 4:
            other = self.operand(kind)
            a, b = (of, other) if rng.random() < 0.7 else (other, of)
            return self.put(f"llvm.add {a}, {b}{flags} : {kind}", kind)
        if choice < 7:
            mask = self.constant(kind, rng.choice([1, 2, 4, 8, 16, 24, 56, 64, -8]))
            return self.put(f"llvm.xor {of}, {mask} : {kind}", kind)
        if choice == 7:
            return self.put(f"llvm.mul {of}, {self.constant(kind, rng.choice(CONSTANTS))}{flags} : {kind}", kind)
        if choice == 8:
            return self.put(f"llvm.shl {of}, {self.constant(kind, rng.randrange(8))}{flags} : {kind}", kind)
        if choice == 9:
            return self.put(f"llvm.and {of}, {self.constant(kind, rng.choice([-8, -64, 7, 63, 255]))} : {kind}", kind)
        if choice == 10:
            shifted = self.put(f"llvm.shl {of}, {self.constant(kind, 3)} : {kind}", kind)
            return self.put(f"llvm.or disjoint {shifted}, {self.constant(kind, rng.choice([1, 5, 7, 8]))} : {kind}", kind)
        if choice == 11:
            return self.put(f"llvm.sub {of}, {self.operand(kind)}{flags} : {kind}", kind)
        return self.put(f"llvm.select {self.some('i1')}, {of}, {self.operand(kind)} : i1, {kind}", kind)

    def index(self, value, kind):
        """An index as it is, or extended."""
        if kind == "i32" and self.rng.random() < 0.5:
            return self.put(f"llvm.{self.rng.choice(['sext', 'zext', 'zext nneg'])} {value} : i32 to i64"), "i64"
        return value, kind

    def pointer(self, memory, element, index, kind, flags):
        of = MEMORIES[memory]
        if memory == "%s" and kind == "i64" and self.rng.random() < 0.2:
            base = self.put(f"llvm.ptrtoint %s : {of} to i64")
            bytes_ = self.constant("i64", element // 8)
            product = self.put(f"llvm.mul {index}, {bytes_} : i64")
            return self.put(f"llvm.inttoptr {self.put(f'llvm.add {base}, {product} : i64')} : i64 to {of}")
        return self.put(f"llvm.getelementptr {flags}{memory}[{index}] : ({of}, {kind}) -> {of}, i{element}")

    def access(self, memory, pointer, element):
        of, kind = MEMORIES[memory], f"i{element}"
        if self.rng.random() < 0.6:
            self.put(f"llvm.load {pointer} : {of} -> {kind}", kind)
        else:
            value = self.some(kind) if kind in self.pools else self.constant_of(kind)
            self.lines.append(f"llvm.store {value}, {pointer} : {kind}, {of}")

    def constant_of(self, kind):
        self.number += 1
        self.lines.append(f"%v{self.number} = llvm.mlir.constant(5 : {kind}) : {kind}")
        return f"%v{self.number}"

    def family(self):
        """Addresses of one memory whose indices are computed of each other, most of which are accessed."""
        rng = self.rng
        memory, element, kind = rng.choice(list(MEMORIES)), rng.choice([8, 16, 32, 64]), rng.choice(["i32", "i64"])
        flags, extension = rng.choice(ADDRESS_FLAGS), rng.choice(["", "", "sext", "zext", "zext nneg"])
        index, step, later = self.some(kind), self.some(kind), []
        term = self.integer(kind) if rng.random() < 0.4 else None
        for _ in range(rng.randrange(2, 6)):
            at, of = index, kind
            if term and rng.random() < 0.8:
                at = self.put(f"llvm.add {index}, {term}{rng.choice(FLAGS)} : {kind}", kind)
            if kind == "i32" and extension:
                at, of = self.put(f"llvm.{extension} {at} : i32 to i64"), "i64"
            own = flags if rng.random() < 0.8 else rng.choice(ADDRESS_FLAGS)
            pointer = self.pointer(memory, element, at, of, own)
            if rng.random() < 0.75:
                self.access(memory, pointer, element)
            elif rng.random() < 0.6:
                later.append(pointer)
            if memory == "%g" and rng.random() < 0.3:
                self.copy(pointer)
            if rng.random() < 0.5:
                index = self.put(f"llvm.add {index}, {step}{rng.choice(FLAGS)} : {kind}", kind)
            else:
                index = self.integer(kind, index)
            if rng.random() < 0.1:
                self.lines.append("nvvm.barrier0")
        return [(memory, pointer, element) for pointer in later]

    def swizzle(self):
        """Addresses in shared memory whose indices are an exclusive-or apart, and what is added to them."""
        rng = self.rng
        element, kind = rng.choice([8, 16, 32]), rng.choice(["i32", "i64"])
        x, flags, extension = self.some(kind), rng.choice(FLAGS), rng.choice(["", "sext", "zext", "zext nneg"])
        term = None
        if rng.random() < 0.6:
            factor = self.constant(kind, rng.choice([8, 64, 64, 1024]))
            term = self.put(f"llvm.mul {self.some(kind)}, {factor}{rng.choice(FLAGS)} : {kind}", kind)
        shift = rng.choice([0, 0, 2, 8, 64, -64])
        for _ in range(rng.randrange(2, 5)):
            at = x
            if shift and rng.random() < 0.7:
                at = self.put(f"llvm.add {at}, {self.constant(kind, shift)}{flags} : {kind}")
            at = self.put(f"llvm.xor {at}, {self.constant(kind, rng.choice([1, 4, 8, 16, 24, 32, 56]))} : {kind}")
            if term and rng.random() < 0.8:
                at = self.put(f"llvm.add {at}, {term}{flags} : {kind}")
            if shift and rng.random() < 0.4:
                at = self.put(f"llvm.add {at}, {self.constant(kind, shift)}{flags} : {kind}")
            of = kind
            if kind == "i32" and extension:
                at, of = self.put(f"llvm.{extension} {at} : i32 to i64"), "i64"
            pointer = self.pointer("%s", element, at, of, rng.choice(ADDRESS_FLAGS))
            if rng.random() < 0.85:
                self.access("%s", pointer, element)

    def rows(self):
        """Addresses in rows of an unknown length that are numbered by unknown numbers."""
        rng = self.rng
        memory, element = rng.choice(list(MEMORIES)), rng.choice([8, 16, 32, 64])
        length, rest = self.small("i64", 255), self.small("i64", 63)
        for _ in range(rng.randrange(2, 5)):
            product = [self.small("i64", 7), length]
            rng.shuffle(product)
            at = self.put(f"llvm.mul {product[0]}, {product[1]}{rng.choice(FLAGS)} : i64")
            if rng.random() < 0.7:
                at = self.put(f"llvm.add {at}, {self.operand('i64') if rng.random() < 0.3 else rest} : i64")
            self.access(memory, self.pointer(memory, element, at, "i64", rng.choice(ADDRESS_FLAGS)), element)

    def table(self):
        """Addresses that count products of a number with a sign and a small one, and small ones by a constant."""
        rng = self.rng
        memory, element = rng.choice(list(MEMORIES)), rng.choice([8, 16, 32, 64])
        sign = self.put(f"llvm.{rng.choice(['sext', 'sext', 'zext'])} {self.some('i32')} : i32 to i64")
        for _ in range(rng.randrange(1, 4)):
            mask = rng.choice([1, 7, 7, 15, 15, 255, 4095, 2**28 - 1, 2**29, 2**31 - 1])
            if rng.random() < 0.3:
                few = self.put(f"nvvm.read.ptx.sreg.ctaid.{rng.choice('xyz')} : i32") if rng.random() < 0.5 else self.some("i32")
                if rng.random() < 0.6:
                    few = self.put(f"llvm.lshr {few}, {self.constant('i32', rng.choice([1, 8, 16, 28]))} : i32")
                small = self.put(f"llvm.zext {few} : i32 to i64")
            elif rng.random() < 0.6:
                small = self.put(f"llvm.{rng.choice(['zext', 'zext', 'sext'])} {self.small('i32', mask)} : i32 to i64")
            elif rng.random() < 0.8:
                small = self.small("i64", mask)
            else:
                small = self.put(f"llvm.urem {self.some('i64')}, {self.constant('i64', mask + 1)} : i64")
            by = self.constant("i64", rng.choice([-1, -1, -8, -1016, 24, -(2**29), -(2**31)])) if rng.random() < 0.4 else sign
            factors = [small, by]
            rng.shuffle(factors)
            at = self.put(f"llvm.mul {factors[0]}, {factors[1]}{rng.choice(FLAGS)} : i64")
            for _ in range(rng.choice([0, 0, 1, 1, 2])):
                name, other = rng.choice(["add", "add", "sub"]), self.operand("i64")
                a, b = (at, other) if rng.random() < 0.5 else (other, at)
                at = self.put(f"llvm.{name} {a}, {b}{rng.choice(FLAGS)} : i64")
            self.access(memory, self.pointer(memory, element, at, "i64", rng.choice(ADDRESS_FLAGS)), element)

    def small(self, kind, mask):
        return self.put(f"llvm.and {self.some(kind)}, {self.constant(kind, mask)} : {kind}")

    def edge(self):
        """Accesses under conditions of their own, whose indices are linear in the same numbers."""
        rng = self.rng
        memory, element, kind = rng.choice(list(MEMORIES)), rng.choice([8, 16, 32]), rng.choice(["i32", "i32", "i64"])
        of, rest, factor = self.some(kind), self.some(kind), rng.choice([1, 2, 32, -4])
        flags = "inbounds|nuw " if rng.random() < 0.7 else rng.choice(ADDRESS_FLAGS)
        for _ in range(rng.randrange(2, 5)):
            outside = {name: list(values) for name, values in self.pools.items()}
            self.number += 1
            yes, end = f"^in{self.number}", f"^out{self.number}"
            at = self.put(f"llvm.add {of}, {self.constant(kind, rng.choice(CONSTANTS))}{rng.choice(FLAGS)} : {kind}")
            if rng.random() < 0.6:
                self.lines += [f"llvm.cond_br {self.some('i1')}, {yes}, {end}", f"{yes}:"]
            else:
                end = None
            at = self.put(f"llvm.mul {at}, {self.constant(kind, factor)}{rng.choice(FLAGS)} : {kind}")
            if rng.random() < 0.8:
                name = rng.choice(["add", "add", "sub"])
                at = self.put(f"llvm.{name} {at}, {rest}{rng.choice(FLAGS)} : {kind}")
            self.access(memory, self.pointer(memory, element, at, kind, flags), element)
            if end:
                self.lines += [f"llvm.br {end}", f"{end}:"]
            self.pools = outside

    def copy(self, source):
        """An asynchronous copy, of as many bytes as a condition says."""
        size, zero = self.constant("i32", 16), self.constant("i32", 0)
        read = self.put(f"llvm.select {self.some('i1')}, {size}, {zero} : i1, i32")
        fixed = self.rng.random() < 0.3
        more, kinds = ("", "") if fixed else (f", {read}", ", i32")
        self.lines.append(f"nvvm.cp.async.shared.global %s, {source}, 16, cache = cg{more} : !llvm.ptr<3>, !llvm.ptr<1>{kinds}")

    def divisions(self):
        divisor = self.some("i32")
        for _ in range(self.rng.randrange(1, 4)):
            numerator = self.some("i32")
            name = self.rng.choice(["udiv", "urem"])
            quotient = self.put(f"llvm.{name} {numerator}, {divisor} : i32", "i32")
            self.lines.append(f"llvm.store {quotient}, %m : i32, !llvm.ptr")
            if name == "udiv" and self.rng.random() < 0.7:
                product = self.put(f"llvm.mul {quotient}, {divisor} : i32")
                rest = self.put(f"llvm.sub {numerator}, {product} : i32", "i32")
                self.lines.append(f"llvm.store {rest}, %m : i32, !llvm.ptr")

    def threads(self):
        """Numbers that are computed of those of threads and blocks, divided by constants, stored and used as indices."""
        rng = self.rng
        axis, size = rng.choice([("x", 256), ("x", 256), ("y", 2), ("z", 4)])
        within = f" range <i32, 0, {size}>" if self.is_known else ""
        number = self.put(f"nvvm.read.ptx.sreg.tid.{axis}{within} : i32", "i32")
        if rng.random() < 0.3:
            block = self.put("nvvm.read.ptx.sreg.ctaid.x : i32", "i32")
            before = self.put(f"llvm.mul {block}, {self.constant('i32', size)} : i32")
            number = self.put(f"llvm.add {number}, {before} : i32", "i32")
        if rng.random() < 0.3:
            wide = self.put(f"llvm.sext {number} : i32 to i64", "i64")
            number = self.put(f"llvm.trunc {wide} : i64 to i32", "i32")
        for _ in range(rng.randrange(1, 4)):
            of = number if rng.random() < 0.7 else self.small("i32", rng.choice([63, 255, 4095, 2**16 - 1, 2**24 - 1]))
            if rng.random() < 0.3:
                of = self.put(f"llvm.lshr {of}, {self.constant('i32', rng.randrange(5))} : i32", "i32")
            if rng.random() < 0.3:
                of = self.put(f"llvm.mul {of}, {self.constant('i32', rng.choice([2, 3, 24, 1000]))}{rng.choice(FLAGS)} : i32", "i32")
            if rng.random() < 0.2:
                mask = self.put(f"llvm.lshr {of}, {self.constant('i32', 3)} : i32")
                mask = self.put(f"llvm.and {mask}, {self.constant('i32', 7)} : i32")
                of = self.put(f"llvm.xor {of}, {mask} : i32", "i32")
            if rng.random() < 0.7:
                divisor = self.constant("i32", rng.choice([3, 5, 7, 12, 20, 24, 84, 100, 641, 8, 70000]))
                of = self.put(f"llvm.{rng.choice(['udiv', 'urem'])} {of}, {divisor} : i32", "i32")
            self.lines.append(f"llvm.store {of}, %m : i32, !llvm.ptr")

    def bytes_of_16(self):
        """Accesses of 16 bytes, by indices that count bytes."""
        rng = self.rng
        memory, flags, kind = rng.choice(["%m", "%g", "%s"]), rng.choice(ADDRESS_FLAGS), rng.choice(["i32", "i32", "i64"])
        for _ in range(rng.randrange(1, 4)):
            pointer = self.pointer(memory, 8, self.integer(kind), kind, flags)
            for _ in range(rng.randrange(1, 3)):
                self.access(memory, pointer, rng.choice([128, 128, 128, 32]))
                pointer = self.put(f"llvm.getelementptr {pointer}[{rng.choice([16, 64])}] : ({MEMORIES[memory]}) -> {MEMORIES[memory]}, i8")

    def products(self):
        """Addresses whose indices are sums of products of small numbers by constants, some of which are there for other addresses too."""
        rng = self.rng
        factors = rng.choice([[8, 8, 56, 64, 1000], [72, 32, 48], [8, 16, 24, 3], [1, 8, 96]])
        numbers = [self.small("i32", rng.choice([3, 7, 63, 255])) for _ in range(2)] + [self.some("i32")] * (rng.random() < 0.25)
        known, flags = [], lambda: rng.choice(FLAGS if rng.random() < 0.3 else [" overflow<nuw>", " overflow<nsw, nuw>"])
        for _ in range(rng.randrange(1, 4)):
            index = None
            for _ in range(rng.randrange(1, 4)):
                of, factor, choice = rng.choice(numbers), rng.choice(factors), rng.random()
                if known and choice < 0.25:
                    term = rng.choice(known)
                elif choice < 0.4:
                    term = self.put(f"llvm.and {of}, {self.constant('i32', rng.choice([-8, -16, 248, 56]))} : i32")
                elif choice < 0.5:
                    term = self.put(f"llvm.shl {of}, {self.constant('i32', rng.choice([0, 3, 4, 31]))}{flags()} : i32")
                elif choice < 0.7:
                    term = rng.choice([of, *[self.constant("i32", value) for value in (24, 1024, rng.choice([8, 8, -8]))]])
                else:
                    term = self.put(f"llvm.mul {of}, {self.constant('i32', factor)}{flags()} : i32")
                known.append(term)
                if index is None:
                    index = term
                elif rng.random() < 0.1:
                    index = self.put(f"llvm.or disjoint {index}, {term} : i32")
                else:
                    index = self.put(f"llvm.add {index}, {term}{flags()} : i32")
            if rng.random() < 0.1:
                self.lines.append(f"llvm.store {index}, %m : i32, !llvm.ptr")
            at, kind = self.index(index, "i32") if rng.random() < 0.6 else (index, "i32")
            for _ in range(rng.randrange(1, 3)):
                memory, element = rng.choice(["%s", "%s", "%m", "%g"]), rng.choice([8, 16, 16, 32, 64])
                pointer = self.pointer(memory, element, at, kind, rng.choice([*ADDRESS_FLAGS, "inbounds|nuw ", "nuw "]))
                of = MEMORIES[memory]
                inside = rng.random() < 0.3
                if inside:
                    self.number += 1
                    self.lines += [f"llvm.cond_br {self.some('i1')}, ^in{self.number}, ^out{self.number}", f"^in{self.number}:"]
                    end, outside = f"^out{self.number}", {name: list(values) for name, values in self.pools.items()}
                for _ in range(rng.randrange(1, 3)):
                    self.access(memory, pointer, rng.choice([128, 128, element]))
                    pointer = self.put(f"llvm.getelementptr {pointer}[{rng.choice([1, 16, 64])}] : ({of}) -> {of}, i{element}")
                if inside:
                    self.lines += [f"llvm.br {end}", f"{end}:"]
                    self.pools = outside

    def body(self, depth):
        for _ in range(self.rng.randrange(1, 4)):
            choice = self.rng.random()
            if self.rng.random() < 0.3:
                self.threads()
            if self.rng.random() < 0.3:
                self.bytes_of_16()
            if choice < 0.15:
                self.divisions()
            if self.rng.random() < 0.4:
                self.swizzle()
            if self.rng.random() < 0.3:
                self.rows()
            if self.rng.random() < 0.3:
                self.table()
            if depth == 1 and self.rng.random() < 0.25:
                self.products()
            if self.rng.random() < 0.3:
                self.edge()
            if depth and self.rng.random() < 0.2:
                self.stream()
            later = self.family()
            if depth and choice > 0.45:
                (self.branch if choice < 0.7 else self.loop)(depth, later)
            else:
                for place in later:
                    self.access(*place)

    def inside(self, depth, later):
        outside = {kind: list(values) for kind, values in self.pools.items()}
        for place in later:
            self.access(*place)
        self.body(depth - 1)
        self.pools = outside

    def branch(self, depth, later):
        self.number += 1
        yes, end = f"^yes{self.number}", f"^end{self.number}"
        self.lines += [f"llvm.cond_br {self.some('i1')}, {yes}, {end}", f"{yes}:"]
        self.inside(depth, later)
        self.lines += [f"llvm.br {end}", f"{end}:"]

    def loop(self, depth, later):
        kind = self.rng.choice(["i32", "i64", "i64"])
        start, step = self.operand(kind), self.constant(kind, self.rng.choice([1, 2, 8, -1]))
        count, zero, one = (self.constant("i64", n) for n in (self.rng.randrange(1, 4), 0, 1))
        self.number += 1
        n = self.number
        self.lines += [f"llvm.br ^head{n}({start}, {zero} : {kind}, i64)", f"^head{n}(%k{n}: {kind}, %n{n}: i64):"]
        before = {name: list(values) for name, values in self.pools.items()}
        self.pools[kind].append(f"%k{n}")
        self.inside(depth, later)
        self.pools = before
        following = self.put(f"llvm.add %k{n}, {step} : {kind}")
        done = self.put(f"llvm.add %n{n}, {one} : i64")
        more = self.put(f'llvm.icmp "slt" {done}, {count} : i64')
        self.lines += [f"llvm.cond_br {more}, ^head{n}({following}, {done} : {kind}, i64), ^end{n}", f"^end{n}:"]

    def stream(self):
        """A loop of one block behind its condition that loads much, by a variable that goes on by a constant."""
        rng, kind = self.rng, self.rng.choice(["i32", "i32", "i64"])
        start, step = self.operand(kind), self.constant(kind, rng.choice([1, 2, 8, -1]))
        count, zero, one = (self.constant("i64", n) for n in (rng.randrange(4), 0, 1))
        rows = [self.some("i32") for _ in range(2)]
        self.number += 1
        n = self.number
        self.lines += [f"llvm.br ^head{n}({start}, {zero} : {kind}, i64)", f"^head{n}(%k{n}: {kind}, %n{n}: i64):"]
        more = self.put(f'llvm.icmp "slt" %n{n}, {count} : i64')
        self.lines += [f"llvm.cond_br {more}, ^body{n}, ^end{n}", f"^body{n}:"]
        variable = f"%k{n}" if kind == "i32" else self.put(f"llvm.trunc %k{n} : i64 to i32")
        for memory, row in zip(["%m", rng.choice(["%m", "%g"])], rows):
            factor = self.constant("i32", rng.choice([1, 2, 4, -1, 2**16]))
            product = self.put(f"llvm.mul {variable}, {factor}{rng.choice(FLAGS)} : i32")
            index = self.put(f"llvm.add {product}, {row}{rng.choice(FLAGS)} : i32")
            for constant in (0, rng.choice([1, 8, -1])):
                index = self.put(f"llvm.add {index}, {self.constant('i32', constant)} : i32")
                pointer = self.pointer(memory, 128, index, "i32", rng.choice(["inbounds|nuw "] * 9 + ["inbounds "]))
                self.put(f"llvm.load {pointer} : {MEMORIES[memory]} -> i128")
        following = self.put(f"llvm.add %k{n}, {step} : {kind}")
        done = self.put(f"llvm.add %n{n}, {one} : i64")
        self.lines += [f"llvm.br ^head{n}({following}, {done} : {kind}, i64)", f"^end{n}:"]


def arguments(rng, alignment):
    """A run's memory and arguments."""
    pointers, objects = [], []
    for number in range(len(MEMORIES)):
        base = (number + 1 << 50) + alignment * (2 * rng.randrange(1000) + 1)
        low, high = rng.choice([(2**45, 2**45)] * 5 + [(0, 2**45), (0, 2**33), (0, 4096)])
        objects.append(llvm.Object(base - low, base + high))
        pointers.append(llvm.Pointer(base, objects[-1]))
    numbers = {}
    size = rng.choice(["small", "small", "any", "any", "falling"])
    for kind in ("i32", "i64"):
        values = []
        for _ in PARAMETERS[kind]:
            if size == "falling" and values:
                # From a large number to smaller ones.
                values.append(rng.choice([-1, -1, 1]) * rng.choice(EDGES[1:11]) % 2 ** int(kind[1:]))
                continue
            value = rng.choice(EDGES if size == "any" else EDGES[:13]) + rng.choice([0, 0, 1, -1, 5])
            value += 2**12 if size == "falling" else 0
            if rng.random() < 0.2 and values:
                value = values[0] + rng.choice([-8, 0, 8])
            values.append((1 if size == "falling" else rng.choice([1, 1, 1, -1])) * value % 2 ** int(kind[1:]))
        numbers[kind] = values
    truths = [rng.randrange(2) for _ in PARAMETERS["i1"]]
    return [*pointers, *numbers["i32"], *numbers["i64"], *truths], objects


def outcome(function, given, objects, units):
    """What a function accesses, or None where that is undefined."""
    try:
        return llvm.Machine(function, given, objects, units).run()
    except llvm.Undefined as why:
        return str(why)
    except llvm.Endless:
        return "endless"


def defined_runs(function, alignment, rng, tries):
    """Runs of a function that are defined: its arguments, memory and what it does."""
    runs = []
    for _ in range(tries):
        given, objects = arguments(rng, alignment)
        want = outcome(function, given, objects, 0)
        if not isinstance(want, str):
            runs.append((given, objects, want))
            # In memory that ends where accesses do, too.
            given, objects = fitted(given, objects, want)
            if outcome(function, given, objects, 0) == want:
                runs.append((given, objects, want))
    return runs


def fitted(given, objects, trace):
    """The arguments with objects that have nothing but what is accessed of them."""
    fits = {}
    for whole in objects:
        touched = [(at, at + width) for at, width in accesses(trace) if whole.low <= at < whole.high]
        fits[whole] = llvm.Object(min(a for a, _ in touched), max(b for _, b in touched)) if touched else whole
    pointers = [llvm.Pointer(p.address, fits[p.of]) for p in given[: len(MEMORIES)]]
    return [*pointers, *given[len(MEMORIES) :]], [fits[whole] for whole in objects]


def accesses(trace):
    """The places of a trace: where they begin and how many bytes they have."""
    for kind, *what in trace:
        if kind in ("load", "store"):
            yield what[0], llvm.bits(what[-1]) // 8
        elif kind == "copy":
            filled, source, read = what
            yield filled, 16
            if read:
                yield source, read


def difference(runs, after, rng):
    """The first run that is another one after the pass."""
    for given, objects, want in runs:
        have = outcome(after, given, objects, rng.choice([-1, 0, 1]))
        if have != want:
            return given, want, have
    return None


def passed(tool, text, *options):
    run = subprocess.run([tool, "-", "--mlir-print-op-generic", *options], input=text, capture_output=True, text=True, check=False)
    if run.returncode:
        sys.exit(f"{tool} {' '.join(options)}: {run.stderr[:4000]}")
    return run.stdout


def parts(generic):
    """The text of each function, with values numbered from its beginning."""
    texts = {}
    for text in re.split(r'(?m)^(?=  "llvm.func")', generic)[1:]:
        numbers = {}
        text = re.sub(r"%(?!tid)\w+", lambda m: numbers.setdefault(m[0], f"%{len(numbers)}"), text)
        texts[re.search(r'sym_name = "(\w+)"', text)[1]] = text
    return texts


# What is spoilt in an operation: its name, what it is called here, and another text of it.
SPOILS = [
    ("add", "add as sub", lambda line: line.replace("llvm.add", "llvm.sub")),
    ("sub", "sub as add", lambda line: line.replace("llvm.sub", "llvm.add")),
    ("sub", "swapped sub", lambda line: re.sub(r"\((%\w+), (%\w+)\)", r"(\2, \1)", line)),
    ("mul", "mul as add", lambda line: line.replace("llvm.mul", "llvm.add")),
    ("xor", "xor as or", lambda line: line.replace("llvm.xor", "llvm.or")),
    ("xor", "xor as add", lambda line: line.replace("llvm.xor", "llvm.add")),
    ("sext", "sext as zext", lambda line: line.replace("llvm.sext", "llvm.zext")),
    ("mlir.constant", "a constant too large", lambda line: re.sub(r"value = (-?\d+)", lambda m: f"value = {int(m[1]) + 1}", line)),
    ("getelementptr", "an offset too large", lambda line: re.sub(r"array<i32: (-?\d+)>", larger, line)),
    ("getelementptr", "other elements", lambda line: re.sub(r"elem_type = i(\d+)", lambda m: f"elem_type = i{8 if m[1] != '8' else 16}", line)),
    ("getelementptr", "a natural index", lambda line: re.sub(r"noWrapFlags = \d+ : i32", "noWrapFlags = 4 : i32", line)),
    ("getelementptr", "within its object", lambda line: re.sub(r"noWrapFlags = \d+ : i32", "noWrapFlags = 3 : i32", line)),
    ("select", "swapped arms", lambda line: re.sub(r"\((%\w+), (%\w+), (%\w+)\)", r"(\1, \3, \2)", line)),
    ("icmp", "another comparison", lambda line: re.sub(r"predicate = \d+", "predicate = 8", line)),
    ("inline_asm", "another predicate", lambda line: line.replace("setp.ge.u32", "setp.lt.u32")),
    ("inline_asm", "another register", lambda line: line.replace("%tid.x", "%tid.z").replace("%tid.y", "%tid.x")),
    ("inline_asm", "another factor", lambda line: line.replace("$1, 1;", "$1, 2;")),
    ("inline_asm", "more bytes", lambda line: re.sub(r"mul.wide.u32 \$0, \$1, (\d+);", lambda m: f"mul.wide.u32 $0, $1, {int(m[1]) + 2};", line)),
    ("inline_asm", "another sign", lambda line: line.replace("mul.wide.s32", "mul.wide.u32")),
    ("lshr", "lshr as shl", lambda line: line.replace("llvm.lshr", "llvm.shl").replace("<{isExact}>", "")),
]
for flag, what in ((1, "nsw"), (2, "nuw")):
    text = f"overflowFlags = #llvm.overflow<{what}>"
    for name in ("add", "sub", "mul"):
        SPOILS.append((name, f"{name} {what}", lambda line, text=text: re.sub(r"overflowFlags = #llvm.overflow<none>", text, line)))


def larger(offset):
    return offset[0] if int(offset[1]) == llvm.DYNAMIC else f"array<i32: {int(offset[1]) + 1}>"


def spoilt(text, was):
    """What is spoilt of a text, by name, and the text then: each of its operations that there are more of, and that something depends on."""
    plain = lambda line: re.sub(r"%(?!tid)\w+", "%", line.strip())
    lines = text.splitlines()
    more = collections.Counter(map(plain, lines)) - collections.Counter(map(plain, was.splitlines()))
    live = living(lines)
    for at, line in enumerate(lines):
        if plain(line) not in more or at not in live:
            continue
        for name, what, change in SPOILS:
            if f'"llvm.{name}"' in line and (other := change(line)) != line:
                yield what, "\n".join([*lines[:at], other, *lines[at + 1 :]])


def living(lines):
    """The numbers of lines on which an access or a branch depends."""
    live, needed = set(), set()
    for at in range(len(lines) - 1, -1, -1):
        result, _, rest = lines[at].strip().partition(" = \"") if lines[at].strip().startswith("%") else ("", "", lines[at])
        acts = not result or re.search(r"llvm\.(load|udiv|urem)\"", rest)
        if acts or result in needed:
            live.add(at)
            needed.update(re.findall(r"%\w+", rest))
    return live


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("tool")
    parser.add_argument("pipeline", help="passes, with commas between them")
    parser.add_argument("--programs", type=int, default=150)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=pathlib.Path, help="where the first program that is wrong goes")
    parser.add_argument("--break", action="store_true", dest="breaks")
    options = parser.parse_args()
    rng = random.Random(options.seed)
    writers = {f"f{n}": Writer(rng, f"f{n}") for n in range(options.programs)}
    source = {name: "\n".join(writer.lines) for name, writer in writers.items()}
    text = "\n".join(source.values())
    was = passed(options.tool, text)
    now = passed(options.tool, text, f"--pass-pipeline=builtin.module({options.pipeline})")
    before, after, old, new = llvm.read(was), llvm.read(now), parts(was), parts(now)
    changed = [name for name in before if old[name] != new[name]]
    defined = wrong = 0
    broken, noticed = collections.Counter(), collections.Counter()
    for name in changed:
        runs = defined_runs(before[name], writers[name].alignment, rng, ARGUMENTS * (4 if options.breaks else 1))
        defined += len(runs)
        if options.breaks:
            spoils = list(spoilt(new[name], old[name])) if runs else []
            for what, text in rng.sample(spoils, min(len(spoils), SPOILT)):
                broken[what] += 1
                noticed[what] += difference(runs, llvm.read(text)[name], rng) is not None
        elif found := difference(runs, after[name], rng):
            wrong += 1
            given, want, have = found
            said = f"// {given}\n// before: {want}\n// after: {have}\n{source[name]}\n"
            if options.keep:
                options.keep.write_text(said, encoding="utf-8")
            elif wrong == 1:
                print(said)
    print(f"{len(changed)} of {len(before)} programs changed, {defined} runs defined")
    if options.breaks:
        for what, number in sorted(broken.items()):
            print(f"{what}: {noticed[what]} of {number}")
        print(f"{100 * noticed.total() // max(broken.total(), 1)} % of {broken.total()} noticed")
    else:
        print(f"{wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
