//! Memory accesses: what a thread that holds a tile in an encoding loads or stores together,
//! and at which addresses.

mod address;
mod matrix;
mod vector;

pub use address::{Memory, MemoryError};
pub use matrix::{Matrices, MatrixAccess, MatrixError};
pub use vector::VectorAccess;
