//! Predicates of comparisons.

use melior::Context;
use melior::ir::attribute::IntegerAttribute;
use melior::ir::operation::OperationLike;
use melior::ir::r#type::IntegerType;
use melior::ir::{Attribute, OperationRef};

/// `arith::CmpIPredicate`, in the order of its numbers; `index.cmp` has the same names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "MLIR's names")]
pub enum CmpIPredicate {
    Eq,
    Ne,
    Slt,
    Sle,
    Sgt,
    Sge,
    Ult,
    Ule,
    Ugt,
    Uge,
}

impl CmpIPredicate {
    const ALL: [(Self, &str); 10] = [
        (Self::Eq, "eq"),
        (Self::Ne, "ne"),
        (Self::Slt, "slt"),
        (Self::Sle, "sle"),
        (Self::Sgt, "sgt"),
        (Self::Sge, "sge"),
        (Self::Ult, "ult"),
        (Self::Ule, "ule"),
        (Self::Ugt, "ugt"),
        (Self::Uge, "uge"),
    ];

    /// The predicate of an `arith.cmpi`, which has its number, or an `index.cmp`, which has
    /// its name; `None` for other operations.
    pub fn of(op: OperationRef<'_, '_>) -> Option<Self> {
        let attribute = op.attribute("predicate").or_else(|_| op.attribute("pred")).ok()?;
        let (predicate, _) = match super::integer(attribute) {
            Some(number) => *Self::ALL.get(usize::try_from(number).ok()?)?,
            None => {
                let text = attribute.to_string();
                let mut words = text.split(['<', '>', ' ', '(', ')']);
                words.find_map(|word| Self::ALL.into_iter().find(|p| p.1 == word))?
            }
        };
        Some(predicate)
    }

    /// Whether it compares integers without a sign.
    pub fn is_unsigned(self) -> bool {
        matches!(self, Self::Ult | Self::Ule | Self::Ugt | Self::Uge)
    }

    /// The attribute of an `arith.cmpi`.
    pub fn attribute(self, context: &Context) -> Attribute<'_> {
        IntegerAttribute::new(IntegerType::new(context, 64).into(), self as i64).into()
    }
}
