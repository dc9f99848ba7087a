//! `layout.auto`: the layout of a shared buffer, by all that is done to it.
//!
//! ```mlir
//! // Before:
//! %p = memref.alloc() {layout.auto} : memref<128x32xf16, 3>
//! %k = layout.copy_async %A[%i, %j], %p : memref<?x?xf16, …>, memref<128x32xf16, 3>
//! %a = layout.load %p[%0, %0] : memref<128x32xf16, 3> -> tensor<128x32xf16, #layout.frag<…>>
//! // After: the same, of a
//! %p = memref.alloc() {alignment = 128 : i64} : memref<128x32xf16, #layout<S<2,3,3> o 0 o (128,32):(32,1)>, 3>
//! ```

use layout_algebra::{AnyLayout, common_divisor};
use layout_dialect::tile::{element_bits, factor_layout};
use layout_dialect::views::{layout_of_memref, memref_with_layout};
use layout_mlir::ir;
use layout_target::Chip;
use layout_tile::{BufferUse, GmmaMajor, Runs, TensorMap, Tv, UseKind, shared_layout};
use melior::ir::operation::OperationLike;
use melior::ir::r#type::{MemRefType, ShapedTypeLike};
use melior::ir::{OperationRef, Type, Value, ValueLike};

use super::scratch::{ALIGNMENT, tile};
use crate::convert_layout_memref::emit::Emit;
use crate::convert_layout_memref::types::LayoutMemref;
use crate::tile::error::{Error, Result};
use crate::tile::order::order;
use crate::tile::shared::rings::{is_bulk, is_copy};

/// What asks for a layout, on an allocation.
const AUTO: &str = "layout.auto";
/// Bytes of the widest copy.
const WIDEST: i64 = 16;

/// Gives a buffer that asks for it the layout under which its accesses take the fewest instructions and
/// bank conflicts.
///
/// # Errors
/// [`Error::Auto`] for a buffer that cannot have any layout, at what keeps it from that; [`Error::Assign`].
pub fn select<'c: 'a, 'a>(
    alloc: OperationRef<'c, 'a>,
    threads: i64,
    chip: &Chip,
) -> std::result::Result<(), (OperationRef<'c, 'a>, Error)> {
    let result = ir::result(alloc).filter(|_| alloc.has_attribute(AUTO));
    let Some(buffer) = result else { return Ok(()) };
    let here = |error| (alloc, error);
    let memref = plain(buffer.r#type()).map_err(here)?;
    let shape = ir::extents(memref.into());
    let layout = match of_product(buffer)? {
        Some(layout) => Some(layout),
        None => match of_runs(buffer)? {
            Some(layout) => Some(layout),
            None => of_boxes(buffer)?,
        },
    };
    if let Some(layout) = layout {
        return retype(alloc, buffer, memref, &layout).map_err(here);
    }
    let mut uses = Vec::new();
    // Other blocks read it as it is.
    let peers: Vec<Value<'c, 'a>> = ir::users(buffer)
        .into_iter()
        .filter(|op| ir::name(*op) == "layout.peer")
        .filter_map(ir::result)
        .collect();
    let users = peers.iter().copied().chain([buffer]).flat_map(ir::users);
    for user in users.filter(|op| ir::name(*op) != "layout.peer") {
        uses.extend(use_of(user, &shape, threads).map_err(|error| (user, error))?);
    }
    let found = shared_layout(&shape, element_bits(memref.element()).max(8), &uses, chip);
    let found = found.map_err(|error| here(error.into()))?;
    retype(alloc, buffer, memref, &found.layout).map_err(here)
}

/// The layout of a buffer that a product reads, which has few to choose from: its rows are those of what is copied
/// there.
fn of_product<'c: 'a, 'a>(
    buffer: Value<'c, 'a>,
) -> std::result::Result<Option<AnyLayout>, (OperationRef<'c, 'a>, Error)> {
    let uses = ir::uses(buffer);
    let Some(product) = uses.iter().find(|u| ir::name(u.op) == "layout.mma") else { return Ok(None) };
    let copies = uses.iter().filter(|u| ir::name(u.op) == "layout.copy_async");
    let rank = ir::extents(buffer.r#type()).len();
    let source = copies.filter_map(|u| ir::memref(ir::operand(u.op, 0)?.r#type())).next();
    let layout = source.and_then(layout_of_memref);
    let together = match (source, &layout) {
        (Some(source), Some(layout)) => {
            order(layout.domain(), source.rank().saturating_sub(rank), rank).first().copied()
        }
        _ => None,
    };
    // K is the last dimension of A and the first of B; without a copy rows are as they are written.
    let is_k = together.unwrap_or(1) == 1 - product.operand;
    let major = if is_k { GmmaMajor::K } else { GmmaMajor::Mn };
    let found = factor_layout(product.op, product.operand, major);
    found.map_err(|error| (product.op, error.into()))
}

/// The layout of a buffer that is copied by runs: as its elements lie in memory, nothing between.
fn of_runs<'c: 'a, 'a>(
    buffer: Value<'c, 'a>,
) -> std::result::Result<Option<AnyLayout>, (OperationRef<'c, 'a>, Error)> {
    let Some(op) = ir::users(buffer).into_iter().find(|op| is_bulk(*op)) else { return Ok(None) };
    let memory = ir::operand(op, usize::from(ir::name(op) == "layout.store_async"));
    let memory = memory.and_then(|memory| ir::memref(memory.r#type()));
    let memory = memory.ok_or_else(|| (op, Error::Unknown(ir::name(op).into())))?;
    let layout = layout_of_memref(memory);
    Ok(layout.and_then(|layout| Runs::compact(layout.domain(), &ir::extents(buffer.r#type()))))
}

/// The layout of a buffer that the engine fills or stores from: that of the widest rows of which boxes are.
fn of_boxes<'c: 'a, 'a>(
    buffer: Value<'c, 'a>,
) -> std::result::Result<Option<AnyLayout>, (OperationRef<'c, 'a>, Error)> {
    let users = ir::users(buffer);
    let is_store = |op: OperationRef<'_, '_>| ir::name(op) == "layout.store_async";
    let Some(op) = users.into_iter().find(|op| is_store(*op) || is_copy(*op)) else { return Ok(None) };
    let here = |error| (op, error);
    let unknown = || here(Error::Unknown(ir::name(op).into()));
    let memory = ir::operand(op, usize::from(is_store(op)));
    let memory = memory.and_then(|memory| ir::memref(memory.r#type())).ok_or_else(unknown)?;
    let (bits, extents) = (element_bits(memory.element()), ir::extents(buffer.r#type()));
    let Some(AnyLayout::Plain(global)) = layout_of_memref(memory) else { return Ok(None) };
    if let Some(layout) = TensorMap::widest(&global, bits, &extents) {
        return Ok(Some(layout));
    }
    // What is wrong with any layout.
    let plain = ir::memref(buffer.r#type()).and_then(layout_of_memref).ok_or_else(unknown)?;
    Err(here(match TensorMap::new(&global, bits, &plain) {
        Err(error) => error.into(),
        Ok(_) => Error::Unknown(ir::name(op).into()),
    }))
}

/// The type of a buffer whose layout is open.
fn plain(r#type: Type<'_>) -> Result<MemRefType<'_>> {
    let refuse = |why: &str| Error::Auto { what: r#type.to_string(), why: why.into() };
    let memref = ir::memref(r#type).ok_or_else(|| refuse("it is no ranked memref"))?;
    let extents = ir::extents(r#type);
    let bytes = extents.iter().try_fold(element_bits(memref.element()).max(8) / 8, |n, e| n.checked_mul(*e));
    Err(refuse(match () {
        () if !ir::is_shared(r#type) => {
            "it is not in shared memory, whose banks the layout is for; write 3 behind it"
        }
        () if extents.is_empty() => "it is one element, whose place no layout changes; leave layout.auto out",
        () if extents.contains(&ir::DYNAMIC) => "its extents are not known",
        () if extents.contains(&0) => "it has no elements",
        () if bytes.is_none() => "its bytes are more than 64 bits count",
        () if LayoutMemref::of(r#type).is_some() || layout_of_memref(memref).is_none() => {
            "it has a layout already; leave one of them out"
        }
        () => return Ok(memref),
    }))
}

/// What an operation does to a buffer that it takes; `None` of what goes with any layout.
fn use_of(op: OperationRef<'_, '_>, buffer: &[i64], threads: i64) -> Result<Option<BufferUse>> {
    let unknown = || Error::Unknown(ir::name(op).into());
    match ir::name(op) {
        "layout.load" => {
            let (tile, tv) = tile(ir::result(op).ok_or_else(unknown)?.r#type(), op, threads)?;
            let is_inside = is_inside(op, 1, buffer, &tile.shape);
            let kind = UseKind::Load { is_inside };
            Ok(Some(BufferUse { tv: tv.clone(), shape: tile.shape.clone(), kind }))
        }
        "layout.store" => {
            let (tile, tv) = tile(ir::operand(op, 0).ok_or_else(unknown)?.r#type(), op, threads)?;
            Ok(Some(BufferUse { tv: tv.clone(), shape: tile.shape.clone(), kind: UseKind::Store }))
        }
        "layout.copy_async" => copy(op, buffer, threads).map(Some),
        // One element at a time, by all threads.
        "memref.load" | "memref.store" | "memref.dim" | "memref.dealloc" => Ok(None),
        name => Err(Error::Auto {
            what: format!("a buffer that '{name}' takes"),
            why: "its layout must be written: layout.load, layout.store, layout.copy_async and accesses of \
                  single elements go with any"
                .into(),
        }),
    }
}

/// Whether a part at coordinates, operands from one on, is inside of the buffer; where it is not known
/// it most likely is.
fn is_inside(op: OperationRef<'_, '_>, first: usize, buffer: &[i64], part: &[i64]) -> bool {
    let leading = buffer.len().saturating_sub(part.len());
    buffer.iter().enumerate().all(|(d, size)| {
        let extent = d.checked_sub(leading).and_then(|d| part.get(d)).copied().unwrap_or(1);
        let at = ir::operand(op, first + d).and_then(ir::constant);
        at.is_none_or(|at| at >= 0 && at + extent <= *size)
    })
}

/// A copy to the buffer, as it is distributed over threads: along what lies together in its
/// source.
fn copy(op: OperationRef<'_, '_>, buffer: &[i64], threads: i64) -> Result<BufferUse> {
    let unknown = || Error::Unknown(ir::name(op).into());
    let source = ir::operand(op, 0).ok_or_else(unknown)?;
    let memref = ir::memref(source.r#type()).ok_or_else(unknown)?;
    let bits = element_bits(memref.element()).max(8);
    let layout = layout_of_memref(memref);
    let (along, bytes) = match &layout {
        Some(layout) => {
            let leading = memref.rank().saturating_sub(buffer.len());
            (order(layout.domain(), leading, buffer.len()), together(source, layout.domain(), bits / 8))
        }
        None => ((0..buffer.len()).rev().collect(), WIDEST),
    };
    let tv = Tv::blocked(buffer, &along, bits, threads)
        .map_err(|e| Error::Unsupported { op: ir::name(op).into(), why: e.to_string() })?;
    Ok(BufferUse { tv, shape: buffer.to_vec(), kind: UseKind::Copy { bytes } })
}

/// The bytes, a power of two, that lie together wherever a row of the memref begins, as its type and its
/// alignment say.
fn together(memref: Value<'_, '_>, layout: &layout_algebra::Layout, element: i64) -> i64 {
    let base = ir::base_alignment(memref).max(element.unsigned_abs()) as i64;
    let steps = layout.stride_leaves().iter().filter(|d| !d.is(1));
    let all = steps.fold(base, |all, step| common_divisor(all, step.content().saturating_mul(element)));
    let of_rows = layout.shape_leaves().iter().zip(layout.stride_leaves()).filter(|(_, d)| d.is(1));
    let all = of_rows.fold(all, |all, (size, _)| common_divisor(all, size.content().saturating_mul(element)));
    (1 << all.max(1).trailing_zeros()).clamp(element, WIDEST)
}

/// Lets the buffer, and with it all accesses, have a layout.
fn retype<'c: 'a, 'a>(
    alloc: OperationRef<'c, 'a>,
    buffer: Value<'c, 'a>,
    memref: MemRefType<'c>,
    layout: &AnyLayout,
) -> Result<()> {
    let emit = Emit::at(alloc);
    let view = memref_with_layout(emit.context, memref, memref.element(), layout);
    let r#type = view.map_err(crate::convert_layout_memref::error::Error::from)?;
    let stated = alloc.attribute("alignment").ok().and_then(ir::integer).unwrap_or(1);
    let alignment = emit.attribute(&format!("{} : i64", ALIGNMENT.max(stated)))?;
    ir::set_attribute(alloc, "alignment", alignment);
    ir::remove_attribute(alloc, AUTO);
    ir::set_type(buffer, r#type.into());
    for peer in
        ir::users(buffer).into_iter().filter(|op| ir::name(*op) == "layout.peer").filter_map(ir::result)
    {
        let like = ir::memref(peer.r#type()).ok_or_else(|| Error::Unknown(peer.r#type().to_string()))?;
        let seen = memref_with_layout(emit.context, like, like.element(), layout);
        ir::set_type(peer, seen.map_err(crate::convert_layout_memref::error::Error::from)?.into());
    }
    Ok(())
}
