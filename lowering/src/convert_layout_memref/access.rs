//! Accesses of single elements, and of a few at consecutive addresses.

use layout_mlir::affine::affine_submaps;
use layout_mlir::ir;
use melior::ir::operation::{OperationBuilder, OperationLike};
use melior::ir::r#type::IntegerType;
use melior::ir::{OperationRef, Type, TypeLike, Value, ValueLike};

use super::contiguous::{consecutive, trailing_zeros};
use super::emit::{Emit, with_segments};
use super::error::Error;
use super::rewriter::{Memory, Rewriter};

/// The place of the memref among the operands of an access whose indices are the rest.
pub fn memref_operand(name: &str) -> Option<usize> {
    Some(match name {
        "memref.load"
        | "memref.prefetch"
        | "memref.generic_atomic_rmw"
        | "affine.load"
        | "affine.prefetch" => 0,
        "nvgpu.ldmatrix" => 0,
        "memref.store" | "memref.atomic_rmw" | "affine.store" => 1,
        _ => return None,
    })
}

/// The indices of an access, which `affine` computes by a map.
///
/// # Errors
/// [`Error::Build`].
pub fn indices<'c: 'a, 'a>(
    op: OperationRef<'c, 'a>,
    operands: &[Value<'c, 'a>],
    emit: Emit<'c, 'a>,
) -> Result<Vec<Value<'c, 'a>>, Error> {
    if !ir::name(op).starts_with("affine.") {
        return Ok(operands.to_vec());
    }
    let map = op.attribute("map").map_err(|_| Error::Build(ir::name(op).into()))?;
    affine_submaps(map)
        .into_iter()
        .map(|map| emit.value("affine.apply", operands, emit.index_type(), &[("map", map)]))
        .collect()
}

/// An access at the index that the layout gives.
///
/// # Errors
/// [`Error::Build`]; [`Error::Scattered`] where several elements at once are not together.
pub fn access<'c: 'a, 'a>(op: OperationRef<'c, 'a>, rewriter: &mut Rewriter<'c, 'a>) -> Result<(), Error> {
    let (name, emit) = (ir::name(op), Emit::at(op));
    let operands: Vec<Value<'c, 'a>> = op.operands().collect();
    let at = memref_operand(name).filter(|at| *at < operands.len());
    let at = at.ok_or_else(|| Error::Build(name.into()))?;
    let memory = Memory::of(rewriter, operands[at], emit)?;
    let coordinate = indices(op, &operands[at + 1..], emit)?;
    warn_of_outside(op, operands[at], &coordinate);
    if name == "nvgpu.ldmatrix" {
        together(name, &memory, &coordinate, 128)?;
    }
    let new_operands = [operands[..at].to_vec(), memory.place(&coordinate, emit)?].concat();
    let new_name = name.replace("affine.", "memref.");
    let attributes: Vec<_> =
        ir::attributes(op).into_iter().filter(|(n, _)| n.as_string_ref().as_str() != Ok("map")).collect();
    let types: Vec<Type<'c>> = op.results().map(|r| r.r#type()).collect();
    let new = OperationBuilder::new(&new_name, emit.location)
        .add_operands(&new_operands)
        .add_results(&types)
        .add_attributes(&attributes)
        .add_regions_vec(ir::take_regions(op));
    let new = emit.insert(&new_name, new)?;
    for (old, new) in ir::results(op).into_iter().zip(ir::results(new)) {
        rewriter.replace(old, vec![new]);
    }
    rewriter.remove(op);
    Ok(())
}

/// Warns of a constant index that its dimension does not have: the access is undefined.
fn warn_of_outside(op: OperationRef<'_, '_>, memref: Value<'_, '_>, indices: &[Value<'_, '_>]) {
    let extents = ir::extents(memref.r#type());
    let constants = indices.iter().map(|v| ir::constant(*v));
    for (d, (index, size)) in constants.zip(extents).enumerate() {
        let Some(index) = index else { continue };
        if index < 0 || size != ir::DYNAMIC && index >= size {
            let message = match size {
                ir::DYNAMIC => format!("the index {index} of dimension {d} is negative"),
                size => format!("the index {index} is outside dimension {d}, whose size is {size}"),
            };
            ir::emit_warning(ir::location(op), &format!("{message}: the access is undefined"));
        }
    }
}

/// Checks that the elements of so many bits lie at consecutive addresses.
fn together<'c: 'a, 'a>(
    op: &str,
    memory: &Memory<'c, 'a>,
    coordinate: &[Value<'c, 'a>],
    bits: i64,
) -> Result<(), Error> {
    let (Memory::Layout(lowered), Some(element)) = (memory, memory.element()) else { return Ok(()) };
    let width = width(element).unwrap_or(8);
    let count = (bits / i64::from(width)).max(1);
    let zeros: Vec<u32> = coordinate.iter().map(|v| trailing_zeros(*v)).collect();
    if consecutive(lowered.r#type.layout, &zeros, count) {
        return Ok(());
    }
    Err(Error::Scattered { op: op.into(), count, memref: lowered.r#type.memref.to_string() })
}

/// The bits of an element.
fn width(element: Type<'_>) -> Option<u32> {
    if let Ok(integer) = IntegerType::try_from(element) {
        return Some(integer.width());
    }
    let name = element.to_string();
    let digits = name.trim_start_matches(|c: char| !c.is_ascii_digit());
    digits.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok().filter(|_| element.is_float())
}

/// `nvgpu.device_async_copy`: both sides, each with elements that are together.
///
/// # Errors
/// As [`access`].
pub fn copy_async<'c: 'a, 'a>(
    op: OperationRef<'c, 'a>,
    rewriter: &mut Rewriter<'c, 'a>,
) -> Result<(), Error> {
    let (name, emit) = (ir::name(op), Emit::at(op));
    let operands: Vec<Value<'c, 'a>> = op.operands().collect();
    let groups = op.attribute("operandSegmentSizes").map(ir::integers).unwrap_or_default();
    let groups: Vec<usize> = groups.iter().filter_map(|n| usize::try_from(*n).ok()).collect();
    let count = op.attribute("dstElements").ok().and_then(ir::integer).unwrap_or(1);
    let mut new_operands = Vec::new();
    let mut sizes: Vec<i32> = Vec::new();
    let mut start = 0;
    for side in groups.chunks(2) {
        let [1, indices] = *side else {
            // How many elements are read, behind both sides.
            new_operands.extend(&operands[start..]);
            sizes.extend(side.iter().map(|n| *n as i32));
            break;
        };
        let memory = Memory::of(rewriter, operands[start], emit)?;
        let coordinate = &operands[start + 1..=start + indices];
        let bits = memory.element().and_then(width).map_or(8, i64::from) * count;
        together(name, &memory, coordinate, bits)?;
        let place = memory.place(coordinate, emit)?;
        sizes.extend([1, place.len() as i32 - 1]);
        new_operands.extend(place);
        start += 1 + indices;
    }
    let attributes = with_segments(op, &sizes);
    let results = ir::results(op);
    let types: Vec<Type<'c>> = results.iter().map(ValueLike::r#type).collect();
    let new = OperationBuilder::new(name, emit.location)
        .add_operands(&new_operands)
        .add_results(&types)
        .add_attributes(&attributes);
    let new = emit.insert(name, new)?;
    for (old, new) in results.into_iter().zip(ir::results(new)) {
        rewriter.replace(old, vec![new]);
    }
    rewriter.remove(op);
    Ok(())
}
