//! Python's integers, tuples and layouts as those of the algebra, and back.

use layout_algebra::tuples::MAX_DEPTH;
use layout_algebra::{AnyLayout, ExprError, IntTuple, Layout, LayoutError, Profile, SliceCoord, Tiler};
use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyInt, PyTuple};

use crate::classes::{ComposedLayout, Expr, LayoutBase};
use crate::error::{Refused, Result, expected};

/// Something of Python.
pub type Any<'py> = Bound<'py, PyAny>;

/// An integer of 64 bits; a larger one is a `LayoutError`, not Python's `OverflowError`.
pub fn int(object: &Any<'_>) -> PyResult<i64> {
    match object.extract::<i64>() {
        Err(error) if error.is_instance_of::<PyOverflowError>(object.py()) => {
            Err(Refused::from(ExprError::Overflow(object.to_string())).into())
        }
        read => read,
    }
}

/// The same, or nothing of `None`.
pub fn int_or_none(object: &Any<'_>) -> PyResult<Option<i64>> {
    if object.is_none() { Ok(None) } else { int(object).map(Some) }
}

/// An integer, or a symbolic one; `None` for anything else.
fn as_integer(object: &Any<'_>) -> Result<Option<layout_algebra::Expr>> {
    if let Ok(expr) = object.cast::<Expr>() {
        return Ok(Some(expr.get().0.clone()));
    }
    let is_integer = object.is_instance_of::<PyInt>() || object.hasattr("__index__")?;
    if !is_integer || object.is_instance_of::<PyBool>() {
        return Ok(None);
    }
    Ok(Some(int(object)?.into()))
}

/// An integer, or a symbolic one.
pub fn integer(object: &Any<'_>) -> Result<layout_algebra::Expr> {
    as_integer(object)?.ok_or_else(|| expected("an integer", object))
}

/// Takes nested tuples apart; `leaf` reads what is none.
fn nested<'py, T: Clone>(
    object: &Any<'py>,
    depth: usize,
    leaf: &impl Fn(&Any<'py>) -> Result<T>,
) -> Result<IntTuple<T>> {
    let Ok(tuple) = object.cast::<PyTuple>() else { return Ok(IntTuple::single(leaf(object)?)) };
    if depth > MAX_DEPTH {
        return Err(LayoutError::TooDeep(depth).into());
    }
    let modes = tuple.iter().map(|mode| nested(&mode, depth + 1, leaf)).collect::<Result<Vec<_>>>()?;
    Ok(IntTuple::tuple(&modes))
}

/// An integer or a tuple of them.
pub fn tuple(object: &Any<'_>) -> Result<IntTuple> {
    nested(object, 1, &|leaf| {
        as_integer(leaf)?.ok_or_else(|| expected("an integer or a tuple of integers", leaf))
    })
}

/// A coordinate; `None` keeps a mode.
pub fn coordinate(object: &Any<'_>) -> Result<SliceCoord> {
    nested(object, 1, &|leaf| match leaf.is_none() {
        true => Ok(None),
        false => {
            let read = as_integer(leaf)?;
            read.map(Some).ok_or_else(|| expected("a coordinate of integers, None and tuples of them", leaf))
        }
    })
}

/// The nesting of a tuple of whatever it is.
pub fn profile(object: &Any<'_>) -> Result<Profile> {
    Ok(nested(object, 1, &|_| Ok(()))?.profile)
}

/// A layout of any kind; an integer `n` is `n:1`.
pub fn layout(object: &Any<'_>) -> Result<AnyLayout> {
    if let Ok(layout) = object.cast::<LayoutBase>() {
        return Ok(layout.get().0.clone());
    }
    match as_integer(object)? {
        Some(size) => Ok(Layout::left(&size.into())?.into()),
        None => Err(expected("a layout", object)),
    }
}

/// A layout that is not composed; `role` says what it is needed for.
pub fn plain(object: &Any<'_>, role: &str) -> Result<Layout> {
    match layout(object)? {
        AnyLayout::Plain(layout) => Ok(layout),
        AnyLayout::Composed(_) => Err(expected(&format!("a Layout as {role}"), object)),
    }
}

/// What a layout is divided or multiplied by: a layout or an integer as a whole, a tuple mode by mode, `None` not at all.
pub fn tiler(object: &Any<'_>) -> Result<Tiler> {
    fn read(object: &Any<'_>, depth: usize) -> Result<Tiler> {
        if object.is_none() {
            return Ok(Tiler::Keep);
        }
        if let Ok(tuple) = object.cast::<PyTuple>() {
            if depth > MAX_DEPTH {
                return Err(LayoutError::TooDeep(depth).into());
            }
            return Ok(Tiler::Tuple(tuple.iter().map(|t| read(&t, depth + 1)).collect::<Result<_>>()?));
        }
        if object.is_instance_of::<LayoutBase>() {
            return Ok(Tiler::Layout(plain(object, "a tile")?));
        }
        match as_integer(object)? {
            Some(size) => Ok(Tiler::Layout(Layout::left(&size.into())?)),
            None => Err(expected("a layout, an integer, None or a tuple of them", object)),
        }
    }
    read(object, 1)
}

/// An integer for Python: an `int`, unless symbols are in it.
pub fn integer_out<'py>(py: Python<'py>, value: &layout_algebra::Expr) -> Result<Any<'py>> {
    match value.as_const() {
        Some(known) => Ok(known.into_pyobject(py)?.into_any()),
        None => Ok(Bound::new(py, Expr(value.clone()))?.into_any()),
    }
}

/// A tuple for Python.
pub fn tuple_out<'py>(py: Python<'py>, value: &IntTuple) -> Result<Any<'py>> {
    if value.profile.is_leaf() {
        return integer_out(py, &value.leaves[0]);
    }
    let modes = value.modes().map(|mode| tuple_out(py, &mode)).collect::<Result<Vec<_>>>()?;
    Ok(PyTuple::new(py, modes)?.into_any())
}

/// A layout for Python.
pub fn layout_out<'py>(py: Python<'py>, layout: impl Into<AnyLayout>) -> Result<Any<'py>> {
    let base = LayoutBase(layout.into());
    let is_plain = matches!(base.0, AnyLayout::Plain(_));
    let base = PyClassInitializer::from(base);
    Ok(match is_plain {
        true => Bound::new(py, base.add_subclass(crate::classes::Layout))?.into_any(),
        false => Bound::new(py, base.add_subclass(ComposedLayout))?.into_any(),
    })
}
