//! `layout-simplify`: the cheapest arithmetic for all addresses of a function.
//!
//! ```mlir
//! // Before: 16 of these, one for each value a thread holds.
//! %i = layout.crd2idx %smem(%tid, 3) : !layout<S<3,3,3> o 0 o (256,32):(1,256)>
//! // After: one swizzled base, and constants that become immediates.
//! %s = arith.shrui %t, %c3 : i32 …
//! %i = arith.addi %base, %c768 : index
//! ```
//!
//! # Guarantees
//! Each index has the value that the layout's function has at its coordinate.
//! The estimated cost never exceeds that of the arithmetic as given. The same
//! input gives the same output.
//!
//! # Limits
//! A long function is taken in segments: [`OWN`] operations, [`ROOTS`] of which something
//! else uses, with [`CONTEXT`] earlier ones that they read. E-nodes, rounds and rewrites
//! are counted; at a limit the best form found so far is used.
//!
//! [`OWN`]: layout_bridge::segments::OWN
//! [`ROOTS`]: layout_bridge::segments::ROOTS
//! [`CONTEXT`]: layout_bridge::segments::CONTEXT

use layout_bridge::bounds::expand_bounds;
use layout_bridge::rewrite::Scope;
use layout_egraph::Effort;
use layout_mlir::registry::{OptionValues, PassInfo, PassOptions};
use melior::ir::OperationRef;

use crate::simplify::{STATISTICS, Simplifier, SimplifyOptions};

/// The pass.
pub const INFO: PassInfo = PassInfo {
    name: "layout-simplify",
    summary: "Replace layout indices by the cheapest arithmetic, by equality saturation",
    options: SimplifyOptions::TABLE,
    statistics: STATISTICS,
    run,
};

fn run(op: OperationRef<'_, '_>, values: &OptionValues) -> bool {
    expand_bounds(op);
    Simplifier { name: INFO.name, scope: Scope::Layouts, effort: Effort::Full }.run(op, values)
}
