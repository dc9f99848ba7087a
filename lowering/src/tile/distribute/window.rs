//! [`Window`]: the part of a memref that a tile is loaded from or stored to.

use layout_algebra::{AnyLayout, Expr, Layout, LayoutLike, common_divisor, composition};
use layout_mlir::ir;
use layout_target::WARP;
use layout_tile::{Matrices, MatrixAccess, Memory, MemoryError, Tv, VectorAccess};
use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, Type, Value, ValueLike};

use super::accesses::Access;
use super::group::{Coordinate, Group, divisor};
use super::memory::View;
use crate::convert_layout_memref::emit::Emit;
use crate::tile::build::Part;
use crate::tile::error::{Error, Result};
use crate::tile::order::order;
use layout_dialect::tile::element_bits;

/// What says of a load or store that all of it is inside of the memref.
const IN_BOUNDS: &str = "layout.in_bounds";

/// Where a tile lies in a memref.
pub struct Window<'c, 'a> {
    /// The memref.
    pub(super) view: View<'c, 'a>,
    /// One for each dimension of the memref.
    pub(super) sides: Vec<Side<'c, 'a>>,
    /// Conditions without which all of it is outside.
    pub(super) guards: Vec<Value<'c, 'a>>,
    /// The loop that it is in.
    around: Option<OperationRef<'c, 'a>>,
    /// Dimensions of the memref before those of the tile.
    leading: usize,
    shape: Vec<i64>,
    is_shared: bool,
}

/// A dimension of a window.
pub(super) struct Side<'c, 'a> {
    /// Where the window begins.
    pub(super) origin: Value<'c, 'a>,
    pub(super) known: Option<i64>,
    /// What divides it; 0 of 0.
    pub(super) divisor: i64,
    /// How long the window is.
    pub(super) extent: i64,
    /// Whether the memref has all of it.
    pub(super) is_inside: bool,
    /// Whether it is known to begin at 0 or behind.
    pub(super) is_natural: bool,
    /// Whether `index` holds all coordinates of the window.
    has_room: bool,
    /// Whether a step along it always adds the same to the address.
    is_linear: bool,
}

/// A coordinate that decides whether a vector is in the memref.
#[derive(Clone, Copy, PartialEq)]
pub struct Bound<'c, 'a> {
    dimension: usize,
    coordinate: Coordinate<'c, 'a>,
    /// How far it is behind the first coordinate of a vector with the same part of the thread.
    step: i64,
}

/// The coordinates that decide whether vectors are in the memref, and the vectors.
type Bounded<'c, 'a> = (Vec<Bound<'c, 'a>>, Vec<i64>);

impl<'c: 'a, 'a> Window<'c, 'a> {
    /// The window of this shape at `indices` of a memref, for an operation.
    ///
    /// # Errors
    /// [`Error::Unsupported`] for a memref that is not seen through strides or a layout.
    pub fn new(
        memref: Value<'c, 'a>,
        indices: &[Value<'c, 'a>],
        shape: &[i64],
        op: OperationRef<'c, 'a>,
        group: &Group<'c, 'a>,
    ) -> Result<Self> {
        let view = View::of(memref, op)?;
        let rank = view.rank();
        let leading = rank.checked_sub(shape.len()).filter(|_| indices.len() == rank);
        let leading = leading.ok_or_else(|| Error::Unsupported {
            op: ir::name(op).into(),
            why: format!("{} coordinates and {} dimensions in {rank} of memory", indices.len(), shape.len()),
        })?;
        let modes = view.layout.domain().modes();
        let extents = std::iter::repeat_n(1, leading).chain(shape.iter().copied());
        let mut is_promised = op.has_attribute(IN_BOUNDS);
        let (mut sides, mut guards) = (Vec::new(), Vec::new());
        for (dimension, (index, extent)) in indices.iter().zip(extents).enumerate() {
            let size = view.size(dimension)?.as_const();
            let mut origin = index;
            let guarded = guarded(*index, memref, dimension, size);
            if let Some((guard, otherwise)) = &guarded {
                guards.push(*guard);
                origin = otherwise;
            }
            let facts = group.facts(*origin);
            let end = facts.hi.saturating_add(extent.into());
            let leaves =
                modes.get(dimension).map_or(0, |m| m.shape_leaves().iter().filter(|n| !n.is(1)).count());
            let known = facts.as_const();
            let is_inside = |first: i64, size: i64| first >= 0 && first.saturating_add(extent - 1) < size;
            if let (true, Some(first), Some(size)) = (is_promised, known, size)
                && !is_inside(first, size)
            {
                is_promised = false;
                let (name, last) = (ir::name(op), first.saturating_add(extent - 1));
                let why = format!(
                    "says {IN_BOUNDS}, and of dimension {dimension} it takes the coordinates {first} to {last}, of which there are {size}: they are compared"
                );
                ir::emit_warning(ir::location(op), &format!("layout-distribute: '{name}' op {why}"));
            }
            let divisor = divisor(&facts);
            let ends = size.is_some_and(|size| end <= size.into())
                || divisor % extent == 0
                    && ends_with(*origin, memref, dimension, &view.size(dimension)?, extent);
            sides.push(Side {
                origin: *origin,
                known,
                divisor,
                extent,
                is_inside: is_promised || facts.lo >= 0 && ends,
                is_natural: is_promised || facts.lo >= 0,
                has_room: end <= group.most_index(),
                is_linear: leaves <= 1 || extent == 1 || known == Some(0),
            });
        }
        let is_shared = ir::is_shared(memref.r#type());
        Ok(Self { view, sides, guards, around: loop_around(op), leading, shape: shape.to_vec(), is_shared })
    }

    /// The vectors, of at most so many bytes, of threads that hold the tile in an encoding.
    ///
    /// # Errors
    /// [`Error::Memory`] for elements that memory does not have.
    pub fn vectors(&self, tv: &Tv, bytes: i64) -> Result<Access> {
        let single = Access::Single(tv.value_count());
        let Some(memory) = self.memory()? else { return Ok(single) };
        // Numbers of other types have no vectors in memory.
        let is_single = ir::bytes(self.view.element).is_none();
        let widest = if is_single { memory.bits / 8 } else { bytes };
        match VectorAccess::up_to(tv, &memory, widest) {
            Ok(vectors) => Ok(Access::Vectors(vectors)),
            Err(MemoryError::NoLayout { .. }) => Ok(single),
            Err(error) => Err(error.into()),
        }
    }

    /// The matrices, if whole warps can load them with fewer instructions than `vectors`.
    ///
    /// # Errors
    /// [`Error::Layout`].
    pub fn matrices(&self, tv: &Tv, vectors: &Access) -> Result<Option<Access>> {
        let is_whole = self.guards.is_empty() && self.sides.iter().all(|s| s.is_inside) && self.has_sum();
        let Some(memory) = self.memory()?.filter(|_| is_whole && self.is_shared) else { return Ok(None) };
        if ir::bytes(self.view.element).is_none() || tv.thread_count() % WARP != 0 {
            return Ok(None);
        }
        let found = [Matrices::Rows, Matrices::Columns]
            .into_iter()
            .filter_map(|kind| MatrixAccess::new(tv, &memory, kind).ok())
            .filter(|m| m.count() < vectors.count())
            .min_by_key(MatrixAccess::count);
        Ok(found.map(Access::Matrices))
    }

    /// What is known of the window's memory; `None` where addresses are not sums.
    fn memory(&self) -> Result<Option<Memory>> {
        if !self.sides.iter().all(|s| s.is_linear) {
            return Ok(None);
        }
        let bits = element_bits(self.view.element).max(8);
        let modes = self.view.layout.domain().modes();
        let (mut parts, mut alignment, mut residues) = (Vec::new(), self.view.alignment, Vec::new());
        for (dimension, (side, mode)) in self.sides.iter().zip(&modes).enumerate() {
            if side.known != Some(0) {
                let step = mode.stride_leaves().iter().fold(0, |d, s| common_divisor(d, s.content()));
                let by = if mode.stride_leaves().len() == 1 { side.divisor.max(1) } else { 1 };
                alignment = common_divisor(alignment, step.saturating_mul(by).saturating_mul(bits / 8));
            }
            if dimension < self.leading {
                continue;
            }
            let extent = Layout::mode1(side.extent.into(), Expr::ONE)?;
            let Ok(part) = composition(mode, &extent) else { return Ok(None) };
            parts.push(part);
            let size = self.view.size(dimension)?.content();
            let together = common_divisor(side.divisor, size);
            residues.push(if side.is_inside { 0 } else { together });
        }
        let layout = self.with_outer(Layout::concat(&parts)?);
        Ok(Some(Memory { layout, bits, alignment, residues }))
    }

    /// The origin of a side as a coordinate that the memref is known to have.
    pub(super) fn literal(side: &Side<'c, 'a>, mode: &Layout) -> Option<i64> {
        let size = mode.size().ok().and_then(|n| n.as_const());
        side.known.filter(|n| *n >= 0 && size.is_some_and(|size| *n < size))
    }

    /// Whether the address is that of the origin plus what thread and vector add. A coordinate of the
    /// origin that may be outside has no index, though others behind it have.
    fn has_sum(&self) -> bool {
        let modes = self.view.layout.domain().modes();
        self.sides.iter().zip(&modes).all(|(side, mode)| {
            let unknown = side.known.is_none() && (side.extent == 1 || side.is_natural);
            side.known == Some(0) || unknown || Self::literal(side, mode).is_some()
        })
    }

    /// A layout behind the function of the memref's.
    fn with_outer(&self, inner: Layout) -> AnyLayout {
        match self.view.layout.outer() {
            None => inner.into(),
            Some((outer, offset)) => AnyLayout::composed(outer.clone(), offset.clone(), inner),
        }
    }

    /// The vectors, those together that are inside or outside together.
    ///
    /// # Errors
    /// [`Error::Emit`].
    pub fn bounded(
        &self,
        access: &Access,
        tv: &Tv,
        group: &mut Group<'c, 'a>,
    ) -> Result<Vec<Bounded<'c, 'a>>> {
        let mut out: Vec<Bounded<'c, 'a>> = Vec::new();
        for vector in 0..access.count() {
            let value = access.values(vector).first().copied().unwrap_or(0);
            let mut bounds = Vec::new();
            for dimension in (0..self.sides.len()).filter(|d| !self.sides[*d].is_inside) {
                let coordinate = self.coordinate(dimension, tv, value, group)?;
                bounds.push(Bound { dimension, coordinate, step: 0 });
            }
            match out.iter_mut().find(|(other, _)| *other == bounds) {
                Some((_, vectors)) => vectors.push(vector),
                None => out.push((bounds, vec![vector])),
            }
        }
        let all: Vec<Bound<'c, 'a>> = out.iter().flat_map(|(bounds, _)| bounds).copied().collect();
        for bound in out.iter_mut().flat_map(|(bounds, _)| bounds) {
            let is_like = |b: &&Bound<'c, 'a>| {
                b.dimension == bound.dimension
                    && b.coordinate.thread.map(ir::key) == bound.coordinate.thread.map(ir::key)
            };
            let first = all.iter().filter(is_like).map(|b| b.coordinate.value).min();
            bound.step = bound.coordinate.value - first.unwrap_or(bound.coordinate.value);
        }
        Ok(out)
    }

    /// The coordinate of a value in the window.
    fn coordinate(
        &self,
        dimension: usize,
        tv: &Tv,
        value: i64,
        group: &mut Group<'c, 'a>,
    ) -> Result<Coordinate<'c, 'a>> {
        match dimension.checked_sub(self.leading) {
            None => Ok(Coordinate { thread: None, value: 0 }),
            Some(dimension) => group.coordinate(tv, &self.shape, dimension, value),
        }
    }

    /// The coordinate in the memref.
    fn behind(
        &self,
        dimension: usize,
        coordinate: Coordinate<'c, 'a>,
        emit: Emit<'c, 'a>,
    ) -> Result<Value<'c, 'a>> {
        let side = &self.sides[dimension];
        coordinate.behind((side.known != Some(0)).then_some(side.origin), emit)
    }

    /// Whether the memref has these coordinates; `None` if it always has.
    ///
    /// # Errors
    /// [`Error::Emit`].
    pub fn condition(&self, bounds: &[Bound<'c, 'a>], emit: Emit<'c, 'a>) -> Result<Option<Value<'c, 'a>>> {
        // What changes in a loop is compared with a limit that does not, in which the rest is.
        let changes = |b: &&Bound<'c, 'a>| self.changes(self.sides[b.dimension].origin);
        let mut changing = bounds.iter().filter(changes);
        let counted =
            changing.next().filter(|b| changing.next().is_none() && self.sides[b.dimension].is_natural);
        let mut all = None;
        for bound in bounds.iter().filter(|b| counted.is_none_or(|c| c.dimension != b.dimension)) {
            let at = self.behind(bound.dimension, bound.coordinate, emit)?;
            let size = self.view.size_value(bound.dimension, emit)?;
            all = Some(emit.and(all, emit.below(at, size)?)?);
        }
        let Some(Bound { dimension, mut coordinate, step }) = counted.copied() else {
            return self.guards.iter().try_fold(all, |all, guard| Ok(Some(under(*guard, all, emit)?)));
        };
        let Side { origin, has_room, .. } = self.sides[dimension];
        // One limit for vectors that are a step apart: it is in a register all the time, and steps are added to
        // what all threads have in common.
        let mut at = origin;
        if step > 0 && has_room && self.guards.is_empty() {
            coordinate.value -= step;
            at = emit.plus(origin, step)?;
        }
        let size = self.view.size_value(dimension, emit)?;
        let mut limit = emit.binary("arith.subi", size, coordinate.behind(None, emit)?)?;
        if let Some(all) = all {
            limit = emit.select(all, limit, emit.constant(0)?)?;
        }
        let (ends, guards): (Vec<_>, Vec<_>) =
            self.guards.iter().map(|g| (self.end_of(origin, *g), *g)).partition(|(end, _)| end.is_some());
        for end in ends.into_iter().filter_map(|(end, _)| end) {
            limit = emit.binary("arith.minsi", limit, end)?;
        }
        let mut all = emit.less(at, limit)?;
        for (_, guard) in guards {
            all = under(guard, Some(all), emit)?;
        }
        Ok(Some(all))
    }

    /// Whether a value is another one in each iteration.
    fn changes(&self, value: Value<'c, 'a>) -> bool {
        self.around.is_some_and(|r#loop| {
            let mut at = match ir::block_argument(value) {
                Some((block, _)) => ir::block_parent(block),
                None => ir::defining_op(value).and_then(|op| op.parent_operation()),
            };
            while let Some(op) = at.filter(|op| ir::op_key(*op) != ir::op_key(r#loop)) {
                at = op.parent_operation();
            }
            at.is_some()
        })
    }

    /// The number, the same in all iterations, that a condition says a coordinate to be below.
    fn end_of(&self, origin: Value<'c, 'a>, condition: Value<'c, 'a>) -> Option<Value<'c, 'a>> {
        let compare = ir::defining_op(condition).filter(|op| ir::name(*op) == "arith.cmpi")?;
        let is_below = ir::CmpIPredicate::of(compare) == Some(ir::CmpIPredicate::Slt);
        let end = ir::operand(compare, 1).filter(|end| !self.changes(*end))?;
        (is_below && ir::operand(compare, 0) == Some(origin)).then_some(end)
    }

    /// The index of a vector's first element in the flat memory; where the memref does not have it,
    /// it is poison.
    ///
    /// # Errors
    /// [`Error::Emit`].
    pub fn address(
        &self,
        access: &Access,
        vector: i64,
        tv: &Tv,
        group: &mut Group<'c, 'a>,
        emit: Emit<'c, 'a>,
    ) -> Result<Value<'c, 'a>> {
        if let Some([threads, offsets]) = access.layouts()
            && self.has_sum()
        {
            let modes = self.view.layout.domain().modes();
            let (mut parts, mut coordinate) = (Vec::new(), Vec::new());
            for (side, mode) in self.sides.iter().zip(&modes).filter(|(s, _)| s.known != Some(0)) {
                parts.push(mode);
                coordinate.push(Self::literal(side, mode).map_or(Part::Index(side.origin), Part::Literal));
            }
            for (part, at) in [(threads, Part::Index(group.thread()?)), (offsets, Part::Literal(vector))] {
                // What is one of one adds nothing.
                if parts.is_empty() || !part.size().is_ok_and(|n| n.is(1)) {
                    parts.push(part);
                    coordinate.push(at);
                }
            }
            let layout = self.with_outer(Layout::concat(parts)?);
            return Ok(emit.index(&layout, &self.view.symbols, &coordinate)?);
        }
        let value = access.values(vector).first().copied().unwrap_or(0);
        let mut coordinate = Vec::new();
        for dimension in 0..self.sides.len() {
            let within = self.coordinate(dimension, tv, value, group)?;
            coordinate.push(Part::Index(self.behind(dimension, within, emit)?));
        }
        Ok(emit.index(&self.view.layout, &self.view.symbols, &coordinate)?)
    }
}

impl<'c, 'a> Window<'c, 'a> {
    /// The memory.
    pub fn flat(&self) -> Value<'c, 'a> {
        self.view.flat
    }

    /// The type of its elements.
    pub fn element(&self) -> Type<'c> {
        self.view.element
    }

    /// The dimensions of the tile, the one whose elements lie together first.
    pub fn order(&self) -> Vec<usize> {
        order(self.view.layout.domain(), self.leading, self.shape.len())
    }
}

/// Whether a condition holds, and another one that may be poison where it does not: then what it guards is.
pub(super) fn under<'c: 'a, 'a>(
    guard: Value<'c, 'a>,
    condition: Option<Value<'c, 'a>>,
    emit: Emit<'c, 'a>,
) -> Result<Value<'c, 'a>> {
    match condition {
        None => Ok(guard),
        Some(condition) => Ok(emit.select(guard, condition, emit.number(0, emit.int_type(1))?)?),
    }
}

/// The innermost loop that an operation is in.
fn loop_around<'c, 'a>(op: OperationRef<'c, 'a>) -> Option<OperationRef<'c, 'a>> {
    let parents = std::iter::successors(op.parent_operation(), |op| op.parent_operation());
    parents.into_iter().find(|op| matches!(ir::name(*op), "scf.for" | "scf.while"))
}

/// The condition and the coordinate, where a coordinate is chosen by a condition over the extent of the dimension,
/// at which everything is outside.
fn guarded<'c: 'a, 'a>(
    index: Value<'c, 'a>,
    memref: Value<'c, 'a>,
    dimension: usize,
    size: Option<i64>,
) -> Option<(Value<'c, 'a>, Value<'c, 'a>)> {
    let chosen = ir::defining_op(index).filter(|op| ir::name(*op) == "arith.select")?;
    let end = ir::operand(chosen, 2)?;
    let is_end =
        ir::constant(end).is_some_and(|end| size == Some(end)) || ir::is_extent(end, memref, dimension);
    Some((ir::operand(chosen, 0)?, ir::operand(chosen, 1)?)).filter(|_| is_end)
}

/// Whether the index of a loop in steps of `extent` stays so far below the extent of a memref's
/// dimension, up to which the loop runs.
fn ends_with(
    index: Value<'_, '_>,
    memref: Value<'_, '_>,
    dimension: usize,
    size: &Expr,
    extent: i64,
) -> bool {
    let end = ir::block_argument(index).filter(|(_, number)| *number == 0).and_then(|(block, _)| {
        let r#loop = ir::block_parent(block).filter(|op| ir::name(*op) == "scf.for")?;
        ir::operand(r#loop, 1)
    });
    size.content() % extent == 0 && end.is_some_and(|end| ir::is_extent(end, memref, dimension))
}

impl PartialEq for Coordinate<'_, '_> {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value && self.thread.map(ir::key) == other.thread.map(ir::key)
    }
}
