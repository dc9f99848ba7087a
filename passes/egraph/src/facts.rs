//! What is known of an integer: interval × congruence × known bits.
//!
//! All components describe one value, so merging two descriptions is their
//! meet. Transfer functions saturate: an end that leaves ±2⁶² is unbounded.

use layout_algebra::Swizzle;

/// Ends beyond this are unbounded, so that no transfer function wraps.
const LIMIT: i64 = 1 << 62;

/// Facts about one integer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Facts {
    /// Least value; `i64::MIN` is unbounded.
    pub lo: i64,
    /// Greatest value; `i64::MAX` is unbounded.
    pub hi: i64,
    /// The value is `residue` modulo `modulus`, which is positive.
    pub modulus: i64,
    /// In `[0, modulus)`.
    pub residue: i64,
    /// Bits known to be 0 (two's complement).
    pub zeros: u64,
    /// Bits known to be 1.
    pub ones: u64,
}

fn gcd(a: i64, b: i64) -> i64 {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    i64::try_from(a).unwrap_or(1)
}

fn clamp_lo(x: i128) -> i64 {
    if x < -i128::from(LIMIT) { i64::MIN } else { x.min(i128::from(LIMIT)) as i64 }
}

fn clamp_hi(x: i128) -> i64 {
    if x > i128::from(LIMIT) { i64::MAX } else { x.max(-i128::from(LIMIT)) as i64 }
}

fn low_mask(bits: u32) -> u64 {
    1u64.checked_shl(bits).map_or(u64::MAX, |b| b - 1)
}

impl Facts {
    /// Nothing is known.
    pub const UNKNOWN: Self = Self { lo: i64::MIN, hi: i64::MAX, modulus: 1, residue: 0, zeros: 0, ones: 0 };

    /// A known integer.
    pub fn constant(c: i64) -> Self {
        Self { lo: c, hi: c, ..Self::UNKNOWN }.reduced()
    }

    /// A value in `[lo, hi]`; `lo <= hi`.
    pub fn range(lo: i64, hi: i64) -> Self {
        Self { lo, hi, ..Self::UNKNOWN }.reduced()
    }

    /// These facts and divisibility by `divisor`, which is positive.
    pub fn with_divisor(self, divisor: i64) -> Self {
        self.meet(Self { modulus: divisor, ..Self::UNKNOWN }.reduced())
    }

    /// The value, if only one is left.
    pub fn as_const(&self) -> Option<i64> {
        (self.lo == self.hi).then_some(self.lo)
    }

    /// Whether the value is at least 0.
    pub fn non_negative(&self) -> bool {
        self.lo >= 0
    }

    /// Whether the value lies in `[lo, hi]`.
    pub fn within(&self, lo: i64, hi: i64) -> bool {
        self.lo >= lo && self.hi <= hi
    }

    /// Whether no value satisfies the facts.
    pub fn is_contradiction(&self) -> bool {
        self.lo > self.hi || self.zeros & self.ones != 0
    }

    /// Whether `value` satisfies the facts.
    pub fn admit(&self, value: i64) -> bool {
        self.lo <= value
            && value <= self.hi
            && value.rem_euclid(self.modulus) == self.residue
            && value as u64 & self.zeros == 0
            && value as u64 & self.ones == self.ones
    }

    /// Bits that may be 1; of a non-negative value.
    pub fn possible_bits(&self) -> u64 {
        !self.zeros
    }

    /// Whether no bit can be 1 in both; both non-negative.
    pub fn disjoint(&self, other: &Self) -> bool {
        self.non_negative() && other.non_negative() && self.possible_bits() & other.possible_bits() == 0
    }

    /// Both descriptions hold.
    pub fn meet(self, other: Self) -> Self {
        let (modulus, residue) = if self.modulus >= other.modulus {
            (self.modulus, self.residue)
        } else {
            (other.modulus, other.residue)
        };
        Self {
            lo: self.lo.max(other.lo),
            hi: self.hi.min(other.hi),
            modulus,
            residue,
            zeros: self.zeros | other.zeros,
            ones: self.ones | other.ones,
        }
        .reduced()
    }

    /// Each component sharpened by the others.
    fn reduced(mut self) -> Self {
        if self.is_contradiction() {
            return self;
        }
        // Congruence to low bits: a power of two that divides the modulus.
        let known = self.modulus.trailing_zeros().min(62);
        let mask = low_mask(known);
        self.zeros |= !(self.residue as u64) & mask;
        self.ones |= self.residue as u64 & mask;
        // Low bits to congruence.
        let low = (self.zeros | self.ones).trailing_ones().min(62);
        if 1i64 << low > self.modulus {
            self.modulus = 1 << low;
            self.residue = (self.ones & low_mask(low)) as i64;
        }
        // Interval to the next admitted values.
        if self.modulus > 1 {
            if self.lo > -LIMIT {
                self.lo += (self.residue - self.lo).rem_euclid(self.modulus);
            }
            if self.hi < LIMIT {
                self.hi -= (self.hi - self.residue).rem_euclid(self.modulus);
            }
        }
        if self.lo >= 0 {
            // Interval to high bits, bits to upper end.
            // The bits above the highest in which the ends differ are common.
            let prefix = !low_mask(u64::BITS - (self.lo ^ self.hi).leading_zeros());
            self.zeros |= !(self.lo as u64) & prefix;
            self.ones |= self.lo as u64 & prefix;
            self.hi = self.hi.min((!self.zeros & i64::MAX as u64) as i64);
            self.lo = self.lo.max((self.ones & i64::MAX as u64) as i64);
        }
        if self.lo == self.hi {
            self.zeros |= !(self.lo as u64);
            self.ones |= self.lo as u64;
        }
        self
    }

    /// `constant + Σ coefficient · value`.
    pub fn sum(constant: i64, terms: impl IntoIterator<Item = (i64, Self)>) -> Self {
        let mut sum = Self::constant(constant);
        for (c, term) in terms {
            sum = sum.add(&term.scale(c));
        }
        sum
    }

    fn scale(&self, c: i64) -> Self {
        if c == 0 {
            return Self::constant(0);
        }
        if let Some(x) = self.as_const() {
            return x.checked_mul(c).map_or(Self::UNKNOWN, Self::constant);
        }
        let times = |x: i64| i128::from(x) * i128::from(c);
        let (lo, hi) = if c > 0 { (self.lo, self.hi) } else { (self.hi, self.lo) };
        let unbounded = |x: i64| x == i64::MIN || x == i64::MAX;
        let modulus = self.modulus.checked_mul(c.saturating_abs()).filter(|m| *m < LIMIT);
        let mut out = Self {
            lo: if unbounded(lo) { i64::MIN } else { clamp_lo(times(lo)) },
            hi: if unbounded(hi) { i64::MAX } else { clamp_hi(times(hi)) },
            modulus: modulus.unwrap_or(1),
            residue: modulus
                .map_or(0, |m| (i128::from(self.residue) * i128::from(c)).rem_euclid(i128::from(m)) as i64),
            ..Self::UNKNOWN
        };
        if c > 0 && c.count_ones() == 1 && self.lo >= 0 && out.hi < LIMIT {
            let k = c.trailing_zeros();
            out.zeros = (self.zeros << k) | low_mask(k);
            out.ones = self.ones << k;
        }
        out.reduced()
    }

    fn add(&self, other: &Self) -> Self {
        let end = |a: i64, b: i64, none: i64, clamp: fn(i128) -> i64| {
            if a == none || b == none { none } else { clamp(i128::from(a) + i128::from(b)) }
        };
        let modulus = if self.as_const().is_some() {
            other.modulus
        } else if other.as_const().is_some() {
            self.modulus
        } else {
            gcd(self.modulus, other.modulus)
        };
        let of = |f: &Self| f.as_const().unwrap_or(f.residue);
        let mut out = Self {
            lo: end(self.lo, other.lo, i64::MIN, clamp_lo),
            hi: end(self.hi, other.hi, i64::MAX, clamp_hi),
            modulus,
            residue: (i128::from(of(self)) + i128::from(of(other))).rem_euclid(i128::from(modulus)) as i64,
            ..Self::UNKNOWN
        };
        if self.disjoint(other) {
            out.zeros = self.zeros & other.zeros;
            out.ones = self.ones | other.ones;
        } else {
            // Below the lowest bit that either may have, and exact constants of the low bits.
            let (a, b) = (self.zeros.trailing_ones(), other.zeros.trailing_ones());
            let (long, bits) = if a >= b { (a, other) } else { (b, self) };
            out.zeros = bits.zeros & low_mask(long);
            out.ones = bits.ones & low_mask(long);
        }
        out.reduced()
    }

    /// The product.
    pub fn mul(&self, other: &Self) -> Self {
        if let Some(c) = self.as_const() {
            return other.scale(c);
        }
        if let Some(c) = other.as_const() {
            return self.scale(c);
        }
        let mut out = Self::UNKNOWN;
        let bounded = |f: &Self| f.lo != i64::MIN && f.hi != i64::MAX;
        if bounded(self) && bounded(other) {
            let corners =
                [(self.lo, other.lo), (self.lo, other.hi), (self.hi, other.lo), (self.hi, other.hi)]
                    .map(|(a, b)| i128::from(a) * i128::from(b));
            out.lo = corners.iter().copied().min().map_or(i64::MIN, clamp_lo);
            out.hi = corners.iter().copied().max().map_or(i64::MAX, clamp_hi);
        } else if self.lo >= 0 && other.lo >= 0 {
            out.lo = clamp_lo(i128::from(self.lo) * i128::from(other.lo));
        }
        let factor = |f: &Self| if f.residue == 0 { f.modulus } else { 1 };
        if let Some(m) = factor(self).checked_mul(factor(other)).filter(|m| *m < LIMIT) {
            out.modulus = m;
        }
        out.reduced()
    }

    /// Floor division by a positive value.
    pub fn div(&self, other: &Self) -> Self {
        if other.lo < 1 {
            return Self::UNKNOWN;
        }
        let floor = |x: i64, d: i64| x.div_euclid(d);
        // The quotient moves towards zero (from below: towards -1) as the divisor grows.
        let least = if self.lo == i64::MIN {
            i64::MIN
        } else if self.lo >= 0 {
            if other.hi == i64::MAX { 0 } else { floor(self.lo, other.hi) }
        } else {
            floor(self.lo, other.lo)
        };
        let most = if self.hi == i64::MAX {
            i64::MAX
        } else if self.hi >= 0 {
            floor(self.hi, other.lo)
        } else if other.hi == i64::MAX {
            -1
        } else {
            floor(self.hi, other.hi)
        };
        let mut out = Self { lo: least, hi: most, ..Self::UNKNOWN };
        if let Some(d) = other.as_const() {
            if self.residue == 0 && self.modulus % d == 0 {
                out.modulus = self.modulus / d;
            }
            if d.count_ones() == 1 {
                let k = d.trailing_zeros();
                if self.lo >= 0 {
                    out.zeros = (self.zeros >> k) | !(u64::MAX >> k);
                    out.ones = self.ones >> k;
                }
            }
        }
        out.reduced()
    }

    /// The remainder of floor division by a positive value.
    pub fn rem(&self, other: &Self) -> Self {
        if other.lo < 1 {
            return Self::UNKNOWN;
        }
        if self.lo >= 0 && self.hi < other.lo {
            return *self;
        }
        let mut out =
            Self { lo: 0, hi: if other.hi == i64::MAX { i64::MAX } else { other.hi - 1 }, ..Self::UNKNOWN };
        if self.lo >= 0 {
            out.hi = out.hi.min(self.hi);
        }
        if let Some(d) = other.as_const() {
            let g = gcd(self.modulus, d);
            out.modulus = g;
            out.residue = self.residue.rem_euclid(g);
            if d.count_ones() == 1 {
                let mask = d as u64 - 1;
                out.zeros = self.zeros | !mask;
                out.ones = self.ones & mask;
            }
        }
        out.reduced()
    }

    /// Exclusive-or of non-negative values.
    pub fn xor(&self, other: &Self) -> Self {
        if !self.non_negative() || !other.non_negative() {
            return Self::UNKNOWN;
        }
        let known = (self.zeros | self.ones) & (other.zeros | other.ones);
        let value = self.ones ^ other.ones;
        Self { lo: 0, zeros: known & !value, ones: known & value, ..Self::UNKNOWN }.reduced()
    }

    /// The swizzle of a non-negative value.
    pub fn swizzle(&self, s: Swizzle) -> Self {
        if !self.non_negative() {
            return Self::UNKNOWN;
        }
        let source = s.source_mask() as u64;
        let shift = |bits: u64| if s.shift() >= 0 { bits >> s.shift() } else { bits << -s.shift() };
        let target = s.target_mask() as u64;
        // The moved field: known to be 0 outside the target bits.
        let moved = Self {
            lo: 0,
            zeros: (shift(self.zeros & source) & target) | !target,
            ones: shift(self.ones & source),
            ..Self::UNKNOWN
        };
        self.xor(&moved)
    }

    /// Bitwise and with a constant.
    pub fn and(&self, mask: i64) -> Self {
        let m = mask as u64;
        let mut out = Self { zeros: self.zeros | !m, ones: self.ones & m, ..Self::UNKNOWN };
        if mask >= 0 {
            out.lo = 0;
            out.hi = mask;
        }
        if self.lo >= 0 {
            out.lo = 0;
            out.hi = out.hi.min(self.hi);
        }
        out.reduced()
    }

    /// The smaller of two.
    pub fn min(&self, other: &Self) -> Self {
        Self { lo: self.lo.min(other.lo), hi: self.hi.min(other.hi), ..self.either(other) }.reduced()
    }

    /// The larger of two.
    pub fn max(&self, other: &Self) -> Self {
        Self { lo: self.lo.max(other.lo), hi: self.hi.max(other.hi), ..self.either(other) }.reduced()
    }

    /// What holds whichever of the two it is.
    pub fn join(&self, other: &Self) -> Self {
        Self { lo: self.lo.min(other.lo), hi: self.hi.max(other.hi), ..self.either(other) }.reduced()
    }

    /// Division by a positive value, rounded towards zero.
    pub fn trunc_div(&self, other: &Self) -> Self {
        let floor = self.div(other);
        if self.lo >= 0 {
            return floor;
        }
        // One more than the floor where the dividend is negative and does not divide.
        let hi = if self.hi < 0 { floor.hi.saturating_add(1).min(0) } else { floor.hi.max(0) };
        Self { lo: floor.lo, hi, ..Self::UNKNOWN }.reduced()
    }

    /// The remainder of [`Facts::trunc_div`]: it has the sign of the dividend.
    pub fn trunc_rem(&self, other: &Self) -> Self {
        let floor = self.rem(other);
        if self.lo >= 0 || other.lo < 1 {
            return floor;
        }
        let most = if other.hi == i64::MAX { i64::MAX } else { other.hi - 1 };
        let lo = if most == i64::MAX { i64::MIN } else { -most };
        let below = if self.lo == i64::MIN { i64::MIN } else { self.lo };
        Self { lo: lo.max(below), hi: if self.hi < 0 { 0 } else { most.min(self.hi) }, ..Self::UNKNOWN }
            .reduced()
    }

    /// 0 or 1: whether one integer is less than another.
    pub fn less(&self, other: &Self) -> Self {
        if self.hi < other.lo {
            Self::constant(1)
        } else if self.lo >= other.hi {
            Self::constant(0)
        } else {
            Self::range(0, 1)
        }
    }

    /// 0 or 1: whether two integers are equal.
    pub fn equal(&self, other: &Self) -> Self {
        let residues = gcd(self.modulus, other.modulus);
        let apart = self.hi < other.lo
            || other.hi < self.lo
            || (residues > 1 && (self.residue - other.residue).rem_euclid(residues) != 0)
            || self.zeros & other.ones != 0
            || self.ones & other.zeros != 0;
        match (self.as_const(), other.as_const()) {
            _ if apart => Self::constant(0),
            (Some(a), Some(b)) if a == b => Self::constant(1),
            _ => Self::range(0, 1),
        }
    }

    /// The high word of the product with a constant: `(x · c) floordiv 2^32`.
    pub fn mul_high(&self, c: i64) -> Self {
        self.scale(c).div(&Self::constant(1 << 32))
    }

    /// What holds of both; bounds are left open.
    fn either(&self, other: &Self) -> Self {
        let modulus = gcd(gcd(self.modulus, other.modulus), self.residue - other.residue);
        Self {
            modulus: modulus.max(1),
            residue: self.residue.rem_euclid(modulus.max(1)),
            zeros: self.zeros & other.zeros,
            ones: self.ones & other.ones,
            ..Self::UNKNOWN
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every set of values in a small domain that a description can name.
    fn descriptions() -> Vec<(Facts, Vec<i64>)> {
        let mut out = Vec::new();
        for (lo, hi) in [(-9, 9), (0, 15), (0, 7), (3, 12), (-8, -2), (5, 5), (0, 1), (16, 31)] {
            for (m, r) in [(1, 0), (2, 0), (2, 1), (4, 2), (3, 1), (6, 0), (8, 4)] {
                for (zeros, ones) in [(0u64, 0u64), (2, 0), (0, 4), (1, 8)] {
                    let facts = Facts { lo, hi, modulus: m, residue: r, zeros, ones };
                    let values: Vec<i64> = (-40..40).filter(|v| facts.admit(*v)).collect();
                    if !values.is_empty() {
                        let reduced = facts.reduced();
                        assert!(values.iter().all(|v| reduced.admit(*v)), "{facts:?} reduces to {reduced:?}");
                        out.push((reduced, values));
                    }
                }
            }
        }
        out
    }

    #[test]
    fn transfer_functions_hold_every_value() {
        let all = descriptions();
        for (fa, va) in &all {
            for (fb, vb) in all.iter().step_by(3) {
                let check = |name: &str, facts: Facts, f: &dyn Fn(i64, i64) -> Option<i64>| {
                    for a in va {
                        for b in vb {
                            if let Some(v) = f(*a, *b) {
                                assert!(
                                    facts.admit(v),
                                    "{name}({a}, {b}) = {v} is not in {facts:?} from {fa:?}, {fb:?}"
                                );
                            }
                        }
                    }
                };
                check("sum", Facts::sum(3, [(2, *fa), (-4, *fb)]), &|a, b| Some(3 + 2 * a - 4 * b));
                check("add", Facts::sum(0, [(1, *fa), (1, *fb)]), &|a, b| Some(a + b));
                check("scaled", Facts::sum(0, [(16, *fa), (1, *fb)]), &|a, b| Some(16 * a + b));
                check("mul", fa.mul(fb), &|a, b| Some(a * b));
                check("div", fa.div(fb), &|a, b| (b > 0).then(|| a.div_euclid(b)));
                check("rem", fa.rem(fb), &|a, b| (b > 0).then(|| a.rem_euclid(b)));
                check("xor", fa.xor(fb), &|a, b| (a >= 0 && b >= 0).then_some(a ^ b));
                check("min", fa.min(fb), &|a, b| Some(a.min(b)));
                check("max", fa.max(fb), &|a, b| Some(a.max(b)));
                let w = Swizzle::new(2, 0, 2).unwrap();
                check("swizzle", fa.swizzle(w), &|a, _| (a >= 0).then(|| w.apply(a)));
                check("join", fa.join(fb), &|a, _| Some(a));
                check("join", fa.join(fb), &|_, b| Some(b));
                check("trunc_div", fa.trunc_div(fb), &|a, b| (b > 0).then(|| a / b));
                check("trunc_rem", fa.trunc_rem(fb), &|a, b| (b > 0).then(|| a % b));
                check("less", fa.less(fb), &|a, b| Some(i64::from(a < b)));
                check("equal", fa.equal(fb), &|a, b| Some(i64::from(a == b)));
                check("mul_high", fa.mul_high(1 << 30), &|a, _| Some((a << 30) >> 32));
                check("and", fa.and(12), &|a, _| Some(a & 12));
                check("andnot", fa.and(-4), &|a, _| Some(a & -4));
                for v in va.iter().filter(|v| vb.contains(v)) {
                    assert!(fa.meet(*fb).admit(*v));
                }
            }
        }
    }

    #[test]
    fn bounds_saturate() {
        let big = Facts::range(1 << 61, 1 << 61);
        assert_eq!(Facts::sum(0, [(8, big)]), Facts::UNKNOWN);
        let wide = Facts::range(0, 1 << 61);
        assert_eq!(wide.mul(&wide).hi, i64::MAX);
        assert_eq!(Facts::range(0, i64::MAX).div(&Facts::constant(4)).lo, 0);
    }
}
