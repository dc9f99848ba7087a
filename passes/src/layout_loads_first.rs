//! `layout-loads-first`: what an iteration of a loop loads is asked for before anything is computed of it.
//!
//! An instruction waits for what it reads, and so does all that follows it. The copies of a body that
//! `layout-unroll` makes load and compute in turn, and ptxas, which mostly keeps that order where
//! registers are few, then waits for the first loads before it issues the others.
//!
//! ```mlir
//! // Before:
//! %x = memref.load %m[%i] : …    %s = arith.addf %a, %x : f32
//! %y = memref.load %m[%j] : …    %t = arith.addf %s, %y : f32
//! // After:
//! %x = memref.load %m[%i] : …    %y = memref.load %m[%j] : …
//! %s = arith.addf %a, %x : f32   %t = arith.addf %s, %y : f32
//! ```
//!
//! A load from where another one says waits for that, and so do those behind it: it goes behind all that wait for none.
//!
//! Only in bodies of innermost loops, and of branches such as those that some of what a loop leaves runs under, between operations that may write or wait, and for at most
//! [`LIMIT`] bytes: they are in registers at once.

use layout_mlir::ir::{self, Effects, ValueKey};
use layout_mlir::registry::{OptionValues, PassInfo};
use melior::ir::block::BlockRef;
use melior::ir::operation::OperationLike;
use melior::ir::{BlockLike, OperationRef, Type, ValueLike};
use rustc_hash::{FxHashMap, FxHashSet};

/// The pass.
pub const INFO: PassInfo = PassInfo {
    name: "layout-loads-first",
    summary: "Move loads in bodies of loops before what is computed of them",
    options: &[],
    statistics: &[],
    run,
};

/// Most bytes of loads that are moved together: half the registers of a thread of which an SM has a thousand.
const LIMIT: u64 = 128;

fn run(op: OperationRef<'_, '_>, _: &OptionValues) -> bool {
    for candidate in ir::nested(op) {
        let is_one = matches!(ir::name(candidate), "scf.for" | "affine.for" | "scf.if");
        let inside = || ir::nested(candidate).into_iter().skip(1);
        if !is_one || inside().any(|op| op.region_count() > 0) {
            continue;
        }
        for stretch in ir::blocks(candidate).into_iter().flat_map(stretches) {
            reorder(&stretch);
        }
    }
    true
}

/// The operations of a block between those that may write or wait.
fn stretches<'c, 'a>(block: BlockRef<'c, 'a>) -> Vec<Vec<OperationRef<'c, 'a>>> {
    let mut out = vec![Vec::new()];
    let mut next = block.first_operation();
    while let Some(op) = next {
        next = op.next_in_block();
        match (ir::effects(op), out.last_mut()) {
            (Effects::None | Effects::Read, Some(last)) if next.is_some() => last.push(op),
            _ => out.push(Vec::new()),
        }
    }
    out
}

/// Moves the loads of a stretch to its beginning, and before them what they need.
fn reorder(stretch: &[OperationRef<'_, '_>]) {
    let loads = || stretch.iter().filter(|op| ir::effects(**op) == Effects::Read);
    let bytes: Option<u64> = loads().map(|op| loaded(*op)).sum();
    if loads().nth(1).is_none() || bytes.is_none_or(|bytes| bytes > LIMIT) {
        return;
    }
    // From the end, since an operand stands before its user.
    let mut needed: FxHashSet<ValueKey> = FxHashSet::default();
    let mut moved = Vec::new();
    for op in stretch.iter().rev() {
        if ir::effects(*op) == Effects::Read || op.results().any(|r| needed.contains(&ir::key(r.into()))) {
            needed.extend(op.operands().map(ir::key));
            moved.push(*op);
        }
    }
    moved.reverse();
    // What waits for another load goes behind all that do not.
    let mut levels: FxHashMap<ValueKey, usize> = FxHashMap::default();
    let mut ordered: Vec<(usize, OperationRef<'_, '_>)> = Vec::new();
    for op in moved {
        let level = op.operands().filter_map(|value| levels.get(&ir::key(value)).copied()).max().unwrap_or(0);
        let own = level + usize::from(ir::effects(op) == Effects::Read);
        levels.extend(op.results().map(|r| (ir::key(r.into()), own)));
        ordered.push((level, op));
    }
    ordered.sort_by_key(|(level, _)| *level);
    // Those in front are where they belong; the others go before the first that is not moved, if there is one.
    let keys: FxHashSet<usize> = ordered.iter().map(|(_, op)| ir::op_key(*op)).collect();
    let stays = stretch.iter().copied().find(|op| !keys.contains(&ir::op_key(*op)));
    let behind = || stretch.last().and_then(|op| op.next_in_block());
    let Some(before) = stays.or_else(behind) else { return };
    let is_there = |((_, a), b): &(&(usize, OperationRef<'_, '_>), &OperationRef<'_, '_>)| {
        ir::op_key(*a) == ir::op_key(**b)
    };
    let front = ordered.iter().zip(stretch).take_while(is_there).count();
    for (_, op) in &ordered[front..] {
        ir::move_before(*op, before);
    }
}

/// The bytes that an operation loads; `None` for what has no size in registers.
fn loaded(op: OperationRef<'_, '_>) -> Option<u64> {
    op.results().map(|r| bytes(r.r#type())).sum()
}

fn bytes(r#type: Type<'_>) -> Option<u64> {
    match ir::vector(r#type) {
        Some((shape, element)) => {
            let elements =
                shape.iter().try_fold(1u64, |product, n| product.checked_mul(u64::try_from(*n).ok()?))?;
            ir::bytes(element)?.checked_mul(elements)
        }
        None if ir::is_index(r#type) => Some(8),
        None => ir::bytes(r#type),
    }
}
