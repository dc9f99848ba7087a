"""What the host's description of a program says is launched, by what docs/running.md says of it."""

import json
import re
import subprocess

ARITH = {
    "addi": lambda a, b: a + b,
    "subi": lambda a, b: a - b,
    "muli": lambda a, b: a * b,
    "ceildivui": lambda a, b: -(-a // b) if b else None,
    "remui": lambda a, b: a % b,
    "remsi": lambda a, b: a % b,
    "minui": min,
    "maxui": max,
    "andi": lambda a, b: a & b,
    "eq": lambda a, b: int(a == b),
    "ne": lambda a, b: int(a != b),
    "ule": lambda a, b: int(a <= b),
    "slt": lambda a, b: int(a < b),
    "sgt": lambda a, b: int(a > b),
}


def launches(text, parameters):
    """What a description launches; all numbers here are small and not negative."""
    description = json.loads(text)
    assert len(parameters) == len(description["parameters"]), (parameters, description["parameters"])
    for place, value in description["fixed"]:
        assert parameters[place] == value, (place, value)
    values = []

    def number(operand):
        if isinstance(operand, int):
            return operand
        return (parameters if operand[0] == "p" else values)[int(operand[1:])]

    for name, *operands in description["values"]:
        operands = [number(operand) for operand in operands]
        # What is not defined is on a side that is not taken.
        values.append(None if None in operands else ARITH[name](*operands))

    def steps(of):
        for step in of:
            if "if" in step:
                yield from steps(step["then"] if number(step["if"]) else step["else"])
            else:
                yield {
                    "kernel": step["kernel"],
                    "grid": [number(n) for n in step["grid"]],
                    "block": [number(n) for n in step["block"]],
                    "parameters": [number(n) for _, n in step["parameters"]],
                }

    return list(steps(description["do"]))


def opt(source, *passes):
    command = ["layout-opt", source, *passes]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def description(program):
    """The text of the description in a program."""
    text = re.search(r'@f_matmul_launches\("(.*)\\00"\)', program)[1]
    return re.sub(r"\\([0-9A-F]{2})", lambda m: chr(int(m[1], 16)), text)
