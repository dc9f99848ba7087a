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


def main():
    counts = dict.fromkeys(("integer", "memory", "matrix", "other"), 0)
    for line in sys.stdin:
        match = re.search(r"\*/\s+(?:@!?U?P[0-9T]+\s+)?([A-Z][A-Z0-9]*)", line)
        if not match or match[1] == "NOP" or match[1].endswith("LDC"):
            continue
        opcode = match[1]
        kinds = (("memory", MEMORY), ("matrix", MATRIX), ("integer", INTEGER))
        kind = next((k for k, prefixes in kinds if opcode.startswith(prefixes)), "other")
        counts[kind] += 1
    print(f"{sys.argv[1]:44}" + f"{counts['integer']:10}" + "".join(f"{counts[k]:8}" for k in ("memory", "matrix", "other")))


if __name__ == "__main__":
    main()
