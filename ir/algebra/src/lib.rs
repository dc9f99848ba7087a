//! CuTe's layout algebra, sound and symbolic, without MLIR.
//!
//! A **layout** `Shape:Stride` is a function from coordinates to integers. Shape
//! and stride are hierarchical tuples of the same nesting:
//!
//! ```
//! use layout_algebra::Layout;
//!
//! // Two modes; the first is itself a pair.
//! let layout: Layout = "((2,2),4):((1,8),2)".parse().unwrap();
//! let table: Vec<_> = (0..16).map(|i| layout.eval(i).unwrap()).collect();
//! assert_eq!(table, [0, 1, 8, 9, 2, 3, 10, 11, 4, 5, 12, 13, 6, 7, 14, 15]);
//! ```
//!
//! An integer coordinate counts coordinates with the leftmost mode fastest
//! (colexicographically), so `5` is `((1,0),1)` here and its value is
//! `1·1 + 0·8 + 1·2 = 3`. The last mode takes the whole quotient: a layout is a
//! function on all integers, and `[0, size)` is its domain proper.
//!
//! The operations return a layout only if it is right and, when everything is
//! static, whenever there is one:
//!
//! ```
//! use layout_algebra::{Layout, composition};
//!
//! let a: Layout = "(6,2):(8,2)".parse().unwrap();
//! let b: Layout = "(4,3):(3,1)".parse().unwrap();
//! assert_eq!(composition(&a, &b).unwrap().to_string(), "((2,2),3):((24,2),8)");
//!
//! // CuTe C++ answers (2,3):(6,3) here, whose third value is wrong.
//! let a: Layout = "(4,6,8):(2,3,5)".parse().unwrap();
//! let b: Layout = "6:3".parse().unwrap();
//! assert!(composition(&a, &b).is_err());
//! ```
//!
//! Sizes and strides may be **symbols**, unknown until run time, with facts:
//!
//! ```
//! use layout_algebra::{Layout, Tiler, zipped_divide_tiler};
//!
//! let rows: Layout = "(M{div=128},K{div=64}):(K,1)".parse().unwrap();
//! let tile: Tiler = "[128:1, 64:1]".parse().unwrap();
//! assert_eq!(
//!     zipped_divide_tiler(&rows, &tile).unwrap().to_string(),
//!     "((128,64),(floordiv(?{div=128},128),floordiv(?{div=64},64))):((s1,1),(128*s1,64))"
//! );
//! ```
//!
//! Code map: [`Expr`] is an integer over symbols in normal form, [`Profile`] a
//! nesting, [`Layout`] the pair, [`ComposedLayout`] `A o offset o B`, above all
//! a [`Swizzle`]; one module holds one operation and its error: [`coalesce`],
//! [`composition`], [`complement`], [`logical_divide`] and its regroupings,
//! [`logical_product`] and its own, [`left_inverse`] and [`right_inverse`].

#![forbid(unsafe_code)]

mod add;
mod arithmetic;
mod atoms;
mod banks;
mod basis;
mod bounds;
mod coalesce;
mod common;
mod complement;
mod composed;
mod composition;
mod construct;
mod coordinates;
mod coords;
pub mod cute;
mod divide;
pub mod draw;
mod equal;
mod expr;
mod f2;
mod filter;
mod fixed;
mod index;
mod inverse;
mod inverse_search;
mod layout;
mod mapping;
mod parse;
mod pinned;
mod product;
mod recast;
mod relations;
mod stride;
mod structure;
mod swizzle;
mod swizzled;
mod symbol;
mod synthesis;
mod text;
mod tiler;
mod tuple;
mod tuple_math;

pub use add::{AddError, composition_coord, greatest_common_domain, layout_add};
pub use arithmetic::Arithmetic;
pub use atoms::{
    AtomError, CopyAtom, GmmaMajor, MmaAtom, Operand, SmemAtom, TiledCopy, TiledMma, copy_atom, copy_atoms,
    gmma_smem_atom, gmma_smem_atoms, mma_atom, mma_atoms, type_bits,
};
pub use banks::{
    Access, AccessError, BANK_BYTES, BANKS, BankReport, CoalescingReport, SECTOR_BYTES, WARP, bank_conflicts,
    coalescing, widest_access,
};
pub use basis::{Basis, CoordLayout, Path, make_basis_like, make_identity_layout};
pub use coalesce::coalesce;
pub use common::{
    CommonError, domain_distribute, max_alignment, max_common_layout, max_common_vector, value_divisor,
};
pub use complement::{ComplementError, complement, complement_shape};
pub use composed::{AnyLayout, AnyLayoutError, Chain, ComposedLayout, Outer};
pub use composition::{CompositionError, ENUMERATION_LIMIT, composition, composition_tiler};
pub use construct::{
    ConstructError, compact_col_major, compact_row_major, make_fragment_like, make_layout_like,
    make_ordered_layout, tile_to_shape,
};
pub use coordinates::{
    SliceCoord, crd2crd, crd2idx, crd2idx_layout, dice, get_1d_coord, get_flat_coord, get_hier_coord,
    idx2crd, idx2crd_stride, slice, slice_and_offset, slice_offset,
};
pub use coords::Coord;
pub use divide::{
    DivideError, Fit, Grouping, divide, flat_divide_tiler, logical_divide, logical_divide_tiler,
    tiled_divide_tiler, zipped_divide_tiler,
};
pub use equal::{Equivalence, prove_equal};
pub use expr::{Expr, ExprError, MAX_EXPR_DEPTH, MAX_TERMS};
pub use f2::{BitMatrix, F2Error, recover, recover_swizzle};
pub use filter::{coalesce_by, coalesce_shape, filter, filter_by, filter_zeros, filter_zeros_by, nullspace};
pub use index::IndexArithmetic;
pub use inverse::{InverseError, left_inverse, right_inverse};
pub use layout::{Layout, LayoutError};
pub use mapping::{LayoutMapping, Mapping, MappingError};
pub use parse::{ParseError, ParseErrorKind, Parser};
pub use product::{
    ProductError, blocked_product, flat_product_tiler, logical_product, logical_product_tiler, raked_product,
    tiled_product_tiler, zipped_product_tiler,
};
pub use recast::{RecastError, downcast, recast_layout, upcast};
pub use relations::{
    ceil_div_tiler, colex_less, compatible, congruent, elem_less, evenly_divides, lex_less,
    weakly_compatible, weakly_congruent,
};
pub use stride::Stride;
pub use structure::{Nested, StructureError};
pub use swizzle::{Swizzle, SwizzleError};
pub use swizzled::{
    SwizzledError, composition_any, composition_or_composed, composition_swizzle, composition_tiler_any,
    divisor_any, downcast_any, left_inverse_any, logical_product_any, max_alignment_any,
    max_common_layout_any, max_common_vector_any, recast_any, right_inverse_any, slice_and_offset_any,
    upcast_any,
};
pub use symbol::{Facts, Symbol, Tri};
pub use synthesis::{Synthesis, synthesize_swizzle};
pub use tiler::{RankError, Tiler};
pub use tuple::{IntTuple, Leaves, MAX_DEPTH, MAX_LEAVES, Profile};
pub use tuple_math::{
    ceil_div, elem_scale, inner_product, product_each, product_like, round_up, shape_div, sum, tuple_gcd,
    tuple_max, tuple_min,
};
