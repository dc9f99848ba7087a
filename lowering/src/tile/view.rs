//! Bytes of shared memory seen as a buffer of a type.

use layout_mlir::ir;
use melior::ir::attribute::{DenseI32ArrayAttribute, DenseI64ArrayAttribute, IntegerAttribute};
use melior::ir::r#type::{IntegerType, MemRefType, ShapedTypeLike};
use melior::ir::{Attribute, Type, Value, ValueLike};

use super::shared::bytes::{element_bytes, size};
use crate::convert_layout_memref::emit::Emit;
use crate::convert_layout_memref::error::Error;
use crate::convert_layout_memref::types::{LayoutMemref, shape};

/// The space of a memref.
pub fn space<'c>(memref: Value<'c, '_>) -> Option<Attribute<'c>> {
    ir::memref(memref.r#type())?.memory_space()
}

/// The memref of a type, of known size, that begins at a byte of `bytes`, at an address that is
/// divisible by `alignment`.
///
/// # Errors
/// [`Error::Build`].
pub fn view<'c: 'a, 'a>(
    bytes: Value<'c, 'a>,
    offset: Value<'c, 'a>,
    to: Type<'c>,
    alignment: i64,
    emit: Emit<'c, 'a>,
) -> Result<Value<'c, 'a>, Error> {
    let build = || Error::Build("memref.view".into());
    let memref = ir::memref(to).ok_or_else(&build)?;
    let element = memref.element();
    let mut bytes = bytes;
    if space(bytes) != memref.memory_space() {
        let from = ir::memref(bytes.r#type()).ok_or_else(&build)?;
        let sizes: Vec<i64> = shape(from).into_iter().map(|n| n.unwrap_or(ir::DYNAMIC)).collect();
        let to = MemRefType::new(from.element(), &sizes, None, memref.memory_space());
        bytes = emit.value("memref.memory_space_cast", &[bytes], to.into(), &[])?;
    }
    let elements = size(to).ok_or_else(build)? / element_bytes(element).ok_or_else(build)?;
    let flat: Type<'c> = MemRefType::new(element, &[elements], None, memref.memory_space()).into();
    let sizes: Vec<i64> = shape(memref).into_iter().flatten().collect();
    let is_plain = to == MemRefType::new(element, &sizes, None, memref.memory_space()).into();
    let seen = if LayoutMemref::of(to).is_some() {
        let flat = emit.value("memref.view", &[bytes, offset], flat, &[])?;
        emit.value("builtin.unrealized_conversion_cast", &[flat], to, &[])?
    } else if is_plain {
        emit.value("memref.view", &[bytes, offset], to, &[])?
    } else {
        let flat = emit.value("memref.view", &[bytes, offset], flat, &[])?;
        let (strides, first) = ir::strides(to).ok_or_else(build)?;
        let numbers = |n: &[i64]| -> Attribute<'c> { DenseI64ArrayAttribute::new(emit.context, n).into() };
        let segments = DenseI32ArrayAttribute::new(emit.context, &[1, 0, 0, 0]).into();
        let attributes = [
            ("static_offsets", numbers(&[first])),
            ("static_sizes", numbers(&sizes)),
            ("static_strides", numbers(&strides)),
            ("operandSegmentSizes", segments),
        ];
        emit.value("memref.reinterpret_cast", &[flat], to, &attributes)?
    };
    let alignment = IntegerAttribute::new(IntegerType::new(emit.context, 32).into(), alignment).into();
    emit.value("memref.assume_alignment", &[seen], to, &[("alignment", alignment)])
}
