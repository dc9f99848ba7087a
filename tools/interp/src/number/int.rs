//! [`Int`]: an integer of a width.

/// An integer of 1 to 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Int {
    /// Its bits.
    pub width: u32,
    bits: u64,
    /// Whether it was decided by numbers that are too close to tell apart, so that a right
    /// program may have another one here.
    pub unsure: bool,
}

impl Int {
    /// The integer modulo 2 to the width.
    pub fn new(width: u32, value: i128) -> Self {
        let mask = u64::MAX >> (64 - width.clamp(1, 64));
        Self { width, bits: value as u64 & mask, unsure: false }
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
        Self { unsure, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs() {
        assert_eq!(Int::new(8, 200).signed(), -56);
        assert_eq!(Int::new(8, -56).unsigned(), 200);
        assert_eq!(Int::new(1, 1).signed(), -1);
        assert_eq!(Int::new(64, -1).unsigned(), u64::MAX.into());
        assert_eq!(Int::new(64, i64::MIN.into()).signed(), i64::MIN.into());
    }
}
