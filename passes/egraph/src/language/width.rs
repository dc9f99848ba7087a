//! What computing a term in a width of bits asks of its operands.
//!
//! Sums, products, masks, exclusive-ors and left shifts have the right low bits
//! whenever their operands have: wrapping around on the way is harmless. Quotients,
//! comparisons and right shifts look at bits from above: their operands must be the
//! mathematical integers themselves, which the width must hold.

use egg::Id;

use crate::language::Node;

impl Node {
    /// The operands that a width must hold for the node to be computed in it;
    /// `constant` gives the value of an operand that is one.
    pub fn exact_operands(&self, constant: impl Fn(Id) -> Option<i64>) -> &[Id] {
        match self {
            // A mask.
            Self::Mod([_, d]) if constant(*d).is_some_and(|d| d > 0 && d.count_ones() == 1) => &[],
            Self::Div(c)
            | Self::Mod(c)
            | Self::TruncDiv(c)
            | Self::TruncRem(c)
            | Self::Min(c)
            | Self::Max(c)
            | Self::Compare(_, c) => c,
            Self::Shr(_, c) | Self::MulHigh(_, c) => c,
            // The lowest bits of these are functions of the operands' lowest bits, and a
            // choice reads a truth, which every width holds.
            Self::Sum(_)
            | Self::Mul(_)
            | Self::Xor(_)
            | Self::And(..)
            | Self::Shl(..)
            | Self::Offset(..)
            | Self::Select(_)
            // A swizzle moves bits below its period alone.
            | Self::Swz(..) => &[],
            Self::Num(_) | Self::Var(_) => &[],
            // Layouts have no width, and an index of one is computed in its own.
            Self::At(..)
            | Self::App(_)
            | Self::Fn(_)
            | Self::FCompose(_)
            | Self::Compose(_)
            | Self::Concat(_)
            | Self::Complement(_)
            | Self::Divide(_)
            | Self::Product(_)
            | Self::RightInverse(_)
            | Self::LeftInverse(_)
            | Self::Coalesce(_)
            | Self::Flatten(_)
            | Self::Lit(_)
            | Self::Arg(_)
            | Self::ByTile(..) => &[],
        }
    }
}
