//! Barriers of a cluster, and what must hold for memory of other blocks.

use layout_mlir::ir;
use melior::ir::operation::OperationBuilder;
use melior::ir::{Attribute, Identifier, Location, Operation, OperationRef};

use super::super::cluster::{ClusterError, blocks};
use crate::tile::shared::access::Accesses;
use crate::tile::shared::flow::Flow;

/// What all threads of a cluster come to: the two halves of a barrier (PTX ISA, `barrier.cluster`).
const ARRIVE: &str = "nvvm.cluster.arrive";
pub const WAIT: &str = "nvvm.cluster.wait";

/// A barrier of all threads of a cluster, for what they wrote before: nothing if MLIR has none.
pub fn barrier<'c>(location: Location<'c>) -> Vec<Operation<'c>> {
    let context = ir::context_of(location);
    let aligned = || (Identifier::new(context, "aligned"), Attribute::unit(context));
    let half = |name| OperationBuilder::new(name, location).add_attributes(&[aligned()]).build().ok();
    [ARRIVE, WAIT].map(half).into_iter().collect::<Option<Vec<_>>>().unwrap_or_default()
}

/// Whether a function accesses memory of other blocks; then it says how many there are, and writes none of it.
///
/// # Errors
/// [`ClusterError`], with its place.
pub fn check<'c: 'a, 'a>(
    function: OperationRef<'c, 'a>,
    flow: &Flow<'c, 'a>,
) -> Result<bool, (OperationRef<'c, 'a>, ClusterError)> {
    let size = blocks(function).map_err(|error| (function, error))?;
    let mut accesses = false;
    for op in &flow.ops {
        if ir::name(*op) == "layout.peer" && size.is_none() {
            return Err((*op, ClusterError::None));
        }
        let begun = Accesses::of(*op, flow).begins;
        if begun.iter().any(|access| access.write && access.peer) {
            return Err((*op, ClusterError::Written(ir::name(*op).into())));
        }
        accesses |= begun.iter().any(|access| access.peer);
    }
    Ok(accesses)
}
