//! `layout-flip-addresses`: addresses in aligned shared memory that differ by an exclusive-or are computed from
//! each other.
//!
//! A swizzled index is `x ^ c` for several constants `c`. Each costs an exclusive-or, and its address a shift and
//! a sum. With the pointer to `x` at hand it is the exclusive-or alone: no bit below the alignment of the buffer
//! is carried, so that with elements of `b` bytes
//!
//! ```text
//! a + b (x ^ c) = (a + b x) ^ b c    where b is a power of two, and b c is less than an alignment of a
//! ```
//!
//! Other terms belong to `a` as far as their low bits are known to be zero.
//!
//! ```mlir
//! // Before, where %a is aligned to 64 bytes:
//! %j = llvm.xor %i, %c8 : i32    %q = llvm.getelementptr %a[%j] : …, f16
//! // After, where %p is the pointer to %a[%i]:
//! %n = llvm.ptrtoint %p    %m = llvm.xor %n, %c16 : i64    %q = llvm.inttoptr %m
//! ```
//!
//! In shared memory only: what an integer becomes a pointer to may be anything to LLVM, and between accesses of
//! global memory that would cost reorderings.

use layout_mlir::ir::{self, AttributeKey, ValueKey};
use layout_mlir::registry::{OptionValues, PassInfo};
use melior::ir::attribute::TypeAttribute;
use melior::ir::block::BlockRef;
use melior::ir::operation::OperationLike;
use melior::ir::r#type::IntegerType;
use melior::ir::{Attribute, BlockLike, OperationRef, Value, ValueLike};
use rustc_hash::FxHashMap;

use super::build::{Gep, element_at, with_bits_flipped};
use super::certain::Certain;
use super::sum::{Arithmetic, Sum, added, constant, keys};

/// The pass.
pub const INFO: PassInfo = PassInfo {
    name: "layout-flip-addresses",
    summary: "Compute addresses in aligned shared memory that differ by an exclusive-or from each other",
    options: &[],
    statistics: &[],
    run,
};

/// How far a value is looked into for bits that are zero.
const DEPTH: usize = 8;

fn run(op: OperationRef<'_, '_>, _: &OptionValues) -> bool {
    for function in ir::outer(op).into_iter().filter(|op| ir::name(*op) == "llvm.func") {
        for block in ir::blocks(function) {
            // An address that cannot be built stays as it is.
            flip(block);
        }
    }
    true
}

/// What addresses have in common of which one may be computed from another: the base, the type of the elements,
/// how the index is extended to 64 bits, `x`, and the other terms.
type Origin<'c> = (ValueKey, AttributeKey, &'c str, (ValueKey, &'c str), Vec<ValueKey>);

/// An address that is there.
struct Link<'c, 'a> {
    pointer: Value<'c, 'a>,
    mask: i64,
    constant: i64,
}

/// An address as `base + bytes · (x ^ mask + terms + constant)`.
struct Flipped<'c, 'a> {
    origin: Counted<'c, 'a>,
    x: Bits<'c, 'a>,
    mask: i64,
    terms: Vec<Value<'c, 'a>>,
    constant: i64,
}

/// A number of which some bits are flipped, before it was extended, and how it was.
type Bits<'c, 'a> = (Value<'c, 'a>, &'c str);

/// An address in shared memory as `base[index]`.
struct Address<'c, 'a> {
    op: OperationRef<'c, 'a>,
    base: Value<'c, 'a>,
    element: Attribute<'c>,
    bytes: i64,
    index: Value<'c, 'a>,
    bits: u32,
}

impl<'c: 'a, 'a> Address<'c, 'a> {
    fn of_elements(op: OperationRef<'c, 'a>) -> Option<Self> {
        let gep = Gep::of(op).filter(|gep| is_shared(gep.base))?;
        let Gep { base, index, bits, element, .. } = gep;
        Some(Self { op, base, element, bytes: gep.bytes()?, index, bits })
    }

    /// A pointer from a pointer as a number, to which a number of elements of some bytes is added.
    fn of_integer(op: OperationRef<'c, 'a>) -> Option<Self> {
        let result = ir::result(op).filter(|p| ir::name(op) == "llvm.inttoptr" && is_shared(*p))?;
        let number = ir::operand(op, 0).filter(|n| ir::bits(n.r#type()) == Some(64))?;
        let add = ir::defining_op(number).filter(|op| added(*op).is_some())?;
        let base = |number| {
            let op =
                ir::defining_op(ir::operand(add, number)?).filter(|op| ir::name(*op) == "llvm.ptrtoint")?;
            ir::operand(op, 0).filter(|base| base.r#type() == result.r#type())
        };
        let (base, offset) = match base(0) {
            Some(base) => (base, ir::operand(add, 1)?),
            None => (base(1)?, ir::operand(add, 0)?),
        };
        let product = ir::defining_op(offset).filter(|op| ir::name(*op) == "llvm.mul")?;
        let (index, bytes) = (ir::operand(product, 0)?, ir::operand(product, 1).and_then(constant)?);
        let bits = u32::try_from(8 * bytes).ok().filter(|_| (1..=16).contains(&bytes))?;
        let element = TypeAttribute::new(IntegerType::new(ir::context(op), bits).into());
        Some(Self { op, base, element: element.into(), bytes, index, bits: 64 })
    }
}

/// How an address counts: from where, what, and with an index that is extended how.
#[derive(Clone)]
struct Counted<'c, 'a> {
    op: OperationRef<'c, 'a>,
    base: Value<'c, 'a>,
    element: Attribute<'c>,
    bytes: i64,
    extension: &'c str,
}

impl<'c: 'a, 'a> Flipped<'c, 'a> {
    /// The ways in which an address is one: each of its terms, or all of the index, may be the `x`, flipped or not.
    fn all(op: OperationRef<'c, 'a>) -> Vec<Self> {
        let address = Address::of_elements(op).or_else(|| Address::of_integer(op));
        address.and_then(Self::ways).unwrap_or_default()
    }

    fn ways(Address { op, base, element, bytes, index, bits }: Address<'c, 'a>) -> Option<Vec<Self>> {
        let (own, extension) = unextended(index);
        let arithmetic = match extension {
            "llvm.zext" => Arithmetic::Unsigned,
            "" if bits == 64 => Arithmetic::Modular,
            _ => Arithmetic::Signed,
        };
        let sum = Sum::of(own, arithmetic).filter(|_| bytes.count_ones() == 1)?;
        let origin = Counted { op, base, element, bytes, extension };
        let of_terms = (0..sum.terms.len()).map(|at| {
            let mut others = sum.terms.clone();
            let term = others.remove(at);
            Self::new(&origin, term, others, sum.constant, arithmetic)
        });
        let whole = Self::new(&origin, own, Vec::new(), 0, arithmetic);
        // As the only term of a sum of 64 bits: to others constants are added.
        let alone = (!extension.is_empty() && bits == 64).then(|| {
            let origin = Counted { extension: "", ..origin.clone() };
            Self::new(&origin, index, Vec::new(), 0, Arithmetic::Modular)
        });
        Some([whole].into_iter().chain(alone).chain(of_terms).collect())
    }

    fn new(
        origin: &Counted<'c, 'a>,
        term: Value<'c, 'a>,
        terms: Vec<Value<'c, 'a>>,
        constant: i64,
        arithmetic: Arithmetic,
    ) -> Self {
        let (inner, extension) = unextended(term);
        // What is added before an extension may carry beyond it.
        let of_inner = (arithmetic == Arithmetic::Modular && !extension.is_empty())
            .then(|| unflipped(inner, Arithmetic::Modular, DEPTH))
            .filter(|(_, _, own)| *own == 0);
        let ((x, mask, own), extension) = match of_inner {
            Some(inner) => (inner, extension),
            None => (unflipped(term, arithmetic, DEPTH), ""),
        };
        let constant = constant.wrapping_add(own);
        Self { origin: origin.clone(), x: (x, extension), mask, terms, constant }
    }

    /// Whether an exclusive-or of pointers is less than one of indices: bytes need no shift, and a buffer's own
    /// address is added by the access.
    fn gains(&self) -> bool {
        self.origin.bytes > 1 || !self.terms.is_empty()
    }

    fn key(&self) -> Origin<'c> {
        let Counted { base, element, extension, .. } = &self.origin;
        (
            ir::key(*base),
            ir::attribute_key(*element),
            extension,
            (ir::key(self.x.0), self.x.1),
            keys(&self.terms),
        )
    }

    /// The address from one that has another mask; `None` where a bit could be carried.
    fn from(&self, link: &Link<'c, 'a>) -> Option<Value<'c, 'a>> {
        let mask = (self.mask ^ link.mask).checked_mul(self.origin.bytes)?;
        let bits = i64::BITS - mask.leading_zeros();
        let of_terms = self.terms.iter().map(|term| low_zeros(*term, DEPTH)).min().unwrap_or(u32::MAX);
        let of_sum =
            of_terms.min(of_constant(link.constant)).saturating_add(self.origin.bytes.trailing_zeros());
        let zeros = of_sum.min(ir::base_alignment(self.origin.base).trailing_zeros());
        if mask <= 0 || zeros < bits {
            return None;
        }
        let before = self.origin.op;
        let flipped = with_bits_flipped(before, link.pointer, mask)?;
        element_at(before, flipped, self.constant.wrapping_sub(link.constant), self.origin.element)
    }
}

/// Replaces the addresses of a block that differ by an exclusive-or from one before them.
fn flip<'c: 'a, 'a>(block: BlockRef<'c, 'a>) {
    let certain = Certain::new(block);
    let mut links: FxHashMap<Origin<'c>, Link<'c, 'a>> = FxHashMap::default();
    let mut next = block.first_operation();
    while let Some(op) = next {
        next = op.next_in_block();
        // One that nobody looks at may be poison where others are not.
        let ways = if certain.accesses(op) { Flipped::all(op) } else { Vec::new() };
        let made = ways.iter().filter(|way| way.gains()).find_map(|way| way.from(links.get(&way.key())?));
        let Some(result) = ir::result(op) else { continue };
        if let Some(pointer) = made {
            ir::replace_all_uses(result, pointer);
        }
        let pointer = made.unwrap_or(result);
        for way in &ways {
            let link = Link { pointer, mask: way.mask, constant: way.constant };
            links.entry(way.key()).or_insert(link);
        }
    }
}

/// Whether a pointer is into shared memory.
fn is_shared(pointer: Value<'_, '_>) -> bool {
    ir::pointer_space(pointer.r#type()) == Some(3)
}

/// An index before it was extended, and how it was.
fn unextended<'c: 'a, 'a>(index: Value<'c, 'a>) -> (Value<'c, 'a>, &'c str) {
    let extension = ir::defining_op(index).filter(|op| matches!(ir::name(*op), "llvm.zext" | "llvm.sext"));
    let inner = extension.and_then(|op| Some((ir::operand(op, 0)?, ir::name(op))));
    inner.unwrap_or((index, ""))
}

/// A value as `x ^ mask + constant`.
fn unflipped<'c: 'a, 'a>(
    value: Value<'c, 'a>,
    arithmetic: Arithmetic,
    depth: usize,
) -> (Value<'c, 'a>, i64, i64) {
    let inner = || {
        let op = ir::defining_op(value).filter(|_| depth > 0)?;
        let operand = ir::operand(op, 0)?;
        let number = ir::operand(op, 1).and_then(constant)?;
        let (x, mask, sum) = unflipped(operand, arithmetic, depth - 1);
        if ir::name(op) == "llvm.xor" && number >= 0 {
            // Bits below those of the sum.
            let is_apart = of_constant(sum) >= i64::BITS - number.leading_zeros();
            return Some(if is_apart { (x, mask ^ number, sum) } else { (operand, number, 0) });
        }
        added(op).filter(|_| arithmetic.is_kept_by(op))?;
        Some((x, mask, sum.wrapping_add(arithmetic.number(number, value))))
    };
    inner().unwrap_or((value, 0, 0))
}

/// How many low bits of a value are zero, at least.
fn low_zeros<'c: 'a, 'a>(value: Value<'c, 'a>, depth: usize) -> u32 {
    let Some(op) = ir::defining_op(value).filter(|_| depth > 0) else { return 0 };
    if let Some(number) = constant(value) {
        return of_constant(number);
    }
    let of = |number| ir::operand(op, number).map_or(0, |operand| low_zeros(operand, depth - 1));
    match ir::name(op) {
        "llvm.mul" => of(0).saturating_add(of(1)),
        "llvm.shl" => {
            let by = ir::operand(op, 1).and_then(constant).and_then(|by| u32::try_from(by).ok());
            of(0).saturating_add(by.unwrap_or(0))
        }
        "llvm.and" => of(0).max(of(1)),
        "llvm.xor" | "llvm.or" | "llvm.sub" => of(0).min(of(1)),
        "llvm.select" => of(1).min(of(2)),
        "llvm.sext" | "llvm.zext" => of(0),
        _ if added(op).is_some() => of(0).min(of(1)),
        _ => 0,
    }
}

fn of_constant(number: i64) -> u32 {
    if number == 0 { u32::MAX } else { number.trailing_zeros() }
}
