//! [`Int`]: a bit pattern of 1 to 64 bits, signless as in MLIR.

use std::fmt;

/// An integer of so many bits. Whether the top bit is a sign is up to the
/// operation that reads it.
///
/// Widths end at 64, so that sums, differences and signed products of two are
/// exact in 128 bits: overflow is then a comparison and not a case analysis.
///
/// ```
/// use layout_interp::Int;
/// let x = Int::new(8, -1);
/// assert_eq!((x.signed(), x.unsigned(), x.to_string()), (-1, 255, "-1".into()));
/// assert_eq!(Int::new(8, 300).unsigned(), 44);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Int {
    width: u32,
    /// Zero above `width`.
    bits: u64,
}

impl Int {
    /// `value` modulo 2^`width`. Widths outside 1 to 64 are clamped.
    pub fn new(width: u32, value: i128) -> Self {
        let width = width.clamp(1, 64);
        Self { width, bits: value as u64 & mask(width) }
    }

    /// The truth value as an `i1`.
    pub fn bool(value: bool) -> Self {
        Self::new(1, value.into())
    }

    /// The number of bits.
    pub fn width(self) -> u32 {
        self.width
    }

    /// The value when the top bit is a sign.
    pub fn signed(self) -> i128 {
        let unused = 64 - self.width;
        (((self.bits << unused) as i64) >> unused).into()
    }

    /// The value when it is not.
    pub fn unsigned(self) -> i128 {
        self.bits.into()
    }

    /// The least signed value of a width.
    pub fn signed_min(width: u32) -> i128 {
        -(1i128 << (width - 1))
    }

    /// The greatest signed value of a width.
    pub fn signed_max(width: u32) -> i128 {
        (1i128 << (width - 1)) - 1
    }

    /// The greatest unsigned value of a width.
    pub fn unsigned_max(width: u32) -> i128 {
        (1i128 << width) - 1
    }

    /// Whether a mathematical integer is a signed value of a width.
    pub fn fits_signed(width: u32, value: i128) -> bool {
        (Self::signed_min(width)..=Self::signed_max(width)).contains(&value)
    }

    /// Whether a mathematical integer is an unsigned value of a width.
    pub fn fits_unsigned(width: u32, value: i128) -> bool {
        (0..=Self::unsigned_max(width)).contains(&value)
    }
}

fn mask(width: u32) -> u64 {
    u64::MAX >> (64 - width)
}

impl fmt::Display for Int {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.width {
            1 => write!(f, "{}", self.bits == 1),
            _ => write!(f, "{}", self.signed()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_readings_of_every_small_pattern() {
        for width in 1..=8 {
            for bits in 0..1i128 << width {
                let x = Int::new(width, bits);
                assert_eq!(x.unsigned(), bits);
                assert_eq!(x.signed(), if bits < 1 << (width - 1) { bits } else { bits - (1 << width) });
                assert_eq!(Int::new(width, x.signed()), x);
                assert!(Int::fits_signed(width, x.signed()) && Int::fits_unsigned(width, x.unsigned()));
            }
            assert!(!Int::fits_signed(width, 1 << (width - 1)) && !Int::fits_unsigned(width, 1 << width));
        }
        assert_eq!(Int::new(64, i64::MIN.into()).signed(), i64::MIN.into());
        assert_eq!(Int::new(64, -1).unsigned(), u64::MAX.into());
    }
}
