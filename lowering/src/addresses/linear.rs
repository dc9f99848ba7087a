//! Indices as sums of terms times constants.

use layout_mlir::ir::{self, ValueKey};
use melior::ir::{OperationRef, Value, ValueLike};

use super::build::{add, constant_like, multiplied};
use super::sum::{added, constant, is_flagged};

/// Most terms, and most operations that are looked into.
const TERMS: usize = 16;
const STEPS: usize = 64;

/// A number modulo two to the power of its bits.
pub struct Linear<'c, 'a> {
    /// The terms with their factors, in the order in which they are added; no factor is 0.
    pub terms: Vec<(Value<'c, 'a>, i64)>,
    /// The constant.
    pub constant: i64,
    /// Whether the number that was taken apart may be poison where the terms are not: by an operation that is for some operands, or by
    /// a term that it leaves out.
    pub may_be_poison: bool,
    bits: u32,
}

impl<'c: 'a, 'a> Linear<'c, 'a> {
    /// Takes a number of 32 or 64 bits apart; `None` if it has too many terms.
    pub fn of(value: Value<'c, 'a>, bits: u32) -> Option<Self> {
        let mut sum = Self { terms: Vec::new(), constant: 0, may_be_poison: false, bits };
        let mut waiting = vec![(value, 1i64)];
        for _ in 0..STEPS {
            let Some((term, factor)) = waiting.pop() else {
                let all = sum.terms.len();
                sum.terms.retain(|(_, factor)| *factor != 0);
                sum.may_be_poison |= sum.terms.len() < all;
                return Some(sum);
            };
            if let Some(number) = constant(term) {
                sum.constant = sum.low(sum.constant.wrapping_add(factor.wrapping_mul(number)));
            } else if let Some(parts) = parts(term, bits) {
                sum.may_be_poison |= ir::defining_op(term).is_some_and(is_flagged);
                waiting.extend(
                    parts.into_iter().rev().map(|(part, own)| (part, sum.low(factor.wrapping_mul(own)))),
                );
            } else {
                let key = ir::key(term);
                match sum.terms.iter_mut().find(|(known, _)| ir::key(*known) == key) {
                    Some((_, all)) => *all = low(all.wrapping_add(factor), bits),
                    None => sum.terms.push((term, factor)),
                }
            }
            if sum.terms.len() > TERMS {
                return None;
            }
        }
        None
    }

    /// What identifies the terms and their factors.
    pub fn key(&self) -> Vec<(ValueKey, i64)> {
        let mut key: Vec<_> = self.terms.iter().map(|(term, factor)| (ir::key(*term), *factor)).collect();
        key.sort_unstable();
        key
    }

    /// The sum of some of the terms.
    pub fn only(&self, is_one: impl Fn(&(Value<'c, 'a>, i64)) -> bool) -> Self {
        let terms = self.terms.iter().copied().filter(is_one).collect();
        Self { terms, constant: 0, may_be_poison: self.may_be_poison, bits: self.bits }
    }

    /// Computes the number with another constant; `None` if it has no terms.
    pub fn write(&self, before: OperationRef<'c, 'a>, constant: i64) -> Option<Value<'c, 'a>> {
        let (first, _) = self.terms.first()?;
        let number = |value| constant_like(before, *first, value);
        let mut sum: Option<Value<'c, 'a>> = None;
        for (term, factor) in &self.terms {
            let part = if *factor == 1 { *term } else { multiplied(before, *term, number(*factor)?)? };
            sum = Some(match sum {
                Some(sum) => add(before, sum, part)?,
                None => part,
            });
        }
        if constant == 0 { sum } else { add(before, sum?, number(constant)?) }
    }

    fn low(&self, number: i64) -> i64 {
        low(number, self.bits)
    }
}

/// The low bits of a number, with their sign.
fn low(number: i64, bits: u32) -> i64 {
    if bits == 32 { i64::from(number as i32) } else { number }
}

/// What a number is the sum of, with factors.
fn parts<'c: 'a, 'a>(value: Value<'c, 'a>, bits: u32) -> Option<Vec<(Value<'c, 'a>, i64)>> {
    let op = ir::defining_op(value).filter(|_| ir::bits(value.r#type()) == Some(bits))?;
    if let Some([a, b]) = added(op) {
        return Some(vec![(a, 1), (b, 1)]);
    }
    let (a, b) = (ir::operand(op, 0)?, ir::operand(op, 1)?);
    match ir::name(op) {
        "llvm.sub" => Some(vec![(a, 1), (b, -1)]),
        "llvm.mul" => Some(vec![(a, constant(b)?)]),
        "llvm.shl" => {
            let by = u32::try_from(constant(b)?).ok().filter(|by| *by < bits)?;
            Some(vec![(a, low(1i64.wrapping_shl(by), bits))])
        }
        _ => None,
    }
}
