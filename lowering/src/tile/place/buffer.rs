//! [`Buffer`]: what a group allocates in shared memory.

use layout_algebra::{AnyLayout, Outer};
use layout_mlir::ir;
use melior::ir::operation::OperationLike;
use melior::ir::r#type::ShapedTypeLike;
use melior::ir::{OperationRef, Value, ValueLike};

use super::error::Error;
use crate::convert_layout_memref::types::LayoutMemref;
use crate::tile::shared::access::by_matrices;
use crate::tile::shared::bytes::{Bytes, element_bytes, size};
use crate::tile::shared::flow::{Again, Flow, Step};
use crate::tile::shared::{PURPOSE, attribute};

/// Bytes of the widest access of a thread.
const VECTOR: i64 = 16;
/// Bytes of all banks: where a buffer begins among them decides which accesses conflict.
const BANKS: i64 = 128;

/// A buffer.
pub struct Buffer<'c, 'a> {
    /// What allocates it.
    pub op: OperationRef<'c, 'a>,
    /// The number of that.
    pub number: usize,
    /// The memref.
    pub memref: Value<'c, 'a>,
    /// The memref's key.
    pub key: ir::ValueKey,
    /// Its bytes.
    pub bytes: i64,
    /// What its address is to be divisible by, a power of two.
    pub alignment: i64,
}

type Failure<'c, 'a> = (OperationRef<'c, 'a>, Error);

impl<'c: 'a, 'a> Buffer<'c, 'a> {
    /// The buffers of a function, in program order.
    ///
    /// # Errors
    /// [`Error::Size`], [`Error::Layout`], [`Error::Carried`].
    pub fn all(flow: &Flow<'c, 'a>) -> Result<Vec<Self>, Failure<'c, 'a>> {
        let mut buffers = Vec::new();
        for (number, op) in flow.ops.iter().copied().enumerate() {
            let memref =
                ir::result(op).filter(|v| ir::name(op) == "memref.alloc" && ir::is_shared(v.r#type()));
            let Some(memref) = memref else { continue };
            if let Some(layout) = LayoutMemref::of(memref.r#type()) {
                layout.check().map_err(|error| (op, error.into()))?;
            }
            let unsized_ = || (op, Error::Size(memref.r#type().to_string()));
            let bytes = size(memref.r#type()).filter(|n| *n >= 0).ok_or_else(unsized_)?;
            let key = ir::key(memref);
            let buffer = Self { op, number, memref, key, bytes, alignment: VECTOR };
            if buffer.is_carried(flow) {
                return Err((op, Error::Carried(buffer.name())));
            }
            buffers.push(buffer);
        }
        for buffer in &mut buffers {
            buffer.alignment = buffer.needed_alignment(flow);
        }
        Ok(buffers)
    }

    /// What messages call it: what a pass allocates it for, or the type of the memref.
    pub fn name(&self) -> String {
        let stated = attribute(self.op, PURPOSE).and_then(ir::text);
        stated.unwrap_or_else(|| self.memref.r#type().to_string())
    }

    fn may_be(&self, memref: Value<'c, 'a>) -> bool {
        ir::is_shared(memref.r#type()) && Bytes::of(memref).iter().any(|b| b.allocation() == Some(self.key))
    }

    /// Whether a loop that allocates it carries it to its next iteration.
    fn is_carried(&self, flow: &Flow<'c, 'a>) -> bool {
        let repeats = |step: &Step| match step.again {
            Again::No => false,
            Again::Loop(of) => flow.loops[self.number].contains(&of),
            Again::Blocks => true,
        };
        let ends = flow.ops.iter().zip(&flow.next).filter(|(_, next)| next.iter().any(repeats));
        ends.flat_map(|(op, _)| op.operands()).any(|memref| self.may_be(memref))
    }

    /// By what is stated, by the swizzle, and by what accesses it: asynchronous copies and
    /// matrices go by lines of all banks.
    fn needed_alignment(&self, flow: &Flow<'c, 'a>) -> i64 {
        let stated = attribute(self.op, "alignment").and_then(ir::integer).unwrap_or(1).max(1);
        let stated = u64::try_from(stated).unwrap_or(1).next_power_of_two() as i64;
        let lines = flow.ops.iter().any(|op| self.is_accessed_by_lines(*op));
        let wide = if lines { BANKS } else { self.swizzled().clamp(VECTOR, BANKS) };
        wide.max(stated)
    }

    /// Bytes after which the layout's swizzle repeats; 1 without one.
    fn swizzled(&self) -> i64 {
        let swizzle = match LayoutMemref::of(self.memref.r#type()).map(|m| m.layout) {
            Some(AnyLayout::Composed(composed)) => match composed.outer {
                Outer::Swizzle(swizzle) => Some(swizzle.period()),
                _ => None,
            },
            _ => None,
        };
        let element = ir::memref(self.memref.r#type()).and_then(|m| element_bytes(m.element()));
        swizzle.and_then(|period| period.checked_mul(element?)).map_or(1, |n| n.clamp(1, BANKS))
    }

    fn is_accessed_by_lines(&self, op: OperationRef<'c, 'a>) -> bool {
        let encoded = |tile, memref| self.may_be(memref) && by_matrices(tile, memref);
        let last = || op.operand_count().checked_sub(1).and_then(|n| ir::operand(op, n));
        match ir::name(op) {
            "layout.copy_async" => last().is_some_and(|memref| self.may_be(memref)),
            "layout.store_async" => ir::operand(op, 0).is_some_and(|memref| self.may_be(memref)),
            "layout.load" => ir::result(op).zip(ir::operand(op, 0)).is_some_and(|(t, m)| encoded(t, m)),
            "layout.store" => ir::operand(op, 0).zip(ir::operand(op, 1)).is_some_and(|(t, m)| encoded(t, m)),
            _ => false,
        }
    }
}
