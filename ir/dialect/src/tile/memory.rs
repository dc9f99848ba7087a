//! `layout.load`, `store`, `copy_async`, `store_async` and `peer`: a box of memory, and whether it is there at all.

use layout_mlir::ir;
use melior::ir::operation::OperationLike;
use melior::ir::r#type::{MemRefType, ShapedTypeLike};
use melior::ir::{OperationRef, Type, Value, ValueLike};

use super::positions::tile;
use super::r#type::extents;
use super::{Kind, Tile, TileError};

/// The operands of an access that its coordinate is, as the first one and how many, the memory, and the box.
type Access<'c> = (MemRefType<'c>, usize, usize, Tile<'c>);

/// # Errors
/// [`TileError`].
pub(super) fn verify_load(op: OperationRef<'_, '_>) -> Result<(), TileError> {
    verify_access(load(op)?)
}

fn load<'c>(op: OperationRef<'c, '_>) -> Result<Access<'c>, TileError> {
    let tile = tile(ir::result(op))?;
    let memory = memory(ir::operand(op, 0))?;
    // The indices stand between the memref and the pad.
    let rest = op.operand_count().saturating_sub(1);
    let indices = rest.min(segment(op, 1).unwrap_or(rest));
    Ok((memory, 1, indices, tile))
}

/// # Errors
/// [`TileError`].
pub(super) fn verify_store(op: OperationRef<'_, '_>) -> Result<(), TileError> {
    let access = store(op)?;
    if ir::is_of_cluster(access.0.into()) {
        return Err(TileError::PeerWritten(access.0.to_string()));
    }
    verify_access(access)
}

fn store<'c>(op: OperationRef<'c, '_>) -> Result<Access<'c>, TileError> {
    let tile = tile(ir::operand(op, 0))?;
    Ok((memory(ir::operand(op, 1))?, 2, op.operand_count().saturating_sub(2), tile))
}

/// # Errors
/// [`TileError`].
pub(super) fn verify_copy(op: OperationRef<'_, '_>) -> Result<(), TileError> {
    verify_access(copy(op)?)
}

fn copy<'c>(op: OperationRef<'c, '_>) -> Result<Access<'c>, TileError> {
    let last = op.operand_count().saturating_sub(1);
    let (memory, whole) = between((0, "from"), (last, "to"), op)?;
    Ok((memory, 1, last.saturating_sub(1), whole))
}

/// # Errors
/// [`TileError`].
pub(super) fn verify_store_async(op: OperationRef<'_, '_>) -> Result<(), TileError> {
    let access = store_async(op)?;
    if op.has_attribute(REDUCE) {
        let text = super::attribute(op, REDUCE).and_then(ir::text).unwrap_or_default();
        let kind = Kind::named(&text).ok_or(TileError::Kind { kind: text })?;
        let element = access.3.element;
        if reduced_type(kind, element).is_none() {
            return Err(TileError::StoreOf { kind: kind.name(), element: element.to_string() });
        }
    }
    verify_access(access)
}

/// The attribute of a `layout.store_async` that combines what is stored with what memory has, by a kind of reduction.
pub const REDUCE: &str = "layout.reduce";

/// How a `layout.store_async` combines what it stores with what memory has, and the type of the elements as the engine has
/// it; `None` if it replaces it.
pub fn store_reduction(op: OperationRef<'_, '_>) -> Option<(Kind, &'static str)> {
    let kind = Kind::named(&super::attribute(op, REDUCE).and_then(ir::text)?)?;
    let element = ir::memref(ir::operand(op, 1)?.r#type())?.element();
    Some((kind, reduced_type(kind, element)?))
}

/// The type of elements that the engine combines so (PTX ISA: `cp.reduce.async.bulk.tensor`). Of the least and the greatest of
/// floats it does not say what becomes of NaN.
fn reduced_type(kind: Kind, element: Type<'_>) -> Option<&'static str> {
    let text = element.to_string();
    let of = |names: [&'static str; 2]| match &text[..] {
        "i32" => Some(names[0]),
        "i64" => Some(names[1]),
        _ => None,
    };
    Some(match kind {
        Kind::AddF => ["f16", "bf16", "f32"].into_iter().find(|name| *name == text)?,
        Kind::MinSI | Kind::MaxSI => of(["i32", "i64"])?,
        Kind::AddI | Kind::MinUI | Kind::MaxUI | Kind::AndI | Kind::OrI | Kind::XorI => of(["u32", "u64"])?,
        _ => return None,
    })
}

fn store_async<'c>(op: OperationRef<'c, '_>) -> Result<Access<'c>, TileError> {
    let (memory, whole) = between((1, "to"), (0, "from"), op)?;
    Ok((memory, 2, op.operand_count().saturating_sub(2), whole))
}

/// The global memory and all of the shared buffer that are copied from and to, by their operands.
fn between<'c>(
    (global, from): (usize, &'static str),
    (shared, to): (usize, &'static str),
    op: OperationRef<'c, '_>,
) -> Result<(MemRefType<'c>, Tile<'c>), TileError> {
    let [memory, buffer] = [memory(ir::operand(op, global))?, memory(ir::operand(op, shared))?];
    let shape = ir::extents(buffer.into());
    if shape.contains(&ir::DYNAMIC) {
        return Err(TileError::DynamicBuffer(to, buffer.to_string()));
    }
    if !ir::is_shared(buffer.into()) {
        return Err(TileError::NotShared(to, buffer.to_string()));
    }
    if ir::is_shared(memory.into()) || ir::is_private(memory.into()) || ir::is_of_cluster(memory.into()) {
        return Err(TileError::NotGlobal(from, memory.to_string()));
    }
    Ok((memory, Tile { shape, element: buffer.element(), encoding: None }))
}

fn memory<'c>(value: Option<Value<'c, '_>>) -> Result<MemRefType<'c>, TileError> {
    let r#type = value.map(|v| v.r#type()).filter(|t| ir::is_memref(*t));
    r#type.and_then(|t| ir::memref(t)).ok_or(TileError::NoTile)
}

/// The buffer of a block, and the same one of another block.
///
/// # Errors
/// [`TileError`].
pub(super) fn verify_peer(op: OperationRef<'_, '_>) -> Result<(), TileError> {
    let [own, peer] = [memory(ir::operand(op, 0))?, memory(ir::result(op))?];
    if !ir::is_shared(own.into()) {
        return Err(TileError::PeerOf(own.to_string()));
    }
    let same = own.element() == peer.element()
        && ir::extents(own.into()) == ir::extents(peer.into())
        && own.layout() == peer.layout();
    if !same || !ir::is_of_cluster(peer.into()) {
        return Err(TileError::Peer { own: own.to_string(), peer: peer.to_string() });
    }
    Ok(())
}

/// How many operands a group of them has.
fn segment(op: OperationRef<'_, '_>, number: usize) -> Option<usize> {
    let sizes = ir::integers(super::attribute(op, "operandSegmentSizes")?);
    usize::try_from(*sizes.get(number)?).ok()
}

/// A box of the shape of a tile at a coordinate.
fn verify_access((memory, _, count, part): Access<'_>) -> Result<(), TileError> {
    let rank = ir::extents(memory.into()).len();
    if part.element != memory.element() {
        let (have, want) = (part.element.to_string(), memory.element().to_string());
        return Err(TileError::MemoryElement { have, want });
    }
    if part.shape.len() > rank {
        return Err(TileError::Rank { shape: part.extents(), rank: part.shape.len(), memory: rank });
    }
    if count != rank {
        return Err(TileError::Indices { have: count, want: rank });
    }
    Ok(())
}

/// What there is to say of a load, a store or a copy that by its constants has no element in memory: the result is
/// defined, the pad or nothing, but hardly meant. It is no error, since propagated constants reach code that never
/// runs. `None` for all else.
pub fn outside(op: OperationRef<'_, '_>) -> Option<TileError> {
    let (memory, first, _, part) = match ir::name(op) {
        "layout.load" => load(op),
        "layout.store" => store(op),
        "layout.copy_async" => copy(op),
        "layout.store_async" => store_async(op),
        _ => return None,
    }
    .ok()?;
    let sizes = ir::extents(memory.into());
    let leading = sizes.len().checked_sub(part.shape.len())?;
    sizes.iter().enumerate().find_map(|(dimension, size)| {
        let start = ir::operand(op, first + dimension).and_then(ir::constant)?;
        let extent = if dimension < leading { 1 } else { part.shape[dimension - leading] };
        let past = *size != ir::DYNAMIC && start >= *size;
        (past || start.saturating_add(extent) <= 0).then(|| {
            let size =
                if *size == ir::DYNAMIC { "an unknown extent".into() } else { format!("extent {size}") };
            TileError::Outside { shape: extents(&part.shape), start, dimension, size }
        })
    })
}
