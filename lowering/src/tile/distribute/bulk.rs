//! Copies by boxes: `cp.async.bulk.tensor` by one thread, and waits for the mbarriers at which their bytes arrive.

use layout_mlir::ir;
use layout_tile::{Dimension, TensorMap};
use melior::ir::operation::{OperationBuilder, OperationLike};
use melior::ir::{Identifier, OperationRef, Value, ValueLike};

use super::boxes::{address, parsed, pointer};
use super::group::{Group, divisor};
use super::memory::View;
use super::registers::Registers;
use crate::convert_layout_memref::emit::Emit;
use crate::tile::error::{Error, Result};
use crate::tile::tma::Engine;

/// How long, in nanoseconds, the hardware may let a thread sleep before it looks again.
const TICKS: i64 = 10_000_000;
/// The last coordinates that are told apart from the next ones.
const COORDINATES: [i64; 2] = [-(1 << 31), (1 << 31) - (1 << 20)];

/// A copy by boxes.
///
/// # Errors
/// [`Error::Tma`] for a destination that is not aligned, or coordinates that a tile cannot begin at.
pub fn copy<'c: 'a, 'a>(op: OperationRef<'c, 'a>, registers: &mut Registers<'c, 'a>) -> Result<()> {
    let (emit, unknown) = (Emit::at(op), || Error::Unknown(ir::name(op).into()));
    let boxes = registers.boxes.as_ref().ok_or_else(unknown)?;
    let group = &mut registers.group;
    let operands: Vec<Value<'c, 'a>> = op.operands().collect();
    let [_, indices @ .., destination] = &operands[..] else { return Err(unknown()) };
    let copy = boxes.copies.get(&ir::op_key(op)).ok_or_else(unknown)?;
    let map = &copy.map;
    let to = View::of(*destination, op)?;
    if to.alignment % map.alignment() != 0 {
        let (known, needed) = (to.alignment, map.alignment());
        return Err(Error::Tma(format!(
            "the buffer is known to be aligned to {known} bytes, and must be to {needed}: run layout-select first, or state {{alignment = {needed} : i64}}"
        )));
    }
    let token = boxes.token(op, group)?;
    let leader = group.is_leader()?;
    let inside = emit.branch(leader, &[])?.inside;
    let barrier = boxes.barrier(token, inside)?;
    let bytes = inside.number(map.transaction(), group.word())?;
    inside.op("nvvm.mbarrier.arrive.expect_tx", &[barrier, bytes], &[], &[])?;
    let descriptor = boxes.maps.parameter(copy).ok_or_else(unknown)?;
    let begin = coordinates(indices, map, group, inside)?;
    let base = address(to.flat, inside)?;
    for part in &map.copies {
        let shared = pointer(base, part.offset, inside)?;
        let shared = inside.value("llvm.addrspacecast", &[shared], parsed("!llvm.ptr<7>", emit)?, &[])?;
        let mut operands = vec![shared, descriptor];
        for (at, more) in begin.iter().zip(&part.coordinate) {
            operands.push(match more {
                0 => *at,
                _ => inside.binary("arith.addi", *at, inside.number(*more, group.word())?)?,
            });
        }
        operands.push(barrier);
        let sizes = format!("array<i32: 1, 1, {}, 1, 0, 0, 0, 0>", begin.len());
        let attributes = [("operandSegmentSizes", inside.attribute(&sizes)?)];
        let name = "nvvm.cp.async.bulk.tensor.shared.cluster.global";
        let attributes = attributes.map(|(name, value)| (Identifier::new(emit.context, name), value));
        inside.insert(
            name,
            OperationBuilder::new(name, emit.location).add_operands(&operands).add_attributes(&attributes),
        )?;
    }
    let result = ir::result(op).ok_or_else(unknown)?;
    registers.replace(result, vec![token]);
    registers.remove(op);
    Ok(())
}

/// Where a tile begins, by dimension of the map.
fn coordinates<'c: 'a, 'a>(
    indices: &[Value<'c, 'a>],
    map: &TensorMap,
    group: &Group<'c, 'a>,
    emit: Emit<'c, 'a>,
) -> Result<Vec<Value<'c, 'a>>> {
    for (dimension, (index, multiple)) in indices.iter().zip(&map.multiples).enumerate() {
        let known = divisor(&group.facts(*index));
        if known % multiple != 0 {
            return Err(Error::Tma(format!(
                "the coordinate in dimension {dimension} is known to be a multiple of {known}, and must be one of {multiple}: multiply an index by {multiple}"
            )));
        }
    }
    map.dimensions.iter().map(|dimension| coordinate(indices, dimension, group, emit)).collect()
}

/// The coordinate in a dimension of a map, as a word: one that is too large for it is outside, and stays so.
fn coordinate<'c: 'a, 'a>(
    indices: &[Value<'c, 'a>],
    dimension: &Dimension,
    group: &Group<'c, 'a>,
    emit: Emit<'c, 'a>,
) -> Result<Value<'c, 'a>> {
    let index = *indices.get(dimension.memory).ok_or_else(|| Error::Unknown("a coordinate".into()))?;
    let facts = group.facts(index);
    let [least, most] = COORDINATES;
    let mut at = index;
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

/// Waits for what arrives at mbarriers.
///
/// # Errors
/// [`Error::Tma`] for a token that is not of copies by boxes on all paths.
pub fn wait<'c: 'a, 'a>(op: OperationRef<'c, 'a>, registers: &mut Registers<'c, 'a>) -> Result<()> {
    let emit = Emit::at(op);
    for token in op.operands() {
        let Some(boxes) = registers.boxes.as_ref() else { return Ok(()) };
        match boxes.engine(token) {
            Engine::Threads => continue,
            Engine::Both => {
                let why = "waits for a copy that on some paths has it, and on others not: give it to all, or to none";
                return Err(Error::Tma(why.into()));
            }
            Engine::Boxes => {}
        }
        let words = registers.of(token, op)?;
        let (Some(boxes), [word]) = (registers.boxes.as_ref(), &words[..]) else {
            return Err(Error::Unknown(ir::name(op).into()));
        };
        let barrier = boxes.barrier(*word, emit)?;
        let parity = emit.binary("arith.andi", *word, emit.number(1, word.r#type())?)?;
        let ticks = emit.number(TICKS, word.r#type())?;
        emit.op("nvvm.mbarrier.try_wait.parity", &[barrier, parity, ticks], &[], &[])?;
    }
    Ok(())
}
