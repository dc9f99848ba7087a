"""Random programs of the LLVM dialect that have what the passes over addresses look for."""

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
        # (Of little, or more runs are undefined.)
        alone = rng.random()
        (self.sums if alone < 0.15 else self.apart if alone < 0.25 else lambda: self.body(1))()
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
            if name == "udiv" and self.rng.random() < 0.3:
                # Of a quotient that is for its product only.
                only, times = self.put(f"llvm.udiv {numerator}, {divisor} : i32"), [divisor, divisor, self.some("i32")]
                pair = [only, self.rng.choice(times)]
                self.rng.shuffle(pair)
                whole = self.put(f"llvm.mul {pair[0]}, {pair[1]}{self.rng.choice(FLAGS)} : i32", "i32")
                self.lines.append(f"llvm.store {whole}, %m : i32, !llvm.ptr")

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
        before = []
        for _ in range(rng.randrange(1, 4)):
            # (Some count on from the index of another one.)
            index = rng.choice(before) if before and rng.random() < 0.5 else None
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
            before.append(index)
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

    def sums(self):
        """Addresses whose indices are sums of products of unknown numbers, and of what is no product."""
        rng, kind = self.rng, self.rng.choice(["i32", "i64", "i64"])
        block = self.put(f"nvvm.read.ptx.sreg.ctaid.{rng.choice('xy')} : i32", "i32")
        short = [self.small("i32", rng.choice([7, 255])), block, self.some("i32")]
        numbers = short
        if kind == "i64":
            numbers = [self.put(f"llvm.{rng.choice(['zext', 'zext', 'sext'])} {number} : i32 to i64") for number in short]
            numbers += [*PARAMETERS["i64"], self.put(f"llvm.mul {numbers[0]}, {self.constant('i64', 8)} : i64")]
        known, inside = [], rng.random() < 0.3
        if inside:
            outside = {name: list(values) for name, values in self.pools.items()}
            self.number += 1
            end = f"^out{self.number}"
            self.lines += [f"llvm.cond_br {self.some('i1')}, ^in{self.number}, {end}", f"^in{self.number}:"]
        for _ in range(rng.randrange(1, 4)):
            index = None
            for _ in range(rng.randrange(2, 6)):
                choice, flags = rng.random(), rng.choice(FLAGS if rng.random() < 0.3 else [""])
                if known and choice < 0.2:
                    term = rng.choice(known)
                elif choice < 0.6:
                    a, b = rng.choice(numbers), rng.choice([*numbers, *known])
                    term = self.put(f"llvm.mul {a}, {b}{flags} : {kind}")
                    if rng.random() < 0.3:
                        term = self.put(f"llvm.mul {term}, {self.constant(kind, rng.choice([8, 64, -8, 2**31]))}{flags} : {kind}")
                elif choice < 0.75:
                    few = self.small(kind, 255) if rng.random() < 0.5 else rng.choice(numbers)
                    term = self.put(f"llvm.mul {few}, {self.constant(kind, rng.choice([16, 3, -24]))}{flags} : {kind}")
                else:
                    term = rng.choice([*numbers, self.constant(kind, rng.choice(CONSTANTS))])
                if rng.random() < 0.3:
                    known.append(term)
                index = self.put(f"llvm.add {index}, {term}{flags} : {kind}") if index else term
            element, flags = rng.choice([8, 16, 16, 32, 64]), rng.choice(ADDRESS_FLAGS if rng.random() < 0.3 else [""])
            for memory in rng.sample(list(MEMORIES), rng.choice([1, 1, 2])):
                self.access(memory, self.pointer(memory, element, index, kind, flags), element)
        if inside:
            self.lines += [f"llvm.br {end}", f"{end}:"]
            self.pools = outside

    def apart(self):
        """Accesses under conditions of their own, whose indices of 64 bits are multiples of one number apart, or have terms in common."""
        rng = self.rng
        memory, element = rng.choice(list(MEMORIES)), rng.choice([8, 16, 32])
        step, terms = self.some("i64"), [self.some("i64") for _ in range(2)]
        flags = rng.choice(ADDRESS_FLAGS)
        for number in range(rng.randrange(2, 6)):
            outside = {name: list(values) for name, values in self.pools.items()}
            self.number += 1
            yes, end = f"^in{self.number}", f"^out{self.number}"
            if rng.random() < 0.8:
                self.lines += [f"llvm.cond_br {self.some('i1')}, {yes}, {end}", f"{yes}:"]
            else:
                end = None
            at = terms[0]
            if rng.random() < 0.8:
                at = self.put(f"llvm.add {at}, {terms[1]}{rng.choice(FLAGS)} : i64")
            factor = rng.choice([number, 16 * number, rng.choice(CONSTANTS)])
            if factor:
                own = self.put(f"llvm.mul {step if rng.random() < 0.8 else self.some('i64')}, {self.constant('i64', factor)} : i64")
                at = self.put(f"llvm.add {own}, {at} : i64")
            if rng.random() < 0.3:
                at = self.put(f"llvm.add {at}, {self.constant('i64', rng.choice(CONSTANTS))} : i64")
            self.access(memory, self.pointer(memory, element, at, "i64", flags), element)
            if end:
                self.lines += [f"llvm.br {end}", f"{end}:"]
            self.pools = outside

    def lengths(self):
        """Numbers of 64 bits that are computed of short ones, divided and compared."""
        rng = self.rng

        def short():
            choice = rng.randrange(5)
            if choice == 0:
                axis, size = rng.choice([("x", 256), ("y", 2), ("z", 4)])
                within = f" range <i32, 0, {size}>" if self.is_known else ""
                number = self.put(f"nvvm.read.ptx.sreg.tid.{axis}{within} : i32")
            elif choice == 1:
                number = self.put(f"nvvm.read.ptx.sreg.ctaid.{rng.choice('xyz')} : i32")
            elif choice == 2:
                number = self.put(f"llvm.lshr {self.some('i32')}, {self.constant('i32', rng.choice([0, 1, 4, 20]))} : i32")
            elif choice == 3:
                number = self.small("i32", rng.choice([7, 255, 65535, 2**31, -1]))
            else:
                return self.small("i64", rng.choice([7, 255, 2**31, 2**32, 2**33 - 1]))
            return self.put(f"llvm.{rng.choice(['sext', 'zext'])} {number} : i32 to i64")

        known = [short() for _ in range(rng.randrange(1, 4))]
        for _ in range(rng.randrange(2, 6)):
            a, choice = rng.choice(known), rng.randrange(6)
            if choice < 3:
                b = rng.choice(known) if rng.random() < 0.6 else self.constant("i64", rng.choice([1, 8, 100, 4096, 2**31, -1]))
                number = self.put(f"llvm.add {a}, {b}{rng.choice(FLAGS)} : i64")
            elif choice < 5:
                number = self.put(f"llvm.mul {a}, {self.constant('i64', rng.choice([3, 16, 24, 1000, 65536, 70000]))}{rng.choice(FLAGS)} : i64")
            else:
                number = self.put(f"llvm.shl {a}, {self.constant('i64', rng.choice([1, 4, 16, 31]))}{rng.choice(FLAGS)} : i64")
            known.append(number)
            if rng.random() < 0.5:
                by = self.constant("i64", rng.choice([3, 5, 12, 24, 100, 70000])) if rng.random() < 0.6 else self.some("i64")
                known.append(self.put(f"llvm.{rng.choice(['udiv', 'urem'])} {number}, {by} : i64"))
                self.lines.append(f"llvm.store {known[-1]}, %m : i64, !llvm.ptr")
            other = rng.choice([*known, self.some("i64"), self.constant("i64", rng.choice([8, 100, 2**16, 2**31, 2**32, 2**32 + 8, -8]))])
            pair = [number, other]
            rng.shuffle(pair)
            less = self.put(f'llvm.icmp "{rng.choice(["slt", "slt", "ult", "sge", "eq"])}" {pair[0]}, {pair[1]} : i64', "i1")
            chosen = self.put(f"llvm.select {less}, {self.constant('i32', 1)}, {self.constant('i32', 2)} : i1, i32")
            self.lines.append(f"llvm.store {chosen}, %m : i32, !llvm.ptr")

    def body(self, depth):
        for _ in range(self.rng.randrange(1, 4)):
            choice = self.rng.random()
            if depth == 1 and self.rng.random() < 0.2:
                self.lengths()
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
            if depth == 1 and self.rng.random() < 0.15:
                self.sums()
            if depth == 1 and self.rng.random() < 0.15:
                self.apart()
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
