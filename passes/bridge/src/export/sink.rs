//! Where in its block a planned operation stands: before the first that needs it.
//!
//! The planner places operations as early as their operands allow, to be shared by
//! whatever comes later. Once all users are known, an operation moves down to them, but
//! into no loop or branch: values live no longer than they must, and a function reads
//! as it did.

use layout_mlir::ir;
use melior::ir::OperationRef;
use melior::ir::operation::OperationLike;

use super::{Op, Plan, Source};
use crate::import::Import;
use crate::order::{Number, Order};

/// Moves the operations of a plan down to their users.
pub fn sink<'c: 'a, 'a>(import: &Import<'_, 'c, 'a>, order: &Order<'c, 'a>, plan: &mut Plan) {
    let mut users: Vec<Vec<Number>> = vec![Vec::new(); plan.ops.len()];
    for (item, source) in &plan.replaced {
        if let Source::New(n) = source {
            let of_item = ir::users(import.items[*item as usize].value);
            users[*n as usize].extend(of_item.into_iter().filter_map(|op| order.number(op)));
        }
    }
    for n in (0..plan.ops.len()).rev() {
        let planned = &mut plan.ops[n];
        // Constants stand first.
        if !matches!(planned.op, Op::Constant(_))
            && let Some(place) = first(order, planned.place, &users[n])
            && let Some(span) = order.span_before(place)
        {
            (planned.place, planned.span) = (place, span);
        }
        let place = planned.place;
        for operand in &plan.ops[n].operands {
            if let Source::New(m) = operand {
                users[*m as usize].push(place);
            }
        }
    }
}

/// The first of the operations in the block of `place` that are users or hold one.
fn first<'c: 'a, 'a>(order: &Order<'c, 'a>, place: Number, users: &[Number]) -> Option<Number> {
    let block = order.op(place)?.block()?;
    let in_block = |user: &Number| -> Option<Number> {
        let mut op: OperationRef<'c, 'a> = order.op(*user)?;
        while op.block()? != block {
            op = ir::block_parent(op.block()?)?;
        }
        order.number(op)
    };
    users.iter().map(in_block).collect::<Option<Vec<_>>>()?.into_iter().min().filter(|first| *first > place)
}
