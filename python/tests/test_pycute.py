"""The same calls on pycute and here, with random layouts.

Where the two differ a judge decides, that evaluates shapes and strides itself: what is answered here must be right, and
what is refused here pycute must have wrong.
"""

import collections
import itertools
import os
import random

import pytest

import mlir_layout as ours

pycute = pytest.importorskip("pycute")

ROUNDS = int(os.environ.get("ROUNDS", "150"))


def leaves(t):
    return [leaf for mode in t for leaf in leaves(mode)] if isinstance(t, tuple) else [t]


def size(layout):
    count = 1
    for s in leaves(layout.shape):
        count *= s
    return count


def value(layout, index):
    result, modes = 0, list(zip(leaves(layout.shape), leaves(layout.stride)))
    for s, d in modes[:-1]:
        result += index % s * d
        index //= s
    return result + index * modes[-1][1] if modes else result


def values(layout):
    return [value(layout, i) for i in range(size(layout))]


def is_plain(layout):
    return min(leaves(layout.shape), default=1) >= 1


def repeats(layout):
    """Whether two coordinates have one value."""
    return len(set(values(layout))) < size(layout)


# What is right. Each takes the operands and a result, and says whether it is one.


def right_composition(a, b, r):
    return size(r) == size(b) and all(value(r, i) == value(a, value(b, i)) for i in range(size(b)))


def right_complement(a, n, c):
    moved = sorted(set(values(a)))
    rest = values(c)
    if not is_plain(c) or rest != sorted(set(rest)) or rest[0] != 0:
        return False
    sums = {x + y for x in moved for y in rest}
    return len(sums) == len(moved) * len(rest) and max(sums) + 1 >= n


def right_divide(a, b, r):
    """Tiles A∘B; every element of A is in one, and in no other where tiles fit and A and B have it once."""
    if not is_plain(r) or not right_composition(a, b, r[0]):
        return False
    if size(r) == size(a) and not repeats(a) and not repeats(b):
        return sorted(values(a)) == sorted(values(r))
    return repeats(b) or set(values(a)) <= set(values(r))


def right_product(a, b, r):
    """A, and copies at places where none meets another."""
    tile, copies = r[0], r[1]
    if not is_plain(r) or values(tile) != values(a) or size(copies) != size(b):
        return False
    places = {}
    for i in range(size(b)):
        if places.setdefault(value(b, i), value(copies, i)) != value(copies, i):
            return False
    ordered = [places[k] for k in sorted(places)]
    if ordered != sorted(set(ordered)):
        return False
    moved = set(values(a))
    return len({x + y for x in moved for y in ordered}) == len(moved) * len(ordered)


def right_right_inverse(a, r):
    return is_plain(r) and all(value(a, value(r, i)) == i for i in range(size(r)))


def right_left_inverse(a, inverse):
    return all(value(inverse, value(a, i)) == i for i in range(size(a)))


class Random:
    def __init__(self, seed):
        self.random = random.Random(seed)

    def shape(self):
        def mode(deep):
            if deep < 2 and self.random.random() < 0.3:
                return tuple(mode(deep + 1) for _ in range(self.random.randint(1, 2)))
            return self.random.choice([1, 2, 2, 3, 4, 4, 6, 8])

        modes = tuple(mode(1) for _ in range(self.random.randint(1, 3)))
        return leaves(modes)[0] if len(modes) == 1 and self.random.random() < 0.6 else modes

    def stride(self, shape):
        """Mostly of a compact layout in some order, with repeats, gaps and overlaps."""
        sizes = leaves(shape)
        order = self.random.sample(range(len(sizes)), len(sizes))
        strides, extent = [0] * len(sizes), 1
        for k in order:
            kind = self.random.random()
            factor = self.random.choice([1, 2, 3])
            strides[k] = extent if kind < 0.75 else 0 if kind < 0.83 else extent * factor
            if kind > 0.95:
                strides[k] = self.random.randint(0, 12)
            extent = max(extent * sizes[k], strides[k] * sizes[k])
        rest = iter(strides)

        def like(t):
            return tuple(map(like, t)) if isinstance(t, tuple) else next(rest)

        return like(shape)

    def layout(self):
        """One layout in both libraries."""
        shape = self.shape()
        stride = None if self.random.random() < 0.2 else self.stride(shape)
        return Pair(pycute.Layout(shape, stride), ours.Layout(shape, stride))

    def coordinate(self, shape, kept=0.0):
        if self.random.random() < kept:
            return None
        if isinstance(shape, tuple):
            return tuple(self.coordinate(s, kept) for s in shape)
        return self.random.randrange(shape)


Pair = collections.namedtuple("Pair", "pycute ours")


def of(library, operand):
    if isinstance(operand, Pair):
        return getattr(operand, library)
    return tuple(of(library, o) for o in operand) if type(operand) is tuple else operand


def both(function, *operands):
    """What both give; the exception where one refuses."""
    results = []
    for library, module in [("pycute", pycute), ("ours", ours)]:
        try:
            results.append(function(module, *(of(library, o) for o in operands)))
        except AssertionError as error:
            results.append(error)
        except (TypeError, IndexError, ValueError, ZeroDivisionError) as error:
            results.append(error)
    return results


def same(theirs, mine):
    if isinstance(theirs, pycute.Layout):
        return isinstance(mine, ours.Layout) and (theirs.shape, theirs.stride) == (mine.shape, mine.stride)
    if isinstance(theirs, tuple) and isinstance(mine, tuple):
        return len(theirs) == len(mine) and all(map(same, theirs, mine))
    return type(theirs) is type(mine) and theirs == mine


def judged(name, right, operands, theirs, mine):
    shown = f"{name}{tuple(of('ours', o) for o in operands)}: pycute {theirs!r}, here {mine!r}"
    if isinstance(theirs, Exception) and isinstance(mine, Exception) or same(theirs, mine):
        return
    plain = [of("ours", o) for o in operands]
    if isinstance(mine, Exception):
        assert isinstance(mine, ours.LayoutError), shown
        # Tiles that do not fit may be refused.
        fits = "divide" not in name or size(theirs) == size(plain[0])
        assert not (fits and right(*plain, theirs)), f"{shown}: pycute is right"
    else:
        assert right(*plain, mine), f"{shown}: this is wrong"
        if not isinstance(theirs, Exception) and right(*plain, theirs):
            # Inverses may differ: of modes that overlap one or another is inverted, and beyond the image all is free.
            if "inverse" in name:
                assert size(mine) >= size(theirs) or name == "left_inverse", shown
            else:
                assert values(theirs) == values(mine), shown


@pytest.mark.parametrize("seed", range(4))
def test_operations(seed):
    some = Random(seed)
    for _ in range(ROUNDS):
        a, b = some.layout(), some.layout()
        n = some.random.choice([1, 2, 3, 4, 6, 8, 12])
        number = Pair(n, ours.Layout(n))
        judge = {
            "composition": right_composition,
            "logical_divide": right_divide,
            "zipped_divide": right_divide,
            "logical_product": right_product,
            "zipped_product": right_product,
        }
        for name, right in judge.items():
            judged(name, right, (a, b), *both(lambda m, x, y: getattr(m, name)(x, y), a, b))
            if "product" not in name:
                theirs, mine = both(lambda m, x: getattr(m, name)(x, n), a)
                judged(name, right, (a, number), theirs, mine)
        for name in ["tiled_divide", "tiled_product"]:
            theirs, mine = both(lambda m, x, y: getattr(m, name)(x, y), a, b)
            zipped = both(lambda m, x, y: getattr(m, name.replace("tiled", "zipped"))(x, y), a, b)[1]
            if not isinstance(mine, Exception):
                assert leaves(mine.shape) == leaves(zipped.shape) and leaves(mine.stride) == leaves(zipped.stride)
        for m in [n * size(a.ours), some.random.randint(1, 200), 1]:
            judged("complement", right_complement, (a, m), *both(lambda lib, x: lib.complement(x, m), a))
        judged("right_inverse", right_right_inverse, (a,), *both(lambda m, x: m.right_inverse(x), a))
        theirs, mine = both(lambda m, x: m.left_inverse(x), a)
        if not any(d == 0 and s > 1 for s, d in zip(leaves(a.ours.shape), leaves(a.ours.stride))):
            judged("left_inverse", right_left_inverse, (a,), theirs, mine)


@pytest.mark.parametrize("seed", range(4))
def test_by_mode(seed):
    """A tuple is the operation on each mode, in both."""
    some = Random(seed)
    for _ in range(ROUNDS // 4):
        a = some.layout()
        if not isinstance(a.ours.shape, tuple):
            continue
        tile = Pair(pycute.Layout(2, 2), ours.Layout(2, 2))
        tiler = tuple(some.random.choice([None, 2, 4, tile]) for _ in range(some.random.randint(1, len(a.ours))))
        mine = tuple(of("ours", t) for t in tiler)
        for name in ["composition", "logical_divide", "logical_product"]:
            operation = getattr(ours, name)
            try:
                parts = [operation(mode, t) for mode, t in itertools.zip_longest(a.ours, mine)]
            except ours.LayoutError:
                with pytest.raises(ours.LayoutError):
                    operation(a.ours, mine)
                continue
            result = operation(a.ours, mine)
            assert result.shape == tuple(p.shape for p in parts), (name, a.ours, mine)
            assert values(result) == values(ours.make_layout(parts)), (name, a.ours, mine)
        for name, split in [("zipped_divide", "logical_divide"), ("zipped_product", "logical_product")]:
            whole = both(lambda m, x, t: getattr(m, name)(x, t), a, mine)[1]
            if not isinstance(whole, Exception):
                assert whole == ours.hier_unzip(getattr(ours, split), a.ours, mine)


CALLS = {
    "text": lambda m, a: (str(a), repr(a), len(a)),
    "size": lambda m, a: (a.size(), m.size(a), m.cosize(a), a.cosize()),
    "coalesce": lambda m, a: m.coalesce(a),
    "filter": lambda m, a: m.filter(a),
    "modes": lambda m, a: tuple(a[k] for k in range(len(a))),
    "keeps": lambda m, a: tuple(getattr(m, f)(a, None) for f in ["logical_divide", "zipped_divide", "tiled_divide"]),
    "repeats": lambda m, a: tuple(getattr(m, f)(a, None) for f in ["logical_product", "zipped_product"]),
    "tuples": lambda m, a: (m.product(a.shape), m.flatten(a.shape), m.prefix_product(a.shape), m.tuple_max(a.stride)),
    "arithmetic": lambda m, a: (m.elem_scale(a.shape, a.stride), m.inner_product(a.shape, a.stride)),
    "layouts": lambda m, a: (m.make_layout(a, a), m.make_layout(x for x in [a, a]), m.is_layout(a), m.is_tuple(a.shape)),
}


@pytest.mark.parametrize("seed", range(4))
def test_exactly(seed):
    """What pycute never has wrong is the same here, refusals too."""
    some = Random(seed)
    for _ in range(ROUNDS):
        a, b = some.layout(), some.layout()
        index = some.random.randrange(size(a.ours))
        point, part = some.coordinate(a.ours.shape), some.coordinate(a.ours.shape, kept=0.3)
        calls = dict(CALLS)
        calls["call"] = lambda m, a: (a(index), a(point), m.crd2idx(point, a.shape, a.stride), m.crd2idx(index, a.shape))
        calls["slice"] = lambda m, a: (a(part), m.slice_(part, a.shape), m.has_none(part))
        calls["idx2crd"] = lambda m, a: (m.idx2crd(index, a.shape), m.crd2crd(index, a.shape), m.crd2crd(point, a.shape))
        calls["crd2crd"] = lambda m, a: m.crd2crd(point, m.size(a), a.shape)
        if isinstance(part, tuple):
            calls["unpacked"] = lambda m, a: (a(*part), m.slice_and_offset(part, a))
            profile = tuple(some.random.choice([1, None]) for _ in range(some.random.randint(0, len(a.ours))))
            calls["profile"] = lambda m, a: (m.coalesce(a, profile), m.filter(a, profile))
        for name, call in calls.items():
            theirs, mine = both(call, a)
            both_refuse = isinstance(theirs, Exception) and isinstance(mine, Exception)
            assert both_refuse or same(theirs, mine), (name, a.ours, theirs, mine)
        for name in ["shape_div", "elem_scale", "inner_product"]:
            theirs, mine = both(lambda m, a, b: getattr(m, name)(a.shape, b.shape), a, b)
            both_refuse = isinstance(theirs, Exception) and isinstance(mine, Exception)
            assert both_refuse or same(theirs, mine), (name, a.ours, b.ours, theirs, mine)
        bits, base, shift = some.random.randint(0, 3), some.random.randint(0, 3), some.random.choice([-3, -1, 1, 2, 3])

        def swizzled(m, a):
            s = m.Swizzle(bits, base, shift)
            c = m.ComposedLayout(s, index, a)
            return str(s), repr(s), s(index), s.size(), s.cosize(), s.yyy_msk, str(c), repr(c), c(point), len(c), str(c[0])

        theirs, mine = both(swizzled, a)
        assert isinstance(theirs, Exception) and isinstance(mine, Exception) or theirs == mine, (theirs, mine)


def test_names():
    """Every public name of pycute is here."""
    modules = {"int_tuple", "layout", "swizzle", "typing"}
    imported = {"reduce", "chain", "Union", "ABC"}
    for name in vars(pycute):
        if not name.startswith("_") and name not in imported:
            assert hasattr(ours, name), name
    for module in modules:
        for name, value in vars(getattr(pycute, module)).items():
            if not name.startswith("_") and name not in imported | modules:
                assert hasattr(getattr(ours, module), name) or hasattr(ours, name), (module, name)


def test_where_pycute_is_wrong():
    a = pycute.Layout((2, 5), (5, 1))
    # A product with an integer divides.
    assert pycute.size(pycute.logical_product(a, 2)) == 10
    assert ours.size(ours.logical_product(ours.Layout((2, 5), (5, 1)), 2)) == 20
    # A composition whose value at 3 is 3 and should be 7.
    a, b = ((4, 6, 8), (2, 3, 5)), (6, 3)
    try:
        found = pycute.composition(pycute.Layout(*a), pycute.Layout(*b))
        assert not right_composition(ours.Layout(*a), ours.Layout(*b), found)
    except AssertionError:
        pass
    with pytest.raises(ours.CompositionError, match="2 does not divide 3"):
        ours.composition(ours.Layout(*a), ours.Layout(*b))
    # A right inverse stops at modes that do not move.
    assert pycute.size(pycute.right_inverse(pycute.Layout((2, 4), (0, 1)))) == 1
    assert ours.right_inverse(ours.Layout((2, 4), (0, 1))) == ours.Layout(4, 2)
    # Modes that overlap have a complement of size 0, and negative strides a negative cosize.
    assert pycute.complement(pycute.Layout((4, 3), (2, 1))).shape == 0
    assert ours.complement(ours.Layout((4, 3), (2, 1))) == ours.Layout(1, 0)
    assert (pycute.cosize(pycute.Layout(4, -1)), ours.cosize(ours.Layout(4, -1))) == (-2, 4)
