"""Prints a function that is large, or whose terms could become so: large.py KIND SIZE.

squares   a square of a sum with the square before, SIZE times: multiplied out, 2^SIZE factors
power     the product of a sum of SIZE unknowns with itself: multiplied out, SIZE^2 / 2 products
chain     SIZE operations each of which uses the one before
rounded   the sum of SIZE unknowns rounded down to multiples of other numbers
products  SIZE operations, products and sums of any two values before
digits    SIZE times the sum of a quotient and its remainder, each of the one before
choices   SIZE selects on one condition, each of the one before
assumed   SIZE assumptions on one value
layers    SIZE loops in one another, each index divided
"""

import random
import sys

kind, size = sys.argv[1], int(sys.argv[2])
lines, arguments = [], ["%x", "%y"]


def value(operation, *operands, flags=" overflow<nsw>"):
    name = f"%v{len(lines)}"
    flags = "" if operation[:3] in ("div", "rem", "flo") else flags
    lines.append(f"{name} = arith.{operation} {', '.join(operands)}{flags} : index")
    return name


def constant(number):
    name = f"%v{len(lines)}"
    lines.append(f"{name} = arith.constant {number} : index")
    return name


last = "%x"
if kind == "squares":
    for _ in range(size):
        last = value("addi", last, "%y")
        last = value("muli", last, last)
elif kind == "power":
    arguments = [f"%a{i}" for i in range(size)]
    last = arguments[0]
    for argument in arguments[1:]:
        last = value("addi", last, argument)
    last = value("muli", last, last)
elif kind == "chain":
    five, fifty = constant(5), constant(50)
    last = value("remui", last, fifty)
    for _ in range(size // 3):
        last = value("floordivsi", last, five)
        last = value("addi", last, "%y")
        last = value("remsi", last, fifty)
elif kind == "rounded":
    arguments = [f"%a{i}" for i in range(size)]
    last = constant(0)
    for i, argument in enumerate(arguments):
        step = constant(i % 29 + 2)
        last = value("addi", last, value("muli", value("divsi", argument, step), step))
elif kind == "products":
    draw = random.Random(7)
    values = ["%x", "%y", constant(3), constant(8)]
    for _ in range(size):
        operation = draw.choice(["addi", "muli", "subi", "divsi", "remsi"])
        second = draw.choice(values[2:4]) if operation in ("divsi", "remsi") else draw.choice(values)
        values.append(value(operation, draw.choice(values), second))
    last = values[-1]
elif kind == "digits":
    for i in range(size):
        step = constant(i % 29 + 2)
        last = value("addi", value("floordivsi", last, step), value("remsi", last, step))
elif kind == "choices":
    lines.append("%c = arith.cmpi slt, %x, %y : index")
    for i in range(size):
        lines.append(f"%s{i} = arith.select %c, {last}, %y : index")
        last = f"%s{i}"
elif kind == "assumed":
    for i in range(size):
        least = constant(-i)
        lines += [f"%c{i} = arith.cmpi sgt, %x, {least} : index", f"llvm.intr.assume %c{i} : i1"]
elif kind == "layers":
    zero, one, bound, three = constant(0), constant(1), constant(7), constant(3)
    total = zero
    for i in range(size):
        lines.append(f"%s{i} = scf.for %i{i} = {zero} to {bound} step {one} iter_args(%t{i} = {total}) -> index {{")
        total = value("addi", f"%t{i}", value("floordivsi", f"%i{i}", three))
    for i in reversed(range(size)):
        lines += [f"scf.yield {total} : index", "}"]
        total = f"%s{i}"
    last = total
print(f"func.func @large({', '.join(f'{a}: index' for a in arguments)}) -> index {{")
print("\n".join(lines))
print(f"return {last} : index\n}}")
