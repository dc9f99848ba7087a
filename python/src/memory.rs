//! Banks of shared memory, sectors of global memory, and swizzles against conflicts.

use layout_target as target;
use layout_target::Access;
use pyo3::prelude::*;

use crate::convert::{Any, int, layout, layout_out, plain};
use crate::error::Result;

/// What the accesses of a warp to shared memory cost.
#[pyclass(frozen, eq, hash, get_all, module = "mlir_layout")]
#[derive(PartialEq, Eq, Hash)]
pub struct BankReport {
    /// Instructions: values over elements an access.
    instructions: i64,
    /// Wavefronts that they take.
    wavefronts: i64,
    /// Wavefronts that they would take without conflicts.
    ideal: i64,
    /// The most different words in one bank at once: 1 is free of conflicts.
    degree: i64,
}

#[pymethods]
impl BankReport {
    fn __repr__(&self) -> String {
        let Self { instructions, wavefronts, ideal, degree } = self;
        format!(
            "BankReport(instructions={instructions}, wavefronts={wavefronts}, ideal={ideal}, degree={degree})"
        )
    }
}

/// What global memory moves for the accesses of a warp.
#[pyclass(frozen, eq, hash, get_all, module = "mlir_layout")]
#[derive(PartialEq, Eq, Hash)]
pub struct SectorReport {
    /// Instructions.
    instructions: i64,
    /// Sectors of 32 bytes that are touched.
    sectors: i64,
    /// The fewest that hold as many bytes.
    ideal: i64,
}

#[pymethods]
impl SectorReport {
    fn __repr__(&self) -> String {
        let Self { instructions, sectors, ideal } = self;
        format!("SectorReport(instructions={instructions}, sectors={sectors}, ideal={ideal})")
    }
}

fn access(tv: &Any<'_>, bytes: i64) -> Result<Access> {
    Ok(Access { name: "access".into(), tv: plain(tv, "threads and values")?, bytes })
}

/// The bank conflicts of a warp's accesses of `bytes` a thread to a tile of elements of `bits`: `tv` maps (thread,
/// value) to the element's number in the tile.
#[pyfunction]
#[pyo3(signature = (tile, tv, *, bits, bytes))]
pub fn bank_conflicts(
    tile: &Any<'_>,
    tv: &Any<'_>,
    #[pyo3(from_py_with = int)] bits: i64,
    #[pyo3(from_py_with = int)] bytes: i64,
) -> Result<BankReport> {
    let target::BankReport { instructions, wavefronts, ideal, degree } =
        target::bank_conflicts(&layout(tile)?, bits, &access(tv, bytes)?)?;
    Ok(BankReport { instructions, wavefronts, ideal, degree })
}

/// The sectors of global memory that the same accesses touch.
#[pyfunction]
#[pyo3(signature = (tile, tv, *, bits, bytes))]
pub fn coalescing(
    tile: &Any<'_>,
    tv: &Any<'_>,
    #[pyo3(from_py_with = int)] bits: i64,
    #[pyo3(from_py_with = int)] bytes: i64,
) -> Result<SectorReport> {
    let target::CoalescingReport { instructions, sectors, ideal } =
        target::coalescing(&layout(tile)?, bits, &access(tv, bytes)?)?;
    Ok(SectorReport { instructions, sectors, ideal })
}

/// The widest access in bytes that every thread can make to its values, from a base with this alignment; 0 if none.
#[pyfunction]
#[pyo3(signature = (tile, tv, *, bits, alignment=16))]
pub fn widest_access(
    tile: &Any<'_>,
    tv: &Any<'_>,
    #[pyo3(from_py_with = int)] bits: i64,
    #[pyo3(from_py_with = int)] alignment: i64,
) -> Result<i64> {
    Ok(target::widest_access(&layout(tile)?, bits, &plain(tv, "threads and values")?, alignment))
}

/// The tile under the swizzle for which all accesses, pairs of `tv` and `bytes`, take the fewest wavefronts.
#[pyfunction]
#[pyo3(signature = (tile, accesses, *, bits))]
pub fn synthesize_swizzle<'py>(
    tile: &Any<'py>,
    accesses: Vec<(Any<'py>, i64)>,
    #[pyo3(from_py_with = int)] bits: i64,
) -> Result<Any<'py>> {
    let accesses = accesses.iter().map(|(tv, bytes)| access(tv, *bytes)).collect::<Result<Vec<_>>>()?;
    layout_out(tile.py(), target::synthesize_swizzle(&plain(tile, "a tile")?, bits, &accesses)?.layout)
}
