//! Fences between what threads write and what the engine that copies boxes accesses.

use layout_mlir::ir;
use melior::ir::OperationRef;
use melior::ir::operation::OperationLike;

use crate::convert_layout_memref::emit::Emit;
use crate::tile::shared::access::{Access, Accesses};
use crate::tile::shared::flow::Flow;
use crate::tile::tma;

const FENCE: &str = "nvvm.fence.proxy";

/// The operations behind which threads make known what they wrote: on some way from there the engine accesses it.
pub fn fences(flow: &Flow<'_, '_>) -> Vec<usize> {
    let copies: Vec<usize> = (0..flow.ops.len()).filter(|n| tma::is_copy(flow.ops[*n])).collect();
    if copies.is_empty() {
        return Vec::new();
    }
    let engine: Vec<(usize, Vec<Access<'_, '_>>)> =
        copies.into_iter().map(|n| (n, Accesses::of(flow.ops[n], flow).begins)).collect();
    let is_needed = |number: &usize| {
        let written: Vec<_> =
            Accesses::of(flow.ops[*number], flow).ends.into_iter().filter(|access| access.write).collect();
        let meets = |(copy, accesses): &&(usize, Vec<Access<'_, '_>>)| {
            let meet = |a: &Access<'_, '_>| written.iter().any(|written| written.bytes.meet(&a.bytes));
            accesses.iter().any(meet) && reaches(flow, *number, *copy)
        };
        !written.is_empty() && engine.iter().any(|copy| meets(&copy))
    };
    let is_fenced =
        |number: &usize| flow.ops[*number].next_in_block().is_some_and(|next| ir::name(next) == FENCE);
    (0..flow.ops.len()).filter(|number| is_needed(number) && !is_fenced(number)).collect()
}

/// Whether an operation may run behind another one.
fn reaches(flow: &Flow<'_, '_>, from: usize, to: usize) -> bool {
    let (mut seen, mut work) = (vec![false; flow.ops.len()], vec![from]);
    while let Some(number) = work.pop() {
        for step in &flow.next[number] {
            if step.to == to {
                return true;
            }
            if !std::mem::replace(&mut seen[step.to], true) {
                work.push(step.to);
            }
        }
    }
    false
}

/// Writes the fence behind an operation; whether there is a place for it.
pub fn write(op: OperationRef<'_, '_>) -> bool {
    let written = || {
        let emit = Emit { location: ir::location(op), ..Emit::at(op.next_in_block()?) };
        emit.op(FENCE, &[], &[], &[("kind", emit.attribute("#nvvm.proxy_kind<async>").ok()?)]).ok()
    };
    let written = written().is_some();
    if !written {
        ir::emit_error(ir::location(op), "layout-sync: no fence can be written here");
    }
    written
}
