//! `layout-shorten-comparisons`: what is compared is computed in as many bits as it needs.
//!
//! An index of 64 bits that is computed of the numbers of a thread and its block has a few more bits than these, and the machine adds
//! 64 bits by two instructions. LLVM computes it in 32 bits where nothing else reads a term of it.
//!
//! ```mlir
//! // Before, where %i is below 2^20:
//! %a = llvm.zext %i : i32 to i64    %b = llvm.add %a, %c8 : i64    %p = llvm.icmp "slt" %b, %n : i64
//! // After:
//! %s = llvm.add %i, %c8 overflow<nuw> : i32    %b = llvm.zext %s : i32 to i64    %p = llvm.icmp "slt" %b, %n : i64
//! ```
//!
//! All that such a number is computed of is natural and has a bound of 32 bits ([`Bounds`]), so that nothing wraps.

use layout_mlir::ir::{self, ValueKey};
use layout_mlir::registry::{OptionValues, PassInfo};
use melior::ir::operation::OperationLike;
use melior::ir::r#type::IntegerType;
use melior::ir::{OperationRef, Type, Value, ValueLike};
use rustc_hash::FxHashMap;

use crate::addresses::{Bounds, built, constant, constant_like, low_bits, zero_extended};
use crate::kernels::kernels;

/// The pass.
pub const INFO: PassInfo = PassInfo {
    name: "layout-shorten-comparisons",
    summary: "Compute what is compared in 32 bits where it has no more, in kernels",
    options: &[],
    statistics: &[],
    run,
};

fn run(op: OperationRef<'_, '_>, _: &OptionValues) -> bool {
    for kernel in kernels(op) {
        let mut short = Short { bounds: Bounds::of(kernel), known: FxHashMap::default() };
        for compare in ir::nested(kernel).into_iter().filter(|op| ir::name(*op) == "llvm.icmp") {
            for (operand, value) in compare.operands().enumerate() {
                // (What cannot be built stays as it is.)
                if let Some(new) = short.instead(value) {
                    ir::set_operand(ir::Use { op: compare, operand }, new);
                }
            }
        }
    }
    true
}

/// Numbers of 64 bits in 32.
struct Short<'c, 'a> {
    bounds: Bounds,
    known: FxHashMap<ValueKey, Option<Value<'c, 'a>>>,
}

impl<'c: 'a, 'a> Short<'c, 'a> {
    /// What stands for a number of 64 bits that is computed in so many.
    fn instead(&mut self, value: Value<'c, 'a>) -> Option<Value<'c, 'a>> {
        let op = ir::defining_op(value).filter(|_| ir::bits(value.r#type()) == Some(64))?;
        if !matches!(ir::name(op), "llvm.add" | "llvm.mul" | "llvm.shl") || self.bounds.bound(value).is_none()
        {
            return None;
        }
        let short = self.of(value)?;
        zero_extended(op, short)
    }

    /// A number in 32 bits, which is natural and has no more.
    fn of(&mut self, value: Value<'c, 'a>) -> Option<Value<'c, 'a>> {
        if let Some(known) = self.known.get(&ir::key(value)) {
            return *known;
        }
        let op = ir::defining_op(value)?;
        let int: Type<'c> = IntegerType::new(ir::context(op), 32).into();
        let short = self.made(op, value, int);
        self.known.insert(ir::key(value), short);
        short
    }

    fn made(
        &mut self,
        op: OperationRef<'c, 'a>,
        value: Value<'c, 'a>,
        int: Type<'c>,
    ) -> Option<Value<'c, 'a>> {
        let from = || ir::operand(op, 0);
        match ir::name(op) {
            "llvm.zext" | "llvm.sext" if from()?.r#type() == int => from(),
            name @ ("llvm.add" | "llvm.mul" | "llvm.shl") => {
                let [a, b] = [0, 1].map(|number| ir::operand(op, number));
                let a = self.of(a?)?;
                let b = match constant(b?) {
                    Some(number) => constant_like(op, a, number)?,
                    None => self.of(b?)?,
                };
                built(op, name, &[a, b], int)
            }
            _ => low_bits(op.next_in_block()?, value, int),
        }
    }
}
