"""Types: what counts as an integer, and what as a tuple of them."""

from abc import ABC
from typing import Any, Tuple, Union

from ._core import Expr, Layout


class Integer(ABC):
    """An `int` that is no `bool`, or an `Expr`."""

    @classmethod
    def __subclasshook__(cls, c: type) -> bool:
        return not issubclass(c, (bool, float)) and issubclass(c, (int, Expr))


Int = Union[int, Expr]
IntTuple = Union[int, Expr, Tuple["IntTuple", ...]]
Coord = Union[None, int, Expr, Tuple["Coord", ...]]
Tiler = Union[None, int, Expr, Layout, Tuple["Tiler", ...]]
Profile = Union[Any, Tuple["Profile", ...]]

__all__ = ["Integer", "Int", "IntTuple", "Coord", "Tiler", "Profile"]
