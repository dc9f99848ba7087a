//! Conversions: what takes a tile from one encoding to another.

mod common;
mod exchange;
mod program;

pub use program::{Instruction, Lane, Program, Register};

use crate::tv::Tv;

/// The conversion within warps.
pub fn within_warps(a: &Tv, b: &Tv, bits: i64) -> Option<Program> {
    exchange::exchange(a, b, bits)
}
