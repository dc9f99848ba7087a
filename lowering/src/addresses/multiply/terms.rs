//! Addresses whose index is a sum of products by constants.
//!
//! The machine multiplies and adds in one instruction, but the first of the products has nothing that it is added to, and
//! the index is multiplied once more where it is added to the base. Bytes are not: either all of the index is a multiple of
//! a smaller one, in which a term is no product, or, in shared memory, each product is added to the address.
//!
//! ```mlir
//! // Before, of elements of two bytes, where nothing else reads the products and their sum:
//! %a = llvm.mul %x, %c72 overflow<nuw> : i32     %b = llvm.mul %y, %c32 overflow<nuw> : i32
//! %i = llvm.add %a, %b overflow<nuw> : i32       %p = llvm.getelementptr inbounds|nuw %s[%i] : …, f16
//! // After:
//! %v = llvm.inline_asm "mul.wide.u32 $0, $1, 144;", "=l,r" %x    %q = llvm.getelementptr %s[%v] : …, i8
//! %w = llvm.inline_asm "mul.wide.u32 $0, $1, 64;", "=l,r" %y     %p = llvm.getelementptr %q[%w] : …, i8
//! // With 8 and 56 for 72 and 32:
//! %j = llvm.add %x, 7 * %y : i32
//! %w = llvm.inline_asm "mul.wide.u32 $0, $1, 16;", "=l,r" %j     %p = llvm.getelementptr %s[%w] : …, i8
//! ```
//!
//! An index that another one counts on from is made smaller together with it: where rows are read at `8 x + 1024 y` and written at
//! `(8 x + 1024 y) + 64 z`, both are eight times what they were.
//!
//! By instructions of PTX, since LLVM would make one product of a shift and the product by a power of two: a mask more.
//! Products and sums that cannot wrap, of natural numbers, are so many bytes exactly, in 64 bits; a smaller index cannot wrap
//! either. In shared memory the assembler computes with the low 32 bits.

use layout_algebra::common_divisor;
use layout_mlir::ir::{self, ValueKey};
use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, Value, ValueLike};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::addresses::bounds::Bounds;
use crate::addresses::build::{
    Gep, add, by_bytes, constant_like, element_at, is_global, multiplied, place, shifted_right, wide_product,
};
use crate::addresses::loops::Again;
use crate::addresses::sum::{Arithmetic, added, constant};

use super::readers::{Readers, Uses};

/// Most terms of an index, and most operations that are looked into for them.
const TERMS: usize = 8;
const STEPS: usize = 64;
/// How often the addresses of a kernel are looked over: what one counts no longer may be another's alone.
const ROUNDS: usize = 4;

/// An address that is looked at.
struct Address<'c, 'a> {
    gep: Gep<'c, 'a>,
    bytes: i64,
    is_shared: bool,
}

/// An index: its terms, each times a positive number, and a constant that is not negative.
struct Index<'c, 'a> {
    terms: Vec<(Term<'c, 'a>, i64)>,
    constant: i64,
}

/// A number that an index counts: a value, shifted to the right by so many bits.
type Term<'c, 'a> = (Value<'c, 'a>, u32);

/// Rewrites the addresses of a kernel that become cheaper, outside of its loops: there LLVM makes pointers that go on by a
/// step.
pub fn rewrite<'c: 'a, 'a>(kernel: OperationRef<'c, 'a>, again: &Again<'c, 'a>, bounds: &Bounds) {
    for _ in 0..ROUNDS {
        if !rewrite_once(kernel, again, bounds) {
            return;
        }
    }
}

/// Whether an address was rewritten.
fn rewrite_once<'c: 'a, 'a>(kernel: OperationRef<'c, 'a>, again: &Again<'c, 'a>, bounds: &Bounds) -> bool {
    let readers = Readers::of(kernel);
    let mut order: Vec<Value<'c, 'a>> = Vec::new();
    let mut by_index: FxHashMap<ValueKey, Vec<Address<'c, 'a>>> = FxHashMap::default();
    for op in ir::nested(kernel) {
        let in_loop = || op.block().is_none_or(|block| again.runs(block));
        let Some(address) = Address::of(op).filter(|address| !in_loop() && address.is_read(&readers)) else {
            continue;
        };
        let of_index = by_index.entry(ir::key(address.gep.index)).or_insert_with(|| {
            order.push(address.gep.index);
            Vec::new()
        });
        of_index.push(address);
    }
    let (mut changed, mut done) = (false, FxHashSet::default());
    for index in order {
        if done.contains(&ir::key(index)) {
            continue;
        }
        let addresses = &by_index[&ir::key(index)];
        if let Some(behind) = Behind::of(index, &readers, &by_index).filter(|behind| !behind.sums.is_empty())
        {
            if behind.smaller(addresses, &readers, bounds, &by_index).is_some() {
                changed = true;
                done.extend(behind.sums.iter().map(|sum| ir::key(*sum)));
            }
            continue;
        }
        // What else the index is for would need it as it is.
        if addresses.len() == readers.count(index)
            && let Some(sum) = Index::of(index, 0, &readers, bounds)
        {
            // An address that cannot be built stays as it is.
            let smaller = place(index).and_then(|before| sum.smaller(before, addresses));
            changed |= smaller.or_else(|| sum.each(addresses)).is_some();
        }
    }
    changed
}

impl<'c: 'a, 'a> Address<'c, 'a> {
    /// An address by a natural number of 32 bits.
    fn of(op: OperationRef<'c, 'a>) -> Option<Self> {
        let gep = Gep::of(op)
            .filter(|gep| if gep.bits == 32 { gep.is_natural() } else { is_extended(gep.index) })?;
        let is_shared = ir::pointer_space(gep.base.r#type()) == Some(3);
        let bytes = gep.bytes().filter(|bytes| *bytes > 0)?;
        (is_shared || is_global(gep.base)).then_some(Self { gep, bytes, is_shared })
    }

    /// Whether something reads the address, and nothing but accesses that stay what they are: of bytes the widest ones.
    fn is_read(&self, readers: &Readers) -> bool {
        let mut uses = Uses::new(readers, self.bytes == 1);
        ir::result(self.gep.op).is_some_and(|pointer| readers.count(pointer) > 0 && uses.stay(pointer))
    }

    /// The address some bytes from the base, each of which is so many of an index.
    fn count(&self, counts: &[(Value<'c, 'a>, i64)], constant: i64) -> Option<()> {
        let before = self.gep.op;
        let mut pointer = self.gep.base;
        for (count, bytes) in counts {
            let ptx = format!("mul.wide.u32 $0, $1, {bytes};");
            pointer = by_bytes(before, pointer, wide_product(before, &ptx, &[*count])?)?;
        }
        self.gep.replace(element_at(before, pointer, constant, self.gep.element)?);
        Some(())
    }
}

/// Whether a number of 64 bits is a natural one of 32.
fn is_extended(index: Value<'_, '_>) -> bool {
    ir::defining_op(index).is_some_and(|op| ir::name(op) == "llvm.zext" && short(op).is_some())
}

/// What has 32 bits and is extended.
fn short<'c: 'a, 'a>(extension: OperationRef<'c, 'a>) -> Option<Value<'c, 'a>> {
    ir::operand(extension, 0).filter(|short| ir::bits(short.r#type()) == Some(32))
}

impl<'c: 'a, 'a> Index<'c, 'a> {
    /// An index as what nothing else reads is made of but so many sums; `None` if it has too many terms or none.
    fn of(index: Value<'c, 'a>, sums: usize, readers: &Readers, bounds: &Bounds) -> Option<Self> {
        let mut sum = Self { terms: Vec::new(), constant: 0 };
        let index = match ir::defining_op(index).filter(|_| is_extended(index)) {
            Some(extension) => short(extension).filter(|short| readers.count(*short) == 1 + sums)?,
            None => index,
        };
        let mut waiting = vec![(index, 1i64, true)];
        let natural = |number: i64| (0..1 << 31).contains(&number).then_some(number);
        for _ in 0..STEPS {
            let Some((term, factor, is_alone)) = waiting.pop() else {
                return (!sum.terms.is_empty()).then_some(sum);
            };
            if let Some(number) = constant(term) {
                sum.constant = natural(sum.constant.checked_add(natural(number)?.checked_mul(factor)?)?)?;
                continue;
            }
            // (A product costs nothing where it is added, whoever else computes it; a sum does.)
            let is_own = is_alone && (ir::key(term) == ir::key(index) || readers.count(term) == 1);
            let made = ir::defining_op(term);
            let op = made.filter(|op| Arithmetic::Unsigned.is_kept_by(*op));
            if let Some(terms) = op.filter(|_| is_own).and_then(added) {
                waiting.extend(terms.into_iter().rev().map(|term| (term, factor, true)));
            } else if let Some((term, by)) = op.and_then(product) {
                waiting.push((term, natural(factor.checked_mul(by)?)?, is_own));
            } else {
                let high = made.filter(|_| is_own).and_then(|op| high_bits(op, bounds));
                let (term, factor) = match high {
                    Some((number, by)) => ((number, by), natural(factor.checked_shl(by)?)?),
                    None => ((term, 0), factor),
                };
                let is_same = |known: &Term<'_, '_>| ir::key(known.0) == ir::key(term.0) && known.1 == term.1;
                match sum.terms.iter_mut().find(|(known, _)| is_same(known)) {
                    Some((_, all)) => *all = natural(*all + factor)?,
                    None => sum.terms.push((term, factor)),
                }
            }
            if sum.terms.len() + waiting.len() > TERMS {
                return None;
            }
        }
        None
    }

    /// Has addresses count a smaller index, of which this one is a multiple and a term is no product; `None` if there is none. It
    /// is computed where this one is, which all of them are behind.
    fn smaller(&self, before: OperationRef<'c, 'a>, addresses: &[Address<'c, 'a>]) -> Option<()> {
        let common = self.divisor()?;
        let sizes = sizes(addresses, common)?;
        let index = self.divided(before, common)?;
        self.count(addresses, index, &sizes)
    }

    /// What all terms are multiples of, of which one is no more than that.
    fn divisor(&self) -> Option<i64> {
        let common = self.terms.iter().fold(0, |common, (_, factor)| common_divisor(common, *factor));
        (common > 1 && self.terms.iter().any(|(_, factor)| *factor == common)).then_some(common)
    }

    /// The sum of the terms, divided by what they are multiples of.
    fn divided(&self, before: OperationRef<'c, 'a>, common: i64) -> Option<Value<'c, 'a>> {
        let mut sum: Option<Value<'c, 'a>> = None;
        for (term, factor) in &self.terms {
            let term = shifted(before, *term)?;
            let by = || constant_like(before, term, factor / common);
            let part = if *factor == common { term } else { multiplied(before, term, by()?)? };
            sum = Some(match sum {
                Some(sum) => add(before, sum, part)?,
                None => part,
            });
        }
        sum
    }

    /// Has addresses count an index of so many bytes, and the constant.
    fn count(&self, addresses: &[Address<'c, 'a>], index: Value<'c, 'a>, sizes: &[i64]) -> Option<()> {
        for (address, size) in addresses.iter().zip(sizes) {
            address.count(&[(index, *size)], self.constant)?;
        }
        Some(())
    }

    /// Has an address in shared memory count each term by itself, where each is a product.
    fn each(&self, addresses: &[Address<'c, 'a>]) -> Option<()> {
        let [address] = addresses else { return None };
        // (Of bytes the base is added by the access.)
        if !address.is_shared || address.bytes == 1 || self.terms.iter().any(|(_, factor)| *factor == 1) {
            return None;
        }
        let in_bytes = |(term, factor): &(Term<'c, 'a>, i64)| {
            let bytes = factor.checked_mul(address.bytes).filter(|bytes| *bytes < 1 << 31)?;
            Some((shifted(address.gep.op, *term)?, bytes))
        };
        let counts = self.terms.iter().map(in_bytes).collect::<Option<Vec<_>>>()?;
        address.count(&counts, self.constant)
    }
}

/// The bytes of a number of elements, of each address.
fn sizes(addresses: &[Address<'_, '_>], elements: i64) -> Option<Vec<i64>> {
    let size = |address: &Address<'_, '_>| elements.checked_mul(address.bytes).filter(|s| *s < 1 << 31);
    addresses.iter().map(size).collect()
}

/// An index of 32 bits that others count on from: sums with it that nothing but addresses reads.
struct Behind<'c, 'a> {
    index: Value<'c, 'a>,
    short: Value<'c, 'a>,
    /// These, as their addresses read them.
    sums: Vec<Value<'c, 'a>>,
}

impl<'c: 'a, 'a> Behind<'c, 'a> {
    /// Those of an index; `None` if something else reads it.
    fn of(
        index: Value<'c, 'a>,
        readers: &Readers,
        by_index: &FxHashMap<ValueKey, Vec<Address<'c, 'a>>>,
    ) -> Option<Self> {
        let short = match ir::defining_op(index).filter(|_| is_extended(index)) {
            Some(extension) => short(extension)?,
            None => index,
        };
        let addresses = |index: Value<'c, 'a>| by_index.get(&ir::key(index)).map_or(0, Vec::len);
        let of_addresses =
            |index: Value<'c, 'a>| addresses(index) > 0 && addresses(index) == readers.count(index);
        // (Through the sums that each is a term of alone.)
        let behind = |mut sum: Value<'c, 'a>| {
            for _ in 0..TERMS {
                if of_addresses(sum) {
                    return Some(sum);
                }
                let is_on = |user: &OperationRef<'c, 'a>| {
                    matches!(ir::name(*user), "llvm.add" | "llvm.zext")
                        && ir::result(*user).is_some_and(|value| readers.count(value) > 0)
                };
                let next = ir::users(sum).into_iter().find(is_on).filter(|_| readers.count(sum) == 1)?;
                sum = ir::result(next)?;
            }
            None
        };
        let mut sums = Vec::new();
        for user in ir::users(short).into_iter().filter(|user| ir::name(*user) == "llvm.add") {
            if let Some(sum) = ir::result(user).filter(|sum| readers.count(*sum) > 0) {
                sums.push(behind(sum)?);
            }
        }
        // (Whether others read what is extended is looked at where it is taken apart.)
        let direct = if ir::key(short) == ir::key(index) { sums.len() } else { 0 };
        let is_all = readers.count(index) == addresses(index) + direct;
        is_all.then_some(Self { index, short, sums })
    }

    /// Has the addresses of the index, and of what counts on from it, count smaller ones, if the same divides all.
    fn smaller(
        &self,
        own: &[Address<'c, 'a>],
        readers: &Readers,
        bounds: &Bounds,
        by_index: &FxHashMap<ValueKey, Vec<Address<'c, 'a>>>,
    ) -> Option<()> {
        let first = Index::of(self.index, self.sums.len(), readers, bounds)?;
        let common = first.divisor()?;
        let own_sizes = sizes(own, common)?;
        let mut behind = Vec::new();
        for index in &self.sums {
            let mut sum = Index::of(*index, 0, readers, bounds)?;
            let is_first = |(term, _): &(Term<'c, 'a>, i64)| ir::key(term.0) == ir::key(self.short);
            let place = sum.terms.iter().position(|term| is_first(term) && term.0.1 == 0 && term.1 == 1)?;
            sum.terms.remove(place);
            sum.constant = sum.constant.checked_add(first.constant)?;
            let is_divided = |(term, factor): &(Term<'c, 'a>, i64)| {
                factor % common == 0 && ir::key(term.0) != ir::key(self.short)
            };
            if !sum.terms.iter().all(is_divided) {
                return None;
            }
            let addresses = &by_index[&ir::key(*index)];
            behind.push((*index, sum, addresses, sizes(addresses, common)?));
        }
        let index = first.divided(place(self.short)?, common)?;
        first.count(own, index, &own_sizes)?;
        for (place_of, sum, addresses, sizes) in behind {
            let before = place(place_of)?;
            let all = match sum.divided(before, common) {
                Some(rest) => add(before, index, rest)?,
                None => index,
            };
            sum.count(addresses, all, &sizes)?;
        }
        Some(())
    }
}

/// What a product by a constant is a multiple of, and the constant, which is positive.
fn product<'c: 'a, 'a>(op: OperationRef<'c, 'a>) -> Option<(Value<'c, 'a>, i64)> {
    let by = constant(ir::operand(op, 1)?)?;
    let by = match ir::name(op) {
        "llvm.mul" => Some(by),
        "llvm.shl" => u32::try_from(by).ok().and_then(|by| 1i64.checked_shl(by)),
        _ => None,
    };
    Some((ir::operand(op, 0)?, by.filter(|by| (1..1 << 31).contains(by))?))
}

/// Of a mask of all high bits of a number, the number and how many low bits are not in it.
fn high_bits<'c: 'a, 'a>(op: OperationRef<'c, 'a>, bounds: &Bounds) -> Option<Term<'c, 'a>> {
    let (number, mask) = (ir::operand(op, 0)?, constant(ir::operand(op, 1)?)? as u32);
    let low = mask.trailing_zeros();
    let all =
        bounds.bound(number).map_or(u32::MAX, |most| u32::MAX.checked_shr(most.leading_zeros()).unwrap_or(0));
    let is_high =
        ir::name(op) == "llvm.and" && (1..32).contains(&low) && (mask | ((1 << low) - 1)) & all == all;
    is_high.then_some((number, low))
}

/// A term before an operation.
fn shifted<'c: 'a, 'a>(before: OperationRef<'c, 'a>, (number, by): Term<'c, 'a>) -> Option<Value<'c, 'a>> {
    if by == 0 {
        Some(number)
    } else {
        shifted_right(before, number, constant_like(before, number, by.into())?)
    }
}
