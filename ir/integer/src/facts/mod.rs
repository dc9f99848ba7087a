//! What is known of an integer: interval × congruence × known bits.
//!
//! The integers are the mathematical ones: a sum of two 64-bit integers is one of
//! 65 bits, and whether a value fits a width is a question about its interval.
//! All components describe one value, so merging two descriptions is their meet.

mod transfer;

use crate::symbol::SymbolFacts;

/// Ends beyond this are unbounded, so that no transfer function wraps.
const FAR: i128 = 1 << 100;
/// Moduli stay below this.
const MAX_MODULUS: i64 = 1 << 62;

/// Facts about one integer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Facts {
    /// Least value; `i128::MIN` is unbounded.
    pub lo: i128,
    /// Greatest value; `i128::MAX` is unbounded.
    pub hi: i128,
    /// The value is `residue` modulo `modulus`, which is positive.
    pub modulus: i64,
    /// In `[0, modulus)`.
    pub residue: i64,
    /// Bits known to be 0, of the 64 lowest (two's complement).
    pub zeros: u64,
    /// Bits known to be 1, of the 64 lowest.
    pub ones: u64,
}

fn low_mask(bits: u32) -> u64 {
    1u64.checked_shl(bits).map_or(u64::MAX, |b| b - 1)
}

/// The remainder, at least 0, of a positive modulus. Most are powers of two: a division of 128 bits takes long.
fn remainder(value: i128, modulus: i64) -> i64 {
    if modulus.count_ones() == 1 {
        (value as u64 & (modulus as u64 - 1)) as i64
    } else {
        value.rem_euclid(modulus.into()) as i64
    }
}

impl Facts {
    /// Nothing is known.
    pub const UNKNOWN: Self =
        Self { lo: i128::MIN, hi: i128::MAX, modulus: 1, residue: 0, zeros: 0, ones: 0 };
    /// The value is at least 0.
    pub const NATURAL: Self = Self { lo: 0, ..Self::UNKNOWN };

    /// A known integer.
    pub fn constant(c: i64) -> Self {
        Self::range(c, c)
    }

    /// A value in `[lo, hi]`; `lo <= hi`.
    pub fn range(lo: impl Into<i128>, hi: impl Into<i128>) -> Self {
        Self { lo: lo.into(), hi: hi.into(), ..Self::UNKNOWN }.reduced()
    }

    /// A value of at least `lo`.
    pub fn at_least(lo: impl Into<i128>) -> Self {
        Self { lo: lo.into(), ..Self::UNKNOWN }
    }

    /// A value of at most `hi`.
    pub fn at_most(hi: impl Into<i128>) -> Self {
        Self { hi: hi.into(), ..Self::UNKNOWN }
    }

    /// The values of a signed integer of so many bits, from 1 to 64.
    pub fn signed(bits: u32) -> Self {
        let end = 1i128 << (bits.clamp(1, 64) - 1);
        Self { lo: -end, hi: end - 1, ..Self::UNKNOWN }
    }

    /// The signed integer of so many bits, from 1 to 64, that the low bits of the value are: these bits are
    /// all that is known of it where it may have wrapped.
    pub fn wrapped(&self, bits: u32) -> Self {
        let of_type = Self::signed(bits);
        if self.implies(&of_type) {
            return *self;
        }
        let low = low_mask(bits);
        Self { zeros: self.zeros & low, ones: self.ones & low, ..of_type }.reduced()
    }

    /// These facts and divisibility by `divisor`, which is positive.
    pub fn with_divisor(self, divisor: i64) -> Self {
        self.meet(Self { modulus: divisor, ..Self::UNKNOWN }.reduced())
    }

    /// The value, if only one is left and 64 bits hold it.
    pub fn as_const(&self) -> Option<i64> {
        (self.lo == self.hi).then(|| i64::try_from(self.lo).ok()).flatten()
    }

    /// Whether the value is at least 0.
    pub fn non_negative(&self) -> bool {
        self.lo >= 0
    }

    /// Whether the value lies in `[lo, hi]`.
    pub fn within(&self, lo: impl Into<i128>, hi: impl Into<i128>) -> bool {
        self.lo >= lo.into() && self.hi <= hi.into()
    }

    /// Whether a signed integer of so many bits holds the value.
    pub fn fits(&self, bits: u32) -> bool {
        let all = Self::signed(bits);
        self.within(all.lo, all.hi)
    }

    /// Whether every value that `self` admits is one that `other` admits, as far as one look
    /// tells.
    pub fn implies(&self, other: &Self) -> bool {
        if self.is_contradiction() || (self.lo == self.hi && other.admit(self.lo)) {
            return true;
        }
        let low = low_mask(other.modulus.trailing_zeros());
        let congruent = self.modulus % other.modulus == 0 && self.residue % other.modulus == other.residue;
        let by_bits = other.modulus.count_ones() == 1
            && low & !(self.zeros | self.ones) == 0
            && self.ones & low == other.residue as u64;
        self.within(other.lo, other.hi)
            && (congruent || by_bits)
            && other.zeros & !self.zeros == 0
            && other.ones & !self.ones == 0
    }

    /// Whether no value satisfies the facts.
    pub fn is_contradiction(&self) -> bool {
        self.lo > self.hi || self.zeros & self.ones != 0
    }

    /// Whether `value` satisfies the facts.
    pub fn admit(&self, value: i128) -> bool {
        let bits = value as u64;
        self.lo <= value
            && value <= self.hi
            && remainder(value, self.modulus) == self.residue
            && bits & self.zeros == 0
            && bits & self.ones == self.ones
    }

    /// Whether the value is a natural number of which the 64 lowest bits are all.
    fn is_word(&self) -> bool {
        self.lo >= 0 && self.hi <= i128::from(i64::MAX)
    }

    /// The bits that may be 1; `None` unless the value is known to be natural and below 2⁶³.
    pub fn possible_bits(&self) -> Option<u64> {
        self.is_word().then_some(!self.zeros)
    }

    /// Whether the bits of `mask`, of the 64 lowest, are known to be 0.
    pub fn clears(&self, mask: i64) -> bool {
        mask as u64 & !self.zeros == 0
    }

    /// Whether no bit can be 1 in both, both natural, of which one may be any number: its
    /// bits where the other may have one are known to be 0.
    pub fn disjoint(&self, other: &Self) -> bool {
        let free = |a: &Self, b: &Self| a.possible_bits().is_some_and(|bits| bits & !b.zeros == 0);
        self.lo >= 0 && other.lo >= 0 && (free(self, other) || free(other, self))
    }

    /// Whether every bit that may be 1 is known to be 1 in the other.
    pub fn is_inside(&self, other: &Self) -> bool {
        self.possible_bits().is_some_and(|bits| bits & !other.ones == 0)
    }

    /// Whether the value is known to be a multiple of `divisor`, which is positive.
    pub fn divisible_by(&self, divisor: i64) -> bool {
        self.modulus % divisor == 0 && self.residue % divisor == 0
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
        if self.lo < -FAR {
            self.lo = i128::MIN;
        }
        if self.hi > FAR {
            self.hi = i128::MAX;
        }
        if self.is_contradiction() {
            return self;
        }
        // Congruence to low bits: a power of two that divides the modulus.
        let known = self.modulus.trailing_zeros().min(62);
        let mask = low_mask(known);
        self.zeros |= !(self.residue as u64) & mask;
        self.ones |= self.residue as u64 & mask;
        // Low bits to congruence.
        let low = (self.zeros | self.ones).trailing_ones().min(61);
        if 1i64 << low > self.modulus {
            self.modulus = 1 << low;
            self.residue = (self.ones & low_mask(low)) as i64;
        }
        // Interval to the next admitted values.
        if self.modulus > 1 {
            let residue = i128::from(self.residue);
            if self.lo != i128::MIN {
                self.lo += i128::from(remainder(residue - self.lo, self.modulus));
            }
            if self.hi != i128::MAX {
                self.hi -= i128::from(remainder(self.hi - residue, self.modulus));
            }
        }
        if self.is_word() && self.lo <= self.hi {
            // Interval to high bits, bits to the ends: the bits above the highest in
            // which the ends differ are common.
            let (lo, hi) = (self.lo as u64, self.hi as u64);
            let prefix = !low_mask(u64::BITS - (lo ^ hi).leading_zeros());
            self.zeros |= !lo & prefix;
            self.ones |= lo & prefix;
            self.hi = self.hi.min((!self.zeros & i64::MAX as u64).into());
            self.lo = self.lo.max((self.ones & i64::MAX as u64).into());
        }
        if let Some(c) = self.as_const() {
            self.zeros |= !(c as u64);
            self.ones |= c as u64;
        }
        self
    }
}

#[cfg(test)]
mod tests;

impl From<SymbolFacts> for Facts {
    /// What is stated of a symbol. An end of 64 bits says nothing.
    fn from(stated: SymbolFacts) -> Self {
        let lo = if stated.min == i64::MIN { Self::UNKNOWN } else { Self::at_least(stated.min) };
        let hi = if stated.max == i64::MAX { Self::UNKNOWN } else { Self::at_most(stated.max) };
        lo.meet(hi).with_divisor(stated.div)
    }
}
