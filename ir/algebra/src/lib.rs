#![doc = include_str!("../README.md")]
#![doc = ""]
//! # The modules, in the order one learns them
//!
//! | | | example |
//! |---|---|---|
//! | [`integers`] | what sizes and strides are: constants, or polynomials over symbols with facts | `8*N`, `N{div=16}` |
//! | [`tuples`] | hierarchical tuples of them: shapes, coordinates | `((2,2),3)` |
//! | [`layouts`] | shape and stride, congruent; making layouts | `((2,2),3):((1,8),2)` |
//! | [`coordinates`] | from coordinates to indices and back; slices | `(3,2)` ↦ `13` |
//! | [`tilers`] | what a layout is divided by, mode by mode | `[4:1, 8:1]` |
//! | [`operations`] | composition, divides, products, inverses, … | `A∘B` |
//! | [`swizzles`] | layouts under an exclusive-or, and composed ones | `S<3,3,3> o 0 o (8,64):(64,1)` |
//! | [`bits`] | layouts of powers of two as matrices over F₂ | |
//! | [`equality`] | whether two layouts are the same function | |
//! | [`mappings`] | the mappings of `cuda::tiles` | `right`, `left_padded` |
//! | [`notation`] | texts: this project's, and CuTe's ([`cute`]) | `_4` and `4` |
//! | [`draw`] | tables, LaTeX, SVG | |
//!
//! The [`prelude`] has what most programs need; every name can also be used from the root.

#![forbid(unsafe_code)]

mod basis;
mod composed;
mod cosize;
mod digits;
pub mod draw;
mod dynamic;
mod equal;
mod f2;
mod index;
mod layout;
mod layout_error;
mod mapping;
mod modes;
mod nested;
pub mod notation;
mod ops;
mod stride;
mod swizzle;
mod tiler;

/// Integers over symbols: [`Expr`], and what facts decide about them.
pub mod integers {
    pub use layout_integer::{
        Arithmetic, Atom, Expr, ExprError, MAX_EXPR_DEPTH, MAX_TERMS, Symbol, SymbolFacts, Tri, Undecided,
        common_divisor, lcm, log2, with_names,
    };
}

/// Hierarchical tuples: taking them apart and together, arithmetic, relations.
pub mod tuples {
    pub use crate::modes::arithmetic::*;
    pub use crate::modes::structure::*;
    pub use crate::nested::compact::*;
    pub use crate::nested::relations::*;
    pub use crate::nested::tuple::*;
}

/// Layouts: shape and stride, over integers or over basis elements.
pub mod layouts {
    pub use crate::basis::*;
    pub use crate::layout::*;
    pub use crate::ops::construct::*;
    pub use crate::stride::*;
}

/// From coordinates to indices and back, and the slices that coordinates with `_` keep.
pub mod coordinates {
    pub use crate::digits::*;
    pub use crate::index::*;
    pub use crate::modes::crd2idx::*;
    pub use crate::modes::slice::*;
    pub use crate::nested::coord::*;
    pub use crate::ops::slice::*;
}

/// What layouts are divided and multiplied by, mode by mode.
pub mod tilers {
    pub use crate::ops::cover::*;
    pub use crate::tiler::*;
}

/// The operations, each with its error.
///
/// | | |
/// |---|---|
/// | fewer or other modes, same values | [`coalesce`](fn@coalesce), [`filter`](fn@filter), [`composition`](fn@composition) |
/// | what is left out, what leads back | [`complement`](fn@complement), [`right_inverse`], [`left_inverse`] |
/// | into tiles | [`logical_divide`], [`zipped_divide`] |
/// | repeated | [`logical_product`], [`blocked_product`], [`raked_product`] |
/// | wider and narrower elements | [`upcast`], [`downcast`], [`recast_layout`] |
/// | two layouts together | [`layout_add`], [`max_common_vector`], [`domain_distribute`] |
pub mod operations {
    pub use crate::ops::add::*;
    pub use crate::ops::coalesce::*;
    pub use crate::ops::common::*;
    pub use crate::ops::complement::*;
    pub use crate::ops::composition::*;
    pub use crate::ops::divide::*;
    pub use crate::ops::filter::*;
    pub use crate::ops::inverse::*;
    pub use crate::ops::kinds::*;
    pub use crate::ops::product::*;
    pub use crate::ops::recast::*;
}

/// Swizzles, and layouts behind a function: `A o offset o B`.
pub mod swizzles {
    pub use crate::composed::*;
    pub use crate::ops::recover::*;
    pub use crate::swizzle::*;
}

/// Layouts of powers of two as matrices over F₂: Triton's linear layouts.
pub mod bits {
    pub use crate::f2::*;
}

/// Whether two layouts are the same function: proved, refuted, or not known.
pub mod equality {
    pub use crate::equal::*;
}

/// The layout mappings of `cuda::tiles`.
pub mod mappings {
    pub use crate::mapping::*;
}

/// What most programs need.
///
/// ```
/// use layout_algebra::prelude::*;
/// let layout = |text: &str| text.parse::<Layout>().unwrap();
/// let found = composition(&layout("(6,2):(8,2)"), &layout("(4,3):(3,1)")).unwrap();
/// assert_eq!(found.to_string(), "((2,2),3):((24,2),8)");
/// ```
pub mod prelude {
    pub use crate::composed::AnyLayout;
    pub use crate::integers::{Expr, Symbol, SymbolFacts, Tri};
    pub use crate::layout::Layout;
    pub use crate::modes::structure::Nested;
    pub use crate::nested::{coord::Coord, tuple::IntTuple};
    pub use crate::notation::cute;
    pub use crate::operations::{
        coalesce, complement, composition, left_inverse, logical_divide, logical_product, right_inverse,
    };
    pub use crate::swizzle::Swizzle;
    pub use crate::tiler::Tiler;
}

#[doc(hidden)]
pub use crate::{
    bits::*, coordinates::*, equality::*, integers::*, layouts::*, mappings::*, notation::*, operations::*,
    swizzles::*, tilers::*, tuples::*,
};

#[doc = include_str!("../cute-examples.md")]
pub mod cute_examples {}
