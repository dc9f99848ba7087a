//! Factors that threads hand to a product in registers, which it reads until somebody has waited for it (PTX ISA, "wgmma.mma_async": who
//! accesses the registers of A before that is not defined).
//!
//! A value is not written twice, but its registers are where a loop computes it anew in each iteration. Loads stay behind what waits; what is
//! computed of registers alone is known to stay nowhere.

use layout_dialect::tile::{WAIT_MMA, reads_memory};
use layout_mlir::ir;
use melior::ir::block::BlockLike as _;
use melior::ir::operation::OperationLike;
use melior::ir::{BlockRef, OperationRef, Value, ValueLike};

/// What of a product may be in registers: A.
fn handed<'c: 'a, 'a>(product: OperationRef<'c, 'a>) -> Option<Value<'c, 'a>> {
    ir::operand(product, 0).filter(|a| !ir::is_memref(a.r#type()))
}

/// Until when the registers of what a product is handed are not written again.
#[derive(Clone, Copy)]
pub enum Until<'c, 'a> {
    /// Until an operation of its iteration, or behind all loops, that waits for it. What a loop carries is written as soon as what it
    /// yields is computed, unless somebody has it from then on.
    Awaited(OperationRef<'c, 'a>),
    /// Until an operation of the next iteration that waits for it, or for ever.
    Later,
    /// Perhaps not as long as it is under way: a loop around computes it anew, and nothing is known to wait before.
    Rewritten,
}

/// Until when that is of a product; how many products each product and each wait leave under way is given by `left`.
pub fn until<'c: 'a, 'a>(
    product: OperationRef<'c, 'a>,
    left: impl Fn(OperationRef<'c, 'a>) -> i64,
) -> Until<'c, 'a> {
    let Some(a) = handed(product) else { return Until::Later };
    let carried = ir::block_argument(a).and_then(|(block, _)| ir::block_parent(block));
    let made = ir::defining_op(a);
    let is_loaded = made.is_none_or(|made| ir::name(made) == "layout.load");
    let mut since = Since { begun: 0, left };
    let mut inside = product;
    loop {
        let behind = std::iter::successors(inside.next_in_block(), |op| op.next_in_block());
        if let Some(by) = since.awaited(behind) {
            return Until::Awaited(by);
        }
        let around = inside.parent_operation().filter(|around| !is_function(*around));
        let (Some(around), Some(block)) = (around, inside.block()) else { return Until::Later };
        if ir::name(around) != "scf.if" {
            if carried.is_some_and(|carried| ir::op_key(carried) == ir::op_key(around)) {
                return Until::Rewritten;
            }
            // The next iteration, up to what computes it.
            if let Some(holder) = made.and_then(|made| in_block(made, block)) {
                let first = std::iter::successors(block.first_operation(), |op| op.next_in_block());
                let first = first.take_while(|op| ir::op_key(*op) != ir::op_key(holder));
                let is_behind = is_loaded && since.awaited(first).is_some();
                return if is_behind { Until::Later } else { Until::Rewritten };
            }
        }
        inside = around;
    }
}

/// Whether what a product is handed is carried by a loop, and there where an operation is.
pub fn is_carried<'c: 'a, 'a>(product: OperationRef<'c, 'a>, at: OperationRef<'c, 'a>) -> bool {
    let block = handed(product).and_then(ir::block_argument).map(|(block, _)| block);
    block.is_some_and(|block| in_block(at, block).is_some())
}

/// Whether an operation is a function, whose body runs once.
fn is_function(op: OperationRef<'_, '_>) -> bool {
    matches!(ir::name(op), "gpu.func" | "func.func" | "gpu.launch" | "builtin.module" | "gpu.module")
}

/// What of a block an operation is or is inside of.
fn in_block<'c: 'a, 'a>(op: OperationRef<'c, 'a>, block: BlockRef<'c, 'a>) -> Option<OperationRef<'c, 'a>> {
    std::iter::successors(Some(op), |op| op.parent_operation()).find(|op| op.block() == Some(block))
}

/// Products that are known to have begun since one did, and how many are left under way by what waits.
struct Since<F> {
    begun: i64,
    left: F,
}

impl<F> Since<F> {
    /// What waits for it of operations that run one after the other; what is inside of others may not run.
    fn awaited<'c: 'a, 'a>(
        &mut self,
        mut ops: impl Iterator<Item = OperationRef<'c, 'a>>,
    ) -> Option<OperationRef<'c, 'a>>
    where
        F: Fn(OperationRef<'c, 'a>) -> i64,
    {
        ops.find(|op| {
            let begins = ir::name(*op) == "layout.mma" && reads_memory(*op);
            self.begun += i64::from(begins);
            // (Of so many that may be left, it is an older one.)
            (begins || ir::name(*op) == WAIT_MMA) && (self.left)(*op) <= self.begun
        })
    }
}
