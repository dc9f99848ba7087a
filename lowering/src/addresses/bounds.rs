//! [`Bounds`]: what numbers of a kernel in the LLVM dialect are at most.

use layout_bridge::facts::Machine;
use layout_mlir::ir;
use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, Value, ValueLike};

use super::sum::constant;
use crate::block_size::{EXACTLY, KNOWN, MOST};

/// Most operations that a bound is looked for through.
const DEPTH: usize = 12;

/// How many threads a block of a kernel has along each axis, and how many blocks there are, at most.
pub struct Bounds {
    block: [i64; 3],
    grid: [i64; 3],
}

impl Bounds {
    /// Reads what a kernel says. The most threads of a block (`.maxntid`) are so many in all: PTX does not say that the
    /// block has no more of them along one axis.
    pub fn of(kernel: OperationRef<'_, '_>) -> Self {
        let sizes = |name| kernel.attribute(name).map(ir::integers).unwrap_or_default();
        let any = Machine::nvidia(32);
        let each = |sizes: Vec<i64>, most: [i64; 3]| {
            [0, 1, 2].map(|axis| sizes.get(axis).map_or(most[axis], |size| most[axis].min(*size)))
        };
        let known = [EXACTLY, KNOWN].into_iter().map(sizes).find(|sizes| !sizes.is_empty());
        let all = || {
            let most = sizes(MOST);
            let product = most.iter().try_fold(1i64, |product, size| product.checked_mul(*size));
            vec![product.filter(|_| !most.is_empty()).unwrap_or(i64::MAX); 3]
        };
        let block = each(known.unwrap_or_else(all), any.threads);
        Self { block, grid: each(sizes("gpu.known_grid_size"), any.blocks) }
    }

    /// What a number of 32 or 64 bits is at most, if that is known to be less than 32 have: it is natural then, and so is all that it is
    /// computed of.
    pub fn bound(&self, value: Value<'_, '_>) -> Option<u32> {
        self.within(value, DEPTH)
    }

    fn within(&self, value: Value<'_, '_>, depth: usize) -> Option<u32> {
        if let Some(number) = constant(value) {
            return u32::try_from(number).ok();
        }
        let is_short = ir::bits(value.r#type()) == Some(32);
        let is_number = is_short || ir::bits(value.r#type()) == Some(64);
        let op = ir::defining_op(value).filter(|_| depth > 0 && is_number)?;
        let last = |sizes: &[i64; 3], axis: usize| u32::try_from(sizes[axis] - 1).ok();
        let operand = |number| ir::operand(op, number);
        let part = |number| self.within(operand(number)?, depth - 1);
        let number = |number| u32::try_from(constant(operand(number)?)?).ok();
        match ir::name(op) {
            "nvvm.read.ptx.sreg.tid.x" => last(&self.block, 0),
            "nvvm.read.ptx.sreg.tid.y" => last(&self.block, 1),
            "nvvm.read.ptx.sreg.tid.z" => last(&self.block, 2),
            "nvvm.read.ptx.sreg.ctaid.x" => last(&self.grid, 0),
            "nvvm.read.ptx.sreg.ctaid.y" => last(&self.grid, 1),
            "nvvm.read.ptx.sreg.ctaid.z" => last(&self.grid, 2),
            "llvm.add" => part(0)?.checked_add(part(1)?),
            "llvm.mul" => part(0)?.checked_mul(part(1)?),
            "llvm.shl" => part(0)?.checked_mul(1u32.checked_shl(number(1)?)?),
            "llvm.lshr" => part(0).or_else(|| is_short.then_some(u32::MAX))?.checked_shr(number(1)?),
            // (By zero nothing is divided.)
            "llvm.udiv" => part(0)?.checked_div(number(1).unwrap_or(1)),
            "llvm.urem" => number(1).map_or_else(|| part(0), |by| by.checked_sub(1)),
            "llvm.and" => match (part(0), part(1)) {
                (Some(a), Some(b)) => Some(a.min(b)),
                (a, b) => a.or(b),
            },
            // (A constant of fewer bits may be written with its sign or without.)
            "llvm.zext" | "llvm.sext" | "llvm.trunc" => {
                let from = operand(0).filter(|from| matches!(ir::bits(from.r#type()), Some(32 | 64)))?;
                let most = self.within(from, depth - 1)?;
                (ir::name(op) != "llvm.sext" || i32::try_from(most).is_ok()).then_some(most)
            }
            _ => None,
        }
    }
}
