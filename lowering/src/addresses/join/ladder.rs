//! Addresses under different conditions that are multiples of one number apart, as a ladder: each is one step on from
//! the one before it.
//!
//! Rows of a matrix whose stride is known at run time, each under a condition of its own, are such a ladder:
//! `a + i + 16 s`, `a + i + 32 s`. Counted from the base each is a sum and a scaling, of 64 bits, which is two
//! instructions for each; from the one before it is the sum alone.
//!
//! Indices of 64 bits alone: these are computed modulo 2^64 as addresses are, so that any of them may be the next one's
//! base, whether the memory there is accessed or not.

use layout_mlir::ir::{self, AttributeKey, ValueKey};
use melior::ir::block::BlockRef;
use melior::ir::{OperationRef, Value};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::addresses::build::{Gep, by_bytes, constant_like, element, element_at, multiplied};
use crate::addresses::certain::is_in;
use crate::addresses::linear::Linear;
use crate::addresses::loops::Above;

/// An address, its index, and the block that it is in.
pub struct Address<'c, 'a> {
    /// Its number among those of the function, in program order.
    pub number: usize,
    /// The address.
    pub gep: Gep<'c, 'a>,
    /// Its index.
    pub index: Linear<'c, 'a>,
    /// The block.
    pub block: BlockRef<'c, 'a>,
}

impl<'c: 'a, 'a> Address<'c, 'a> {
    /// From what it counts: the base, the type of the elements, and terms with their factors.
    fn origin(&self, terms: Vec<(ValueKey, i64)>) -> Origin {
        (ir::key(self.gep.base), ir::attribute_key(self.gep.element), terms)
    }
}

type Origin = (ValueKey, AttributeKey, Vec<(ValueKey, i64)>);

/// Addresses that are multiples of a term apart: their numbers, in program order, with the factor of the term.
struct Ladder<'c, 'a> {
    step: Value<'c, 'a>,
    rungs: Vec<(usize, i64)>,
}

/// Has addresses count from each other; which of them do now.
pub fn climb<'c: 'a, 'a>(addresses: &[Address<'c, 'a>], above: &Above<'c, 'a>) -> FxHashSet<usize> {
    let mut taken = FxHashSet::default();
    let mut ladders = ladders(addresses);
    // (In program order those of one height.)
    ladders.sort_by_key(|ladder| std::cmp::Reverse(heights(&ladder.rungs)));
    for Ladder { step, mut rungs } in ladders {
        rungs.retain(|(number, _)| !taken.contains(number));
        if write(addresses, step, &rungs, above).is_some() {
            taken.extend(rungs.into_iter().map(|(number, _)| number));
        }
    }
    taken
}

/// How many factors there are.
fn heights(rungs: &[(usize, i64)]) -> usize {
    rungs.iter().map(|(_, factor)| *factor).collect::<FxHashSet<i64>>().len()
}

/// All ladders of addresses that have other terms in common.
fn ladders<'c: 'a, 'a>(addresses: &[Address<'c, 'a>]) -> Vec<Ladder<'c, 'a>> {
    let mut whole: FxHashMap<Origin, Vec<(usize, i64)>> = FxHashMap::default();
    let mut numbers: FxHashMap<(Origin, ValueKey), usize> = FxHashMap::default();
    let mut ladders: Vec<(Origin, Ladder<'c, 'a>)> = Vec::new();
    for (number, address) in addresses.iter().enumerate().filter(|(_, address)| address.gep.bits == 64) {
        let key = address.index.key();
        for (step, factor) in &address.index.terms {
            let own = ir::key(*step);
            let rest: Vec<_> = key.iter().copied().filter(|(term, _)| *term != own).collect();
            if rest.is_empty() {
                continue;
            }
            let origin = address.origin(rest);
            let at = *numbers.entry((origin.clone(), own)).or_insert(ladders.len());
            if at == ladders.len() {
                ladders.push((origin, Ladder { step: *step, rungs: Vec::new() }));
            }
            ladders[at].1.rungs.push((number, *factor));
        }
        whole.entry(address.origin(key)).or_default().push((number, 0));
    }
    let joined = ladders.into_iter().map(|(origin, mut ladder)| {
        ladder.rungs.extend(whole.get(&origin).into_iter().flatten());
        ladder.rungs.sort_unstable();
        ladder
    });
    joined.filter(|ladder| heights(&ladder.rungs) > 1).collect()
}

/// Writes the addresses of a ladder, if they are of several blocks.
fn write<'c: 'a, 'a>(
    addresses: &[Address<'c, 'a>],
    step: Value<'c, 'a>,
    rungs: &[(usize, i64)],
    above: &Above<'c, 'a>,
) -> Option<()> {
    // The term is there wherever an address that has it is: behind those without.
    let (without, with): (Vec<_>, Vec<_>) = rungs.iter().copied().partition(|(_, factor)| *factor == 0);
    let mut waiting: Vec<(usize, i64)> = [without, with].concat();
    let (first, _) = *waiting.first()?;
    let of = |rung: &(usize, i64)| &addresses[rung.0];
    let is_one_block = waiting.iter().all(|rung| is_in(of(rung).gep.op, of(&(first, 0)).block));
    if heights(rungs) < 2 || is_one_block {
        return None;
    }
    let constants = waiting.iter().map(|rung| of(rung).index.constant);
    let (least, most) = (constants.clone().min()?, constants.max()?);
    most.checked_sub(least).filter(|far| *far <= i64::from(i32::MAX))?;
    let Gep { base, element: kind, .. } = addresses[first].gep;
    let mut last: Option<(Value<'c, 'a>, i64)> = None;
    while let Some((_, factor)) = waiting.first().copied() {
        let mut in_order: Vec<usize> = waiting.iter().map(|(number, _)| *number).collect();
        in_order.sort_unstable();
        let left: Vec<&Address<'c, 'a>> = in_order.into_iter().map(|number| &addresses[number]).collect();
        let before = place(&left, above)?;
        let pointer = match last {
            None => {
                let index = addresses[first].index.write(before, least)?;
                element(before, base, index, kind)?
            }
            // (The bytes are one product: a scaling of a product would be left to another block.)
            Some((pointer, below)) => {
                let by = |number: i64| multiplied(before, step, constant_like(before, step, number)?);
                let distance = factor.wrapping_sub(below);
                match addresses[first].gep.bytes() {
                    Some(size) => by_bytes(before, pointer, by(distance.wrapping_mul(size))?)?,
                    None => element(before, pointer, by(distance)?, kind)?,
                }
            }
        };
        last = Some((pointer, factor));
        for rung in waiting.iter().filter(|(_, own)| *own == factor) {
            let Address { gep, index, .. } = of(rung);
            gep.replace(element_at(gep.op, pointer, index.constant.wrapping_sub(least), kind)?);
        }
        waiting.retain(|(_, own)| *own != factor);
    }
    Some(())
}

/// Before what a pointer is computed that all of some addresses, in program order, count from: the first of them in the last block that
/// every path to each goes through, or that block's end.
pub fn place<'c: 'a, 'a>(
    addresses: &[&Address<'c, 'a>],
    above: &Above<'c, 'a>,
) -> Option<OperationRef<'c, 'a>> {
    let blocks: Vec<BlockRef<'c, 'a>> = addresses.iter().map(|address| address.block).collect();
    let block = above.all(&blocks)?;
    let own = addresses.iter().map(|address| address.gep.op).find(|op| is_in(*op, block));
    own.map_or_else(|| ir::terminator(block), Some)
}
