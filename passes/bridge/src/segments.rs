//! Parts of a function that are rewritten together.
//!
//! An e-graph holds a bounded number of operations, so that time grows with the length
//! of a function and no faster: a run of the function's operations, and, so that they
//! are understood, some of those before it that they read.

use std::collections::{BTreeSet, BinaryHeap};

use layout_mlir::ir;
use melior::ir::operation::OperationLike;

use crate::import::{is_arithmetic, is_layout_index};
use crate::order::{Number, Order};

/// Most operations that are rewritten together.
pub const OWN: usize = 4096;
/// Most of them that something else than arithmetic uses.
pub const ROOTS: usize = 1024;
/// Most earlier operations that are read beside them.
pub const CONTEXT: usize = 512;

/// A part of a function, by numbers of operations, in order.
#[derive(Clone, Debug, Default)]
pub struct Segment {
    /// Operations that may be rewritten.
    pub own: Vec<Number>,
    /// Earlier operations that they are computed from.
    pub context: Vec<Number>,
}

/// Whether an operation may become a term; constants are read where they are used.
pub fn is_term(name: &str) -> bool {
    !name.ends_with(".constant") && (is_arithmetic(name) || is_layout_index(name))
}

/// The segments of a function.
pub fn segments<'c: 'a, 'a>(order: &Order<'c, 'a>) -> Vec<Segment> {
    let names: Vec<bool> = order.ops().iter().map(|op| is_term(ir::name(*op))).collect();
    let is = |number: Number| names.get(number as usize).copied().unwrap_or(false);
    let mut out = Vec::new();
    let mut segment = Segment::default();
    let mut roots = 0;
    for number in (0..names.len() as Number).filter(|n| is(*n)) {
        let op = order.ops()[number as usize];
        let outside = |user| order.number(user).is_none_or(|n| !is(n));
        let root = ir::results(op).into_iter().any(|r| ir::users(r).into_iter().any(outside));
        segment.own.push(number);
        roots += usize::from(root);
        if segment.own.len() == OWN || roots == ROOTS {
            out.push(std::mem::take(&mut segment));
            roots = 0;
        }
    }
    if !segment.own.is_empty() {
        out.push(segment);
    }
    for segment in &mut out {
        segment.context = context(order, &segment.own, &is);
    }
    out
}

/// What operations read of earlier ones: the nearest ones.
fn context<'c: 'a, 'a>(
    order: &Order<'c, 'a>,
    own: &[Number],
    is_term: &dyn Fn(Number) -> bool,
) -> Vec<Number> {
    let mut seen: BTreeSet<Number> = own.iter().copied().collect();
    let mut next: BinaryHeap<Number> = own.iter().copied().collect();
    let mut out = Vec::new();
    while let Some(number) = next.pop() {
        if out.len() == CONTEXT {
            break;
        }
        if own.binary_search(&number).is_err() {
            out.push(number);
        }
        let operands = order.ops()[number as usize].operands().collect::<Vec<_>>();
        let defined = operands.into_iter().filter_map(ir::defining_op);
        next.extend(defined.filter_map(|op| order.number(op)).filter(|n| is_term(*n) && seen.insert(*n)));
    }
    out.sort_unstable();
    out
}
