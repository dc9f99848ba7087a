//! Reductions between warps: within each first, then through shared memory.

use layout_algebra::{Expr, IntTuple, Layout, composition};
use layout_mlir::ir;
use layout_tile::{Relation, Tv};
use melior::ir::operation::{OperationBuilder, OperationLike};
use melior::ir::{Identifier, Operation, OperationRef, Type, Value, ValueLike};

use super::scratch::{Scratch, tile};
use crate::convert_layout_memref::emit::Emit;
use crate::tile::error::{Error, Result};
use layout_dialect::tile::{Tile, tile_type};

/// A part of the dimension that is reduced.
#[derive(Clone, Copy)]
struct Factor {
    size: i64,
    /// Whether its coordinate says which warp.
    of_warps: bool,
}

/// Tiles that are reduced together: all of one shape and encoding.
struct Tiles<'c, 'a> {
    values: Vec<Value<'c, 'a>>,
    /// The first; the others differ in their elements alone.
    elements: Vec<Tile<'c>>,
    shape: Vec<i64>,
    tv: Tv,
}

/// Writes a reduction whose parts are in several warps as smaller ones.
///
/// # Errors
/// [`Error::Encodings`] for tiles in different encodings; [`Error::Relation`] where the warps' part of
/// the dimension cannot be cut out.
pub fn select<'c: 'a, 'a>(op: OperationRef<'c, 'a>, threads: i64) -> Result<()> {
    let unknown = || Error::Unknown(ir::name(op).into());
    let dim = op.attribute("dim").ok().and_then(ir::integer).and_then(|d| usize::try_from(d).ok());
    let dim = dim.ok_or_else(unknown)?;
    let values: Vec<Value<'c, 'a>> = op.operands().collect();
    let mut elements = Vec::new();
    for value in &values {
        elements.push(tile(value.r#type(), op, threads)?);
    }
    let (first, tv) = elements.first().cloned().ok_or_else(unknown)?;
    if let Some((_, other)) = elements.iter().find(|(_, other)| *other != tv) {
        return Err(Error::Encodings { op: ir::name(op).into(), a: tv.to_string(), b: other.to_string() });
    }
    let finished = Relation::reduce(&first.shape, &[dim])?.project(tv)?;
    let across = finished.across_warps();
    if across.is_empty() {
        return Ok(());
    }
    let below: i64 = first.shape.iter().take(dim).product();
    let extent = first.shape.get(dim).copied().unwrap_or(1);
    let strides = across.iter().map(|d| (tv.threads().eval(d.divisor).unwrap_or(0) / below, d.size));
    let factors = factors(strides.collect(), extent).ok_or_else(|| Error::Unsupported {
        op: ir::name(op).into(),
        why: format!("the warps' part of dimension {dim} in {tv} does not cut it; convert it before"),
    })?;
    let elements = elements.into_iter().map(|(tile, _)| tile).collect();
    let mut tiles = Tiles { values, elements, shape: first.shape.clone(), tv: tv.clone() };
    // Row-major order has the largest first.
    let sizes = factors.iter().rev().map(|f| f.size);
    let shape = first.shape[..dim].iter().copied().chain(sizes).chain(first.shape[dim + 1..].iter().copied());
    tiles.reshape(op, &shape.collect::<Vec<_>>())?;
    let mut left: Vec<Factor> = factors.into_iter().rev().collect();
    while left.iter().any(|f| !f.of_warps) {
        // What a thread does alone comes first: fewer values are shuffled then.
        let mut own = (0..left.len()).filter(|i| !left[*i].of_warps);
        let alone = |i: &usize| tiles.is_in_threads(dim + i).unwrap_or(false);
        let next = own.clone().find(alone).or(own.next()).ok_or_else(unknown)?;
        tiles.reduce(op, dim + next, None)?;
        left.remove(next);
    }
    let warps: Vec<i64> = left.iter().map(|f| f.size).collect();
    tiles.through_memory(op, dim, &warps, &finished.encoding)?;
    let results = ir::results(op);
    for (number, _) in warps.iter().enumerate().rev() {
        let types: Vec<Type<'c>> = results.iter().map(|r| r.r#type()).collect();
        tiles.reduce(op, dim + number, (number == 0).then_some(types))?;
    }
    for (old, new) in results.into_iter().zip(tiles.values) {
        ir::replace_all_uses(old, new);
    }
    Ok(ir::erase(op)?)
}

/// The factors of an extent, from the smallest stride up, of which some are the warps'. `None` if
/// one ends within another.
fn factors(mut warps: Vec<(i64, i64)>, extent: i64) -> Option<Vec<Factor>> {
    warps.sort_unstable();
    let (mut out, mut reach) = (Vec::new(), 1);
    let rest = |from: i64, to: i64| -> Option<Option<Factor>> {
        let whole = from > 0 && to % from == 0 && to >= from;
        whole.then(|| (to > from).then_some(Factor { size: to / from, of_warps: false }))
    };
    for (stride, size) in warps {
        out.extend(rest(reach, stride)?);
        out.push(Factor { size, of_warps: true });
        reach = stride * size;
    }
    out.extend(rest(reach, extent)?);
    Some(out)
}

impl<'c: 'a, 'a> Tiles<'c, 'a> {
    /// The types of tiles of a shape and an encoding.
    fn types(&self, op: OperationRef<'c, 'a>, shape: &[i64], tv: &Tv) -> Vec<Type<'c>> {
        let (context, tv) = (ir::context(op), Some(tv));
        self.elements.iter().map(|tile| tile_type(context, shape, tile.element, tv)).collect()
    }

    fn reshape(&mut self, op: OperationRef<'c, 'a>, shape: &[i64]) -> Result<()> {
        if self.shape == shape {
            return Ok(());
        }
        let (emit, tv) = (Emit::at(op), Relation::reshape(&self.shape, shape)?.result_encoding(&self.tv)?);
        let types = self.types(op, shape, &tv);
        for (value, r#type) in self.values.iter_mut().zip(types) {
            *value = emit.value("layout.reshape", &[*value], r#type, &[])?;
        }
        (self.shape, self.tv) = (shape.to_vec(), tv);
        Ok(())
    }

    /// Whether each thread has all elements along a dimension.
    fn is_in_threads(&self, dim: usize) -> Result<bool> {
        Ok(Relation::reduce(&self.shape, &[dim])?.project(&self.tv)?.threads.is_empty())
    }

    /// Reduces a dimension by what `op` combines with, to the given types or those that follow.
    fn reduce(&mut self, op: OperationRef<'c, 'a>, dim: usize, to: Option<Vec<Type<'c>>>) -> Result<()> {
        let (emit, unknown) = (Emit::at(op), || Error::Unknown(ir::name(op).into()));
        let relation = Relation::reduce(&self.shape, &[dim])?;
        let (shape, tv) = (relation.result_shape().to_vec(), relation.result_encoding(&self.tv)?);
        let types = match to {
            Some(types) => types,
            None => self.types(op, &shape, &tv),
        };
        // A copy brings the region.
        let copy = ir::insert_before(op, Operation::clone(&op)).ok_or_else(unknown)?;
        let regions = ir::take_regions(copy);
        ir::erase(copy)?;
        let dim = ("dim", emit.attribute(&format!("{dim} : i64"))?);
        let kind = op.attribute("kind").ok().map(|kind| ("kind", kind));
        let attributes: Vec<_> =
            [dim].into_iter().chain(kind).map(|(n, a)| (Identifier::new(emit.context, n), a)).collect();
        let new = OperationBuilder::new("layout.reduce", emit.location)
            .add_operands(&self.values)
            .add_results(&types)
            .add_attributes(&attributes)
            .add_regions_vec(regions);
        self.values = ir::results(emit.insert("layout.reduce", new)?);
        (self.shape, self.tv) = (shape, tv);
        Ok(())
    }

    /// Stores the tiles, and loads them so that each thread has all that `warps`, the dimensions from
    /// `dim` on, have of what it holds of the result.
    fn through_memory(
        &mut self,
        op: OperationRef<'c, 'a>,
        dim: usize,
        warps: &[i64],
        result: &Tv,
    ) -> Result<()> {
        let is_warp = |d: usize| (dim..dim + warps.len()).contains(&d);
        // What a thread loads lies together.
        let (mut strides, mut reach) = (vec![0; self.shape.len()], 1);
        let order = (0..self.shape.len()).filter(|d| is_warp(*d)).rev();
        for d in order.chain((0..self.shape.len()).filter(|d| !is_warp(*d))) {
            strides[d] = reach;
            reach *= self.shape[d];
        }
        let flat = |numbers: &[i64]| IntTuple::flat(numbers.iter().map(|n| Expr::from(*n)));
        let layout = Layout::new(&flat(&self.shape), &flat(&strides))?;
        // From positions of the result to positions of the tile, at the first warp.
        let steps: Vec<i64> =
            self.shape.iter().scan(1, |next, extent| Some(std::mem::replace(next, *next * extent))).collect();
        let part = |of_warps: bool| {
            let some = |numbers: &[i64]| -> Vec<i64> {
                numbers.iter().enumerate().filter(|(d, _)| is_warp(*d) == of_warps).map(|(_, n)| *n).collect()
            };
            let (shape, stride) = (some(&self.shape), some(&steps));
            if shape.is_empty() {
                Ok(Layout::unit_mode())
            } else {
                Layout::new(&flat(&shape), &flat(&stride))
            }
        };
        let (others, warps) = (part(false)?, part(true)?);
        let threads = composition(&others, result.threads())?;
        let values = composition(&others, result.values())?;
        let tv = Tv::new(&threads, &Layout::concat([&values, &warps])?)?;
        let types = self.types(op, &self.shape, &tv);
        let layout = layout.into();
        let mut all = Vec::new();
        for (value, tile) in self.values.iter().zip(&self.elements) {
            let scratch = Scratch::new(op, &self.shape, tile.element, &layout)?;
            scratch.store(*value)?;
            all.push(scratch);
        }
        for ((value, scratch), r#type) in self.values.iter_mut().zip(all).zip(types) {
            *value = scratch.load(r#type)?;
        }
        self.tv = tv;
        Ok(())
    }
}
