//! Swizzles.

use layout_algebra as la;
use pyo3::prelude::*;

use crate::convert::int;
use crate::error::Result;

/// The exclusive-or of `bits` bits of an integer, from `base + shift` on, into those from `base` on.
#[pyclass(frozen, eq, hash, module = "mlir_layout")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Swizzle(pub la::Swizzle);

#[pymethods]
impl Swizzle {
    #[new]
    fn new(
        #[pyo3(from_py_with = int)] bits: i64,
        #[pyo3(from_py_with = int)] base: i64,
        #[pyo3(from_py_with = int)] shift: i64,
    ) -> Result<Self> {
        Ok(Self(la::Swizzle::new(bits, base, shift)?))
    }

    /// Reads `S<3,4,3>`.
    #[staticmethod]
    fn parse(text: &str) -> Result<Self> {
        Ok(Self(text.parse::<la::Swizzle>()?))
    }

    /// How many bits are changed.
    #[getter]
    fn bits(&self) -> u32 {
        self.0.bits()
    }

    /// The lowest of them.
    #[getter]
    fn base(&self) -> u32 {
        self.0.base()
    }

    /// How far above them those are that are read; below where it is negative.
    #[getter]
    fn shift(&self) -> i32 {
        self.0.shift()
    }

    /// The bits that are read.
    #[getter]
    fn yyy_msk(&self) -> i64 {
        self.0.source_mask()
    }

    /// The bits that are changed.
    #[getter]
    fn zzz_msk(&self) -> i64 {
        self.0.target_mask()
    }

    /// Its text in the project's notation.
    #[getter]
    fn text(&self) -> String {
        self.0.to_string()
    }

    /// The number of integers that it permutes among themselves.
    fn size(&self) -> i64 {
        self.0.period()
    }

    /// One more than the largest of them's value.
    fn cosize(&self) -> i64 {
        self.0.period()
    }

    fn __call__(&self, #[pyo3(from_py_with = int)] offset: i64) -> i64 {
        self.0.apply(offset)
    }

    pub fn __str__(&self) -> String {
        format!("SW_{}_{}_{}", self.bits(), self.base(), self.shift())
    }

    pub fn __repr__(&self) -> String {
        format!("Swizzle({},{},{})", self.bits(), self.base(), self.shift())
    }

    fn __getnewargs__(&self) -> (u32, u32, i32) {
        (self.bits(), self.base(), self.shift())
    }
}
