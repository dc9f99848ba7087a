//! The judge of the tile passes.
//!
//! It runs a tile program by its meaning, in plain loops, and what passes made of it
//! thread by thread, and compares what both leave in memory. It shares no code with what it judges:
//! layouts and encodings are read from their texts, the tables of tensor cores are written
//! down here again, and of MLIR it takes nothing but the parsed operations.
//!
//! - [`read`]: texts of attributes and types, and the operations of a module.
//! - [`number`]: integers of a width with poison; numbers in their format, beside float64 and
//!   a bound on how far any right program may be from that.
//! - [`access`], [`memory`]: bytes that know who wrote them, and when.
//! - [`run`]: one file each for control flow, memory, vectors, tiles, layouts, asynchronous copies and what
//!   threads do together; `block.rs` is the adversarial schedule, `cluster.rs` that of blocks that run at once.
//! - [`job`], [`compare`], [`judge`]: what to run on, and the verdict.

#![forbid(unsafe_code)]

pub mod access;
pub mod change;
pub mod compare;
pub mod elementwise;
pub mod fault;
pub mod fuzz;
pub mod generate;
pub mod given;
mod history;
pub mod job;
pub mod judge;
pub mod memory;
pub mod mutate;
pub mod number;
pub mod read;
pub mod run;
pub mod seen;
pub mod value;
