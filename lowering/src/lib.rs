//! Lowering of layouts: one file a conversion, pipelines as text.
//!
//! [`passes`] has a constructor for each pass, [`layout_to_llvm`] and [`layout_to_nvvm`] are the pipelines, appended to
//! any pass manager; [`PASSES`] and [`PIPELINES`] are the tables that [`register_passes`] registers.

#![forbid(unsafe_code)]

mod addresses;
mod block_size;
mod bufferize;
mod convert_layout_memref;
mod convert_layout_to_arith;
mod data_layout;
mod emit_ptx;
mod expand_math;
mod flatten;
mod join_products;
mod kernels;
mod launches;
mod legality;
mod loop_annotations;
mod lower_vector;
pub mod matmul;
mod matmul_ptx;
mod narrow_carried;
mod narrow_divisions;
mod noalias;
mod peers;
mod pipelines;
mod positions;
mod reciprocals;
mod reconcile_index;
mod shared_base;
mod shared_globals;
mod short_comparisons;
mod short_divisions;
mod target;
mod tensor_maps;
mod thread_ids;
mod tile;
mod whole;

use layout_mlir::registry::{self, AlreadyThere, Pipeline, PipelineInfo};

/// Options of the passes and pipelines.
pub mod options {
    pub use crate::block_size::Options as RequireBlockSize;
    pub use crate::bufferize::Options as Bufferize;
    pub use crate::emit_ptx::Options as EmitPtx;
    pub use crate::expand_math::Options as ExpandMath;
    pub use crate::launches::Options as Launches;
    pub use crate::legality::{LoweredOptions as CheckLowered, MemrefsOptions as CheckMemrefs};
    pub use crate::matmul::Options as Matmul;
    pub use crate::peers::Options as PeerToNvvm;
    pub use crate::pipelines::{Format, LayoutToLlvm, LayoutToNvvm};
    pub use crate::target::Options as AttachTarget;
    pub use crate::tensor_maps::Options as TensorMaps;
    pub use crate::tile::options::{Distribute, Place, Select};
}

layout_mlir::passes! {
    layout_dialect::handle;
    /// Has launches of kernels with producers with other blocks than they are for refused.
    layout_require_block_size(options::RequireBlockSize) = block_size::INFO;
    /// Computes addresses that are a distance apart from each other.
    layout_chain_addresses() = addresses::CHAIN;
    /// Computes addresses in aligned shared memory that differ by an exclusive-or from each other.
    layout_flip_addresses() = addresses::FLIP;
    /// Adds what an address in a loop has in common for all iterations before the loop.
    layout_hoist_addresses() = addresses::HOIST;
    /// Computes addresses of several blocks that are a constant apart from one pointer.
    layout_join_addresses() = addresses::JOIN;
    /// Computes addresses of accesses under conditions before their conditions.
    layout_early_addresses() = addresses::EARLY;
    /// Computes addresses in bytes by the instruction that multiplies and adds.
    layout_multiply_addresses() = addresses::MULTIPLY;
    /// Says that addresses of vectors are natural, as those of elements are.
    layout_natural_addresses() = addresses::NATURAL;
    /// Counts strides that several addresses have in common in bytes.
    layout_scale_addresses() = addresses::SCALE;
    /// Has addresses in loops that load much go on from those of the iteration before.
    layout_step_addresses() = addresses::STEP;
    /// Bufferizes tensors; the encoding of one becomes the layout of its memref.
    layout_bufferize(options::Bufferize) = bufferize::INFO;
    /// Converts memrefs with layouts to flat memory and indices of layouts.
    convert_layout_memref() = convert_layout_memref::INFO;
    /// Converts layout operations to `arith` operations on `index`.
    convert_layout_to_arith() = convert_layout_to_arith::INFO;
    /// Converts buffers of other blocks of a cluster to their addresses.
    convert_layout_peer_to_nvvm(options::PeerToNvvm) = peers::INFO;
    /// States NVPTX's data layout at GPU modules that state none.
    layout_attach_data_layout() = data_layout::INFO;
    /// Writes the PTX of GPU binaries to a file.
    layout_emit_ptx(options::EmitPtx) = emit_ptx::INFO;
    /// Expands functions of `math` for a GPU, without CUDA's device library.
    layout_expand_math(options::ExpandMath) = expand_math::INFO;
    /// Accesses memory of several dimensions in kernels by the index of a layout.
    layout_flatten_memref() = flatten::INFO;
    /// States in JSON what functions with `layout.launches` launch.
    layout_launches(options::Launches) = launches::INFO;
    /// Refuses operations that are not lowered to the LLVM or NVVM dialect.
    layout_check_lowered(options::CheckLowered) = legality::LOWERED;
    /// Refuses memrefs that cannot be lowered.
    layout_check_memrefs(options::CheckMemrefs) = legality::MEMREFS;
    /// Gives branches of the LLVM dialect the annotations of the loops that they were.
    layout_carry_loop_annotations() = loop_annotations::INFO;
    /// Gives `llvm.noalias` of memrefs to the pointers that kernels get for them.
    layout_carry_noalias() = noalias::INFO;
    /// Rewrites vectors of any shape into what has a counterpart in LLVM.
    layout_lower_vector() = lower_vector::INFO;
    /// Makes products of warpgroups one behind the other one piece of PTX.
    layout_join_products() = join_products::INFO;
    /// Has kernels that multiply matrices in shared memory in loops compute its address once.
    layout_hold_shared_memory() = shared_base::INFO;
    /// Has kernels' loops compute anew what they compute of their counters.
    layout_opaque_counters() = addresses::COUNTERS;
    /// Makes kernels on tiles of products of matrices, and launches of them.
    layout_matmul(options::Matmul) = matmul::INFO;
    /// Makes PTX of what `layout-matmul` wrote, by the passes of LLVM that find something there.
    layout_matmul_to_ptx() = matmul_ptx::INFO;
    /// Divides by unknown numbers by their reciprocals, in kernels.
    layout_share_reciprocals() = reciprocals::INFO;
    /// Carries indices through loops and branches of GPU modules as integers of 32 bits.
    layout_narrow_carried() = narrow_carried::INFO;
    /// Divides numbers of 32 bits by unknown numbers of 64 in 32.
    layout_narrow_divisions() = narrow_divisions::INFO;
    /// Divides short numbers by constants by a product and a shift.
    layout_multiply_divisions() = short_divisions::INFO;
    /// Computes what is compared in as many bits as it needs.
    layout_shorten_comparisons() = short_comparisons::INFO;
    /// Has kernels read the numbers of threads such that LLVM does not know their range.
    layout_opaque_thread_ids() = thread_ids::INFO;
    /// Converts between index values that were lowered to integers of two widths.
    layout_reconcile_index() = reconcile_index::INFO;
    /// States how shared memory is aligned, and that the launch sizes the dynamic one.
    layout_shared_globals() = shared_globals::INFO;
    /// States at GPU modules the GPU and the PTX version that their instructions need.
    layout_attach_target(options::AttachTarget) = target::INFO;
    /// States how kernels are handed tensor maps, and in PTX what these are.
    layout_tensor_maps(options::TensorMaps) = tensor_maps::INFO;
    /// Writes what one warp cannot do with a tile in smaller operations on tiles.
    layout_select(options::Select) = tile::SELECT;
    /// Begins the copies of loops with `layout.stages` iterations ahead.
    layout_pipeline() = tile::PIPELINE;
    /// Puts the buffers of a group in shared memory at offsets of one.
    layout_place(options::Place) = tile::PLACE;
    /// Inserts barriers between conflicting accesses of memory.
    layout_sync() = tile::SYNC;
    /// Converts programs on tiles to the program of each thread.
    layout_distribute(options::Distribute) = tile::DISTRIBUTE;
}

pub use pipelines::tile_passes;

/// All pipelines.
pub const PIPELINES: &[PipelineInfo] = &[pipelines::LAYOUT_TO_LLVM, pipelines::LAYOUT_TO_NVVM];

/// Registers all passes and pipelines, those of `layout-passes` too, under their names.
///
/// # Errors
/// [`AlreadyThere`], if another library in this process has done so.
pub fn register_passes() -> Result<(), AlreadyThere> {
    let passes = [layout_passes::PASSES, PASSES].concat();
    registry::register(&passes, PIPELINES, layout_dialect::handle)
}

/// Lowers layouts and everything around them to the LLVM dialect: for the pass manager of a module.
pub fn layout_to_llvm(options: &options::LayoutToLlvm) -> Pipeline {
    ready();
    Pipeline::new(pipelines::LAYOUT_TO_LLVM, options)
}

/// Lowers layouts in GPU kernels to the NVVM dialect and PTX: for the pass manager of a module.
pub fn layout_to_nvvm(options: &options::LayoutToNvvm) -> Pipeline {
    ready();
    Pipeline::new(pipelines::LAYOUT_TO_NVVM, options)
}

/// Pipelines are text: the passes in them must have their names. If another library registered them, they have.
fn ready() {
    melior::utility::register_all_passes();
    let _ = register_passes();
}
