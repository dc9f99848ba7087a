//! What passes need of MLIR 22 beyond `melior`, and no layouts.
//!
//! [`ir`] has values, uses, erasing, attributes and types, [`affine`] affine maps,
//! [`registry`] passes and pipelines written in Rust, [`opt_main`] `mlir-opt`'s main.
//! What the C API lacks is C++ (`cpp/`); [`boundary`] is what its callers and callees share.

#![allow(unsafe_code, reason = "the foreign-function boundary to MLIR")]

pub mod affine;
pub mod boundary;
mod ffi;
pub mod ir;
mod options;
mod pipeline;
mod registration;
pub mod registry;
mod tools;

pub use melior::pass::Pass;
pub use tools::{opt_main, register_upstream};
