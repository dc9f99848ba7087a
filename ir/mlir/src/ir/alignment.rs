//! How memory is aligned.

use melior::ir::operation::OperationLike;
use melior::ir::{Attribute, BlockLike, OperationRef, Value};

use super::{
    argument_attribute, blocks, bytes, defining_op, integer, integers, name, operand, symbol,
    symbol_references,
};

/// How the first element of a memref, or what a pointer of the LLVM dialect points at, is aligned, in bytes, as
/// far as its allocation, its global, an `llvm.align` of the argument or a `memref.assume_alignment` say: a power
/// of two, 1 if nothing does.
pub fn base_alignment(memory: Value<'_, '_>) -> u64 {
    // What is stated may be no power of two, and then one divides it.
    let power = |attribute: Attribute<'_>| {
        let stated = integer(attribute).and_then(|n| u64::try_from(n).ok()).filter(|n| *n > 0);
        stated.map_or(1, |n| 1 << n.trailing_zeros())
    };
    let Some(op) = defining_op(memory) else {
        return argument_attribute(memory, "llvm.align").map_or(1, power);
    };
    let stated = |op: OperationRef<'_, '_>| op.attribute("alignment").map_or(1, power);
    let below = || operand(op, 0).map_or(1, base_alignment);
    match name(op) {
        "memref.alloc" | "memref.alloca" => stated(op),
        "memref.get_global" => global(op, "name").map_or(1, stated),
        "llvm.mlir.addressof" => global(op, "global_name").map_or(1, stated),
        "llvm.getelementptr" => match offset(op) {
            Some(0) => below(),
            Some(bytes) => below().min(1 << bytes.trailing_zeros()),
            None => 1,
        },
        "memref.assume_alignment" => stated(op).max(below()),
        // (The same buffer of another block lies where it does in this one.)
        "memref.cast" | "memref.memory_space_cast" | "memref.collapse_shape" | "layout.peer" => below(),
        // (Where a part begins is the offset of its layout.)
        "layout.view" | "layout.slice" | "layout.recast" => below(),
        "memref.subview" if begins_there(op) => below(),
        _ => 1,
    }
}

/// Whether a `memref.subview` begins where the memory does.
fn begins_there(view: OperationRef<'_, '_>) -> bool {
    view.attribute("static_offsets").is_ok_and(|offsets| integers(offsets).iter().all(|offset| *offset == 0))
}

/// How many bytes a pointer is behind the one that it counts from, if that is a constant.
fn offset(gep: OperationRef<'_, '_>) -> Option<i64> {
    let indices = gep.attribute("rawConstantIndices").map(integers).unwrap_or_default();
    match indices[..] {
        _ if gep.operand_count() != 1 => None,
        [count] if count != 0 => {
            let element = super::held_type(gep.attribute("elem_type").ok()?)?;
            count.checked_mul(i64::try_from(bytes(element)?).ok()?)
        }
        _ => indices.iter().all(|index| *index == 0).then_some(0),
    }
}

/// The global that an attribute of an operation names.
fn global<'c, 'a>(op: OperationRef<'c, 'a>, attribute: &str) -> Option<OperationRef<'c, 'a>> {
    let wanted = symbol_references(op.attribute(attribute).ok()?).into_iter().next()?;
    let mut table = op.parent_operation()?;
    while name(table) != "builtin.module" && name(table) != "gpu.module" {
        table = table.parent_operation()?;
    }
    let mut next = blocks(table).first()?.first_operation();
    while let Some(op) = next {
        let is_global = matches!(name(op), "memref.global" | "llvm.mlir.global");
        if is_global && symbol(op).is_some_and(|own| wanted == [own]) {
            return Some(op);
        }
        next = op.next_in_block();
    }
    None
}
