//! Quotients that are only multiplied by their divisor: that is what the remainder leaves of the number.
//!
//! A remainder is computed with its quotient, by corrections of both. Rows of unknown length in another layout take a number to its
//! place by `x % n` and `n * (x / n)`, and the quotient is for nothing else.
//!
//! ```mlir
//! // Before:
//! %q = llvm.udiv %x, %n : i32    %p = llvm.mul %n, %q : i32
//! // After:
//! %r = llvm.urem %x, %n : i32    %p = llvm.sub %x, %r : i32
//! ```

use layout_mlir::ir;
use melior::ir::{OperationRef, Value, ValueLike};

use crate::addresses::build::built;
use crate::addresses::sum::constant;

/// Rewrites the products of a kernel by their divisors.
pub fn rewrite(kernel: OperationRef<'_, '_>) {
    for op in ir::nested(kernel) {
        // A product that cannot be built stays one.
        replace(op);
    }
}

fn replace<'c: 'a, 'a>(op: OperationRef<'c, 'a>) -> Option<()> {
    let quotient = ir::result(op).filter(|_| ir::name(op) == "llvm.udiv")?;
    let [number, divisor] = [ir::operand(op, 0)?, ir::operand(op, 1)?];
    // (A constant makes the remainder of the quotient. Of 64 bits LLVM does.)
    if ir::bits(quotient.r#type()) != Some(32) || constant(divisor).is_some() || is_power_of_two(divisor) {
        return None;
    }
    let is_read = |op: &OperationRef<'c, 'a>| ir::result(*op).is_none_or(|product| !ir::is_unused(product));
    let products: Vec<_> = ir::users(quotient).into_iter().filter(is_read).collect();
    let is_by_divisor = |product: &OperationRef<'c, 'a>| {
        let is = |number, value: Value<'c, 'a>| {
            ir::operand(*product, number).is_some_and(|v| ir::key(v) == ir::key(value))
        };
        ir::name(*product) == "llvm.mul"
            && (is(0, quotient) && is(1, divisor) || is(0, divisor) && is(1, quotient))
    };
    if products.is_empty() || !products.iter().all(is_by_divisor) {
        return None;
    }
    let rest = built(op, "llvm.urem", &[number, divisor], quotient.r#type())?;
    let whole = built(op, "llvm.sub", &[number, rest], quotient.r#type())?;
    // (What nobody reads LLVM erases.)
    for product in products.into_iter().filter_map(ir::result) {
        ir::replace_all_uses(product, whole);
    }
    Some(())
}

/// Whether LLVM divides by a shift.
fn is_power_of_two(divisor: Value<'_, '_>) -> bool {
    ir::defining_op(divisor).is_some_and(|op| ir::name(op) == "llvm.shl")
}
