//! [`Int`]: an integer of a width.

use super::float::{Float, Format};

/// An integer of 1 to 64 bits.
#[derive(Clone, Copy, Debug)]
pub struct Int {
    /// Its bits.
    pub width: u32,
    bits: u64,
    /// Whether it was decided by numbers that are too close to tell apart, so that a right
    /// program may have another one here.
    pub unsure: bool,
    /// The format of the number whose bits these are, if it is unsure: what float64 gives, and how far from that a right
    /// program may be.
    of: Option<Format>,
    exact: f64,
    bound: f64,
}

impl PartialEq for Int {
    fn eq(&self, other: &Self) -> bool {
        (self.width, self.bits, self.unsure) == (other.width, other.bits, other.unsure)
    }
}

impl Eq for Int {}

impl Int {
    /// The integer modulo 2 to the width.
    pub fn new(width: u32, value: i128) -> Self {
        let mask = u64::MAX >> (64 - width.clamp(1, 64));
        Self { width, bits: value as u64 & mask, unsure: false, of: None, exact: 0.0, bound: 0.0 }
    }

    /// The bits of a number, which goes between threads so: as long as it is only handed on it stays known how sure it is.
    pub fn of_float(float: Float) -> Self {
        let bits = Self::new(float.format.bits(), float.format.to_bits(float.value).into());
        let unsure = float.bound > 0.0;
        let of = unsure.then_some(float.format);
        Self { unsure, of, exact: float.exact, bound: float.bound, ..bits }
    }

    /// The number of a format whose bits these are.
    pub fn to_float(self, format: Format) -> Float {
        let given = Float::given(format, format.from_bits(self.bits));
        if self.of == Some(format) {
            return Float { exact: self.exact, bound: self.bound, ..given };
        }
        Float { bound: if self.unsure { f64::INFINITY } else { 0.0 }, ..given }
    }

    /// An index.
    pub fn index(value: i64) -> Self {
        Self::new(64, value.into())
    }

    /// A truth value.
    pub fn truth(value: bool) -> Self {
        Self::new(1, value.into())
    }

    /// The bits as a natural number.
    pub fn unsigned(self) -> i128 {
        self.bits.into()
    }

    /// The bits in two's complement.
    pub fn signed(self) -> i128 {
        let unsigned = self.unsigned();
        if unsigned >> (self.width - 1) == 0 { unsigned } else { unsigned - (1 << self.width) }
    }

    /// The bits.
    pub fn bits(self) -> u64 {
        self.bits
    }

    /// Whether it is not 0.
    pub fn is_true(self) -> bool {
        self.bits != 0
    }

    /// The same with another answer to whether it is unsure.
    pub fn with_unsure(self, unsure: bool) -> Self {
        Self { unsure, of: None, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_of_numbers() {
        let unsure = Float { bound: 0.25, ..Float::given(Format::F16, 1.5) };
        let bits = Int::of_float(unsure);
        assert!(bits.unsure && bits.bits() == 0x3E00);
        assert_eq!(bits.to_float(Format::F16).interval(), (1.25, 1.75));
        // Of another format, or changed, nothing is known.
        assert_eq!(bits.to_float(Format::BF16).bound, f64::INFINITY);
        assert_eq!(bits.with_unsure(true).to_float(Format::F16).bound, f64::INFINITY);
        assert_eq!(Int::new(16, 0x3E00).to_float(Format::F16).interval(), (1.5, 1.5));
    }

    #[test]
    fn signs() {
        assert_eq!(Int::new(8, 200).signed(), -56);
        assert_eq!(Int::new(8, -56).unsigned(), 200);
        assert_eq!(Int::new(1, 1).signed(), -1);
        assert_eq!(Int::new(64, -1).unsigned(), u64::MAX.into());
        assert_eq!(Int::new(64, i64::MIN.into()).signed(), i64::MIN.into());
    }
}
