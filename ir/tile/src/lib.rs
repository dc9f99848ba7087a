//! Tiles over threads and registers: who holds which element, what an operation makes of
//! that, and what moves elements where they are wanted.
//!
//! | | |
//! |---|---|
//! | [`Tv`] | an *encoding*: thread and value to the position in the tile, written `tv<T, V>` |
//! | [`Mma`] | the encodings of the operands of a matrix multiply-add: `frag<mma<…>, A, 128x32>` |
//! | [`Relation`] | what an operation makes of positions, and with that of encodings |
//! | [`VectorAccess`], [`MatrixAccess`] | how an encoding is loaded from memory, or stored |
//! | [`MatrixDescriptor`] | how a warpgroup reads an operand of a product from shared memory |
//! | [`TensorMap`] | how the copy engine brings a tile of memory to shared memory |
//! | [`Im2col`] | how it goes through images for that, where a filter's place is a row |
//! | [`Shares`] | which part of it each of several blocks copies for all |
//! | [`convert()`] | the [`Plan`] that takes a tile from one encoding to another |
//!
//! A *position* counts the elements of a tile colexicographically, the first dimension
//! fastest. A *value* is one of the elements that a thread holds, in the order of its
//! registers. A thread's number counts within its group, 32 to a warp.
//!
//! ```
//! use layout_tile::Tv;
//! // Eight rows of eight columns, by one warp: two elements of a row each.
//! let tv: Tv = "tv<(4,8):(16,1), 2:8>".parse().unwrap();
//! assert_eq!((tv.thread_count(), tv.value_count(), tv.size()), (32, 2, 64));
//! assert_eq!(tv.position(5, 1), Some(1 * 16 + 1 * 1 + 8));
//! ```

#![forbid(unsafe_code)]

mod access;
mod assign;
mod blocked;
mod convert;
mod digits;
mod fragment;
mod notation;
mod projection;
mod relation;
mod tv;
mod tv_error;

pub use access::{
    BoxCopy, DescriptorError, Dimension, Im2col, Matrices, MatrixAccess, MatrixDescriptor, MatrixError,
    Memory, MemoryError, Row, Runs, RunsError, Shares, Tap, TensorMap, TensorMapError, VectorAccess, Walk,
    nearest_layout,
};
pub use assign::{AssignError, BufferUse, SharedLayout, UseKind, shared_layout};
pub use blocked::BlockedError;
pub use convert::{
    ConvertError, Cost, Instruction, Lane, Plan, Program, Register, SharedAccess, Staging, StagingError,
    convert, convert_in_memory, convert_in_registers,
};
pub use digits::{Digit, Place, ThreadDigit};
pub use fragment::{FragmentError, Mma};
pub use layout_target::{GmmaMajor, Operand};
pub use notation::TextError;
pub use projection::Projection;
pub use relation::{Relation, RelationError, Side};
pub use tv::Tv;
pub use tv_error::{Holder, TvError};
