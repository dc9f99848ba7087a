//! What the IR says of an integer value that no term describes.

use layout_dialect::ir;
use layout_egraph::Facts;
use melior::ir::operation::OperationLike;
use melior::ir::{BlockLike, OperationRef, Value, ValueLike};

/// How large a launch can be: bounds of ids that the IR does not state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Most threads of a block along x, y, z.
    threads: [i64; 3],
    /// Most blocks of a grid along x, y, z.
    blocks: [i64; 3],
    /// Most lanes of a subgroup.
    lanes: i64,
}

impl Limits {
    /// Of all NVIDIA GPUs (CUDA C++ Programming Guide, compute capabilities).
    pub const NVIDIA: Self =
        Self { threads: [1024, 1024, 64], blocks: [i32::MAX as i64, 65_535, 65_535], lanes: 32 };
    /// Of any GPU: MLIR's own bounds (`gpu` dialect, integer ranges).
    pub const GENERIC: Self =
        Self { threads: [u32::MAX as i64; 3], blocks: [u32::MAX as i64; 3], lanes: 128 };
}

/// The facts of a leaf value.
pub fn leaf_facts(value: Value<'_, '_>, limits: &Limits) -> Facts {
    match ir::defining_op(value) {
        Some(op) => op_facts(op, limits),
        None => induction_variable(value).unwrap_or(Facts::UNKNOWN),
    }
}

/// How many loops a value varies in: those around its definition.
pub fn loop_depth(value: Value<'_, '_>) -> u32 {
    let mut depth = 0;
    let mut parent = match ir::defining_op(value) {
        Some(op) => op.parent_operation(),
        None => ir::block_argument(value).and_then(|(block, _)| block.parent_operation()),
    };
    while let Some(op) = parent {
        depth += u32::from(is_loop(op));
        parent = op.parent_operation();
    }
    depth
}

fn is_loop(op: OperationRef<'_, '_>) -> bool {
    matches!(
        ir::name(op).as_str(),
        "scf.for" | "scf.while" | "scf.parallel" | "affine.for" | "affine.parallel"
    )
}

fn op_facts(op: OperationRef<'_, '_>, limits: &Limits) -> Facts {
    let name = ir::name(op);
    let dimension = || {
        let text = op.attribute("dimension").map(|a| a.to_string()).unwrap_or_default();
        ["x", "y", "z"].iter().position(|d| text.contains(&format!("dim {d}")))
    };
    let below = |limit: i64| Facts::range(0, upper_bound(op).unwrap_or(limit).max(1) - 1);
    let up_to = |limit: i64| Facts::range(1, upper_bound(op).unwrap_or(limit).max(1));
    match name.as_str() {
        "arith.constant" => match op.attribute("value").ok().and_then(ir::integer) {
            Some(c) => Facts::constant(c),
            None => Facts::UNKNOWN,
        },
        "gpu.thread_id" => match dimension() {
            Some(d) => below(known_size(op, "known_block_size", d).unwrap_or(limits.threads[d])),
            None => Facts::UNKNOWN,
        },
        "gpu.block_id" => match dimension() {
            Some(d) => below(known_size(op, "known_grid_size", d).unwrap_or(limits.blocks[d])),
            None => Facts::UNKNOWN,
        },
        "gpu.block_dim" => match dimension() {
            Some(d) => match known_size(op, "known_block_size", d) {
                Some(n) => Facts::constant(n),
                None => up_to(limits.threads[d]),
            },
            None => Facts::UNKNOWN,
        },
        "gpu.grid_dim" => match dimension() {
            Some(d) => match known_size(op, "known_grid_size", d) {
                Some(n) => Facts::constant(n),
                None => up_to(limits.blocks[d]),
            },
            None => Facts::UNKNOWN,
        },
        "gpu.lane_id" => below(limits.lanes),
        "memref.dim" | "tensor.dim" => Facts::range(0, i64::MAX),
        "arith.index_cast" | "arith.index_castui" => match ir::operand(op, 0) {
            Some(source) => cast(source, name == "arith.index_castui"),
            None => Facts::UNKNOWN,
        },
        _ => Facts::UNKNOWN,
    }
}

/// A cast to `index` keeps what is known of a special register, and the width.
fn cast(source: Value<'_, '_>, unsigned: bool) -> Facts {
    let register = ir::defining_op(source).map(ir::name).unwrap_or_default();
    let special = register.strip_prefix("nvvm.read.ptx.sreg.").and_then(|register| {
        let (what, dimension) = register.split_once('.').unwrap_or((register, "x"));
        let d = ["x", "y", "z"].iter().position(|n| *n == dimension)?;
        match what {
            "tid" => Some(Facts::range(0, Limits::NVIDIA.threads[d] - 1)),
            "ctaid" => Some(Facts::range(0, Limits::NVIDIA.blocks[d] - 1)),
            "ntid" => Some(Facts::range(1, Limits::NVIDIA.threads[d])),
            "nctaid" => Some(Facts::range(1, Limits::NVIDIA.blocks[d])),
            "laneid" => Some(Facts::range(0, Limits::NVIDIA.lanes - 1)),
            _ => None,
        }
    });
    special.unwrap_or_else(|| match (source.r#type().to_string().as_str(), unsigned) {
        ("i32", false) => Facts::range(i32::MIN.into(), i32::MAX.into()),
        ("i32", true) => Facts::range(0, u32::MAX.into()),
        ("i16", false) => Facts::range(i16::MIN.into(), i16::MAX.into()),
        ("i16", true) => Facts::range(0, u16::MAX.into()),
        _ => Facts::UNKNOWN,
    })
}

fn upper_bound(op: OperationRef<'_, '_>) -> Option<i64> {
    ir::integer(op.attribute("upper_bound").ok()?)
}

/// An entry of the enclosing kernel's `known_block_size` or `known_grid_size`.
fn known_size(op: OperationRef<'_, '_>, attribute: &str, dimension: usize) -> Option<i64> {
    let mut parent = op.parent_operation();
    while let Some(op) = parent {
        if ir::name(op) == "gpu.func" {
            let text = op.attribute(attribute).ok()?.to_string();
            let list = text.split_once(':')?.1.trim_end_matches('>');
            return list.split(',').nth(dimension)?.trim().parse().ok();
        }
        parent = op.parent_operation();
    }
    None
}

/// The range of the induction variable of `scf.for` with constant bounds.
fn induction_variable(value: Value<'_, '_>) -> Option<Facts> {
    let (block, number) = ir::block_argument(value)?;
    let parent = block.parent_operation()?;
    if ir::name(parent) != "scf.for" || number != 0 {
        return None;
    }
    let constant = |i: usize| {
        let op = ir::defining_op(ir::operand(parent, i)?)?;
        (ir::name(op) == "arith.constant").then(|| ir::integer(op.attribute("value").ok()?)).flatten()
    };
    let (lower, upper, step) = (constant(0)?, constant(1)?, constant(2)?);
    if step < 1 || upper <= lower {
        return None;
    }
    let facts = Facts::range(lower, upper - 1);
    Some(if lower.rem_euclid(step) == 0 { facts.with_divisor(step) } else { facts })
}
