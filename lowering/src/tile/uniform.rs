//! What blocks of a cluster compute alike: [`differs`].
//!
//! They have the same arguments and the same memory, that nobody writes, and count loops alike. Their numbers along x differ:
//! of those only what is the same for all of them is alike, a number divided by that of the blocks, or without the rank; and of
//! blocks that are some ranks apart what is left of a division by that.

use layout_mlir::ir::{self, Effects};
use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, Value, ValueLike};
use rustc_hash::FxHashSet;

use super::peers::Peers;

/// What a machine says that is the same in all blocks of a cluster along x, beside what is said along y and z.
const COMMON: [&str; 13] = [
    "gpu.dynamic_shared_memory",
    "gpu.grid_dim",
    "gpu.block_dim",
    "gpu.cluster_dim",
    "gpu.cluster_dim_blocks",
    "gpu.cluster_id",
    "gpu.num_subgroups",
    "gpu.subgroup_size",
    "nvvm.read.ptx.sreg.nctaid.x",
    "nvvm.read.ptx.sreg.nctaid.y",
    "nvvm.read.ptx.sreg.nctaid.z",
    "nvvm.read.ptx.sreg.clusterid.x",
    "nvvm.read.ptx.sreg.cluster.nctarank",
];

/// The operation on which it depends that a value is not the same in some blocks of a cluster; `None` if it is the same.
pub fn differs<'c: 'a, 'a>(value: Value<'c, 'a>, blocks: Peers) -> Option<OperationRef<'c, 'a>> {
    // (What only depends on itself around a loop is the same.)
    let (mut seen, mut work) = (FxHashSet::default(), vec![value]);
    while let Some(value) = work.pop() {
        if !seen.insert(ir::key(value)) {
            continue;
        }
        match of(value, blocks) {
            Ok(needs) => work.extend(needs),
            Err(op) => return Some(op),
        }
    }
    None
}

/// What has to be the same in all blocks for a value to be so; the operation that gives what is not.
fn of<'c: 'a, 'a>(value: Value<'c, 'a>, blocks: Peers) -> Result<Vec<Value<'c, 'a>>, OperationRef<'c, 'a>> {
    if let Some((block, number)) = ir::block_argument(value) {
        let Some(around) = ir::block_parent(block) else { return Ok(Vec::new()) };
        return match (ir::name(around), number) {
            ("gpu.func" | "func.func", _) => Ok(Vec::new()),
            ("scf.for", 0) => Ok(around.operands().take(3).collect()),
            ("scf.for", _) => Ok(carried(around, number - 1)),
            _ => Err(around),
        };
    }
    let Some(op) = ir::defining_op(value) else { return Ok(Vec::new()) };
    let number = ir::results(op).iter().position(|result| *result == value).unwrap_or(0);
    match ir::name(op) {
        "scf.for" => Ok(carried(op, number)),
        "scf.if" => {
            let ends = ir::blocks(op).into_iter().filter_map(ir::terminator);
            Ok(ends.filter_map(|end| ir::operand(end, number)).chain(op.operands().take(1)).collect())
        }
        "memref.alloc" | "memref.get_global" | "layout.no_copy" | "layout.copy_async" => Ok(Vec::new()),
        // (Assembly may read any register of the machine.)
        "func.call" | "llvm.inline_asm" => Err(op),
        _ if op.region_count() > 0 || ir::effects(op) == Effects::Any => Err(op),
        name if name.starts_with("gpu.") || name.starts_with("nvvm.") => {
            if COMMON.contains(&name) || is_along(op, "yz") { Ok(Vec::new()) } else { Err(op) }
        }
        _ if is_of_cluster(op, blocks) => Ok(Vec::new()),
        _ => Ok(op.operands().collect()),
    }
}

/// What a value is made of that a loop hands on.
fn carried<'c: 'a, 'a>(r#loop: OperationRef<'c, 'a>, number: usize) -> Vec<Value<'c, 'a>> {
    let end = ir::blocks(r#loop).first().copied().and_then(ir::terminator);
    let handed = end.and_then(|end| ir::operand(end, number));
    r#loop.operands().take(3).chain(ir::operand(r#loop, number + 3)).chain(handed).collect()
}

/// Whether an operation gives the number of a block along one of some dimensions.
fn is_along(op: OperationRef<'_, '_>, dimensions: &str) -> bool {
    let along = |c: char| match ir::name(op) {
        "gpu.block_id" => {
            op.attribute("dimension").is_ok_and(|of| of.to_string() == format!("#gpu<dim {c}>"))
        }
        name => name == format!("nvvm.read.ptx.sreg.ctaid.{c}"),
    };
    dimensions.chars().any(along)
}

/// Whether an operation gives of the block's number what all of these blocks have: that of them all, which of the blocks between
/// them it is, or the number of the cluster's first block.
fn is_of_cluster(op: OperationRef<'_, '_>, blocks: Peers) -> bool {
    let (Some(of), Some(by)) = (ir::operand(op, 0), ir::operand(op, 1)) else { return false };
    let known = ir::constant(by);
    let is_counted = || is_number(of) || is_rank(of, blocks.cluster);
    let above = |n: i64| n > 0 && n % blocks.period() == 0;
    let below = |n: i64| n > 0 && blocks.step % n == 0;
    match ir::name(op) {
        "arith.divui" | "arith.divsi" | "arith.floordivsi" => known.is_some_and(above) && is_counted(),
        "arith.shrui" | "arith.shrsi" => {
            known.is_some_and(|n| (0..32).contains(&n) && above(1 << n)) && is_counted()
        }
        "arith.remui" | "arith.remsi" => known.is_some_and(below) && is_counted(),
        "arith.andi" => known.is_some_and(|n| n & (n + 1) == 0 && below(n + 1)) && is_counted(),
        "arith.subi" => is_number(of) && is_rank(by, blocks.cluster),
        _ => false,
    }
}

/// What a value is before it is widened or narrowed: the number of a block does not change.
fn source<'c: 'a, 'a>(value: Value<'c, 'a>) -> Option<OperationRef<'c, 'a>> {
    let mut op = ir::defining_op(value)?;
    while matches!(
        ir::name(op),
        "arith.index_cast" | "arith.index_castui" | "arith.extui" | "arith.extsi" | "arith.trunci"
    ) {
        // (In 32 bits, as along x there may be 2^31 - 1 blocks.)
        let narrow = ir::result(op).and_then(|value| ir::bits(value.r#type()));
        if narrow.is_some_and(|bits| bits < 32) {
            return None;
        }
        op = ir::defining_op(ir::operand(op, 0)?)?;
    }
    Some(op)
}

/// Whether a value is the number of the block along x.
fn is_number(value: Value<'_, '_>) -> bool {
    source(value).is_some_and(|op| is_along(op, "x"))
}

/// Whether a value is the rank of the block in its cluster.
fn is_rank(value: Value<'_, '_>, blocks: i64) -> bool {
    let Some(op) = source(value) else { return false };
    let of_number = |by: i64| {
        ir::operand(op, 0).is_some_and(is_number) && ir::operand(op, 1).and_then(ir::constant) == Some(by)
    };
    match ir::name(op) {
        "gpu.cluster_block_id" => op.attribute("dimension").is_ok_and(|of| of.to_string() == "#gpu<dim x>"),
        "nvvm.read.ptx.sreg.cluster.ctarank" => true,
        "arith.remui" | "arith.remsi" => of_number(blocks),
        "arith.andi" => blocks & (blocks - 1) == 0 && of_number(blocks - 1),
        _ => false,
    }
}
