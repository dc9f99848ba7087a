//! What the engine tells L2 of the lines that it copies (`layout.l2`).

use layout_dialect::Eviction;
use layout_mlir::ir;
use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, Value};

use crate::convert_layout_memref::emit::Emit;
use crate::tile::error::Result;

/// The attribute.
const L2: &str = "layout.l2";

/// The policy that a copy or a store states, as instructions take it: what `createpolicy.fractional` makes of all lines. (These are
/// the values that CUTLASS has, `TMA::CacheHintSm90`.)
///
/// # Errors
/// [`Error::Emit`](crate::tile::error::Error::Emit).
pub fn policy<'c: 'a, 'a>(op: OperationRef<'c, 'a>, emit: Emit<'c, 'a>) -> Result<Option<Value<'c, 'a>>> {
    let stated = op.attribute(L2).ok().and_then(ir::text).and_then(|name| Eviction::named(&name));
    let bits = stated.map(|eviction| match eviction {
        Eviction::First => 0x12F0_0000_0000_0000,
        Eviction::Last => 0x14F0_0000_0000_0000,
    });
    Ok(bits.map(|bits| emit.number(bits, emit.int_type(64))).transpose()?)
}
