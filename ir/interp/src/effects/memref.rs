//! `memref`: allocation, views and sizes.

use std::sync::Arc;

use layout_algebra::AnyLayout;
use layout_dialect::Known;
use layout_mlir::ir;
use melior::ir::attribute::StridedLayoutAttribute;
use melior::ir::operation::OperationLike;
use melior::ir::r#type::{DimSize, MemRefType, ShapedTypeLike};
use melior::ir::{OperationRef, Type, ValueLike};

use super::access::copy;
use super::{Effect, addresses};
use crate::int::Int;
use crate::machine::World;
use crate::memory::{Place, View};
use crate::pure::{Map, Scalar, layout_function};
use crate::stop::Stop;
use crate::value::Value;

/// A dynamic size, offset or stride.
const DYNAMIC: i64 = i64::MIN;

/// A memref type of numbers.
#[derive(Clone, Debug)]
pub(crate) struct MemrefType {
    pub element: Scalar,
    /// `None` for a dynamic size.
    shape: Vec<Option<i128>>,
    layout: TypeLayout,
}

#[derive(Clone, Debug)]
enum TypeLayout {
    Identity,
    /// The offset and the strides; `None` where dynamic.
    Strided(Option<i128>, Vec<Option<i128>>),
    Map(Arc<Map>),
    Layout(AnyLayout),
}

impl MemrefType {
    /// Reads a type; `None` if it is no memref of numbers.
    pub fn of(r#type: Type<'_>) -> Option<Self> {
        let memref = MemRefType::try_from(r#type).ok()?;
        let element = Scalar::of(memref.element())?;
        let known = |n: i64| (n != DYNAMIC).then_some(i128::from(n));
        let shape: Option<Vec<_>> = (0..memref.rank()).map(|i| memref.dim_size(i).ok()).collect();
        let shape = shape?.into_iter().map(|size| match size {
            DimSize::Static(n) => Some(i128::from(n)),
            DimSize::Dynamic => None,
        });
        let shape: Vec<Option<i128>> = shape.collect();
        let attribute = memref.layout();
        let layout = if let Some(layout) = Known::of_attribute(attribute) {
            TypeLayout::Layout(layout.clone())
        } else if StridedLayoutAttribute::try_from(attribute).is_ok() {
            let (strides, offset) = memref.strides_and_offset();
            TypeLayout::Strided(known(offset), strides.into_iter().map(known).collect())
        } else if memref.affine_map().is_identity() {
            TypeLayout::Identity
        } else {
            TypeLayout::Map(Map::of(attribute)?.into())
        };
        Some(Self { element, shape, layout })
    }

    /// How many sizes an argument of the type must state; `None` if they do not tell
    /// where its elements lie.
    pub fn dynamic_sizes(&self) -> Option<usize> {
        let count = self.shape.iter().filter(|n| n.is_none()).count();
        match &self.layout {
            TypeLayout::Layout(layout) if !layout.symbols().is_empty() => None,
            _ => Some(count),
        }
    }

    /// The view of a buffer, dynamic sizes and the layout's symbols given in order, and
    /// how many elements the buffer has, if that is known.
    pub fn view(
        &self,
        buffer: usize,
        sizes: &[i128],
        symbols: &[i128],
    ) -> Result<(View, Option<i128>), Stop> {
        let dynamic = sizes;
        let mut sizes = sizes.iter();
        let shape: Option<Vec<i128>> =
            self.shape.iter().map(|n| n.or_else(|| sizes.next().copied())).collect();
        let shape = shape.ok_or_else(|| Stop::unsupported("a memref without its sizes"))?;
        if shape.iter().any(|n| *n < 0) {
            return Err(Stop::undefined("a memref of a negative size"));
        }
        let count = shape.iter().try_fold(1i128, |product, n| product.checked_mul(*n));
        let (place, extent) = match &self.layout {
            TypeLayout::Identity => (Place::Strided { offset: 0, strides: View::row_major(&shape) }, count),
            TypeLayout::Strided(offset, strides) => {
                // What is dynamic is as if the memref were compact.
                let compact = View::row_major(&shape);
                let strides: Vec<i128> = strides.iter().zip(compact).map(|(s, c)| s.unwrap_or(c)).collect();
                (Place::Strided { offset: offset.unwrap_or(0), strides }, None)
            }
            TypeLayout::Map(map) => (Place::Map(map.clone(), symbols.to_vec()), None),
            TypeLayout::Layout(layout) => {
                // The identity takes its one symbol from the size, as its map has none.
                let symbols = if symbols.is_empty() { dynamic } else { symbols };
                let function = layout_function(layout, symbols);
                let function =
                    function.ok_or_else(|| Stop::undefined("a layout whose symbols break their facts"))?;
                (Place::Layout(function.into()), None)
            }
        };
        Ok((View { buffer, shape, place }, extent))
    }

    fn dynamic_count(&self) -> usize {
        self.shape.iter().filter(|n| n.is_none()).count()
    }

    /// Whether a view can be of the type.
    fn admits(&self, view: &View) -> bool {
        let fits = |wanted: &[Option<i128>], got: &[i128]| {
            wanted.len() == got.len() && wanted.iter().zip(got).all(|(w, g)| w.is_none_or(|w| w == *g))
        };
        fits(&self.shape, &view.shape)
            && match (&self.layout, &view.place) {
                (TypeLayout::Strided(offset, strides), Place::Strided { offset: o, strides: s }) => {
                    offset.is_none_or(|offset| offset == *o) && fits(strides, s)
                }
                (TypeLayout::Identity, Place::Strided { offset, strides }) => {
                    *offset == 0 && *strides == View::row_major(&view.shape)
                }
                _ => true,
            }
    }
}

pub(super) fn decode(op: OperationRef<'_, '_>, name: &str) -> Option<Box<dyn Effect>> {
    let result = || MemrefType::of(ir::result(op)?.r#type());
    let lists = || Offsets::decode(op);
    Some(match name {
        "memref.alloc" | "memref.alloca" => Box::new(Allocate(result()?)),
        "memref.dealloc" => Box::new(Free),
        "memref.dim" => Box::new(Size),
        "memref.cast" => Box::new(Cast(result()?)),
        "memref.copy" => Box::new(Copy),
        "linalg.copy" if op.result_count() == 0 => Box::new(Copy),
        "memref.subview" => Box::new(Subview(lists()?, kept_dimensions(op)?)),
        "memref.reinterpret_cast" => Box::new(Reinterpret(lists()?)),
        _ => return None,
    })
}

fn view(value: Option<&Value>) -> Result<&Arc<View>, Stop> {
    match value {
        Some(Value::Memref(view)) => Ok(view),
        Some(Value::Poison) => Err(Stop::undefined("a memref that is poison")),
        _ => Err(Stop::unsupported("an operand that is no memref")),
    }
}

fn memref(view: View) -> Vec<Value> {
    vec![Value::Memref(view.into())]
}

#[derive(Debug)]
struct Allocate(MemrefType);

impl Effect for Allocate {
    fn run(&self, operands: &[Value], world: &mut World) -> Result<Vec<Value>, Stop> {
        let numbers = addresses(operands)?;
        let (sizes, symbols) = numbers
            .split_at_checked(self.0.dynamic_count())
            .ok_or_else(|| Stop::unsupported("an allocation without its sizes"))?;
        let buffer = world.memory.allocate(self.0.element, None, None);
        let (view, extent) = self.0.view(buffer, sizes, symbols)?;
        world.memory.limit(buffer, extent);
        Ok(memref(view))
    }
}

#[derive(Debug)]
struct Free;

impl Effect for Free {
    fn run(&self, operands: &[Value], world: &mut World) -> Result<Vec<Value>, Stop> {
        world.memory.free(view(operands.first())?)?;
        Ok(Vec::new())
    }
}

#[derive(Debug)]
struct Size;

impl Effect for Size {
    fn run(&self, operands: &[Value], world: &mut World) -> Result<Vec<Value>, Stop> {
        let (view, dimension) = match operands {
            [Value::Memref(view), dimension] => (view, dimension),
            [Value::Poison, _] => return Ok(vec![Value::Poison]),
            _ => return Err(Stop::unsupported("memref.dim")),
        };
        // Out of range the result is undefined, not the behaviour: the operation may be hoisted.
        let size = dimension.int().and_then(|d| view.shape.get(usize::try_from(d.unsigned()).ok()?));
        Ok(vec![size.map(|n| Int::new(world.index_width(), *n)).into()])
    }
}

#[derive(Debug)]
struct Cast(MemrefType);

impl Effect for Cast {
    fn run(&self, operands: &[Value], _: &mut World) -> Result<Vec<Value>, Stop> {
        let view = view(operands.first())?;
        if !self.0.admits(view) {
            return Err(Stop::undefined("a cast to a type of another shape"));
        }
        Ok(vec![Value::Memref(view.clone())])
    }
}

#[derive(Debug)]
struct Copy;

impl Effect for Copy {
    fn run(&self, operands: &[Value], world: &mut World) -> Result<Vec<Value>, Stop> {
        copy(view(operands.first())?, view(operands.get(1))?, world)?;
        Ok(Vec::new())
    }
}

/// Offsets, sizes and strides, static or by operand.
#[derive(Debug)]
struct Offsets([Vec<i64>; 3]);

impl Offsets {
    fn decode(op: OperationRef<'_, '_>) -> Option<Self> {
        let list = |name: &str| Some(ir::integers(op.attribute(name).ok()?));
        Some(Self([list("static_offsets")?, list("static_sizes")?, list("static_strides")?]))
    }

    /// Offsets, sizes and strides as numbers.
    fn bind(&self, operands: &[Value]) -> Result<[Vec<i128>; 3], Stop> {
        let operands = addresses(operands)?;
        let mut next = operands.iter();
        let mut list = |numbers: &[i64]| -> Result<Vec<i128>, Stop> {
            numbers
                .iter()
                .map(|n| match *n {
                    DYNAMIC => {
                        next.next().copied().ok_or_else(|| Stop::unsupported("a view without its operands"))
                    }
                    n => Ok(n.into()),
                })
                .collect()
        };
        Ok([list(&self.0[0])?, list(&self.0[1])?, list(&self.0[2])?])
    }
}

/// Which dimensions of the source a subview keeps: its result may leave out some whose
/// size is 1.
fn kept_dimensions(op: OperationRef<'_, '_>) -> Option<Vec<bool>> {
    let result = MemrefType::of(ir::result(op)?.r#type())?;
    let sizes = ir::integers(op.attribute("static_sizes").ok()?);
    let mut surplus = sizes.len().checked_sub(result.shape.len())?;
    let mut wanted = result.shape.iter().peekable();
    let mut kept = Vec::new();
    for size in &sizes {
        let fits = wanted.peek().is_some_and(|w| w.is_none_or(|w| w == i128::from(*size)));
        let drop = *size == 1 && surplus > 0 && (!fits || wanted.len() <= surplus);
        if drop {
            surplus -= 1;
        } else {
            wanted.next();
        }
        kept.push(!drop);
    }
    (surplus == 0).then_some(kept)
}

#[derive(Debug)]
struct Subview(Offsets, Vec<bool>);

impl Effect for Subview {
    fn run(&self, operands: &[Value], _: &mut World) -> Result<Vec<Value>, Stop> {
        let source = view(operands.first())?;
        let [offsets, sizes, steps] = self.0.bind(&operands[1..])?;
        let within = (0..source.shape.len()).all(|d| {
            let last = offsets[d] + (sizes[d] - 1).max(0) * steps[d];
            let inside = |i: i128| (0..source.shape[d]).contains(&i);
            sizes[d] >= 0 && (sizes[d] == 0 || (inside(offsets[d]) && inside(last)))
        });
        if !within {
            return Err(Stop::undefined("a subview out of bounds"));
        }
        let keep = |list: Vec<i128>| -> Vec<i128> {
            list.into_iter().zip(&self.1).filter(|(_, kept)| **kept).map(|(n, _)| n).collect()
        };
        let place = match &source.place {
            Place::Strided { offset, strides } => Place::Strided {
                offset: offset + offsets.iter().zip(strides).map(|(o, s)| o * s).sum::<i128>(),
                strides: keep(strides.iter().zip(&steps).map(|(a, b)| a * b).collect()),
            },
            _ => Place::Part { of: source.clone(), offsets, steps, kept: self.1.clone() },
        };
        Ok(memref(View { buffer: source.buffer, shape: keep(sizes), place }))
    }
}

#[derive(Debug)]
struct Reinterpret(Offsets);

impl Effect for Reinterpret {
    fn run(&self, operands: &[Value], _: &mut World) -> Result<Vec<Value>, Stop> {
        let source = view(operands.first())?;
        let [offsets, shape, strides] = self.0.bind(&operands[1..])?;
        let offset = offsets.first().copied().unwrap_or(0);
        Ok(memref(View { buffer: source.buffer, shape, place: Place::Strided { offset, strides } }))
    }
}
