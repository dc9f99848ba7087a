//! Integers over symbols.

use std::hash::{DefaultHasher, Hash, Hasher};

use layout_algebra as la;
use layout_algebra::{IntTuple, Tri, Undecided};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::classes::Expr;
use crate::convert::{Any, int, int_or_none, integer, integer_out};
use crate::error::{Result, raised};
use crate::names;
use crate::reading::{Read as _, parse, put_together, substituted, taken_apart};

/// A text, and the symbols in it.
type Apart = (String, Vec<(String, String, String)>);

/// A dynamic integer with a name: a multiple of `div`, from `min` to `max`.
#[pyfunction]
#[pyo3(signature = (name, *, div=1, min=1, max=None))]
pub fn symbol<'py>(
    py: Python<'py>,
    name: &str,
    #[pyo3(from_py_with = int)] div: i64,
    #[pyo3(from_py_with = int)] min: i64,
    #[pyo3(from_py_with = int_or_none)] max: Option<i64>,
) -> Result<Any<'py>> {
    let is_word = name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    if !is_word {
        let message = format!("{name:?} is no name: a letter, then letters, digits and _");
        return Err(raised("ParseError", &message));
    }
    if name.strip_prefix('s').is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit())) {
        let message = "s and a number is a symbol by its place in a text: take another name";
        return Err(raised("ParseError", message));
    }
    if RESERVED.contains(&name) {
        let message =
            format!("{name} is a word of the notation, as {}: take another name", RESERVED.join(", "));
        return Err(raised("ParseError", &message));
    }
    let max = max.map_or_else(String::new, |max| format!(",max={max}"));
    integer_out(py, &parse(&format!("{name}{{div={div},min={min}{max}}}"))?)
}

/// Words that are no names.
const RESERVED: [&str; 6] = ["o", "min", "max", "floordiv", "ceildiv", "mod"];

/// The values for names, given as a dictionary or by keyword.
pub fn given(
    positional: Option<&Bound<'_, PyDict>>,
    by_name: Option<&Bound<'_, PyDict>>,
) -> Result<Vec<(String, la::Expr)>> {
    let mut out = Vec::new();
    for (name, value) in [positional, by_name].into_iter().flatten().flat_map(|d| d.iter()) {
        out.push((name.str()?.to_string(), integer(&value)?));
    }
    Ok(out)
}

impl Expr {
    /// Whether a condition holds; an exception where the facts do not decide it.
    fn decided(answer: Tri, condition: Undecided) -> Result<bool> {
        match answer {
            Tri::Yes => Ok(true),
            Tri::No => Ok(false),
            Tri::Unknown => Err(raised("UndecidedError", &condition.to_string())),
        }
    }
}

#[pymethods]
impl Expr {
    /// Reads `8*N`, `floordiv(N{div=16}, 4)`.
    #[staticmethod]
    fn parse<'py>(py: Python<'py>, text: &str) -> Result<Any<'py>> {
        integer_out(py, &parse(text)?)
    }

    /// Its text with the facts of its symbols, which `parse` reads.
    #[getter]
    fn text(&self) -> String {
        IntTuple::from(self.0.clone()).text_with(&names::all())
    }

    /// The names of its symbols.
    #[getter]
    fn symbols(&self) -> Vec<String> {
        self.0.symbols().into_iter().map(|s| names::of(s).unwrap_or_else(|| "?".into())).collect()
    }

    /// The same with values for names.
    #[pyo3(signature = (values=None, /, **by_name))]
    fn substitute<'py>(
        &self,
        py: Python<'py>,
        values: Option<&Bound<'py, PyDict>>,
        by_name: Option<&Bound<'py, PyDict>>,
    ) -> Result<Any<'py>> {
        integer_out(py, &substituted(&self.0, &given(values, by_name)?)?)
    }

    fn __add__<'py>(&self, other: &Any<'py>) -> Result<Any<'py>> {
        integer_out(other.py(), &self.0.add(&integer(other)?)?)
    }

    fn __radd__<'py>(&self, other: &Any<'py>) -> Result<Any<'py>> {
        self.__add__(other)
    }

    fn __sub__<'py>(&self, other: &Any<'py>) -> Result<Any<'py>> {
        integer_out(other.py(), &self.0.sub(&integer(other)?)?)
    }

    fn __rsub__<'py>(&self, other: &Any<'py>) -> Result<Any<'py>> {
        integer_out(other.py(), &integer(other)?.sub(&self.0)?)
    }

    fn __mul__<'py>(&self, other: &Any<'py>) -> Result<Any<'py>> {
        integer_out(other.py(), &self.0.mul(&integer(other)?)?)
    }

    fn __rmul__<'py>(&self, other: &Any<'py>) -> Result<Any<'py>> {
        self.__mul__(other)
    }

    fn __floordiv__<'py>(&self, other: &Any<'py>) -> Result<Any<'py>> {
        integer_out(other.py(), &self.0.floordiv(&integer(other)?)?)
    }

    fn __rfloordiv__<'py>(&self, other: &Any<'py>) -> Result<Any<'py>> {
        integer_out(other.py(), &integer(other)?.floordiv(&self.0)?)
    }

    fn __mod__<'py>(&self, other: &Any<'py>) -> Result<Any<'py>> {
        integer_out(other.py(), &self.0.modulo(&integer(other)?)?)
    }

    fn __rmod__<'py>(&self, other: &Any<'py>) -> Result<Any<'py>> {
        integer_out(other.py(), &integer(other)?.modulo(&self.0)?)
    }

    fn __neg__<'py>(&self, py: Python<'py>) -> Result<Any<'py>> {
        integer_out(py, &self.0.mul(&la::Expr::Const(-1))?)
    }

    fn __eq__(&self, other: &Any<'_>) -> bool {
        other.cast::<Self>().is_ok_and(|other| self.0 == other.get().0)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.0.hash(&mut hasher);
        hasher.finish()
    }

    fn __bool__(&self) -> Result<bool> {
        let (zero, one) = (la::Expr::ZERO, la::Expr::ONE);
        match self.0.lt(&zero) {
            Tri::Yes => Ok(true),
            _ => Self::decided(zero.lt(&self.0), Undecided::at_most(&one, &self.0)),
        }
    }

    fn __lt__(&self, other: &Any<'_>) -> Result<bool> {
        let other = integer(other)?;
        Self::decided(self.0.lt(&other), Undecided::at_most(&self.0.add(&la::Expr::ONE)?, &other))
    }

    fn __le__(&self, other: &Any<'_>) -> Result<bool> {
        let other = integer(other)?;
        Self::decided(self.0.le(&other), Undecided::at_most(&self.0, &other))
    }

    fn __gt__(&self, other: &Any<'_>) -> Result<bool> {
        Ok(!self.__le__(other)?)
    }

    fn __ge__(&self, other: &Any<'_>) -> Result<bool> {
        Ok(!self.__lt__(other)?)
    }

    /// Where Python wants a number, as `range` does. One that is known is an `int` and never of this class.
    fn __index__(&self) -> Result<i64> {
        self.0.as_const().ok_or_else(|| {
            let named = self.0.named();
            raised(
                "UndecidedError",
                &format!("{named} is known at run time alone; substitute gives its symbols values"),
            )
        })
    }

    fn __repr__(&self) -> String {
        names::spell(&self.0.named())
    }

    /// What a pickle of this class has, put together again.
    #[staticmethod]
    fn _restore<'py>(
        py: Python<'py>,
        text: &str,
        symbols: Vec<(String, String, String)>,
    ) -> Result<Any<'py>> {
        integer_out(py, &put_together(text, &symbols)?)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Result<(Any<'py>, Apart)> {
        Ok((py.get_type::<Self>().getattr("_restore")?, taken_apart(&self.0)))
    }
}
