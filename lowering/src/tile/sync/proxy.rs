//! Fences between what threads write and what the engine that copies boxes, or tensor cores, access.

use layout_mlir::ir;
use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, ValueLike};

use crate::convert_layout_memref::emit::Emit;
use crate::tile::shared::access::{Access, Accesses, awaited};
use crate::tile::shared::flow::Flow;
use crate::tile::tma;
use layout_dialect::tile::reads_memory;

const FENCE: &str = "nvvm.fence.proxy";

/// Who accesses memory by a proxy of its own, and so what a fence is for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// The tensor cores, which read shared memory alone.
    Products,
    /// The engine that copies boxes.
    Boxes,
}

impl Kind {
    fn of(op: OperationRef<'_, '_>) -> Option<Self> {
        let is_product = ir::name(op) == "layout.mma" && reads_memory(op);
        let by_boxes = || (tma::is_copy(op) || tma::is_store(op)).then_some(Self::Boxes);
        is_product.then_some(Self::Products).or_else(by_boxes)
    }
}

/// The operations behind which threads make known what they wrote, and to whom: on some way from there it is accessed.
pub fn fences(flow: &Flow<'_, '_>) -> Vec<(usize, Kind)> {
    let users = (0..flow.ops.len()).filter_map(|n| Some((n, Kind::of(flow.ops[n])?)));
    let users: Vec<(usize, Kind, Vec<Access<'_, '_>>)> =
        users.map(|(n, kind)| (n, kind, Accesses::of(flow.ops[n], flow).begins)).collect();
    if users.is_empty() {
        return Vec::new();
    }
    // What the engine has stored it knows.
    let is_of_engine = |number: usize| {
        let op = flow.ops[number];
        ir::name(op) == "layout.wait"
            && awaited(op, flow).into_iter().all(|op| tma::is_copy(op) || tma::is_store(op))
    };
    let needed = |number: usize| {
        let written: Vec<_> =
            Accesses::of(flow.ops[number], flow).ends.into_iter().filter(|access| access.write).collect();
        let meets = |(user, _, accesses): &&(usize, Kind, Vec<Access<'_, '_>>)| {
            let meet = |a: &Access<'_, '_>| written.iter().any(|written| written.bytes.meet(&a.bytes));
            accesses.iter().any(meet) && reaches(flow, number, *user)
        };
        let met = users.iter().filter(|_| !written.is_empty()).filter(meets);
        let kind = met.map(|(_, kind, _)| *kind).max()?;
        Some((number, if writes_shared(flow.ops[number]) { Kind::Products } else { kind }))
    };
    let is_fenced =
        |number: &usize| flow.ops[*number].next_in_block().is_some_and(|next| ir::name(next) == FENCE);
    (0..flow.ops.len())
        .filter(|number| !is_fenced(number) && !is_of_engine(*number))
        .filter_map(needed)
        .collect()
}

/// Whether an operation stores a tile to shared memory, and does nothing else.
fn writes_shared(op: OperationRef<'_, '_>) -> bool {
    ir::name(op) == "layout.store" && ir::operand(op, 1).is_some_and(|memref| ir::is_shared(memref.r#type()))
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
pub fn write(op: OperationRef<'_, '_>, kind: Kind) -> bool {
    let written = || {
        let emit = Emit { location: ir::location(op), ..Emit::at(op.next_in_block()?) };
        let attribute = |name, text: &str| Some((name, emit.attribute(text).ok()?));
        let attributes = match kind {
            Kind::Boxes => vec![attribute("kind", "#nvvm.proxy_kind<async>")?],
            Kind::Products => vec![
                attribute("kind", "#nvvm.proxy_kind<async.shared>")?,
                attribute("space", "#nvvm.shared_space<cta>")?,
            ],
        };
        emit.op(FENCE, &[], &[], &attributes).ok()
    };
    let written = written().is_some();
    if !written {
        ir::emit_error(ir::location(op), "layout-sync: no fence can be written here");
    }
    written
}
