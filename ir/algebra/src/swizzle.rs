//! `Swizzle<B,M,S>`: exclusive-or of one bit field of an integer into another.

use std::fmt;

use layout_integer::Facts;

/// Why three integers are no swizzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SwizzleError {
    /// A count is negative.
    #[error("S<{b},{m},{s}>: the number of bits and the base must not be negative")]
    Negative {
        /// Bits.
        b: i64,
        /// Base.
        m: i64,
        /// Shift.
        s: i64,
    },
    /// The fields overlap, so the map is no involution.
    #[error(
        "S<{b},{m},{s}>: a shift of {s} is smaller than the {b} bits it moves, so the two bit fields overlap; use |S| >= {b}"
    )]
    Overlap {
        /// Bits.
        b: i64,
        /// Base.
        m: i64,
        /// Shift.
        s: i64,
    },
    /// The bits do not fit in a 64-bit index.
    #[error("S<{b},{m},{s}>: bits up to {top} do not fit in a 64-bit index")]
    TooWide {
        /// Bits.
        b: i64,
        /// Base.
        m: i64,
        /// Shift.
        s: i64,
        /// One past the highest bit used.
        top: i64,
    },
}

/// `x ↦ x ⊕ ((x ∧ Y) ≫ S)` with `Y` the `B` bits from `M + max(S, 0)` up; for
/// negative `S` the field moves up (`cute/swizzle.hpp`). The unit is elements
/// of whatever the layout indexes. An involution and linear over F₂.
///
/// ```
/// use layout_algebra::Swizzle;
/// let s = Swizzle::new(3, 4, 3).unwrap();
/// assert_eq!((s.bits(), s.base(), s.shift(), s.period()), (3, 4, 3, 1024));
/// assert_eq!((s.source_mask(), s.target_mask()), (0x380, 0x70));
/// assert_eq!(s.apply(0x80), 0x90);
/// assert_eq!(s.apply(s.apply(0x3f7)), 0x3f7);
/// assert!(Swizzle::new(3, 4, 2).is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Swizzle {
    bits: u8,
    base: u8,
    shift: i8,
}

impl Swizzle {
    /// `Swizzle<bits, base, shift>`.
    ///
    /// # Errors
    /// [`SwizzleError`] unless `bits, base >= 0`, `|shift| >= bits`, and the
    /// fields lie within bits 0 to 61.
    pub fn new(b: i64, m: i64, s: i64) -> Result<Self, SwizzleError> {
        if b < 0 || m < 0 {
            return Err(SwizzleError::Negative { b, m, s });
        }
        let top = b.saturating_add(m).saturating_add(s.saturating_abs());
        if top > 62 {
            return Err(SwizzleError::TooWide { b, m, s, top });
        }
        if s.abs() < b {
            return Err(SwizzleError::Overlap { b, m, s });
        }
        Ok(Self { bits: b as u8, base: m as u8, shift: s as i8 })
    }

    /// `B`, the number of bits moved.
    pub fn bits(self) -> u32 {
        self.bits.into()
    }

    /// `M`, the number of low bits left alone.
    pub fn base(self) -> u32 {
        self.base.into()
    }

    /// `S`, the distance.
    pub fn shift(self) -> i32 {
        self.shift.into()
    }

    fn field(self, low: i32) -> i64 {
        ((1i64 << self.bits) - 1) << low
    }

    /// The bits read (CuTe's `yyy_msk`).
    pub fn source_mask(self) -> i64 {
        self.field(i32::from(self.base) + self.shift().max(0))
    }

    /// The bits changed (CuTe's `zzz_msk`).
    pub fn target_mask(self) -> i64 {
        self.field(i32::from(self.base) - self.shift().min(0))
    }

    /// The swizzled integer.
    pub fn apply(self, x: i64) -> i64 {
        let y = x & self.source_mask();
        if self.shift >= 0 { x ^ (y >> self.shift) } else { x ^ (y << -self.shift) }
    }

    /// What is known of the swizzle of a natural number of which `x` is known.
    pub fn apply_to_facts(self, x: &Facts) -> Facts {
        x.xor_field(self.source_mask() as u64, self.target_mask() as u64, self.shift())
    }

    /// The period: adding a multiple of it commutes with the swizzle.
    pub fn period(self) -> i64 {
        1 << (u32::from(self.bits) + u32::from(self.base) + u32::from(self.shift.unsigned_abs()))
    }

    /// The swizzle that reads the bits `y` and changes the bits `z` (CuTe's
    /// `make_swizzle<Y,Z>`), if the two masks are those of one.
    ///
    /// ```
    /// use layout_algebra::Swizzle;
    /// assert_eq!(Swizzle::of_masks(56, 7), Swizzle::new(3, 0, 3).ok());
    /// assert_eq!(Swizzle::of_masks(5, 2), None);
    /// ```
    pub fn of_masks(y: i64, z: i64) -> Option<Self> {
        let (bits, m) = (y.count_ones(), y.trailing_zeros().min(z.trailing_zeros()));
        if y < 0 || z < 0 || bits != z.count_ones() {
            return None;
        }
        if bits == 0 {
            return Self::new(0, 0, 0).ok();
        }
        let shift = i64::from(y.trailing_zeros()) - i64::from(z.trailing_zeros());
        let swizzle = Self::new(bits.into(), m.into(), shift).ok()?;
        (swizzle.source_mask() == y && swizzle.target_mask() == z).then_some(swizzle)
    }

    /// The swizzle that is `self` after `other`, of the same shift, if it is one.
    ///
    /// ```
    /// use layout_algebra::Swizzle;
    /// let s = |b, m, s| Swizzle::new(b, m, s).unwrap();
    /// assert_eq!(s(1, 3, 3).merge(s(1, 4, 3)), Some(s(2, 3, 3)));
    /// assert_eq!(s(2, 3, 3).merge(s(2, 3, 3)).unwrap().bits(), 0);
    /// ```
    pub fn merge(self, other: Self) -> Option<Self> {
        if self.shift() != other.shift() {
            return None;
        }
        let merged = Self::of_masks(
            self.source_mask() ^ other.source_mask(),
            self.target_mask() ^ other.target_mask(),
        )?;
        // The two do not read what the other changes.
        let apart =
            self.source_mask() & other.target_mask() == 0 && other.source_mask() & self.target_mask() == 0;
        apart.then_some(merged)
    }
}

impl fmt::Display for Swizzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "S<{},{},{}>", self.bits, self.base, self.shift)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documented_values() {
        let s = Swizzle::new(2, 0, 2).unwrap();
        let values: Vec<i64> = (0..16).map(|x| s.apply(x)).collect();
        assert_eq!(values, [0, 1, 2, 3, 5, 4, 7, 6, 10, 11, 8, 9, 15, 14, 13, 12]);
    }

    #[test]
    fn involution_with_period() {
        for (b, m, s) in [(3, 4, 3), (2, 1, -2), (1, 0, 5), (0, 0, 0)] {
            let w = Swizzle::new(b, m, s).unwrap();
            for x in -300..300 {
                assert_eq!(w.apply(w.apply(x)), x);
                assert_eq!(w.apply(x + w.period()), w.apply(x) + w.period());
            }
        }
    }

    #[test]
    fn bad_parameters() {
        assert!(matches!(Swizzle::new(3, 0, 2), Err(SwizzleError::Overlap { .. })));
        assert!(matches!(Swizzle::new(-1, 0, 2), Err(SwizzleError::Negative { .. })));
        assert!(matches!(Swizzle::new(3, 60, 3), Err(SwizzleError::TooWide { .. })));
        assert!(matches!(Swizzle::new(3, 0, i64::MIN), Err(SwizzleError::TooWide { .. })));
    }
}
