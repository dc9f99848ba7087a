//! What passes need of MLIR 22 beyond `melior`, and no layouts.
//!
//! [`ir`] has values, uses, erasing, attributes and types, [`affine`] affine maps,
//! [`registry`] passes and pipelines written in Rust, [`read_module`] and [`write_bytecode`] modules as bytes, [`opt_main`] and its like the mains of upstream's tools.
//! What the C API lacks is C++ (`cpp/`); [`boundary`] is what its callers and callees share.

#![allow(unsafe_code, reason = "the foreign-function boundary to MLIR")]

pub mod affine;
mod at_once;
pub mod boundary;
mod bytecode;
mod ffi;
pub mod ir;
mod options;
mod pipeline;
mod registration;
pub mod registry;
mod tools;

pub use bytecode::{read_module, write_bytecode};
pub use melior::pass::Pass;
pub use tools::{lsp_server_main, opt_main, reduce_main, register_upstream, register_upstream_raw};
