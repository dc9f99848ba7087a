//! Indices whose products take what is added to them.
//!
//! The machine multiplies and adds in one instruction, so that of a sum of products and another term only the products
//! cost. But LLVM orders sums by where their terms are known: strides times the numbers of blocks first, the first of which
//! is added to nothing, and threads last, which is an addition.
//!
//! ```mlir
//! // Before, where nothing else reads the products:
//! %a = llvm.mul %s, %x : i32    %b = llvm.mul %r, %y : i32
//! %c = llvm.add %a, %b : i32    %i = llvm.add %c, %t : i32
//! // After:
//! %a = llvm.inline_asm "mad.lo.s32 $0, $1, $2, $3;", "=r,r,r,r" %s, %x, %t
//! %i = llvm.inline_asm "mad.lo.s32 $0, $1, $2, $3;", "=r,r,r,r" %r, %y, %a
//! ```
//!
//! By an instruction of PTX, whose order LLVM leaves. Sums are computed modulo 2^32, in any order; no flag is kept.

use layout_mlir::ir;
use melior::ir::{Value, ValueLike};

use super::mixed::repeated_factors;
use super::readers::Readers;
use crate::addresses::build::{add, constant_like, inline_ptx, place};
use crate::addresses::sum::{added, constant};

/// Most operations of a sum that are looked into.
const STEPS: usize = 64;
/// The fewest products of which LLVM may add one to nothing.
const PRODUCTS: usize = 2;

/// Has the products of an index take what is none, each after the other; `None` if there are too few, or nothing else.
pub fn start<'c: 'a, 'a>(index: Value<'c, 'a>, readers: &Readers) -> Option<()> {
    if ir::bits(index.r#type()) != Some(32) {
        return None;
    }
    ir::defining_op(index).and_then(added)?;
    let (mut products, mut rest, mut number) = (Vec::new(), Vec::new(), 0i32);
    let mut terms = Vec::new();
    let mut waiting = vec![index];
    for _ in 0..STEPS {
        let Some(term) = waiting.pop() else { break };
        let is_own = ir::key(term) == ir::key(index) || readers.count(term) == 1;
        let own = ir::defining_op(term).filter(|_| is_own);
        if let Some(part) = constant(term) {
            number = number.wrapping_add(part as i32);
        } else if let Some([a, b]) = own.and_then(added) {
            waiting.extend([b, a]);
        } else if let Some(op) = own.filter(|op| ir::name(*op) == "llvm.mul") {
            terms.push(term);
            products.push([ir::operand(op, 0)?, ir::operand(op, 1)?]);
        } else {
            rest.push(term);
        }
    }
    if !waiting.is_empty() || rest.is_empty() || products.len() < PRODUCTS {
        return None;
    }
    // What several are by is multiplied once.
    if !repeated_factors(terms.into_iter(), readers).is_empty() {
        return None;
    }
    let before = place(index)?;
    let start = rest.into_iter().map(Some).reduce(|a, b| add(before, a?, b?))??;
    let mad = |sum, [a, b]: [Value<'c, 'a>; 2]| {
        inline_ptx(before, index.r#type(), "mad.lo.s32 $0, $1, $2, $3;", "=r,r,r,r", &[a, b, sum])
    };
    let sum = products.into_iter().try_fold(start, mad)?;
    let sum = if number == 0 { sum } else { add(before, sum, constant_like(before, sum, number.into())?)? };
    ir::replace_all_uses(index, sum);
    Some(())
}
