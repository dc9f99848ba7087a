//! Layouts as others write them: `strided<…>` memrefs, affine maps, `affine.delinearize_index` and
//! `affine.linearize_index`, `xegpu.layout`, shardings of the `shard` dialect, and the views of CUDA Tile IR.
//!
//! Each is a type that reads and writes its text, and says which layout it is, or is made of one. A conversion is
//! exact: both sides have the same index at each coordinate, or there is an error that says why there is none.
//!
//! | form | type | of a layout | its layout |
//! |---|---|---|---|
//! | `strided<[8, 1]>` | [`Strided`] | [`Strided::of_layout`] | [`Strided::to_layout`] |
//! | `affine_map<(d0) -> (d0 mod 4)>` | [`AffineMap`] | [`AffineMap::of_layout`] | [`AffineMap::to_layout`] |
//! | `affine.linearize_index by (4, 8)` | a basis | [`basis_of`] | [`linear_layout`] |
//! | `affine.delinearize_index into (4, 8)` | a basis and a digit | [`digit_of`] | [`digit_layout`] |
//! | `!cuda_tile.tensor_view<4x8xf32, strides=[8,1]>` | [`TensorView`] | [`TensorView::of_layout`] | [`TensorView::to_layout`] |
//! | `!cuda_tile.partition_view<tile=(4x2), …>` | [`PartitionView`] | [`PartitionView::of_layout`] | [`PartitionView::to_layout`] |
//! | `#xegpu.layout<…>` | [`XeLayout`] | [`XeLayout::of_tv`] | [`XeLayout::to_tv`] |
//! | `shard.sharding … split_axes = [[0]]` | [`Sharding`] | [`Sharding::of_tv`] | [`Sharding::to_tv`] |

#![forbid(unsafe_code)]

mod affine;
mod cuda_tile;
mod held;
mod index;
mod memref;
mod number;
mod shard;
mod strided;
mod xegpu;

pub use affine::{
    AffineBuild, AffineExpr, AffineMap, AffineOp, AffineTerms, NoAffineMap, NotALayout, Tree, affine_index,
    affine_map,
};
pub use cuda_tile::{PartitionView, Predicate, TensorView, ViewError};
pub use index::{NotLinear, basis_of, digit_layout, digit_of, linear_layout};
pub use memref::{Memref, MemrefError, MemrefLayout};
pub use shard::{ShardError, Sharding};
pub use strided::{NoStridedLayout, NotStrided, Origin, Strided, rows};
pub use xegpu::{XeError, XeLayout};
