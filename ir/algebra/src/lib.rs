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

mod arithmetic;
mod bounds;
mod coalesce;
mod complement;
mod composed;
mod composition;
mod coords;
mod divide;
mod expr;
mod index;
mod inverse;
mod layout;
mod parse;
mod product;
mod swizzle;
mod symbol;
mod text;
mod tiler;
mod tuple;

pub use arithmetic::Arithmetic;
pub use coalesce::coalesce;
pub use complement::{ComplementError, complement};
pub use composed::{AnyLayout, AnyLayoutError, ComposedLayout, Outer};
pub use composition::{CompositionError, ENUMERATION_LIMIT, composition, composition_tiler};
pub use coords::Coord;
pub use divide::{
    DivideError, flat_divide_tiler, logical_divide, logical_divide_tiler, tiled_divide_tiler,
    zipped_divide_tiler,
};
pub use expr::{Expr, ExprError, MAX_EXPR_DEPTH, MAX_TERMS};
pub use index::IndexArithmetic;
pub use inverse::{InverseError, left_inverse, right_inverse};
pub use layout::{Layout, LayoutError};
pub use parse::{ParseError, ParseErrorKind, Parser};
pub use product::{
    ProductError, blocked_product, flat_product_tiler, logical_product, logical_product_tiler, raked_product,
    tiled_product_tiler, zipped_product_tiler,
};
pub use swizzle::{Swizzle, SwizzleError};
pub use symbol::{Facts, Symbol, Tri};
pub use tiler::{RankError, Tiler};
pub use tuple::{IntTuple, Leaves, MAX_DEPTH, MAX_LEAVES, Profile};
