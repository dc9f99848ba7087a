//! `layout-multiply-divisions`: short numbers are divided by constants by a product and a shift.
//!
//! Of the number of a thread, or of what is computed of it, LLVM knows that it has 8 or 16 bits. It divides those in so many bits,
//! which the machine has to make of 32: masks and extensions around each operation. And not knowing it, it divides as
//! numbers of 32 bits are, which takes a product of 64 bits, and for some divisors three instructions more.
//!
//! ```mlir
//! // Before, where %x is at most 255:
//! %q = llvm.udiv %x, %c20 : i32
//! // After:
//! %p = llvm.mul %x, %c205 : i32    %q = llvm.lshr %p, %c12 : i32
//! ```
//!
//! With `m = ⌈2^s / d⌉` and `e = m d - 2^s`, `x m / 2^s` is `x / d + x e / (d 2^s)`. The fraction of `x / d` is at most
//! `1 - 1/d`, so that both have the same whole part where `x e < 2^s`. A remainder is what `d q` leaves of `x`.

use layout_mlir::ir;
use layout_mlir::registry::{OptionValues, PassInfo};
use melior::ir::r#type::IntegerType;
use melior::ir::{OperationRef, ValueLike};

use crate::addresses::{Bounds, built, constant, constant_like, low_bits, zero_extended};
use crate::kernels::kernels;

/// The pass.
pub const INFO: PassInfo = PassInfo {
    name: "layout-multiply-divisions",
    summary: "Divide short numbers by constants by a product and a shift, in kernels",
    options: &[],
    statistics: &[],
    run,
};

fn run(op: OperationRef<'_, '_>, _: &OptionValues) -> bool {
    for kernel in kernels(op) {
        let bounds = Bounds::of(kernel);
        for op in ir::nested(kernel) {
            // A division that cannot be built stays one.
            multiply(op, &bounds);
        }
    }
    true
}

/// Writes a division as a product and a shift.
fn multiply(op: OperationRef<'_, '_>, bounds: &Bounds) -> Option<()> {
    let name = ir::name(op);
    let result = ir::result(op).filter(|_| matches!(name, "llvm.udiv" | "llvm.urem"))?;
    let (number, by) = (ir::operand(op, 0)?, ir::operand(op, 1)?);
    let divisor = u32::try_from(constant(by)?).ok().filter(|d| *d > 2 && !d.is_power_of_two())?;
    let is_long = ir::bits(result.r#type()) == Some(64);
    if !is_long && ir::bits(result.r#type()) != Some(32) {
        return None;
    }
    let (factor, shift) = multiplier(divisor, bounds.bound(number)?)?;
    // (One of 64 bits that has a bound is natural and of no more than 32.)
    let short = low_bits(op, number, IntegerType::new(ir::context(op), 32).into())?;
    let by_constant = |name: &str, of, constant: u32| {
        built(op, name, &[of, constant_like(op, short, i64::from(constant as i32))?], short.r#type())
    };
    let quotient = by_constant("llvm.lshr", by_constant("llvm.mul", short, factor)?, shift)?;
    let new = if name == "llvm.udiv" {
        quotient
    } else {
        let whole = by_constant("llvm.mul", quotient, divisor)?;
        built(op, "llvm.sub", &[short, whole], short.r#type())?
    };
    let new = if is_long { zero_extended(op, new)? } else { new };
    ir::replace_all_uses(result, new);
    ir::erase(op).ok()
}

/// The factor and the shift that divide the numbers up to a limit, if there are some in 32 bits.
fn multiplier(divisor: u32, limit: u32) -> Option<(u32, u32)> {
    let (divisor, limit) = (u64::from(divisor), u64::from(limit));
    (0..32).find_map(|shift| {
        let factor = (1u64 << shift).div_ceil(divisor);
        let excess = factor * divisor - (1 << shift);
        let is_exact = limit * excess < 1 << shift && limit * factor <= u64::from(u32::MAX);
        is_exact.then_some((u32::try_from(factor).ok()?, shift))
    })
}

#[cfg(test)]
mod tests {
    use super::multiplier;

    #[test]
    fn quotients() {
        let mut found = 0;
        for divisor in (3..300).chain([511, 1000, 4095, 40000, 70000]) {
            for limit in [1, 2, divisor - 1, divisor, 127, 255, 1023, 1024, 4095, 20000, 65535, 1 << 20] {
                let Some((factor, shift)) = multiplier(divisor, limit) else { continue };
                found += 1;
                for x in 0..=limit {
                    assert_eq!((x * factor) >> shift, x / divisor, "{x} / {divisor} of {limit}");
                }
            }
        }
        // Those of up to 1024 threads have one.
        assert!((3..300).all(|d| multiplier(d, 1023).is_some()));
        assert!(found > 2000 && multiplier(7, u32::MAX).is_none());
    }
}
