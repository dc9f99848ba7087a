"""Swizzles, layouts under them, and which swizzle a tile needs."""

from ._core import ComposedLayout, Swizzle, recover_swizzle, synthesize_swizzle


def shiftr(a: int, s: int) -> int:
    """`a` shifted right; left where `s` is negative."""
    return a >> s if s >= 0 else a << -s


def shiftl(a: int, s: int) -> int:
    """`a` shifted left; right where `s` is negative."""
    return shiftr(a, -s)


def make_swizzle(bits: int, base: int, shift: int) -> Swizzle:
    """`Swizzle(bits, base, shift)`."""
    return Swizzle(bits, base, shift)


__all__ = ["ComposedLayout", "Swizzle", "make_swizzle", "recover_swizzle", "shiftl", "shiftr", "synthesize_swizzle"]
