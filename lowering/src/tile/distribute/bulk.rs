//! Copies and stores by boxes: `cp.async.bulk.tensor` by one thread, and waits for the mbarriers at which bytes arrive, or
//! for that thread's groups. What is copied by runs is in [`runs`](super::runs).

use layout_dialect::tile::Kind;
use layout_mlir::ir;
use layout_tile::{Dimension, Shares, TensorMap};
use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, Value, ValueLike};

use super::boxes::{address, is_at_once, parsed, pointer, tell};
use super::group::{Group, divisor};
use super::im2col::Start;
use super::l2;
use super::memory::View;
use super::multicast;
use super::packing::hidden;
use super::registers::Registers;
use super::runs::RunCopy;
use super::together::together;
use crate::convert_layout_memref::emit::Emit;
use crate::tile::error::{Error, Result};
use crate::tile::shared::rings::JOINED;
use crate::tile::tma::{self, COORDINATES, Engine};

/// How long, in nanoseconds, the hardware may let a thread sleep before it looks again.
const TICKS: i64 = 10_000_000;

/// A copy by boxes: those that arrive at one mbarrier begin where the last of them stands. One that producers issue is in
/// their program behind all that is before it in that of the others, whose warps say there that they have come to it.
///
/// # Errors
/// [`Error::Tma`] for a destination that is not aligned, or coordinates that a tile cannot begin at.
pub fn copy<'c: 'a, 'a>(op: OperationRef<'c, 'a>, registers: &mut Registers<'c, 'a>) -> Result<()> {
    registers.remove(op);
    if op.has_attribute(JOINED) {
        return Ok(());
    }
    let unknown = || Error::Unknown(ir::name(op).into());
    let all = together(op);
    let last = *all.last().ok_or_else(unknown)?;
    let boxes = registers.boxes.as_ref().ok_or_else(unknown)?;
    let group = &mut registers.group;
    let (mut each, mut runs) = (Vec::new(), Vec::new());
    for op in &all {
        if tma::is_bulk(*op) {
            runs.push(RunCopy::new(*op, group)?);
            continue;
        }
        let copy = boxes.copies.get(&ir::op_key(*op)).ok_or_else(unknown)?;
        let operands: Vec<Value<'c, 'a>> = op.operands().collect();
        let destination = *operands.last().ok_or_else(unknown)?;
        each.push((*op, copy, aligned(destination, &copy.map, *op)?, operands));
    }
    let token = boxes.token(op, group)?;
    let emit = Emit::at(last);
    if tma::is_produced(op) {
        if !is_at_once(op) {
            // (Before anything stands between the copies, which are together no more then.)
            let reached = boxes.reached(op)?;
            let elected = group.is_elected()?;
            meet(group, emit)?;
            boxes.release(token, &reached, emit.branch(elected, &[])?.inside)?;
        }
        registers.replace(ir::result(op).ok_or_else(unknown)?, vec![token]);
        return Ok(());
    }
    let producer = boxes.producer.filter(|_| tma::is_issued(op));
    let leader = match producer {
        Some(producer) => producer,
        None => group.is_leader()?,
    };
    if producer.is_some() && !is_at_once(op) {
        // (Where its lanes go through the loop apart from each other, a product took a tenth longer on an H100.)
        meet(group, emit)?;
    }
    let inside = emit.branch(leader, &[])?.inside;
    if producer.is_some() && !is_at_once(op) {
        // (No other lane: one that lags might take a phase for the one before the last.)
        let parity = boxes.released(op, token, inside)?;
        wait_for(boxes.barrier(token, true, inside)?, parity, inside)?;
    }
    let barrier = boxes.barrier(token, false, inside)?;
    let bytes = each.iter().map(|(_, copy, ..)| copy.map.transaction()).sum::<i64>();
    let bytes = bytes + runs.iter().map(RunCopy::transaction).sum::<i64>();
    inside.op("nvvm.mbarrier.arrive.expect_tx", &[barrier, inside.number(bytes, group.word())?], &[], &[])?;
    for (op, copy, to, operands) in each {
        let [memory, indices @ .., _] = &operands[..] else { return Err(unknown()) };
        let descriptor = boxes.maps.parameter(copy).ok_or_else(unknown)?;
        let share = match (&copy.shares, boxes.rank) {
            (Some((peers, shares)), Some(rank)) => {
                Some((*peers, shares, rank, multicast::number(*peers, rank, inside)?))
            }
            _ => None,
        };
        let of_tile = share.map(|(_, shares, _, number)| (shares, number));
        let how = (group as &Group<'c, 'a>, *memory, (|index, _| Ok(index)) as Named<'c, 'a>);
        for part in parts(&to, indices, (&copy.map, of_tile), how, inside)? {
            let space = parsed("!llvm.ptr<7>", inside)?;
            let shared = inside.value("llvm.addrspacecast", &[part.shared], space, &[])?;
            let blocks = share.map(|(peers, _, rank, _)| multicast::mask(peers, rank, inside)).transpose()?;
            issue([shared, descriptor, barrier], &part, (blocks, l2::policy(op, inside)?), inside)?;
        }
    }
    for copy in runs {
        copy.copy(barrier, inside)?;
    }
    registers.replace(ir::result(op).ok_or_else(unknown)?, vec![token]);
    Ok(())
}

/// Issues a box: what arrives at its mbarrier comes to shared memory, or to the same place of some blocks. L2 has a policy for it.
fn issue<'c: 'a, 'a>(
    [shared, descriptor, barrier]: [Value<'c, 'a>; 3],
    part: &BoxAt<'c, 'a>,
    (blocks, policy): (Option<Value<'c, 'a>>, Option<Value<'c, 'a>>),
    emit: Emit<'c, 'a>,
) -> Result<()> {
    let mut operands = [&[shared, descriptor], &part.at[..], &[barrier], &part.offsets[..]].concat();
    operands.extend(blocks.into_iter().chain(policy));
    let (rank, offsets) = (part.at.len(), part.offsets.len());
    let [masks, policies] = [blocks, policy].map(|operand| i32::from(operand.is_some()));
    let sizes = emit.attribute(&format!("array<i32: 1, 1, {rank}, 1, {offsets}, {masks}, {policies}, 0>"))?;
    let mut attributes = vec![("operandSegmentSizes", sizes)];
    if offsets > 0 {
        attributes.push(("mode", emit.attribute("#nvvm.tma_load_mode<im2col>")?));
    }
    emit.op("nvvm.cp.async.bulk.tensor.shared.cluster.global", &operands, &[], &attributes)?;
    Ok(())
}

/// Waits for all lanes of a warp.
fn meet<'c: 'a, 'a>(group: &Group<'c, 'a>, emit: Emit<'c, 'a>) -> Result<()> {
    emit.op("nvvm.bar.warp.sync", &[emit.number(-1, group.word())?], &[], &[])?;
    Ok(())
}

/// Waits at an mbarrier for the phase of a parity.
fn wait_for<'c: 'a, 'a>(barrier: Value<'c, 'a>, parity: Value<'c, 'a>, emit: Emit<'c, 'a>) -> Result<()> {
    let ticks = emit.number(TICKS, parity.r#type())?;
    emit.op("nvvm.mbarrier.try_wait.parity", &[barrier, parity, ticks], &[], &[])?;
    Ok(())
}

/// A store by boxes, a group of the thread that begins it.
///
/// # Errors
/// As [`copy`].
pub fn store<'c: 'a, 'a>(op: OperationRef<'c, 'a>, registers: &mut Registers<'c, 'a>) -> Result<()> {
    let (emit, unknown) = (Emit::at(op), || Error::Unknown(ir::name(op).into()));
    let boxes = registers.boxes.as_ref().ok_or_else(unknown)?;
    let group = &mut registers.group;
    if tma::is_bulk(op) {
        let copy = RunCopy::new(op, group)?;
        let inside = emit.branch(group.is_leader()?, &[])?.inside;
        copy.store(inside)?;
        inside.op("nvvm.cp.async.bulk.commit.group", &[], &[], &[])?;
        registers.remove(op);
        return Ok(());
    }
    let operands: Vec<Value<'c, 'a>> = op.operands().collect();
    let [source, memory, indices @ ..] = &operands[..] else { return Err(unknown()) };
    let copy = boxes.copies.get(&ir::op_key(op)).ok_or_else(unknown)?;
    let from = aligned(*source, &copy.map, op)?;
    let leader = group.is_leader()?;
    let inside = emit.branch(leader, &[])?.inside;
    let descriptor = boxes.maps.parameter(copy).ok_or_else(unknown)?;
    // What a loop before computes of the same index is not held while it runs.
    for BoxAt { shared, at, .. } in parts(&from, indices, (&copy.map, None), (group, *memory, anew), inside)?
    {
        let policy = l2::policy(op, inside)?;
        let operands = [&[descriptor, shared], &at[..], policy.as_slice()].concat();
        let policies = i32::from(policy.is_some());
        if let Some((kind, _)) = copy.reduction {
            let kind = inside.attribute(&format!("#nvvm.tma_redux_kind<{}>", combined(kind)))?;
            let sizes = inside.attribute(&format!("array<i32: 1, 1, {}, {policies}>", at.len()))?;
            let attributes = [("redKind", kind), ("operandSegmentSizes", sizes)];
            inside.op("nvvm.cp.async.bulk.tensor.reduce", &operands, &[], &attributes)?;
            continue;
        }
        let sizes = format!("array<i32: 1, 1, {}, {policies}, 0>", at.len());
        tell("nvvm.cp.async.bulk.tensor.global.shared.cta", &operands, &sizes, inside)?;
    }
    inside.op("nvvm.cp.async.bulk.commit.group", &[], &[], &[])?;
    registers.remove(op);
    Ok(())
}

/// What the engine calls a kind of reduction; the type of elements, and so the sign, is that of the map.
fn combined(kind: Kind) -> &'static str {
    match kind {
        Kind::MinSI | Kind::MinUI => "min",
        Kind::MaxSI | Kind::MaxUI => "max",
        Kind::AndI => "and",
        Kind::OrI => "or",
        Kind::XorI => "xor",
        _ => "add",
    }
}

/// The token of a copy that is not begun.
///
/// # Errors
/// [`Error::Emit`].
pub fn none<'c: 'a, 'a>(op: OperationRef<'c, 'a>, registers: &mut Registers<'c, 'a>) -> Result<()> {
    let numbered = registers.boxes.as_ref().filter(|_| tma::is_numbered(op));
    if let (Some(boxes), Some(result)) = (numbered, ir::result(op)) {
        let token = boxes.passed(op, &registers.group)?;
        registers.replace(result, vec![token]);
    }
    registers.remove(op);
    Ok(())
}

/// What stands for an index where coordinates are computed of it.
type Named<'c, 'a> = fn(Value<'c, 'a>, Emit<'c, 'a>) -> Result<Value<'c, 'a>>;

/// The same index, which LLVM takes for another.
fn anew<'c: 'a, 'a>(index: Value<'c, 'a>, emit: Emit<'c, 'a>) -> Result<Value<'c, 'a>> {
    if ir::constant(index).is_some() {
        return Ok(index);
    }
    let word = emit.cast("arith.index_cast", index, emit.int_type(64))?;
    Ok(emit.cast("arith.index_cast", hidden(word, "the same index", emit)?, emit.index_type())?)
}

/// A shared buffer as boxes have it.
fn aligned<'c: 'a, 'a>(
    buffer: Value<'c, 'a>,
    map: &TensorMap,
    op: OperationRef<'c, 'a>,
) -> Result<View<'c, 'a>> {
    let view = View::of(buffer, op)?;
    if view.alignment % map.alignment() != 0 {
        let (known, needed) = (view.alignment, map.alignment());
        return Err(Error::Tma(format!(
            "the buffer is known to be aligned to {known} bytes, and must be to {needed}: run layout-select first, or state {{alignment = {needed} : i64}}"
        )));
    }
    Ok(view)
}

/// A box.
struct BoxAt<'c, 'a> {
    /// Where it lies in shared memory.
    shared: Value<'c, 'a>,
    /// Its coordinates,
    at: Vec<Value<'c, 'a>>,
    /// and its offsets, of a map of im2col.
    offsets: Vec<Value<'c, 'a>>,
}

/// The boxes of a tile, or of the share of it that a block of some number has.
fn parts<'c: 'a, 'a>(
    buffer: &View<'c, 'a>,
    indices: &[Value<'c, 'a>],
    (map, share): (&TensorMap, Option<(&Shares, Value<'c, 'a>)>),
    (group, memory, named): (&Group<'c, 'a>, Value<'c, 'a>, Named<'c, 'a>),
    emit: Emit<'c, 'a>,
) -> Result<Vec<BoxAt<'c, 'a>>> {
    check(indices, map, group)?;
    let im2col = map.im2col.as_ref();
    let start = im2col.map(|im2col| Start::new(im2col, indices, group)).transpose()?;
    let mut begin = match &start {
        Some(start) => start.linear.to_vec(),
        None => coordinates(indices, map, (group, named), emit)?,
    };
    let mut base = address(buffer.flat, emit)?;
    let (mut parts, mut copies) = (Vec::new(), &map.copies[..]);
    if let Some((shares, number)) = share {
        base = multicast::behind(base, number, shares.offset, emit)?;
        for (begin, step) in begin.iter_mut().zip(&shares.coordinate) {
            *begin = multicast::behind(*begin, number, *step, emit)?;
        }
        copies = copies.get(..shares.boxes).unwrap_or_default();
    }
    for part in copies {
        let shared = pointer(base, part.offset, emit)?;
        let (mut at, mut offsets) = (Vec::new(), Vec::new());
        for (first, more) in begin.iter().zip(&part.coordinate) {
            at.push(match more {
                0 => *first,
                _ => emit.binary("arith.addi", *first, emit.number(*more, first.r#type())?)?,
            });
        }
        if let (Some(im2col), Some(start), [column, pixel]) = (im2col, &start, &at[..]) {
            (at, offsets) = start.place([*column, *pixel], (map, im2col), memory, emit)?;
        }
        parts.push(BoxAt { shared, at, offsets });
    }
    Ok(parts)
}

/// That a tile begins where the map can, and where the engine takes it: along what lies together a box begins at multiples of 16 bytes
/// as well. (The PTX ISA does not say so; anywhere else the GPU raises an illegal instruction.)
fn check<'c: 'a, 'a>(indices: &[Value<'c, 'a>], map: &TensorMap, group: &Group<'c, 'a>) -> Result<()> {
    for (dimension, (index, multiple)) in indices.iter().zip(&map.multiples).enumerate() {
        let known = divisor(&group.facts(*index));
        if known % multiple != 0 {
            return Err(Error::Tma(format!(
                "the coordinate in dimension {dimension} is known to be a multiple of {known}, and must be one of {multiple}: multiply an index by {multiple}"
            )));
        }
    }
    // (What is not known is taken at its word.)
    let innermost =
        map.dimensions.first().filter(|d| map.im2col.is_none() && d.divisor == 1 && d.modulus.is_none());
    if let Some(dimension) = innermost {
        let unit = (tma::ALIGNMENT * 8 / map.bits).max(1);
        let known = indices.get(dimension.memory).and_then(|index| group.facts(*index).as_const());
        if let Some(at) = known.filter(|at| at % unit != 0) {
            return Err(Error::Tma(format!(
                "the coordinate in dimension {}, along which elements lie together, is {at}, and the engine takes multiples of {} bytes there: {unit} elements",
                dimension.memory,
                tma::ALIGNMENT
            )));
        }
    }
    Ok(())
}

/// Where a tile begins, by dimension of the map.
fn coordinates<'c: 'a, 'a>(
    indices: &[Value<'c, 'a>],
    map: &TensorMap,
    (group, named): (&Group<'c, 'a>, Named<'c, 'a>),
    emit: Emit<'c, 'a>,
) -> Result<Vec<Value<'c, 'a>>> {
    map.dimensions.iter().map(|dimension| coordinate(indices, dimension, (group, named), emit)).collect()
}

/// The coordinate in a dimension of a map, as a word: one that is too large for it is outside, and stays so.
fn coordinate<'c: 'a, 'a>(
    indices: &[Value<'c, 'a>],
    dimension: &Dimension,
    (group, named): (&Group<'c, 'a>, Named<'c, 'a>),
    emit: Emit<'c, 'a>,
) -> Result<Value<'c, 'a>> {
    let index = *indices.get(dimension.memory).ok_or_else(|| Error::Unknown("a coordinate".into()))?;
    let facts = group.facts(index);
    let [least, most] = COORDINATES;
    let mut at = named(index, emit)?;
    if dimension.divisor > 1 {
        at = emit.binary("arith.floordivsi", at, emit.constant(dimension.divisor)?)?;
    }
    if let Some(modulus) = dimension.modulus {
        let of = emit.constant(modulus)?;
        let whole = emit.binary("arith.floordivsi", at, of)?;
        at = emit.binary("arith.subi", at, emit.binary("arith.muli", whole, of)?)?;
    } else if facts.lo < least.into() || facts.hi > most.into() {
        at = emit.binary("arith.maxsi", at, emit.constant(least)?)?;
        at = emit.binary("arith.minsi", at, emit.constant(most)?)?;
    }
    Ok(emit.cast("arith.index_cast", at, group.word())?)
}

/// Waits for what arrives at mbarriers, and for stores: the thread that began them does.
///
/// # Errors
/// [`Error::Tma`] for a token that is not of copies by boxes on all paths, or of stores.
pub fn wait<'c: 'a, 'a>(op: OperationRef<'c, 'a>, registers: &mut Registers<'c, 'a>) -> Result<()> {
    let (emit, mut stores) = (Emit::at(op), false);
    for token in op.operands() {
        let Some(boxes) = registers.boxes.as_ref() else { return Ok(()) };
        match boxes.engine(token) {
            Engine::Threads => continue,
            Engine::Stores => {
                stores = true;
                continue;
            }
            Engine::Both => {
                let why = "waits for a copy that on some paths has it, and on others not: give it to all, or to none (and a layout.no_copy that is written is none that has it)";
                return Err(Error::Tma(why.into()));
            }
            Engine::Boxes if op.has_attribute(tma::NONE) => continue,
            Engine::Boxes => {}
        }
        let words = registers.of(token, op)?;
        let (Some(boxes), [word]) = (registers.boxes.as_ref(), &words[..]) else {
            return Err(Error::Unknown(ir::name(op).into()));
        };
        let barrier = boxes.barrier(*word, false, emit)?;
        let parity = emit.binary("arith.andi", *word, emit.number(1, word.r#type())?)?;
        wait_for(barrier, parity, emit)?;
    }
    let unread = registers.boxes.as_ref().is_some_and(|boxes| boxes.is_unread(op));
    if stores {
        let leader = registers.group.is_leader()?;
        let inside = emit.branch(leader, &[])?.inside;
        let mut attributes = vec![("group", inside.attribute("0 : i32")?)];
        if unread {
            attributes.push(("read", inside.attribute("unit")?));
        }
        inside.op("nvvm.cp.async.bulk.wait_group", &[], &[], &attributes)?;
    }
    Ok(())
}
