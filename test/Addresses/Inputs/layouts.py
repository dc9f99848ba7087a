"""Indices of layouts in Python's integers, which have no width.

A layout is read as this dialect writes it, `S<3,4,3> o 0 o (8,N{min=2}):(N,1)`, with a value for
each name. Coordinates nest like the shape or less deeply; leftmost is fastest.
"""

import math
import re


class OutOfDomain(Exception):
    """A coordinate that its mode does not have."""


class Layout:
    def __init__(self, text, values):
        self.swizzle, self.offset = None, 0
        if prefix := re.match(r"S<(\d+),(\d+),(-?\d+)> o (\d+) o ", text):
            bits, base, shift, self.offset = map(int, prefix.groups())
            self.swizzle = bits, base, shift
            text = text[prefix.end() :]
        names = dict(values, floordiv=lambda a, b: a // b)
        text = re.sub(r"\{[^}]*\}", "", text)
        self.shape, self.stride = (eval(part, {"__builtins__": {}}, names) for part in text.split(":"))

    def plain(self, coordinate):
        """The index before the swizzle."""
        return self.offset + walk(coordinate, self.shape, self.stride)

    def index(self, coordinate):
        index = self.plain(coordinate)
        if self.swizzle is None:
            return index
        bits, base, shift = self.swizzle
        field = (1 << bits) - 1
        if shift >= 0:
            return index ^ (index >> (base + shift) & field) << base
        return index ^ (index >> base & field) << (base - shift)


def size(shape):
    return math.prod(map(size, shape)) if isinstance(shape, tuple) else shape


def walk(coordinate, shape, stride):
    if isinstance(coordinate, tuple):
        return sum(walk(*parts) for parts in zip(coordinate, shape, stride, strict=True))
    if not 0 <= coordinate < size(shape):
        raise OutOfDomain(f"{coordinate} in a mode of size {size(shape)}")
    if not isinstance(shape, tuple):
        return coordinate * stride
    index = 0
    for mode, distance in zip(shape, stride, strict=True):
        index += walk(coordinate % size(mode), mode, distance)
        coordinate //= size(mode)
    return index
