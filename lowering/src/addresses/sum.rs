//! Indices as sums.

use layout_mlir::ir::{self, ValueKey};
use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, Value};

/// Most terms of a sum that is taken apart.
const TERMS: usize = 64;

/// An index as a sum, modulo two to the power of its bits.
pub struct Sum<'c, 'a> {
    /// The terms, each as often as it is added.
    pub terms: Vec<Value<'c, 'a>>,
    /// The constant; only its low bits count.
    pub constant: i64,
}

impl<'c: 'a, 'a> Sum<'c, 'a> {
    /// Takes an index apart; `None` if it has too many terms.
    pub fn of(index: Value<'c, 'a>) -> Option<Self> {
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

/// The number that an `llvm.mlir.constant` is.
fn constant(value: Value<'_, '_>) -> Option<i64> {
    let op = ir::defining_op(value)?;
    (ir::name(op) == "llvm.mlir.constant").then(|| op.attribute("value").ok().and_then(ir::integer)).flatten()
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
