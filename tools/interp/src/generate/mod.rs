//! Random tile programs, all of them valid: what each is run on comes with it.
//!
//! `Writer` is the text as it grows; each file beside it adds operations of a
//! kind.

mod boxes;
mod control;
mod copies;
mod element;
mod encoding;
mod functions;
mod memory;
mod multiply;
mod numbers;
mod options;
mod positions;
mod program;
mod reductions;
mod runs;
mod scalars;
mod shared;
mod stages;
mod views;
mod warpgroups;
mod writer;

pub use options::Options;
pub use program::{Case, generate};
