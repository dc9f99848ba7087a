//! [`Window`]: the part of a memref that a tile is loaded from or stored to.

use std::collections::BTreeMap;

use layout_algebra::{AnyLayout, Expr, Layout, LayoutLike, common_divisor, composition};
use layout_mlir::ir;
use layout_target::WARP;
use layout_tile::{Matrices, MatrixAccess, Memory, MemoryError, Tv, VectorAccess};
use melior::ir::attribute::IntegerAttribute;
use melior::ir::operation::OperationBuilder;
use melior::ir::{Identifier, OperationRef, Type, Value, ValueLike};

use super::group::{Coordinate, Group};
use super::memory::{View, is_shared};
use crate::convert_layout_memref::emit::Emit;
use crate::tile::build::Part;
use crate::tile::error::{Error, Result};
use crate::tile::tile::element_bits;

/// Where a tile lies in a memref.
pub struct Window<'c, 'a> {
    view: View<'c, 'a>,
    /// One for each dimension of the memref.
    sides: Vec<Side<'c, 'a>>,
    /// Dimensions of the memref before those of the tile.
    leading: usize,
    shape: Vec<i64>,
    is_shared: bool,
}

/// A dimension of a window.
struct Side<'c, 'a> {
    /// Where the window begins.
    origin: Value<'c, 'a>,
    known: Option<i64>,
    /// What divides it; 0 of 0.
    divisor: i64,
    /// How long the window is.
    extent: i64,
    /// Whether the memref has all of it.
    is_inside: bool,
    /// Whether it is known to begin at 0 or behind.
    is_natural: bool,
    /// Whether a step along it always adds the same to the address.
    is_linear: bool,
}

/// The accesses of a thread.
pub enum Access {
    /// Vectors.
    Vectors(VectorAccess),
    /// Matrices, which a warp loads together.
    Matrices(MatrixAccess),
    /// Each of so many values by itself.
    Single(i64),
}

/// The coordinates that decide whether vectors are in the memref, and the vectors.
type Bounded<'c, 'a> = (Vec<(usize, Coordinate<'c, 'a>)>, Vec<i64>);

impl Access {
    /// How many there are.
    pub fn count(&self) -> i64 {
        match self {
            Self::Vectors(vectors) => vectors.count(),
            Self::Matrices(matrices) => matrices.count(),
            Self::Single(count) => *count,
        }
    }

    /// The values of a vector, in the order of addresses; of matrices in that of registers.
    pub fn values(&self, vector: i64) -> Vec<i64> {
        match self {
            Self::Vectors(vectors) => vectors.values(vector),
            Self::Matrices(matrices) => matrices.values(vector),
            Self::Single(_) => vec![vector],
        }
    }

    /// The vector of each list of values.
    pub fn by_values(&self) -> BTreeMap<Vec<i64>, i64> {
        (0..self.count()).map(|vector| (self.values(vector), vector)).collect()
    }

    /// What thread and vector add to the address, if they are layouts.
    fn layouts(&self) -> Option<[&Layout; 2]> {
        match self {
            Self::Vectors(vectors) => Some([&vectors.threads, &vectors.offsets]),
            Self::Matrices(matrices) => Some([&matrices.threads, &matrices.offsets]),
            Self::Single(_) => None,
        }
    }
}

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
            op: ir::name(op),
            why: format!("{} coordinates and {} dimensions in {rank} of memory", indices.len(), shape.len()),
        })?;
        let modes = view.layout.domain().modes();
        let extents = std::iter::repeat_n(1, leading).chain(shape.iter().copied());
        let mut sides = Vec::new();
        for (dimension, (origin, extent)) in indices.iter().zip(extents).enumerate() {
            let facts = group.facts(*origin);
            let size = view.size(dimension)?.as_const();
            let end = facts.hi.saturating_add(extent.into());
            let leaves =
                modes.get(dimension).map_or(0, |m| m.shape_leaves().iter().filter(|n| !n.is(1)).count());
            let known = facts.as_const();
            let of_congruence = common_divisor(facts.modulus, facts.residue);
            let of_bits = 1 << facts.zeros.trailing_ones().min(40);
            sides.push(Side {
                origin: *origin,
                known,
                divisor: known.map_or_else(|| of_congruence.max(of_bits), i64::abs),
                extent,
                is_inside: facts.lo >= 0 && size.is_some_and(|size| end <= size.into()),
                is_natural: facts.lo >= 0,
                is_linear: leaves <= 1 || extent == 1 || known == Some(0),
            });
        }
        Ok(Self { view, sides, leading, shape: shape.to_vec(), is_shared: is_shared(memref.r#type()) })
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
        let is_whole = self.sides.iter().all(|s| s.is_inside) && self.has_sum();
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
    fn literal(side: &Side<'c, 'a>, mode: &Layout) -> Option<i64> {
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
                bounds.push((dimension, self.coordinate(dimension, tv, value, group)?));
            }
            match out.iter_mut().find(|(other, _)| *other == bounds) {
                Some((_, vectors)) => vectors.push(vector),
                None => out.push((bounds, vec![vector])),
            }
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
    pub fn condition(
        &self,
        bounds: &[(usize, Coordinate<'c, 'a>)],
        emit: Emit<'c, 'a>,
    ) -> Result<Option<Value<'c, 'a>>> {
        let mut all = None;
        for (dimension, coordinate) in bounds {
            let at = self.behind(*dimension, *coordinate, emit)?;
            let size = self.view.size_value(*dimension, emit)?;
            all = Some(emit.and(all, emit.below(at, size)?)?);
        }
        Ok(all)
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

    /// Loads a vector: its values.
    ///
    /// # Errors
    /// [`Error::Emit`].
    pub fn load(
        &self,
        access: &Access,
        vector: i64,
        address: Value<'c, 'a>,
        emit: Emit<'c, 'a>,
    ) -> Result<Vec<Value<'c, 'a>>> {
        let (place, count) = ([self.view.flat, address], access.values(vector).len());
        if let Access::Matrices(matrices) = access {
            return self.load_matrices(matrices, address, emit);
        }
        if count == 1 {
            return Ok(vec![emit.value("memref.load", &place, self.view.element, &[])?]);
        }
        let r#type = ir::vector_type(&[count as i64], self.view.element);
        let alignment = self.alignment(count, emit);
        let load = OperationBuilder::new("vector.load", emit.location)
            .add_operands(&place)
            .add_results(&[r#type])
            .add_attributes(&[alignment]);
        let vector = ir::result(emit.insert("vector.load", load)?);
        let vector = vector.ok_or_else(|| Error::Unknown("vector.load".into()))?;
        (0..count).map(|k| Ok(emit.element(vector, k as i64)?)).collect()
    }

    /// `ldmatrix`: the elements of a lane's registers.
    fn load_matrices(
        &self,
        access: &MatrixAccess,
        address: Value<'c, 'a>,
        emit: Emit<'c, 'a>,
    ) -> Result<Vec<Value<'c, 'a>>> {
        let each = 32 / access.bits;
        let r#type = ir::vector_type(&[access.matrices, each], self.view.element);
        let transpose = access.matrices_are == Matrices::Columns;
        let attributes = [
            ("numTiles", emit.attribute(&format!("{} : i32", access.matrices))?),
            ("transpose", emit.attribute(&transpose.to_string())?),
        ];
        let loaded = emit.value("nvgpu.ldmatrix", &[self.view.flat, address], r#type, &attributes)?;
        let mut out = Vec::new();
        for matrix in 0..access.matrices {
            for k in 0..each {
                out.push(emit.part(loaded, &[matrix, k])?);
            }
        }
        Ok(out)
    }

    /// Stores a vector.
    ///
    /// # Errors
    /// [`Error::Emit`].
    pub fn store(
        &self,
        elements: &[Value<'c, 'a>],
        address: Value<'c, 'a>,
        emit: Emit<'c, 'a>,
    ) -> Result<()> {
        let (name, value, attributes) = match elements {
            [one] => ("memref.store", *one, vec![]),
            _ => ("vector.store", emit.vector(elements)?, vec![self.alignment(elements.len(), emit)]),
        };
        let store = OperationBuilder::new(name, emit.location)
            .add_operands(&[value, self.view.flat, address])
            .add_attributes(&attributes);
        emit.insert(name, store)?;
        Ok(())
    }

    /// What the address of a vector is divisible by.
    fn alignment(&self, count: usize, emit: Emit<'c, 'a>) -> (Identifier<'c>, melior::ir::Attribute<'c>) {
        let bytes = count as i64 * element_bits(self.view.element) / 8;
        let value = IntegerAttribute::new(emit.int_type(64), bytes).into();
        (Identifier::new(emit.context, "alignment"), value)
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

    /// The dimensions of the tile, from the one whose elements lie together to the one with the
    /// largest stride; unknown strides are large, those of earlier dimensions more so.
    pub fn order(&self) -> Vec<usize> {
        let modes = self.view.layout.domain().modes();
        let stride = |dimension: &usize| {
            let strides =
                modes.get(dimension + self.leading).map_or(Vec::new(), |m| m.stride_leaves().to_vec());
            strides.iter().map(|d| d.as_const().map_or(i64::MAX, i64::abs)).min().unwrap_or(i64::MAX)
        };
        let mut out: Vec<usize> = (0..self.shape.len()).rev().collect();
        out.sort_by_key(stride);
        out
    }
}

impl PartialEq for Coordinate<'_, '_> {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value && self.thread.map(ir::key) == other.thread.map(ir::key)
    }
}
