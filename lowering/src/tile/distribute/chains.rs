//! What is computed behind a loop, element by element.
//!
//! An operation on a tile becomes one for each register, and the next operation on it one for each behind those: of a sum that takes half
//! of a thread's registers, as many intermediate values live at once. In the order of what is stored of them they live one after the
//! other. (LLVM and ptxas mostly keep the order that they find.)
//!
//! ```mlir
//! // Before:
//! %a0 = arith.mulf %x0, %s    %a1 = arith.mulf %x1, %s    %b0 = math.exp %a0    %b1 = math.exp %a1
//! // After:
//! %a0 = arith.mulf %x0, %s    %b0 = math.exp %a0    %a1 = arith.mulf %x1, %s    %b1 = math.exp %a1
//! ```
//!
//! Bodies of loops without another one inside stay as they are: what is computed there is beside copies and products under way.

use layout_mlir::ir::{self, Effects};
use melior::ir::OperationRef;
use melior::ir::operation::OperationLike;
use rustc_hash::FxHashMap;

/// Orders what a function computes behind its loops.
pub fn order(function: OperationRef<'_, '_>) {
    for op in ir::nested(function).into_iter().filter(|op| is_loop(*op)) {
        behind(op);
    }
}

fn is_loop(op: OperationRef<'_, '_>) -> bool {
    ir::name(op) == "scf.for"
}

/// Orders what is computed behind a loop, between the operations that write or wait, and up to the next loop.
fn behind(op: OperationRef<'_, '_>) {
    // Which stretch an operation is of, and what ends it.
    let (mut stretches, mut ends) = (vec![Vec::new()], Vec::new());
    let mut own: FxHashMap<usize, (usize, OperationRef<'_, '_>)> = FxHashMap::default();
    let mut roots: Vec<Vec<OperationRef<'_, '_>>> = vec![Vec::new()];
    // (Past the next loop operations are its own to order; what they take is seen all the same.)
    let mut is_past = false;
    for next in std::iter::successors(op.next_in_block(), |op| op.next_in_block()) {
        let number = stretches.len() - 1;
        is_past |= is_loop(next);
        let is_pure = next.region_count() == 0 && ir::effects(next) != Effects::Any;
        let is_own = is_pure && !is_past && next.next_in_block().is_some();
        // What is of a stretch before is taken from there.
        for user in if is_own { vec![next] } else { ir::nested(next) } {
            for by in user.operands().filter_map(ir::defining_op) {
                if let Some((stretch, by)) =
                    own.get(&ir::op_key(by)).filter(|(stretch, _)| !is_own || *stretch < number)
                {
                    roots[*stretch].push(*by);
                }
            }
        }
        if is_own {
            own.insert(ir::op_key(next), (number, next));
            stretches[number].push(next);
        } else if !is_past {
            ends.push(next);
            stretches.push(Vec::new());
            roots.push(Vec::new());
        } else if ends.len() < stretches.len() {
            ends.push(next);
        }
    }
    for (number, end) in ends.into_iter().enumerate() {
        let roots = roots[number].iter().chain(&stretches[number]).copied();
        let mut left: FxHashMap<_, _> = stretches[number].iter().map(|op| (ir::op_key(*op), *op)).collect();
        for root in roots {
            for op in taken(root, &mut left) {
                ir::move_before(op, end);
            }
        }
    }
}

/// What is left of the operations that one takes, and it, in order; none of them is left.
fn taken<'c, 'a>(
    root: OperationRef<'c, 'a>,
    left: &mut FxHashMap<usize, OperationRef<'c, 'a>>,
) -> Vec<OperationRef<'c, 'a>> {
    let (mut open, mut order) = (vec![(root, false)], Vec::new());
    while let Some((op, is_ready)) = open.pop() {
        if is_ready {
            order.push(op);
        } else if left.remove(&ir::op_key(op)).is_some() {
            open.push((op, true));
            let takes: Vec<_> = op.operands().filter_map(ir::defining_op).collect();
            let takes = takes.into_iter().rev().filter(|by| left.contains_key(&ir::op_key(*by)));
            open.extend(takes.map(|by| (by, false)));
        }
    }
    order
}
