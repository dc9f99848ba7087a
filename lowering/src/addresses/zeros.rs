//! [`Zeros`]: bits of numbers of 64 bits that are known to be zero.

use layout_mlir::ir;
use melior::ir::{Value, ValueLike};

use super::bounds::Bounds;
use super::sum::{added, constant};

/// Most operations that bits are looked for through.
const DEPTH: usize = 12;

/// Which bits of numbers are zero, by the bounds of what they are computed of.
pub struct Zeros<'b>(pub &'b Bounds);

impl Zeros<'_> {
    /// Whether two numbers have no bit in common, so that nothing is carried where they are added.
    pub fn are_apart(&self, a: Value<'_, '_>, b: Value<'_, '_>) -> bool {
        self.of(a, DEPTH) | self.of(b, DEPTH) == u64::MAX
    }

    /// The bits that are zero, at least.
    fn of(&self, value: Value<'_, '_>, depth: usize) -> u64 {
        if let Some(number) = constant(value) {
            return !(number as u64);
        }
        let Some(op) = ir::defining_op(value).filter(|_| depth > 0) else { return 0 };
        let part = |number| ir::operand(op, number).map_or(0, |part| self.of(part, depth - 1));
        let by = || ir::operand(op, 1).and_then(constant).filter(|by| *by > 0);
        let short = || ir::operand(op, 0).filter(|short| ir::bits(short.r#type()) == Some(32));
        if let Some([a, b]) = added(op) {
            let (a, b) = (self.of(a, depth - 1), self.of(b, depth - 1));
            return if a | b == u64::MAX {
                a & b
            } else {
                low_ones(a.trailing_ones().min(b.trailing_ones()))
            };
        }
        match ir::name(op) {
            "llvm.zext" | "llvm.sext" => {
                let most = short().and_then(|short| self.0.bound(short));
                let is_natural = most.is_some_and(|most| i32::try_from(most).is_ok());
                let most = if is_natural || ir::name(op) == "llvm.zext" { most } else { None };
                most.map_or(0, |most| !low_ones(u32::BITS - most.leading_zeros()))
            }
            "llvm.mul" => by().map_or(0, |by| low_ones(part(0).trailing_ones() + by.trailing_zeros())),
            "llvm.and" => part(0) | part(1),
            _ => 0,
        }
    }
}

/// So many ones below zeros.
fn low_ones(count: u32) -> u64 {
    1u64.checked_shl(count).map_or(u64::MAX, |next| next - 1)
}
