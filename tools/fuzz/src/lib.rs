//! Random MLIR programs through the passes of this project, judged by
//! [`layout_interp`], which shares with them only what reads the IR and the layouts in it.
//!
//! ```text
//! ./x fuzz --seed 7 --count 5000      # faults are made small and written to target/fuzz
//! layout-fuzz replay target/fuzz/wrong-7-113.mlir
//! layout-fuzz show --seed 7 --first 113
//! ```
//!
//! A program is text ([`mod@generate`]). It goes through some of the [`pipelines`] that fit
//! it, in a [`worker`] process, where a pass may hang or die; the [`judge`] runs it on
//! [`inputs`] before and after each pass and compares what can be seen from outside.
//! Faults are these:
//!
//! - the program after does something that the one before did not allow;
//! - the pass fails on a valid program, or what it leaves is not valid;
//! - it takes more than twenty seconds of processor time, or the process dies;
//! - `index-simplify` leaves more operations than there were (constants do not count).
//!
//! How many passes change a program again that they have just changed is counted, and
//! no fault. Everything is decided by the seed, except what the limits of time cut off.
//!
//! [`texts`] reads broken programs, as text and as bytecode: `layout-fuzz texts test examples --seconds 600`.
//!
//! The other fuzzer of this project, in `fuzz/`, is guided by coverage and feeds texts
//! to the parser of the calculator; it knows nothing of MLIR.

#![forbid(unsafe_code)]

pub mod case;
pub mod generate;
pub mod inputs;
pub mod judge;
pub mod pipelines;
pub mod reduce;
pub mod run;
pub mod session;
pub mod texts;
pub mod worker;
