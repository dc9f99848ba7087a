//! Which waits for stores have to wait until memory has what was stored: behind others nothing looks there.

use layout_mlir::ir;
use melior::ir::OperationRef;
use rustc_hash::FxHashSet;

use super::{is_store, stores};
use crate::tile::shared::access::{Accesses, awaited};
use crate::tile::shared::bytes::Bytes;
use crate::tile::shared::flow::Flow;

/// The waits of a function, by their keys, behind which nothing accesses what was stored: it is enough that the buffers
/// have been read.
pub fn unread(function: OperationRef<'_, '_>) -> FxHashSet<usize> {
    if stores(function).is_empty() {
        return FxHashSet::default();
    }
    let flow = Flow::new(function);
    let waits = (0..flow.ops.len()).filter(|number| ir::name(flow.ops[*number]) == "layout.wait");
    waits.filter(|number| !is_looked_at(&flow, *number)).map(|number| ir::op_key(flow.ops[number])).collect()
}

/// Whether anything that may run behind a wait accesses what it waits for in memory.
fn is_looked_at(flow: &Flow<'_, '_>, wait: usize) -> bool {
    let stores = awaited(flow.ops[wait], flow).into_iter().filter(|op| is_store(*op));
    let stored: Vec<Bytes> = stores.filter_map(|op| ir::operand(op, 1)).flat_map(Bytes::of).collect();
    let meets = |number: usize| {
        let accesses = Accesses::of(flow.ops[number], flow).begins;
        accesses.iter().any(|access| stored.iter().any(|bytes| bytes.meet(&access.bytes)))
    };
    let (mut seen, mut work) = (vec![false; flow.ops.len()], vec![wait]);
    while let Some(number) = work.pop() {
        for step in &flow.next[number] {
            if std::mem::replace(&mut seen[step.to], true) {
                continue;
            }
            if meets(step.to) {
                return true;
            }
            work.push(step.to);
        }
    }
    false
}
