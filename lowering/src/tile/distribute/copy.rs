//! `layout.copy_async` and `layout.wait`: `cp.async` of 4, 8 or 16 bytes where both sides have them
//! together, else loads and stores.
//!
//! Those with `layout.tma` are in `bulk.rs`. Which copies are a group of `cp.async`, and how many groups a wait leaves under way, is in `groups.rs`.

use layout_mlir::ir;
use layout_tile::Tv;
use melior::ir::operation::{OperationBuilder, OperationLike};
use melior::ir::{Identifier, OperationRef, Type, Value, ValueLike};

use super::accesses::Access;
use super::bulk;
use super::registers::Registers;
use super::window::Window;
use crate::convert_layout_memref::emit::Emit;
use crate::tile::error::{Error, Result};
use crate::tile::tma;
use layout_dialect::tile::element_bits;

/// Bytes of the widest copy.
const WIDEST: i64 = 16;

/// A copy.
///
/// # Errors
/// [`Error::Memory`] for elements that memory does not have.
pub fn copy<'c: 'a, 'a>(op: OperationRef<'c, 'a>, registers: &mut Registers<'c, 'a>) -> Result<()> {
    if tma::is_copy(op) {
        return bulk::copy(op, registers);
    }
    let (emit, unknown) = (Emit::at(op), || Error::Unknown(ir::name(op).into()));
    let operands: Vec<Value<'c, 'a>> = op.operands().collect();
    let [source, indices @ .., destination] = &operands[..] else { return Err(unknown()) };
    let shape = ir::extents(destination.r#type());
    let group = &mut registers.group;
    let from = Window::new(*source, indices, &shape, op, group)?;
    let zero = group.number(0, emit.index_type())?;
    let to = Window::new(*destination, &vec![zero; shape.len()], &shape, op, group)?;
    let element = ir::element_type(source.r#type()).ok_or_else(unknown)?;
    let bits = element_bits(element).max(8);
    let tv = Tv::blocked(&shape, &from.order(), bits, group.threads)
        .map_err(|e| Error::Unsupported { op: ir::name(op).into(), why: e.to_string() })?;
    let (read, written) = both(&from, &to, &tv, bits)?;
    let places = written.by_values();
    let first = group.is_first(&tv.replication())?;
    for (bounds, vectors) in from.bounded(&read, &tv, group)? {
        let within = from.condition(&bounds, emit)?;
        let inside = match first {
            None => emit,
            Some(first) => emit.branch(first, &[])?.inside,
        };
        for vector in vectors {
            let place = *places.get(&read.values(vector)).ok_or_else(unknown)?;
            // (Written where the group's other values are, and computed by all.)
            let source = from.address(&read, vector, &tv, group, inside)?;
            let destination = to.address(&written, place, &tv, group, inside)?;
            let count = read.values(vector).len() as i64;
            // (What has no width in memory before it is lowered is not copied so either.)
            if group.has_async_copies() && ir::bytes(element).is_some() && count * bits >= 32 {
                let source = match within {
                    None => source,
                    Some(within) => inside.select(within, source, zero)?,
                };
                let counts = [count, 0].map(|n| group.number(n, emit.index_type()));
                let part = match (within, counts) {
                    (Some(within), [all, none]) => Some(inside.select(within, all?, none?)?),
                    _ => None,
                };
                copy_vector((&from, source), (&to, destination), count, part, inside)?;
                continue;
            }
            let pad = group.number(0, element)?;
            let loaded = match within {
                None => from.load(&read, vector, source, inside)?,
                Some(within) => {
                    let branch = inside.branch(within, &[from.padding(&read, vector, pad, inside)?])?;
                    let loaded = branch.yields(&[from.load(&read, vector, source, branch.inside)?]);
                    loaded.first().copied().ok_or_else(unknown)?
                }
            };
            to.store(loaded, destination, inside)?;
        }
    }
    if registers.group.has_async_copies() && registers.groups.ends(op) {
        emit.op("nvvm.cp.async.commit.group", &[], &[], &[])?;
    }
    registers.remove(op);
    Ok(())
}

/// The vectors of both sides, which have the same values.
fn both<'c: 'a, 'a>(
    from: &Window<'c, 'a>,
    to: &Window<'c, 'a>,
    tv: &Tv,
    bits: i64,
) -> Result<(Access, Access)> {
    let mut bytes = WIDEST;
    loop {
        let (read, written) = (from.vectors(tv, bytes)?, to.vectors(tv, bytes)?);
        let places = written.by_values();
        if (0..read.count()).all(|v| places.contains_key(&read.values(v))) {
            return Ok((read, written));
        }
        if bytes <= bits / 8 {
            return Ok((Access::Single(tv.value_count()), Access::Single(tv.value_count())));
        }
        bytes /= 2;
    }
}

/// `cp.async` of one vector of `count` elements; `part` is how many of them the source has, if not
/// all: zeros are the others.
fn copy_vector<'c: 'a, 'a>(
    (from, source): (&Window<'c, 'a>, Value<'c, 'a>),
    (to, destination): (&Window<'c, 'a>, Value<'c, 'a>),
    count: i64,
    part: Option<Value<'c, 'a>>,
    emit: Emit<'c, 'a>,
) -> Result<()> {
    let token = "!nvgpu.device.async.token";
    let r#type = Type::parse(emit.context, token).ok_or_else(|| Error::Unknown(token.into()))?;
    let mut operands = vec![to.flat(), destination, from.flat(), source];
    operands.extend(part);
    let sizes = format!("array<i32: 1, 1, 1, 1, {}>", i32::from(part.is_some()));
    let mut attributes = vec![
        ("dstElements", emit.attribute(&format!("{count} : index"))?),
        ("operandSegmentSizes", emit.attribute(&sizes)?),
    ];
    // Sixteen bytes need not stay in the first cache.
    if count * element_bits(from.element()).max(8) == 8 * WIDEST {
        attributes.push(("bypassL1", emit.attribute("unit")?));
    }
    let attributes: Vec<_> =
        attributes.into_iter().map(|(n, a)| (Identifier::new(emit.context, n), a)).collect();
    let copy = OperationBuilder::new("nvgpu.device_async_copy", emit.location)
        .add_operands(&operands)
        .add_results(&[r#type])
        .add_attributes(&attributes);
    emit.insert("nvgpu.device_async_copy", copy)?;
    Ok(())
}

/// A wait.
///
/// # Errors
/// See [`bulk::wait`].
pub fn wait<'c: 'a, 'a>(op: OperationRef<'c, 'a>, registers: &mut Registers<'c, 'a>) -> Result<()> {
    bulk::wait(op, registers)?;
    let only_boxes = op.operand_count() > 0 && op.operands().all(|token| registers.is_of_engine(token));
    if registers.group.has_async_copies() && !only_boxes {
        let emit = Emit::at(op);
        let left = registers.groups.left(op);
        let attribute = emit.attribute(&format!("{left} : i32"))?;
        emit.op("nvvm.cp.async.wait.group", &[], &[], &[("n", attribute)])?;
    }
    registers.remove(op);
    Ok(())
}
