//! Vectors: as wide as elements lie together, element by element elsewhere.

use layout_mlir::affine::{AffineExpr, affine_results};
use layout_mlir::ir;
use melior::ir::attribute::{ArrayAttribute, BoolAttribute, DenseI64ArrayAttribute};
use melior::ir::operation::{OperationBuilder, OperationLike};
use melior::ir::r#type::ShapedTypeLike;
use melior::ir::{Attribute, Identifier, OperationRef, Type, TypeLike, Value, ValueLike};

use super::access::indices;
use super::contiguous::{consecutive, trailing_zeros};
use super::emit::Emit;
use super::error::Error;
use super::rewriter::{Lowered, Memory, Rewriter};
use super::storage::is_scalar;
use crate::positions::positions;

/// Most elements of a vector that is taken apart.
const UNROLLED: usize = 4096;

/// A vector access, whatever operation it comes from.
struct Access<'c, 'a> {
    name: String,
    lowered: Lowered<'c, 'a>,
    /// The memref's indices of the vector's first element.
    coordinate: Vec<Value<'c, 'a>>,
    /// The vector's type, and that of its elements.
    vector: Type<'c>,
    element: Type<'c>,
    shape: Vec<usize>,
    /// The dimension of the memref that each of the vector runs along; `None` is a broadcast.
    dimensions: Vec<Option<usize>>,
    /// Whether each dimension of the vector stays within the memref.
    inside: Vec<bool>,
    /// Which elements take part, by used dimensions of the memref in order.
    mask: Option<Value<'c, 'a>>,
    /// What a read gives elsewhere.
    padding: Option<Value<'c, 'a>>,
    /// Attributes of a load or store of all of it.
    attributes: Vec<(Identifier<'c>, Attribute<'c>)>,
}

/// Whether an operation is one of these.
pub fn is_vector_access(name: &str) -> bool {
    matches!(
        name,
        "vector.load"
            | "vector.store"
            | "affine.vector_load"
            | "affine.vector_store"
            | "vector.transfer_read"
            | "vector.transfer_write"
            | "vector.maskedload"
            | "vector.maskedstore"
    )
}

/// Lowers it.
///
/// # Errors
/// [`Error::Vector`] for vectors of unknown length, of vectors, or too long to be taken apart.
pub fn access<'c: 'a, 'a>(op: OperationRef<'c, 'a>, rewriter: &mut Rewriter<'c, 'a>) -> Result<(), Error> {
    let name = ir::name(op);
    let emit = Emit::at(op);
    let (access, stored) = Access::of(op, name, rewriter, emit)?;
    match stored {
        Some(vector) => access.store(vector, emit)?,
        None => {
            let new = access.load(emit)?;
            let old = ir::result(op).ok_or(Error::Build(name.into()))?;
            rewriter.replace(old, vec![new]);
        }
    }
    rewriter.remove(op);
    Ok(())
}

impl<'c: 'a, 'a> Access<'c, 'a> {
    /// Reads an operation; with the vector that it stores.
    fn of(
        op: OperationRef<'c, 'a>,
        name: &str,
        rewriter: &mut Rewriter<'c, 'a>,
        emit: Emit<'c, 'a>,
    ) -> Result<(Self, Option<Value<'c, 'a>>), Error> {
        let build = || Error::Build(name.into());
        let operands: Vec<Value<'c, 'a>> = op.operands().collect();
        let transfer = name.starts_with("vector.transfer");
        // `vector.maskedstore` has its memref first.
        let stored = match name {
            "vector.store" | "affine.vector_store" | "vector.transfer_write" => operands.first().copied(),
            "vector.maskedstore" => operands.last().copied(),
            _ => None,
        };
        let at = usize::from(stored.is_some() && name != "vector.maskedstore");
        let memref = *operands.get(at).ok_or_else(build)?;
        let whole = match stored {
            Some(v) => v.r#type(),
            None => ir::result(op).ok_or_else(build)?.r#type(),
        };
        let lowered = rewriter.lowered(memref, emit)?.ok_or_else(build)?;
        let r#type = lowered.r#type.memref.to_string();
        let refuse = |why| Error::Vector { op: name.into(), memref: r#type.clone(), why };
        let rank = lowered.r#type.memref.rank();
        let element = lowered.r#type.memref.element();
        let Some((shape, of)) = ir::vector(whole) else {
            return Err(refuse("the vector's length is known at run time only; use a fixed length"));
        };
        if !is_scalar(element) || of != element {
            return Err(refuse("its elements are vectors or the like; use a memref of scalars"));
        }
        let shape: Vec<usize> = shape.into_iter().filter_map(|n| usize::try_from(n).ok()).collect();
        if shape.iter().product::<usize>() > UNROLLED {
            return Err(refuse("the vector has more than 4096 elements; unroll it to smaller ones first"));
        }
        let behind = &operands[at + 1..];
        let simple = !transfer && !name.starts_with("vector.masked");
        // The operands of an affine map are as many as it has, and nothing follows them.
        let (raw, extra) = behind.split_at(if simple { behind.len() } else { rank.min(behind.len()) });
        let coordinate = indices(op, raw, emit)?;
        let (mask, padding) = match name {
            "vector.transfer_read" => (extra.get(1).copied(), extra.first().copied()),
            "vector.transfer_write" => (extra.first().copied(), None),
            "vector.maskedload" => (extra.first().copied(), extra.get(1).copied()),
            "vector.maskedstore" => (extra.first().copied(), None),
            _ => (None, None),
        };
        let (dimensions, inside) = if transfer {
            let map = op.attribute("permutation_map").ok().and_then(affine_results).ok_or_else(build)?;
            let dimensions: Vec<Option<usize>> = map
                .iter()
                .map(|e| match e {
                    AffineExpr::Operand(d) => Some(*d),
                    _ => None,
                })
                .collect();
            let bounds = op.attribute("in_bounds").ok().and_then(|a| ArrayAttribute::try_from(a).ok());
            let inside = (0..dimensions.len())
                .map(|i| {
                    let flag =
                        bounds.and_then(|b| b.element(i).ok()).and_then(|b| BoolAttribute::try_from(b).ok());
                    flag.is_some_and(|b| b.value())
                })
                .collect();
            (dimensions, inside)
        } else {
            let first = rank.checked_sub(shape.len()).ok_or_else(build)?;
            ((first..rank).map(Some).collect(), vec![true; shape.len()])
        };
        let keep = |n: &Identifier<'c>| matches!(n.as_string_ref().as_str(), Ok("alignment" | "nontemporal"));
        let attributes = ir::attributes(op).into_iter().filter(|(n, _)| keep(n)).collect();
        let access = Self {
            name: name.into(),
            lowered,
            coordinate,
            vector: whole,
            element,
            shape,
            dimensions,
            inside,
            mask,
            padding,
            attributes,
        };
        Ok((access, stored))
    }

    /// How many elements along the vector's last dimension are accessed at once.
    fn run(&self) -> usize {
        let rank = self.lowered.r#type.memref.rank();
        let guarded = self.mask.is_some()
            || self.dimensions.iter().zip(&self.inside).any(|(d, inside)| d.is_some() && !inside);
        let (Some(length), Some(Some(last))) = (self.shape.last(), self.dimensions.last()) else { return 1 };
        if guarded || last + 1 != rank {
            return 1;
        }
        let mut zeros: Vec<u32> = self.coordinate.iter().map(|v| trailing_zeros(*v)).collect();
        // Rows of the vector begin at any index of the other dimensions.
        for (dimension, size) in self.dimensions.iter().zip(&self.shape) {
            if let Some(d) = dimension.filter(|d| d + 1 != rank && *size > 1) {
                zeros[d] = 0;
            }
        }
        let layout = &self.lowered.r#type.layout;
        let mut run = *length;
        // A part of the row begins at a multiple of its own length.
        while run > 1 {
            let parts = *length != run;
            let mut zeros = zeros.clone();
            if parts {
                zeros[rank - 1] = zeros[rank - 1].min(run.trailing_zeros());
            }
            if consecutive(layout, &zeros, run as i64) {
                return run;
            }
            if run % 2 != 0 {
                return 1;
            }
            run /= 2;
        }
        1
    }

    /// The memref's indices of an element of the vector.
    fn coordinate(&self, position: &[usize], emit: Emit<'c, 'a>) -> Result<Vec<Value<'c, 'a>>, Error> {
        let mut out = self.coordinate.clone();
        for ((dimension, inside), p) in self.dimensions.iter().zip(&self.inside).zip(position) {
            let Some(d) = dimension else { continue };
            // Only an index that is in bounds is known not to overflow.
            let inside = *inside && self.mask.is_none();
            let plus = if inside { Emit::plus } else { Emit::wrapping_plus };
            out[*d] = plus(&emit, out[*d], *p as i64)?;
        }
        Ok(out)
    }

    /// Whether an element takes part; `None` if it does anyway.
    fn guard(
        &self,
        position: &[usize],
        coordinate: &[Value<'c, 'a>],
        emit: Emit<'c, 'a>,
    ) -> Result<Option<Value<'c, 'a>>, Error> {
        let mut guard = None;
        let memory = Memory::Layout(self.lowered.clone());
        for (dimension, inside) in self.dimensions.iter().zip(&self.inside) {
            if let (Some(d), false) = (dimension, inside) {
                let within = emit.less(coordinate[*d], memory.size(*d, emit)?)?;
                guard = Some(emit.and(guard, within)?);
            }
        }
        if let Some(mask) = self.mask {
            let mut used: Vec<(usize, usize)> =
                self.dimensions.iter().zip(position).filter_map(|(d, p)| Some(((*d)?, *p))).collect();
            used.sort_unstable();
            let position: Vec<usize> = used.into_iter().map(|(_, p)| p).collect();
            guard = Some(emit.and(guard, extract(mask, &position, emit)?)?);
        }
        Ok(guard)
    }

    fn load(&self, emit: Emit<'c, 'a>) -> Result<Value<'c, 'a>, Error> {
        let memory = Memory::Layout(self.lowered.clone());
        let run = self.run();
        let mut elements = Vec::new();
        for position in positions(&self.shape).into_iter().step_by(run.max(1)) {
            let coordinate = self.coordinate(&position, emit)?;
            if run > 1 {
                let part = self.part(run);
                let place = memory.place(&coordinate, emit)?;
                let value = emit.insert(
                    &self.name,
                    OperationBuilder::new("vector.load", emit.location)
                        .add_operands(&place)
                        .add_results(&[part])
                        .add_attributes(if part == self.vector { &self.attributes } else { &[] }),
                )?;
                let value = ir::result(value).ok_or_else(|| Error::Build("vector.load".into()))?;
                if part == self.vector {
                    return Ok(value);
                }
                for k in 0..run {
                    elements.push(extract(value, &[k], emit)?);
                }
                continue;
            }
            elements.push(match self.guard(&position, &coordinate, emit)? {
                None => memory.load(&coordinate, emit)?,
                Some(guard) => {
                    let padding = self.padding.ok_or_else(|| Error::Build(self.name.clone()))?;
                    // A masked load's is a vector.
                    let padding = match ir::vector(padding.r#type()) {
                        Some(_) => extract(padding, &position, emit)?,
                        None => padding,
                    };
                    let (body, value) = emit.r#if(guard, Some((padding, padding.r#type())))?;
                    body.emit.yields(memory.load(&coordinate, body.emit)?);
                    value.ok_or_else(|| Error::Build("scf.if".into()))?
                }
            });
        }
        self.assemble(&elements, emit)
    }

    /// The vector of these elements, row by row: MLIR lowers rows to LLVM everywhere.
    fn assemble(&self, elements: &[Value<'c, 'a>], emit: Emit<'c, 'a>) -> Result<Value<'c, 'a>, Error> {
        let Some((length, rows)) = self.shape.split_last().filter(|(_, rows)| !rows.is_empty()) else {
            return emit.value("vector.from_elements", elements, self.vector, &[]);
        };
        let zero = if self.element.is_float() { "0.0" } else { "0" };
        let zero = emit.attribute(&format!("dense<{zero}> : {}", self.vector))?;
        let mut vector = emit.value("arith.constant", &[], self.vector, &[("value", zero)])?;
        let row = ir::vector_type(&[*length as i64], self.element);
        for (position, elements) in positions(rows).iter().zip(elements.chunks(*length)) {
            let row = emit.value("vector.from_elements", elements, row, &[])?;
            let position: Vec<i64> = position.iter().map(|p| *p as i64).collect();
            let position = DenseI64ArrayAttribute::new(emit.context, &position).into();
            let operands = [row, vector];
            vector = emit.value("vector.insert", &operands, self.vector, &[("static_position", position)])?;
        }
        Ok(vector)
    }

    fn store(&self, vector: Value<'c, 'a>, emit: Emit<'c, 'a>) -> Result<(), Error> {
        let memory = Memory::Layout(self.lowered.clone());
        let run = self.run();
        for position in positions(&self.shape).into_iter().step_by(run.max(1)) {
            let coordinate = self.coordinate(&position, emit)?;
            if run > 1 {
                let part = self.part(run);
                let whole = part == self.vector;
                let value = if whole {
                    vector
                } else {
                    let elements = (0..run)
                        .map(|k| {
                            let mut position = position.clone();
                            if let Some(last) = position.last_mut() {
                                *last += k;
                            }
                            extract(vector, &position, emit)
                        })
                        .collect::<Result<Vec<_>, _>>()?;
                    emit.value("vector.from_elements", &elements, part, &[])?
                };
                let place = [vec![value], memory.place(&coordinate, emit)?].concat();
                emit.insert(
                    &self.name,
                    OperationBuilder::new("vector.store", emit.location)
                        .add_operands(&place)
                        .add_attributes(if whole { &self.attributes } else { &[] }),
                )?;
                continue;
            }
            let element = extract(vector, &position, emit)?;
            match self.guard(&position, &coordinate, emit)? {
                None => memory.store(element, &coordinate, emit)?,
                Some(guard) => {
                    let (body, _) = emit.r#if(guard, None)?;
                    memory.store(element, &coordinate, body.emit)?;
                }
            }
        }
        Ok(())
    }

    /// The type of the elements that are accessed at once.
    fn part(&self, run: usize) -> Type<'c> {
        if self.shape == [run] {
            return self.vector;
        }
        ir::vector_type(&[run as i64], self.element)
    }
}

fn extract<'c: 'a, 'a>(
    vector: Value<'c, 'a>,
    position: &[usize],
    emit: Emit<'c, 'a>,
) -> Result<Value<'c, 'a>, Error> {
    let (_, element) = ir::vector(vector.r#type()).ok_or_else(|| Error::Build("vector.extract".into()))?;
    let position: Vec<i64> = position.iter().map(|p| *p as i64).collect();
    let position = DenseI64ArrayAttribute::new(emit.context, &position).into();
    emit.value("vector.extract", &[vector], element, &[("static_position", position)])
}
