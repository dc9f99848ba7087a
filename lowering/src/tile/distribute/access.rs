//! `layout.load` and `layout.store`: vectors as wide as layout, alignment and facts prove, each
//! where the memref has its elements.

use layout_mlir::ir;
use layout_target::Feature;
use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, Type, Value};

use super::accesses::Access;
use super::packing::{pack, per_word};
use super::registers::Registers;
use super::window::Window;
use crate::convert_layout_memref::emit::Emit;
use crate::tile::encoded::Encoded as _;
use crate::tile::error::{Error, Result};

/// Bytes of the widest vector.
const WIDEST: i64 = 16;

/// The registers of these numbers, which an access names.
fn numbers(values: Vec<i64>) -> impl Iterator<Item = usize> {
    values.into_iter().map(|v| usize::try_from(v).unwrap_or(usize::MAX))
}

/// How many elements an access moves as a word of 32 bits: 1 unless all of them lie so.
fn word(access: &Access, element: Type<'_>, count: usize) -> usize {
    let each = per_word(element, count);
    if access.has_words(each as i64) { each } else { 1 }
}

/// A load.
///
/// # Errors
/// [`Error::Memory`] for elements that memory does not have.
pub fn load<'c: 'a, 'a>(op: OperationRef<'c, 'a>, registers: &mut Registers<'c, 'a>) -> Result<()> {
    let (tile, result) = registers.result(op)?;
    let (tv, emit, unknown) = (tile.tv()?, Emit::at(op), || Error::Unknown(ir::name(op).into()));
    let operands: Vec<Value<'c, 'a>> = op.operands().collect();
    let segments = op.attribute("operandSegmentSizes").map(ir::integers).unwrap_or_default();
    let (memref, rest) = operands.split_first().ok_or_else(unknown)?;
    let count = segments.get(1).and_then(|n| usize::try_from(*n).ok()).ok_or_else(unknown)?;
    let (indices, pad) = rest.split_at_checked(count).ok_or_else(unknown)?;
    let group = &mut registers.group;
    let pad = match pad {
        [pad] => *pad,
        _ => group.number(0, tile.element)?,
    };
    let window = Window::new(*memref, indices, &tile.shape, op, group)?;
    let vectors = window.vectors(tv, WIDEST)?;
    let matrices = if group.has_matrices() { window.matrices(tv, &vectors)? } else { None };
    let access = matrices.unwrap_or(vectors);
    let count = usize::try_from(tv.value_count()).unwrap_or(0);
    let each = word(&access, tile.element, count);
    let mut made = vec![pad; count / each];
    for (bounds, vectors) in window.bounded(&access, tv, group)? {
        let mut addresses = Vec::new();
        for vector in &vectors {
            addresses.push(window.address(&access, *vector, tv, group, emit)?);
        }
        let places: Vec<usize> = vectors.iter().flat_map(|v| numbers(access.values(*v))).collect();
        let condition = window.condition(&bounds, emit)?;
        // Whole vectors leave the branch: of elements of 16 bits there are twice as many.
        let branch = match condition {
            None => None,
            Some(condition) => {
                let pads = vectors.iter().map(|v| window.padding(&access, *v, pad, emit));
                Some(emit.branch(condition, &pads.collect::<Result<Vec<_>>>()?)?)
            }
        };
        let inside = branch.as_ref().map_or(emit, |b| b.inside);
        let mut loaded = Vec::new();
        for (vector, address) in vectors.iter().zip(addresses) {
            loaded.push(window.load(&access, *vector, address, inside)?);
        }
        if let Some(branch) = branch {
            loaded = branch.yields(&loaded);
        }
        let words = loaded.into_iter().map(|v| Window::words(v, each, emit)).collect::<Result<Vec<_>>>()?;
        for (place, value) in places.into_iter().step_by(each).zip(words.concat()) {
            *made.get_mut(place / each).ok_or_else(unknown)? = value;
        }
    }
    registers.replace(result, made);
    registers.remove(op);
    Ok(())
}

/// A store, by the first of those that hold the same.
///
/// # Errors
/// [`Error::Memory`] for elements that memory does not have.
pub fn store<'c: 'a, 'a>(op: OperationRef<'c, 'a>, registers: &mut Registers<'c, 'a>) -> Result<()> {
    let (emit, unknown) = (Emit::at(op), || Error::Unknown(ir::name(op).into()));
    let operands: Vec<Value<'c, 'a>> = op.operands().collect();
    let [stored, memref, indices @ ..] = &operands[..] else { return Err(unknown()) };
    let tile = registers.tile(*stored)?.ok_or_else(unknown)?;
    let tv = tile.tv()?;
    let window = Window::new(*memref, indices, &tile.shape, op, &registers.group)?;
    let vectors = window.vectors(tv, WIDEST)?;
    let is_new = registers.group.has(Some(Feature::Stmatrix));
    let matrices = if is_new { window.matrices(tv, &vectors)? } else { None };
    let access = matrices.unwrap_or(vectors);
    let each = match word(&access, tile.element, usize::try_from(tv.value_count()).unwrap_or(0)) {
        each if registers.is_packed(*stored) => each,
        _ => 1,
    };
    let values = if each > 1 { registers.words(*stored, op)? } else { registers.of(*stored, op)? };
    let group = &mut registers.group;
    let first = group.is_first(&access.writers(tv.replication()))?;
    for (bounds, vectors) in window.bounded(&access, tv, group)? {
        let mut addresses = Vec::new();
        for vector in &vectors {
            addresses.push(window.address(&access, *vector, tv, group, emit)?);
        }
        let condition = match (first, window.condition(&bounds, emit)?) {
            (Some(first), Some(within)) => Some(emit.and(Some(first), within)?),
            (first, within) => first.or(within),
        };
        let branch = condition.map(|c| emit.branch(c, &[])).transpose()?;
        let inside = branch.as_ref().map_or(emit, |b| b.inside);
        for (vector, address) in vectors.iter().zip(addresses) {
            let places = numbers(access.values(*vector)).step_by(each);
            let words: Option<Vec<_>> = places.map(|v| values.get(v / each).copied()).collect();
            let words = words.ok_or_else(unknown)?;
            match &access {
                Access::Matrices(matrices) if each > 1 => {
                    window.store_matrices(matrices, &words, address, inside)?;
                }
                Access::Matrices(matrices) => {
                    window.store_matrices(matrices, &pack(&words, inside)?, address, inside)?;
                }
                _ => window.store(Window::joined(&words, inside)?, address, inside)?,
            }
        }
    }
    registers.remove(op);
    Ok(())
}
