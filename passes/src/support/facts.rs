//! What the IR says of an integer value that no term describes.

use layout_dialect::ir::{self, Scalar};
use layout_egraph::Facts;
use melior::ir::operation::OperationLike;
use melior::ir::{BlockLike, OperationRef, Value, ValueLike};

use super::import::range;

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

/// The facts of a leaf value: what its type, its operation and assumptions say.
pub fn leaf_facts(value: Value<'_, '_>, limits: &Limits) -> Facts {
    let of_type = match ir::scalar(value.r#type()) {
        Some(scalar) => signed(scalar),
        None => Facts::UNKNOWN,
    };
    let known = match ir::defining_op(value) {
        Some(op) => op_facts(op, limits),
        None => block_argument(value, limits).unwrap_or(Facts::UNKNOWN),
    };
    // A constant of one bit is an integer of its own, 0 or 1.
    let facts = if known.as_const().is_some() { known } else { of_type.meet(known) };
    let assumed = facts.meet(assumptions(value));
    if assumed.is_contradiction() { facts } else { assumed }
}

/// What `llvm.intr.assume` says of a value by comparison with constants, next to
/// its definition: with nothing in between that could keep it from being reached.
fn assumptions(value: Value<'_, '_>) -> Facts {
    let mut facts = Facts::UNKNOWN;
    let home = |op: OperationRef<'_, '_>| op.block().map(|b| b.to_raw().ptr as usize);
    let own = match ir::defining_op(value) {
        Some(op) => home(op),
        None => ir::block_argument(value).map(|(b, _)| b.to_raw().ptr as usize),
    };
    for compare in ir::users(value) {
        if ir::name(compare) != "arith.cmpi" {
            continue;
        }
        let Some(truth) = ir::result(compare) else { continue };
        let assumed = ir::users(truth)
            .into_iter()
            .any(|user| ir::name(user) == "llvm.intr.assume" && home(user) == own && reached(value, user));
        let predicate = compare.attribute("predicate").ok().and_then(ir::integer);
        let constant = |i: usize| {
            let op = ir::defining_op(ir::operand(compare, i)?)?;
            (ir::name(op) == "arith.constant").then(|| ir::integer(op.attribute("value").ok()?)).flatten()
        };
        let (true, Some(predicate), true) = (assumed, predicate, ir::operand(compare, 0) == Some(value))
        else {
            continue;
        };
        let Some(c) = constant(1) else { continue };
        let said = match predicate {
            0 => Facts::constant(c),
            2 => Facts::range(i64::MIN, c.saturating_sub(1)),
            3 => Facts::range(i64::MIN, c),
            4 => Facts::range(c.saturating_add(1), i64::MAX),
            5 => Facts::range(c, i64::MAX),
            // Unsigned: below a natural number is natural.
            6 if c > 0 => Facts::range(0, c - 1),
            7 if c >= 0 => Facts::range(0, c),
            _ => continue,
        };
        facts = facts.meet(said);
    }
    facts
}

/// Whether control passes from the definition of a value to a later operation of
/// its block: only operations without effects lie between.
fn reached(value: Value<'_, '_>, end: OperationRef<'_, '_>) -> bool {
    let mut at = match ir::defining_op(value) {
        Some(op) => op.next_in_block(),
        None => ir::block_argument(value).and_then(|(b, _)| b.first_operation()),
    };
    while let Some(op) = at {
        if ir::op_key(op) == ir::op_key(end) {
            return true;
        }
        let name = ir::name(op);
        let dialect = name.split('.').next().unwrap_or_default();
        if !matches!(dialect, "arith" | "index" | "layout" | "affine") && name != "llvm.intr.assume" {
            return false;
        }
        at = op.next_in_block();
    }
    false
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

/// Whether all threads of a warp have the same value: numbers and sizes of blocks
/// and grids, sizes of memory, parameters of kernels. Loops may differ by thread.
pub fn is_uniform(value: Value<'_, '_>) -> bool {
    let Some(op) = ir::defining_op(value) else {
        let parent = ir::block_argument(value).and_then(|(block, _)| ir::block_parent(block));
        return parent.is_some_and(|op| ir::name(op) == "gpu.func" && op.has_attribute("gpu.kernel"));
    };
    let name = ir::name(op);
    let register = name.strip_prefix("nvvm.read.ptx.sreg.").and_then(|r| r.split('.').next());
    matches!(name.as_str(), "gpu.block_id" | "gpu.block_dim" | "gpu.grid_dim" | "memref.dim")
        || matches!(register, Some("ctaid" | "ntid" | "nctaid"))
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
        "arith.index_cast" | "arith.extsi" => {
            source(op).map_or(Facts::UNKNOWN, |s| special_register(s).unwrap_or_else(|| signed(s.1)))
        }
        "arith.index_castui" | "arith.extui" => {
            source(op).map_or(Facts::UNKNOWN, |s| special_register(s).unwrap_or_else(|| unsigned(s.1)))
        }
        _ => match ir::result(op) {
            Some(result) => special_register((result, Scalar::Index)).unwrap_or(Facts::UNKNOWN),
            None => Facts::UNKNOWN,
        },
    }
}

/// The operand of a cast with its type.
fn source<'c, 'a>(op: OperationRef<'c, 'a>) -> Option<(Value<'c, 'a>, Scalar)> {
    let operand = ir::operand(op, 0)?;
    Some((operand, ir::scalar(operand.r#type())?))
}

/// The values of a type; those of 64 bits are all there are.
fn signed(scalar: Scalar) -> Facts {
    match scalar {
        Scalar::Int(bits) if bits < 64 => range(scalar, i64::MAX),
        _ => Facts::UNKNOWN,
    }
}

fn unsigned(scalar: Scalar) -> Facts {
    match scalar {
        Scalar::Int(bits) if bits < 63 => Facts::range(0, (1 << bits) - 1),
        _ => Facts::UNKNOWN,
    }
}

/// NVIDIA's special registers.
fn special_register((value, _): (Value<'_, '_>, Scalar)) -> Option<Facts> {
    let register = ir::defining_op(value).map(ir::name)?;
    let register = register.strip_prefix("nvvm.read.ptx.sreg.")?;
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

/// Block arguments whose operation bounds them, apart from loops: the ids and sizes
/// of `gpu.launch`.
fn block_argument(value: Value<'_, '_>, limits: &Limits) -> Option<Facts> {
    let (block, number) = ir::block_argument(value)?;
    let parent = block.parent_operation()?;
    match ir::name(parent).as_str() {
        "gpu.launch" => match number {
            0..3 => Some(Facts::range(0, limits.blocks[number] - 1)),
            3..6 => Some(Facts::range(0, limits.threads[number - 3] - 1)),
            6..9 => Some(Facts::range(1, limits.blocks[number - 6])),
            9..12 => Some(Facts::range(1, limits.threads[number - 9])),
            _ => None,
        },
        _ => None,
    }
}
