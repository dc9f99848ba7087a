#![doc = include_str!("../README.md")]
#![doc = ""]
//! Code map: [`Expr`] is an integer over symbols in normal form, [`Profile`] a nesting, [`Layout`] the pair;
//! `ops/` holds one operation and its error a file, `nested/` tuples and coordinates, `gpu/` instructions and
//! banks, `notation/` texts, [`draw`] pictures.

#![forbid(unsafe_code)]

mod basis;
mod composed;
pub mod draw;
mod dynamic;
mod equal;
mod f2;
mod gpu;
mod index;
mod layout;
mod mapping;
mod modes;
mod nested;
mod notation;
mod ops;
mod stride;
mod swizzle;
mod tiler;

pub use basis::{Basis, CoordLayout, Path, make_basis_like, make_identity_layout};
pub use composed::{AnyLayout, AnyLayoutError, Chain, ComposedLayout, Outer};
pub use equal::{Equivalence, prove_equal};
pub use f2::{BitMatrix, F2Error};
pub use gpu::atoms::{
    AtomError, CopyAtom, GmmaMajor, MmaAtom, Operand, SmemAtom, TiledCopy, TiledMma, copy_atom, copy_atoms,
    gmma_smem_atom, gmma_smem_atoms, mma_atom, mma_atoms, type_bits,
};
pub use gpu::banks::{
    ACCESS_LIMIT, Access, AccessError, BANK_BYTES, BANKS, BankReport, CoalescingReport, SECTOR_BYTES, WARP,
    bank_conflicts, coalescing, widest_access,
};
pub use gpu::synthesis::{Synthesis, synthesize_swizzle};
pub use index::IndexArithmetic;
pub use layout::{Layout, LayoutError};
pub use layout_integer::{
    Arithmetic, Expr, ExprError, Facts, MAX_EXPR_DEPTH, MAX_TERMS, Symbol, Tri, Undecided, with_names,
};
pub use mapping::{LayoutMapping, Mapping, MappingError};
pub use modes::arithmetic::{
    ceil_div, elem_scale, inner_product, product_each, product_like, round_up, shape_div, sum, tuple_gcd,
    tuple_max, tuple_min,
};
pub use modes::crd2idx::{
    crd2crd, crd2idx, crd2idx_layout, get_1d_coord, get_flat_coord, get_hier_coord, idx2crd, idx2crd_stride,
};
pub use modes::slice::{SliceCoord, dice, slice, slice_and_offset, slice_offset};
pub use modes::structure::{Nested, StructureError};
pub use nested::compact::{compact_col_major, compact_row_major};
pub use nested::coord::Coord;
pub use nested::relations::{
    colex_less, compatible, congruent, elem_less, lex_less, weakly_compatible, weakly_congruent,
};
pub use nested::tuple::{IntTuple, Leaves, MAX_DEPTH, MAX_LEAVES, Profile};
pub use notation::cute;
pub use notation::error::{ParseError, ParseErrorKind};
pub use notation::ours::parser::Parser;
pub use ops::add::{AddError, composition_coord, greatest_common_domain, layout_add};
pub use ops::coalesce::coalesce;
pub use ops::common::{
    CommonError, domain_distribute, max_alignment, max_common_layout, max_common_vector, value_divisor,
};
pub use ops::complement::{ComplementError, complement, complement_shape};
pub use ops::composition::{CompositionError, ENUMERATION_LIMIT, composition, composition_tiler};
pub use ops::construct::{
    ConstructError, make_fragment_like, make_layout_like, make_ordered_layout, tile_to_shape,
};
pub use ops::cover::{ceil_div_tiler, evenly_divides};
pub use ops::divide::{
    DivideError, Fit, Grouping, divide, flat_divide_tiler, logical_divide, logical_divide_tiler,
    tiled_divide_tiler, zipped_divide_tiler,
};
pub use ops::filter::{
    coalesce_by, coalesce_shape, filter, filter_by, filter_zeros, filter_zeros_by, nullspace,
};
pub use ops::inverse::{InverseError, left_inverse, right_inverse};
pub use ops::product::{
    ProductError, blocked_product, flat_product_tiler, logical_product, logical_product_tiler, raked_product,
    tiled_product_tiler, zipped_product_tiler,
};
pub use ops::recast::{RecastError, downcast, recast_layout, upcast};
pub use ops::recover::{recover, recover_swizzle};
pub use ops::swizzled::{
    SwizzledError, composition_any, composition_or_composed, composition_swizzle, composition_tiler_any,
    divisor_any, downcast_any, left_inverse_any, logical_product_any, max_alignment_any,
    max_common_layout_any, max_common_vector_any, recast_any, right_inverse_any, slice_and_offset_any,
    upcast_any,
};
pub use stride::Stride;
pub use swizzle::{Swizzle, SwizzleError};
pub use tiler::{RankError, Tiler};

#[doc = include_str!("../cute-examples.md")]
pub mod cute_examples {}
