"""Layouts and their operations."""

from typing import Any, Callable, Union

from . import int_tuple
from ._core import (
    Layout,
    LayoutBase,
    blocked_product,
    coalesce,
    compare,
    complement,
    composition,
    cosize,
    downcast,
    equal,
    filter,
    filter_zeros,
    flat_divide,
    flat_product,
    layout_add,
    left_inverse,
    logical_divide,
    logical_product,
    make_layout,
    make_ordered_layout,
    max_common_layout,
    max_common_vector,
    nullspace,
    raked_product,
    recast_layout,
    right_inverse,
    slice_and_offset,
    tile_to_shape,
    tiled_divide,
    tiled_product,
    upcast,
    zipped_divide,
    zipped_product,
)
from .errors import LayoutError
from .typing import Int, IntTuple, Tiler


def is_layout(x: Any) -> bool:
    """Whether this is a layout, plain or composed."""
    return isinstance(x, LayoutBase)


def size(layout: Union[LayoutBase, IntTuple]) -> Int:
    """The number of coordinates of a layout or a shape."""
    return layout.size() if isinstance(layout, LayoutBase) else int_tuple.product(layout)


def rank(layout: Union[LayoutBase, IntTuple]) -> int:
    """The number of modes of a layout or a tuple; 1 for an integer."""
    return len(layout) if isinstance(layout, (LayoutBase, tuple)) else 1


def depth(layout: Union[LayoutBase, IntTuple]) -> int:
    """How deep the modes of a layout or a tuple are nested."""
    if isinstance(layout, LayoutBase):
        inner = layout
        while not isinstance(inner, Layout):
            inner = inner.layoutA  # type: ignore[attr-defined]
        return int_tuple.depth(inner.shape)
    return int_tuple.depth(layout)


def hier_unzip(splitter: Callable[[Any, Any], Any], layoutA: Layout, layoutB: Tiler) -> Layout:
    """`((tiles…), (rests…))` of what a splitter makes of each mode: a layout of two modes, tile and rest."""
    if layoutB is None:
        return make_layout(Layout(1, 0), layoutA)
    if not isinstance(layoutB, tuple):
        return splitter(layoutA, layoutB)  # type: ignore[no-any-return]
    if len(layoutA) < len(layoutB):
        raise LayoutError(f"{layoutB} has more modes than {layoutA}")
    split = [hier_unzip(splitter, a, b) for a, b in zip(layoutA, layoutB)]
    rests = [pair[1] for pair in split] + [layoutA[i] for i in range(len(layoutB), len(layoutA))]
    return make_layout(make_layout(pair[0] for pair in split), make_layout(rests))


__all__ = [
    "Layout",
    "LayoutBase",
    "blocked_product",
    "coalesce",
    "compare",
    "complement",
    "composition",
    "cosize",
    "depth",
    "downcast",
    "equal",
    "filter",
    "filter_zeros",
    "flat_divide",
    "flat_product",
    "hier_unzip",
    "is_layout",
    "layout_add",
    "left_inverse",
    "logical_divide",
    "logical_product",
    "make_layout",
    "make_ordered_layout",
    "max_common_layout",
    "max_common_vector",
    "nullspace",
    "raked_product",
    "rank",
    "recast_layout",
    "right_inverse",
    "size",
    "slice_and_offset",
    "tile_to_shape",
    "tiled_divide",
    "tiled_product",
    "upcast",
    "zipped_divide",
    "zipped_product",
]
