//! `layout-scale-addresses`: a stride of 64 bits that several addresses count multiples of is counted in bytes once.
//!
//! Rows that a table names begin at `a + b (x s + c)` for elements of `b` bytes: a product, a shift, and sums of two
//! words each. With `b s` computed once it is a product and what it is added to, one multiply-add with its carry.
//!
//! ```mlir
//! // Before, for several %x:
//! %m = llvm.mul %x, %s : i64    %i = llvm.add %m, %c : i64    %p = llvm.getelementptr %a[%i] : …, f16
//! // After:
//! %b = llvm.mul %s, %c2 : i64                                  // where %s is computed
//! %q = llvm.getelementptr %a[%c] : …, f16                      // the same for all
//! %m = llvm.mul %x, %b : i64    %p = llvm.getelementptr %q[%m] : …, i8
//! ```
//!
//! Addresses are computed modulo 2^64, where a product by `b` may be taken of either factor; no flag is kept.

use layout_mlir::ir::{self, ValueKey};
use layout_mlir::registry::{OptionValues, PassInfo};
use melior::ir::{OperationRef, Value};
use rustc_hash::{FxHashMap, FxHashSet};

use super::build::{Gep, add, by_bytes, element, element_at, multiplied, place, scaled};
use super::sum::{Arithmetic, Sum, constant};

/// The pass.
pub const INFO: PassInfo = PassInfo {
    name: "layout-scale-addresses",
    summary: "Count strides that several addresses have in common in bytes",
    options: &[],
    statistics: &[],
    run,
};

fn run(op: OperationRef<'_, '_>, _: &OptionValues) -> bool {
    for function in ir::outer(op).into_iter().filter(|op| ir::name(*op) == "llvm.func") {
        // An address that cannot be built stays as it is.
        scale(function);
    }
    true
}

/// An address that counts a product of two unknown numbers, beside others.
struct Address<'c, 'a> {
    gep: Gep<'c, 'a>,
    bytes: i64,
    product: Value<'c, 'a>,
    factors: [Value<'c, 'a>; 2],
    rest: Vec<Value<'c, 'a>>,
    constant: i64,
}

impl<'c: 'a, 'a> Address<'c, 'a> {
    fn of(op: OperationRef<'c, 'a>) -> Option<Self> {
        let gep = Gep::of(op).filter(|gep| gep.bits == 64)?;
        let bytes = gep.bytes().filter(|bytes| *bytes > 1)?;
        let Sum { terms: mut rest, constant, .. } = Sum::of(gep.index, Arithmetic::Modular)?;
        let at = rest.iter().position(|term| factors(*term).is_some())?;
        let product = rest.remove(at);
        // Of a sum of products the whole is scaled, which is once, too.
        if rest.iter().any(|term| unknown_factors(*term).is_some()) {
            return None;
        }
        Some(Self { gep, bytes, product, factors: factors(product)?, rest, constant })
    }

    /// The address with one of its factors in bytes.
    fn rewrite(&self, count: Value<'c, 'a>, stride: Value<'c, 'a>) -> Option<()> {
        let before = self.gep.op;
        let mut pointer = self.gep.base;
        if let Some((first, others)) = self.rest.split_first() {
            let index = others.iter().try_fold(*first, |sum, term| add(before, sum, *term))?;
            pointer = element(before, pointer, index, self.gep.element)?;
        }
        let pointer = by_bytes(before, pointer, multiplied(before, count, stride)?)?;
        self.gep.replace(element_at(before, pointer, self.constant, self.gep.element)?);
        Some(())
    }
}

/// The factors of a product of unknown numbers that nothing else reads.
fn factors<'c: 'a, 'a>(term: Value<'c, 'a>) -> Option<[Value<'c, 'a>; 2]> {
    unknown_factors(term).filter(|_| ir::uses(term).len() == 1)
}

/// The factors of a product of unknown numbers.
fn unknown_factors<'c: 'a, 'a>(term: Value<'c, 'a>) -> Option<[Value<'c, 'a>; 2]> {
    let op = ir::defining_op(term).filter(|op| ir::name(*op) == "llvm.mul")?;
    let factors = [ir::operand(op, 0)?, ir::operand(op, 1)?];
    factors.iter().all(|factor| constant(*factor).is_none()).then_some(factors)
}

fn scale(function: OperationRef<'_, '_>) {
    let addresses: Vec<Address<'_, '_>> = ir::nested(function).into_iter().filter_map(Address::of).collect();
    // By a factor and the bytes of an element, the products that have it.
    let mut products: FxHashMap<(ValueKey, i64), FxHashSet<ValueKey>> = FxHashMap::default();
    for address in &addresses {
        for factor in address.factors {
            let of_factor = products.entry((ir::key(factor), address.bytes)).or_default();
            of_factor.insert(ir::key(address.product));
        }
    }
    let mut strides: FxHashMap<(ValueKey, i64), Value<'_, '_>> = FxHashMap::default();
    for address in &addresses {
        let [a, b] = address.factors;
        let number = |factor| products.get(&(ir::key(factor), address.bytes)).map_or(0, FxHashSet::len);
        let (stride, count) = if number(a) > number(b) { (a, b) } else { (b, a) };
        if number(stride) < 2 {
            continue;
        }
        let key = (ir::key(stride), address.bytes);
        let in_bytes = strides.get(&key).copied().or_else(|| scaled(place(stride)?, stride, address.bytes));
        let Some(in_bytes) = in_bytes else { continue };
        strides.insert(key, in_bytes);
        let _ = address.rewrite(count, in_bytes);
    }
}
