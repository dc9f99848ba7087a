//! Copies that are one for several blocks of a cluster (`layout.multicast`): each block issues a share of the boxes, of which all
//! of them get the bytes, at the same places and mbarriers of their own.
//!
//! A block's mbarrier expects all of the bytes, whoever issues them. A slot is written in all of these blocks at once, so it is
//! filled again when the threads of all of them have come to the copy: each says so in every block that it gets something from, at
//! the mbarrier where that one's producer waits. So these blocks run the same such copies, to and from the same places.
//!
//! Before anything of another block is touched all blocks have made their mbarriers, and none ends while something that
//! it has issued may be under way to others: barriers of the cluster. Nothing else is late, as a producer has waited for all
//! that arrives at its block's mbarriers, and the others for all that is copied there. So threads arrive `relaxed`: what they
//! are to know of are mbarriers, which have a fence of their own, and bytes that have come (PTX ISA, `barrier.cluster`,
//! `fence.mbarrier_init`); to release all of memory took half a microsecond each time on an H100.

use layout_mlir::ir;
use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, Type, Value, ValueLike};

use super::memory;
use crate::convert_layout_memref::emit::Emit;
use crate::tile::cluster;
use crate::tile::error::{Error, Result};
use crate::tile::peers::{Peers, Reached};
use crate::tile::sync::{ARRIVE_RELAXED, BARRIERS, HALVES};
use crate::tile::tma::{self, Engine, MULTICAST};
use crate::tile::uniform::differs;

/// How many blocks the cluster has that a function's copies with `layout.multicast` are for; 1 if there are none.
///
/// # Errors
/// [`Error::Multicast`] and [`Error::Cluster`] for those that are not one for these blocks, with the place.
pub fn blocks<'c: 'a, 'a>(
    function: OperationRef<'c, 'a>,
) -> std::result::Result<i64, (OperationRef<'c, 'a>, Error)> {
    let mut all = ir::nested(function).into_iter().filter(|op| op.has_attribute(MULTICAST)).peekable();
    if all.peek().is_none() {
        return Ok(1);
    }
    let blocks = cluster::blocks(function).map_err(|error| (function, error.into()))?;
    let blocks = blocks.unwrap_or(1);
    for op in all {
        check(op, blocks).map_err(|error| (op, error))?;
    }
    Ok(blocks)
}

/// That a copy is one for blocks of a cluster of so many.
fn check(op: OperationRef<'_, '_>, cluster: i64) -> Result<()> {
    let refuse = |why: String| Err(Error::Multicast(why));
    if !tma::is_copy(op) || tma::is_bulk(op) {
        return refuse("takes a copy by boxes: give it layout.tma".into());
    }
    if !tma::is_produced(op) {
        let why = "takes producers, which wait until a slot is free in all blocks: give the copy, or its loop with \
                   layout.stages = 2 or more, layout.producer";
        return refuse(why.into());
    }
    if cluster < 2 {
        let why = "is for the blocks of a cluster, and the function has none of several: known_cluster_size = array<i32: 2, 1, 1> \
                   on a gpu.func, gpu.known_cluster_size on a func.func";
        return refuse(why.into());
    }
    let peers = Peers::of(op, cluster).map_err(Error::Multicast)?;
    let depends = |what: String, by: OperationRef<'_, '_>| {
        let name = ir::name(by);
        let along = by.attribute("dimension").map_or_else(
            |_| String::new(),
            |of| match of.to_string() {
                of if name.starts_with("gpu.") => of.replace("#gpu<dim", "").replace('>', ""),
                _ => String::new(),
            },
        );
        let (blocks, divided) = (peers.blocks, peers.period());
        let who = if peers.is_all() { String::new() } else { format!(" that are {} apart", peers.step) };
        let rest = match peers.step {
            1 => String::new(),
            step => format!(", or its rest by {step}"),
        };
        refuse(format!(
            "{what} depends on '{name}{along}', which the blocks of a cluster{who} need not have alike, and they copy the same: compute \
             it of arguments, indices of loops and gpu.block_id x divided by {divided}{rest}, which all {blocks} have"
        ))
    };
    let count = op.operand_count();
    for (number, operand) in op.operands().enumerate() {
        if let Some(by) = differs(operand, peers) {
            let what = match number {
                0 => "what is copied".into(),
                n if n + 1 == count => "where it is copied to".into(),
                n => format!("the coordinate in dimension {}", n - 1),
            };
            return depends(what, by);
        }
    }
    let mut around = op.parent_operation();
    while let Some(op) = around.filter(|op| !matches!(ir::name(*op), "gpu.func" | "func.func")) {
        let (what, count) = match ir::name(op) {
            "scf.for" => ("how often it is copied", 3),
            "scf.if" => ("whether it is copied", 1),
            name => {
                return refuse(format!(
                    "stands in '{name}', and all blocks run scf.for and scf.if alike alone"
                ));
            }
        };
        if let Some(by) = op.operands().take(count).find_map(|value| differs(value, peers)) {
            return depends(what.into(), by);
        }
        around = op.parent_operation();
    }
    Ok(())
}

/// Writes a barrier of the cluster.
///
/// # Errors
/// [`Error::Emit`].
pub fn meet(emit: Emit<'_, '_>) -> Result<()> {
    let [_, wait] = HALVES;
    [ARRIVE_RELAXED, wait].into_iter().try_for_each(|half| half_of(half, emit))
}

fn half_of(half: &str, emit: Emit<'_, '_>) -> Result<()> {
    emit.op(half, &[], &[], &[("aligned", emit.attribute("unit")?)])?;
    Ok(())
}

/// Writes a barrier of the block, or of the cluster where there are several blocks.
///
/// # Errors
/// [`Error::Emit`].
pub fn barrier(blocks: i64, emit: Emit<'_, '_>) -> Result<()> {
    if blocks > 1 {
        return meet(emit);
    }
    emit.op(BARRIERS[0], &[], &[], &[])?;
    Ok(())
}

/// Has those of a program that are no producers end when the other blocks are done: they say that they are where the last of
/// its operations `own` stands that has to do with copies, and wait before `end`.
///
/// # Errors
/// [`Error::Emit`].
pub fn leave<'c: 'a, 'a>(own: &[OperationRef<'c, 'a>], end: OperationRef<'c, 'a>) -> Result<()> {
    let is_of_engine = |value: Value<'c, 'a>| Engine::of(value) == Engine::Boxes;
    let uses = |op: &OperationRef<'c, 'a>| {
        tma::is_copy(*op) || ir::name(*op) == "layout.wait" && op.operands().any(is_of_engine)
    };
    let last = own.iter().rfind(|op| ir::nested(**op).iter().any(uses));
    let behind = last.and_then(|op| op.next_in_block()).unwrap_or(end);
    let [_, wait] = HALVES;
    let at = |op: OperationRef<'c, 'a>| Emit { location: ir::location(end), ..Emit::at(op) };
    half_of(ARRIVE_RELAXED, at(behind))?;
    half_of(wait, at(end))
}

/// Arrives at an mbarrier, so many bytes behind one, of each of some blocks of a cluster. (Where the one is in another block is
/// the same for all of a loop.)
///
/// # Errors
/// [`Error::Emit`].
pub fn arrive<'c: 'a, 'a>(
    (first, bytes): (Value<'c, 'a>, Value<'c, 'a>),
    (blocks, cluster): (&Reached, i64),
    emit: Emit<'c, 'a>,
) -> Result<()> {
    const FAR: &str = "!llvm.ptr<7>";
    let far = Type::parse(emit.context, FAR).ok_or_else(|| Error::Unknown(FAR.into()))?;
    let word = emit.int_type(32);
    let at = |rank: Value<'c, 'a>| -> Result<()> {
        let there = emit.value("nvvm.mapa", &[first, rank], far, &[])?;
        emit.op("nvvm.mbarrier.arrive", &[memory::behind(there, bytes, emit)?], &[], &[])?;
        Ok(())
    };
    match blocks {
        Reached::All(count) => (0..*count).try_for_each(|rank| at(emit.number(rank, word)?)),
        Reached::Bits(bits) => {
            let own = memory::behind(first, bytes, emit)?;
            emit.op("nvvm.mbarrier.arrive", &[own], &[emit.int_type(64)], &[])?;
            if bits.len() == 1 {
                return Ok(());
            }
            let own = emit.cast("arith.index_castui", rank(cluster, emit)?, word)?;
            let others = bits.iter().filter(|bits| **bits != 0);
            others
                .map(|bits| emit.binary("arith.xori", own, emit.number(*bits, word)?))
                .try_for_each(|rank| at(rank?))
        }
    }
}

/// The blocks that a copy is for, as the instruction has them, for the one of a rank.
///
/// # Errors
/// [`Error::Emit`].
pub fn mask<'c: 'a, 'a>(peers: Peers, rank: Value<'c, 'a>, emit: Emit<'c, 'a>) -> Result<Value<'c, 'a>> {
    let half = emit.int_type(16);
    let first = emit.number((0..peers.blocks).map(|number| 1 << (number * peers.step)).sum(), half)?;
    if peers.is_all() {
        return Ok(first);
    }
    let rank = emit.cast("arith.index_castui", rank, half)?;
    let others = emit.number(peers.cluster - 1 - (peers.blocks - 1) * peers.step, half)?;
    Ok(emit.binary("arith.shli", first, emit.binary("arith.andi", rank, others)?)?)
}

/// Which of the blocks that a copy is for the one of a rank is.
///
/// # Errors
/// [`Error::Emit`].
pub fn number<'c: 'a, 'a>(peers: Peers, rank: Value<'c, 'a>, emit: Emit<'c, 'a>) -> Result<Value<'c, 'a>> {
    if peers.is_all() {
        return Ok(rank);
    }
    let number = emit.binary("arith.divui", rank, emit.constant(peers.step)?)?;
    Ok(emit.binary("arith.remui", number, emit.constant(peers.blocks)?)?)
}

/// The rank of the block.
///
/// # Errors
/// [`Error::Emit`].
pub fn rank<'c: 'a, 'a>(blocks: i64, emit: Emit<'c, 'a>) -> Result<Value<'c, 'a>> {
    let attributes = [
        ("dimension", emit.attribute("#gpu<dim x>")?),
        ("upper_bound", emit.attribute(&format!("{blocks} : index"))?),
    ];
    Ok(emit.value("gpu.cluster_block_id", &[], emit.index_type(), &attributes)?)
}

/// So many times a number behind another one, both as integers of that one's type.
///
/// # Errors
/// [`Error::Emit`].
pub fn behind<'c: 'a, 'a>(
    first: Value<'c, 'a>,
    count: Value<'c, 'a>,
    step: i64,
    emit: Emit<'c, 'a>,
) -> Result<Value<'c, 'a>> {
    if step == 0 {
        return Ok(first);
    }
    let r#type = first.r#type();
    let count = emit.cast("arith.index_castui", count, r#type)?;
    let more = emit.binary("arith.muli", count, emit.number(step, r#type)?)?;
    Ok(emit.binary("arith.addi", first, more)?)
}
