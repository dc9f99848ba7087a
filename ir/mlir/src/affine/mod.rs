//! Affine expressions and maps: those of the IR as trees, and new ones.

mod build;
mod read;

pub use build::{AffineTerm, affine_map_of};
pub use read::{AffineExpr, AffineOp, affine_operands, affine_results, affine_submaps};
