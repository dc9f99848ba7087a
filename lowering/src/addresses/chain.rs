//! `layout-chain-addresses`: addresses a known or run-time distance apart are computed from each other.
//!
//! The index of `r[k] = r[k-1] + s` costs a sum, and its address another one: with a pointer at each `r[k]` it
//! is one multiply-add, and none where the distance is constant.
//!
//! ```mlir
//! // Before:
//! %j = llvm.add %i, %s : i32    %q = llvm.getelementptr inbounds|nuw %a[%j] : …
//! // After:
//! %q = llvm.getelementptr %p[%s] : …    // where %p is the pointer to %a[%i]
//! ```
//!
//! For 64 bits that holds always: addresses are computed modulo 2^64. For fewer bits a sum may have
//! wrapped. But where both addresses are natural (`nuw`) and both are accessed in the same block, both
//! indices are below 2^31, so that their distance is below 2^31 in size: it is what its low bits say. Of other
//! addresses only sums are taken apart that say that they do not wrap (`nsw`).

use layout_mlir::ir::{self, AttributeKey, ValueKey};
use layout_mlir::registry::{OptionValues, PassInfo};
use melior::ir::block::BlockRef;
use melior::ir::operation::OperationLike;
use melior::ir::{BlockLike, OperationRef, Value};
use rustc_hash::FxHashMap;

use super::build::{Gep, by_bytes, element, element_at, extended, is_global, opaque_global, place, scaled};
use super::certain::{Certain, is_in};
use super::loops::Again;
use super::sum::{Arithmetic, Sum, added, constant, is_flagged, keys, product, take};
use crate::kernels::KERNEL;

/// The pass.
pub const INFO: PassInfo = PassInfo {
    name: "layout-chain-addresses",
    summary: "Compute addresses that are a distance apart from each other",
    options: &[],
    statistics: &[],
    run,
};

fn run(op: OperationRef<'_, '_>, _: &OptionValues) -> bool {
    for function in ir::outer(op).into_iter().filter(|op| ir::name(*op) == "llvm.func") {
        let mut again = Again::new(function);
        for block in ir::blocks(function) {
            // An address that cannot be built stays as it is.
            chain(block, &mut again);
        }
    }
    true
}

/// From what an address counts, and how: the base, the type of the elements, the bits of the index.
type Origin = (ValueKey, AttributeKey, u32, Arithmetic);

/// Most steps from an address that counts from the base: LLVM looks through a few only for the memory that a
/// pointer is into, and a load from memory that nothing else writes is another instruction.
const STEPS: usize = 7;

/// Most times that a term is added for which it is a product.
const TIMES: i64 = 4;

/// A pointer that is there.
struct Link<'c, 'a> {
    pointer: Value<'c, 'a>,
    constant: i64,
    /// How many steps it is from the base.
    steps: usize,
    /// The term by which it is on from the one before.
    by: Option<ValueKey>,
    /// The address as it was written, where nothing says that it is not poison.
    uncertain: Option<Gep<'c, 'a>>,
}

impl<'c: 'a, 'a> Link<'c, 'a> {
    /// The pointer, which another address may be computed from: it promises nothing that may not hold.
    fn settled(&mut self) -> Option<Value<'c, 'a>> {
        if let Some(gep) = self.uncertain.take() {
            self.pointer = element(gep.op, gep.base, gep.index, gep.element)?;
            ir::replace_all_uses(ir::result(gep.op)?, self.pointer);
        }
        Some(self.pointer)
    }

    /// The pointer, from which one that is a term on is computed. Where that is another term than led here, LLVM would
    /// turn the two steps round, since what the second alone leads to may be there: down the columns of a matrix
    /// whose rows a loop goes along, and what is next to each other in memory is accessed far apart.
    fn turn(&mut self, base: Value<'c, 'a>, by: ValueKey) -> Option<Value<'c, 'a>> {
        let pointer = self.settled()?;
        if self.by.is_some_and(|last| last != by) && is_of_kernel(base) {
            self.pointer = opaque_global(place(pointer)?, pointer)?;
            self.by = None;
        }
        Some(self.pointer)
    }
}

/// Whether a pointer is an argument of a kernel into global memory.
fn is_of_kernel(pointer: Value<'_, '_>) -> bool {
    let function = || ir::block_parent(ir::block_argument(pointer)?.0);
    is_global(pointer) && function().is_some_and(|function| function.has_attribute(KERNEL))
}

/// An address from another one.
struct Made<'c, 'a> {
    pointer: Value<'c, 'a>,
    /// How many steps it is from the base, and the term of the last.
    steps: usize,
    by: Option<ValueKey>,
}

/// The pointers of a block, and which of them those are whose indices have some terms.
#[derive(Default)]
struct Links<'c, 'a> {
    all: Vec<Link<'c, 'a>>,
    numbers: FxHashMap<(Origin, Vec<ValueKey>), usize>,
}

impl<'c, 'a> Links<'c, 'a> {
    /// One more pointer: of the same terms the first is kept.
    fn note(&mut self, names: impl Iterator<Item = (Origin, Vec<ValueKey>)>, link: Link<'c, 'a>) {
        for name in names {
            self.numbers.entry(name).or_insert(self.all.len());
        }
        self.all.push(link);
    }

    /// The pointer whose index has some terms.
    fn of(&mut self, origin: &Origin, terms: Vec<ValueKey>) -> Option<&mut Link<'c, 'a>> {
        self.numbers.get(&(*origin, terms)).and_then(|number| self.all.get_mut(*number))
    }
}

/// The same sum without products by a small constant: each adds another term as often.
fn added_singly<'c: 'a, 'a>(sum: &Sum<'c, 'a>, arithmetic: Arithmetic) -> Sum<'c, 'a> {
    let mut single = Sum { terms: Vec::new(), ..*sum };
    for term in &sum.terms {
        let by = ir::defining_op(*term).and_then(|op| {
            let by = constant(ir::operand(op, 1)?).filter(|by| (2..=TIMES).contains(by))?;
            (ir::name(op) == "llvm.mul" && arithmetic.is_kept_by(op)).then_some((op, ir::operand(op, 0)?, by))
        });
        match by {
            Some((op, number, by)) => {
                single.is_flagged |= is_flagged(op);
                single.terms.extend((0..by).map(|_| number));
            }
            None => single.terms.push(*term),
        }
    }
    single
}

/// Replaces the addresses of a block that are a distance from one before them.
fn chain<'c: 'a, 'a>(block: BlockRef<'c, 'a>, again: &mut Again<'c, 'a>) {
    let certain = Certain::new(block);
    let mut links = Links::default();
    let mut next = block.first_operation();
    while let Some(op) = next {
        next = op.next_in_block();
        let Some(gep) = Gep::of(op) else { continue };
        let is_certain = certain.accesses(op);
        let is_modular = gep.bits == 64 || gep.is_natural() && is_certain;
        let arithmetic = if is_modular { Arithmetic::Modular } else { Arithmetic::Signed };
        let (Some(sum), Some(pointer)) = (Sum::of(gep.index, arithmetic), ir::result(op)) else { continue };
        let origin = (ir::key(gep.base), ir::attribute_key(gep.element), gep.bits, arithmetic);
        let single = added_singly(&sum, arithmetic);
        let made = if computed_for(block, gep.index, again) {
            linked(&gep, &sum, &origin, &mut links).or_else(|| linked(&gep, &single, &origin, &mut links))
        } else {
            None
        };
        if let Some(made) = &made {
            gep.replace(made.pointer);
        }
        // One that was made promises nothing.
        let uncertain = (made.is_none() && !is_certain).then_some(gep);
        let Made { pointer, steps, by } = made.unwrap_or(Made { pointer, steps: 0, by: None });
        let link = Link { pointer, constant: sum.constant, steps, by, uncertain };
        // An address that nobody looks at may be poison where the ones after it are not.
        let sums = [&sum, &single].into_iter().filter(|sum| is_certain || !sum.is_flagged);
        links.note(sums.map(|sum| (origin, keys(&sum.terms))), link);
    }
}

/// An address from one that is a constant, or a constant and a term, before it.
fn linked<'c: 'a, 'a>(
    gep: &Gep<'c, 'a>,
    sum: &Sum<'c, 'a>,
    origin: &Origin,
    links: &mut Links<'c, 'a>,
) -> Option<Made<'c, 'a>> {
    let low = gep.bits < 64 && origin.3 == Arithmetic::Modular;
    let distance = |link: &Link<'_, '_>| {
        let all = sum.constant.wrapping_sub(link.constant);
        if low { i64::from(all as i32) } else { all }
    };
    let all = keys(&sum.terms);
    if let Some(link) = links.of(origin, all.clone()) {
        let pointer = element_at(gep.op, link.settled()?, distance(link), gep.element)?;
        return Some(Made { pointer, steps: link.steps + 1, by: link.by });
    }
    sum.terms.iter().find_map(|step| {
        let mut terms = all.clone();
        take(&mut terms, ir::key(*step));
        let link = links.of(origin, terms).filter(|link| link.steps < STEPS)?;
        // Of low bits, step and constant are within bounds together, and not each alone.
        if low && distance(link) != 0 {
            return None;
        }
        let by = ir::key(*step);
        let stepped = step_by(gep, link.turn(gep.base, by)?, *step)?;
        let pointer = element_at(gep.op, stepped, distance(link), gep.element)?;
        Some(Made { pointer, steps: link.steps + 1, by: Some(by) })
    })
}

/// The pointer to the element that is a number of elements on. For fewer than 64 bits the bytes are
/// a product that stands by itself: several steps and both loops of an unrolled one share it, and with
/// the sum it is one instruction.
fn step_by<'c: 'a, 'a>(
    gep: &Gep<'c, 'a>,
    pointer: Value<'c, 'a>,
    step: Value<'c, 'a>,
) -> Option<Value<'c, 'a>> {
    match gep.bytes() {
        Some(size) if gep.bits < 64 => {
            let (step, factor) = product(step);
            let wide = extended(gep.op, step)?;
            by_bytes(gep.op, pointer, scaled(gep.op, wide, size.checked_mul(factor)?)?)
        }
        _ => element(gep.op, pointer, step, gep.element),
    }
}

/// Whether an index is a sum that is computed each time that a block runs: one from before a loop costs nothing in it.
/// (One from before a condition does: LLVM computes it where it is used.)
fn computed_for<'c: 'a, 'a>(
    block: BlockRef<'c, 'a>,
    index: Value<'c, 'a>,
    again: &mut Again<'c, 'a>,
) -> bool {
    ir::defining_op(index).is_some_and(|op| {
        added(op).is_some()
            && (is_in(op, block) || op.block().is_some_and(|own| !again.runs_without(block, own)))
    })
}
