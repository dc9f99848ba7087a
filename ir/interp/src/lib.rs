//! An interpreter of MLIR with widths and poison.
//!
//! It says what a program means, so that a pass that changes the program can be judged:
//! it shares no code with the passes, and its meanings are those of the ODS
//! descriptions of the dialects. Two ways in:
//!
//! - [`evaluate`] and [`Pure`] compute one operation whose results depend on its
//!   operands alone: integer and index arithmetic, affine expressions, layouts. They
//!   depend on nothing else here but [`Value`].
//! - [`Program::run`] runs a function with loops, branches, calls, memory and GPU ids in
//!   an [`Environment`], and returns an [`Outcome`]: results, calls of external
//!   functions, memory. [`refines`] compares two of them.
//!
//! # Poison and undefined behaviour
//!
//! A broken promise, such as an overflow under `nsw`, makes a result [`Value::Poison`].
//! Poison passes through arithmetic and memory; `arith.select` ignores the arm that it
//! does not choose. Deciding by poison, addressing by it, dividing by it or assuming it
//! is undefined behaviour, as is division by zero and an access out of bounds.
//!
//! # Code map
//!
//! `pure/` holds one file each for integer arithmetic, casts, floating point, affine
//! expressions and layouts; `layout/` what a layout computes; `control/` one dialect of
//! control flow a file; `effects/` loads, stores, views, GPU ids, assumptions;
//! `memory.rs` buffers; `program.rs` reads a module into slots, `machine.rs` runs it.

#![forbid(unsafe_code)]

mod control;
mod effects;
mod environment;
mod int;
mod layout;
mod machine;
mod memory;
mod outcome;
mod program;
mod pure;
mod refine;
mod stop;
mod value;

pub use environment::{Argument, ArgumentError, Environment, Ids, IdsError};
pub use int::Int;
pub use layout::LayoutValue;
pub use memory::{Contents, View};
pub use outcome::{End, Event, Outcome, Place};
pub use program::{Function, InputKind, Program};
pub use pure::{Pure, evaluate};
pub use refine::{Difference, refines};
pub use stop::Stop;
pub use value::{Float, Value};
