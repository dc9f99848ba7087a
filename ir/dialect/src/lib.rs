//! The layout dialect: attributes, types and operations over [`layout_algebra`].
//!
//! Names and assembly are ODS (`td/`, one file a topic), the hooks a thin C++ shim (`cpp/`),
//! and every meaning is Rust: [`ops`] has one file an operation, [`Known`] and [`AttrValue`]
//! are what types and attributes stand for, [`tile`] has the operations on tiles, [`views`] those from a memref to another one, [`affine_map`] serves memrefs. The canonical text
//! of a layout is what makes two attributes one.
//!
//! [`register`] makes the dialect known to a context; [`Known::of_type`] and
//! [`Known::of_attribute`] take layouts out of IR.

mod affine;
mod attributes;
mod coordinate;
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
mod verify;
pub mod views;

pub use affine::{NoAffineMap, affine_map};
pub use attributes::{AttrError, AttrErrorKind, AttrValue, Known, parse_attr, parse_type};
pub use coordinate::{Coordinate, index_number};
pub use ffi::{handle, register, register_raw};
pub use infer::{Inferred, infer};
pub use integer::{Integer, IntegerError};
pub use ops::InferError;
pub use outside::{Outside, outside};
pub use range::Interval;
pub use storage::{encoding_attribute, encoding_of, layout_type, mma_of};
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
