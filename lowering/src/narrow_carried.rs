//! `layout-narrow-carried`: indices that loops and branches of GPU modules carry, as integers of 32 bits.
//!
//! `convert-nvgpu-to-nvvm` converts the types of what `scf` carries, and knows no index but of 64 bits: where an index has
//! 32, a loop would count in 64 for nothing.
//!
//! ```mlir
//! // Before:
//! %r = scf.for %i = %a to %b step %c iter_args(%x = %0) -> (index) { … scf.yield %y : index }
//! // After:
//! %1 = arith.index_cast %0 : index to i32
//! %2 = scf.for %i = %a to %b step %c iter_args(%3 = %1) -> (i32) {
//!   %x = arith.index_cast %3 : i32 to index … %4 = arith.index_cast %y : index to i32   scf.yield %4 : i32
//! }
//! %r = arith.index_cast %2 : i32 to index
//! ```

use layout_mlir::ir;
use layout_mlir::registry::{OptionValues, PassInfo};
use melior::ir::operation::{OperationBuilder, OperationLike};
use melior::ir::r#type::IntegerType;
use melior::ir::{BlockLike, BlockRef, OperationRef, Type, Value, ValueLike};

/// The pass.
pub const INFO: PassInfo = PassInfo {
    name: "layout-narrow-carried",
    summary: "Carry indices through loops and branches of GPU modules as integers of 32 bits",
    options: &[],
    statistics: &[],
    run,
};

fn run(op: OperationRef<'_, '_>, _: &OptionValues) -> bool {
    for module in ir::nested(op).into_iter().filter(|op| ir::name(*op) == "gpu.module") {
        for op in ir::nested(module) {
            narrow(op);
        }
    }
    true
}

/// Narrows what an operation carries.
fn narrow(op: OperationRef<'_, '_>) {
    let blocks = ir::blocks(op);
    match (ir::name(op), &blocks[..]) {
        ("scf.for", [body]) => {
            give(op, 3);
            take_arguments(*body, 1);
            yield_all(*body, 0);
        }
        ("scf.while", [before, after]) => {
            give(op, 0);
            take_arguments(*before, 0);
            // (Behind the condition.)
            yield_all(*before, 1);
            take_arguments(*after, 0);
            yield_all(*after, 0);
        }
        ("scf.if" | "scf.index_switch", _) => blocks.iter().for_each(|block| yield_all(*block, 0)),
        _ => return,
    }
    if let Some(next) = op.next_in_block() {
        for result in ir::results(op) {
            take(result, next);
        }
    }
}

/// Gives an operation its indices from an operand on as integers.
fn give(op: OperationRef<'_, '_>, from: usize) {
    for (operand, value) in op.operands().enumerate().skip(from) {
        let narrow = ir::is_index(value.r#type()).then(|| cast(op, value, narrow_type(op))).flatten();
        if let Some(narrow) = narrow {
            ir::set_operand(ir::Use { op, operand }, narrow);
        }
    }
}

/// The same of what ends a block.
fn yield_all(block: BlockRef<'_, '_>, from: usize) {
    if let Some(end) = ir::terminator(block) {
        give(end, from);
    }
}

/// Makes the arguments of a block that are indices, from one on, integers.
fn take_arguments(block: BlockRef<'_, '_>, from: usize) {
    let Some(first) = block.first_operation() else { return };
    for argument in ir::arguments(block).into_iter().skip(from) {
        take(argument, first);
    }
}

/// Makes a value that is an index an integer, which is an index again before an operation.
fn take<'c: 'a, 'a>(value: Value<'c, 'a>, before: OperationRef<'c, 'a>) {
    let index = value.r#type();
    if !ir::is_index(index) {
        return;
    }
    let uses = ir::uses(value);
    ir::set_type(value, narrow_type(before));
    let wide = if uses.is_empty() { None } else { cast(before, value, index) };
    if let Some(wide) = wide {
        for place in uses {
            ir::set_operand(place, wide);
        }
    }
}

fn narrow_type<'c>(op: OperationRef<'c, '_>) -> Type<'c> {
    IntegerType::new(ir::context(op), 32).into()
}

fn cast<'c: 'a, 'a>(
    before: OperationRef<'c, 'a>,
    value: Value<'c, 'a>,
    r#type: Type<'c>,
) -> Option<Value<'c, 'a>> {
    let cast = OperationBuilder::new("arith.index_cast", ir::location(before));
    ir::inserted_result(before, cast.add_operands(&[value]).add_results(&[r#type]).build())
}
