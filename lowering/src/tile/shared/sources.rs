//! Where a value comes from: through branches, loops and selections back to what defines it.

use layout_mlir::ir;
use melior::ir::operation::{OperationLike, OperationResult};
use melior::ir::{BlockLike, OperationRef, RegionLike, Value, ValueLike};
use rustc_hash::FxHashSet;

/// The values that a value may be: those that neither a branch, a loop nor a selection passes
/// on, as far as that is known.
pub fn sources<'c: 'a, 'a>(value: Value<'c, 'a>) -> Vec<Value<'c, 'a>> {
    let (mut seen, mut stack, mut out) = (FxHashSet::default(), vec![value], Vec::new());
    while let Some(value) = stack.pop() {
        if !seen.insert(ir::key(value)) {
            continue;
        }
        match passed_on(value) {
            Some(from) => stack.extend(from),
            None => out.push(value),
        }
    }
    out
}

/// The memory that a memref is a part or a view of, as far as is known: what is behind its views,
/// branches and loops.
pub fn memory<'c: 'a, 'a>(memref: Value<'c, 'a>) -> Vec<Value<'c, 'a>> {
    let (mut seen, mut waiting, mut out) = (FxHashSet::default(), vec![memref], Vec::new());
    while let Some(value) = waiting.pop() {
        for source in sources(value).into_iter().filter(|source| seen.insert(ir::key(*source))) {
            let view = ir::defining_op(source).filter(|op| ir::effects(*op) == ir::Effects::None);
            match view.and_then(|op| ir::operand(op, 0)).filter(|v| ir::is_memref(v.r#type())) {
                Some(below) => waiting.push(below),
                None => out.push(source),
            }
        }
    }
    out
}

/// The values that a result or an argument of structured control flow is one of; `None` for others.
fn passed_on<'c: 'a, 'a>(value: Value<'c, 'a>) -> Option<Vec<Value<'c, 'a>>> {
    if let Some((block, number)) = ir::block_argument(value) {
        let op = ir::block_parent(block)?;
        return match ir::name(op) {
            "scf.for" if number > 0 => carried(op, number - 1),
            "scf.while" => {
                let before = op.region(0).ok()?.first_block()?;
                let first = before.argument(number).is_ok_and(|a| ir::key(a.into()) == ir::key(value));
                if first {
                    Some(vec![ir::operand(op, number)?, ended(op, 1, number)?])
                } else {
                    Some(vec![ended(op, 0, number + 1)?])
                }
            }
            _ => None,
        };
    }
    let op = ir::defining_op(value)?;
    let number = OperationResult::try_from(value).ok()?.result_number();
    match ir::name(op) {
        "arith.select" => Some(vec![ir::operand(op, 1)?, ir::operand(op, 2)?]),
        "scf.if" | "scf.index_switch" => (0..op.region_count()).map(|r| ended(op, r, number)).collect(),
        "scf.for" => carried(op, number),
        "scf.while" => Some(vec![ended(op, 0, number + 1)?]),
        _ => None,
    }
}

/// What an `scf.for` carries: what it begins with, and what an iteration ends with.
fn carried<'c: 'a, 'a>(op: OperationRef<'c, 'a>, number: usize) -> Option<Vec<Value<'c, 'a>>> {
    Some(vec![ir::operand(op, 3 + number)?, ended(op, 0, number)?])
}

/// An operand of what ends a region.
fn ended<'c: 'a, 'a>(op: OperationRef<'c, 'a>, region: usize, number: usize) -> Option<Value<'c, 'a>> {
    ir::operand(ir::terminator(op.region(region).ok()?.first_block()?)?, number)
}
