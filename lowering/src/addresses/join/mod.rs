//! `layout-join-addresses`: addresses under different conditions that are a constant apart count from one pointer
//! before them.
//!
//! What a thread stores at the edge of a tensor it stores under a condition for each element. The addresses are
//! constants apart, but none of them runs before the others, so that each is computed anew where it is used.
//!
//! ```mlir
//! // Before, in a block of its own each:
//! %j = llvm.add %i, %c64 : i32    %m = llvm.mul %j, %c32 : i32    %p = llvm.getelementptr inbounds|nuw %a[%m] : …
//! // After:
//! %r = llvm.getelementptr %a[%n] : …       // in a block before all of them, where %n is 32 %i in 64 bits
//! %p = llvm.getelementptr %r[2048] : …     // in its block
//! ```
//!
//! Indices are linear: sums of terms times constants, modulo two to the power of their bits. In 64 bits that is how
//! addresses are computed. In 32 bits an index that is accessed is natural, so below 2^31, and less a distance below
//! 2^31 it is more than -2^31: it is what its low bits say with their sign, whatever they were computed of. So the
//! pointer counts from the least constant, by the index extended with its sign.
//!
//! Of 64 bits those that are one unknown number apart each count from each other (`ladder.rs`), and others from what
//! they have in common (`common.rs`).

mod common;
mod ladder;

use layout_mlir::ir::{self, AttributeKey, ValueKey};
use layout_mlir::registry::{OptionValues, PassInfo};
use melior::ir::operation::OperationLike;
use melior::ir::{BlockLike, OperationRef, Value};
use rustc_hash::FxHashMap;

use super::build::{Gep, element, element_at, extended};
use super::certain::{Certain, is_in};
use super::linear::Linear;
use super::loops::{Above, Again};
use common::share;
use ladder::{Address, Place, climb};

/// The pass.
pub const INFO: PassInfo = PassInfo {
    name: "layout-join-addresses",
    summary: "Compute addresses of several blocks that are a constant apart from one pointer",
    options: &[],
    statistics: &[],
    run,
};

fn run(op: OperationRef<'_, '_>, _: &OptionValues) -> bool {
    for function in ir::outer(op).into_iter().filter(|op| ir::name(*op) == "llvm.func") {
        join(function);
    }
    true
}

/// From what addresses count, and how: the base, the type of the elements, the bits of the index, and terms with
/// their factors.
type Origin = (ValueKey, AttributeKey, u32, Vec<(ValueKey, i64)>);

fn join(function: OperationRef<'_, '_>) {
    let addresses = addresses(function);
    if addresses.len() < 2 {
        return;
    }
    let (above, again) = (Above::new(function), Again::new(function));
    let taken = climb(&addresses, &above);
    let mut groups: Vec<Vec<&Address<'_, '_>>> = Vec::new();
    let mut numbers: FxHashMap<Origin, usize> = FxHashMap::default();
    for address in addresses.iter().filter(|address| !taken.contains(&address.number)) {
        let Address { gep, index, .. } = address;
        let origin = (ir::key(gep.base), ir::attribute_key(gep.element), gep.bits, index.key());
        let number = *numbers.entry(origin).or_insert(groups.len());
        if number == groups.len() {
            groups.push(Vec::new());
        }
        groups[number].push(address);
    }
    // An address that cannot be built stays as it is.
    groups.retain(|group| join_all(group, &above).is_none());
    let mut rest = groups.concat();
    rest.retain(|address| !again.runs(address.block));
    rest.sort_by_key(|address| address.number);
    share(&rest, &above);
}

/// The addresses of a function whose low bits say all, in program order.
fn addresses<'c: 'a, 'a>(function: OperationRef<'c, 'a>) -> Vec<Address<'c, 'a>> {
    let mut found = Vec::new();
    for block in ir::blocks(function) {
        let certain = Certain::new(block);
        let mut next = block.first_operation();
        while let Some(op) = next {
            next = op.next_in_block();
            let Some(gep) = Gep::of(op).filter(|gep| gep.bits == 64 || gep.is_natural()) else { continue };
            if let Some(index) = Linear::of(gep.index, gep.bits).filter(|_| certain.accesses(op)) {
                found.push(Address { number: found.len(), gep, index, block });
            }
        }
    }
    found
}

/// Has addresses count from one pointer, if they are of several blocks.
fn join_all<'c: 'a, 'a>(addresses: &[&Address<'c, 'a>], above: &Above<'c, 'a>) -> Option<()> {
    let first = addresses.first()?;
    let is_one_block = addresses.iter().all(|address| is_in(address.gep.op, first.block));
    let least = addresses.iter().map(|address| address.index.constant).min()?;
    let most = addresses.iter().map(|address| address.index.constant).max()?;
    let is_near = most.checked_sub(least).is_some_and(|far| far <= i64::from(i32::MAX));
    // A constant address needs no pointer.
    if is_one_block || !is_near || first.index.terms.is_empty() {
        return None;
    }
    let mut place = Place::default();
    for address in addresses {
        place.add(address, above)?;
    }
    let before = place.before()?;
    let Gep { base, bits, element: of, .. } = first.gep;
    let index = written(addresses, least, before, above)?;
    let index = if bits < 64 { extended(before, index)? } else { index };
    let root = element(before, base, index, of)?;
    for address in addresses {
        let distance = address.index.constant.wrapping_sub(least);
        address.gep.replace(element_at(address.gep.op, root, distance, of)?);
    }
    Some(())
}

/// What addresses with the same terms have in common, and a constant: the index of one that is there already, of which others may be computed,
/// or a sum anew.
fn written<'c: 'a, 'a>(
    addresses: &[&Address<'c, 'a>],
    constant: i64,
    before: OperationRef<'c, 'a>,
    above: &Above<'c, 'a>,
) -> Option<Value<'c, 'a>> {
    // (Poison where that address is not accessed would be poison where another one is.)
    let is_it = |address: &&&Address<'c, 'a>| {
        let Linear { constant: own, may_be_poison, .. } = address.index;
        own == constant && !may_be_poison && is_there(address.gep.index, before, above)
    };
    match addresses.iter().find(is_it) {
        Some(address) => Some(address.gep.index),
        None => addresses.first()?.index.write(before, constant),
    }
}

/// Whether a value is computed before an operation on every path to it.
fn is_there<'c: 'a, 'a>(value: Value<'c, 'a>, before: OperationRef<'c, 'a>, above: &Above<'c, 'a>) -> bool {
    let Some(op) = ir::defining_op(value) else { return false };
    let Some((own, block)) = op.block().zip(before.block()) else { return false };
    ir::is_before(op, before)
        || !is_in(before, own)
            && above.both(own, block).is_some_and(|last| last.to_raw().ptr == own.to_raw().ptr)
}
