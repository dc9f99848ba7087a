#!/usr/bin/env python3
"""Counts the machine instructions of the loops that multiply: nvdisasm -c KERNELS.cubin | main_loop.py.

Of each kernel with HGMMA: those of its loop, and how many of them are what. A block that is under a condition counts, as it is run
in most iterations; what is outside of the loop's text, such as where a wait goes round, does not.
"""

import collections
import re
import sys

LABEL = re.compile(r"^(\.L\w+):")
INSTRUCTION = re.compile(r"^\s*/\*[0-9a-f]+\*/\s+(?:@!?U?P\w+\s+)?([A-Z0-9]+)[^`]*(?:`\((\.L\w+)\))?")


def loop(section):
    """The instructions of the shortest loop that has most products."""
    ops, labels, loops = [], {}, []
    for line in section.splitlines():
        if label := LABEL.match(line):
            labels[label[1]] = len(ops)
        elif found := INSTRUCTION.match(line):
            ops.append(found[1])
            if found[1] == "BRA" and labels.get(found[2], len(ops)) < len(ops):
                loops.append(ops[labels[found[2]] :])
    of = [each for each in loops if "HGMMA" in each]
    return min(of, key=lambda each: (-each.count("HGMMA"), len(each)), default=None)


def main():
    for section in sys.stdin.read().split(".section")[1:]:
        name, ops = section.split(",")[0].strip(), loop(section)
        if ops is None:
            continue
        kinds = collections.Counter(ops)
        products, copies = kinds["HGMMA"], section.count("UTMALDG")
        # (A vote is how a flag of threads comes to where the flags of warps are.)
        reads = kinds["S2R"] + kinds["S2UR"] + kinds["VOTEU"]
        print(f"{name}: {products} products, {len(ops) - products} others, {reads} reads, {copies} copies by boxes")


if __name__ == "__main__":
    main()
