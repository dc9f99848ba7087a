#![doc = include_str!("../README.md")]
#![doc = ""]
//! Code map: [`Expr`] is an integer over symbols in normal form, [`Profile`] a nesting, [`Layout`] the pair;
//! `ops/` holds one operation and its error a file, `nested/` tuples and coordinates, `notation/` texts,
//! [`draw`] pictures.

#![forbid(unsafe_code)]

mod basis;
mod composed;
mod digits;
pub mod draw;
mod dynamic;
mod equal;
mod f2;
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
pub use composed::{AnyLayout, AnyLayoutError, Chain, ComposedError, ComposedLayout, Outer};
pub use digits::{Symbolic, digits};
pub use equal::{Equivalence, prove_equal};
pub use f2::{BitMatrix, F2Error};
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
pub use modes::slice::{SliceCoord, dice, slice_offset};
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
pub use ops::add::{AddError, greatest_common_domain, layout_add};
pub use ops::coalesce::coalesce;
pub use ops::common::{
    CommonError, domain_distribute, max_alignment, max_common_layout, max_common_vector, value_divisor,
};
pub use ops::complement::{ComplementError, complement, complement_shape};
pub use ops::composition::{
    Compose, CompositionError, ENUMERATION_LIMIT, composition, composition_or_composed,
};
pub use ops::construct::{
    ConstructError, make_fragment_like, make_layout_like, make_ordered_layout, tile_to_shape,
};
pub use ops::cover::{ceil_div_tiler, evenly_divides};
pub use ops::divide::{
    DivideError, Fit, Grouping, divide, flat_divide, logical_divide, tiled_divide, zipped_divide,
};
pub use ops::filter::{
    coalesce_by, coalesce_shape, filter, filter_by, filter_zeros, filter_zeros_by, nullspace,
};
pub use ops::inverse::{InverseError, Invert, left_inverse, right_inverse};
pub use ops::kinds::{AsTiler, LayoutLike};
pub use ops::product::{
    ProductError, Repeat, blocked_product, flat_product, logical_product, raked_product, tiled_product,
    zipped_product,
};
pub use ops::recast::{Recast, RecastError, downcast, recast_layout, upcast};
pub use ops::recover::{recover, recover_swizzle};
pub use ops::slice::{Slice, slice, slice_and_offset};
pub use stride::Stride;
pub use swizzle::{Swizzle, SwizzleError};
pub use tiler::{RankError, Tiler, TilerRef};

#[doc = include_str!("../cute-examples.md")]
pub mod cute_examples {}
