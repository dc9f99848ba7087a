//! `layout-normalize`: the terminating rules alone, on layout indices and on all
//! integer arithmetic. It is quick, looks for no sharing between addresses and
//! chooses no machine operations: a form to compare and to debug with.

use layout_bridge::bounds::expand_bounds;
use layout_bridge::rewrite::Scope;
use layout_egraph::Effort;
use layout_mlir::registry::{OptionValues, PassInfo, PassOptions};
use melior::ir::OperationRef;

use crate::simplify::{STATISTICS, Simplifier, SimplifyOptions};

/// The pass.
pub const INFO: PassInfo = PassInfo {
    name: "layout-normalize",
    summary: "Bring layout indices and integer arithmetic into their smallest normal form",
    options: SimplifyOptions::TABLE,
    statistics: STATISTICS,
    run,
};

fn run(op: OperationRef<'_, '_>, values: &OptionValues) -> bool {
    expand_bounds(op);
    Simplifier { name: INFO.name, scope: Scope::Everything, effort: Effort::Normalise }.run(op, values)
}
