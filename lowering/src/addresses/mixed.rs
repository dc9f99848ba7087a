//! Products of a number with a sign and one without, of 32 bits each, in addresses of 64 bits.
//!
//! The machine multiplies two numbers of 32 bits, both with signs or both without, and adds the product to a number of 64
//! bits in one instruction. LLVM selects it where both were extended alike. A row that a table names, times a stride that
//! may be negative, was not, and is a product of 64 bits: three instructions, and two for the sum. But a natural number
//! below 2^31 has the same sign either way.
//!
//! ```mlir
//! // Before, where %n is at most 2^28:
//! %x = llvm.sext %i : i32 to i64    %y = llvm.zext %n : i32 to i64    %m = llvm.mul %x, %y : i64
//! %s = llvm.add %m, %r : i64        %p = llvm.getelementptr %a[%s] : (!llvm.ptr, i64) -> !llvm.ptr, f32
//! // After:
//! %q = llvm.getelementptr %a[%r] : (!llvm.ptr, i64) -> !llvm.ptr, f32
//! %b = llvm.mul %n, %c4 : i32
//! %w = llvm.inline_asm "mul.wide.s32 $0, $1, $2;", "=l,r,r" %i, %b : (i32, i32) -> i64
//! %p = llvm.getelementptr %q[%w] : (!llvm.ptr, i64) -> !llvm.ptr, i8
//! ```
//!
//! The bytes of an element go to the natural number, if that still is one.

use layout_mlir::ir;
use melior::ir::r#type::IntegerType;
use melior::ir::{Value, ValueLike};

use super::bounds::Bounds;
use super::build::{
    Gep, add, by_bytes, constant_like, element, element_at, low_bits, multiplied, wide_product,
};
use super::sum::{Arithmetic, Sum, constant};

/// The product of 64 bits of two numbers of 32 with signs.
const WIDE: &str = "mul.wide.s32 $0, $1, $2;";

/// A factor of 64 bits that is one of 32.
#[derive(Clone, Copy)]
enum Factor<'c, 'a> {
    /// Extended by its sign.
    Signed(Value<'c, 'a>),
    /// Extended by zeros, or of 64 bits, and at most so much, which is below 2^31.
    Natural(Value<'c, 'a>, i64),
    Constant(i64),
}

impl<'c: 'a, 'a> Factor<'c, 'a> {
    fn of(value: Value<'c, 'a>, bounds: &Bounds) -> Option<Self> {
        if let Some(number) = constant(value) {
            return Some(Self::Constant(number));
        }
        let op = ir::defining_op(value)?;
        let short = ir::operand(op, 0).filter(|short| ir::bits(short.r#type()) == Some(32));
        match ir::name(op) {
            "llvm.sext" => short.map(Self::Signed),
            "llvm.zext" => {
                let most = i64::from(bounds.bound(short?)?);
                i32::try_from(most).is_ok().then_some(Self::Natural(short?, most))
            }
            "llvm.and" | "llvm.urem" => {
                let by = constant(ir::operand(op, 1)?).filter(|by| *by > 0 && i32::try_from(*by).is_ok())?;
                Some(Self::Natural(value, by - i64::from(ir::name(op) == "llvm.urem")))
            }
            _ => None,
        }
    }
}

/// What a natural number is multiplied by.
#[derive(Clone, Copy)]
enum By<'c, 'a> {
    Signed(Value<'c, 'a>),
    Constant(i64),
}

/// A natural number, which is at most so much, times another one.
struct Product<'c, 'a> {
    natural: Value<'c, 'a>,
    most: i64,
    by: By<'c, 'a>,
}

impl<'c: 'a, 'a> Product<'c, 'a> {
    fn of(term: Value<'c, 'a>, bounds: &Bounds) -> Option<Self> {
        let op = ir::defining_op(term).filter(|op| ir::name(*op) == "llvm.mul")?;
        let factor = |number| Factor::of(ir::operand(op, number)?, bounds);
        let (natural, most, by) = match (factor(0)?, factor(1)?) {
            (Factor::Natural(natural, most), Factor::Signed(by))
            | (Factor::Signed(by), Factor::Natural(natural, most)) => (natural, most, By::Signed(by)),
            (Factor::Natural(natural, most), Factor::Constant(by)) => (natural, most, By::Constant(by)),
            _ => return None,
        };
        Some(Self { natural, most, by })
    }

    /// What is taken away with it, as such a product: of unknown numbers there is none.
    fn negated(self) -> Option<Self> {
        match self.by {
            By::Constant(by) => Some(Self { by: By::Constant(by.checked_neg()?), ..self }),
            By::Signed(_) => None,
        }
    }

    /// The factors of 32 bits of the product by the bytes of an element; `None` if they have more, or LLVM finds them.
    fn in_bytes(&self, gep: &Gep<'c, 'a>, bytes: i64) -> Option<[Value<'c, 'a>; 2]> {
        let short = |number: i64| i32::try_from(number).ok().map(i64::from);
        let natural = || low_bits(gep.op, self.natural, IntegerType::new(ir::context(gep.op), 32).into());
        match self.by {
            By::Signed(by) => {
                short(self.most.checked_mul(bytes)?)?;
                let natural = natural()?;
                Some([by, multiplied(gep.op, natural, constant_like(gep.op, natural, bytes)?)?])
            }
            By::Constant(by) => {
                let by = short(by.checked_mul(bytes)?).filter(|by| *by < 0)?;
                let natural = natural()?;
                Some([natural, constant_like(gep.op, natural, by)?])
            }
        }
    }
}

/// What is taken away, and of what.
fn subtracted<'c: 'a, 'a>(term: Value<'c, 'a>) -> Option<(Value<'c, 'a>, Value<'c, 'a>)> {
    let op = ir::defining_op(term).filter(|op| ir::name(*op) == "llvm.sub")?;
    Some((ir::operand(op, 0)?, ir::operand(op, 1)?))
}

/// Has an address be what its other terms lead to and such products; `None` if it has none.
pub fn split<'c: 'a, 'a>(gep: &Gep<'c, 'a>, bounds: &Bounds) -> Option<()> {
    let bytes = gep.bytes().filter(|_| gep.bits == 64)?;
    let Sum { terms, constant, .. } = Sum::of(gep.index, Arithmetic::Modular)?;
    let (mut products, mut rest) = (Vec::new(), Vec::new());
    let mut waiting = terms;
    while let Some(term) = waiting.pop() {
        let less = subtracted(term).and_then(|(from, product)| {
            Some((Some(from), Product::of(product, bounds)?.negated()?.in_bytes(gep, bytes)?))
        });
        let product = || Some((None, Product::of(term, bounds)?.in_bytes(gep, bytes)?));
        match less.or_else(product) {
            Some((from, factors)) => {
                products.push(factors);
                waiting.extend(from);
            }
            None => rest.push(term),
        }
    }
    if products.is_empty() {
        return None;
    }
    let mut pointer = gep.base;
    if let Some((first, others)) = rest.split_first() {
        let index = others.iter().try_fold(*first, |sum, term| add(gep.op, sum, *term))?;
        pointer = element(gep.op, pointer, index, gep.element)?;
    }
    for [a, b] in products {
        pointer = by_bytes(gep.op, pointer, wide_product(gep.op, WIDE, &[a, b])?)?;
    }
    gep.replace(element_at(gep.op, pointer, constant, gep.element)?);
    Some(())
}
