//! Where MLIR 22 is. The build script finds it, and that is all. `mlir-sys` and `tblgen` read the same variables and say less
//! where they are missing; without dependencies, this one may run before theirs, and `cargo check -p layout-mlir-config`
//! is enough to be told.
//!
//! Build scripts of crates that depend on this one read `DEP_LAYOUT_MLIR_CONFIG_PREFIX`, the directory of MLIR's `include`,
//! `lib` and `bin`.

#![forbid(unsafe_code)]
