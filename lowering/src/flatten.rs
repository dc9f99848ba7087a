//! `layout-flatten-memref`: a kernel's accesses of memory of several dimensions go by the index of a layout.
//!
//! Upstream multiplies and adds the indices of a memref in as many bits as `index` has. That of a layout takes 32
//! where they are enough, and what accesses have in common is computed once.
//!
//! ```mlir
//! // Before:
//! %x = memref.load %m[%i, %j] : memref<1024x3000xf32>
//! // After:
//! %f = memref.collapse_shape %m [[0, 1]] : memref<1024x3000xf32> into memref<3072000xf32>   // behind %m
//! %l = layout.make : !layout<(1024,3000):(3000,1)>
//! %k = layout.crd2idx %l(%i, %j) : !layout<(1024,3000):(3000,1)>
//! %x = memref.load %f[%k] : memref<3072000xf32>
//! ```
//!
//! Of memory without strides whose sizes are known, of at most [`MOST`] elements: of more the index takes 64 bits
//! whoever computes it. An index outside of its dimension is poison where the access was undefined. Accesses in loops
//! stay: LLVM makes pointers of them that go on by a step.

use layout_algebra::{AnyLayout, Expr, IntTuple, Layout};
use layout_mlir::ir::{self, ValueKey};
use layout_mlir::registry::{OptionValues, PassInfo};
use melior::ir::operation::OperationLike;
use melior::ir::r#type::MemRefType;
use melior::ir::{BlockLike, OperationRef, ShapedTypeLike, Type, Value, ValueLike};
use rustc_hash::FxHashMap;

use crate::convert_layout_memref::emit::Emit;

/// The pass.
pub const INFO: PassInfo = PassInfo {
    name: "layout-flatten-memref",
    summary: "Access memory of several dimensions in kernels by the index of a layout",
    options: &[],
    statistics: &[],
    run,
};

/// Most elements of memory that an index of 32 bits with a sign reaches.
const MOST: i64 = 1 << 31;

fn run(root: OperationRef<'_, '_>, _: &OptionValues) -> bool {
    let mut flat = FxHashMap::default();
    for op in ir::nested(root) {
        // An access that cannot be written otherwise stays.
        let _ = flatten(op, &mut flat);
    }
    true
}

/// The flat memory that stands for some.
type Flat<'c, 'a> = FxHashMap<ValueKey, Value<'c, 'a>>;

/// Rewrites an access.
fn flatten<'c: 'a, 'a>(op: OperationRef<'c, 'a>, flat: &mut Flat<'c, 'a>) -> Option<()> {
    let at = match ir::name(op) {
        "memref.load" | "vector.load" => 0,
        "memref.store" | "vector.store" => 1,
        _ => return None,
    };
    let operands: Vec<Value<'c, 'a>> = op.operands().collect();
    let (memory, indices) = (*operands.get(at)?, operands.get(at + 1..)?);
    let sizes = sizes(memory.r#type())?;
    let moved = if at == 0 { ir::result(op)? } else { *operands.first()? };
    let is_row = ir::vector(moved.r#type()).is_none_or(|(shape, _)| shape.len() == 1);
    if !is_row || !is_straight(op) {
        return None;
    }
    let shape = IntTuple::flat(sizes.iter().map(|size| Expr::Const(*size)));
    let layout = AnyLayout::from(Layout::right(&shape).ok()?);
    let memory = match flat.get(&ir::key(memory)) {
        Some(known) => *known,
        None => *flat.entry(ir::key(memory)).or_insert(collapsed(memory, &sizes)?),
    };
    let emit = Emit::at(op);
    let index = emit.crd2idx(&layout, &[], indices).ok()?;
    let new = emit.like(op, &[&operands[..at], &[memory, index]].concat(), |_| true).ok()?;
    if let (Some(old), Some(new)) = (ir::result(op), ir::result(new)) {
        ir::replace_all_uses(old, new);
    }
    ir::erase(op).ok()
}

/// The sizes of memory that is rewritten.
fn sizes(memory: Type<'_>) -> Option<Vec<i64>> {
    let (memref, sizes) = (ir::memref(memory)?, ir::extents(memory));
    let elements = sizes.iter().try_fold(1i64, |n, size| n.checked_mul(*size).filter(|_| *size > 0))?;
    let is_plain = memory == MemRefType::new(memref.element(), &sizes, None, memref.memory_space()).into();
    (is_plain && sizes.len() > 1 && elements <= MOST).then_some(sizes)
}

/// Whether an operation is in a kernel and in no loop of it.
fn is_straight(op: OperationRef<'_, '_>) -> bool {
    let mut around = std::iter::successors(op.parent_operation(), |op| op.parent_operation());
    let first = around.find(|op| ir::name(*op) != "scf.if");
    // (Of several blocks there may be loops.)
    first.is_some_and(|op| ir::name(op) == "gpu.func" && ir::blocks(op).len() == 1)
}

/// The same memory with one dimension, from where it is defined.
fn collapsed<'c: 'a, 'a>(memory: Value<'c, 'a>, sizes: &[i64]) -> Option<Value<'c, 'a>> {
    let behind = match ir::defining_op(memory) {
        Some(op) => op.next_in_block(),
        None => ir::block_argument(memory).and_then(|(block, _)| block.first_operation()),
    };
    let (emit, memref) = (Emit::at(behind?), ir::memref(memory.r#type())?);
    let to = MemRefType::new(memref.element(), &[sizes.iter().product()], None, memref.memory_space()).into();
    let dimensions: Vec<String> = (0..sizes.len()).map(|d| d.to_string()).collect();
    let all = emit.attribute(&format!("[[{}]]", dimensions.join(", "))).ok()?;
    emit.value("memref.collapse_shape", &[memory], to, &[("reassociation", all)]).ok()
}
