//! What integer operations cost on a machine, in issue slots.

/// The table of one machine. A slot is one instruction of 32 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Costs {
    /// Slots of a division by a constant that is no power of two.
    pub constant_division: u64,
    /// Slots that the remainder of such a division takes more.
    pub remainder: u64,
    /// Slots that a division takes more whose factor has 33 bits.
    pub correction: u64,
    /// Slots that a division by a constant takes more where 16 bits hold the dividend.
    pub narrowing: u64,
    /// Slots of a division by an unknown.
    pub division: u64,
    /// How many times the slots additions and logic of 64 bits take.
    pub wide_simple: u64,
    /// How many times the slots products of 64 bits take.
    pub wide_product: u64,
    /// Sixteenths of a slot that an operation of 64 bits takes more, where that is less
    /// than a slot: as much as two casts, so that what is narrow stays so.
    pub widening: u64,
}

impl Costs {
    /// Measured on SASS for sm_90a, identical on sm_100a where compared; sm_80 issues the
    /// same operations. Additions of three, multiply-add, any three-input logic, and a
    /// shift are one slot each.
    pub const SM_90: Self = Self {
        constant_division: 2,
        remainder: 1,
        correction: 2,
        narrowing: 2,
        division: 19,
        wide_simple: 2,
        wide_product: 4,
        widening: 0,
    };

    /// Any machine with 64 bits: no wide penalty, division through the divider. A backend
    /// makes a product of a division by a constant as well as a rule does.
    pub const GENERIC: Self = Self {
        constant_division: 1,
        remainder: 0,
        correction: 0,
        narrowing: 0,
        division: 20,
        wide_simple: 1,
        wide_product: 1,
        widening: 8,
    };
}
