//! Which operations run together: where one of a stretch runs, all of it does, unless something before is undefined.
//!
//! So what one access of a stretch promises (its index is an element of the memory, and no poison) holds for all
//! that is computed in the stretch, before the access and behind it; and in stretches that run after it.

use layout_mlir::ir::{self, Effects};
use melior::ir::operation::OperationLike;
use melior::ir::{BlockLike, OperationRef};
use rustc_hash::FxHashMap;

use crate::facts::is_assumption;
use crate::order::{Number, Order};

/// The stretches of a function, by number.
pub struct Stretches {
    /// For each operation its stretch.
    of: Vec<u32>,
    /// For each stretch the last one that has run when it begins, of its block or around it: a lower number.
    before: Vec<Option<u32>>,
}

impl Stretches {
    /// Looks a function over.
    pub fn new<'c: 'a, 'a>(order: &Order<'c, 'a>) -> Self {
        let (mut of, mut before) = (Vec::with_capacity(order.ops().len()), Vec::new());
        // For each block its last stretch, and whether that goes on.
        let mut last: FxHashMap<usize, (u32, bool)> = FxHashMap::default();
        for op in order.ops() {
            let block = op.block().map_or(0, |block| block.to_raw().ptr as usize);
            let stretch = match last.get(&block) {
                Some((stretch, true)) => *stretch,
                ended => {
                    // What an operation with regions is in has run: that operation ends its stretch.
                    let parent = || order.number(op.block().and_then(ir::block_parent)?);
                    let around = || of.get(parent()? as usize).copied();
                    before.push(ended.map(|(stretch, _)| *stretch).or_else(around));
                    before.len() as u32 - 1
                }
            };
            of.push(stretch);
            last.insert(block, (stretch, goes_on(*op)));
        }
        Self { of, before }
    }

    /// For each stretch the last one that has run when it begins, which has a lower number.
    pub fn before(&self) -> impl Iterator<Item = (u32, Option<u32>)> {
        (0..).zip(self.before.iter().copied())
    }

    /// The stretch of the operation of a number.
    pub fn of(&self, number: Number) -> Option<u32> {
        self.of.get(number as usize).copied()
    }
}

/// Whether control passes to the next operation for certain.
fn goes_on(op: OperationRef<'_, '_>) -> bool {
    let name = ir::name(op);
    let computes = matches!(
        name.split('.').next(),
        Some("arith" | "index" | "layout" | "affine" | "memref" | "math" | "vector" | "ub" | "gpu")
    ) || name.starts_with("nvvm.read.ptx.sreg.");
    let stores = matches!(name, "memref.store" | "vector.store");
    op.region_count() == 0 && (computes && ir::effects(op) != Effects::Any || stores || is_assumption(op))
}
