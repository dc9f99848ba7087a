//! What a node costs, in SASS issue slots.

use layout_target::{Costs, UnknownChip};

use crate::language::Node;
use layout_integer::Facts;

/// A cost: [`SLOT`] is one instruction; less than that breaks ties. Sums saturate.
pub type Cost = u64;

/// One slot.
pub const SLOT: Cost = 16 * TIE;
/// What decides between terms of as many slots: the number of their operations. A
/// smaller part of a slot prefers, of equal terms, the one that is there already.
const TIE: Cost = 8;
/// The constant of a memory operand: next to nothing.
pub const IMMEDIATE: Cost = TIE;

/// What an operation of a program is, as far as its cost goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A constant, or the constant of a memory operand.
    Free,
    /// Another type for a value.
    Cast,
    /// Addition, logic, shift, comparison, choice.
    Simple,
    /// A product.
    Product,
    /// The high word of a product.
    HighProduct,
    /// A quotient or remainder, by a constant or an unknown.
    Quotient {
        /// The divisor, if it is known.
        divisor: Option<i64>,
        /// Whether the dividend may be negative.
        signed: bool,
    },
    /// A quotient of signed numbers that is rounded down or up.
    RoundedQuotient {
        /// The divisor, if it is known.
        divisor: Option<i64>,
    },
    /// An operation on layouts that is not lowered yet.
    Layout,
}

/// What rounding takes beside the division in MLIR's `arith-expand`: the product that
/// shows whether there is a remainder, four comparisons, a conjunction, a sum, a choice.
const ROUNDING: Cost = 8;

/// Slots of an operation on layouts: more than any address.
const LAYOUT: Cost = 1000;

/// The costs of operations on a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CostModel {
    costs: Costs,
    /// Whether numbers may have more than 32 bits.
    wide: bool,
}

impl CostModel {
    /// A GPU from sm_70 on.
    pub const SM_90: Self = Self { costs: Costs::SM_90, wide: true };
    /// Any machine with 64 bits.
    pub const GENERIC: Self = Self { costs: Costs::GENERIC, wide: true };

    /// The model for a chip such as `sm_90a`, or `generic`.
    ///
    /// # Errors
    /// [`UnknownChip`], which names the known ones.
    pub fn for_target(target: &str) -> Result<Self, UnknownChip> {
        Ok(Self { costs: *Costs::of(target)?, wide: true })
    }

    /// The same for programs whose indices have so many bits.
    #[must_use]
    pub fn of_index_bits(self, bits: u32) -> Self {
        Self { wide: bits > 32, ..self }
    }

    /// How many times the slots of 32 bits additions and products take.
    fn width(&self, wide: bool) -> (Cost, Cost) {
        if wide { (self.costs.wide_simple, self.costs.wide_product) } else { (1, 1) }
    }

    /// The cost of an operation of so many bits.
    pub fn operation(&self, kind: Kind, bits: u32) -> Cost {
        let (simple, product) = self.width(bits > 32);
        let slots = match kind {
            Kind::Free => return TIE,
            // Most are part of the operation that reads them.
            Kind::Cast => return SLOT / 4,
            Kind::Simple => simple,
            Kind::Product => product,
            Kind::HighProduct => 3 * simple,
            Kind::Quotient { divisor, signed } => {
                self.quotient(divisor, signed)
                    * if bits > 32 { 5.min(self.costs.wide_product + 1) } else { 1 }
            }
            Kind::RoundedQuotient { divisor } => {
                let quotient = self.operation(Kind::Quotient { divisor, signed: true }, bits);
                return quotient + ROUNDING * self.operation(Kind::Simple, bits);
            }
            Kind::Layout => LAYOUT,
        };
        slots * SLOT + TIE + if bits > 32 { self.costs.widening * TIE } else { 0 }
    }

    /// Slots of a quotient of 32 bits.
    fn quotient(&self, divisor: Option<i64>, signed: bool) -> Cost {
        match divisor {
            Some(d) if d > 0 && d.count_ones() == 1 => 1 + 2 * Cost::from(signed),
            Some(d) => {
                self.costs.constant_division
                    + self.costs.correction * Cost::from(needs_correction(d))
                    + Cost::from(signed)
            }
            None => self.costs.division + 2 * Cost::from(signed),
        }
    }

    /// The cost of computing `node`, whose value has `facts`, from its children.
    pub fn node(&self, node: &Node, facts: &Facts, children: &[Facts]) -> Cost {
        let narrow = |f: &Facts| f.fits(32);
        let wide = self.wide && !(narrow(facts) && children.iter().all(narrow));
        let (simple, product) = self.width(wide);
        let signed = |i: usize| Cost::from(children.get(i).is_none_or(|f| !f.non_negative()));
        let slots = match node {
            // The function of a layout is part of the operation that applies it.
            Node::Num(_) | Node::Var(_) | Node::Arg(_) | Node::Lit(_) | Node::Fn(_) => 0,
            Node::Sum(sum) => {
                let scaled = sum.coefficients.iter().filter(|c| **c != 1).count() as Cost;
                let plain = sum.coefficients.len() as Cost - scaled + Cost::from(sum.constant != 0);
                let added =
                    if scaled > 0 { plain.div_ceil(2) } else { plain.saturating_sub(1).div_ceil(2).max(1) };
                // A multiply-add takes one plain operand for free.
                let free = Cost::from(scaled > 0 && plain > 0);
                let multiplied: Cost = sum
                    .coefficients
                    .iter()
                    .zip(children)
                    .filter(|(c, _)| **c != 1)
                    .map(|(c, child)| match () {
                        // By a power of two it is a shift, which the addition does; of 32 bits a product of 64 is as
                        // much as the sum that the machine adds to it.
                        () if *c > 1 && c.count_ones() == 1 => simple,
                        () if i32::try_from(*c).is_ok() && narrow(child) => simple,
                        () => product,
                    })
                    .sum();
                (multiplied + (added - free.min(added)) * simple) * SLOT
                    + sum.terms.len().saturating_sub(1) as Cost * TIE
            }
            Node::Mul(_) => product * SLOT,
            Node::Div([_, _]) | Node::Mod([_, _]) => {
                let remainder = Cost::from(matches!(node, Node::Mod(_))) * self.costs.remainder;
                let slots = match children.get(1).and_then(Facts::as_const) {
                    Some(d) if d.count_ones() == 1 => 1,
                    Some(d) => {
                        // LLVM narrows to 16 bits where they are enough, which costs more.
                        let short = children.first().is_some_and(|x| x.within(0, u16::MAX));
                        let narrowed = Cost::from(short && !wide) * self.costs.narrowing;
                        let correction = self.costs.correction * Cost::from(needs_correction(d));
                        self.costs.constant_division + correction + narrowed + remainder + signed(0)
                    }
                    None => self.costs.division + 2 * signed(0),
                };
                // The division itself is dearer than the shift it may become.
                slots * if wide { 5.min(self.costs.wide_product + 1) } else { 1 } * SLOT + TIE
            }
            Node::TruncDiv(_) | Node::TruncRem(_) => {
                let remainder = Cost::from(matches!(node, Node::TruncRem(_))) * self.costs.remainder;
                let slots = match children.get(1).and_then(Facts::as_const) {
                    Some(d) if d.count_ones() == 1 => 3 + remainder,
                    Some(_) => self.costs.constant_division + remainder + 1,
                    None => self.costs.division + 2,
                };
                slots * if wide { 5.min(self.costs.wide_product + 1) } else { 1 } * SLOT + TIE
            }
            // LLVM takes the product apart again where the quotient is scaled.
            Node::MulHigh(..) => 3 * simple * SLOT,
            Node::Compare(..) | Node::Select(_) => simple * SLOT,
            // As much as a sum of two, so that of both the one that is there already stays.
            Node::Xor(_) => simple * SLOT + TIE,
            Node::And(..) => simple * SLOT,
            Node::Min(_) | Node::Max(_) => simple * SLOT,
            Node::Swz(..) => 2 * simple * SLOT,
            Node::Shl(..) | Node::Shr(..) | Node::Offset(..) => simple * SLOT,
            // A layout operation that stays costs more than any address.
            Node::At(..)
            | Node::App(_)
            | Node::FCompose(_)
            | Node::Compose(_)
            | Node::Concat(_)
            | Node::Complement(_)
            | Node::Divide(_)
            | Node::Product(_)
            | Node::RightInverse(_)
            | Node::LeftInverse(_)
            | Node::Coalesce(_)
            | Node::Flatten(_)
            | Node::ByTile(..) => LAYOUT * SLOT,
        };
        slots + TIE
    }
}

/// Whether no 32-bit factor and shift divide by `d`, so that the product has to be
/// corrected by an addition (Warren, Hacker's Delight, ch. 10).
fn needs_correction(d: i64) -> bool {
    // An even divisor shifts first, after which one bit less needs to be right.
    if d % 2 == 0 || !(1..1 << 31).contains(&d) {
        return false;
    }
    (0..32).all(|k| {
        let p = 1i128 << (32 + k);
        let e = (p + i128::from(d) - 1) / i128::from(d);
        e >= 1 << 32 || e * i128::from(d) - p > 1 << k
    })
}
