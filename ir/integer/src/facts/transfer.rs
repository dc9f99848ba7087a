//! Transfer functions: the facts of a term from those of its operands.

use super::{FAR, Facts, MAX_MODULUS, low_mask, remainder};
use crate::gcd::{common_divisor, log2};

/// The end of a sum or product: unbounded where an operand is, or where it is far.
fn end(value: Option<i128>, unbounded: i128) -> i128 {
    value.filter(|v| (-FAR..=FAR).contains(v)).unwrap_or(unbounded)
}

impl Facts {
    fn is_bounded(&self) -> bool {
        self.lo != i128::MIN && self.hi != i128::MAX
    }

    /// `constant + Σ coefficient · value`.
    pub fn sum(constant: i64, terms: impl IntoIterator<Item = (i64, Self)>) -> Self {
        let mut sum = Self::constant(constant);
        for (c, term) in terms {
            sum = sum.plus(&term.scale(c));
        }
        sum
    }

    fn scale(&self, c: i64) -> Self {
        if c == 0 {
            return Self::constant(0);
        }
        let times = |x: i128, unbounded: i128, infinite: bool| {
            end(if infinite { None } else { x.checked_mul(c.into()) }, unbounded)
        };
        let (lo, hi) = if c > 0 { (self.lo, self.hi) } else { (self.hi, self.lo) };
        let infinite = |x: i128| x == i128::MIN || x == i128::MAX;
        let modulus = self.modulus.checked_mul(c.saturating_abs()).filter(|m| *m <= MAX_MODULUS);
        let mut out = Self {
            lo: times(lo, i128::MIN, infinite(lo)),
            hi: times(hi, i128::MAX, infinite(hi)),
            modulus: modulus.unwrap_or(1),
            residue: modulus.map_or(0, |m| remainder(i128::from(self.residue) * i128::from(c), m)),
            ..Self::UNKNOWN
        };
        if let Some(k) = log2(c) {
            out.zeros = (self.zeros << k) | low_mask(k);
            out.ones = self.ones << k;
        }
        out.reduced()
    }

    fn plus(&self, other: &Self) -> Self {
        let modulus = if self.as_const().is_some() {
            other.modulus
        } else if other.as_const().is_some() {
            self.modulus
        } else {
            common_divisor(self.modulus, other.modulus)
        };
        let of = |f: &Self| i128::from(f.as_const().unwrap_or(f.residue));
        let ends = |a: i128, b: i128, unbounded: i128| {
            end(if a == unbounded || b == unbounded { None } else { a.checked_add(b) }, unbounded)
        };
        let mut out = Self {
            lo: ends(self.lo, other.lo, i128::MIN),
            hi: ends(self.hi, other.hi, i128::MAX),
            modulus,
            residue: remainder(of(self) + of(other), modulus),
            ..Self::UNKNOWN
        };
        if self.disjoint(other) {
            out.zeros = self.zeros & other.zeros;
            out.ones = self.ones | other.ones;
        } else {
            // Below the lowest bit that one may have, the bits are the other's.
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
        if self.is_bounded() && other.is_bounded() {
            let corners =
                [(self.lo, other.lo), (self.lo, other.hi), (self.hi, other.lo), (self.hi, other.hi)]
                    .map(|(a, b)| a.checked_mul(b));
            if let [Some(a), Some(b), Some(c), Some(d)] = corners {
                out.lo = end(Some(a.min(b).min(c).min(d)), i128::MIN);
                out.hi = end(Some(a.max(b).max(c).max(d)), i128::MAX);
            }
        }
        if self.lo >= 0 && other.lo >= 0 {
            // The product is at least this even where an upper end is unknown.
            out.lo = out.lo.max(self.lo.checked_mul(other.lo).map_or(0, |lo| lo.min(FAR)));
        }
        let factor = |f: &Self| if f.residue == 0 { f.modulus } else { 1 };
        if let Some(m) = factor(self).checked_mul(factor(other)).filter(|m| *m <= MAX_MODULUS) {
            out.modulus = m;
        }
        out.reduced()
    }

    /// Floor division by a positive value.
    pub fn div(&self, other: &Self) -> Self {
        if other.lo < 1 || other.is_contradiction() {
            return Self::UNKNOWN;
        }
        // The quotient moves towards zero (from below: towards -1) as the divisor grows.
        let least = match self.lo {
            i128::MIN => i128::MIN,
            lo if lo >= 0 => {
                if other.hi == i128::MAX {
                    0
                } else {
                    lo.div_euclid(other.hi)
                }
            }
            lo => lo.div_euclid(other.lo),
        };
        let most = match self.hi {
            i128::MAX => i128::MAX,
            hi if hi >= 0 => hi.div_euclid(other.lo),
            _ if other.hi == i128::MAX => -1,
            hi => hi.div_euclid(other.hi),
        };
        let mut out = Self { lo: least, hi: most, ..Self::UNKNOWN };
        if let Some(d) = other.as_const() {
            if self.residue == 0 && self.modulus % d == 0 {
                out.modulus = self.modulus / d;
            }
            if let Some(k) = log2(d).filter(|_| self.is_word()) {
                out.zeros = (self.zeros >> k) | !(u64::MAX >> k);
                out.ones = self.ones >> k;
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
            Self { lo: 0, hi: if other.hi == i128::MAX { i128::MAX } else { other.hi - 1 }, ..Self::UNKNOWN };
        if self.lo >= 0 {
            out.hi = out.hi.min(self.hi);
        }
        if let Some(d) = other.as_const() {
            let g = common_divisor(self.modulus, d);
            out.modulus = g;
            out.residue = self.residue.rem_euclid(g);
            if log2(d).is_some() {
                let mask = d as u64 - 1;
                out.zeros = self.zeros | !mask;
                out.ones = self.ones & mask;
            }
        }
        out.reduced()
    }

    /// Exclusive-or of natural numbers.
    pub fn xor(&self, other: &Self) -> Self {
        if !self.non_negative() || !other.non_negative() {
            return Self::UNKNOWN;
        }
        let known = (self.zeros | self.ones) & (other.zeros | other.ones);
        let value = self.ones ^ other.ones;
        // Without bits beyond the word in either there are none in the result.
        let hi = if self.is_word() && other.is_word() { i64::MAX.into() } else { i128::MAX };
        Self { lo: 0, hi, zeros: known & !value, ones: known & value, ..Self::UNKNOWN }.reduced()
    }

    /// Of a natural number: its exclusive-or with those of its bits that `source` has, moved down by
    /// `shift` (up, if negative) and kept where `target` has bits. A swizzle is that.
    pub fn xor_field(&self, source: u64, target: u64, shift: i32) -> Self {
        if !self.non_negative() {
            return Self::UNKNOWN;
        }
        let moved = |bits: u64| if shift >= 0 { bits >> shift } else { bits << -shift };
        // The moved field: known to be 0 outside the target bits.
        let field = Self {
            lo: 0,
            hi: i64::MAX.into(),
            zeros: (moved(self.zeros & source) & target) | !target,
            ones: moved(self.ones & source),
            ..Self::UNKNOWN
        };
        self.xor(&field)
    }

    /// Bitwise and with a constant.
    pub fn and(&self, mask: i64) -> Self {
        let m = mask as u64;
        let mut out = Self { zeros: self.zeros | !m, ones: self.ones & m, ..Self::UNKNOWN };
        if mask >= 0 {
            (out.lo, out.hi) = (0, mask.into());
        } else {
            // Only bits outside the mask are cleared.
            out.hi = self.hi;
            out.lo = end(self.lo.checked_sub((!mask).into()), i128::MIN);
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
        if self.lo >= 0 || other.lo < 1 {
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
        let most = if other.hi == i128::MAX { i128::MAX } else { other.hi - 1 };
        let lo = if most == i128::MAX { i128::MIN } else { -most };
        Self { lo: lo.max(self.lo), hi: if self.hi < 0 { 0 } else { most.min(self.hi) }, ..Self::UNKNOWN }
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

    /// 0 or 1: whether one integer is at most another.
    pub fn less_equal(&self, other: &Self) -> Self {
        Self::sum(1, [(-1, other.less(self))])
    }

    /// 0 or 1: whether two integers are equal.
    pub fn equal(&self, other: &Self) -> Self {
        let residues = common_divisor(self.modulus, other.modulus);
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

    /// What holds whichever of the two it is; bounds are left open.
    fn either(&self, other: &Self) -> Self {
        let modulus =
            common_divisor(common_divisor(self.modulus, other.modulus), self.residue - other.residue);
        Self {
            modulus: modulus.max(1),
            residue: self.residue.rem_euclid(modulus.max(1)),
            zeros: self.zeros & other.zeros,
            ones: self.ones & other.ones,
            ..Self::UNKNOWN
        }
    }
}
