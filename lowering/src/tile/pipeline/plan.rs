//! [`Plan`]: what of a loop is begun ahead, and that it can be.

use layout_mlir::ir;
use melior::ir::block::BlockRef;
use melior::ir::operation::OperationLike;
use melior::ir::{BlockLike, OperationRef, Value, ValueLike};
use rustc_hash::{FxHashMap, FxHashSet};

use super::super::handed::{Until, until};
use super::ahead::Ahead;
use super::error::{Error, Failure, advice};
use crate::convert_layout_memref::types::LayoutMemref;
use crate::tile::functions::{callee, only_computes};
use crate::tile::shared::bytes::size;
use crate::tile::shared::sources::memory;
use crate::tile::tma;
use layout_dialect::tile::{UNDER_WAY, WAIT_MMA, reads_memory, under_way};

/// A loop whose copies can begin ahead.
pub struct Plan<'c, 'a> {
    /// The loop.
    pub r#loop: OperationRef<'c, 'a>,
    /// Its body.
    pub body: BlockRef<'c, 'a>,
    /// The copies, in program order.
    pub copies: Vec<Copy<'c, 'a>>,
    /// The first operation that waits for one of them.
    pub wait: OperationRef<'c, 'a>,
    /// What coordinates are computed with.
    pub ahead: Ahead<'c, 'a>,
    /// The products of what is copied, if each may be under way until the one behind it is, the last until the first of the next
    /// iteration: those that nothing in the loop uses but the next one, as its sum.
    pub products: Vec<OperationRef<'c, 'a>>,
}

/// A copy that begins ahead.
pub struct Copy<'c, 'a> {
    /// The operation.
    pub op: OperationRef<'c, 'a>,
    /// Its token.
    pub token: Value<'c, 'a>,
    /// What it fills.
    pub buffer: Value<'c, 'a>,
    /// The bytes of that.
    pub bytes: i64,
    /// The dimension whose coordinate must be put outside behind the last iteration; `None` if it
    /// is outside then by itself.
    pub guard: Option<usize>,
}

impl<'c: 'a, 'a> Plan<'c, 'a> {
    /// The plan for an `scf.for`.
    ///
    /// # Errors
    /// See [`Error`], at the operation that is in the way.
    pub fn new(r#loop: OperationRef<'c, 'a>) -> Result<Self, Failure<'c, 'a>> {
        let none = || (r#loop, Error::NoCopies);
        let body = *ir::blocks(r#loop).first().ok_or_else(none)?;
        let ops: Vec<_> = std::iter::successors(body.first_operation(), |op| op.next_in_block()).collect();
        let places: FxHashMap<usize, usize> =
            ops.iter().enumerate().map(|(place, op)| (ir::op_key(*op), place)).collect();
        let (mut copies, mut filled) = (Vec::<Copy<'c, 'a>>::new(), FxHashSet::default());
        for op in ops.iter().copied().filter(|op| ir::name(*op) == "layout.copy_async") {
            let copy = Copy::new(op, r#loop).map_err(|error| (op, error))?;
            if !filled.insert(ir::key(copy.buffer)) {
                return Err((op, Error::Twice));
            }
            copies.push(copy);
        }
        let mut waits = Vec::new();
        for copy in &copies {
            let users = ir::users(copy.token);
            let own = |user: &&OperationRef<'c, 'a>| {
                ir::name(**user) == "layout.wait" && places.contains_key(&ir::op_key(**user))
            };
            // (A token that is waited for here is used nowhere else.)
            let wait = users.iter().find(own);
            let elsewhere = || users.first().map_or_else(|| "nothing", |user| ir::name(*user));
            let wait = wait.ok_or_else(|| (copy.op, Error::Leaves(elsewhere().into())))?;
            let wait = places.get(&ir::op_key(*wait)).copied().unwrap_or(0);
            check_uses(copy, r#loop, &places, wait)?;
            waits.push(wait);
        }
        let wait = waits.iter().min().and_then(|place| ops.get(*place)).copied().ok_or_else(none)?;
        check_writes(r#loop, &copies)?;
        if let Some(product) = left_under_way(&ops).into_iter().find(|op| reads_copied(*op, &copies)) {
            return Err((product, Error::UnderWay));
        }
        let products = ops.iter().copied().filter(|op| ir::name(*op) == "layout.mma" && reads_memory(*op));
        let products: Vec<_> = products.collect();
        let keeps = |op: &OperationRef<'c, 'a>| keeps_factors(*op, r#loop, &copies);
        let all = products.iter().all(keeps) && is_carried(&products, body);
        let left = |op: OperationRef<'c, 'a>| {
            if products.contains(&op) { 1 } else { under_way(op).unwrap_or(0) }
        };
        let all = all && !products.iter().any(|op| matches!(until(*op, left), Until::Rewritten));
        let products = if all { products } else { Vec::new() };
        let ops: Vec<_> = copies.iter().map(|copy| copy.op).collect();
        Ok(Self { r#loop, body, copies, wait, ahead: Ahead::new(body, &ops)?, products })
    }

    /// Whether the engine does all copies.
    pub fn is_by_engine(&self) -> bool {
        self.copies.iter().all(|copy| tma::is_copy(copy.op))
    }

    /// Whether copies are told which iterations there are.
    pub fn is_told(&self) -> bool {
        self.is_guarded() || self.is_by_engine()
    }

    /// Whether something must be done otherwise for iterations that there are not.
    pub fn is_guarded(&self) -> bool {
        self.ahead.takes_parts() || self.copies.iter().any(|copy| copy.guard.is_some())
    }
}

impl<'c: 'a, 'a> Copy<'c, 'a> {
    fn new(op: OperationRef<'c, 'a>, r#loop: OperationRef<'c, 'a>) -> Result<Self, Error> {
        let last = op.operand_count().checked_sub(1).and_then(|last| ir::operand(op, last));
        let (Some(source), Some(token), Some(buffer)) = (ir::operand(op, 0), ir::result(op), last) else {
            return Err(Error::NoCopies);
        };
        let alloc = ir::defining_op(buffer).filter(|op| ir::name(*op) == "memref.alloc");
        let alloc =
            alloc.ok_or(Error::Destination("give it the result of a memref.alloc before the loop"))?;
        if is_inside(alloc, r#loop) {
            return Err(Error::Destination("this one is allocated inside the loop; allocate it before"));
        }
        let bytes = size(buffer.r#type());
        let bytes = bytes.ok_or(Error::Destination("the size of this one is not known"))?;
        let guard = guard(op, source, r#loop)?;
        Ok(Self { op, token, buffer, bytes, guard })
    }
}

/// The products of an iteration that are left under way by what they and those behind them say.
fn left_under_way<'c: 'a, 'a>(body: &[OperationRef<'c, 'a>]) -> Vec<OperationRef<'c, 'a>> {
    let mut left = Vec::new();
    for op in body {
        let begins = ir::name(*op) == "layout.mma" && reads_memory(*op);
        if begins {
            left.push(*op);
        }
        if begins || ir::name(*op) == WAIT_MMA {
            let most = usize::try_from(under_way(*op).unwrap_or(0)).unwrap_or(0);
            left.drain(..left.len().saturating_sub(most));
        }
    }
    left
}

/// Whether a product reads what one of the copies fills.
fn reads_copied<'c: 'a, 'a>(product: OperationRef<'c, 'a>, copies: &[Copy<'c, 'a>]) -> bool {
    let filled: FxHashSet<_> = copies.iter().flat_map(|copy| memory(copy.buffer)).map(ir::key).collect();
    let factors = product.operands().take(2).filter(|factor| ir::is_memref(factor.r#type()));
    factors.flat_map(memory).any(|memory| filled.contains(&ir::key(memory)))
}

/// Whether the next iteration leaves what a product reads as it is: buffers of the loop's copies, which are in another
/// slot then, and what the loop does not write.
fn keeps_factors<'c: 'a, 'a>(
    product: OperationRef<'c, 'a>,
    r#loop: OperationRef<'c, 'a>,
    copies: &[Copy<'c, 'a>],
) -> bool {
    let is_copied = |memory: &Value<'c, 'a>| copies.iter().any(|copy| copy.buffer == *memory);
    let factors = product.operands().take(2).filter(|factor| ir::is_memref(factor.r#type()));
    let others: FxHashSet<_> =
        factors.flat_map(memory).filter(|memory| !is_copied(memory)).map(ir::key).collect();
    let mut inside = ir::nested(r#loop).into_iter().skip(1);
    others.is_empty()
        || inside.all(|op| match written(op) {
            Some(written) => !written.into_iter().flat_map(memory).any(|m| others.contains(&ir::key(m))),
            None => false,
        })
}

/// Whether products of a loop's body only add to what the loop carries, one after the other: the sum of the first is what the iteration
/// begins with, that of each other the result of the one before, and the last one's result is what the iteration ends with. (Of products with
/// sums of their own ptxas waits for one before the other.)
fn is_carried<'c: 'a, 'a>(products: &[OperationRef<'c, 'a>], body: BlockRef<'c, 'a>) -> bool {
    let (Some(first), Some(last)) = (products.first(), products.last()) else { return false };
    let (Some(sum), Some(result)) = (ir::operand(*first, 2), ir::result(*last)) else { return false };
    let argument = ir::block_argument(sum).filter(|(block, number)| *block == body && *number > 0);
    let ends = ir::uses(result).first().filter(|end| ir::name(end.op) == "scf.yield").map(|end| end.operand);
    let is_one = |value: Option<Value<'c, 'a>>| value.is_some_and(|value| ir::uses(value).len() == 1);
    argument.is_some_and(|(_, number)| Some(number - 1) == ends)
        && products.windows(2).all(|pair| ir::result(pair[0]) == ir::operand(pair[1], 2))
        && products.iter().all(|op| is_one(ir::result(*op)) && is_one(ir::operand(*op, 2)))
        && !products.iter().any(|op| op.has_attribute(UNDER_WAY))
}

/// Whether an operation is inside another one.
pub(super) fn is_inside(op: OperationRef<'_, '_>, of: OperationRef<'_, '_>) -> bool {
    let mut around = op.parent_operation();
    while let Some(op) = around {
        if ir::op_key(op) == ir::op_key(of) {
            return true;
        }
        around = op.parent_operation();
    }
    false
}

/// The dimension in which a copy is put outside of its source, if it must be.
fn guard<'c: 'a, 'a>(
    copy: OperationRef<'c, 'a>,
    source: Value<'c, 'a>,
    r#loop: OperationRef<'c, 'a>,
) -> Result<Option<usize>, Error> {
    let end = ir::operand(r#loop, 1);
    let extents = ir::extents(source.r#type());
    let counted = |dimension: &usize| {
        let index = ir::operand(copy, 1 + dimension)?;
        let (block, 0) = ir::block_argument(index)? else { return None };
        let is_index = ir::op_key(ir::block_parent(block)?) == ir::op_key(r#loop);
        Some(is_index && reaches(end?, source, *dimension, *extents.get(*dimension)?))
    };
    let is_natural = !r#loop.has_attribute("unsignedCmp")
        && end.zip(ir::operand(r#loop, 2)).is_some_and(|(end, step)| has_room(end, step));
    if is_natural && (0..extents.len()).any(|d| counted(&d) == Some(true)) {
        return Ok(None);
    }
    // A coordinate that chooses costs the least where accesses are not vectors along it.
    let strides = match LayoutMemref::of(source.r#type()) {
        Some(memref) => {
            let modes = memref.layout.domain().modes();
            modes.iter().map(|m| m.stride_leaves().iter().any(|d| d.is(1))).collect::<Vec<_>>()
        }
        None => ir::strides(source.r#type()).unwrap_or_default().0.into_iter().map(|d| d == 1).collect(),
    };
    let apart = |d: &usize| strides.get(*d) == Some(&false);
    let first = (0..extents.len()).find(apart).or((!extents.is_empty()).then_some(0));
    first.map(Some).ok_or(Error::Scalar)
}

/// Whether an index's type holds what is a few steps behind the end of a loop, as it does of an extent of memory.
pub(super) fn has_room(end: Value<'_, '_>, step: Value<'_, '_>) -> bool {
    let is_extent = ir::defining_op(end).is_some_and(|op| ir::name(op) == "memref.dim");
    let steps = ir::constant(step).and_then(|step| step.checked_mul(super::MOST));
    // (An index has 32 bits at least.)
    let bits = match ir::scalar(end.r#type()) {
        Some(ir::Scalar::Int(bits)) => bits.clamp(2, 32),
        _ => 32,
    };
    let small = |n: i64| n < 1 << (bits - 2);
    steps.is_some_and(small) && (is_extent || ir::constant(end).is_some_and(small))
}

/// Whether the end of a loop is at the end of a dimension of a memref, or behind it.
fn reaches<'c: 'a, 'a>(end: Value<'c, 'a>, memref: Value<'c, 'a>, dimension: usize, extent: i64) -> bool {
    if let Some(end) = ir::constant(end) {
        return extent != ir::DYNAMIC && end >= extent;
    }
    ir::is_extent(end, memref, dimension)
}

/// Looks at who uses a buffer, through views of it.
fn check_uses<'c: 'a, 'a>(
    copy: &Copy<'c, 'a>,
    r#loop: OperationRef<'c, 'a>,
    places: &FxHashMap<usize, usize>,
    wait: usize,
) -> Result<(), Failure<'c, 'a>> {
    let mut work = ir::users(copy.buffer);
    while let Some(user) = work.pop() {
        let name = ir::name(user);
        let view = ir::result(user).filter(|v| ir::is_memref(v.r#type()));
        let view = view.filter(|_| ir::effects(user) == ir::Effects::None && user.region_count() == 0);
        match name {
            "memref.dealloc" if !is_inside(user, r#loop) => continue,
            _ if ir::op_key(user) == ir::op_key(copy.op) => continue,
            "layout.load" | "layout.mma" if is_inside(user, r#loop) => {}
            _ if view.is_some() && is_inside(user, r#loop) => {
                work.extend(view.into_iter().flat_map(ir::users));
                continue;
            }
            _ => return Err((user, Error::Used(name.into()))),
        }
        // Where it stands in the body, itself or what it is in.
        let mut at = user;
        while let Some(parent) = at.parent_operation().filter(|_| !places.contains_key(&ir::op_key(at))) {
            at = parent;
        }
        if places.get(&ir::op_key(at)).is_none_or(|place| *place < wait) {
            return Err((user, Error::Early(name.into())));
        }
    }
    Ok(())
}

/// Looks for what may write the copies' sources: memory is told apart by what allocates it, or hands
/// it to the function; arguments of a function are not to overlap.
pub(super) fn check_writes<'c: 'a, 'a>(
    r#loop: OperationRef<'c, 'a>,
    copies: &[Copy<'c, 'a>],
) -> Result<(), Failure<'c, 'a>> {
    let sources = copies.iter().filter_map(|copy| ir::operand(copy.op, 0));
    let read: FxHashSet<_> = sources.flat_map(memory).map(ir::key).collect();
    for op in ir::nested(r#loop).into_iter().skip(1) {
        let all = written(op);
        if all.is_none_or(|all| all.into_iter().flat_map(memory).any(|m| read.contains(&ir::key(m)))) {
            return Err((op, Error::Written(ir::name(op).into(), advice(op))));
        }
    }
    Ok(())
}

/// The memrefs that an operation may write through; `None` of what may write anything.
fn written<'c: 'a, 'a>(op: OperationRef<'c, 'a>) -> Option<Vec<Value<'c, 'a>>> {
    Some(match ir::name(op) {
        "layout.store" | "layout.store_async" => ir::operand(op, 1).into_iter().collect(),
        "layout.copy_async" => op.operands().last().into_iter().collect(),
        "layout.load" | "layout.wait" | "layout.wait_mma" | "gpu.barrier" => Vec::new(),
        "func.call" if callee(op).1.is_some_and(only_computes) => Vec::new(),
        "func.call" => return None,
        _ if op.region_count() > 0 || ir::effects(op) != ir::Effects::Any => Vec::new(),
        _ => op.operands().filter(|v| ir::is_memref(v.r#type())).collect(),
    })
}
