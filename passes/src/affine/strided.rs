//! Memory with strides, accessed through a layout.

use layout_dialect::{Known, LayoutAttribute};
use layout_mlir::ir::{self, Use};
use layout_upstream::Strided;
use melior::Context;
use melior::ir::operation::{OperationBuilder, OperationLike};
use melior::ir::r#type::{MemRefType, ShapedTypeLike};
use melior::ir::{BlockLike, OperationRef, Type, Value, ValueLike};
use rustc_hash::FxHashMap;

/// Casts memory with strides to one with the layout that they say, for each access of it.
pub(super) fn see_layouts<'c: 'a, 'a>(ops: &[OperationRef<'c, 'a>]) {
    let mut seen = FxHashMap::default();
    for op in ops {
        let operand = match ir::name(*op) {
            "memref.load" | "affine.load" => 0,
            "memref.store" | "affine.store" => 1,
            _ => continue,
        };
        let Some(memory) = ir::operand(*op, operand) else { continue };
        let cast = match seen.get(&ir::key(memory)) {
            Some(cast) => *cast,
            None => *seen.entry(ir::key(memory)).or_insert_with(|| cast(memory)),
        };
        if let Some(cast) = cast {
            ir::set_operand(Use { op: *op, operand }, cast);
        }
    }
}

/// The memory with its layout, right behind where it is defined; `None` where its type says rows, has a layout
/// already, or says no layout.
fn cast<'c: 'a, 'a>(memory: Value<'c, 'a>) -> Option<Value<'c, 'a>> {
    let behind = match ir::defining_op(memory) {
        Some(op) => op.next_in_block(),
        None => ir::block_argument(memory).and_then(|(block, _)| block.first_operation()),
    }?;
    let to = with_layout(ir::context(behind), memory.r#type())?;
    let location = ir::defining_op(memory).map_or_else(|| ir::location(behind), ir::location);
    let cast = OperationBuilder::new("memref.cast", location).add_operands(&[memory]).add_results(&[to]);
    ir::inserted_result(behind, cast.build())
}

/// The type of a memref with strides that has the layout they say.
fn with_layout<'c>(context: &'c Context, r#type: Type<'c>) -> Option<Type<'c>> {
    let memref = ir::memref(r#type)?;
    let (strides, offset) = ir::strides(r#type)?;
    let layout = memref.layout();
    let is_rows = layout.to_string().starts_with("affine_map") && {
        let rows = MemRefType::new(memref.element(), &ir::extents(r#type), None, memref.memory_space());
        r#type == rows.into()
    };
    if is_rows || Known::of_attribute(layout).is_some() || strides.is_empty() {
        return None;
    }
    let known = |n: i64| (n != ir::DYNAMIC).then_some(n);
    let strided = Strided {
        sizes: ir::extents(r#type).into_iter().map(known).collect(),
        strides: strides.into_iter().map(known).collect(),
        offset: known(offset),
    };
    // Memory has no place below its beginning.
    if strided.strides.iter().flatten().any(|stride| *stride < 0) {
        return None;
    }
    let layout = strided.with_symbols(&|_| None).to_layout().ok()?;
    let attribute = LayoutAttribute::new(context, &layout);
    let sizes = ir::extents(r#type);
    Some(MemRefType::new(memref.element(), &sizes, Some(attribute.into()), memref.memory_space()).into())
}
