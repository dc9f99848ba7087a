//! Functions that are a group's program: those with `layout.threads`.

use layout_mlir::ir;
use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, ValueLike};

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
            | "layout.wait"
            | "layout.reduce"
            | "layout.broadcast"
            | "layout.expand_dims"
            | "layout.transpose"
            | "layout.reshape"
            | "layout.iota"
            | "layout.convert"
            | "layout.mma"
    );
    let encoded = |t| Tile::of_type(t).is_some_and(|tile| tile.tv().is_ok());
    named || op.operands().map(|v| v.r#type()).chain(op.results().map(|v| v.r#type())).any(encoded)
}
