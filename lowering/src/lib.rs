//! Lowering of layouts: one file a conversion, pipelines as text.
//!
//! [`PASSES`] and [`PIPELINES`] are the tables that tools register.

#![forbid(unsafe_code)]

mod addresses;
mod convert_layout_memref;
mod convert_layout_to_arith;
mod data_layout;
mod emit_ptx;
mod expand_math;
mod flatten;
mod launches;
mod legality;
mod loop_annotations;
mod lower_vector;
mod matmul;
mod noalias;
mod pipelines;
mod positions;
mod reciprocals;
mod reconcile_index;
mod shared_globals;
mod target;
mod tensor_maps;
mod tile;

use layout_mlir::registry::{PassInfo, PipelineInfo};

/// All conversions of this crate.
pub const PASSES: &[PassInfo] = &[
    addresses::CHAIN,
    addresses::FLIP,
    addresses::HOIST,
    addresses::JOIN,
    addresses::NATURAL,
    addresses::SCALE,
    convert_layout_memref::INFO,
    convert_layout_to_arith::INFO,
    data_layout::INFO,
    emit_ptx::INFO,
    expand_math::INFO,
    flatten::INFO,
    launches::INFO,
    legality::LOWERED,
    legality::MEMREFS,
    loop_annotations::INFO,
    noalias::INFO,
    lower_vector::INFO,
    matmul::INFO,
    reciprocals::INFO,
    reconcile_index::INFO,
    shared_globals::INFO,
    target::INFO,
    tensor_maps::INFO,
    tile::SELECT,
    tile::PIPELINE,
    tile::PLACE,
    tile::SYNC,
    tile::DISTRIBUTE,
];

pub use pipelines::tile_passes;

/// All pipelines.
pub const PIPELINES: &[PipelineInfo] = &[pipelines::LAYOUT_TO_LLVM, pipelines::LAYOUT_TO_NVVM];
