"""Gives dialects in MLIR's bytecode another version: `newer.py FROM TO < in > out`.

A version is a section of its own, number 7, and here of one byte. MLIR writes a small number n as 2n+1.
"""

import sys


def section(version):
    return bytes([7, 2 * 1 + 1, 2 * version + 1])


before, after = (section(int(version)) for version in sys.argv[1:])
text = sys.stdin.buffer.read()
# Dialects come before all else; the same bytes further behind are something else.
assert 0 <= text.find(before) < 64, "no version"
sys.stdout.buffer.write(text.replace(before, after, 1))
