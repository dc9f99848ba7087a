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
//! # Errors
//! A layout that is passed on but whose symbols are not known there, such as the
//! result of an operation that is not among those of [`layout_bridge::boundaries`]; an
//! operation not among these that refers to a function whose signature changes; an
//! attribute on a layout argument.

use layout_bridge::boundaries::{Boundaries, carry_layouts, expand_signatures};
use layout_bridge::bounds::expand_bounds;
use layout_mlir::ir;
use layout_mlir::registry::{OptionValues, PassInfo};
use melior::ir::OperationRef;

/// The pass.
pub const INFO: PassInfo = PassInfo {
    name: "layout-expand-boundaries",
    summary: "Pass layouts across function and block boundaries as the values of their symbols",
    options: &[],
    statistics: &[],
    run,
};

fn run(op: OperationRef<'_, '_>, _: &OptionValues) -> bool {
    expand_bounds(op);
    let expanded = expand_signatures(op).and_then(|()| carry_layouts(op, Boundaries::All));
    let errors = expanded.err().unwrap_or_default();
    for (at, error) in &errors {
        ir::emit_error(ir::location(*at), &format!("{}: {error}", INFO.name));
    }
    errors.is_empty()
}
