//! Passes over layouts and index arithmetic.
//!
//! [`PASSES`] is the table of passes; each lives in a file of its own, named
//! like the pass; `simplify.rs` is what the simplifying ones share.

#![forbid(unsafe_code)]

mod hand_on;
mod index_simplify;
mod layout_expand_boundaries;
mod layout_infer_alignment;
mod layout_loads_first;
mod layout_normalize;
mod layout_refine_types;
mod layout_simplify;
mod layout_unroll;
mod simplify;

use layout_mlir::registry::PassInfo;

/// All passes of this crate.
pub const PASSES: &[PassInfo] = &[
    index_simplify::INFO,
    layout_expand_boundaries::INFO,
    layout_infer_alignment::INFO,
    layout_loads_first::INFO,
    layout_normalize::INFO,
    layout_refine_types::INFO,
    layout_simplify::INFO,
    layout_unroll::INFO,
];
