//! Passes over layouts and index arithmetic.
//!
//! [`PASSES`] is the table of passes; each lives in a file of its own, named
//! like the pass, that collects terms from the IR, solves without MLIR, and
//! rewrites. [`support`] is what they share.

#![forbid(unsafe_code)]

mod index_simplify;
mod layout_expand_boundaries;
mod layout_normalize;
mod layout_simplify;
pub mod support;

use layout_dialect::registry::PassInfo;

/// All passes of this crate.
pub const PASSES: &[PassInfo] =
    &[index_simplify::INFO, layout_expand_boundaries::INFO, layout_normalize::INFO, layout_simplify::INFO];
