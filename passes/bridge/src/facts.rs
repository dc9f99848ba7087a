//! What the IR says of an integer value that no term describes.

use layout_egraph::Facts;
use layout_mlir::ir::{self, CmpIPredicate, Scalar};
use melior::ir::operation::OperationLike;
use melior::ir::{BlockLike, OperationRef, Value, ValueLike};
use rustc_hash::FxHashSet;

/// What is known of the machine a program is for: how wide `index` is, and bounds of
/// ids that the IR does not state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Machine {
    /// Bits of `index`: 32 or 64.
    pub index_bits: u32,
    /// Most threads of a block along x, y, z.
    pub threads: [i64; 3],
    /// Most blocks of a grid along x, y, z.
    pub blocks: [i64; 3],
    /// Most lanes of a subgroup.
    lanes: i64,
}

impl Machine {
    /// Any NVIDIA GPU (CUDA C++ Programming Guide, compute capabilities).
    pub const fn nvidia(index_bits: u32) -> Self {
        let blocks = [i32::MAX as i64, 65_535, 65_535];
        Self { index_bits, threads: [1024, 1024, 64], blocks, lanes: 32 }
    }

    /// Any machine: the bounds of MLIR's own `gpu` dialect, as far as `index` holds them.
    pub const fn generic(index_bits: u32) -> Self {
        let most = if index_bits > 32 { u32::MAX as i64 } else { i32::MAX as i64 };
        Self { index_bits, threads: [most; 3], blocks: [most; 3], lanes: 128 }
    }

    /// The bits of a type.
    pub const fn bits(&self, scalar: Scalar) -> u32 {
        match scalar {
            Scalar::Index => self.index_bits,
            Scalar::Int(bits) => bits,
        }
    }

    /// The values of a type: signed, but the truth of one bit is 1.
    pub fn range(&self, scalar: Scalar) -> Facts {
        match scalar {
            Scalar::Int(1) => Facts::range(0, 1),
            other => Facts::signed(self.bits(other)),
        }
    }
}

/// The facts of a value that is no term: what its type, its operation and assumptions
/// say. They hold wherever the value is defined and no poison.
pub fn leaf_facts(value: Value<'_, '_>, machine: &Machine) -> Facts {
    let of_type = ir::scalar(value.r#type()).map_or(Facts::UNKNOWN, |s| machine.range(s));
    let known = match ir::defining_op(value) {
        Some(op) => op_facts(op, machine),
        None => launch_argument(value, machine),
    };
    // What contradicts the type, such as a bound that `index` does not hold, is not said.
    let met = |facts: Facts, more: Facts| Some(facts.meet(more)).filter(|f| !f.is_contradiction());
    let facts = met(of_type, known).unwrap_or(of_type);
    met(facts, assumptions(value, &of_type)).unwrap_or(facts)
}

/// What `llvm.intr.assume` says of a value by comparison with constants, next to
/// its definition: with nothing in between that could keep it from being reached.
fn assumptions(value: Value<'_, '_>, of_type: &Facts) -> Facts {
    let mut facts = Facts::UNKNOWN;
    let mut compared = Vec::new();
    for compare in ir::users(value) {
        if ir::name(compare) != "arith.cmpi" || ir::operand(compare, 0) != Some(value) {
            continue;
        }
        let users = ir::result(compare).map(ir::users).unwrap_or_default();
        compared.extend(users.into_iter().filter(|u| is_assumption(*u)).map(|u| (ir::op_key(u), compare)));
    }
    if compared.is_empty() {
        return facts;
    }
    let reached = reached(value, &compared.iter().map(|(user, _)| *user).collect());
    for (user, compare) in compared {
        let (true, Some(predicate)) = (reached.contains(&user), CmpIPredicate::of(compare)) else { continue };
        let Some(c) = ir::operand(compare, 1).and_then(ir::constant) else { continue };
        let end = i128::from(c);
        // The low bits of another number are meant.
        if !of_type.admit(end) {
            continue;
        }
        facts = facts.meet(match predicate {
            CmpIPredicate::Eq => Facts::constant(c),
            CmpIPredicate::Slt => Facts::at_most(end - 1),
            CmpIPredicate::Sle => Facts::at_most(end),
            CmpIPredicate::Sgt => Facts::at_least(end + 1),
            CmpIPredicate::Sge => Facts::at_least(end),
            // Below a natural number is natural.
            CmpIPredicate::Ult if c > 0 => Facts::range(0, end - 1),
            CmpIPredicate::Ule if c >= 0 => Facts::range(0, end),
            _ => continue,
        });
    }
    facts
}

/// Whether an operation is `llvm.intr.assume`.
pub fn is_assumption(op: OperationRef<'_, '_>) -> bool {
    ir::name(op) == "llvm.intr.assume"
}

/// Most operations between a value and what is assumed of it, or between two assumptions.
const BETWEEN: usize = 256;

/// Which of the operations `ends` control passes to from the definition of a value: only
/// operations of its block without effects and without regions lie between.
fn reached(value: Value<'_, '_>, ends: &FxHashSet<usize>) -> FxHashSet<usize> {
    let mut at = match ir::defining_op(value) {
        Some(op) => op.next_in_block(),
        None => ir::block_argument(value).and_then(|(b, _)| b.first_operation()),
    };
    let (mut out, mut passed) = (FxHashSet::default(), 0);
    while let Some(op) = at.filter(|_| passed < BETWEEN && out.len() < ends.len()) {
        passed += 1;
        if ends.contains(&ir::op_key(op)) {
            out.insert(ir::op_key(op));
            passed = 0;
        }
        let name = ir::name(op);
        let passes = matches!(name.split('.').next(), Some("arith" | "index" | "layout" | "affine"))
            && op.region_count() == 0;
        if !passes && !is_assumption(op) {
            break;
        }
        at = op.next_in_block();
    }
    out
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
    matches!(name, "gpu.block_id" | "gpu.block_dim" | "gpu.grid_dim" | "memref.dim")
        || matches!(register, Some("ctaid" | "ntid" | "nctaid"))
}

/// Whether an operation runs its body any number of times.
pub fn is_loop(op: OperationRef<'_, '_>) -> bool {
    matches!(ir::name(op), "scf.for" | "scf.while" | "scf.parallel" | "affine.for" | "affine.parallel")
}

fn op_facts(op: OperationRef<'_, '_>, machine: &Machine) -> Facts {
    let name = ir::name(op);
    let dimension = || {
        // Only operations of `gpu` have one.
        let text = name.starts_with("gpu.").then(|| op.attribute("dimension").ok()).flatten()?.to_string();
        ["x", "y", "z"].iter().position(|d| text.contains(&format!("dim {d}")))
    };
    let bound = || op.attribute("upper_bound").ok().and_then(ir::integer).filter(|n| *n > 0);
    let below = |limit: i64| Facts::range(0, bound().unwrap_or(limit).max(1) - 1);
    let up_to = |limit: i64| Facts::range(1, bound().unwrap_or(limit).max(1));
    let size = |known: Option<i64>, limit: i64| known.map_or_else(|| up_to(limit), Facts::constant);
    match (name, dimension()) {
        ("gpu.thread_id", Some(d)) => {
            below(known_size(op, "known_block_size", d).unwrap_or(machine.threads[d]))
        }
        ("gpu.block_id", Some(d)) => below(known_size(op, "known_grid_size", d).unwrap_or(machine.blocks[d])),
        ("gpu.block_dim", Some(d)) => size(known_size(op, "known_block_size", d), machine.threads[d]),
        ("gpu.grid_dim", Some(d)) => size(known_size(op, "known_grid_size", d), machine.blocks[d]),
        ("gpu.lane_id", _) => below(machine.lanes),
        ("memref.dim" | "tensor.dim", _) => Facts::NATURAL,
        _ => special_register(name),
    }
}

/// NVIDIA's special registers (PTX ISA, "Special Registers").
fn special_register(name: &str) -> Facts {
    let nvidia = Machine::nvidia(64);
    let Some(register) = name.strip_prefix("nvvm.read.ptx.sreg.") else { return Facts::UNKNOWN };
    let (what, dimension) = register.split_once('.').unwrap_or((register, "x"));
    let Some(d) = ["x", "y", "z"].iter().position(|n| *n == dimension) else { return Facts::UNKNOWN };
    match what {
        "tid" => Facts::range(0, nvidia.threads[d] - 1),
        "ctaid" => Facts::range(0, nvidia.blocks[d] - 1),
        "ntid" => Facts::range(1, nvidia.threads[d]),
        "nctaid" => Facts::range(1, nvidia.blocks[d]),
        "laneid" => Facts::range(0, nvidia.lanes - 1),
        _ => Facts::UNKNOWN,
    }
}

/// An entry of the enclosing function's `known_block_size` or `known_grid_size`.
fn known_size(op: OperationRef<'_, '_>, attribute: &str, dimension: usize) -> Option<i64> {
    let mut parent = op.parent_operation();
    while let Some(op) = parent {
        // A kernel has the attribute itself, any other function with the dialect's prefix.
        let name = if ir::name(op) == "gpu.func" { attribute.into() } else { format!("gpu.{attribute}") };
        if let Ok(sizes) = op.attribute(&name) {
            return ir::integers(sizes).get(dimension).copied().filter(|n| *n > 0);
        }
        parent = op.parent_operation();
    }
    None
}

/// Ids and sizes that are arguments of `gpu.launch`.
fn launch_argument(value: Value<'_, '_>, machine: &Machine) -> Facts {
    let launch = ir::block_argument(value)
        .and_then(|(block, number)| Some((block.parent_operation()?, number)))
        .filter(|(parent, _)| ir::name(*parent) == "gpu.launch");
    match launch {
        Some((_, n @ 0..3)) => Facts::range(0, machine.blocks[n] - 1),
        Some((_, n @ 3..6)) => Facts::range(0, machine.threads[n - 3] - 1),
        Some((_, n @ 6..9)) => Facts::range(1, machine.blocks[n - 6]),
        Some((_, n @ 9..12)) => Facts::range(1, machine.threads[n - 9]),
        _ => Facts::UNKNOWN,
    }
}
