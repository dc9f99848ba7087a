//! Indices as sums.

use layout_mlir::ir::{self, ValueKey};
use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, Value, ValueLike};

/// Most terms of a sum that is taken apart, and most operations that are looked into for them.
const TERMS: usize = 64;
const STEPS: usize = 256;

/// An index as a sum: of numbers with their signs, of natural numbers, or modulo two to the power of its bits.
pub struct Sum<'c, 'a> {
    /// The terms, each as often as it is added.
    pub terms: Vec<Value<'c, 'a>>,
    /// The constant; of a sum modulo, only its low bits count.
    pub constant: i64,
    /// Whether one of its additions is poison for some operands.
    pub is_flagged: bool,
}

/// What a sum is apart from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Arithmetic {
    /// Of numbers with their signs: only what cannot wrap (`nsw`) is taken apart.
    Signed,
    /// Of natural numbers: only what cannot wrap (`nuw`) is taken apart.
    Unsigned,
    /// Modulo two to the power of the bits.
    Modular,
}

impl Arithmetic {
    /// What a constant of the type of a value adds, which is that number with its sign.
    pub fn number(self, number: i64, like: Value<'_, '_>) -> i64 {
        match (self, ir::bits(like.r#type())) {
            (Self::Unsigned, Some(32)) => i64::from(number as u32),
            _ => number,
        }
    }

    /// Whether what adds numbers, or multiplies them, does so here, or is poison.
    pub fn is_kept_by(self, op: OperationRef<'_, '_>) -> bool {
        match self {
            // Without a bit in common nothing is carried.
            Self::Signed | Self::Unsigned if ir::name(op) == "llvm.or" => true,
            Self::Signed => ir::has_no_signed_wrap(op),
            Self::Unsigned => ir::has_no_unsigned_wrap(op),
            Self::Modular => true,
        }
    }
}

impl<'c: 'a, 'a> Sum<'c, 'a> {
    /// Takes an index apart; `None` if it has too many terms, or takes too many operations.
    pub fn of(index: Value<'c, 'a>, arithmetic: Arithmetic) -> Option<Self> {
        let added = |op| Some((added(op).filter(|_| arithmetic.is_kept_by(op))?, is_flagged(op)));
        let mut sum = Self { terms: Vec::new(), constant: 0, is_flagged: false };
        let mut waiting = vec![index];
        for _ in 0..STEPS {
            let Some(term) = waiting.pop() else { return Some(sum) };
            if let Some(number) = constant(term) {
                sum.constant = sum.constant.wrapping_add(arithmetic.number(number, term));
            } else if let Some(([a, b], is_flagged)) = ir::defining_op(term).and_then(added) {
                waiting.extend([b, a]);
                sum.is_flagged |= is_flagged;
            } else {
                sum.terms.push(term);
            }
            if waiting.len() + sum.terms.len() > TERMS {
                return None;
            }
        }
        None
    }
}

/// The operands of what adds two numbers.
pub fn added<'c, 'a>(op: OperationRef<'c, 'a>) -> Option<[Value<'c, 'a>; 2]> {
    let adds = match ir::name(op) {
        "llvm.add" => true,
        "llvm.or" => op.has_attribute("isDisjoint"),
        _ => false,
    };
    let operands = || Some([ir::operand(op, 0)?, ir::operand(op, 1)?]);
    adds.then(operands).flatten()
}

/// Whether an operation is poison for some operands.
pub fn is_flagged(op: OperationRef<'_, '_>) -> bool {
    [Arithmetic::Signed, Arithmetic::Unsigned].iter().any(|arithmetic| arithmetic.is_kept_by(op))
}

/// A value as a product that cannot wrap, by a constant: by 1 if it is no other.
pub fn product<'c: 'a, 'a>(value: Value<'c, 'a>) -> (Value<'c, 'a>, i64) {
    let by_constant = || {
        let op = ir::defining_op(value)
            .filter(|op| ir::name(*op) == "llvm.mul" && Arithmetic::Signed.is_kept_by(*op))?;
        Some((ir::operand(op, 0)?, constant(ir::operand(op, 1)?)?))
    };
    by_constant().unwrap_or((value, 1))
}

/// The number that an `llvm.mlir.constant` is, with its sign, or one that became more bits with its sign.
pub fn constant(value: Value<'_, '_>) -> Option<i64> {
    let op = ir::defining_op(value)?;
    if ir::name(op) == "llvm.sext" {
        return constant(ir::operand(op, 0)?);
    }
    if ir::name(op) != "llvm.mlir.constant" {
        return None;
    }
    let number = op.attribute("value").ok().and_then(ir::integer)?;
    match ir::scalar(value.r#type())? {
        // It may be written with more bits than it has.
        ir::Scalar::Int(bits @ 1..=63) => Some(number << (64 - bits) >> (64 - bits)),
        _ => Some(number),
    }
}

/// What identifies terms, in any order.
pub fn keys(terms: &[Value<'_, '_>]) -> Vec<ValueKey> {
    let mut keys: Vec<ValueKey> = terms.iter().map(|term| ir::key(*term)).collect();
    keys.sort_unstable();
    keys
}

/// Takes a key from a list; false if it is not there.
pub fn take(from: &mut Vec<ValueKey>, key: ValueKey) -> bool {
    from.iter().position(|k| *k == key).map(|at| from.remove(at)).is_some()
}
