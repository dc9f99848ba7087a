//! [`Float`]: a number in its format, beside the exact result and how far any program that
//! computes the same may be from it.
//!
//! Each operation rounds in its format and computes in float64 beside. The bound holds for
//! every order of summation: it is what the operands' bounds may do to the exact result,
//! and the rounding of a result of that size. It is rigorous up to roundings of float64.

use half::{bf16, f16};

/// A format of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Format {
    /// IEEE 754 half.
    F16,
    /// The upper half of an f32.
    BF16,
    /// IEEE 754 single.
    F32,
    /// IEEE 754 double.
    F64,
    /// OCP's E4M3: no infinities, 448 is the greatest.
    E4M3,
    /// OCP's E5M2: the upper half of an f16.
    E5M2,
}

impl Format {
    /// Bits of a value.
    pub fn bits(self) -> u32 {
        match self {
            Self::F16 | Self::BF16 => 16,
            Self::F32 => 32,
            Self::F64 => 64,
            Self::E4M3 | Self::E5M2 => 8,
        }
    }

    /// The value nearest to a number, ties to even.
    pub fn round(self, value: f64) -> f64 {
        match self {
            Self::F16 => f16::from_f64(value).to_f64(),
            Self::BF16 => bf16::from_f64(value).to_f64(),
            Self::F32 => f64::from(value as f32),
            Self::F64 => value,
            Self::E4M3 | Self::E5M2 => self.from_bits(self.to_bits(value)),
        }
    }

    /// The value of bits.
    pub fn from_bits(self, bits: u64) -> f64 {
        match self {
            Self::F16 => f16::from_bits(bits as u16).to_f64(),
            Self::BF16 => bf16::from_bits(bits as u16).to_f64(),
            Self::F32 => f64::from(f32::from_bits(bits as u32)),
            Self::F64 => f64::from_bits(bits),
            Self::E4M3 | Self::E5M2 => byte(self, bits),
        }
    }

    /// The bits of a value.
    pub fn to_bits(self, value: f64) -> u64 {
        match self {
            Self::F16 => f16::from_f64(value).to_bits().into(),
            Self::BF16 => bf16::from_f64(value).to_bits().into(),
            Self::F32 => (value as f32).to_bits().into(),
            Self::F64 => value.to_bits(),
            Self::E4M3 | Self::E5M2 => to_byte(self, value),
        }
    }

    /// The greatest value, and the least positive one of full precision.
    pub fn limits(self) -> (f64, f64) {
        match self {
            Self::F16 => (65504.0, f64::exp2(-14.0)),
            Self::BF16 => (bf16::MAX.to_f64(), f64::from(f32::MIN_POSITIVE)),
            Self::F32 => (f32::MAX.into(), f64::from(f32::MIN_POSITIVE)),
            Self::F64 => (f64::MAX, f64::MIN_POSITIVE),
            Self::E4M3 => (448.0, f64::exp2(-6.0)),
            Self::E5M2 => (57344.0, f64::exp2(-14.0)),
        }
    }

    /// How far rounding may move a number of at most this size.
    pub fn rounding(self, size: f64) -> f64 {
        // Half a unit in the last place; half the least positive value.
        let (relative, absolute): (i32, i32) = match self {
            Self::F16 => (-11, -25),
            Self::BF16 => (-8, -134),
            Self::F32 => (-24, -150),
            Self::F64 => (-53, -1074),
            Self::E4M3 => (-4, -10),
            Self::E5M2 => (-3, -17),
        };
        if size.is_finite() {
            (size * f64::from(relative).exp2()).max(f64::from(absolute).exp2())
        } else {
            0.0
        }
    }
}

/// The number that a byte is: a sign, an exponent, the digits behind the point.
fn byte(format: Format, bits: u64) -> f64 {
    let (digits, bias) = if format == Format::E4M3 { (3, 7) } else { (2, 15) };
    let sign = if bits & 0x80 == 0 { 1.0 } else { -1.0 };
    let (exponent, fraction) = ((bits & 0x7f) >> digits, bits & ((1 << digits) - 1));
    let least = 1 - bias - digits;
    let magnitude = match (format, exponent, fraction) {
        (Format::E4M3, 15, 7) => f64::NAN,
        (Format::E5M2, 31, 0) => f64::INFINITY,
        (Format::E5M2, 31, _) => f64::NAN,
        (_, 0, fraction) => fraction as f64 * f64::from(least).exp2(),
        (_, exponent, fraction) => {
            (fraction + (1 << digits)) as f64 * f64::from(least + exponent as i32 - 1).exp2()
        }
    };
    sign * magnitude
}

/// The byte of the number nearest to one, ties to even; beyond the greatest it is infinity, or no number
/// where there is no infinity.
fn to_byte(format: Format, value: f64) -> u64 {
    let sign = if value.is_sign_negative() { 0x80 } else { 0 };
    let (most, past) = if format == Format::E4M3 { (0x7e, 0x7f) } else { (0x7b, 0x7c) };
    if value.is_nan() {
        return sign | 0x7f;
    }
    let size = value.abs();
    // Halfway to the number that would come next.
    let step = byte(format, most) - byte(format, most - 1);
    if size > byte(format, most) + step / 2.0
        || format == Format::E5M2 && size == byte(format, most) + step / 2.0
    {
        return sign | past;
    }
    let distance = |bits: &u64| (byte(format, *bits) - size).abs();
    let nearest = (0..=most).min_by(|a, b| {
        let even = |bits: &u64| bits & 1;
        distance(a).total_cmp(&distance(b)).then(even(a).cmp(&even(b)))
    });
    sign | nearest.unwrap_or(0)
}

/// A number.
#[derive(Clone, Copy, Debug)]
pub struct Float {
    /// Its format.
    pub format: Format,
    /// The value, one of the format.
    pub value: f64,
    /// What float64 gives.
    pub exact: f64,
    /// How far from that a right program may be.
    pub bound: f64,
}

impl PartialEq for Float {
    fn eq(&self, other: &Self) -> bool {
        self.format == other.format && self.format.to_bits(self.value) == self.format.to_bits(other.value)
    }
}

impl Float {
    /// A number that is as it is: an input, a constant.
    pub fn given(format: Format, value: f64) -> Self {
        Self { format, value, exact: value, bound: 0.0 }
    }

    /// The result of an operation, rounded: from the operation's result on the operands'
    /// values, from that on their exact ones, and from what their bounds do to that.
    pub fn rounded(format: Format, raw: f64, exact: f64, spread: f64) -> Self {
        Self::computed(format, raw, exact, 0.0, spread)
    }

    /// The same of an operation whose result is not exact in float64 either, but off by `slip`.
    fn computed(format: Format, raw: f64, exact: f64, slip: f64, spread: f64) -> Self {
        let value = format.round(raw);
        // (Of infinities there is no difference to slip by.)
        let slip = if slip.is_nan() { 0.0 } else { slip.abs() };
        let spread = if exact == raw && exact == value && spread == 0.0 && slip == 0.0 {
            // Nothing was lost, so nothing can be lost in this operation.
            0.0
        } else {
            spread + slip + format.rounding(exact.abs() + spread)
        };
        Self { format, value, exact, bound: bounded(value, exact, spread) }
    }

    /// The same number in another format.
    pub fn cast(self, format: Format) -> Self {
        Self::rounded(format, self.value, self.exact, self.bound)
    }

    /// The two ends of where it may be.
    pub fn interval(self) -> (f64, f64) {
        if self.bound == 0.0 {
            (self.exact, self.exact)
        } else {
            (self.exact - self.bound, self.exact + self.bound)
        }
    }

    /// One of two numbers, not known which: this one here.
    pub fn or(self, other: Self) -> Self {
        let bound = self.bound.max((self.exact - other.exact).abs() + other.bound);
        let bound = if bound.is_nan() { f64::INFINITY } else { bound };
        Self { bound, ..self }
    }

    /// Whether a program may have this value where the number is this one.
    pub fn admits(self, value: f64) -> bool {
        if self.bound == f64::INFINITY || value == self.value || (value.is_nan() && self.value.is_nan()) {
            return true;
        }
        // Twice: the bound is of the first order where operations are not linear.
        (value - self.exact).abs() <= 2.0 * self.bound
    }

    pub(crate) fn unary(self, f: impl Fn(f64) -> f64) -> Self {
        let (low, high) = self.interval();
        let exact = f(self.exact);
        let spread = if self.bound == 0.0 {
            0.0
        } else if exact.is_nan() != f(low).is_nan() || exact.is_nan() != f(high).is_nan() {
            // It leaves the function's domain.
            f64::INFINITY
        } else {
            (f(low) - exact).abs().max((f(high) - exact).abs())
        };
        let exactly = Self::rounded(self.format, f(self.value), exact, spread);
        // The library that computes it may be off by a unit in the last place.
        Self {
            bound: bounded(exactly.value, exact, exactly.bound + 2.0 * self.format.rounding(exact.abs())),
            ..exactly
        }
    }

    /// A function that is known where both numbers are.
    pub(crate) fn binary(self, other: Self, f: impl Fn(f64, f64) -> f64) -> Self {
        let spread = if self.bound + other.bound == 0.0 { 0.0 } else { f64::INFINITY };
        let (raw, exact) = (f(self.value, other.value), f(self.exact, other.exact));
        let made = Self::rounded(self.format, raw, exact, spread);
        Self {
            bound: bounded(made.value, exact, made.bound + 2.0 * self.format.rounding(exact.abs())),
            ..made
        }
    }

    pub(crate) fn add(self, other: Self) -> Self {
        let (raw, exact) = (self.value + other.value, self.exact + other.exact);
        let slip = slip_of_sum(self.exact, other.exact);
        Self::computed(self.format, raw, exact, slip, self.bound + other.bound)
    }

    pub(crate) fn negated(self) -> Self {
        Self { value: -self.value, exact: -self.exact, ..self }
    }

    pub(crate) fn mul(self, other: Self) -> Self {
        let spread = product_spread(self, other);
        let (raw, exact) = (self.value * other.value, self.exact * other.exact);
        Self::computed(self.format, raw, exact, self.exact.mul_add(other.exact, -exact), spread)
    }

    pub(crate) fn div(self, other: Self) -> Self {
        let exact = self.exact / other.exact;
        let least = other.exact.abs() - other.bound;
        let spread = if self.bound == 0.0 && other.bound == 0.0 {
            0.0
        } else if least > 0.0 {
            (self.bound + exact.abs() * other.bound) / least
        } else {
            f64::INFINITY
        };
        let slip = exact.mul_add(-other.exact, self.exact) / other.exact;
        Self::computed(self.format, self.value / other.value, exact, slip, spread)
    }

    pub(crate) fn remainder(self, other: Self) -> Self {
        let spread = if self.bound + other.bound == 0.0 { 0.0 } else { f64::INFINITY };
        Self::rounded(self.format, self.value % other.value, self.exact % other.exact, spread)
    }

    pub(crate) fn fma(self, by: Self, plus: Self) -> Self {
        let spread = product_spread(self, by) + plus.bound;
        // As a product and a sum, which is what a compiler may make of it as well.
        let spread = spread + self.format.rounding((self.exact * by.exact).abs());
        let raw = self.value.mul_add(by.value, plus.value);
        let product = self.exact * by.exact;
        let slip = self.exact.mul_add(by.exact, -product).abs() + slip_of_sum(product, plus.exact).abs();
        Self::computed(self.format, raw, self.exact.mul_add(by.exact, plus.exact), slip, spread)
    }

    pub(crate) fn power(self, other: Self) -> Self {
        self.binary(other, f64::powf)
    }

    /// The greater or the lesser; a NaN wins or loses.
    pub(crate) fn extremum(self, other: Self, greatest: bool, nan_wins: bool) -> Self {
        let pick = |a: f64, b: f64| match (a.is_nan(), b.is_nan()) {
            (true, _) => {
                if nan_wins {
                    a
                } else {
                    b
                }
            }
            (_, true) => {
                if nan_wins {
                    b
                } else {
                    a
                }
            }
            // The zeros differ in their sign alone.
            _ if a == b => {
                if a.is_sign_negative() != greatest {
                    a
                } else {
                    b
                }
            }
            _ if (a > b) == greatest => a,
            _ => b,
        };
        let (value, exact) = (pick(self.value, other.value), pick(self.exact, other.exact));
        Self { format: self.format, value, exact, bound: bounded(value, exact, self.bound.max(other.bound)) }
    }

    /// Whether a comparison of the two is decided: their intervals do not meet.
    pub(crate) fn is_apart_from(self, other: Self) -> bool {
        if self.bound == 0.0 && other.bound == 0.0 {
            return true;
        }
        // The bound twice, as in `admits`.
        (self.exact - other.exact).abs() > 2.0 * (self.bound + other.bound)
    }
}

/// What a sum in float64 leaves out (Knuth's TwoSum).
fn slip_of_sum(a: f64, b: f64) -> f64 {
    let sum = a + b;
    let of_b = sum - a;
    (a - (sum - of_b)) + (b - of_b)
}

fn product_spread(a: Float, b: Float) -> f64 {
    if a.bound == 0.0 && b.bound == 0.0 {
        return 0.0;
    }
    let of = |size: f64, bound: f64| if bound == 0.0 { 0.0 } else { size.abs() * bound };
    of(a.exact, b.bound) + of(b.exact, a.bound) + of(a.bound, b.bound)
}

/// The bound, unbounded where value and exact result are not of one kind: one overflowed.
fn bounded(value: f64, exact: f64, bound: f64) -> f64 {
    let alike = value == exact || (value.is_nan() && exact.is_nan());
    if alike && (exact.is_nan() || exact.is_infinite()) {
        return if bound.is_finite() { 0.0 } else { f64::INFINITY };
    }
    if value.is_finite() && exact.is_finite() && bound.is_finite() { bound } else { f64::INFINITY }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn f16(value: f64) -> Float {
        Float::given(Format::F16, value)
    }

    #[test]
    fn rounds_after_each_operation() {
        // 2048 + 1 is no f16, and ties go to even.
        let sum = f16(2048.0).add(f16(1.0));
        assert_eq!((sum.value, sum.exact), (2048.0, 2049.0));
        assert!(sum.bound >= 1.0 && sum.bound < 1.1, "{sum:?}");
        let twice = sum.add(f16(1.0));
        assert_eq!((twice.value, twice.exact), (2048.0, 2050.0));
        assert!(twice.admits(2050.0) && twice.admits(2048.0) && !twice.admits(2058.0));
    }

    #[test]
    fn exact_stays_exact() {
        let sum = f16(3.0).add(f16(4.0)).mul(f16(0.5));
        assert_eq!((sum.value, sum.bound), (3.5, 0.0));
        assert!(!sum.admits(3.502) && sum.admits(3.5));
    }

    /// In float64 too something is lost, so that other orders of a sum or a product are right as well.
    #[test]
    fn float64_is_not_exact() {
        let of = |value| Float::given(Format::F64, value);
        let (third, tenth) = (of(1.0 / 3.0), of(0.1));
        let product = of(0.7).mul(tenth).mul(third);
        assert!(product.admits(0.7 * (0.1 * (1.0 / 3.0))) && !product.admits(product.value * (1.0 + 1e-14)));
        let sum = of(0.1).add(of(0.2)).add(of(0.3));
        assert!(sum.admits(0.1 + (0.2 + 0.3)) && !sum.admits(0.6 + 1e-14));
        assert!(of(1.0).div(of(3.0)).bound > 0.0 && tenth.fma(third, tenth).bound > 0.0);
        for exact in [of(1.5).add(of(2.25)), of(1.5).mul(of(3.0)), of(9.0).div(of(4.0))] {
            assert_eq!(exact.bound, 0.0);
        }
        // A sum of f32 that float64 does not hold.
        let large = Float::given(Format::F32, 100f64.exp2());
        assert!(large.add(Float::given(Format::F32, 1.0)).bound >= 1.0);
        let infinite = Float::given(Format::F64, f64::INFINITY);
        assert_eq!(infinite.add(of(1.0)).bound, 0.0);
    }

    #[test]
    fn overflow_is_unbounded() {
        let large = f16(60000.0).add(f16(60000.0));
        assert_eq!((large.value, large.bound), (f64::INFINITY, f64::INFINITY));
        let less = f16(f64::NEG_INFINITY).add(f16(1.0));
        assert_eq!((less.value, less.bound), (f64::NEG_INFINITY, 0.0));
        assert!(!less.admits(0.0));
    }

    #[test]
    fn extrema() {
        let nan = f16(f64::NAN);
        assert!(f16(1.0).extremum(nan, true, true).value.is_nan());
        assert_eq!(nan.extremum(f16(1.0), true, false).value, 1.0);
        assert!(f16(-0.0).extremum(f16(0.0), true, true).value.is_sign_positive());
        assert!(f16(0.0).extremum(f16(-0.0), false, true).value.is_sign_negative());
    }

    #[test]
    fn quotients_and_functions() {
        let q = f16(1.0).div(f16(3.0));
        assert_eq!(q.value, 0.333_251_953_125);
        assert!((q.value - q.exact).abs() <= q.bound && q.bound < 3e-4);
        let e = q.unary(f64::exp);
        assert!((e.value - e.exact).abs() <= e.bound && e.bound < 3e-3, "{e:?}");
    }

    /// The formats' limits, from OCP's table of them.
    #[test]
    fn bytes() {
        let (e4m3, e5m2) = (Format::E4M3, Format::E5M2);
        for (format, bits, value) in [
            (e4m3, 0x7e, 448.0),
            (e4m3, 0x08, (-6f64).exp2()),
            (e4m3, 0x01, (-9f64).exp2()),
            (e4m3, 0xb8, -1.0),
            (e5m2, 0x7b, 57344.0),
            (e5m2, 0x04, (-14f64).exp2()),
            (e5m2, 0x01, (-16f64).exp2()),
            (e5m2, 0x7c, f64::INFINITY),
        ] {
            assert_eq!((format.from_bits(bits), format.to_bits(value)), (value, bits), "{format:?}");
        }
        assert!(e4m3.from_bits(0x7f).is_nan() && e5m2.from_bits(0x7d).is_nan());
        // Ties go to even; past the greatest there is no number, or infinity.
        assert_eq!([17.0, 19.0, 464.0].map(|v| e4m3.round(v)), [16.0, 20.0, 448.0]);
        assert!(e4m3.round(465.0).is_nan());
        assert_eq!([9.0, 11.0, 61440.0].map(|v| e5m2.round(v)), [8.0, 12.0, f64::INFINITY]);
    }
}
