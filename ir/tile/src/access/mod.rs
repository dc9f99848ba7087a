//! Memory accesses: what a thread that holds a tile in an encoding loads or stores together,
//! and at which addresses.

mod address;
mod descriptor;
mod matrix;
mod vector;

pub use address::{Memory, MemoryError};
pub use descriptor::{DescriptorError, MatrixDescriptor, nearest_layout};
pub use matrix::{Matrices, MatrixAccess, MatrixError};
pub use vector::VectorAccess;
