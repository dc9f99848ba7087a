//! Barriers of a cluster, and what must hold for memory of other blocks.

use layout_mlir::ir;
use melior::ir::operation::{OperationBuilder, OperationLike};
use melior::ir::{Attribute, Identifier, Location, Operation, OperationRef, ValueLike};

use super::super::cluster::{ClusterError, blocks};
use crate::tile::shared::access::Accesses;
use crate::tile::shared::flow::Flow;

/// What all threads of a cluster come to: the two halves of a barrier (PTX ISA, `barrier.cluster`).
const ARRIVE: &str = "nvvm.cluster.arrive";
pub const WAIT: &str = "nvvm.cluster.wait";
/// The first one where no memory is to be known of behind the barrier.
pub const ARRIVE_RELAXED: &str = "nvvm.cluster.arrive.relaxed";
/// Both.
pub const HALVES: [&str; 2] = [ARRIVE, WAIT];

/// What tells the threads of a cluster that one has done what is before.
pub fn arrive(location: Location<'_>) -> Option<Operation<'_>> {
    half(ARRIVE, location)
}

/// What waits until all of them have said so.
pub fn wait(location: Location<'_>) -> Option<Operation<'_>> {
    half(WAIT, location)
}

fn half<'c>(name: &str, location: Location<'c>) -> Option<Operation<'c>> {
    let context = ir::context_of(location);
    let aligned = (Identifier::new(context, "aligned"), Attribute::unit(context));
    OperationBuilder::new(name, location).add_attributes(&[aligned]).build().ok()
}

/// Whether a block ends behind an operation, as far as memory matters that others read: it is the function's end, or that
/// of a branch that runs once, in which they do.
pub fn is_end(flow: &Flow<'_, '_>, number: usize) -> bool {
    let op = flow.ops[number];
    let reads = |op: &OperationRef<'_, '_>| op.operands().any(|value| ir::is_of_cluster(value.r#type()));
    let around = op.parent_operation().filter(|around| ir::name(*around) == "scf.if");
    let of_branch = || around.is_some_and(|around| ir::nested(around).iter().any(reads));
    flow.next[number].is_empty()
        || ir::name(op) == "scf.yield" && flow.loops[number].is_empty() && of_branch()
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
        if ir::name(*op) == "layout.peer" {
            let size = size.ok_or((*op, ClusterError::None))?;
            let rank = ir::operand(*op, 1).and_then(ir::constant);
            if let Some(rank) = rank.filter(|rank| !(0..size).contains(rank)) {
                return Err((*op, ClusterError::Rank { rank, size }));
            }
        }
        let begun = Accesses::of(*op, flow).begins;
        if begun.iter().any(|access| access.write && access.peer) {
            return Err((*op, ClusterError::Written(ir::name(*op).into())));
        }
        accesses |= begun.iter().any(|access| access.peer);
    }
    Ok(accesses)
}
