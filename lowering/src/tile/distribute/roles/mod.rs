//! Producers: warps beside those of a group that issue its copies, and do nothing else (`layout.producer`).
//!
//! ```mlir
//! // Before: a group of 128 threads
//! %s = layout.copy_async %A[%i, %k], %p {layout.tma, layout.producer} : !g, !p
//! // After: a block of 160
//! scf.if %is_producer {
//!   layout.copy_async %A[%i, %k], %p {layout.tma, layout.issued} : !g, !p      // when all have come to where it stood, issue it
//! } else {
//!   %s = layout.copy_async %A[%i, %k], %p {layout.tma, layout.producer} : !g, !p     // say that this warp has come here
//! }
//! ```
//!
//! Both run the same program, of which producers have what decides where copies are to and from, and whether they begin.
//! So the copies of both are in one order, and a copy begins behind all that is before it in the program, as without
//! producers: these are ahead of the others by as many copies as there are slots that nobody has to leave. The others wait
//! for each other at a barrier of their own. Where copies are for several blocks ([`multicast`]) both wait for these in the end.

mod slice;

use layout_mlir::ir::{self, Effects};
use layout_target::{Chip, WARP};
use melior::ir::operation::{OperationBuilder, OperationLike};
use melior::ir::{BlockLike, Identifier, OperationRef, Value, ValueLike};

use self::slice::Slice;
use super::multicast;
use crate::convert_layout_memref::emit::Emit;
use crate::tile::error::{Error, Result};
use crate::tile::producers::Producers;
use crate::tile::sync::{ARRIVE_RELAXED, BARRIERS, HALVES};
use crate::tile::tma::{ISSUED, PRODUCER, Ring, copies, is_produced};

/// The attribute of the branch that parts the programs, while they are lowered.
pub const ROLES: &str = "layout.roles";
/// What changes that number.
const REGISTERS: &str = "nvvm.setmaxregister";
/// The barrier of those who are no producers.
const BARRIER: i64 = 1;

/// The two programs of a function.
pub struct Roles<'c, 'a> {
    /// The first operation of the producers' program, and of that of the others.
    pub first: [OperationRef<'c, 'a>; 2],
    /// The branch between them.
    pub branch: OperationRef<'c, 'a>,
    /// The producers.
    pub producers: Producers,
}

/// Parts a function into the program of its producers and that of the others, if it has copies for such: of so many threads,
/// whose copies are for so many blocks.
///
/// # Errors
/// [`Error::Producer`], with its place.
pub fn split<'c: 'a, 'a>(
    function: OperationRef<'c, 'a>,
    (threads, blocks): (i64, i64),
    chip: &Chip,
) -> std::result::Result<Option<Roles<'c, 'a>>, (OperationRef<'c, 'a>, Error)> {
    let produced: Vec<_> = copies(function).into_iter().filter(|op| is_produced(*op)).collect();
    let Some(first) = produced.first() else { return Ok(None) };
    let refuse = |at, why: String| Err((at, Error::Producer(why)));
    if threads % WARP != 0 {
        return refuse(
            *first,
            format!(
                "{threads} threads are no whole warps, each of which says when it is done with what was copied"
            ),
        );
    }
    let producers = Producers::of(threads, chip);
    let most = i64::from(chip.limits.threads_per_block);
    if threads + producers.threads > most {
        let why = format!(
            "{} threads issue copies beside the group's {threads}, and a block has at most {most}: take fewer threads",
            producers.threads
        );
        return refuse(*first, why);
    }
    let [block] = ir::blocks(function)[..] else {
        return refuse(
            *first,
            "takes a function of one block: write control flow as scf.for and scf.if".into(),
        );
    };
    // (Of both programs a copy is in one ring.)
    for copy in &produced {
        if matches!(Ring::of(*copy), Some((Ring::Own(_), _))) {
            Ring::give(*copy, function, 1);
        }
    }
    let here = |error| (function, error);
    let unknown = || here(Error::Unknown(ir::name(function).into()));
    let end = ir::terminator(block).ok_or_else(unknown)?;
    let all = std::iter::successors(block.first_operation(), |op| op.next_in_block());
    let all: Vec<_> = all.take_while(|op| ir::op_key(*op) != ir::op_key(end)).collect();
    // What both begin with is numbers and memory.
    let own: Vec<_> = all.into_iter().skip_while(|op| is_common(*op)).collect();
    let all: Vec<_> = own.iter().flat_map(|op| ir::nested(*op)).collect();
    if let Some(half) = waits_within(&own, blocks) {
        let why = "the function waits for other blocks of its cluster (layout.peer) before its last copy, or where several \
                   blocks get one copy, and producers do not: leave layout.producer out";
        return refuse(half, why.into());
    }
    let roots: Vec<_> = all.into_iter().filter(|op| is_produced(*op)).collect();
    let slice = Slice::new(&own, &roots)?;
    write(function, end, &own, &slice, (threads, producers, blocks)).map(Some).map_err(here)
}

/// A barrier of the cluster at which producers would be missed: those who are done with all copies have ended, and nobody waits
/// for such (PTX ISA, `barrier.cluster`). Where copies are for several `blocks` they have barriers of their own.
fn waits_within<'c: 'a, 'a>(own: &[OperationRef<'c, 'a>], blocks: i64) -> Option<OperationRef<'c, 'a>> {
    let is_half =
        |op: &OperationRef<'_, '_>| HALVES.contains(&ir::name(*op)) || ir::name(*op) == ARRIVE_RELAXED;
    let all: Vec<_> = own.iter().flat_map(|op| ir::nested(*op)).collect();
    let last = all.iter().rposition(|op| is_produced(*op)).filter(|_| blocks == 1).unwrap_or(all.len());
    // (A loop comes back to what is before.)
    let loops = |op: OperationRef<'c, 'a>| {
        let around = std::iter::successors(op.parent_operation(), |op| op.parent_operation());
        around.filter(|around| ir::name(*around).starts_with("scf.") && ir::name(*around) != "scf.if")
    };
    let comes_back = |half: OperationRef<'c, 'a>| {
        loops(half).any(|around| ir::nested(around).into_iter().any(is_produced))
    };
    let halves = all.iter().enumerate().filter(|(_, op)| is_half(op));
    halves.filter(|(place, op)| *place < last || comes_back(**op)).map(|(_, op)| *op).next()
}

/// Whether an operation computes a number, or names memory.
fn is_common(op: OperationRef<'_, '_>) -> bool {
    let is = |value: &Value<'_, '_>| {
        let r#type = value.r#type();
        ir::is_memref(r#type) || ir::scalar(r#type).is_some()
    };
    ir::effects(op) == Effects::None && op.region_count() == 0 && ir::results(op).iter().all(is)
}

fn write<'c: 'a, 'a>(
    function: OperationRef<'c, 'a>,
    end: OperationRef<'c, 'a>,
    own: &[OperationRef<'c, 'a>],
    slice: &Slice<'c, 'a>,
    (threads, producers, blocks): (i64, Producers, i64),
) -> Result<Roles<'c, 'a>> {
    let emit = Emit { location: ir::location(function), ..Emit::at(end) };
    let unknown = || Error::Unknown(ir::name(function).into());
    let number = thread(threads + producers.threads, emit)?;
    let is_producer = emit.below(emit.constant(threads - 1)?, number)?;
    let choice = emit.choice(is_producer, &[])?;
    let branch = choice.ends[0].parent_operation().ok_or_else(unknown)?;
    ir::set_attribute(branch, ROLES, emit.attribute("unit")?);
    let [mut issues, others] = choice.ends;
    if let Some([few, many]) = producers.registers {
        for (end, action, count) in [(issues, "decrease", few), (others, "increase", many)] {
            let attributes = [
                ("action", emit.attribute(&format!("#nvvm<action {action}>"))?),
                ("regCount", emit.attribute(&format!("{count} : i32"))?),
            ];
            Emit { before: end, ..emit }.op(REGISTERS, &[], &[], &attributes)?;
        }
    }
    if producers.threads > WARP {
        // One warp issues; the others have come to be of one warpgroup with it.
        let emit = Emit { before: issues, ..emit };
        let is_first = emit.below(number, emit.constant(threads + WARP)?)?;
        let choice = emit.choice(is_first, &[])?;
        let [first, rest] = choice.ends;
        let rest = Emit { before: rest, ..emit };
        multicast::barrier(blocks, rest)?;
        if blocks > 1 {
            multicast::meet(rest)?;
        }
        issues = first;
    }
    slice.write(own, Emit { before: issues, ..emit })?;
    for op in own {
        ir::move_before(*op, others);
    }
    if blocks > 1 {
        multicast::meet(Emit { before: issues, ..emit })?;
        multicast::leave(own, others)?;
    }
    let around = issues.parent_operation().ok_or_else(unknown)?;
    for copy in ir::nested(around).into_iter().filter(|op| is_produced(*op) && is_beside(*op, issues)) {
        ir::remove_attribute(copy, PRODUCER);
        ir::set_attribute(copy, ISSUED, emit.attribute("unit")?);
    }
    for op in own.iter().flat_map(|op| ir::nested(*op)) {
        if BARRIERS.contains(&ir::name(op)) && op.operand_count() == 0 {
            barrier_of(threads, op)?;
        }
    }
    let in_block = |end: OperationRef<'c, 'a>| {
        let all = std::iter::successors(first_of(end), |op| op.next_in_block());
        all.into_iter().find(|op| ir::name(*op) != REGISTERS)
    };
    let first = [in_block(issues).ok_or_else(unknown)?, in_block(others).ok_or_else(unknown)?];
    Ok(Roles { first, branch, producers })
}

/// The first operation of the block that another one is in.
fn first_of<'c: 'a, 'a>(op: OperationRef<'c, 'a>) -> Option<OperationRef<'c, 'a>> {
    op.block().and_then(|block| block.first_operation())
}

/// Whether an operation is inside the block that another one ends.
fn is_beside(op: OperationRef<'_, '_>, end: OperationRef<'_, '_>) -> bool {
    let mut at = Some(op);
    while let Some(op) = at {
        if op.block() == end.block() {
            return true;
        }
        at = op.parent_operation();
    }
    false
}

/// The number of a thread of a block of so many.
fn thread<'c: 'a, 'a>(threads: i64, emit: Emit<'c, 'a>) -> Result<Value<'c, 'a>> {
    let attributes = [
        ("dimension", emit.attribute("#gpu<dim x>")?),
        ("upper_bound", emit.attribute(&format!("{threads} : index"))?),
    ];
    Ok(emit.value("gpu.thread_id", &[], emit.index_type(), &attributes)?)
}

/// Puts a barrier of so many threads in the place of one of all.
fn barrier_of<'c: 'a, 'a>(threads: i64, op: OperationRef<'c, 'a>) -> Result<()> {
    let emit = Emit::at(op);
    let word = emit.int_type(32);
    let operands = [emit.number(BARRIER, word)?, emit.number(threads, word)?];
    let sizes =
        (Identifier::new(emit.context, "operandSegmentSizes"), emit.attribute("array<i32: 1, 1, 0>")?);
    let new =
        OperationBuilder::new("nvvm.barrier", emit.location).add_operands(&operands).add_attributes(&[sizes]);
    emit.insert("nvvm.barrier", new)?;
    Ok(ir::erase(op)?)
}
