//! `layout.view`, `layout.slice` and `layout.recast`: the memory stays, the symbols are others.

use layout_dialect::views::{View, layout_of_memref, memref_with_layout};
use layout_mlir::ir;
use melior::ir::operation::OperationLike;
use melior::ir::r#type::ShapedTypeLike;
use melior::ir::{OperationRef, Type, Value, ValueLike};

use super::emit::Emit;
use super::error::Error;
use super::rewriter::{Lowered, Rewriter};
use super::types::{LayoutMemref, shape};
use super::views::from_rows;

/// A view.
///
/// # Errors
/// [`Error::View`]; a layout that memory has no place for.
pub fn see<'c: 'a, 'a>(op: OperationRef<'c, 'a>, rewriter: &mut Rewriter<'c, 'a>) -> Result<(), Error> {
    let (emit, build) = (Emit::at(op), || Error::Build(ir::name(op).into()));
    let operands: Vec<Value<'c, 'a>> = op.operands().collect();
    let (source, indices) = operands.split_first().ok_or_else(build)?;
    let result = ir::result(op).ok_or_else(build)?;
    let to = LayoutMemref::of(result.r#type()).ok_or_else(build)?;
    to.check()?;
    let from = match rewriter.lowered(*source, emit)? {
        Some(lowered) => lowered,
        None => lowered_rows(*source, emit)?,
    };
    let view = View::of(op)?;
    let symbols = view.symbols(&from.symbols, indices).ok_or_else(build)?;
    let flat = flat_as(from.flat, to.flat(), emit)?;
    rewriter.replace(result, [vec![flat], symbols].concat());
    rewriter.remove(op);
    Ok(())
}

/// A memref of rows one behind the other, as one of the same layout.
fn lowered_rows<'c: 'a, 'a>(memref: Value<'c, 'a>, emit: Emit<'c, 'a>) -> Result<Lowered<'c, 'a>, Error> {
    let build = || Error::Build(memref.r#type().to_string());
    let r#type = ir::memref(memref.r#type()).ok_or_else(&build)?;
    let layout = layout_of_memref(r#type).ok_or_else(build)?;
    let memref_type = memref_with_layout(emit.context, r#type, r#type.element(), &layout)?;
    let r#type = LayoutMemref::of(memref_type.into()).ok_or_else(build)?;
    let mut parts = from_rows(memref, &r#type, emit)?;
    let symbols = parts.split_off(1);
    Ok(Lowered { r#type, flat: parts.pop().ok_or_else(build)?, symbols })
}

/// Flat memory as one of another size or of elements of another type.
///
/// # Errors
/// [`Error::Build`].
pub fn flat_as<'c: 'a, 'a>(
    flat: Value<'c, 'a>,
    to: Type<'c>,
    emit: Emit<'c, 'a>,
) -> Result<Value<'c, 'a>, Error> {
    let build = || Error::Build(to.to_string());
    let parse = |t: Type<'c>| ir::memref(t).ok_or_else(&build);
    let (mut flat, wanted) = (flat, parse(to)?);
    let mut have = parse(flat.r#type())?;
    if have.element() != wanted.element() {
        // Of both LLVM has the same structure; elements are counted where they are accessed.
        flat = emit.value("builtin.unrealized_conversion_cast", &[flat], to, &[])?;
        have = wanted;
    }
    match (shape(have).first().copied().flatten(), shape(wanted).first().copied().flatten()) {
        (a, b) if a == b => Ok(flat),
        (_, None) => emit.value("memref.cast", &[flat], to, &[]),
        (_, Some(size)) => {
            let numbers = [
                ("static_offsets", "array<i64: 0>".to_owned()),
                ("static_sizes", format!("array<i64: {size}>")),
                ("static_strides", "array<i64: 1>".to_owned()),
                ("operandSegmentSizes", "array<i32: 1, 0, 0, 0>".to_owned()),
            ];
            let mut attributes = Vec::new();
            for (name, text) in &numbers {
                attributes.push((*name, emit.attribute(text)?));
            }
            emit.value("memref.reinterpret_cast", &[flat], to, &attributes)
        }
    }
}
