//! `liblayout`: everything registered, as a Rust library and as a plugin for
//! the stock `mlir-opt`.
//!
//! ```text
//! mlir-opt-22 t.mlir --load-dialect-plugin=liblayout.so --load-pass-plugin=liblayout.so \
//!   --pass-pipeline='builtin.module(layout-simplify,convert-layout-to-arith)'
//! ```

pub mod cuda;
mod plugin;
pub mod ptx;
pub mod timing;
pub mod tune;
