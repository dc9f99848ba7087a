//! Which thread of a tile holds which element.

use layout_algebra as la;
use layout_algebra::draw::{Tile, Tiles, svg_tiles};
use layout_tile as tile;
use pyo3::prelude::*;

use crate::convert::{Any, int, int_or_none, layout_out, plain};
use crate::error::Result;

/// An encoding of a tile: thread and value to position, each position held.
#[pyclass(frozen, eq, hash, module = "mlir_layout")]
#[derive(PartialEq, Eq, Hash)]
pub struct Tv(tile::Tv);

#[pymethods]
impl Tv {
    #[new]
    fn new(threads: &Any<'_>, values: &Any<'_>) -> Result<Self> {
        Ok(Self(tile::Tv::new(&plain(threads, "threads")?, &plain(values, "values")?)?))
    }

    /// Reads `tv<(4,8):(2,16), 2:1>`, `frag<mma<m16n8k16, warps = (2,2)>, A, 128x32>`.
    #[staticmethod]
    fn parse(text: &str) -> Result<Self> {
        Ok(Self(text.trim().replace("#layout.", "").parse::<tile::Tv>()?))
    }

    /// Thread to position.
    #[getter]
    fn threads<'py>(&self, py: Python<'py>) -> Result<Any<'py>> {
        layout_out(py, self.0.threads().clone())
    }

    /// A thread's value to position.
    #[getter]
    fn values<'py>(&self, py: Python<'py>) -> Result<Any<'py>> {
        layout_out(py, self.0.values().clone())
    }

    /// The number of threads.
    #[getter]
    fn thread_count(&self) -> i64 {
        self.0.thread_count()
    }

    /// The number of values that a thread holds.
    #[getter]
    fn value_count(&self) -> i64 {
        self.0.value_count()
    }

    /// How many threads hold each element.
    #[getter]
    fn replicas(&self) -> i64 {
        self.0.replicas()
    }

    /// The number of elements of the tile.
    fn size(&self) -> i64 {
        self.0.size()
    }

    /// The position of a thread's value; `None` outside.
    fn position(
        &self,
        #[pyo3(from_py_with = int)] thread: i64,
        #[pyo3(from_py_with = int)] value: i64,
    ) -> Option<i64> {
        self.0.position(thread, value)
    }

    /// Who holds a position: pairs of thread and value.
    fn holders(&self, #[pyo3(from_py_with = int)] position: i64) -> Vec<(i64, i64)> {
        self.0.holders(position).into_iter().map(|h| (h.thread, h.value)).collect()
    }

    /// A picture of a tile of so many rows and columns; without them of one row.
    #[pyo3(signature = (rows=1, columns=None))]
    fn svg(
        &self,
        #[pyo3(from_py_with = int)] rows: i64,
        #[pyo3(from_py_with = int_or_none)] columns: Option<i64>,
    ) -> Result<String> {
        let columns = columns.unwrap_or_else(|| self.0.size() / rows.max(1));
        self.0.check_shape(&[rows, columns])?;
        let pair = la::Layout::concat([self.0.threads(), self.0.values()])?;
        let caption = format!("{} on {rows}\u{d7}{columns}", self.0);
        Ok(svg_tiles(&Tiles::one(Tile { caption, counted: true, ..Tile::new("", pair, rows, columns) }))?)
    }

    fn _repr_svg_(&self) -> Option<String> {
        self.svg(1, None).ok()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Tv.parse({:?})", self.0.to_string())
    }

    fn __getnewargs__<'py>(&self, py: Python<'py>) -> Result<(Any<'py>, Any<'py>)> {
        Ok((self.threads(py)?, self.values(py)?))
    }
}
