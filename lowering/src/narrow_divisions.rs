//! `layout-narrow-divisions`: numbers of 32 bits are divided by unknown numbers of 64 in 32.
//!
//! The number of a block is divided by a size of 64 bits, which LLVM does behind a branch on whether both have 32; quotient and
//! remainder have 64 bits then, and so have the products that they are in. But a number below the divisor is its own remainder, and
//! so it is where the divisor is the largest number of 32 bits in place of one that has more.
//!
//! ```mlir
//! // Before, where %x is the number of a block:
//! %q = llvm.udiv %x, %n : i64
//! // After:
//! %s = llvm.select %n < 2^32, %n, 2^32 - 1 : i32    %p = llvm.udiv %x, %s : i32    %q = llvm.zext %p : i32 to i64
//! ```
//!
//! A divisor of zero is undefined, as it was.

use layout_mlir::ir::{self, ValueKey};
use layout_mlir::registry::{OptionValues, PassInfo};
use melior::ir::r#type::IntegerType;
use melior::ir::{OperationRef, Type, Value, ValueLike};
use rustc_hash::FxHashMap;

use crate::addresses::{Bounds, built, constant, inline_ptx, low_bits, place, zero_extended};
use crate::kernels::kernels;

/// The pass.
pub const INFO: PassInfo = PassInfo {
    name: "layout-narrow-divisions",
    summary: "Divide numbers of 32 bits by unknown numbers of 64 in 32, in kernels",
    options: &[],
    statistics: &[],
    run,
};

fn run(op: OperationRef<'_, '_>, _: &OptionValues) -> bool {
    for kernel in kernels(op) {
        let bounds = Bounds::of(kernel);
        let mut known = Known { numbers: FxHashMap::default(), divisors: FxHashMap::default() };
        for op in ir::nested(kernel) {
            // A division that cannot be built stays as it is.
            narrow(op, &bounds, &mut known);
        }
    }
    true
}

/// Numbers of 64 bits in 32, each computed once: a divisor's reciprocal is shared.
struct Known<'c, 'a> {
    numbers: FxHashMap<ValueKey, Value<'c, 'a>>,
    divisors: FxHashMap<ValueKey, Value<'c, 'a>>,
}

/// Writes a division of 64 bits as one of 32.
fn narrow<'c: 'a, 'a>(op: OperationRef<'c, 'a>, bounds: &Bounds, known: &mut Known<'c, 'a>) -> Option<()> {
    let name = ir::name(op);
    let result = ir::result(op).filter(|_| matches!(name, "llvm.udiv" | "llvm.urem"))?;
    let [number, divisor] = [ir::operand(op, 0)?, ir::operand(op, 1)?];
    // (By constants LLVM multiplies.)
    if ir::bits(result.r#type()) != Some(64) || constant(divisor).is_some() {
        return None;
    }
    // Below what stands for a divisor of more bits.
    bounds.bound(number).filter(|most| *most < u32::MAX)?;
    let by = match known.divisors.get(&ir::key(divisor)) {
        Some(by) => *by,
        None => saturated(divisor, bounds)?,
    };
    known.divisors.insert(ir::key(divisor), by);
    let low = match known.numbers.get(&ir::key(number)) {
        Some(low) => *low,
        None => low_bits(place(number)?, number, by.r#type())?,
    };
    known.numbers.insert(ir::key(number), low);
    let short = built(op, name, &[low, by], by.r#type())?;
    // (LLVM erases the division: its result would not be another value's key then.)
    ir::replace_all_uses(result, zero_extended(op, short)?);
    Some(())
}

/// A number of 64 bits in 32, or the largest of these: by an instruction of PTX, since LLVM would compare and select 64 bits.
fn saturated<'c: 'a, 'a>(number: Value<'c, 'a>, bounds: &Bounds) -> Option<Value<'c, 'a>> {
    const PTX: &str =
        "{ .reg .pred p; .reg .b32 h; mov.b64 {$0, h}, $1; setp.ne.u32 p, h, 0; @p mov.b32 $0, -1; }";
    let before = place(number)?;
    let int: Type<'c> = IntegerType::new(ir::context(before), 32).into();
    if bounds.bound(number).is_some() {
        return low_bits(before, number, int);
    }
    inline_ptx(before, int, PTX, "=r,l", &[number])
}
