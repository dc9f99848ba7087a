//! Addresses under different conditions that have terms in common count from one pointer to these.
//!
//! Rows that a table names, each under a condition of its own, are read from there on by the lane: `a + 4 l + r s`. None of
//! the rows is known before its condition, but the lane is. Indices of 64 bits alone, as in `ladder.rs`.

use layout_mlir::ir::{self, AttributeKey, ValueKey};
use melior::ir::Value;
use rustc_hash::{FxHashMap, FxHashSet};

use super::ladder::{Address, Place};
use crate::addresses::build::{Gep, element, element_at};
use crate::addresses::certain::is_in;
use crate::addresses::loops::Above;

/// From what addresses count, with a term that they have.
type Part = (ValueKey, AttributeKey, ValueKey, i64);

/// Has addresses count from what they have in common.
pub fn share<'c: 'a, 'a>(addresses: &[&Address<'c, 'a>], above: &Above<'c, 'a>) {
    let mut numbers: FxHashMap<Part, usize> = FxHashMap::default();
    let mut parts: Vec<Vec<&Address<'c, 'a>>> = Vec::new();
    for address in addresses.iter().filter(|address| address.gep.bits == 64) {
        let Gep { base, element, .. } = address.gep;
        for (term, factor) in address.index.key() {
            let part = (ir::key(base), ir::attribute_key(element), term, factor);
            let number = *numbers.entry(part).or_insert(parts.len());
            if number == parts.len() {
                parts.push(Vec::new());
            }
            parts[number].push(address);
        }
    }
    parts.sort_by_key(|addresses| std::cmp::Reverse(addresses.len()));
    let mut taken = FxHashSet::default();
    for mut addresses in parts {
        addresses.retain(|address| !taken.contains(&ir::op_key(address.gep.op)));
        // An address that cannot be built stays as it is.
        if write(&addresses, above).is_some() {
            taken.extend(addresses.iter().map(|address| ir::op_key(address.gep.op)));
        }
    }
}

/// Writes addresses that have a term in common, if they are of several blocks.
fn write<'c: 'a, 'a>(addresses: &[&Address<'c, 'a>], above: &Above<'c, 'a>) -> Option<()> {
    let (first, others) = addresses.split_first()?;
    if others.iter().all(|address| is_in(address.gep.op, first.block)) {
        return None;
    }
    let mut common = first.index.key();
    for address in others {
        let key = address.index.key();
        common.retain(|term| key.contains(term));
    }
    let is_common = |(term, factor): &(Value<'c, 'a>, i64)| common.contains(&(ir::key(*term), *factor));
    let mut place = Place::default();
    for address in addresses {
        place.add(address, above)?;
    }
    let place = place.before()?;
    let Gep { base, element: kind, .. } = first.gep;
    let root = element(place, base, first.index.only(is_common).write(place, 0)?, kind)?;
    for Address { gep, index, .. } in addresses {
        let own = match index.only(|term| !is_common(term)).write(gep.op, 0) {
            Some(rest) => element(gep.op, root, rest, kind)?,
            None => root,
        };
        gep.replace(element_at(gep.op, own, index.constant, kind)?);
    }
    Some(())
}
