//! Addresses whose index is a sum of products of 64 bits.
//!
//! LLVM takes such an address apart: each term is scaled to bytes and added to the pointer by itself, two instructions for
//! each. But a product takes the sum so far as it multiplies, so that the sum of products costs no addition, and one scaling
//! at its end is all.
//!
//! ```mlir
//! // Before, where nothing else reads the products and their sum:
//! %m = llvm.mul %x, %s : i64    %n = llvm.mul %y, %r : i64
//! %a = llvm.add %m, %n : i64    %i = llvm.add %a, %t : i64
//! %p = llvm.getelementptr %b[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f16
//! // After:
//! %m = llvm.inline_asm "mad.lo.s64 $0, $1, $2, $3;", "=l,l,l,l" %x, %s, %t
//! %n = llvm.inline_asm "mad.lo.s64 $0, $1, $2, $3;", "=l,l,l,l" %y, %r, %m
//! %j = llvm.inline_asm "shl.b64 $0, $1, 1;", "=l,l" %n
//! %p = llvm.getelementptr %b[%j] : (!llvm.ptr, i64) -> !llvm.ptr, i8
//! ```
//!
//! By instructions of PTX, since LLVM takes a sum of bytes apart as well, and begins sums with products. All is computed
//! modulo 2^64.

use layout_mlir::ir;
use melior::ir::Value;
use melior::ir::r#type::IntegerType;

use super::mixed::{Factor, Product, factors, repeated_factors};
use super::readers::{Readers, Uses};
use crate::addresses::bounds::Bounds;
use crate::addresses::build::{Gep, add, by_bytes, element_at, inline_ptx, multiplied};
use crate::addresses::sum::{added, constant};

/// Most operations of a sum that are looked into.
const STEPS: usize = 64;

/// Has an address scale its index once; `None` if its index is none that gains by it.
pub fn scale_once<'c: 'a, 'a>(gep: &Gep<'c, 'a>, readers: &Readers, bounds: &Bounds) -> Option<()> {
    let bytes = gep.bytes().and_then(|bytes| u64::try_from(bytes).ok())?;
    if gep.bits != 64 || bytes < 2 || !bytes.is_power_of_two() {
        return None;
    }
    let pointer = ir::result(gep.op).filter(|pointer| readers.count(*pointer) > 0)?;
    let sum = Terms::of(gep.index, readers, bounds)?;
    if !sum.gains() || !Uses::new(readers, false).stay(pointer) {
        return None;
    }
    let wide = IntegerType::new(ir::context(gep.op), 64).into();
    let mut rest = [sum.long, sum.extended].concat();
    for product in &sum.short {
        rest.push(product.in_bytes(gep.op, 1)?);
    }
    let mut index: Option<Value<'c, 'a>> = None;
    for term in rest {
        index = Some(match index {
            Some(index) => add(gep.op, index, term)?,
            None => term,
        });
    }
    for Wide { factors: [a, b], times } in sum.products {
        // (One that is natural is multiplied.)
        let (a, b) = if b.is_natural(times) { (b, a) } else { (a, b) };
        let (a, b) = (a.wide(gep.op, times)?, b.wide(gep.op, 1)?);
        index = Some(match index {
            Some(index) => {
                inline_ptx(gep.op, wide, "mad.lo.s64 $0, $1, $2, $3;", "=l,l,l,l", &[a, b, index])?
            }
            None => multiplied(gep.op, a, b)?,
        });
    }
    let ptx = format!("shl.b64 $0, $1, {};", bytes.trailing_zeros());
    let scaled = inline_ptx(gep.op, wide, &ptx, "=l,l", &[index?])?;
    let pointer = by_bytes(gep.op, gep.base, scaled)?;
    gep.replace(element_at(gep.op, pointer, sum.constant, gep.element)?);
    Some(())
}

/// A product of 64 bits, so many times.
struct Wide<'c, 'a> {
    factors: [Factor<'c, 'a>; 2],
    times: i64,
}

/// The terms of an index.
#[derive(Default)]
struct Terms<'c, 'a> {
    products: Vec<Wide<'c, 'a>>,
    /// Products of two numbers of 32 bits.
    short: Vec<Product<'c, 'a>>,
    /// Numbers of 32 bits, and such by constants.
    extended: Vec<Value<'c, 'a>>,
    /// Other numbers.
    long: Vec<Value<'c, 'a>>,
    constant: i64,
}

impl<'c: 'a, 'a> Terms<'c, 'a> {
    /// Takes apart what is computed for one reader; `None` if that has too many terms, or several by one number.
    fn of(index: Value<'c, 'a>, readers: &Readers, bounds: &Bounds) -> Option<Self> {
        let mut sum = Self::default();
        let mut waiting = vec![index];
        let mut products = Vec::new();
        for _ in 0..STEPS {
            let Some(term) = waiting.pop() else {
                return repeated_factors(products.into_iter(), readers).is_empty().then_some(sum);
            };
            products.push(term);
            let own = ir::defining_op(term).filter(|_| readers.count(term) == 1);
            if let Some(number) = constant(term) {
                sum.constant = sum.constant.wrapping_add(number);
            } else if let Some([a, b]) = own.and_then(added) {
                waiting.extend([b, a]);
            } else if is_extended(term) {
                sum.extended.push(term);
            } else if let Some(product) = Product::of(term, readers, bounds).filter(Product::is_signed) {
                sum.short.push(product);
            } else if let Some(product) = own.and_then(|_| Wide::of(term, readers, bounds)) {
                sum.products.push(product);
            } else {
                sum.long.push(term);
            }
        }
        None
    }

    /// Whether one scaling is fewer instructions than one for each term. A product is three, added to or not, and one more
    /// where no factor takes the scaling; a number of 64 bits is two to add, and one of 32 bits one by the instruction that
    /// multiplies. Three summands are added at once; the first costs nothing, but for the high half that one of 32 bits lacks.
    fn gains(&self) -> bool {
        let (products, long) = (self.products.len(), self.long.len());
        let short = self.short.len() + self.extended.len();
        let takes =
            |product: &&Wide<'_, '_>| product.factors.iter().any(|f| matches!(f, Factor::Natural(..)));
        let each = 5 * products - self.products.iter().filter(takes).count() + 2 * long + short;
        let first = usize::from(long == 0 && short > 0);
        let once = 2 + 3 * products + first + 2 * (long + short).saturating_sub(1).div_ceil(2);
        once < each || once == each && products > 1
    }
}

impl<'c: 'a, 'a> Wide<'c, 'a> {
    /// A term as a product of two unknown numbers, one of which is natural if there are more of it.
    fn of(term: Value<'c, 'a>, readers: &Readers, bounds: &Bounds) -> Option<Self> {
        let (unknown, times) = factors(term, readers)?;
        let factors = unknown.map(|factor| Factor::of(factor, bounds));
        let is_one = times == 1 || factors.iter().any(|factor| factor.is_natural(times));
        is_one.then_some(Self { factors, times })
    }
}

/// Whether a number is one of 32 bits, or such a one by a constant.
fn is_extended(value: Value<'_, '_>) -> bool {
    let extension = |value| {
        let made = ir::defining_op(value).map_or("", ir::name);
        matches!(made, "llvm.sext" | "llvm.zext")
    };
    let of_product = || {
        let op = ir::defining_op(value).filter(|op| ir::name(*op) == "llvm.mul")?;
        constant(ir::operand(op, 1)?)?;
        ir::operand(op, 0)
    };
    extension(value) || of_product().is_some_and(extension)
}
