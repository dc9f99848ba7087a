//! Reading and writing: the project's notation and CuTe's.

pub mod cute;
pub(crate) mod error;
pub(crate) mod parse;
pub(crate) mod text;
