//! Loops that wait for copies in turn: the token of an iteration follows that of the iteration before.
//!
//! `layout-pipeline` has a loop hand on the tokens of all copies under way, one place further in each iteration. As numbers they are one
//! apart, so that one is enough, and is counted on:
//!
//! ```mlir
//! // Before:
//! scf.for … iter_args(%a = %first, %b = %second, %c = %third) {
//!   layout.wait %a …
//!   %d = layout.copy_async …
//!   scf.yield %b, %c, %d
//! } {layout.in_turn}
//! // After, where %b and %c are used by nothing but this:
//! scf.for … iter_args(%a = 0, %b = 8, %c = 16) { … scf.yield (the token behind %a), %c, %d }
//! ```

use layout_mlir::ir;
use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, Value, ValueLike};
use rustc_hash::FxHashMap;

use crate::convert_layout_memref::emit::Emit;
use crate::tile::error::Result;
use crate::tile::shared::rings::{IN_TURN, JOINED, Rings, is_copy, is_none};
use crate::tile::shared::sources::sources;

/// Bytes of an mbarrier.
pub const BARRIER: i64 = 8;

/// By the end of a loop and the number of an operand, what is handed on there.
pub type Turns<'c, 'a> = FxHashMap<(usize, usize), Turn<'c, 'a>>;

/// What a loop waits for in turn.
#[derive(Clone, Copy)]
pub struct Turn<'c, 'a> {
    /// The token that an iteration waits for.
    pub token: Value<'c, 'a>,
    /// The first mbarrier of its ring, and how many there are.
    pub ring: (i64, i64),
}

/// The token behind one: that of the next mbarrier, or behind the last that of the first one, in the other phase.
///
/// # Errors
/// [`Error::Emit`].
pub fn following<'c: 'a, 'a>(
    token: Value<'c, 'a>,
    (first, count): (i64, i64),
    emit: Emit<'c, 'a>,
) -> Result<Value<'c, 'a>> {
    let [begin, last] = [first, first + count - 1].map(|number| number * BARRIER);
    let number = |n| emit.number(n, token.r#type());
    // (Of the last it is known which bits those of the first differ in.)
    let again = emit.binary("arith.xori", token, number(begin ^ last | 1)?)?;
    if count == 1 {
        return Ok(again);
    }
    let next = emit.binary("arith.addi", token, number(BARRIER)?)?;
    Ok(emit.select(emit.below(token, number(last)?)?, next, again)?)
}

/// Those of a function, whose loops say it no more.
pub fn of<'c: 'a, 'a>(function: OperationRef<'c, 'a>, rings: &Rings) -> Turns<'c, 'a> {
    let mut turns = Turns::default();
    for r#loop in ir::nested(function).into_iter().filter(|op| op.has_attribute(IN_TURN)) {
        ir::remove_attribute(r#loop, IN_TURN);
        let Some(block) = ir::blocks(r#loop).first().copied() else { continue };
        let Some(end) = ir::terminator(block).filter(|_| ir::name(r#loop) == "scf.for") else { continue };
        let handed: Vec<Value<'c, 'a>> = end.operands().collect();
        // (Those that become another one in the next iteration are not the ones that are waited for.)
        for (number, token) in ir::arguments(block).into_iter().skip(1).enumerate() {
            if handed.contains(&token) {
                continue;
            }
            if let Some(ring) =
                ring(token, rings).filter(|ring| is_one_by_one((token, number), *ring, r#loop, end, rings))
            {
                turns.insert((ir::op_key(end), number), Turn { token, ring });
            }
        }
    }
    turns
}

/// Whether each iteration waits for one copy of a ring and begins one, so that a token that it waits for is one further in the next: as
/// the loop says, but not one that was unrolled since, or that has copies besides whose number is handed on.
fn is_one_by_one<'c: 'a, 'a>(
    (token, number): (Value<'c, 'a>, usize),
    of: (i64, i64),
    r#loop: OperationRef<'c, 'a>,
    end: OperationRef<'c, 'a>,
    rings: &Rings,
) -> bool {
    let arguments: Vec<Value<'c, 'a>> = ir::blocks(r#loop).into_iter().flat_map(ir::arguments).collect();
    // What is handed on, one place further each time, up to what the iteration begins.
    let mut at = number;
    let begun = (0..arguments.len()).find_map(|_| {
        let next = ir::operand(end, at)?;
        match arguments.iter().position(|argument| *argument == next) {
            Some(place) => {
                at = place.checked_sub(1)?;
                None
            }
            None => Some(next),
        }
    });
    let is_of = |value: Value<'c, 'a>| ring(value, rings) == Some(of);
    let (mut waits, mut begins) = (Vec::new(), 0);
    for op in ir::nested(r#loop) {
        match ir::name(op) {
            "layout.wait" if op.operands().any(is_of) => waits.push(op),
            _ if is_copy(op) && !op.has_attribute(JOINED) && rings.of(op) == Some(of) => begins += 1,
            _ => {}
        }
    }
    let is_waited = matches!(waits.as_slice(), [wait] if wait.operands().any(|v| v == token) && wait.block() == end.block());
    is_waited && begins == 1 && begun.is_some_and(is_of)
}

/// The ring that all copies of a token are of.
fn ring(token: Value<'_, '_>, rings: &Rings) -> Option<(i64, i64)> {
    let mut of = sources(token).into_iter().map(|source| {
        let copy = ir::defining_op(source).filter(|op| is_copy(*op) || is_none(*op))?;
        rings.of(copy)
    });
    let first = of.next()??;
    of.all(|ring| ring == Some(first)).then_some(first)
}
