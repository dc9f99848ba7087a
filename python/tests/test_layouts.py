"""Layouts as objects of Python, symbols, swizzles, pictures."""

import copy
import pickle
import subprocess
import sys
import xml.etree.ElementTree as xml

import pytest

import mlir_layout as ml
from mlir_layout import ComposedLayout, Expr, Layout, LayoutError, ParseError, Swizzle, Tv, symbol, upcast

SWIZZLED = "S<3,3,3> o 0 o (8,64):(64,1)"


def test_objects():
    a = Layout(((2, 2), 3), ((1, 8), 2))
    assert (str(a), repr(a)) == ("((2, 2), 3):((1, 8), 2)", "Layout(((2, 2), 3),((1, 8), 2))")
    assert eval(repr(a)) == a and hash(eval(repr(a))) == hash(a)
    assert a != Layout(12) and a != "((2, 2), 3):((1, 8), 2)" and len({a, eval(repr(a)), Layout(12)}) == 2
    assert [mode.shape for mode in a] == [(2, 2), 3] and a[-1] == a[1] == Layout(3, 2) and a[0:1] == Layout(((2, 2),), ((1, 8),))
    assert list(Layout(4)) == [Layout(4)]
    assert [a(i) for i in range(12)] == [0, 1, 8, 9, 2, 3, 10, 11, 4, 5, 12, 13]
    assert a(3, 2) == a((3, 2)) == a((1, 1), 2) == 13
    assert a((1, None), None) == Layout((2, 3), (8, 2))
    with pytest.raises(IndexError, match="there is no mode 2"):
        a[2]
    with pytest.raises(AttributeError):
        a.shape = 4  # type: ignore[misc]


class Named(Layout):
    pass


def nested(depth):
    """A tuple in a tuple in …"""
    return (nested(depth - 1),) if depth else 1


@pytest.mark.parametrize(
    "value",
    [
        Layout((2, (3, 4)), (12, (1, 3))),
        Layout(()),
        Layout.parse("(16,N{div=8}):(8,128)"),
        ComposedLayout.parse(SWIZZLED),
        ComposedLayout(Layout(4, 2), symbol("M"), ComposedLayout(Swizzle(1, 0, 1), 3, Layout(8, 1))),
        Swizzle(3, 4, -3),
        symbol("N", div=16, max=4096) // 4 + 1,
        # One name with two sets of facts; what has no name.
        symbol("N", div=8) * symbol("N", div=4) + symbol("N"),
        Layout((symbol("N", div=8), symbol("N", div=4)), (symbol("N", div=4), 1)),
        Layout.parse("(?{div=8},?):(s1,1)"),
        # A stride of which nothing is known, and one that is said to be negative.
        Layout.parse("(4,?):(?,?{max=-1})"),
        ComposedLayout.parse("S<2,1,3> o ? o (4,?):(?,1)"),
        Expr.parse("?{max=7}") * 2,
        Tv.parse("tv<(4,8):(2,8), 2:1>"),
        Named((2, 3)),
    ],
    ids=str,
)
def test_copies(value):
    for again in [pickle.loads(pickle.dumps(value)), copy.copy(value), copy.deepcopy(value)]:
        assert again == value and hash(again) == hash(value) and type(again) is type(value)


def test_unnamed_symbols_in_another_process():
    """One that is read twice is one; one of this process is another than those that a process makes itself."""
    rows = Layout.parse("(?,?{div=4}):(s1,1)")
    script = (
        "import pickle, sys; from mlir_layout import *\n"
        "rows, size = pickle.load(sys.stdin.buffer)\n"
        "own = Layout.parse('(?,?{div=4}):(s1,1)')\n"
        "assert rows.shape[0] == size and str(rows) == str(own) and rows != own, (rows, size)\n"
        "sys.stdout.buffer.write(pickle.dumps((rows, own)))"
    )
    sent = pickle.dumps((rows, rows.shape[0]))
    back = subprocess.run([sys.executable, "-c", script], input=sent, stdout=subprocess.PIPE, check=True).stdout
    again, other = pickle.loads(back)
    assert again == rows and other != rows and pickle.loads(back)[1] == other


@pytest.mark.parametrize("name", ["o", "min", "max", "floordiv", "ceildiv", "mod", "s0", "s12"])
def test_words_that_are_no_names(name):
    with pytest.raises(ParseError, match=f"^({name}|s and a number) is a "):
        symbol(name)
    assert str(Layout((symbol(name + "_"), 2))) == f"({name}_,2):(1,{name}_)"


def test_modes_that_are_far_away():
    with pytest.raises(IndexError, match="there is no mode 18446744073709551616"):
        Layout((2, 3))[2**64]


def test_integers_of_other_kinds():
    numpy = pytest.importorskip("numpy")
    assert Layout((numpy.int64(2), 3)) == Layout((2, 3)) and Layout(4, 2)(numpy.int32(3)) == 6


@pytest.mark.parametrize(
    "call, error, message",
    [
        (lambda: Layout((2, 3), (1,)), LayoutError, "(2,3)"),
        (lambda: Layout(0), LayoutError, "0"),
        (lambda: Layout((2, 2.0)), TypeError, "found float"),
        (lambda: Layout(True), TypeError, "found bool"),
        (lambda: Layout([2, 3]), TypeError, "found list"),
        (lambda: Layout(4).svg(bits=0), LayoutError, "an element has 0 bits"),
        (lambda: range(symbol("N", div=4) + 1), ml.UndecidedError, "N+1 is known at run time alone"),
        (lambda: Layout(2**64), LayoutError, "18446744073709551616"),
        (lambda: Swizzle(3, 3, 3)(2**64), LayoutError, "18446744073709551616"),
        (lambda: Swizzle(3, 2**64, 3), LayoutError, "18446744073709551616"),
        (lambda: upcast(Layout(8), 2**64), LayoutError, "18446744073709551616"),
        (lambda: symbol("N", max=2**64), LayoutError, "18446744073709551616"),
        (lambda: Layout(nested(70)), LayoutError, "nest"),
        (lambda: Layout((2, 3))(1, 2, 3), LayoutError, "(1,2,3) has 3 modes and (2,3) has 2"),
        (lambda: Layout.parse("(2,3:1"), ml.ParseError, "at byte 4"),
        (lambda: Layout.parse(SWIZZLED), LayoutError, "ComposedLayout.parse reads it"),
        (lambda: ml.composition(Layout((4, 6, 8), (2, 3, 5)), Layout(6, 3)), ml.CompositionError, "2 does not divide 3"),
        (lambda: ml.composition(Layout(4), "4:1"), TypeError, "found str"),
        (lambda: ml.logical_divide(Layout(10), 4, fit="exact"), ml.DivideError, "a tile of 4 does not divide 10:1"),
        (lambda: ml.logical_divide(Layout(10), 4, fit="some"), LayoutError, "cover"),
        (lambda: ml.zipped_divide(Layout((2, 2)), (1, 1, 1)), ml.DivideError, "3"),
        (lambda: ml.left_inverse(Layout((63, 2), (1, 1))), ml.InverseError, "no left inverse"),
        (lambda: ml.logical_product(Layout(2, 3), 4), ml.ProductError, "3 does not divide 4"),
        (lambda: ml.complement(Layout.parse("(4,4):(N,M)"), 64), ml.ComplementError, "N"),
        (lambda: Swizzle(3, 0, 1), LayoutError, "S<3,0,1>"),
        (lambda: Tv(Layout(32), Layout(2, 64)), LayoutError, "nobody holds position 32"),
        (lambda: ml.bank_conflicts(Layout(32), Layout((32, 1)), bits=32, bytes=3), ml.AccessError, "3 bytes"),
        (lambda: symbol("N!"), ml.ParseError, "no name"),
        (lambda: ml.crd2idx((1, 2), 4), LayoutError, "tuples"),
        (lambda: ml.shape_div(6, 4), LayoutError, "neither of 6 and 4"),
    ],
)
def test_errors(call, error, message):
    with pytest.raises(error) as caught:
        call()
    assert message in str(caught.value)
    if error is not TypeError:
        assert isinstance(caught.value, ValueError) and isinstance(caught.value, AssertionError)


def test_where_a_text_is_wrong():
    with pytest.raises(ml.ParseError) as caught:
        Layout.parse("(4,x y):1")
    assert caught.value.offset == 5


def test_symbols():
    a = Layout.parse("(16,N):(8,128)")
    n = symbol("N")
    assert a.shape == (16, n) and a.size() == 16 * n and a.cosize() == 128 * n - 7 and a.symbols == ["N"]
    assert ml.coalesce(a) == Layout(16 * n, 8) and str(ml.coalesce(a)) == "16*N:8"
    assert a(3, symbol("i", min=0)) == 128 * symbol("i", min=0) + 24
    assert a.substitute(N=4) == a.substitute({"N": 4}) == Layout((16, 4), (8, 128))
    assert a.substitute(N=symbol("M")) == Layout.parse("(16,M):(8,128)")
    # A name is one symbol in every text, wherever it stands; with other facts it is another.
    assert Layout.parse("4:N").stride == n and Layout.parse("N{div=4}:1") != Layout.parse("N:1")
    assert Layout.parse("?:1") != Layout.parse("?:1")
    assert Layout.parse(a.text) == a and eval(repr(a)) == a
    b = Layout.parse("(N{div=8},4):(4,1)")
    assert eval(repr(b)) == b and "div=8" in str(b)
    with pytest.raises(LayoutError, match="there is no symbol K; its symbols: N"):
        a.substitute(K=4)
    with pytest.raises(LayoutError, match="cannot be 12"):
        b.substitute(N=12)


def test_truth_of_symbols():
    assert ml.symbol("T") and ml.symbol("U", min=-5, max=-1)
    for maybe in (ml.symbol("V", min=0), ml.symbol("W", min=-5, max=5)):
        with pytest.raises(ml.UndecidedError, match="whether [VW] >= 1 is not known; state it as a fact, such as"):
            bool(maybe)
    with pytest.raises(ml.UndecidedError, match="^whether"):
        ml.symbol("T") < ml.symbol("X")


def test_expressions():
    n, m = symbol("N", div=16, max=4096), symbol("M")
    assert isinstance(n, Expr) and n // 16 * 16 == n and n % 8 == 0 and m - m == 0 and 2 * m - m == m
    assert (n >= 16, n > 0, n <= 4096, m < 1) == (True, True, True, False)
    with pytest.raises(ml.UndecidedError, match="M"):
        bool(m < n)
    assert str(3 - m) == "-M+3" and str(n // 32) == "floordiv(N,32)"
    assert Expr.parse("N{div=16,max=4096}+1") == n + 1 and Expr.parse((n // 32).text) == n // 32
    assert (n + m).substitute(N=32, M=1) == 33 and sorted((n + m).symbols) == ["M", "N"]
    assert ml.product((2, (m, 3))) == 6 * m and ml.prefix_product((4, m, 2)) == (1, 4, 4 * m)
    assert ml.crd2idx((1, 2), (m, 4)) == 2 * m + 1 and ml.is_int(m)


def test_divides():
    a = Layout((8, 16), (20, 1))
    assert ml.zipped_divide(a, (4, Layout(8, 2))) == Layout(((4, 8), (2, 2)), ((20, 2), (80, 1)))
    assert ml.flat_divide(a, (4, 8)) == Layout((4, 8, 2, 2), (20, 1, 80, 8))
    assert ml.zipped_divide(a, (None, 8)) == Layout(((1, 8), (8, 2)), ((0, 1), (20, 8)))
    assert ml.logical_divide(Layout(10), 4) == Layout((4, 3), (1, 4))
    assert ml.zipped_divide(ComposedLayout.parse(SWIZZLED), (8, 8)).text == "S<3,3,3> o 0 o ((8,8),(1,8)):((64,1),(0,8))"
    assert ml.blocked_product(Layout((2, 5), (5, 1)), Layout((3, 4), (1, 3))) == Layout(((2, 3), (5, 4)), ((5, 10), (1, 30)))


def test_swizzles():
    tile = ComposedLayout(Swizzle(3, 3, 3), 0, Layout((8, 64), (64, 1)))
    assert tile == ComposedLayout.parse(SWIZZLED) and tile.text == SWIZZLED
    assert (tile.layoutB, tile.offset, tile.layoutA) == (Swizzle(3, 3, 3), 0, Layout((8, 64), (64, 1)))
    assert tile(1, 0) == 72 and tile.size() == tile.cosize() == 512 and len(tile) == 2
    row = tile(3, None)
    assert [row(j) for j in range(64)] == [tile(3, j) for j in range(64)]
    rest, offset = ml.slice_and_offset((3, None), tile)
    assert [rest(j) + offset for j in range(64)] == [tile(3, j) for j in range(64)]
    assert all(tile[0](i) == tile(i, 0) for i in range(8))
    assert ml.composition(Swizzle(3, 3, 3), Layout((8, 64), (64, 1))) == tile
    # Functions behind functions are read from the outside in.
    twice = ComposedLayout(Swizzle(1, 0, 1), 3, tile)
    assert (twice.layoutB, twice.offset, twice.layoutA) == (Swizzle(1, 0, 1), 3, tile)
    chain = ComposedLayout(ComposedLayout(Layout(8, 2), 5, Layout(4, 3)), 1, Layout(4, 1))
    assert [chain(i) for i in range(4)] == [2 * (5 + 3 * (1 + i)) for i in range(4)]
    assert (chain.layoutB, chain.offset) == (Layout(8, 2), 5) and eval(repr(chain)) == chain
    assert ml.depth(twice) == 1 and ml.rank(twice) == 2
    assert ml.recover_swizzle(ml.coalesce(tile)) is not None


def test_memory():
    tile = Layout((8, 64), (64, 1))
    rows = Layout(((8, 4), 8), ((1, 64), 8))
    before = ml.bank_conflicts(tile, rows, bits=16, bytes=16)
    assert (before.wavefronts, before.ideal, before.degree) == (32, 4, 8)
    assert ml.synthesize_swizzle(tile, [(rows, 16)], bits=16) == ComposedLayout.parse(SWIZZLED)
    assert ml.bank_conflicts(ComposedLayout.parse(SWIZZLED), rows, bits=16, bytes=16).degree == 1
    assert ml.coalescing(Layout((32, 1024), (1024, 1)), Layout((32, 1), (32, 0)), bits=32, bytes=4).sectors == 4
    assert ml.widest_access(Layout((128, 64), (64, 1)), Layout(((8, 4), 8), ((1024, 1), 128)), bits=16) == 16


def test_equality():
    assert ml.equal(Layout((2, (1, 6)), (1, (6, 2))), Layout(12)) and not ml.equal(Layout(12), Layout(6))
    assert ml.equal(Layout.parse("(N,4):(1,N)"), Layout(4 * symbol("N")))
    assert ml.compare(Layout.parse("(M,N):(1,M)"), Layout.parse("(M,N):(N,1)")).startswith("different at coordinate 1: 1 and ")
    assert ml.compare(Layout(4), Layout(5)) == "different sizes: 4 and 5"


def test_encodings():
    tv = Tv.parse("tv<(2,4):(0,1), 2:4>")
    assert (tv.thread_count, tv.value_count, tv.replicas, tv.size()) == (8, 2, 2, 8)
    assert tv.position(5, 1) == 6 and tv.holders(6) == [(4, 1), (5, 1)] and tv.position(8, 0) is None
    assert Tv(tv.threads, tv.values) == tv and eval(repr(tv)) == tv
    fragment = Tv.parse("#layout.frag<#layout.mma<m16n8k16, warps = (2,2)>, A, 128x32>")
    assert fragment.thread_count == 128
    xml.fromstring(fragment.svg(128, 32))


def test_pictures():
    a = Layout((4, 8), (8, 1))
    for text in [a._repr_svg_(), a.svg(), a.svg(bits=32), ComposedLayout.parse(SWIZZLED)._repr_svg_()]:
        assert xml.fromstring(text).tag.endswith("svg")
    # Each value is in the picture, and nothing is drawn of what is not known.
    words = {(element.text or "").strip() for element in xml.fromstring(a.svg()).iter()}
    assert {str(v) for v in range(32)} <= words
    assert Layout.parse("N:1")._repr_svg_() is None and Layout((64, 65))._repr_svg_() is None
    with pytest.raises(LayoutError, match="static"):
        Layout.parse("N:1").svg()
    assert "31" in a.table() and "tikz" in a.latex()
