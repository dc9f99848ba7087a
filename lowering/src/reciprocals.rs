//! `layout-share-reciprocals`: divisions of 32 bits by an unknown number are multiplications by its reciprocal, which
//! those by the same number share.
//!
//! A GPU has no division. What the assembler writes for one takes a reciprocal in `f32`, makes a multiplier of it,
//! multiplies, and corrects the quotient; it does so for each division anew, behind each branch and in each
//! iteration, has a result for a divisor of zero, and computes no remainder. Here the multiplier is computed where
//! the divisor is, once:
//!
//! ```text
//! z = trunc(2^32 · rcp(d) less two units in the last place)    y = z + hi(z · (-d · z))
//! m = y + 1 if 2^32 - 1 - y d >= d, else y                     (m is the quotient of 2^32 - 1 by d)
//! q = hi(n · m)    r = n - q d    if r >= d: q + 1 and r - d
//! ```
//!
//! One division by itself takes `y` for `m`, and corrects twice.
//!
//! With `X = 2^32 / d`: the reciprocal is off by a unit at most (PTX ISA, "rcp", `.approx.ftz.f32`), and `d` as a
//! number with a point by half of one, so that `z = X - a` with `0 <= a < 4.2e-7 X + 1`. A step of Newton's gives
//! `X - a²/X`, less than one below which is `y`; so `y` is `m` or one less. And `n/d - n m/2^32 < 1`, since `X - m <= 1`,
//! so that `q` is the quotient or one less. A divisor of zero is undefined, as it was.

use layout_mlir::ir::{self, ValueKey};
use layout_mlir::registry::{OptionValues, PassInfo};
use melior::ir::attribute::{IntegerAttribute, StringAttribute};
use melior::ir::r#type::IntegerType;
use melior::ir::{Attribute, OperationRef, Type, Value, ValueLike};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::addresses::{Loop, innermost, place};
use crate::convert_layout_memref::emit::Emit;
use crate::convert_layout_memref::error::Error;
use crate::kernels::kernels;

/// The pass.
pub const INFO: PassInfo = PassInfo {
    name: "layout-share-reciprocals",
    summary: "Divide by unknown numbers by their reciprocals, in kernels",
    options: &[],
    statistics: &[],
    run,
};

/// What is added to the bits of a number in `f32` to make it `2^32` times it less two units in the last place: 32 in
/// its exponent, -2 in its mantissa.
const SCALE: u32 = (32 << 23) - 2;

fn run(op: OperationRef<'_, '_>, _: &OptionValues) -> bool {
    kernels(op).all(|kernel| {
        share(kernel).map_err(|error| ir::emit_error(ir::location(kernel), &error.to_string())).is_ok()
    })
}

fn share(kernel: OperationRef<'_, '_>) -> Result<(), Error> {
    let mut order = Vec::new();
    let mut of_divisor: FxHashMap<ValueKey, Vec<Division<'_, '_>>> = FxHashMap::default();
    for division in ir::nested(kernel).into_iter().filter_map(Division::of) {
        let key = ir::key(division.divisor);
        if !of_divisor.contains_key(&key) {
            order.push(key);
        }
        of_divisor.entry(key).or_default().push(division);
    }
    let loops = innermost(kernel);
    for divisions in order.iter().filter_map(|key| of_divisor.get(key)) {
        let numerators: FxHashSet<ValueKey> = divisions.iter().map(|d| ir::key(d.numerator)).collect();
        if numerators.len() < 2 && !divisions.iter().any(|d| d.is_repeated(&loops)) {
            for division in divisions {
                division.replace(|numbers, n| numbers.divided_alone(n, division.divisor))?;
            }
            continue;
        }
        let Some(divisor) = divisions.first().map(|d| d.divisor) else { continue };
        let Some(place) = place(divisor) else { continue };
        let multiplier = Numbers::before(place).multiplier(divisor)?;
        for division in divisions {
            division.replace(|numbers, n| numbers.divided(n, division.divisor, multiplier))?;
        }
    }
    Ok(())
}

/// An unsigned division of 32 bits, or its remainder, by a number that is not known.
struct Division<'c, 'a> {
    op: OperationRef<'c, 'a>,
    numerator: Value<'c, 'a>,
    divisor: Value<'c, 'a>,
}

impl<'c: 'a, 'a> Division<'c, 'a> {
    fn of(op: OperationRef<'c, 'a>) -> Option<Self> {
        if !matches!(ir::name(op), "llvm.udiv" | "llvm.urem") {
            return None;
        }
        let (numerator, divisor) = (ir::operand(op, 0)?, ir::operand(op, 1)?);
        // A power of two is a shift to LLVM.
        let is_known = |op| matches!(ir::name(op), "llvm.mlir.constant" | "llvm.shl");
        let is_unknown = !ir::defining_op(divisor).is_some_and(is_known);
        let is_narrow = ir::scalar(divisor.r#type()) == Some(ir::Scalar::Int(32));
        (is_unknown && is_narrow).then_some(Self { op, numerator, divisor })
    }

    /// Whether a loop divides by the same number in each iteration.
    fn is_repeated(&self, loops: &[Loop<'c, 'a>]) -> bool {
        ir::result(self.op).is_some_and(|q| loops.iter().any(|l| l.defines(q) && !l.defines(self.divisor)))
    }

    /// Puts the quotient in place of a division, and the remainder in place of what is computed from it: `divided`
    /// computes both of a numerator.
    fn replace(
        &self,
        divided: impl FnOnce(&Numbers<'c, 'a>, Value<'c, 'a>) -> Result<[Value<'c, 'a>; 2], Error>,
    ) -> Result<(), Error> {
        // The numerator may have been a quotient that is another value now.
        let (Some(old), Some(numerator)) = (ir::result(self.op), ir::operand(self.op, 0)) else {
            return Ok(());
        };
        let numbers = Numbers::before(self.op);
        let [quotient, remainder] = divided(&numbers, numerator)?;
        if ir::name(self.op) == "llvm.urem" {
            ir::replace_all_uses(old, remainder);
            return Ok(());
        }
        for rest in ir::users(old).into_iter().flat_map(|product| self.remainders(numerator, product)) {
            ir::replace_all_uses(rest, remainder);
        }
        ir::replace_all_uses(old, quotient);
        Ok(())
    }

    /// What is the numerator less a product of quotient and divisor.
    fn remainders(&self, numerator: Value<'c, 'a>, product: OperationRef<'c, 'a>) -> Vec<Value<'c, 'a>> {
        let is = |op, number, value| ir::operand(op, number).is_some_and(|v| ir::key(v) == ir::key(value));
        let is_product =
            ir::name(product) == "llvm.mul" && (is(product, 0, self.divisor) || is(product, 1, self.divisor));
        let Some(result) = ir::result(product).filter(|_| is_product) else { return Vec::new() };
        let is_rest = |op: &OperationRef<'c, 'a>| {
            ir::name(*op) == "llvm.sub" && is(*op, 0, numerator) && is(*op, 1, result)
        };
        ir::users(result).into_iter().filter(is_rest).filter_map(ir::result).collect()
    }
}

/// Writes arithmetic of 32 bits.
struct Numbers<'c, 'a> {
    emit: Emit<'c, 'a>,
    int: Type<'c>,
    float: Type<'c>,
}

impl<'c: 'a, 'a> Numbers<'c, 'a> {
    fn before(op: OperationRef<'c, 'a>) -> Self {
        let context = ir::context(op);
        Self { emit: Emit::at(op), int: IntegerType::new(context, 32).into(), float: Type::float32(context) }
    }

    fn constant(&self, number: i64) -> Result<Value<'c, 'a>, Error> {
        let value: Attribute<'c> = IntegerAttribute::new(self.int, number).into();
        self.emit.value("llvm.mlir.constant", &[], self.int, &[("value", value)])
    }

    fn op(&self, name: &str, a: Value<'c, 'a>, b: Value<'c, 'a>) -> Result<Value<'c, 'a>, Error> {
        self.emit.value(name, &[a, b], self.int, &[])
    }

    /// The upper half of a product.
    fn high(&self, a: Value<'c, 'a>, b: Value<'c, 'a>) -> Result<Value<'c, 'a>, Error> {
        let wide: Type<'c> = IntegerType::new(self.emit.context, 64).into();
        let value = |name, operands: &[Value<'c, 'a>]| self.emit.value(name, operands, wide, &[]);
        let product = value("llvm.mul", &[value("llvm.zext", &[a])?, value("llvm.zext", &[b])?])?;
        let half: Attribute<'c> = IntegerAttribute::new(wide, 32).into();
        let half = self.emit.value("llvm.mlir.constant", &[], wide, &[("value", half)])?;
        self.emit.value("llvm.trunc", &[value("llvm.lshr", &[product, half])?], self.int, &[])
    }

    /// `y` of a divisor.
    fn estimate(&self, divisor: Value<'c, 'a>) -> Result<Value<'c, 'a>, Error> {
        let float = |name, operands: &[Value<'c, 'a>]| self.emit.value(name, operands, self.float, &[]);
        let int = |name, operand| self.emit.value(name, &[operand], self.int, &[]);
        let reciprocal = float("nvvm.rcp.approx.ftz.f", &[float("llvm.uitofp", &[divisor])?])?;
        let bits = self.op("llvm.add", int("llvm.bitcast", reciprocal)?, self.constant(SCALE.into())?)?;
        let z = int("llvm.fptoui", float("llvm.bitcast", &[bits])?)?;
        let minus = self.op("llvm.sub", self.constant(0)?, divisor)?;
        self.op("llvm.add", z, self.high(z, self.op("llvm.mul", minus, z)?)?)
    }

    /// `m` of a divisor.
    fn multiplier(&self, divisor: Value<'c, 'a>) -> Result<Value<'c, 'a>, Error> {
        let y = self.estimate(divisor)?;
        let rest = self.op("llvm.xor", self.op("llvm.mul", y, divisor)?, self.constant(-1)?)?;
        Ok(self.corrected([y, rest], divisor)?[0])
    }

    /// Quotient and remainder, by `m` of the divisor.
    fn divided(
        &self,
        numerator: Value<'c, 'a>,
        divisor: Value<'c, 'a>,
        multiplier: Value<'c, 'a>,
    ) -> Result<[Value<'c, 'a>; 2], Error> {
        self.corrected(self.multiplied(numerator, divisor, multiplier)?, divisor)
    }

    /// Quotient and remainder of the only division by a number.
    fn divided_alone(
        &self,
        numerator: Value<'c, 'a>,
        divisor: Value<'c, 'a>,
    ) -> Result<[Value<'c, 'a>; 2], Error> {
        let low = self.multiplied(numerator, divisor, self.estimate(divisor)?)?;
        self.corrected(self.corrected(low, divisor)?, divisor)
    }

    /// A quotient that may be too low, and what is left.
    fn multiplied(
        &self,
        numerator: Value<'c, 'a>,
        divisor: Value<'c, 'a>,
        multiplier: Value<'c, 'a>,
    ) -> Result<[Value<'c, 'a>; 2], Error> {
        let quotient = self.high(numerator, multiplier)?;
        Ok([quotient, self.op("llvm.sub", numerator, self.op("llvm.mul", quotient, divisor)?)?])
    }

    /// A quotient that may be too low, and its remainder, with one more taken if it is there.
    fn corrected(
        &self,
        [quotient, remainder]: [Value<'c, 'a>; 2],
        divisor: Value<'c, 'a>,
    ) -> Result<[Value<'c, 'a>; 2], Error> {
        const ABOVE: &str = "{ .reg .pred p; setp.ge.u32 p, $2, $3; @p add.u32 $0, $0, 1; }";
        const LESS: &str = "{ .reg .pred p; setp.ge.u32 p, $0, $2; @p sub.u32 $0, $0, $2; }";
        Ok([
            self.ptx(ABOVE, "=&r,0,r,r", &[quotient, remainder, divisor])?,
            self.ptx(LESS, "=&r,0,r", &[remainder, divisor])?,
        ])
    }

    /// PTX that computes a number, and nothing else.
    fn ptx(&self, ptx: &str, constraints: &str, operands: &[Value<'c, 'a>]) -> Result<Value<'c, 'a>, Error> {
        let text = |text: &str| -> Attribute<'c> { StringAttribute::new(self.emit.context, text).into() };
        let attributes = [("asm_string", text(ptx)), ("constraints", text(constraints))];
        self.emit.value("llvm.inline_asm", operands, self.int, &attributes)
    }
}

#[cfg(test)]
mod tests {
    use super::SCALE;

    fn high(a: u32, b: u32) -> u32 {
        ((u64::from(a) * u64::from(b)) >> 32) as u32
    }

    fn corrected(quotient: u32, remainder: u32, divisor: u32) -> (u32, u32) {
        if remainder >= divisor { (quotient + 1, remainder - divisor) } else { (quotient, remainder) }
    }

    /// The reciprocals that `rcp.approx.ftz.f32` may give: within a unit in the last place.
    fn reciprocals(divisor: u32) -> impl Iterator<Item = f32> {
        let exact = 1.0 / f64::from(divisor as f32);
        let unit = (exact.log2().floor() - 23.0).exp2();
        let near = (1.0 / divisor as f32).to_bits();
        let all = [near - 1, near, near + 1].into_iter().map(f32::from_bits);
        all.filter(move |r| (f64::from(*r) - exact).abs() <= unit)
    }

    /// The arithmetic that is emitted.
    fn estimate(divisor: u32, reciprocal: f32) -> u32 {
        let z = f32::from_bits(reciprocal.to_bits() + SCALE) as u32;
        z + high(z, divisor.wrapping_neg().wrapping_mul(z))
    }

    fn multiplier(divisor: u32, reciprocal: f32) -> u32 {
        let y = estimate(divisor, reciprocal);
        corrected(y, !y.wrapping_mul(divisor), divisor).0
    }

    fn divided_alone(numerator: u32, divisor: u32, estimate: u32) -> (u32, u32) {
        let quotient = high(numerator, estimate);
        let remainder = numerator.wrapping_sub(quotient.wrapping_mul(divisor));
        let (quotient, remainder) = corrected(quotient, remainder, divisor);
        corrected(quotient, remainder, divisor)
    }

    fn divided(numerator: u32, divisor: u32, multiplier: u32) -> (u32, u32) {
        let quotient = high(numerator, multiplier);
        corrected(quotient, numerator.wrapping_sub(quotient.wrapping_mul(divisor)), divisor)
    }

    /// Numbers of all sizes.
    fn numbers(count: usize, seed: u64) -> impl Iterator<Item = u32> {
        let mut state = seed;
        (0..count).map(move |_| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let bits = (state >> 32) as u32;
            bits >> ((state >> 20) % 32)
        })
    }

    fn around(n: u32) -> [u32; 3] {
        [n.saturating_sub(1), n, n.saturating_add(1)]
    }

    #[test]
    fn quotients_are_right_for_every_reciprocal_within_a_unit() {
        let powers = (0..32).flat_map(|bits| around(1 << bits));
        let divisors = powers.chain(1..2_000).chain(numbers(20_000, 1)).chain([u32::MAX]);
        for divisor in divisors.filter(|d| *d > 0) {
            // The last numerator of a quotient and the first of the next are the hardest.
            let last = u32::MAX / divisor;
            let quotients = [1, 2, 3, last / 2, last - 1, last].into_iter().chain(numbers(4, divisor.into()));
            let multiples = quotients.filter_map(|q| q.checked_mul(divisor));
            let numerators: Vec<u32> = multiples.flat_map(around).chain([0, u32::MAX]).collect();
            for reciprocal in reciprocals(divisor) {
                let multiplier = multiplier(divisor, reciprocal);
                assert_eq!(multiplier, last, "the multiplier of {divisor}, by {reciprocal}");
                for numerator in &numerators {
                    let expected = (numerator / divisor, numerator % divisor);
                    assert_eq!(divided(*numerator, divisor, multiplier), expected, "{numerator} / {divisor}");
                    let alone = divided_alone(*numerator, divisor, estimate(divisor, reciprocal));
                    assert_eq!(alone, expected, "{numerator} / {divisor} alone");
                }
            }
        }
    }
}
