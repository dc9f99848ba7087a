//! What a group does to shared memory: in which order, to which bytes, which thread to which.

pub mod access;
pub mod bytes;
pub mod flow;
pub mod rings;
mod slots;
pub mod sources;

use layout_mlir::ir;
use melior::ir::operation::OperationLike;
use melior::ir::{Attribute, OperationRef};

/// The attribute of a function whose accesses are in order: what allocates or moves shared memory comes before.
pub const SYNCHRONIZED: &str = "layout.synchronized";

/// The attribute of an allocation that a pass makes for what the program says: what messages call it.
pub const PURPOSE: &str = "layout.purpose";

/// The functions below an operation, itself among them, that are programs of a group.
pub fn programs<'c, 'a>(root: OperationRef<'c, 'a>) -> Vec<OperationRef<'c, 'a>> {
    let is = |op: &OperationRef<'_, '_>| {
        matches!(ir::name(*op), "func.func" | "gpu.func") && op.has_attribute("layout.threads")
    };
    ir::nested(root).into_iter().filter(is).collect()
}

/// An attribute of an operation; `None` if it has none of the name.
pub fn attribute<'c>(op: OperationRef<'c, '_>, name: &str) -> Option<Attribute<'c>> {
    op.has_attribute(name).then(|| op.attribute(name).ok()).flatten()
}
