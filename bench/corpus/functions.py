"""Functions of MLIR as text: taken out of modules, put into modules, and their operations counted."""

import re
from dataclasses import dataclass

from tools import PRINT, mlir_opt

OPENING = re.compile(r"^( *)(func|gpu)\.func (?:private |public )?@([\w$.]+)(\(.*\{)$")
# An operation in the generic form, as name and the rest of the line.
OPERATION = re.compile(r'^ *(?:%[^=]* = )?"([\w.]+)"(\(.*)$')
WRAPPING = ("arith.addi", "arith.subi", "arith.muli", "arith.shli")


@dataclass(frozen=True)
class Function:
    """A function by itself: its name, what stands behind the name, and whether it is a GPU kernel."""

    name: str
    body: str
    kernel: bool

    @property
    def text(self):
        """The function as MLIR prints it."""
        return f"{'gpu' if self.kernel else 'func'}.func @{self.name}{self.body}"

    @property
    def key(self):
        """What two functions have in common that differ in names and places of constants only."""
        lines = [line.strip() for line in self.body.splitlines() if " = arith.constant " not in line]
        return re.sub(r"(%c-?\d+(?:_i\d+)?)_\d+\b", r"\1", "\n".join(lines))


@dataclass
class Count:
    """Operations of a function.

    They are counted after -cse -lower-affine -cse: dead ones are not, and a map counts as the arithmetic it
    stands for, and once. Constants are left out, since most become immediates: what the others cost is seen in the instructions.
    """

    operations: int = 0
    # Of these: arithmetic on integers.
    integer: int = 0
    # Of these: sums, differences, products and left shifts that promise nothing about overflow.
    wrapping: int = 0
    # Operations as the function stands, a map being one; and whether it has maps.
    standing: int = 0
    maps: bool = False

    def add(self, name, rest):
        """Counts an operation of the lowered function."""
        if name.endswith(".constant"):
            return
        self.operations += 1
        signature = rest.rsplit(" : (", 1)[-1]
        if name != "arith.cmpf" and name.startswith(("arith.", "index.")) and re.search(r"\b(index|i\d+)\b", signature):
            self.integer += 1
            self.wrapping += name in WRAPPING and not re.search(r"#arith\.overflow<n[su]w", rest)

    def add_standing(self, name):
        """Counts an operation of the function as it stands."""
        self.standing += not name.endswith(".constant")
        self.maps |= name.startswith("affine.")


def assemble(functions):
    """One module of many functions."""
    hosts = [f.text for f in functions if not f.kernel]
    kernels = [f.text for f in functions if f.kernel]
    if kernels:
        hosts.append("\n".join(["gpu.module @kernels {", *kernels, "}"]))
    return "\n".join(["module {", *hosts, "}", ""])


def split(module):
    """The functions of a printed module: the opening line of each ends in `{`, its last line is `}`."""
    functions, lines = [], iter(module.splitlines())
    for line in lines:
        if not (match := OPENING.match(line)):
            continue
        indent, dialect, name, rest = match.groups()
        body = [indent + rest]
        while body[-1] != indent + "}":
            body.append(next(lines))
        functions.append(Function(name, "\n".join(b[len(indent):] for b in body), dialect == "gpu"))
    return functions


def operations(functions, *passes):
    """Name and rest of the line of each operation after some passes, by the function it is in."""
    module = mlir_opt("-", *passes, "--mlir-print-op-generic", PRINT, text=assemble(functions))
    found, inside, depth, opening = {}, None, 0, ""
    for line in module.splitlines():
        indent = len(line) - len(line.lstrip())
        if inside is None:
            if re.match(r' *"(func|gpu)\.func"', line):
                inside, depth, opening = [], indent, line
        elif indent == depth and line.lstrip().startswith("})"):
            # A kernel's name stands behind its body.
            found[re.search(r'sym_name = "([^"]+)"', opening + line)[1]], inside = inside, None
        elif match := OPERATION.match(line):
            inside.append(match.groups())
    return found


def count(functions):
    """The count of each function, by name."""
    counts = {f.name: Count() for f in functions}
    for name, found in operations(functions, "--cse", "--lower-affine", "--cse").items():
        for operation in found:
            counts[name].add(*operation)
    for name, found in operations(functions).items():
        for operation, _ in found:
            counts[name].add_standing(operation)
    return counts
