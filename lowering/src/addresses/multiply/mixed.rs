//! Products by a natural number of 32 bits, in addresses of 64 bits.
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
//! The bytes of an element go to the natural number, if that still is one. So they do where the other number has 64 bits: a
//! product of 64 bits is an instruction less where the high half of a factor is known to be none, which it is not of what LLVM
//! scales in 64 bits.

use layout_mlir::ir::{self, ValueKey};
use melior::ir::operation::OperationLike;
use melior::ir::r#type::IntegerType;
use melior::ir::{OperationRef, Type, Value, ValueLike};
use rustc_hash::FxHashSet;

use super::readers::Readers;
use crate::addresses::bounds::Bounds;
use crate::addresses::build::{
    Gep, add, by_bytes, constant_like, element, element_at, extended, low_bits, multiplied, wide_product,
    widened,
};
use crate::addresses::certain::is_in;
use crate::addresses::sum::{Arithmetic, Sum, constant};

/// Most terms of an index that are looked at.
const STEPS: usize = 128;
/// The product of 64 bits of two numbers of 32 with signs.
const WIDE: &str = "mul.wide.s32 $0, $1, $2;";

/// A factor of 64 bits, in 32 where it has no more.
#[derive(Clone, Copy)]
pub enum Factor<'c, 'a> {
    /// Extended by its sign.
    Signed(Value<'c, 'a>),
    /// At most so much, which is below 2^31: extended, or of 64 bits.
    Natural(Value<'c, 'a>, i64),
    Other(Value<'c, 'a>),
}

impl<'c: 'a, 'a> Factor<'c, 'a> {
    /// Looks a factor over.
    pub fn of(value: Value<'c, 'a>, bounds: &Bounds) -> Self {
        Self::made(value, bounds).or_else(|| Self::multiple(value, bounds)).unwrap_or(Self::Other(value))
    }

    /// What is made of a number of 32 bits.
    fn made(value: Value<'c, 'a>, bounds: &Bounds) -> Option<Self> {
        let op = ir::defining_op(value)?;
        let short = ir::operand(op, 0).filter(|short| ir::bits(short.r#type()) == Some(32));
        let natural = |value, most: i64| i32::try_from(most).is_ok().then_some(Self::Natural(value, most));
        let name = ir::name(op);
        match name {
            "llvm.sext" | "llvm.zext" => {
                let bounded = bounds.bound(short?).and_then(|most| natural(short?, most.into()));
                bounded.or_else(|| (name == "llvm.sext").then_some(Self::Signed(short?)))
            }
            "llvm.and" | "llvm.urem" => {
                let by = constant(ir::operand(op, 1)?).filter(|by| *by > 0)?;
                natural(value, by - i64::from(name == "llvm.urem"))
            }
            _ => None,
        }
    }

    /// What is a natural number times a constant.
    fn multiple(value: Value<'c, 'a>, bounds: &Bounds) -> Option<Self> {
        let op = ir::defining_op(value).filter(|op| ir::name(*op) == "llvm.mul")?;
        let by = constant(ir::operand(op, 1)?).filter(|by| *by > 0)?;
        let Self::Natural(_, most) = Self::made(ir::operand(op, 0)?, bounds)? else { return None };
        is_short(most, by).then_some(Self::Natural(value, most * by))
    }

    /// So many times the factor, in 64 bits: its high half is known where the number has 32. `None` of what
    /// cannot be multiplied in 32.
    pub fn wide(self, before: OperationRef<'c, 'a>, times: i64) -> Option<Value<'c, 'a>> {
        match self {
            Self::Signed(number) if times == 1 => extended(before, number),
            Self::Natural(number, most) => {
                scaled_natural(before, number, most, times).and_then(|n| widened(before, n))
            }
            Self::Other(number) if times == 1 => Some(number),
            _ => None,
        }
    }

    /// Whether so many times the factor is below 2^31.
    pub fn is_natural(self, times: i64) -> bool {
        matches!(self, Self::Natural(_, most) if is_short(most, times))
    }
}

/// Whether a product is one of 32 bits with a sign.
fn is_short(most: i64, times: i64) -> bool {
    most.checked_mul(times).is_some_and(|most| i32::try_from(most).is_ok())
}

/// So many times a natural number, in 32 bits.
fn scaled_natural<'c: 'a, 'a>(
    before: OperationRef<'c, 'a>,
    number: Value<'c, 'a>,
    most: i64,
    times: i64,
) -> Option<Value<'c, 'a>> {
    let short = is_short(most, times).then(|| low_bits(before, number, short_type(before))).flatten()?;
    if times == 1 { Some(short) } else { multiplied(before, short, constant_like(before, short, times)?) }
}

/// How a number of 64 bits was extended, if it was.
fn extension<'c: 'a, 'a>(value: Value<'c, 'a>) -> Option<&'c str> {
    let made = ir::defining_op(value).map(ir::name);
    made.filter(|name| matches!(*name, "llvm.sext" | "llvm.zext"))
}

/// A term as two unknown factors and how often: a product that is multiplied is one where nothing else reads it.
pub fn factors<'c: 'a, 'a>(term: Value<'c, 'a>, readers: &Readers) -> Option<([Value<'c, 'a>; 2], i64)> {
    let product = |value| ir::defining_op(value).filter(|op| ir::name(*op) == "llvm.mul");
    let both = |op| Some([ir::operand(op, 0)?, ir::operand(op, 1)?]);
    let [a, b] = both(product(term)?)?;
    match constant(b) {
        None => Some(([a, b], 1)),
        Some(times) if times > 0 && readers.count(a) == 1 => {
            let inner = both(product(a)?)?;
            constant(inner[1]).is_none().then_some((inner, times))
        }
        Some(_) => None,
    }
}

/// The type of numbers of 32 bits.
fn short_type<'c: 'a, 'a>(op: OperationRef<'c, 'a>) -> Type<'c> {
    IntegerType::new(ir::context(op), 32).into()
}

/// What a natural number is multiplied by.
#[derive(Clone, Copy)]
enum By<'c, 'a> {
    /// A number with a sign, or a natural one.
    Signed(Value<'c, 'a>),
    /// A constant, and what extends the number, if LLVM multiplies in 32 bits where it sees that from the product's block.
    Constant(i64, Option<OperationRef<'c, 'a>>),
    /// A number of 64 bits.
    Wide(Value<'c, 'a>),
}

/// A natural number, which is at most so much, so many times, times another one.
pub struct Product<'c, 'a> {
    natural: Value<'c, 'a>,
    most: i64,
    times: i64,
    by: By<'c, 'a>,
}

impl<'c: 'a, 'a> Product<'c, 'a> {
    /// A term as such a product.
    pub fn of(term: Value<'c, 'a>, readers: &Readers, bounds: &Bounds) -> Option<Self> {
        if let Some((unknown, times)) = factors(term, readers) {
            let (natural, most, by) = match unknown.map(|factor| Factor::of(factor, bounds)) {
                [Factor::Natural(natural, most), Factor::Signed(by)]
                | [Factor::Signed(by), Factor::Natural(natural, most)] => (natural, most, By::Signed(by)),
                // (LLVM finds what was extended alike.)
                [Factor::Natural(natural, most), Factor::Natural(by, _)]
                    if extension(unknown[0]).is_none() || extension(unknown[0]) != extension(unknown[1]) =>
                {
                    (natural, most, By::Signed(by))
                }
                // (What else is computed of the product would need it as it is.)
                [Factor::Natural(natural, most), Factor::Other(by)]
                | [Factor::Other(by), Factor::Natural(natural, most)]
                    if readers.count(term) == 1 =>
                {
                    (natural, most, By::Wide(by))
                }
                _ => return None,
            };
            return Some(Self { natural, most, times, by });
        }
        let op = ir::defining_op(term)?;
        if matches!(ir::name(op), "llvm.sext" | "llvm.zext") {
            return Self::extended(op, bounds);
        }
        let op = Some(op).filter(|op| ir::name(*op) == "llvm.mul")?;
        let (extension, by) = (ir::defining_op(ir::operand(op, 0)?)?, constant(ir::operand(op, 1)?)?);
        let Factor::Natural(natural, most) = Factor::of(ir::operand(op, 0)?, bounds) else { return None };
        // (What it can shift in 32 bits, before it masks it if it does, LLVM does not multiply.)
        let is_shift = u64::try_from(by).is_ok_and(u64::is_power_of_two) && is_short(most, by);
        let finds = Some(extension).filter(|_| !is_shift);
        Some(Self { natural, most, times: 1, by: By::Constant(by, finds) })
    }

    /// What is a natural number in 32 bits, or one by a constant: that the product has a bound says that it does not wrap.
    fn extended(extension: OperationRef<'c, 'a>, bounds: &Bounds) -> Option<Self> {
        let natural =
            |number| bounds.bound(number).filter(|most| i32::try_from(*most).is_ok()).map(i64::from);
        let short = ir::operand(extension, 0)?;
        let most = natural(short)?;
        let product = ir::defining_op(short).filter(|op| ir::name(*op) == "llvm.mul");
        let factors = product.and_then(|op| Some((ir::operand(op, 0)?, constant(ir::operand(op, 1)?)?)));
        Some(match factors.filter(|(_, by)| *by > 0) {
            Some((number, by)) => {
                Self { natural: number, most: natural(number)?, times: 1, by: By::Constant(by, None) }
            }
            None => Self { natural: short, most, times: 1, by: By::Constant(1, Some(extension)) },
        })
    }

    /// Whether the product is by a number of 64 bits.
    fn is_wide(&self) -> bool {
        matches!(self.by, By::Wide(_))
    }

    /// Whether the product is one of 32 bits by an unknown number with a sign, and [`Self::in_bytes`] writes it.
    pub fn is_signed(&self) -> bool {
        matches!(self.by, By::Signed(_)) && is_short(self.most, self.times)
    }

    /// What is taken away with it, as such a product: of unknown numbers there is none.
    fn negated(self) -> Option<Self> {
        match self.by {
            By::Constant(by, extension) => {
                Some(Self { by: By::Constant(by.checked_neg()?, extension), ..self })
            }
            By::Signed(_) | By::Wide(_) => None,
        }
    }

    /// The product by the bytes of an element; `None` if a factor of 32 bits has more then, or LLVM finds them.
    pub fn in_bytes(&self, before: OperationRef<'c, 'a>, bytes: i64) -> Option<Value<'c, 'a>> {
        let times = self.times.checked_mul(bytes)?;
        let natural = |times| scaled_natural(before, self.natural, self.most, times);
        match self.by {
            By::Signed(by) => {
                let natural = natural(times)?;
                wide_product(before, WIDE, &[low_bits(before, by, short_type(before))?, natural])
            }
            By::Constant(by, finds) => {
                let is_seen =
                    before.block().zip(finds).is_some_and(|(block, extension)| is_in(extension, block));
                let is_left = |by: &i64| *by >= 0 && is_seen || i32::try_from(*by).is_err();
                let by = by.checked_mul(times).filter(|by| !is_left(by))?;
                let natural = natural(1)?;
                wide_product(before, WIDE, &[natural, constant_like(before, natural, by)?])
            }
            By::Wide(_) if times == 1 => None,
            By::Wide(by) => multiplied(before, by, widened(before, natural(times)?)?),
        }
    }
}

/// The numbers that several terms are products by, which nothing else reads: LLVM multiplies by them once.
pub fn repeated_factors<'c: 'a, 'a>(
    terms: impl Iterator<Item = Value<'c, 'a>>,
    readers: &Readers,
) -> FxHashSet<ValueKey> {
    let (mut once, mut again) = (FxHashSet::default(), FxHashSet::default());
    for term in terms {
        let own = all_factors(term, readers);
        again.extend(own.intersection(&once).copied());
        once.extend(own);
    }
    again
}

/// Most products of products that are looked into.
const PRODUCTS: usize = 8;

/// What is multiplied in a product that nothing else reads.
fn all_factors<'c: 'a, 'a>(term: Value<'c, 'a>, readers: &Readers) -> FxHashSet<ValueKey> {
    let mut all = FxHashSet::default();
    let mut waiting = vec![term];
    for _ in 0..PRODUCTS {
        let Some(next) = waiting.pop() else { break };
        let product =
            ir::defining_op(next).filter(|op| ir::name(*op) == "llvm.mul" && readers.count(next) == 1);
        let factors = product.into_iter().flat_map(|op| op.operands().collect::<Vec<_>>());
        let unknown: Vec<_> = factors.filter(|factor| constant(*factor).is_none()).collect();
        all.extend(unknown.iter().map(|factor| ir::key(*factor)));
        waiting.extend(unknown);
    }
    all
}

/// What is taken away, and of what.
fn subtracted<'c: 'a, 'a>(term: Value<'c, 'a>) -> Option<(Value<'c, 'a>, Value<'c, 'a>)> {
    let op = ir::defining_op(term).filter(|op| ir::name(*op) == "llvm.sub")?;
    Some((ir::operand(op, 0)?, ir::operand(op, 1)?))
}

/// Has an address be what its other terms lead to and such products; `None` if it has none.
pub fn split<'c: 'a, 'a>(gep: &Gep<'c, 'a>, readers: &Readers, bounds: &Bounds) -> Option<()> {
    let bytes = gep.bytes().filter(|_| gep.bits == 64)?;
    let Sum { terms, constant, .. } = Sum::of(gep.index, Arithmetic::Modular)?;
    let (mut products, mut rest) = (Vec::new(), Vec::new());
    let repeated = repeated_factors(terms.iter().copied(), readers);
    let is_left = |term| !all_factors(term, readers).is_disjoint(&repeated);
    let of = |term| Product::of(term, readers, bounds).filter(|product| !product.is_wide() || !is_left(term));
    let mut waiting = terms;
    let mut steps = 0;
    while let Some(term) = waiting.pop() {
        steps += 1;
        if steps > STEPS {
            return None;
        }
        let less = subtracted(term)
            .and_then(|(from, product)| Some((Some(from), of(product)?.negated()?.in_bytes(gep.op, bytes)?)));
        let product = || Some((None, of(term)?.in_bytes(gep.op, bytes)?));
        match less.or_else(product) {
            Some((from, product)) => {
                products.push(product);
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
    for product in products {
        pointer = by_bytes(gep.op, pointer, product)?;
    }
    gep.replace(element_at(gep.op, pointer, constant, gep.element)?);
    Some(())
}
