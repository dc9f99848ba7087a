//! The layout calculator: the algebra by names, in two notations.

#![forbid(unsafe_code)]

pub mod atoms;
pub mod jsonl;
pub mod ops;
pub mod value;
