//! Copies by the engine that copies boxes, `layout.copy_async … {layout.tma}`, and stores, `layout.store_async`; and what it
//! copies without a tensor map, `{layout.bulk}`.
//!
//! One thread begins such a copy, and its bytes arrive at an *mbarrier* in shared memory, for which all threads that
//! want them wait. Copies that are done in turn have a *ring* of mbarriers: as many as there may be under way. Stores are
//! groups of the thread that begins them, which waits for them.

mod bulk;
mod copy;
mod flight;
mod written;

use layout_mlir::ir;
use melior::ir::attribute::StringAttribute;
use melior::ir::operation::OperationLike;
use melior::ir::r#type::MemRefType;
use melior::ir::{OperationRef, Value};

pub use bulk::{ALIGNMENT, Bulk};
pub use copy::Copy;
pub use flight::check;
pub use written::unread;

pub use super::shared::rings::{
    AT_ONCE, IN_TURN, ISSUED, MULTICAST, NONE, PRODUCER, Ring, Rings, copies, give_none, is_bulk, is_copy,
    is_issued, is_multicast, is_numbered, is_produced,
};

use super::shared::PURPOSE;
use super::shared::sources::sources;
use super::view::space;
use crate::convert_layout_memref::emit::Emit;

/// The attribute of the buffer that the mbarriers are in.
pub const BARRIERS: &str = "layout.barriers";

/// The last coordinates that are told apart from the next ones.
pub const COORDINATES: [i64; 2] = [-(1 << 31), (1 << 31) - (1 << 20)];

/// Allocates the mbarriers of a function's copies at its beginning, if there is no buffer of them yet.
///
/// # Errors
/// [`Error::Build`](crate::convert_layout_memref::error::Error::Build).
pub fn allocate(function: OperationRef<'_, '_>) -> Result<(), crate::convert_layout_memref::error::Error> {
    // (Of those that producers issue each has another one, at which the others say that they are done with a slot.)
    let each = if copies(function).into_iter().any(is_produced) { 2 } else { 1 };
    let (count, ops) = (each * Rings::new(function).count, ir::nested(function));
    let Some(first) = ops.get(1).filter(|_| count > 0 && buffer(function).is_none()) else { return Ok(()) };
    let emit = Emit { location: ir::location(function), ..Emit::at(*first) };
    let copied = copies(function).first().and_then(|copy| copy.operands().last());
    let word = emit.int_type(64);
    let r#type = MemRefType::new(word, &[count], None, copied.and_then(space)).into();
    let attributes = [
        ("alignment", emit.attribute("8 : i64")?),
        ("operandSegmentSizes", emit.attribute("array<i32: 0, 0>")?),
        (BARRIERS, emit.attribute("unit")?),
        (PURPOSE, StringAttribute::new(emit.context, &format!("{count} mbarriers")).into()),
    ];
    emit.value("memref.alloc", &[], r#type, &attributes)?;
    Ok(())
}

/// Whether an operation is a store by the engine.
pub fn is_store(op: OperationRef<'_, '_>) -> bool {
    ir::name(op) == "layout.store_async"
}

/// Those of a function, in program order.
pub fn stores<'c, 'a>(function: OperationRef<'c, 'a>) -> Vec<OperationRef<'c, 'a>> {
    ir::nested(function).into_iter().filter(|op| is_store(*op)).collect()
}

/// The buffer of a function's mbarriers.
pub fn buffer<'c, 'a>(function: OperationRef<'c, 'a>) -> Option<Value<'c, 'a>> {
    ir::nested(function).into_iter().find(|op| op.has_attribute(BARRIERS)).and_then(ir::result)
}

/// Who begins the copies of a token.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Engine {
    /// Each thread its own, or nobody knows.
    Threads,
    /// The engine, all of them.
    Boxes,
    /// They are stores, all of them.
    Stores,
    /// Some are one, and some another.
    Both,
}

impl Engine {
    /// Of a token.
    pub fn of<'c: 'a, 'a>(token: Value<'c, 'a>) -> Self {
        let mut engines = sources(token).into_iter().map(|token| match ir::defining_op(token) {
            Some(op) if is_numbered(op) => Self::Boxes,
            Some(op) if is_store(op) => Self::Stores,
            _ => Self::Threads,
        });
        let first = engines.next().unwrap_or(Self::Threads);
        if engines.all(|engine| engine == first) { first } else { Self::Both }
    }
}
