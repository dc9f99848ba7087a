//! Program order, and where in it a value can be used.

use std::collections::HashMap;

use layout_dialect::ir;
use melior::ir::operation::OperationLike;
use melior::ir::{BlockLike, OperationRef, Value};

/// The order of a function's operations, as it was before any insertion.
pub struct Order<'c, 'a> {
    ops: Vec<OperationRef<'c, 'a>>,
    number: HashMap<usize, usize>,
    /// Whether program order follows dominance: no region has several blocks.
    pub structured: bool,
}

impl<'c, 'a> Order<'c, 'a> {
    /// Numbers the operations below `function` in program order.
    pub fn new(function: OperationRef<'c, 'a>) -> Self {
        let ops = ir::nested(function);
        let number = ops.iter().enumerate().map(|(i, op)| (ir::op_key(*op), i)).collect();
        let structured = ops.iter().all(|op| {
            op.block().is_none_or(|b| b.next_in_region().is_none()) || ir::op_key(*op) == ir::op_key(function)
        });
        Self { ops, number, structured }
    }

    /// The operations in program order.
    pub fn ops(&self) -> &[OperationRef<'c, 'a>] {
        &self.ops
    }

    /// The number of an operation.
    pub fn number(&self, op: OperationRef<'c, 'a>) -> usize {
        self.number.get(&ir::op_key(op)).copied().unwrap_or(usize::MAX)
    }

    /// The number of the first operation at which a value can be used.
    pub fn available(&self, value: Value<'c, 'a>) -> Option<usize> {
        match ir::defining_op(value) {
            Some(op) => op.next_in_block().map(|next| self.number(next)),
            None => {
                let first = ir::block_argument(value)?.0.first_operation()?;
                self.number.get(&ir::op_key(first)).copied()
            }
        }
        .filter(|n| *n != usize::MAX)
    }
}
