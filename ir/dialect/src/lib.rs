//! The layout dialect: attributes, types and operations over [`layout_algebra`].
//!
//! Names and assembly are ODS (`td/`, one file a topic), the hooks a thin C++ shim (`cpp/`),
//! and every meaning is Rust: [`ops`] has one file an operation, [`Known`] and [`AttrValue`]
//! are what types and attributes stand for, [`tile`] has the operations on tiles, [`views`] those from a memref to another one, [`affine_map`] serves memrefs. The canonical text
//! of a layout is what makes two attributes one.
//!
//! [`register`] makes the dialect known to a context. [`LayoutAttribute`], [`LayoutType`] and the like are made of values
//! and give them back, [`build`] has a builder for each operation; [`Known::of_type`] and [`Known::of_attribute`] take
//! layouts out of IR.
//!
//! ```
//! use layout_algebra::{AnyLayout, Layout};
//! use layout_dialect::{LayoutAttribute, LayoutType, build};
//! use melior::ir::block::BlockLike;
//! use melior::ir::{Block, Location, ValueLike};
//!
//! let context = layout_dialect::context();
//! let location = Location::unknown(&context);
//! let layout: Layout = "(8,16):(16,1)".parse().expect("a layout");
//! assert_eq!(LayoutAttribute::new(&context, &layout).to_string(), "#layout<(8,16):(16,1)>");
//!
//! let block = Block::new(&[(LayoutType::new(&context, &layout).into(), location)]);
//! let argument = block.argument(0).expect("an argument").into();
//! let columns = build::select(location, argument, &[1, 0]).expect("two modes");
//! let columns = block.append_operation(columns).result(0).expect("a result").r#type();
//! let columns = LayoutType::try_from(columns).expect("a layout").layout().expect("a known one");
//! assert_eq!(*columns, "(16,8):(1,16)".parse::<AnyLayout>().expect("a layout"));
//! ```

mod affine;
mod attributes;
pub mod build;
mod coordinate;
mod discardable;
mod ffi;
mod infer;
mod integer;
mod memref;
pub mod ops;
mod outside;
mod range;
mod shape;
mod storage;
pub mod tile;
mod typed;
mod verify;
pub mod views;

pub use affine::{AffineTerms, affine_map};
pub use attributes::{AttrError, AttrErrorKind, AttrValue, Known, parse_attr, parse_type};
pub use coordinate::{Coordinate, index_number};
pub use discardable::{DISCARDABLE, Discardable, DiscardableError, Eviction, Takes};
pub use ffi::{AlreadyThere, register, register_raw};
pub use infer::{Inferred, infer};
pub use integer::{Integer, IntegerError};
pub use layout_upstream::NoAffineMap;
pub use ops::InferError;
pub use outside::{Outside, outside};
pub use range::Interval;
pub use storage::{encoding_attribute, encoding_of, handle, layout_type, mma_of, operations};
pub use typed::{
    CoordinateAttribute, LayoutAttribute, LayoutType, MmaAttribute, NotOne, TileAttribute, TileNotStatic,
    TokenType, TvAttribute,
};
pub use verify::VerifyError;

/// This dialect and all of upstream's.
pub fn dialects() -> melior::dialect::DialectRegistry {
    let dialects = melior::dialect::DialectRegistry::new();
    layout_mlir::register_upstream(&dialects);
    register(&dialects);
    dialects
}

/// A context with [`dialects`], loaded.
pub fn context() -> melior::Context {
    let context = melior::Context::new();
    context.append_dialect_registry(&dialects());
    context.load_all_available_dialects();
    context
}
