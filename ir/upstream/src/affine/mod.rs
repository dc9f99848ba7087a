//! Affine maps: their expressions, their text, and the layouts that they say.

mod digits;
mod error;
mod expr;
mod of_layout;
mod text;
mod to_layout;

pub use error::NotALayout;
pub use expr::{AffineExpr, AffineMap, AffineOp};
pub use of_layout::{AffineBuild, AffineTerms, NoAffineMap, Tree, affine_index};
pub use text::affine_map;
