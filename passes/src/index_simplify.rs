//! `index-simplify`: cheaper arithmetic for all integers of a function, whoever
//! wrote it: `arith`, `index`, `affine.apply`, `affine.min`, `affine.max`,
//! `affine.delinearize_index` and `affine.linearize_index` on `index` and
//! integers of up to 64 bits.
//!
//! ```mlir
//! // Before: what a lowered delinearize and linearize leave behind.
//! %q = arith.divui %i, %c8 : index
//! %r = arith.remui %i, %c8 : index
//! %x = arith.muli %q, %c8 : index
//! %y = arith.addi %x, %r : index
//! // After: %i.
//! ```
//!
//! # Guarantees
//! Values stay what they are wherever the original is defined. Where the cost
//! model finds nothing cheaper for a group of values, the IR stays as it is.
//!
//! # Limits
//! Arithmetic that may wrap is not looked into: `nsw` or known ranges exclude it.
//! A long function is taken in [segments](layout_bridge::segments).

use layout_bridge::rewrite::Scope;
use layout_egraph::Effort;
use layout_mlir::registry::{OptionValues, PassInfo, PassOptions};
use melior::ir::OperationRef;

use crate::simplify::{STATISTICS, Simplifier, SimplifyOptions};

/// The pass.
pub const INFO: PassInfo = PassInfo {
    name: "index-simplify",
    summary: "Replace integer arithmetic by cheaper arithmetic, by equality saturation",
    options: SimplifyOptions::TABLE,
    statistics: STATISTICS,
    run,
};

fn run(op: OperationRef<'_, '_>, values: &OptionValues) -> bool {
    Simplifier { name: INFO.name, scope: Scope::Everything, effort: Effort::Full }.run(op, values)
}
