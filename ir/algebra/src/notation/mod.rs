//! Reading and writing: the project's own notation and CuTe's.

pub mod cute;
pub(crate) mod error;
pub(crate) mod ours;

pub use error::{ParseError, ParseErrorKind};
pub use ours::parser::Parser;
