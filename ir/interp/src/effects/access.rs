//! Loads and stores of `memref`, `affine` and `vector`.

use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, ValueLike};

use layout_mlir::ir;

use super::{Effect, addresses};
use crate::int::Int;
use crate::machine::World;
use crate::memory::View;
use crate::pure::{Map, vector};
use crate::stop::Stop;
use crate::value::Value;

pub(super) fn decode(op: OperationRef<'_, '_>, name: &str) -> Option<Box<dyn Effect>> {
    let access = |stores, map, length| Some(Box::new(Access { stores, map, length }) as Box<dyn Effect>);
    match name {
        "memref.load" => access(false, None, None),
        "memref.store" => access(true, None, None),
        "memref.atomic_rmw" => Some(Box::new(Atomic(op.attribute("kind").ok().and_then(ir::integer)?))),
        "affine.load" => access(false, Some(Map::of(op.attribute("map").ok()?)?), None),
        "affine.store" => access(true, Some(Map::of(op.attribute("map").ok()?)?), None),
        "vector.load" => access(false, None, Some(vector(ir::result(op)?.r#type())?.0)),
        "vector.store" => access(true, None, Some(vector(ir::operand(op, 0)?.r#type())?.0)),
        _ => None,
    }
}

/// A load, or a store of the first operand.
#[derive(Debug)]
struct Access {
    stores: bool,
    /// What makes indices of the operands.
    map: Option<Map>,
    /// The length of a vector, whose elements lie along the last dimension.
    length: Option<usize>,
}

impl Effect for Access {
    fn run(&self, operands: &[Value], world: &mut World) -> Result<Vec<Value>, Stop> {
        let (value, rest) = if self.stores { (operands.first(), &operands[1..]) } else { (None, operands) };
        let (view, indices) = match rest {
            [Value::Memref(view), indices @ ..] => (view, indices),
            [Value::Poison, ..] => return Err(Stop::undefined("an access through poison")),
            _ => return Err(Stop::unsupported("an access through what is no memref")),
        };
        let index = self.index(indices, world)?;
        let width = world.index_width();
        match (value, self.length) {
            (None, None) => Ok(vec![world.memory.load(view, &index, width)?]),
            (Some(value), None) => {
                world.memory.store(view, &index, value.clone(), width)?;
                Ok(Vec::new())
            }
            (None, Some(length)) => {
                let load = |i| world.memory.load(view, &along(&index, i), width);
                let elements: Vec<Value> = (0..length).map(load).collect::<Result<_, _>>()?;
                Ok(vec![Value::Vector(elements.into())])
            }
            (Some(vector), Some(length)) => {
                for i in 0..length {
                    world.memory.store(view, &along(&index, i), element(vector, i)?, width)?;
                }
                Ok(Vec::new())
            }
        }
    }
}

impl Access {
    fn index(&self, operands: &[Value], world: &World) -> Result<Vec<i128>, Stop> {
        let operands = addresses(operands)?;
        let Some(map) = &self.map else { return Ok(operands) };
        let operands: Vec<Option<i128>> = operands.into_iter().map(Some).collect();
        let index: Option<Vec<i128>> = map.apply(&operands, world.index_width())?.into_iter().collect();
        index.ok_or_else(|| Stop::undefined("an address that overflows"))
    }
}

/// The index `i` elements on along the last dimension.
fn along(index: &[i128], i: usize) -> Vec<i128> {
    let mut index = index.to_vec();
    if let Some(last) = index.last_mut() {
        *last += i as i128;
    }
    index
}

fn element(vector: &Value, i: usize) -> Result<Value, Stop> {
    match vector {
        Value::Poison => Ok(Value::Poison),
        Value::Vector(elements) => {
            elements.get(i).cloned().ok_or_else(|| Stop::unsupported("a vector that is too short"))
        }
        _ => Err(Stop::unsupported("a store of what is no vector")),
    }
}

/// Copies all elements of one memref to another of the same shape.
pub(super) fn copy(from: &View, to: &View, world: &mut World) -> Result<(), Stop> {
    if from.shape != to.shape {
        return Err(Stop::undefined("a copy between memrefs of different shapes"));
    }
    let width = world.index_width();
    for index in View::indices(&from.shape) {
        world.spend(1)?;
        let value = world.memory.load(from, &index, width)?;
        world.memory.store(to, &index, value, width)?;
    }
    Ok(())
}

/// `memref.atomic_rmw` of integers, by the number of its kind (`AtomicRMWKind`).
#[derive(Debug)]
struct Atomic(i64);

impl Effect for Atomic {
    fn run(&self, operands: &[Value], world: &mut World) -> Result<Vec<Value>, Stop> {
        let [value, Value::Memref(view), indices @ ..] = operands else {
            return Err(Stop::unsupported("an atomic access through what is no memref"));
        };
        let (index, width) = (addresses(indices)?, world.index_width());
        let old = world.memory.load(view, &index, width)?;
        let new = match (old.int(), value.int()) {
            (Some(a), Some(b)) => {
                let result = match self.0 {
                    1 => a.signed() + b.signed(),
                    6 => a.signed().max(b.signed()),
                    11 => a.unsigned().min(b.unsigned()),
                    13 => a.signed().wrapping_mul(b.signed()),
                    _ => return Err(Stop::unsupported("an atomic operation of this kind")),
                };
                Int::new(a.width(), result).into()
            }
            _ => Value::Poison,
        };
        world.memory.store(view, &index, new, width)?;
        Ok(vec![old])
    }
}
