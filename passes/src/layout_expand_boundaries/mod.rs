//! `layout-expand-boundaries`: layouts cross functions and blocks as the values of
//! their symbols.
//!
//! ```mlir
//! // Before:
//! func.func @f(%l: !layout<(?,4):(4,1)>) { … }     func.call @f(%a)
//! // After:
//! func.func @f(%n: index) { %l = layout.make(%n) : !layout<(?,4):(4,1)> … }
//! ```
//!
//! - `func.func` and `gpu.func` ([`signatures`]), with all that refers to them
//!   ([`references`]): `func.call`, `func.constant` and `func.call_indirect`,
//!   `gpu.launch_func`, and the types of values that are functions.
//! - The regions and blocks of `scf`, `cf` and `affine`, and `arith.select` ([`values`]).
//!
//! A static layout vanishes. Unknown layouts (`!layout<*>`) stay.
//!
//! # Errors
//! A layout that is passed on but whose symbols are not known there, such as the
//! result of an operation that is not among these; an operation not among these that
//! refers to a function whose signature changes; an attribute on a layout argument.

mod references;
mod signatures;
mod types;
mod values;

use layout_dialect::ir;
use layout_dialect::registry::{OptionValues, PassInfo};
use melior::ir::OperationRef;

pub use values::{Boundaries, carry_layouts, unknown_symbols};

/// The pass.
pub const INFO: PassInfo = PassInfo {
    name: "layout-expand-boundaries",
    summary: "Pass layouts across function and block boundaries as the values of their symbols",
    options: &[],
    run,
};

/// What is wrong, and where.
pub type Misfit<'c, 'a> = (OperationRef<'c, 'a>, String);

fn run(op: OperationRef<'_, '_>, _: &OptionValues) -> bool {
    let mut errors = references::check(op);
    if errors.is_empty() {
        errors = signatures::expand(op);
    }
    if errors.is_empty() {
        errors = carry_layouts(op, Boundaries::All).err().unwrap_or_default();
    }
    for (at, message) in &errors {
        ir::emit_error(ir::location(*at), &format!("layout-expand-boundaries: {message}"));
    }
    errors.is_empty()
}
