//! The layout dialect: attributes, types and operations over [`layout_algebra`].
//!
//! Names and assembly are ODS (`td/Layout.td`), a thin C++ shim (`cpp/`) holds
//! what the MLIR C API lacks, and every meaning is Rust: the shim calls
//! [`infer`] for result types, [`Known`] for attribute texts, [`affine_map`] for
//! memrefs. The canonical text of a layout is the attribute's storage.
//!
//! [`register`] makes the dialect known to a context; [`Known::of_type`] and
//! [`Known::of_attribute`] take layouts out of IR; [`ir`] holds what passes need
//! beyond `melior`, [`registry`] passes and pipelines written in Rust.

mod affine;
mod affine_expr;
mod coord;
mod ffi;
mod infer;
pub mod ir;
mod known;
mod range;
pub mod registry;

pub use affine::affine_map;
pub use affine_expr::{AffineExpr, AffineOp, affine_results};
pub use coord::{CoordError, coordinate, unknown_coordinate};
pub use ffi::{opt_main, register, register_raw, register_upstream};
pub use infer::{InferError, Inferred, infer};
pub use known::{AttrText, Known, parse_attr, parse_type};

/// A context with this dialect and all of upstream's, loaded.
pub fn context() -> melior::Context {
    let dialects = melior::dialect::DialectRegistry::new();
    register_upstream(&dialects);
    register(&dialects);
    let context = melior::Context::new();
    context.append_dialect_registry(&dialects);
    context.load_all_available_dialects();
    context
}
