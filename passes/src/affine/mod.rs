//! Between upstream's index operations and layouts: `convert-affine-to-layout` and `convert-layout-to-affine`.
//!
//! Both convert what says the same on both sides and leave the rest, which a remark names
//! (`--remarks-filter=convert-.*-layout.*|convert-layout-.*`).

mod numbers;
mod strided;
mod to_affine;
mod to_layout;

use layout_mlir::ir::{self, Remark, RemarkKind};
use melior::ir::OperationRef;

pub use to_affine::INFO as TO_AFFINE;
pub use to_layout::INFO as TO_LAYOUT;

/// Says why an operation stays as it is.
fn remark_left(op: OperationRef<'_, '_>, pass: &str, why: &str) {
    if ir::takes_remarks(ir::location(op), pass) {
        let remark = Remark { kind: RemarkKind::Missed, name: "left", pass, function: "" };
        ir::report(ir::location(op), remark, &[("Operation", ir::name(op).into()), ("Reason", why.into())]);
    }
}
