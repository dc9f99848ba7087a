"""Integers and nested tuples of them, also of symbolic ones."""

from typing import Any, Iterator, Optional, Tuple

from .errors import LayoutError
from .typing import Coord, Int, Integer, IntTuple, Profile


def is_int(x: Any) -> bool:
    """Whether this is an integer and no bool."""
    return isinstance(x, Integer)


def is_tuple(x: Any) -> bool:
    """Whether this is a tuple."""
    return isinstance(x, tuple)


def _alike(*tuples: Any) -> Iterator[Tuple[Any, ...]]:
    """The modes of tuples of one length, side by side."""
    if not all(isinstance(t, tuple) for t in tuples) or len({len(t) for t in tuples}) != 1:
        raise LayoutError(f"{' and '.join(map(str, tuples))}: all must be tuples of the same length")
    return zip(*tuples)


def flatten(t: Any) -> Tuple[Any, ...]:
    """The leaves from left to right."""
    return tuple(leaf for mode in t for leaf in flatten(mode)) if isinstance(t, tuple) else (t,)


def signum(a: Int) -> int:
    """-1, 0 or 1."""
    return bool(a > 0) - bool(a < 0)


def product(a: IntTuple) -> Int:
    """The product of all leaves."""
    if not isinstance(a, tuple):
        return a
    result: Int = 1
    for mode in a:
        result = result * product(mode)
    return result


def inner_product(a: IntTuple, b: IntTuple) -> Int:
    """The sum of the products of matching leaves."""
    if isinstance(a, tuple) or isinstance(b, tuple):
        result: Int = 0
        for x, y in _alike(a, b):
            result = result + inner_product(x, y)
        return result
    return a * b


def tuple_max(a: IntTuple) -> Int:
    """The largest leaf."""
    return max(tuple_max(mode) for mode in a) if isinstance(a, tuple) else a


def elem_scale(a: IntTuple, b: IntTuple) -> IntTuple:
    """Matching leaves multiplied; an integer of `a` by the product of what it meets in `b`."""
    if isinstance(a, tuple):
        return tuple(elem_scale(x, y) for x, y in _alike(a, b))
    return a * product(b)


def ceil_div(a: Int, b: Int) -> Int:
    """The quotient rounded up."""
    return -(-a // b)


def shape_div(a: IntTuple, b: IntTuple) -> IntTuple:
    """The quotient of shapes, of which one divides the other; an integer divides the modes of `a` one after another."""
    if not isinstance(a, tuple):
        b = product(b)
        if isinstance(a, int) and isinstance(b, int) and a % b != 0 and b % a != 0:
            raise LayoutError(f"neither of {a} and {b} divides the other")
        return ceil_div(a, b)
    if isinstance(b, tuple):
        return tuple(shape_div(x, y) for x, y in _alike(a, b))
    modes = []
    for mode in a:
        modes.append(shape_div(mode, b))
        b = product(shape_div(b, product(mode)))
    return tuple(modes)


def prefix_product(a: IntTuple, init: IntTuple = 1) -> IntTuple:
    """The products of the leaves before each, times `init`: compact strides, the leftmost fastest."""
    if not isinstance(a, tuple):
        if isinstance(init, tuple):
            raise LayoutError(f"{a} is an integer and {init} a tuple")
        return init
    if isinstance(init, tuple):
        return tuple(prefix_product(x, i) for x, i in _alike(a, init))
    modes = []
    for mode in a:
        modes.append(prefix_product(mode, init))
        init = init * product(mode)
    return tuple(modes)


def idx2crd(idx: IntTuple, shape: IntTuple, stride: Optional[IntTuple] = None) -> IntTuple:
    """The coordinate of an index: `(idx // stride) % shape` at each leaf."""
    stride = prefix_product(shape) if stride is None else stride
    if isinstance(idx, tuple):
        return tuple(idx2crd(i, s, d) for i, s, d in _alike(idx, shape, stride))
    if isinstance(shape, tuple):
        return tuple(idx2crd(idx, s, d) for s, d in _alike(shape, stride))
    return (idx // product(stride)) % shape


def crd2idx(crd: Coord, shape: IntTuple, stride: Optional[IntTuple] = None) -> Int:
    """The index of a coordinate. An integer for a tuple is split, its leftmost mode fastest; `None` counts as 0."""
    stride = prefix_product(shape) if stride is None else stride
    result: Int = 0
    if isinstance(crd, tuple):
        for c, s, d in _alike(crd, shape, stride):
            result = result + crd2idx(c, s, d)
        return result
    rest: Int = 0 if crd is None else crd
    if not isinstance(shape, tuple):
        return rest * product(stride)
    modes = list(_alike(shape, stride))
    for s, d in modes[:-1]:
        result = result + crd2idx(rest % product(s), s, d)
        rest = rest // product(s)
    for s, d in modes[-1:]:
        result = result + crd2idx(rest, s, d)
    return result


def crd2crd(crd: IntTuple, dst_shape: IntTuple, src_shape: Optional[IntTuple] = None) -> IntTuple:
    """A coordinate of one shape as that of another of the same size."""
    if isinstance(crd, tuple):
        if isinstance(dst_shape, tuple):
            return tuple(crd2crd(c, s) for c, s in _alike(crd, dst_shape))
        if src_shape is None:
            raise LayoutError(f"the number of {crd} in {dst_shape} depends on the shape that it is a coordinate of")
        return crd2idx(crd, src_shape)
    if isinstance(dst_shape, tuple):
        return idx2crd(crd, dst_shape)
    if not crd < dst_shape:
        raise LayoutError(f"{crd} is no coordinate of {dst_shape}")
    return crd


def slice_(crd: Any, trg: Any) -> Any:
    """The modes of a tuple that a coordinate keeps, as `None` does."""
    if isinstance(crd, tuple):
        return tuple(mode for c, t in _alike(crd, trg) for mode in slice_(c, t))
    return (trg,) if crd is None else ()


def dice(crd: Any, trg: Any) -> Any:
    """The modes of a tuple that a coordinate fixes: those that `slice_` leaves out."""
    if isinstance(crd, tuple):
        return tuple(mode for c, t in _alike(crd, trg) for mode in dice(c, t))
    return () if crd is None else (trg,)


def has_none(a: Any) -> bool:
    """Whether a coordinate keeps a mode."""
    return any(has_none(mode) for mode in a) if isinstance(a, tuple) else a is None


def depth(a: Profile) -> int:
    """How deep tuples are nested: 0 for an integer."""
    return 1 + max(map(depth, a), default=0) if isinstance(a, tuple) else 0


__all__ = [
    "is_int",
    "is_tuple",
    "flatten",
    "signum",
    "product",
    "inner_product",
    "tuple_max",
    "elem_scale",
    "ceil_div",
    "shape_div",
    "prefix_product",
    "idx2crd",
    "crd2idx",
    "crd2crd",
    "slice_",
    "dice",
    "has_none",
]
