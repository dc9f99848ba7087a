//! The layout calculator: the algebra by names, in two notations.

#![forbid(unsafe_code)]

pub mod atoms;
mod basis;
pub mod convert;
pub mod descriptor;
pub mod encoding;
pub mod expression;
pub mod jsonl;
pub mod ops;
pub mod report;
pub mod tensor_map;
pub mod value;
