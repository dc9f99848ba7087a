//! Indices as sums.

use layout_mlir::ir::{self, ValueKey};
use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, Value, ValueLike};

/// Most terms of a sum that is taken apart.
const TERMS: usize = 64;

/// An index as a sum: of numbers with their signs, or modulo two to the power of its bits.
pub struct Sum<'c, 'a> {
    /// The terms, each as often as it is added.
    pub terms: Vec<Value<'c, 'a>>,
    /// The constant; of a sum modulo, only its low bits count.
    pub constant: i64,
}

/// What a sum is apart from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Arithmetic {
    /// Of numbers with their signs: only what cannot wrap (`nsw`) is taken apart.
    Signed,
    /// Modulo two to the power of the bits.
    Modular,
}

impl<'c: 'a, 'a> Sum<'c, 'a> {
    /// Takes an index apart; `None` if it has too many terms.
    pub fn of(index: Value<'c, 'a>, arithmetic: Arithmetic) -> Option<Self> {
        let added = |op| added(op).filter(|_| arithmetic == Arithmetic::Modular || does_not_wrap(op));
        let mut sum = Self { terms: Vec::new(), constant: 0 };
        let mut waiting = vec![index];
        while let Some(term) = waiting.pop() {
            if let Some(number) = constant(term) {
                sum.constant = sum.constant.wrapping_add(number);
            } else if let Some([a, b]) = ir::defining_op(term).and_then(added) {
                waiting.extend([b, a]);
            } else {
                sum.terms.push(term);
            }
            if waiting.len() + sum.terms.len() > TERMS {
                return None;
            }
        }
        Some(sum)
    }
}

/// The operands of what adds two numbers.
pub fn added<'c, 'a>(op: OperationRef<'c, 'a>) -> Option<[Value<'c, 'a>; 2]> {
    let adds = match ir::name(op).as_str() {
        "llvm.add" => true,
        "llvm.or" => op.has_attribute("isDisjoint"),
        _ => false,
    };
    let operands = || Some([ir::operand(op, 0)?, ir::operand(op, 1)?]);
    adds.then(operands).flatten()
}

/// Whether an operation that adds numbers, or multiplies them, is poison where its result with its sign is another
/// number.
fn does_not_wrap(op: OperationRef<'_, '_>) -> bool {
    ir::name(op) == "llvm.or" || ir::has_no_signed_wrap(op)
}

/// A value as a product that cannot wrap, by a constant: by 1 if it is no other.
pub fn product<'c: 'a, 'a>(value: Value<'c, 'a>) -> (Value<'c, 'a>, i64) {
    let by_constant = || {
        let op = ir::defining_op(value).filter(|op| ir::name(*op) == "llvm.mul" && does_not_wrap(*op))?;
        Some((ir::operand(op, 0)?, constant(ir::operand(op, 1)?)?))
    };
    by_constant().unwrap_or((value, 1))
}

/// The number that an `llvm.mlir.constant` is, with its sign.
fn constant(value: Value<'_, '_>) -> Option<i64> {
    let op = ir::defining_op(value).filter(|op| ir::name(*op) == "llvm.mlir.constant")?;
    let number = op.attribute("value").ok().and_then(ir::integer)?;
    match ir::scalar(value.r#type())? {
        // It may be written with more bits than it has.
        ir::Scalar::Int(32) => Some(i64::from(number as i32)),
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
