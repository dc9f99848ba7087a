//! Addresses under different conditions that are one number apart each, as a ladder: each is one step on from the one before
//! it.
//!
//! Rows of a matrix whose stride is known at run time, each under a condition of its own, are such a ladder:
//! `a + i + 16 s`, `a + i + 32 s`. Counted from the base each is a sum and a scaling, of 64 bits, which is two
//! instructions for each; from the one before it is the sum alone.
//!
//! Indices of 64 bits alone: these are computed modulo 2^64 as addresses are, so that any of them may be the next one's
//! base, whether the memory there is accessed or not.

use std::collections::BTreeMap;

use layout_mlir::ir::{self, AttributeKey, ValueKey};
use melior::ir::block::BlockRef;
use melior::ir::{OperationRef, Value};
use rustc_hash::{FxHashMap, FxHashSet};

use super::written;
use crate::addresses::build::{Gep, by_bytes, constant_like, element, element_at, multiplied};
use crate::addresses::certain::is_in;
use crate::addresses::linear::Linear;
use crate::addresses::loops::Above;

/// The fewest levels of which the steps, all of which are one number then, are fewer instructions than what LLVM shares.
const LEVELS: usize = 3;

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

/// Addresses that are multiples of a term apart: their numbers, with the factor of the term, and those that are without it.
struct Ladder<'c, 'a> {
    step: Value<'c, 'a>,
    rungs: Vec<(usize, i64)>,
    foot: Option<usize>,
}

/// Addresses that have the same terms.
#[derive(Default)]
struct Group {
    numbers: Vec<usize>,
    /// Whether they are of several blocks.
    is_wide: bool,
}

/// Has addresses count from each other; which of them do now.
pub fn climb<'c: 'a, 'a>(addresses: &[Address<'c, 'a>], above: &Above<'c, 'a>) -> FxHashSet<usize> {
    let mut taken = FxHashSet::default();
    let (mut ladders, mut groups) = ladders(addresses);
    // (In program order those of one height.)
    ladders.sort_by_cached_key(|ladder| {
        let factors: FxHashSet<i64> = ladder.rungs.iter().map(|(_, factor)| *factor).collect();
        std::cmp::Reverse(factors.len() + usize::from(ladder.foot.is_some()))
    });
    for Ladder { step, mut rungs, foot } in ladders {
        rungs.retain(|(number, _)| !taken.contains(number));
        let mut none = Group::default();
        let below = foot.map_or(&mut none, |foot| &mut groups[foot]);
        if write(addresses, step, &rungs, below, above).is_some() {
            taken.extend(rungs.into_iter().map(|(number, _)| number).chain(below.numbers.drain(..)));
        }
    }
    taken
}

/// All ladders of addresses that have other terms in common, and those that have the same.
fn ladders<'c: 'a, 'a>(addresses: &[Address<'c, 'a>]) -> (Vec<Ladder<'c, 'a>>, Vec<Group>) {
    let mut whole: FxHashMap<Origin, usize> = FxHashMap::default();
    let mut groups: Vec<Group> = Vec::new();
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
                ladders.push((origin, Ladder { step: *step, rungs: Vec::new(), foot: None }));
            }
            ladders[at].1.rungs.push((number, *factor));
        }
        let at = *whole.entry(address.origin(key)).or_insert(groups.len());
        if at == groups.len() {
            groups.push(Group::default());
        }
        let group = &mut groups[at];
        group.is_wide |= group.numbers.first().is_some_and(|n| !is_in(addresses[*n].gep.op, address.block));
        group.numbers.push(number);
    }
    let with_foot = ladders.into_iter().map(|(origin, ladder)| {
        let foot = whole.get(&origin).copied();
        Ladder { foot, ..ladder }
    });
    (with_foot.collect(), groups)
}

/// Writes the addresses of a ladder, if they are of several blocks.
fn write<'c: 'a, 'a>(
    addresses: &[Address<'c, 'a>],
    step: Value<'c, 'a>,
    rungs: &[(usize, i64)],
    below: &Group,
    above: &Above<'c, 'a>,
) -> Option<()> {
    let first = &addresses[*below.numbers.first().or(rungs.first().map(|(number, _)| number))?];
    let is_elsewhere = |(number, _): &(usize, i64)| !is_in(addresses[*number].gep.op, first.block);
    let is_wide = below.is_wide && !below.numbers.is_empty() || rungs.iter().any(is_elsewhere);
    if !is_wide {
        return None;
    }
    // Of each factor the addresses, from those without: the term is there wherever an address that has it is, behind them. (In
    // this order steps are short.)
    let mut levels: BTreeMap<(bool, i64), Vec<usize>> = BTreeMap::new();
    for (number, factor) in rungs {
        levels.entry((true, *factor)).or_default().push(*number);
    }
    if !below.numbers.is_empty() {
        levels.insert((false, 0), below.numbers.clone());
    }
    let constant = |number: &usize| addresses[*number].index.constant;
    let constants = levels.values().flatten().map(constant);
    let (least, most) = (constants.clone().min()?, constants.max()?);
    let is_near = most.checked_sub(least).is_some_and(|far| far <= i64::from(i32::MAX));
    let factors: Vec<i64> = levels.keys().map(|(_, factor)| *factor).collect();
    let distances: FxHashSet<i64> = factors.windows(2).map(|pair| pair[1].wrapping_sub(pair[0])).collect();
    if factors.len() < LEVELS || distances.len() > 1 || !is_near {
        return None;
    }
    let Gep { base, element: kind, .. } = first.gep;
    let bytes = first.gep.bytes();
    let mut last: Option<(Value<'c, 'a>, i64)> = None;
    for (((_, factor), numbers), before) in levels.iter().zip(places(addresses, &levels, above)?) {
        let pointer = match last {
            None => {
                let lowest: Vec<_> = numbers.iter().map(|number| &addresses[*number]).collect();
                element(before, base, written(&lowest, least, before, above)?, kind)?
            }
            // (The bytes are one product: a scaling of a product would be left to another block.)
            Some((pointer, below)) => {
                let by = |number: i64| multiplied(before, step, constant_like(before, step, number)?);
                let distance = factor.wrapping_sub(below);
                match bytes {
                    Some(size) => by_bytes(before, pointer, by(distance.wrapping_mul(size))?)?,
                    None => element(before, pointer, by(distance)?, kind)?,
                }
            }
        };
        last = Some((pointer, *factor));
        for Address { gep, index, .. } in numbers.iter().map(|number| &addresses[*number]) {
            gep.replace(element_at(gep.op, pointer, index.constant.wrapping_sub(least), kind)?);
        }
    }
    Some(())
}

/// Before what the pointer of each level is computed, from which the addresses of it and of those behind it count.
fn places<'c: 'a, 'a>(
    addresses: &[Address<'c, 'a>],
    levels: &BTreeMap<(bool, i64), Vec<usize>>,
    above: &Above<'c, 'a>,
) -> Option<Vec<OperationRef<'c, 'a>>> {
    let mut place = Place::default();
    let mut places = Vec::new();
    for numbers in levels.values().rev() {
        for number in numbers {
            place.add(&addresses[*number], above)?;
        }
        places.push(place.before()?);
    }
    places.reverse();
    Some(places)
}

/// Before what a pointer is computed that all of some addresses count from: the first of them in the last block that every path to
/// each goes through, or that block's end.
#[derive(Default)]
pub struct Place<'c, 'a> {
    block: Option<BlockRef<'c, 'a>>,
    /// Of each block the first of them.
    first: FxHashMap<usize, (usize, OperationRef<'c, 'a>)>,
}

impl<'c: 'a, 'a> Place<'c, 'a> {
    /// One more address; `None` if it is never computed.
    pub fn add(&mut self, address: &Address<'c, 'a>, above: &Above<'c, 'a>) -> Option<()> {
        let Address { block, number, gep, .. } = address;
        self.block = Some(above.both(self.block.unwrap_or(*block), *block)?);
        let known = self.first.entry(block.to_raw().ptr as usize).or_insert((*number, gep.op));
        if *number < known.0 {
            *known = (*number, gep.op);
        }
        Some(())
    }

    /// The operation.
    pub fn before(&self) -> Option<OperationRef<'c, 'a>> {
        let block = self.block?;
        let own = self.first.get(&(block.to_raw().ptr as usize));
        own.map_or_else(|| ir::terminator(block), |(_, op)| Some(*op))
    }
}
