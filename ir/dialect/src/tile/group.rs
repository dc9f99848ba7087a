//! What holds in a function of tile code, whose group of threads `layout.threads` states: every
//! encoding is for that many threads, no thread asks who it is, and nothing changes an encoding
//! but `layout.convert`.

use layout_mlir::ir;
use layout_tile::{Tv, TvError};
use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, Type, Value, ValueLike};

use super::multiply::verify_products;
use super::tokens::verify_tokens;
use super::{Tile, attribute, is_elementwise, report};

/// The attribute of a function that states the threads of its group.
pub const THREADS: &str = "layout.threads";

/// What is wrong in a function of tile code.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GroupError {
    /// Not on a function.
    #[error("has layout.threads, which stands on functions: func.func or gpu.func")]
    NoFunction,
    /// No number of threads.
    #[error(
        "has layout.threads = {0}, which must be an i64 from 1 to 1024: a multiple of 32, or 1, 2, 4, 8 or 16"
    )]
    Threads(String),
    /// An encoding for another group.
    #[error("{value} {number}: {error}")]
    Encoding {
        /// `operand`, `result` or `argument`.
        value: &'static str,
        /// Which of them.
        number: usize,
        /// Why it is another's.
        error: TvError,
    },
    /// A question that each thread answers otherwise.
    #[error(
        "is different in each thread, and in a function with layout.threads everything but tiles is the same in all of them: use layout.iota for coordinates"
    )]
    ThreadId,
    /// What each thread would do once more.
    #[error(
        "would be done by each of the {0} threads, and in a function with layout.threads an operation is done once, by all of them together"
    )]
    EachThread(i64),
    /// Elementwise operations on tiles that lie otherwise.
    #[error("computes in place, in one encoding, and has {} and {}: insert a layout.convert", .have[0], .have[1])]
    Elementwise {
        /// Two of its encodings.
        have: [String; 2],
    },
    /// A cast that is a move.
    #[error("changes the encoding from {from} to {to}, which is a move between threads: use layout.convert")]
    Cast {
        /// The operand's.
        from: String,
        /// The result's.
        to: String,
    },
    /// A loop or a branch whose parts do not agree.
    #[error(
        "hands on value {number} in {have}, and {parent} has it in {want}: insert a layout.convert before"
    )]
    Carried {
        /// Which of its values.
        number: usize,
        /// Its encoding.
        have: String,
        /// What takes it.
        parent: String,
        /// The encoding there.
        want: String,
    },
}

/// The threads of the group that an operation's function states; `None` outside of tile code.
pub fn group_threads(op: OperationRef<'_, '_>) -> Option<i64> {
    let mut next = Some(op);
    while let Some(op) = next {
        if let Some(threads) = attribute(op, THREADS) {
            return ir::integer(threads);
        }
        next = op.block().and_then(ir::block_parent);
    }
    None
}

/// Checks an operation with the attribute `layout.threads`, and all that is inside it. Emits the
/// first error of each check, and returns whether there was none.
pub(crate) fn verify_group(function: OperationRef<'_, '_>) -> bool {
    let threads = match stated_threads(function) {
        Ok(threads) => threads,
        Err(error) => {
            report(function, &error.to_string(), None);
            return false;
        }
    };
    for op in ir::nested(function) {
        if let Err(error) = verify_inside(op, threads) {
            report(op, &error.to_string(), None);
            return false;
        }
    }
    if let Err((at, error)) = verify_products(function) {
        report(at, &error.to_string(), None);
        return false;
    }
    verify_tokens(function)
}

fn stated_threads(function: OperationRef<'_, '_>) -> Result<i64, GroupError> {
    if !matches!(ir::name(function), "func.func" | "gpu.func") {
        return Err(GroupError::NoFunction);
    }
    let stated = attribute(function, THREADS);
    let wide = |text: String| text.ends_with(": i64");
    let number = stated.filter(|a| wide(a.to_string())).and_then(ir::integer);
    let right =
        |n: &i64| (1..=1024).contains(n) && (n % 32 == 0 || *n < 32 && n.unsigned_abs().is_power_of_two());
    let text = || stated.map(|a| a.to_string()).unwrap_or_default();
    number.filter(right).ok_or_else(|| GroupError::Threads(text()))
}

fn verify_inside(op: OperationRef<'_, '_>, threads: i64) -> Result<(), GroupError> {
    let name = ir::name(op);
    if differs(name) {
        return Err(GroupError::ThreadId);
    }
    if threads > 1 && is_counted(name) {
        return Err(GroupError::EachThread(threads));
    }
    let (operands, results): (Vec<_>, _) = (op.operands().collect(), ir::results(op));
    for (value, list) in [("operand", &operands), ("result", &results)] {
        verify_threads(value, list, threads)?;
    }
    for block in ir::blocks(op) {
        verify_threads("argument", &ir::arguments(block), threads)?;
    }
    match name {
        "tensor.cast" => verify_cast(&operands, &results),
        "scf.yield" | "scf.condition" => verify_carried(op, name, &operands),
        _ if is_elementwise(op) => verify_elementwise(&operands, &results),
        _ => Ok(()),
    }
}

/// Whether threads get different results of an operation, or may.
fn differs(name: &str) -> bool {
    const OPERATIONS: [&str; 11] = [
        "gpu.thread_id",
        "gpu.lane_id",
        "gpu.subgroup_id",
        "gpu.global_id",
        "gpu.shuffle",
        "gpu.rotate",
        "gpu.subgroup_broadcast",
        "gpu.ballot",
        "nvvm.elect.sync",
        "nvvm.match.sync",
        "nvvm.shfl.sync",
    ];
    const REGISTERS: [&str; 7] = ["tid.", "laneid", "warpid", "lanemask.", "clock", "globaltimer", "smid"];
    let of_thread = |register: &str| REGISTERS.iter().any(|p| register.starts_with(p));
    OPERATIONS.contains(&name)
        || name.starts_with("nvvm.vote.")
        || name.strip_prefix("nvvm.read.ptx.sreg.").is_some_and(of_thread)
}

/// Whether it matters how often an operation is done, or by how many threads.
fn is_counted(name: &str) -> bool {
    const OPERATIONS: [&str; 9] = [
        "memref.atomic_rmw",
        "memref.generic_atomic_rmw",
        "llvm.atomicrmw",
        "llvm.cmpxchg",
        "gpu.printf",
        "gpu.all_reduce",
        "gpu.subgroup_reduce",
        "vector.print",
        "nvvm.redux.sync",
    ];
    OPERATIONS.contains(&name)
}

fn verify_threads(value: &'static str, list: &[Value<'_, '_>], threads: i64) -> Result<(), GroupError> {
    for (number, tv) in list.iter().enumerate() {
        let Some(tv) = Tile::of(*tv).and_then(|tile| tile.encoding) else { continue };
        tv.check_threads(threads).map_err(|error| GroupError::Encoding { value, number, error })?;
    }
    Ok(())
}

fn text(encoding: Option<&Tv>) -> String {
    encoding.map_or("no encoding".into(), |tv| format!("#layout.{tv}"))
}

fn verify_elementwise(operands: &[Value<'_, '_>], results: &[Value<'_, '_>]) -> Result<(), GroupError> {
    let tiles: Vec<Tile<'_>> = operands.iter().chain(results).filter_map(|v| Tile::of(*v)).collect();
    for pair in tiles.windows(2) {
        if let [a, b] = pair
            && a.encoding != b.encoding
        {
            return Err(GroupError::Elementwise { have: [text(a.encoding), text(b.encoding)] });
        }
    }
    Ok(())
}

fn verify_cast(operands: &[Value<'_, '_>], results: &[Value<'_, '_>]) -> Result<(), GroupError> {
    let (Some(from), Some(to)) = (operands.first(), results.first()) else { return Ok(()) };
    match (Tile::of(*from), Tile::of(*to)) {
        (Some(from), Some(to)) if from.encoding != to.encoding => {
            Err(GroupError::Cast { from: text(from.encoding), to: text(to.encoding) })
        }
        _ => Ok(()),
    }
}

/// The tiles that a region hands on are, where they arrive, in the same encodings.
fn verify_carried(
    op: OperationRef<'_, '_>,
    name: &str,
    operands: &[Value<'_, '_>],
) -> Result<(), GroupError> {
    let Some(parent) = op.block().and_then(ir::block_parent) else { return Ok(()) };
    let back = name == "scf.yield" && ir::name(parent) == "scf.while";
    let types: Vec<Type<'_>> = if back {
        parent.operands().map(|v| v.r#type()).collect()
    } else {
        ir::results(parent).iter().map(ValueLike::r#type).collect()
    };
    // The first operand of a condition is the condition.
    let values = &operands[usize::from(name == "scf.condition").min(operands.len())..];
    for (number, (value, r#type)) in values.iter().zip(types).enumerate() {
        let (Some(have), Some(want)) = (Tile::of(*value), Tile::of_type(r#type)) else { continue };
        if have.encoding != want.encoding && have.shape == want.shape {
            let (have, want) = (text(have.encoding), text(want.encoding));
            return Err(GroupError::Carried { number, have, parent: ir::name(parent).into(), want });
        }
    }
    Ok(())
}
