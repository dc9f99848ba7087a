//! [`Bounds`]: what numbers of a kernel in the LLVM dialect are at most.

use layout_mlir::ir;
use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, Value, ValueLike};

use super::sum::constant;
use crate::block_size::{EXACTLY, MOST};

/// Most operations that a bound is looked for through.
const DEPTH: usize = 12;

/// The most threads of a block and blocks of a grid that there can be along x, y and z.
///
/// Source: CUDA C++ Programming Guide, "Technical Specifications per Compute Capability".
const THREADS: [u32; 3] = [1024, 1024, 64];
const BLOCKS: [u32; 3] = [i32::MAX.unsigned_abs(), 65535, 65535];

/// How many threads a block of a kernel has, and how many blocks there are, where a kernel says so.
pub struct Bounds {
    block: Vec<i64>,
    grid: Vec<i64>,
}

impl Bounds {
    /// Reads what a kernel says.
    pub fn of(kernel: OperationRef<'_, '_>) -> Self {
        let sizes = |name| kernel.attribute(name).map(ir::integers).unwrap_or_default();
        let block = if kernel.has_attribute(EXACTLY) { EXACTLY } else { MOST };
        Self { block: sizes(block), grid: sizes("gpu.known_grid_size") }
    }

    /// What a number of 32 bits is at most, if that is known to be less than the type has.
    pub fn bound(&self, value: Value<'_, '_>) -> Option<u32> {
        self.within(value, DEPTH)
    }

    fn within(&self, value: Value<'_, '_>, depth: usize) -> Option<u32> {
        if let Some(number) = constant(value) {
            return u32::try_from(number).ok();
        }
        let op = ir::defining_op(value).filter(|_| depth > 0 && ir::bits(value.r#type()) == Some(32))?;
        let last = |sizes: &[i64], axis: usize, most: [u32; 3]| match sizes.get(axis) {
            Some(size) => u32::try_from(*size).ok()?.checked_sub(1),
            None => Some(most[axis] - 1),
        };
        let operand = |number| ir::operand(op, number);
        let part = |number| self.within(operand(number)?, depth - 1);
        let number = |number| u32::try_from(constant(operand(number)?)?).ok();
        match ir::name(op) {
            "nvvm.read.ptx.sreg.tid.x" => last(&self.block, 0, THREADS),
            "nvvm.read.ptx.sreg.tid.y" => last(&self.block, 1, THREADS),
            "nvvm.read.ptx.sreg.tid.z" => last(&self.block, 2, THREADS),
            "nvvm.read.ptx.sreg.ctaid.x" => last(&self.grid, 0, BLOCKS),
            "nvvm.read.ptx.sreg.ctaid.y" => last(&self.grid, 1, BLOCKS),
            "nvvm.read.ptx.sreg.ctaid.z" => last(&self.grid, 2, BLOCKS),
            "llvm.add" => part(0)?.checked_add(part(1)?),
            "llvm.mul" => part(0)?.checked_mul(part(1)?),
            "llvm.shl" => part(0)?.checked_mul(1u32.checked_shl(number(1)?)?),
            "llvm.lshr" => part(0).unwrap_or(u32::MAX).checked_shr(number(1)?),
            "llvm.udiv" => part(0)?.checked_div(number(1)?),
            "llvm.urem" => number(1)?.checked_sub(1),
            "llvm.and" => match (part(0), part(1)) {
                (Some(a), Some(b)) => Some(a.min(b)),
                (a, b) => a.or(b),
            },
            "llvm.trunc" => {
                let extension = ir::defining_op(operand(0)?)?;
                let is_extension = matches!(ir::name(extension), "llvm.sext" | "llvm.zext");
                self.within(ir::operand(extension, 0).filter(|_| is_extension)?, depth - 1)
            }
            _ => None,
        }
    }
}
