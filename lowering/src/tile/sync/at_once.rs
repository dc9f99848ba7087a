//! Which copies of producers may begin before the other threads have said anything.
//!
//! A producer waits at an mbarrier until all others have come to where its copy stands in the program: so a copy is behind
//! all that is before it, and no barrier is needed. The first ones of a ring, into slots that nothing has accessed yet,
//! need not wait.

use layout_mlir::ir;
use melior::ir::Attribute;
use rustc_hash::FxHashMap;

use crate::tile::shared::access::{Access, Accesses};
use crate::tile::shared::flow::Flow;
use crate::tile::tma::{AT_ONCE, Ring, is_produced};

/// Marks them: of each ring the first copies in turn, and at most all but one. So the producer that fills a slot again has
/// waited for the others at another one before.
pub fn mark(flow: &Flow<'_, '_>) {
    // (It is this pass that says so, and nobody else.)
    flow.ops.iter().for_each(|op| ir::remove_attribute(*op, AT_ONCE));
    let mut left: FxHashMap<Ring, i64> = FxHashMap::default();
    for (number, op) in flow.ops.iter().enumerate().filter(|(_, op)| is_produced(**op)) {
        let Some((ring, count)) = Ring::of(*op) else { continue };
        let left = left.entry(ring).or_insert(count - 1);
        if *left > 0 && is_first(number, flow) {
            ir::set_attribute(*op, AT_ONCE, Attribute::unit(ir::context(*op)));
            *left -= 1;
        } else {
            *left = 0;
        }
    }
}

/// Whether a copy is begun once, and nothing that may run before it accesses what it reads or writes, one of them writing.
fn is_first(copy: usize, flow: &Flow<'_, '_>) -> bool {
    let is_memory = |access: &Access<'_, '_>| !access.bytes.are_of_ring();
    let own: Vec<_> = Accesses::of(flow.ops[copy], flow).begins.into_iter().filter(is_memory).collect();
    let meets = |number: usize| {
        let Accesses { begins, ends } = Accesses::of(flow.ops[number], flow);
        let mut all = begins.iter().chain(&ends).filter(|access| is_memory(access));
        all.any(|a| own.iter().any(|b| (a.write || b.write) && a.bytes.meet(&b.bytes)))
    };
    let previous = flow.previous();
    let (mut seen, mut work) = (vec![false; flow.ops.len()], previous[copy].clone());
    while let Some(number) = work.pop() {
        if std::mem::replace(&mut seen[number], true) {
            continue;
        }
        if number == copy || meets(number) {
            return false;
        }
        work.extend(&previous[number]);
    }
    true
}
