//! Memory accesses: what a thread that holds a tile in an encoding loads or stores together,
//! and at which addresses; and what the copy engine is told of a tile.

mod address;
mod descriptor;
mod dimension;
mod im2col;
mod matrix;
mod runs;
mod runs_error;
mod shares;
mod tensor_map;
mod tensor_map_error;
mod vector;

pub use address::{Memory, MemoryError};
pub use descriptor::{DescriptorError, MatrixDescriptor, nearest_layout};
pub use dimension::Dimension;
pub use im2col::{Im2col, Tap, Walk};
pub use matrix::{Matrices, MatrixAccess, MatrixError};
pub use runs::{Row, Runs};
pub use runs_error::RunsError;
pub use shares::Shares;
pub use tensor_map::{BoxCopy, TensorMap};
pub use tensor_map_error::TensorMapError;
pub use vector::VectorAccess;
