//! Exceptions: each error of the algebra as the class of its name in `mlir_layout.errors`, with its text.

use std::fmt::Display;

use layout_algebra as la;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use crate::names;

/// An exception on its way to Python.
pub struct Refused(PyErr);

/// What functions give.
pub type Result<T> = std::result::Result<T, Refused>;

/// An error of the algebra.
pub trait Named: Display {
    /// Its class in `mlir_layout.errors`.
    const CLASS: &'static str;

    /// Where in a text it is.
    fn offset(&self) -> Option<usize> {
        None
    }
}

impl From<Refused> for PyErr {
    fn from(refused: Refused) -> Self {
        refused.0
    }
}

impl From<PyErr> for Refused {
    fn from(error: PyErr) -> Self {
        Self(error)
    }
}

impl<E: Named> From<E> for Refused {
    fn from(error: E) -> Self {
        let exception = raised(E::CLASS, &error.to_string());
        let Some(offset) = error.offset() else { return exception };
        Python::attach(|py| match exception.0.value(py).setattr("offset", offset) {
            Ok(()) => exception,
            Err(other) => Self(other),
        })
    }
}

/// An exception of a class of `mlir_layout.errors`.
pub fn raised(class: &str, message: &str) -> Refused {
    let make = |py: Python<'_>| -> PyResult<PyErr> {
        let class = py.import("mlir_layout.errors")?.getattr(class)?;
        Ok(PyErr::from_value(class.call1((names::spell(message),))?))
    };
    Python::attach(|py| Refused(make(py).unwrap_or_else(|error| error)))
}

/// A `TypeError` that says what was expected.
pub fn expected(what: &str, found: &Bound<'_, PyAny>) -> Refused {
    let class = found.get_type().name().map_or_else(|_| "?".to_owned(), |n| n.to_string());
    PyTypeError::new_err(format!("expected {what}, found {class}")).into()
}

macro_rules! named {
    ($($error:ty => $class:literal),* $(,)?) => {
        $(impl Named for $error {
            const CLASS: &'static str = $class;
        })*
    };
}
named! {
    std::convert::Infallible => "LayoutError",
    la::AnyLayoutError => "LayoutError",
    la::AddError => "LayoutError",
    la::CommonError => "LayoutError",
    la::ComplementError => "ComplementError",
    la::CompositionError => "CompositionError",
    la::ConstructError => "LayoutError",
    la::DivideError => "DivideError",
    la::ExprError => "LayoutError",
    la::F2Error => "LayoutError",
    la::InverseError => "InverseError",
    la::LayoutError => "LayoutError",
    la::ProductError => "ProductError",
    la::RecastError => "LayoutError",
    la::StructureError => "LayoutError",
    la::SwizzleError => "LayoutError",
    la::draw::DrawError => "LayoutError",
    layout_target::AccessError => "AccessError",
    layout_tile::TextError => "ParseError",
    layout_tile::TvError => "LayoutError",
}

impl Named for la::ParseError {
    const CLASS: &'static str = "ParseError";

    fn offset(&self) -> Option<usize> {
        Some(self.offset)
    }
}
