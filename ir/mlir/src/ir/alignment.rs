//! How memory is aligned.

use melior::ir::attribute::StringAttribute;
use melior::ir::operation::OperationLike;
use melior::ir::{Attribute, BlockLike, OperationRef, Value};

use super::{argument_attribute, blocks, defining_op, integer, integers, name, operand, symbol_references};

/// How the first element of a memref, or what a pointer of the LLVM dialect points at, is aligned, in bytes, as
/// far as its allocation, its global, an `llvm.align` of the argument or a `memref.assume_alignment` say: a power
/// of two, 1 if nothing does.
pub fn base_alignment(memory: Value<'_, '_>) -> u64 {
    // What is stated may be no power of two, and then one divides it.
    let power = |attribute: Attribute<'_>| {
        let stated = integer(attribute).and_then(|n| u64::try_from(n).ok()).filter(|n| *n > 0);
        stated.map_or(1, |n| 1 << n.trailing_zeros())
    };
    let (mut at, mut most) = (memory, 1);
    loop {
        let Some(op) = defining_op(at) else {
            return argument_attribute(at, "llvm.align").map_or(1, power).max(most);
        };
        let stated = |op: OperationRef<'_, '_>| op.attribute("alignment").map_or(1, power);
        match name(op).as_str() {
            "memref.alloc" | "memref.alloca" => return stated(op).max(most),
            "memref.get_global" => return global(op, "name").map_or(1, stated).max(most),
            "llvm.mlir.addressof" => return global(op, "global_name").map_or(1, stated).max(most),
            "llvm.getelementptr" if is_first(op) => {}
            "memref.assume_alignment" => most = most.max(stated(op)),
            "memref.cast" | "memref.memory_space_cast" => {}
            _ => return most,
        }
        let Some(below) = operand(op, 0) else { return most };
        at = below;
    }
}

/// Whether an address is where it counts from.
fn is_first(gep: OperationRef<'_, '_>) -> bool {
    let indices = gep.attribute("rawConstantIndices").map(integers).unwrap_or_default();
    gep.operand_count() == 1 && indices.iter().all(|index| *index == 0)
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
        let own = op.attribute("sym_name").ok().and_then(|a| StringAttribute::try_from(a).ok());
        let is_global = matches!(name(op).as_str(), "memref.global" | "llvm.mlir.global");
        if is_global && own.is_some_and(|own| wanted == [own.value()]) {
            return Some(op);
        }
        next = op.next_in_block();
    }
    None
}
