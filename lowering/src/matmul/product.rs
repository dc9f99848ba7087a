//! A product as a cache of what was timed names it.

use melior::ir::ValueLike;

use super::body::Input;
use super::cache::Entry;
use super::host::strided;
use super::problem::Problem;

/// The entry of a product, without a kernel.
pub fn entry(problem: &Problem<'_, '_>, chip: &str, tf32: bool) -> Entry {
    let [a, b, c] = problem.matrices.each_ref().map(|matrix| strided(matrix, matrix.offset));
    let beside = problem.inputs().iter().map(|input| match input {
        Input::Memory(matrix, _) => strided(matrix, matrix.offset),
        Input::Scalar(value) => ValueLike::r#type(value).to_string(),
    });
    Entry {
        chip: chip.into(),
        tf32,
        a,
        b,
        c,
        element: problem.element.clone(),
        adds: problem.zero.is_none() && problem.epilogue.is_none(),
        beside: beside.collect(),
        kernel: String::new(),
        microseconds: 0.0,
    }
}
