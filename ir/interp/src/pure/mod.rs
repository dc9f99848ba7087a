//! Operations whose results depend on their operands alone.
//!
//! [`Pure::decode`] reads an operation once, [`Pure::evaluate`] computes it as often
//! as one likes; [`evaluate`] does both. Each dialect has a file of its own, with the
//! meaning that the descriptions in MLIR's ODS files give.

mod affine;
mod arith;
mod cast;
mod float;
mod layout;

use layout_mlir::ir;
use melior::ir::OperationRef;

use crate::stop::Stop;
use crate::value::Value;

pub(crate) use affine::Map;
pub(crate) use cast::{Scalar, vector};
pub(crate) use layout::{KnownType, layout_function};

/// A pure operation, read from the IR.
#[derive(Clone, Debug)]
pub struct Pure(Kind);

#[derive(Clone, Debug)]
enum Kind {
    Constant(cast::Constant),
    Arith(arith::Op),
    Cast(cast::Op),
    Float(float::Op),
    Affine(affine::Op),
    Layout(Box<layout::Op>),
    Poison,
    /// `index.sizeof`
    IndexWidth,
}

impl Pure {
    /// Reads an operation; `None` if it is none of those that this module knows.
    pub fn decode(op: OperationRef<'_, '_>) -> Option<Self> {
        let name = ir::name(op);
        let kind = match name {
            "arith.constant" | "index.constant" | "index.bool.constant" => {
                Kind::Constant(cast::Constant::decode(op)?)
            }
            "ub.poison" => Kind::Poison,
            "index.sizeof" => Kind::IndexWidth,
            _ => arith::Op::decode(op, name)
                .map(Kind::Arith)
                .or_else(|| cast::Op::decode(op, name).map(Kind::Cast))
                .or_else(|| float::Op::decode(op, name).map(Kind::Float))
                .or_else(|| affine::Op::decode(op, name).map(Kind::Affine))
                .or_else(|| layout::Op::decode(op, name).map(|op| Kind::Layout(Box::new(op))))?,
        };
        Some(Self(kind))
    }

    /// The results for operands in the order of the operation's; `index_width` is the
    /// number of bits of `index`.
    ///
    /// # Errors
    /// [`Stop`]: undefined behaviour, or operands of a kind that is not supported.
    pub fn evaluate(&self, operands: &[Value], index_width: u32) -> Result<Vec<Value>, Stop> {
        match &self.0 {
            Kind::Constant(constant) => constant.value(index_width).map(|v| vec![v]),
            Kind::Arith(op) => op.evaluate(operands),
            Kind::Cast(op) => op.evaluate(operands, index_width).map(|v| vec![v]),
            Kind::Float(op) => op.evaluate(operands).map(|v| vec![v]),
            Kind::Affine(op) => op.evaluate(operands, index_width),
            Kind::Layout(op) => op.evaluate(operands, index_width).map(|v| vec![v]),
            Kind::Poison => Ok(vec![Value::Poison]),
            Kind::IndexWidth => Ok(vec![crate::Int::new(index_width, index_width.into()).into()]),
        }
    }

    /// For an operation of the algebra of layouts whose result the type tells: for each
    /// symbol of the result the operand, and the symbol of its layout, that it is.
    pub fn layout_symbols(&self) -> Option<&[(usize, usize)]> {
        match &self.0 {
            Kind::Layout(op) => op.symbols(),
            _ => None,
        }
    }
}

/// The results of one pure operation. Operands are given in order, and `index` has
/// `index_width` bits.
///
/// # Errors
/// [`Stop`]: undefined behaviour, or an operation that is not known.
pub fn evaluate(op: OperationRef<'_, '_>, operands: &[Value], index_width: u32) -> Result<Vec<Value>, Stop> {
    Pure::decode(op).ok_or_else(|| Stop::Unsupported(ir::name(op).into()))?.evaluate(operands, index_width)
}

/// Applies `f` to integers, or element by element to vectors; poison gives poison.
fn elementwise(
    operands: &[Value],
    f: &impl Fn(&[crate::Int]) -> Result<Vec<Value>, Stop>,
    results: usize,
) -> Result<Vec<Value>, Stop> {
    if operands.iter().any(Value::is_poison) {
        return Ok(vec![Value::Poison; results]);
    }
    if let Some(integers) = operands.iter().map(Value::int).collect::<Option<Vec<_>>>() {
        return f(&integers);
    }
    lift(operands, results, &|elements| elementwise(elements, f, results))
}

/// Applies `f` to the first elements of vectors, to the second, and so on.
fn lift(
    operands: &[Value],
    results: usize,
    f: &dyn Fn(&[Value]) -> Result<Vec<Value>, Stop>,
) -> Result<Vec<Value>, Stop> {
    let vectors: Option<Vec<&[Value]>> = operands
        .iter()
        .map(|v| match v {
            Value::Vector(elements) => Some(&elements[..]),
            _ => None,
        })
        .collect();
    let vectors = vectors.ok_or_else(|| Stop::unsupported("operands of this kind"))?;
    let length = vectors.first().map_or(0, |v| v.len());
    let mut out = vec![Vec::with_capacity(length); results];
    for i in 0..length {
        let elements: Option<Vec<Value>> = vectors.iter().map(|v| v.get(i).cloned()).collect();
        let values = f(&elements.ok_or_else(|| Stop::unsupported("vectors of different lengths"))?)?;
        out.iter_mut().zip(values).for_each(|(column, value)| column.push(value));
    }
    Ok(out.into_iter().map(|column| Value::Vector(column.into())).collect())
}
