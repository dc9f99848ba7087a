//! What `include/layout-c` declares, for programs in C and C++ that embed MLIR.
//!
//! Functions are named and documented there. A panic becomes an error as every other mistake
//! does, where the caller says; none crosses the boundary.

#![allow(unsafe_code, reason = "symbols with C linkage, called with MLIR's handles")]
#![allow(non_snake_case, reason = "the names of MLIR's C interface")]

mod boundary;
mod dialect;
mod encodings;
mod layouts;
mod passes;
mod types;
