"""What the algebra refuses, each with the modes, the numbers and what would do.

All are `ValueError`s; also `AssertionError`s, which is what pycute raises.
"""


class LayoutError(ValueError, AssertionError):
    """There is no such layout, coordinate or result."""


class ParseError(LayoutError):
    """A text that is not in the notation; `offset` says where, in bytes."""

    offset: int = 0


class UndecidedError(LayoutError):
    """The facts of symbols do not decide a condition."""


class CompositionError(LayoutError):
    """No layout is the composition."""


class ComplementError(LayoutError):
    """No layout is the complement."""


class DivideError(LayoutError):
    """The tile does not fit the layout."""


class ProductError(LayoutError):
    """No layout is the product."""


class InverseError(LayoutError):
    """The layout has no such inverse."""


class AccessError(LayoutError):
    """Accesses that no instruction makes."""
