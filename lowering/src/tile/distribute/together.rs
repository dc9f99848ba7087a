//! Copies by the engine that begin side by side, and are waited for at once, arrive at one mbarrier.
//!
//! Each copy of a pipelined loop has a ring of mbarriers. If all copies of one ring are followed by those of another,
//! with nothing between that does anything, both count alike, and one ring is enough: its mbarriers expect the bytes of
//! both. What is begun, carried and waited for is half as much, and a product of small tiles is as long as a few waits.

use layout_dialect::tile::is_token;
use layout_mlir::ir;
use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, Value, ValueLike};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::tile::error::Result;
use crate::tile::shared::rings::{JOINED, NONE, RING, Ring, copies, is_copy, is_none};
use crate::tile::shared::sources::sources;

/// Joins the rings of a function that count alike.
///
/// # Errors
/// What cannot be erased.
pub fn join(function: OperationRef<'_, '_>) -> Result<()> {
    let all = copies(function);
    let mut rings: Vec<Ring> = Vec::new();
    // (It is said here alone.)
    all.iter().for_each(|copy| ir::remove_attribute(*copy, JOINED));
    for (ring, _) in all.iter().filter_map(|copy| Ring::of(*copy)) {
        if matches!(ring, Ring::Common(_)) && !rings.contains(&ring) {
            rings.push(ring);
        }
    }
    let mut changed = false;
    for first in &rings {
        // (Those that were joined have become of the first ring.)
        while let Some(pairs) = rings.iter().find_map(|second| follows(*first, *second, &all, function)) {
            for (leader, follower) in pairs {
                become_one(leader, follower)?;
            }
            changed = true;
        }
    }
    if changed { merge_equal(function) } else { Ok(()) }
}

/// The copies that arrive at one mbarrier with one that is joined by others, in order; it alone if none are.
pub fn together<'c: 'a, 'a>(copy: OperationRef<'c, 'a>) -> Vec<OperationRef<'c, 'a>> {
    let joined = |op: &OperationRef<'c, 'a>| next_copy(*op).filter(|next| next.has_attribute(JOINED));
    std::iter::successors(Some(copy), joined).collect()
}

/// The copies of one ring, each with that of another one behind it, if all have one, and the same waits are for both;
/// and the tokens of none in their places.
fn follows<'c: 'a, 'a>(
    first: Ring,
    second: Ring,
    all: &[OperationRef<'c, 'a>],
    function: OperationRef<'c, 'a>,
) -> Option<Vec<(OperationRef<'c, 'a>, OperationRef<'c, 'a>)>> {
    let of = |op: OperationRef<'c, 'a>, ring: Ring| Ring::of(op).is_some_and(|(of, _)| of == ring);
    let count = |ring: Ring| all.iter().filter_map(|op| Ring::of(*op)).find(|(of, _)| *of == ring);
    if first == second || count(first)?.1 != count(second)?.1 {
        return None;
    }
    let leaders = all.iter().copied().filter(|op| of(*op, first) && !op.has_attribute(JOINED));
    let mut pairs = Vec::new();
    for leader in leaders {
        let last = together(leader).pop()?;
        pairs.push((leader, next_copy(last).filter(|next| of(*next, second))?));
    }
    let nothing = |ring: Ring| {
        let none = ir::nested(function).into_iter().filter(move |op| is_none(*op) && of(*op, ring));
        none.collect::<Vec<_>>()
    };
    let (leading, following) = (nothing(first), nothing(second));
    if leading.len() != following.len() {
        return None;
    }
    for (leader, follower) in leading.into_iter().zip(following) {
        if leader.block() != follower.block() {
            return None;
        }
        pairs.push((leader, follower));
    }
    let waits = ir::nested(function).into_iter().filter(|op| ir::name(*op) == "layout.wait");
    for wait in waits.filter(|op| !op.has_attribute(NONE)) {
        let tokens: Vec<_> = wait.operands().flat_map(sources).filter_map(ir::defining_op).collect();
        let waits_for = |ring: Ring| tokens.iter().any(|op| of(*op, ring));
        if waits_for(first) != waits_for(second) {
            return None;
        }
    }
    (!pairs.is_empty()).then_some(pairs)
}

/// The copy by the engine that begins next, if nothing is done until then.
fn next_copy<'c: 'a, 'a>(copy: OperationRef<'c, 'a>) -> Option<OperationRef<'c, 'a>> {
    let idle = |op: &OperationRef<'c, 'a>| ir::effects(*op) == ir::Effects::None && op.region_count() == 0;
    let behind = std::iter::successors(copy.next_in_block(), |op| op.next_in_block());
    behind.into_iter().find(|op| !idle(op)).filter(|op| is_copy(*op))
}

/// Makes a copy, or a token of none, one with another one's token.
fn become_one(leader: OperationRef<'_, '_>, follower: OperationRef<'_, '_>) -> Result<()> {
    if let (Some(token), Some(old)) = (ir::result(leader), ir::result(follower)) {
        ir::replace_all_uses(old, token);
    }
    if is_none(follower) {
        return Ok(ir::erase(follower)?);
    }
    if let Ok(ring) = leader.attribute(RING) {
        ir::set_attribute(follower, RING, ring);
        ir::set_attribute(follower, JOINED, melior::ir::Attribute::unit(ir::context(follower)));
    }
    Ok(())
}

/// Leaves one of tokens that branches and loops hand on as the same, and one of those that are waited for.
fn merge_equal(function: OperationRef<'_, '_>) -> Result<()> {
    let ops = ir::nested(function);
    while ops.iter().any(|op| match ir::name(*op) {
        "scf.if" => merge_results(*op),
        "scf.for" => merge_carried(*op),
        _ => false,
    }) {}
    for wait in ops.iter().filter(|op| ir::name(**op) == "layout.wait") {
        let mut seen = FxHashSet::default();
        let tokens: Vec<_> = wait.operands().filter(|token| seen.insert(ir::key(*token))).collect();
        ir::set_operands(*wait, &tokens);
    }
    Ok(())
}

/// Replaces the tokens of a branch that are the same on both sides as others are; returns whether there were some.
fn merge_results<'c: 'a, 'a>(branch: OperationRef<'c, 'a>) -> bool {
    let ends: Vec<_> = ir::blocks(branch).into_iter().filter_map(ir::terminator).collect();
    let mut seen = FxHashMap::default();
    let mut changed = false;
    for (number, result) in ir::results(branch).into_iter().enumerate() {
        if !is_token(result.r#type()) {
            continue;
        }
        let given: Vec<_> = ends.iter().filter_map(|end| ir::operand(*end, number)).map(ir::key).collect();
        let same = *seen.entry(given).or_insert(result);
        changed |= replaced(result, same);
    }
    changed
}

/// The same of what a loop carries: what begins as the same, and is handed on so.
fn merge_carried<'c: 'a, 'a>(r#loop: OperationRef<'c, 'a>) -> bool {
    let blocks = ir::blocks(r#loop);
    let Some((body, end)) = blocks.first().and_then(|body| Some((*body, ir::terminator(*body)?))) else {
        return false;
    };
    let arguments: Vec<_> = ir::arguments(body).into_iter().skip(1).collect();
    let (inits, yields): (Vec<_>, Vec<_>) = (r#loop.operands().skip(3).collect(), end.operands().collect());
    let tokens: Vec<usize> =
        (0..arguments.len()).filter(|number| is_token(arguments[*number].r#type())).collect();
    // Classes are split until what is handed on within one is of one class.
    let mut class: FxHashMap<ir::ValueKey, usize> = FxHashMap::default();
    let mut count = 0;
    loop {
        let name =
            |value: Value<'c, 'a>| class.get(&ir::key(value)).map_or(Err(ir::key(value)), |of| Ok(*of));
        let mut numbers = FxHashMap::default();
        let mut next = FxHashMap::default();
        for number in &tokens {
            let is = (name(arguments[*number]).ok(), ir::key(inits[*number]), name(yields[*number]));
            // (In the first round all arguments that begin as the same are.)
            let is = if count == 0 { (None, is.1, Ok(0)) } else { is };
            let fresh = numbers.len();
            next.insert(ir::key(arguments[*number]), *numbers.entry(is).or_insert(fresh));
        }
        class = next;
        if numbers.len() == count {
            break;
        }
        count = numbers.len();
    }
    let results = ir::results(r#loop);
    let mut first = FxHashMap::default();
    let mut changed = false;
    for number in tokens {
        let Some(of) = class.get(&ir::key(arguments[number])) else { continue };
        let same = *first.entry(*of).or_insert(number);
        changed |= replaced(arguments[number], arguments[same]);
        changed |= replaced(results[number], results[same]);
    }
    changed
}

/// Replaces a value by another one where it is used, if that is another one, and it is.
fn replaced<'c: 'a, 'a>(old: Value<'c, 'a>, new: Value<'c, 'a>) -> bool {
    let any = ir::key(old) != ir::key(new) && !ir::uses(old).is_empty();
    if any {
        ir::replace_all_uses(old, new);
    }
    any
}
