#!/usr/bin/env python3
"""Counts the instructions of a disassembly on standard input by kind."""

import re
import sys

MEMORY = ("LDG", "STG", "LDS", "STS", "LD", "ST", "ATOM", "RED", "UTMA")
MATRIX = ("HMMA", "IMMA", "DMMA", "HGMMA")
INTEGER = (
    "IADD", "IMAD", "LEA", "LOP3", "SHF", "IMNMX", "VIMNMX", "PRMT", "SEL", "ISETP", "IABS", "SGXT", "BMSK", "PLOP3",
    "MOV", "VIADD", "I2", "UI", "UL", "US", "UM", "UP", "R2UR",
)
KINDS = {"integer": INTEGER, "memory": MEMORY, "matrix": MATRIX}


def instructions(disassembly):
    """The kind of each instruction that nvdisasm printed, and its opcode with its modifiers, such as LDG.E.128.

    Loads of constants and kernel parameters, and what fills up the end, are left out.
    """
    for line in disassembly.splitlines():
        match = re.search(r"\*/\s+(?:@!?U?P[0-9T]+\s+)?([A-Z][A-Z0-9]*)([.A-Z0-9_]*)", line)
        if not match or match[1] == "NOP" or match[1].endswith("LDC"):
            continue
        # MEMORY first: no prefix of it is one of another kind's opcodes.
        kind = next((k for k in ("memory", "matrix", "integer") if match[1].startswith(KINDS[k])), "other")
        yield kind, match[1] + match[2]


def main():
    counts = dict.fromkeys((*KINDS, "other"), 0)
    for kind, _ in instructions(sys.stdin.read()):
        counts[kind] += 1
    print(f"{sys.argv[1]:44}" + f"{counts['integer']:10}" + "".join(f"{counts[k]:8}" for k in ("memory", "matrix", "other")))


if __name__ == "__main__":
    main()
