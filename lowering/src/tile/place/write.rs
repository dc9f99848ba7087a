//! The one buffer, and views of it where the others were allocated.

use layout_mlir::ir;
use melior::ir::attribute::{ArrayAttribute, DenseI32ArrayAttribute, IntegerAttribute};
use melior::ir::operation::OperationLike;
use melior::ir::r#type::{IntegerType, MemRefType};
use melior::ir::{Attribute, BlockLike, OperationRef, Type, Value, ValueLike};

use super::buffer::Buffer;
use super::error::Error;
use super::pack::Packed;
use crate::convert_layout_memref::emit::Emit;
use crate::shared_globals::{BYTES, DYNAMIC as DYNAMIC_ALIGNMENT};
use crate::tile::shared::attribute;
use crate::tile::shared::bytes::size;
use crate::tile::tma::BARRIERS;
use crate::tile::view::{space, view};

const WORKGROUP: &str = "#gpu.address_space<workgroup>";

/// The bytes that a kernel declares with its workgroup; what has no static size is not counted.
pub fn declared(function: OperationRef<'_, '_>) -> i64 {
    workgroup(function).iter().filter_map(|memref| size(memref.r#type())).sum()
}

/// The buffers that a kernel declares with its workgroup.
fn workgroup<'c: 'a, 'a>(function: OperationRef<'c, 'a>) -> Vec<Value<'c, 'a>> {
    let Some(block) = ir::blocks(function).into_iter().next() else { return Vec::new() };
    let inputs = ir::function_type(function).map_or(0, |t| t.input_count());
    ir::arguments(block).into_iter().skip(inputs).take(workgroup_count(function)).collect()
}

fn workgroup_count(function: OperationRef<'_, '_>) -> usize {
    let count = attribute(function, "workgroup_attributions").and_then(ir::integer);
    count.and_then(|n| usize::try_from(n).ok()).unwrap_or(0)
}

/// Whether a function is one that is launched, not one of a test or one that is called.
fn is_kernel(function: OperationRef<'_, '_>) -> bool {
    ir::name(function) == "gpu.func"
}

/// Puts views of one buffer in the places of all; with `fixed` its size is fixed in the kernel.
///
/// # Errors
/// [`Error::Dynamic`]; what cannot be built or erased. They come with their place.
pub fn write<'c: 'a, 'a>(
    function: OperationRef<'c, 'a>,
    buffers: &[Buffer<'c, 'a>],
    packed: &Packed,
    fixed: bool,
) -> Result<(), (OperationRef<'c, 'a>, Error)> {
    let at = |op| move |error| (op, error);
    let whole = whole(function, buffers, packed, fixed).map_err(at(function))?;
    for (buffer, offset) in buffers.iter().zip(&packed.offsets) {
        let frees = ir::users(buffer.memref).into_iter().filter(|op| ir::name(*op) == "memref.dealloc");
        let gone: Vec<_> = frees.chain([buffer.op]).collect();
        // Of dynamic shared memory that is what is stated of it when it becomes a global.
        let alignment = if fixed || !is_kernel(function) {
            buffer.alignment
        } else {
            buffer.alignment.min(DYNAMIC_ALIGNMENT)
        };
        replace(buffer, whole, *offset, alignment).map_err(|error| (buffer.op, error.into()))?;
        ir::erase_all(&gone).map_err(|error| (buffer.op, error.into()))?;
    }
    Ok(())
}

/// Memory of the bytes of all, in the space of the first buffer.
fn whole<'c: 'a, 'a>(
    function: OperationRef<'c, 'a>,
    buffers: &[Buffer<'c, 'a>],
    packed: &Packed,
    fixed: bool,
) -> Result<Value<'c, 'a>, Error> {
    let build = || crate::convert_layout_memref::error::Error::Build("the shared buffer".into());
    let block = ir::blocks(function).into_iter().next().ok_or_else(build)?;
    let first = block.first_operation().ok_or_else(build)?;
    let emit = Emit { location: ir::location(function), ..Emit::at(first) };
    let byte: Type<'c> = IntegerType::new(emit.context, 8).into();
    let space = buffers.first().and_then(|b| space(b.memref));
    let r#type: Type<'c> = MemRefType::new(byte, &[packed.bytes], None, space).into();
    let int = |bits, n| -> Attribute<'c> {
        IntegerAttribute::new(IntegerType::new(emit.context, bits).into(), n).into()
    };
    if !is_kernel(function) {
        let segments = DenseI32ArrayAttribute::new(emit.context, &[0, 0]).into();
        let attributes = [("alignment", int(64, packed.alignment)), ("operandSegmentSizes", segments)];
        return Ok(emit.value("memref.alloc", &[], r#type, &attributes)?);
    }
    if fixed {
        let count = workgroup_count(function);
        let inputs = ir::function_type(function).map_or(0, |t| t.input_count());
        ir::set_attribute(function, "workgroup_attributions", int(64, count as i64 + 1));
        let align = emit.attribute(&format!("{{llvm.align = {} : i64}}", packed.alignment))?;
        let mut attributes: Vec<Attribute<'c>> = vec![emit.attribute("{}")?; count];
        if let Some(list) =
            attribute(function, "workgroup_attrib_attrs").and_then(|a| ArrayAttribute::try_from(a).ok())
        {
            for (number, place) in attributes.iter_mut().enumerate() {
                *place = list.element(number).unwrap_or(*place);
            }
        }
        attributes.push(align);
        ir::set_attribute(
            function,
            "workgroup_attrib_attrs",
            ArrayAttribute::new(emit.context, &attributes).into(),
        );
        return Ok(ir::insert_argument(block, inputs + count, r#type, emit.location));
    }
    let taken = ir::nested(function).into_iter().any(|op| ir::name(op) == "gpu.dynamic_shared_memory");
    if taken {
        return Err(Error::Dynamic(packed.bytes));
    }
    ir::set_attribute(function, BYTES, int(64, packed.bytes));
    let of = |space| MemRefType::new(byte, &[ir::DYNAMIC], None, Some(space)).into();
    let dynamic = emit.value("gpu.dynamic_shared_memory", &[], of(emit.attribute(WORKGROUP)?), &[])?;
    Ok(dynamic)
}

/// Puts a view of the whole in the place of a buffer.
fn replace<'c: 'a, 'a>(
    buffer: &Buffer<'c, 'a>,
    whole: Value<'c, 'a>,
    offset: i64,
    alignment: i64,
) -> Result<(), crate::convert_layout_memref::error::Error> {
    let emit = Emit::at(buffer.op);
    let offset = emit.constant(offset)?;
    let seen = view(whole, offset, buffer.memref.r#type(), alignment, emit)?;
    if let (true, Some(op)) = (buffer.op.has_attribute(BARRIERS), ir::defining_op(seen)) {
        ir::set_attribute(op, BARRIERS, Attribute::unit(emit.context));
    }
    ir::replace_all_uses(buffer.memref, seen);
    Ok(())
}
