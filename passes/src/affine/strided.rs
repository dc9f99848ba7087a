//! Memory with strides, accessed through a layout.

use layout_dialect::{Known, LayoutAttribute};
use layout_mlir::ir::{self, Use};
use layout_upstream::{NoStridedLayout, Strided};
use melior::Context;
use melior::ir::operation::{OperationBuilder, OperationLike};
use melior::ir::r#type::{MemRefType, ShapedTypeLike};
use melior::ir::{BlockLike, OperationRef, Type, Value, ValueLike};
use rustc_hash::FxHashMap;

use super::remark_left;

/// Why memory is not accessed through a layout.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
enum Left {
    /// A stride below 0.
    #[error(
        "stride {dimension} of {memory} is {stride}, which leads below the beginning of the memory as a layout has it; strides from 0 on do not"
    )]
    Below { dimension: usize, stride: i64, memory: String },
    /// A map that is no strides.
    #[error("{0} says no strides; memory with `strided<…>` has a layout")]
    Map(String),
    /// No dimension.
    #[error("{0} has no dimension, and a layout has at least one")]
    Scalar(String),
    /// Sizes of 0, or integers past 64 bits.
    #[error(transparent)]
    Layout(#[from] NoStridedLayout),
}

/// Casts memory with strides to one with the layout that they say, for each access of it; says of those of `pass`
/// that stay why they do.
pub(super) fn see_layouts<'c: 'a, 'a>(ops: &[OperationRef<'c, 'a>], pass: &str) {
    let mut seen = FxHashMap::default();
    for op in ops {
        let operand = match ir::name(*op) {
            "memref.load" | "affine.load" => 0,
            "memref.store" | "affine.store" => 1,
            _ => continue,
        };
        let Some(memory) = ir::operand(*op, operand) else { continue };
        match seen.entry(ir::key(memory)).or_insert_with(|| cast(memory)) {
            Ok(Some(cast)) => ir::set_operand(Use { op: *op, operand }, *cast),
            Ok(None) => {}
            Err(why) => remark_left(*op, pass, &why.to_string()),
        }
    }
}

/// The memory with its layout, right behind where it is defined; `None` where its type says rows, or has a layout
/// already.
fn cast<'c: 'a, 'a>(memory: Value<'c, 'a>) -> Result<Option<Value<'c, 'a>>, Left> {
    let behind = match ir::defining_op(memory) {
        Some(op) => op.next_in_block(),
        None => ir::block_argument(memory).and_then(|(block, _)| block.first_operation()),
    };
    let Some(behind) = behind else { return Ok(None) };
    let Some(to) = with_layout(ir::context(behind), memory.r#type())? else { return Ok(None) };
    let location = ir::defining_op(memory).map_or_else(|| ir::location(behind), ir::location);
    let cast = OperationBuilder::new("memref.cast", location).add_operands(&[memory]).add_results(&[to]);
    Ok(ir::inserted_result(behind, cast.build()))
}

/// The type of a memref with strides that has the layout they say.
fn with_layout<'c>(context: &'c Context, r#type: Type<'c>) -> Result<Option<Type<'c>>, Left> {
    let Some(memref) = ir::memref(r#type) else { return Ok(None) };
    let layout = memref.layout();
    let is_rows = layout.to_string().starts_with("affine_map") && {
        let rows = MemRefType::new(memref.element(), &ir::extents(r#type), None, memref.memory_space());
        r#type == rows.into()
    };
    if is_rows || Known::of_attribute(layout).is_some() {
        return Ok(None);
    }
    let Some((strides, offset)) = ir::strides(r#type) else { return Err(Left::Map(r#type.to_string())) };
    if strides.is_empty() {
        return Err(Left::Scalar(r#type.to_string()));
    }
    let known = |n: i64| (n != ir::DYNAMIC).then_some(n);
    let strided = Strided {
        sizes: ir::extents(r#type).into_iter().map(known).collect(),
        strides: strides.into_iter().map(known).collect(),
        offset: known(offset),
    };
    // Memory has no place below its beginning.
    let mut below =
        (0..).zip(&strided.strides).filter_map(|(d, stride)| Some((d, stride.filter(|s| *s < 0)?)));
    if let Some((dimension, stride)) = below.next() {
        return Err(Left::Below { dimension, stride, memory: r#type.to_string() });
    }
    let layout = strided.with_symbols(&|_| None).to_layout()?;
    let attribute = LayoutAttribute::new(context, &layout);
    let sizes = ir::extents(r#type);
    let memref = MemRefType::new(memref.element(), &sizes, Some(attribute.into()), memref.memory_space());
    Ok(Some(memref.into()))
}
