//! `vector.transfer_read` and `vector.transfer_write`: vectors of any rank, held row by row.

use layout_mlir::affine::{AffineExpr, affine_results};
use layout_mlir::ir;
use melior::ir::attribute::{ArrayAttribute, BoolAttribute};
use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, ValueLike};

use super::{Effect, addresses};
use crate::machine::World;
use crate::memory::View;
use crate::stop::Stop;
use crate::value::Value;

/// A transfer between a memref and a vector.
#[derive(Debug)]
struct Transfer {
    writes: bool,
    shape: Vec<usize>,
    /// The dimension of the memref that each of the vector runs along; `None` repeats.
    along: Vec<Option<usize>>,
    in_bounds: Vec<bool>,
}

pub(super) fn decode(op: OperationRef<'_, '_>, name: &str) -> Option<Box<dyn Effect>> {
    let writes = match name {
        "vector.transfer_read" => false,
        "vector.transfer_write" => true,
        "vector.create_mask" => {
            let (shape, _) = ir::vector(ir::result(op)?.r#type())?;
            return Some(Box::new(CreateMask(shape.into_iter().map(i128::from).collect())));
        }
        _ => return None,
    };
    let vector = if writes { ir::operand(op, 0)? } else { ir::result(op)? };
    let (shape, _) = ir::vector(vector.r#type())?;
    let shape = shape.into_iter().map(|n| usize::try_from(n).ok()).collect::<Option<Vec<_>>>()?;
    let map = affine_results(op.attribute("permutation_map").ok()?)?;
    let along = map
        .iter()
        .map(|e| match e {
            AffineExpr::Operand(dimension) => Some(*dimension),
            _ => None,
        })
        .collect();
    let flags = op.attribute("in_bounds").ok().and_then(|a| ArrayAttribute::try_from(a).ok())?;
    let flag = |i| BoolAttribute::try_from(flags.element(i).ok()?).ok().map(|b| b.value());
    let in_bounds = (0..map.len()).map(flag).collect::<Option<Vec<_>>>()?;
    Some(Box::new(Transfer { writes, shape, along, in_bounds }))
}

impl Effect for Transfer {
    fn run(&self, operands: &[Value], world: &mut World) -> Result<Vec<Value>, Stop> {
        let (vector, rest) = if self.writes { (operands.first(), &operands[1..]) } else { (None, operands) };
        let [Value::Memref(view), rest @ ..] = rest else {
            return Err(Stop::unsupported("a transfer with what is no memref"));
        };
        let (indices, rest) = rest
            .split_at_checked(view.shape.len())
            .ok_or_else(|| Stop::unsupported("a transfer without its indices"))?;
        let first = addresses(indices)?;
        let (padding, mask) = if self.writes { (None, rest.first()) } else { (rest.first(), rest.get(1)) };
        let shape: Vec<i128> = self.shape.iter().map(|n| *n as i128).collect();
        let mut elements = Vec::new();
        for (number, position) in View::indices(&shape).enumerate() {
            let mut index = first.clone();
            let mut inside = true;
            for (k, dimension) in self.along.iter().enumerate() {
                let Some(d) = *dimension else { continue };
                index[d] += position[k];
                // That an element is in bounds is a promise where the operation says so.
                inside &= self.in_bounds[k] || (0..view.shape[d]).contains(&index[d]);
            }
            let taken = inside && self.is_taken(mask, &position)?;
            let width = world.index_width();
            match (vector, taken) {
                (None, true) => elements.push(world.memory.load(view, &index, width)?),
                (None, false) => elements.push(padding.cloned().unwrap_or(Value::Poison)),
                (Some(vector), true) => {
                    world.memory.store(view, &index, element(vector, number)?, width)?;
                }
                (Some(_), false) => {}
            }
        }
        Ok(if self.writes { Vec::new() } else { vec![Value::Vector(elements.into())] })
    }
}

impl Transfer {
    /// Whether the mask, which has the memref's order of dimensions, takes an element.
    fn is_taken(&self, mask: Option<&Value>, position: &[i128]) -> Result<bool, Stop> {
        let Some(mask) = mask else { return Ok(true) };
        let mut used: Vec<(usize, usize)> =
            self.along.iter().enumerate().filter_map(|(k, d)| Some(((*d)?, k))).collect();
        used.sort_unstable();
        let number = used.iter().fold(0, |n, (_, k)| n * self.shape[*k] + position[*k] as usize);
        match element(mask, number)? {
            Value::Int(i) => Ok(i.unsigned() == 1),
            _ => Err(Stop::undefined("a mask that is poison")),
        }
    }
}

/// `vector.create_mask`: what lies below a bound in each dimension.
#[derive(Debug)]
struct CreateMask(Vec<i128>);

impl Effect for CreateMask {
    fn run(&self, operands: &[Value], _: &mut World) -> Result<Vec<Value>, Stop> {
        let bounds = addresses(operands)?;
        let below = |position: Vec<i128>| position.iter().zip(&bounds).all(|(p, bound)| p < bound);
        let elements: Vec<Value> = View::indices(&self.0).map(|p| Value::bool(below(p))).collect();
        Ok(vec![Value::Vector(elements.into())])
    }
}

fn element(vector: &Value, number: usize) -> Result<Value, Stop> {
    match vector {
        Value::Poison => Ok(Value::Poison),
        Value::Vector(elements) => {
            elements.get(number).cloned().ok_or_else(|| Stop::unsupported("a vector that is too short"))
        }
        _ => Err(Stop::unsupported("a transfer of what is no vector")),
    }
}
