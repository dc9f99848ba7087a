//! Random tile programs, all of them valid: what each is run on comes with it.

mod encoding;
mod memory;
mod program;

pub use program::{Case, Options, generate};
