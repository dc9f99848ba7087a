//! [`Alive`]: where the content of buffers matters.

use fixedbitset::FixedBitSet;
use layout_mlir::ir;
use melior::ir::ValueLike;
use melior::ir::operation::OperationLike;

use super::buffer::Buffer;
use crate::tile::shared::access::Accesses;
use crate::tile::shared::bytes::Bytes;
use crate::tile::shared::flow::Flow;

/// For each buffer the operations at which it is alive: on a way from an access to an access
/// on which it is not allocated anew.
pub struct Alive(Vec<FixedBitSet>);

impl Alive {
    /// Where buffers of a function are alive.
    pub fn new(flow: &Flow<'_, '_>, buffers: &[Buffer<'_, '_>]) -> Self {
        let next: Vec<Vec<usize>> = flow.next.iter().map(|s| s.iter().map(|s| s.to).collect()).collect();
        let previous = flow.previous();
        let touched: Vec<Vec<Bytes>> = (0..flow.ops.len()).map(|n| touched(flow, n)).collect();
        let of = |buffer: &Buffer<'_, '_>| {
            let is =
                |bytes: &Bytes| !bytes.are_of_ring() && bytes.allocation().is_none_or(|of| of == buffer.key);
            let accesses: Vec<usize> = (0..touched.len()).filter(|n| touched[*n].iter().any(is)).collect();
            let mut alive = reached(&next, &accesses, buffer.number);
            alive.intersect_with(&reached(&previous, &accesses, buffer.number));
            alive
        };
        Self(buffers.iter().map(of).collect())
    }

    /// Whether two buffers are alive at one operation.
    pub fn meet(&self, a: usize, b: usize) -> bool {
        !self.0[a].is_disjoint(&self.0[b])
    }
}

/// The memory in which an operation touches something, also as the end of a copy or of the function.
fn touched(flow: &Flow<'_, '_>, number: usize) -> Vec<Bytes> {
    let op = flow.ops[number];
    let accesses = Accesses::of(op, flow);
    let mut touched: Vec<Bytes> =
        accesses.begins.into_iter().chain(accesses.ends).map(|access| access.bytes).collect();
    // What leaves the function is touched by who gets it.
    if flow.next[number].is_empty() {
        touched.extend(op.operands().filter(|v| ir::is_shared(v.r#type())).flat_map(Bytes::of));
    }
    touched
}

/// What is reached from operations, these among it, without a way through another one.
fn reached(next: &[Vec<usize>], from: &[usize], stop: usize) -> FixedBitSet {
    let mut reached = FixedBitSet::with_capacity(next.len());
    let mut work = from.to_vec();
    while let Some(number) = work.pop() {
        if number != stop && !reached.put(number) {
            work.extend(&next[number]);
        }
    }
    reached
}
