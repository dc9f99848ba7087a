//! [`Access`]: what an operation reads and writes of memory, and which thread does which.

use layout_algebra::{AnyLayout, Expr, IntTuple, Layout};
use layout_dialect::encoding_of;
use layout_dialect::tile::{reads_memory, under_way};
use layout_mlir::ir;
use layout_tile::{Matrices, MatrixAccess, Memory};
use melior::ir::operation::OperationLike;
use melior::ir::r#type::{DimSize, RankedTensorType, ShapedTypeLike};
use melior::ir::{OperationRef, Type, Value, ValueLike};
use rustc_hash::FxHashSet;

use super::bytes::{Bytes, element_bytes};
use super::flow::Flow;
use super::rings::{self, Ring};
use super::slots::Slot;
use super::sources::sources;
use crate::convert_layout_memref::types::LayoutMemref;
use crate::tile::functions::{callee, only_computes};

/// Bytes that an operation reads or writes.
#[derive(Clone)]
pub struct Access<'c, 'a> {
    /// The bytes.
    pub bytes: Bytes,
    /// Whether they are written.
    pub write: bool,
    /// What decides which thread accesses which byte, where no two access the same one.
    pub owner: Option<Owner<'c, 'a>>,
    /// The slot that they are in, if a loop goes through several in turn.
    pub slot: Option<Slot<'c, 'a>>,
    /// Whether they may be those of another block of the cluster.
    pub peer: bool,
}

impl Access<'_, '_> {
    /// That of any memory, by any thread.
    pub fn anywhere(write: bool) -> Self {
        Self { bytes: Bytes::ANY, write, owner: None, slot: None, peer: false }
    }
}

/// What decides which thread accesses which byte. Where two accesses have the same, each thread
/// accesses the same bytes in both, and no other thread does.
#[derive(Clone)]
pub struct Owner<'c, 'a> {
    tile: String,
    memref: Value<'c, 'a>,
    bytes: Bytes,
    coordinate: Vec<Value<'c, 'a>>,
}

/// What an operation does to shared memory.
#[derive(Clone, Default)]
pub struct Accesses<'c, 'a> {
    /// What it does while it runs, or begins to do: others must be done with these bytes.
    pub begins: Vec<Access<'c, 'a>>,
    /// What it has done behind it: others must not yet count on it.
    pub ends: Vec<Access<'c, 'a>>,
}

impl<'c: 'a, 'a> Owner<'c, 'a> {
    /// Of a load or a store; `None` where several threads may access one byte.
    fn of(
        op: OperationRef<'c, 'a>,
        tile: Value<'c, 'a>,
        memref: Value<'c, 'a>,
        bytes: &Bytes,
    ) -> Option<Self> {
        let r#type = tile.r#type();
        let tv = RankedTensorType::try_from(r#type).ok()?.encoding().and_then(encoding_of)?;
        if tv.replicas() != 1 || by_matrices(tile, memref) {
            return None;
        }
        let coordinate = op.operands().filter(|v| ir::is_index(v.r#type())).collect();
        Some(Self { tile: r#type.to_string(), memref, bytes: bytes.clone(), coordinate })
    }

    /// Whether it is the same, provided that values are.
    pub fn is(&self, other: &Self) -> bool {
        let same = |a: Value<'c, 'a>, b: Value<'c, 'a>| {
            ir::key(a) == ir::key(b) || ir::constant(a).is_some_and(|n| ir::constant(b) == Some(n))
        };
        let memory = ir::key(self.memref) == ir::key(other.memref)
            || self.bytes.are_known()
                && self.bytes == other.bytes
                && self.memref.r#type() == other.memref.r#type();
        let coordinates = || self.coordinate.iter().zip(&other.coordinate).all(|(a, b)| same(*a, *b));
        memory && self.tile == other.tile && self.coordinate.len() == other.coordinate.len() && coordinates()
    }

    /// The values that decide it.
    pub fn values(&self) -> impl Iterator<Item = Value<'c, 'a>> {
        let memref = (!self.bytes.are_known()).then_some(self.memref);
        self.coordinate.iter().copied().filter(|v| ir::constant(*v).is_none()).chain(memref)
    }
}

/// Whether lanes may access memory for each other: by `ldmatrix` or `stmatrix`.
pub fn by_matrices(tile: Value<'_, '_>, memref: Value<'_, '_>) -> bool {
    if !ir::is_shared(memref.r#type()) {
        return false;
    }
    let fits = || {
        let tile = RankedTensorType::try_from(tile.r#type()).ok()?;
        let tv = tile.encoding().and_then(encoding_of)?;
        let extent = |d| match tile.dim_size(d) {
            Ok(DimSize::Static(n)) => i64::try_from(n).ok(),
            _ => None,
        };
        let extents = (0..tile.rank()).map(extent).collect::<Option<Vec<i64>>>()?;
        let element = ir::memref(memref.r#type())?.element();
        let layout = layout_of(memref.r#type()).filter(|_| ir::extents(memref.r#type()) == extents)?;
        let memory = Memory::buffer(layout, 8 * element_bytes(element)?, 128);
        let fits = |how| MatrixAccess::new(tv, &memory, how).is_ok();
        Some([Matrices::Rows, Matrices::Columns].into_iter().any(fits))
    };
    // Of other memory than such that has the tile's shape and known strides it is taken to be possible.
    fits().unwrap_or(true)
}

/// Coordinates to elements: the layout of a memref, or its strides.
fn layout_of(r#type: Type<'_>) -> Option<AnyLayout> {
    if let Some(memref) = LayoutMemref::of(r#type) {
        return Some(memref.layout.clone());
    }
    let static_ = |numbers: Vec<i64>| {
        let known = numbers.iter().all(|n| *n != ir::DYNAMIC);
        known.then(|| IntTuple::flat(numbers.into_iter().map(Expr::from).collect::<Vec<Expr>>()))
    };
    let (strides, _) = ir::strides(r#type)?;
    Some(Layout::new(&static_(ir::extents(r#type))?, &static_(strides)?).ok()?.into())
}

/// The encoded accesses of a memref.
fn of_memref<'c: 'a, 'a>(
    op: OperationRef<'c, 'a>,
    memref: Option<Value<'c, 'a>>,
    tile: Option<Value<'c, 'a>>,
    write: bool,
) -> Vec<Access<'c, 'a>> {
    let is_common = |m: &Value<'c, 'a>| ir::is_memref(m.r#type()) && !ir::is_private(m.r#type());
    let Some(memref) = memref.filter(is_common) else { return Vec::new() };
    let owner = |bytes: &Bytes| Owner::of(op, tile?, memref, bytes);
    let slot = Slot::of(memref);
    let peer = ir::is_of_cluster(memref.r#type());
    let access = |bytes: Bytes| Access { owner: owner(&bytes), bytes, write, slot: slot.clone(), peer };
    Bytes::of(memref).into_iter().map(access).collect()
}

/// What a copy does: it reads its first operand and writes its last.
fn copied<'c: 'a, 'a>(op: OperationRef<'c, 'a>) -> Vec<Access<'c, 'a>> {
    let last = op.operand_count().checked_sub(1).and_then(|n| ir::operand(op, n));
    [of_memref(op, ir::operand(op, 0), None, false), of_memref(op, last, None, true)].concat()
}

/// What an asynchronous store does: it reads its first operand and writes its second.
fn stored<'c: 'a, 'a>(op: OperationRef<'c, 'a>) -> Vec<Access<'c, 'a>> {
    [of_memref(op, ir::operand(op, 0), None, false), of_memref(op, ir::operand(op, 1), None, true)].concat()
}

/// What a product reads.
fn factors<'c: 'a, 'a>(op: OperationRef<'c, 'a>) -> Vec<Access<'c, 'a>> {
    op.operands().take(2).flat_map(|factor| of_memref(op, Some(factor), None, false)).collect()
}

/// What products of a function read that may be under way: a wait, or a later product, may be the end of any, begun in
/// any iteration, so in any slot.
fn under_way_in<'c: 'a, 'a>(flow: &Flow<'c, 'a>) -> Vec<Access<'c, 'a>> {
    let products = flow.ops.iter().filter(|op| ir::name(**op) == "layout.mma" && under_way(**op) > Some(0));
    products.flat_map(|op| factors(*op)).map(|access| Access { slot: None, ..access }).collect()
}

/// What copies by the engine have written that a wait is for: each thread sees it behind its own wait, and those of other
/// blocks do not.
pub fn landed<'c: 'a, 'a>(wait: OperationRef<'c, 'a>, flow: &Flow<'c, 'a>) -> Vec<Access<'c, 'a>> {
    let copies = awaited(wait, flow).into_iter().filter(|copy| rings::is_copy(*copy));
    let written = copies.flat_map(|copy| of_memref(copy, copy.operands().last(), None, true));
    written.map(|access| Access { slot: None, ..access }).collect()
}

/// What a wait for a copy has done. For a store the thread waits that began it, and for copies of threads each for its
/// own. Each thread waits for what the engine copies, and sees it behind: as if it had
/// read that, and the mbarrier.
fn arrived<'c: 'a, 'a>(copy: OperationRef<'c, 'a>) -> Vec<Access<'c, 'a>> {
    if ir::name(copy) == "layout.store_async" {
        return stored(copy);
    }
    if !rings::is_copy(copy) {
        return copied(copy);
    }
    [of_memref(copy, copy.operands().last(), None, false), ring(copy, false)].concat()
}

/// The mbarriers of a copy by the engine: the copy writes them, each wait for it reads them.
fn ring<'c: 'a, 'a>(copy: OperationRef<'c, 'a>, write: bool) -> Vec<Access<'c, 'a>> {
    let ring = rings::is_copy(copy).then(|| Ring::of(copy)).flatten();
    let access = |(ring, _)| Access { bytes: Bytes::of_ring(ring), ..Access::anywhere(write) };
    ring.map(access).into_iter().collect()
}

impl<'c: 'a, 'a> Accesses<'c, 'a> {
    fn at_once(accesses: Vec<Access<'c, 'a>>) -> Self {
        Self { begins: accesses.clone(), ends: accesses }
    }

    /// What an operation of a function does to shared memory.
    pub fn of(op: OperationRef<'c, 'a>, flow: &Flow<'c, 'a>) -> Self {
        let name = ir::name(op);
        match name {
            "layout.load" => Self::at_once(of_memref(op, ir::operand(op, 0), ir::result(op), false)),
            "layout.store" => Self::at_once(of_memref(op, ir::operand(op, 1), ir::operand(op, 0), true)),
            "layout.copy_async" => Self { begins: [copied(op), ring(op, true)].concat(), ends: Vec::new() },
            "layout.store_async" => Self { begins: stored(op), ends: Vec::new() },
            "layout.wait" => {
                // (Begun in any iteration, so in any slot.)
                let ends = awaited(op, flow).into_iter().flat_map(arrived);
                let ends = ends.map(|access| Access { slot: None, ..access }).collect();
                Self { begins: Vec::new(), ends }
            }
            "layout.mma" if reads_memory(op) => {
                let own = factors(op);
                let done = if under_way(op) > Some(0) { Vec::new() } else { own.clone() };
                Self { begins: own, ends: [done, under_way_in(flow)].concat() }
            }
            "layout.wait_mma" => Self { begins: Vec::new(), ends: under_way_in(flow) },
            "memref.copy" => Self::at_once(copied(op)),
            "func.call" if callee(op).1.is_some_and(only_computes) => Self::default(),
            "func.call" => Self::at_once([false, true].map(Access::anywhere).to_vec()),
            // Control flow does what is inside.
            "memref.dealloc" | "memref.alloca_scope" => Self::default(),
            _ if ["scf.", "cf.", "affine.for", "affine.if"].iter().any(|flow| name.starts_with(flow)) => {
                Self::default()
            }
            _ => Self::at_once(Self::of_others(op)),
        }
    }

    /// What MLIR says of an operation's effects is about each of its memrefs.
    fn of_others(op: OperationRef<'c, 'a>) -> Vec<Access<'c, 'a>> {
        let write = match ir::effects(op) {
            ir::Effects::None => return Vec::new(),
            ir::Effects::Read => false,
            ir::Effects::Any => true,
        };
        op.operands().flat_map(|memref| of_memref(op, Some(memref), None, write)).collect()
    }
}

/// The copies and stores that a `layout.wait` may be about, each once.
pub fn awaited<'c: 'a, 'a>(wait: OperationRef<'c, 'a>, flow: &Flow<'c, 'a>) -> Vec<OperationRef<'c, 'a>> {
    let is_copy =
        |op: &OperationRef<'_, '_>| matches!(ir::name(*op), "layout.copy_async" | "layout.store_async");
    let mut seen = FxHashSet::default();
    let is_none = |token: &Value<'c, 'a>| ir::defining_op(*token).is_some_and(rings::is_none);
    let tokens = wait.operands().flat_map(sources).filter(|token| !is_none(token));
    let tokens = tokens.filter(|token| seen.insert(ir::key(*token)));
    let known: Option<Vec<_>> = tokens.map(|token| ir::defining_op(token).filter(is_copy)).collect();
    known.unwrap_or_else(|| flow.ops.iter().copied().filter(is_copy).collect())
}
