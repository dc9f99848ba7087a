//! Lowering of layouts: one file a conversion, pipelines as text.
//!
//! [`PASSES`] and [`PIPELINES`] are the tables that tools register.

#![forbid(unsafe_code)]

mod convert_layout_memref;
mod convert_layout_to_arith;
mod emit_ptx;
mod pipelines;
mod target;

use layout_dialect::registry::{PassInfo, PipelineInfo};

/// All conversions of this crate.
pub const PASSES: &[PassInfo] = &[convert_layout_memref::INFO, convert_layout_to_arith::INFO, emit_ptx::INFO];

/// All pipelines.
pub const PIPELINES: &[PipelineInfo] = &[pipelines::LAYOUT_TO_LLVM, pipelines::LAYOUT_TO_NVVM];
