//! Operations that only say which element is which: registers get other names.

use layout_dialect::tile::relation_of;
use layout_mlir::ir;
use layout_tile::{Relation, Tv};
use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, Value};

use super::registers::Registers;
use crate::convert_layout_memref::emit::Emit;
use crate::tile::encoded::Encoded as _;
use crate::tile::error::{Error, Result};

/// A number that an operation states, such as its dimension.
fn stated(op: OperationRef<'_, '_>, name: &str) -> Result<usize> {
    let number = op.attribute(name).ok().and_then(ir::integer).and_then(|n| usize::try_from(n).ok());
    number.ok_or_else(|| Error::Unknown(ir::name(op).into()))
}

/// What an operation makes of the positions of its first operand.
///
/// # Errors
/// [`Error::Relation`] if that is no layout.
pub fn relation(op: OperationRef<'_, '_>) -> Result<Relation> {
    let first = relation_of(op)?.into_iter().next();
    Ok(first.ok_or_else(|| Error::Unknown(ir::name(op).into()))?.relation)
}

/// The values of `from` that are the values of `to`, if both have the same elements in each thread.
pub fn renamed(from: &Tv, to: &Tv) -> Option<Vec<usize>> {
    if from == to {
        return Some((0..usize::try_from(from.value_count()).ok()?).collect());
    }
    if from.threads() != to.threads() || from.value_count() != to.value_count() {
        return None;
    }
    let positions: Vec<Option<i64>> = (0..from.value_count()).map(|v| from.values().eval(v)).collect();
    (0..to.value_count()).map(|v| positions.iter().position(|p| *p == to.values().eval(v))).collect()
}

/// The registers of these numbers.
pub fn pick<'c, 'a>(
    registers: &[Value<'c, 'a>],
    numbers: impl IntoIterator<Item = usize>,
) -> Result<Vec<Value<'c, 'a>>> {
    let found: Option<Vec<_>> = numbers.into_iter().map(|n| registers.get(n).copied()).collect();
    found.ok_or_else(|| Error::Unknown("a register".into()))
}

/// `expand_dims`, `transpose` and `reshape`.
///
/// # Errors
/// [`Error::Result`] if the result's encoding is not what follows from the operand's.
pub fn rename<'c: 'a, 'a>(op: OperationRef<'c, 'a>, registers: &mut Registers<'c, 'a>) -> Result<()> {
    let name = ir::name(op);
    let (from, values) = registers.operand(op, 0)?;
    let (to, result) = registers.result(op)?;
    let relation = relation(op)?;
    let expected = relation.result_encoding(from.tv()?)?;
    let numbers = renamed(&expected, to.tv()?).ok_or_else(|| Error::Result {
        op: name.into(),
        expected: expected.to_string(),
        found: to.tv().map_or_else(|e| e.to_string(), Tv::to_string),
    })?;
    registers.replace(result, pick(&values, numbers)?);
    registers.remove(op);
    Ok(())
}

/// `broadcast`: a register of the operand is several of the result.
///
/// # Errors
/// [`Error::Operand`] if the operand's encoding is not what the result's asks for.
pub fn broadcast<'c: 'a, 'a>(op: OperationRef<'c, 'a>, registers: &mut Registers<'c, 'a>) -> Result<()> {
    let (from, values) = registers.operand(op, 0)?;
    let (to, result) = registers.result(op)?;
    let projection = relation(op)?.project(to.tv()?)?;
    let numbers = renamed(from.tv()?, &projection.encoding).ok_or_else(|| Error::Operand {
        op: ir::name(op).into(),
        expected: projection.encoding.to_string(),
        found: from.tv().map_or_else(|e| e.to_string(), Tv::to_string),
    })?;
    let operand = pick(&values, numbers)?;
    let number = |v| projection.values.eval(v).and_then(|n| usize::try_from(n).ok()).unwrap_or(usize::MAX);
    registers.replace(result, pick(&operand, (0..to.tv()?.value_count()).map(number))?);
    registers.remove(op);
    Ok(())
}

/// `iota`: the coordinate of each element.
///
/// # Errors
/// See [`Registers::result`].
pub fn iota<'c: 'a, 'a>(op: OperationRef<'c, 'a>, registers: &mut Registers<'c, 'a>) -> Result<()> {
    let (tile, result) = registers.result(op)?;
    let (emit, dimension) = (Emit::at(op), stated(op, "dim")?);
    let mut made = Vec::new();
    for value in 0..tile.tv()?.value_count() {
        let at = registers.group.coordinate(tile.tv()?, &tile.shape, dimension, value)?;
        let number = registers.group.number(at.value, tile.element)?;
        made.push(match at.thread {
            None => number,
            Some(thread) => {
                let thread = emit.cast("arith.index_cast", thread, tile.element)?;
                if at.value == 0 { thread } else { emit.binary("arith.addi", thread, number)? }
            }
        });
    }
    registers.replace(result, made);
    registers.remove(op);
    Ok(())
}
