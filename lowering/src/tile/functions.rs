//! Functions that are a group's program: those with `layout.threads`.

use layout_mlir::ir::{self, Effects};
use melior::ir::operation::OperationLike;
use melior::ir::{BlockLike, OperationRef, ValueLike};

use super::encoded::Encoded as _;
use super::error::{Error, Result};
use layout_dialect::tile::Tile;

pub use layout_dialect::tile::THREADS;

/// Most threads of a group.
const MOST: i64 = 1024;

/// The functions below an operation, itself among them, that state their threads.
pub fn groups<'c, 'a>(root: OperationRef<'c, 'a>) -> Vec<OperationRef<'c, 'a>> {
    let states = |op: &OperationRef<'_, '_>| {
        matches!(ir::name(*op), "func.func" | "gpu.func") && op.has_attribute(THREADS)
    };
    ir::nested(root).into_iter().filter(states).collect()
}

/// How many threads a function states.
///
/// # Errors
/// [`Error::Threads`].
pub fn threads(function: OperationRef<'_, '_>) -> Result<i64> {
    let attribute = function.attribute(THREADS).ok();
    let number = attribute.and_then(ir::integer).filter(|n| (1..=MOST).contains(n));
    number.ok_or_else(|| Error::Threads(attribute.map_or_else(String::new, |a| a.to_string())))
}

/// Whether an operation is one on tiles, or takes or gives one that has an encoding.
pub fn is_on_tiles(op: OperationRef<'_, '_>) -> bool {
    let named = matches!(
        ir::name(op),
        "layout.load"
            | "layout.store"
            | "layout.copy_async"
            | "layout.store_async"
            | "layout.no_copy"
            | "layout.wait"
            | "layout.reduce"
            | "layout.broadcast"
            | "layout.expand_dims"
            | "layout.transpose"
            | "layout.reshape"
            | "layout.iota"
            | "layout.convert"
            | "layout.mma"
            | "layout.wait_mma"
    );
    let encoded = |t| Tile::of_type(t).is_some_and(|tile| tile.tv().is_ok());
    named || op.operands().map(|v| v.r#type()).chain(op.results().map(|v| v.r#type())).any(encoded)
}

/// The name of what an operation calls, and the function: of the module around.
pub fn callee<'c, 'a>(call: OperationRef<'c, 'a>) -> (String, Option<OperationRef<'c, 'a>>) {
    let name = call.attribute("callee").map(ir::symbol_references).unwrap_or_default().concat().concat();
    let parents = std::iter::successors(call.parent_operation(), |op| op.parent_operation());
    let module = parents.into_iter().find(|op| matches!(ir::name(*op), "builtin.module" | "gpu.module"));
    let is_it = |op: &OperationRef<'c, 'a>| {
        matches!(ir::name(*op), "func.func" | "gpu.func") && ir::symbol(*op).as_ref() == Some(&name)
    };
    let all = module.into_iter().flat_map(ir::blocks).flat_map(|block| {
        std::iter::successors(block.first_operation(), |op| op.next_in_block()).collect::<Vec<_>>()
    });
    let function = all.into_iter().find(is_it);
    (name, function)
}

/// Whether a function has a body that gives the same to each thread, and does nothing else.
pub fn only_computes(function: OperationRef<'_, '_>) -> bool {
    !ir::blocks(function).is_empty() && ir::nested(function)[1..].iter().all(|op| computes_alike(*op))
}

/// Whether an operation gives the same to each thread, and does nothing else.
fn computes_alike(op: OperationRef<'_, '_>) -> bool {
    let name = ir::name(op);
    let dialect = name.split('.').next().unwrap_or_default();
    // Control flow does what is inside, which is asked about by itself.
    let computes =
        ["arith", "math", "index", "layout"].contains(&dialect) && ir::effects(op) == Effects::None;
    computes || dialect == "scf" || name == "func.return"
}
