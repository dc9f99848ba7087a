//! [`Body`]: what is done with each element of a product, line by line.

use layout_mlir::ir;
use melior::ir::operation::OperationLike;
use melior::ir::{BlockLike, OperationRef, Type, Value, ValueLike};
use rustc_hash::FxHashMap;

use super::error::Apart;
use super::matrix::Matrix;
use crate::expand_math::is_expanded;

/// What is done with each element.
#[derive(Clone, Default)]
pub struct Body<'c, 'a> {
    /// What is read beside the product.
    pub inputs: Vec<Input<'c, 'a>>,
    /// The operations.
    pub lines: Vec<Line>,
}

/// What is read beside the product.
#[derive(Clone, PartialEq, Eq)]
pub enum Input<'c, 'a> {
    /// Memory with some of the dimensions.
    Memory(Matrix<'c, 'a>, Vec<Axis>),
    /// A number that is known before.
    Scalar(Value<'c, 'a>),
}

impl<'c, 'a> Input<'c, 'a> {
    /// The value.
    pub fn value(&self) -> Value<'c, 'a> {
        match self {
            Self::Memory(matrix, _) => matrix.value,
            Self::Scalar(value) => *value,
        }
    }

    /// It as a matrix as large as C.
    pub fn matrix(&self) -> Option<&Matrix<'c, 'a>> {
        match self {
            Self::Memory(matrix, axes) if axes.ends_with(&[Axis::Row, Axis::Column]) => Some(matrix),
            _ => None,
        }
    }

    /// It as a row of C, or a column, that is the same for all others: one that goes along a dimension.
    pub fn along(&self, axis: Axis) -> Option<&Matrix<'c, 'a>> {
        match self {
            Self::Memory(matrix, axes) if axes.last() == Some(&axis) && self.matrix().is_none() => {
                Some(matrix)
            }
            _ => None,
        }
    }
}

/// A dimension of C.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Axis {
    /// One matrix of several.
    Batch,
    /// A row.
    Row,
    /// A column.
    Column,
}

impl Axis {
    /// Those of so many dimensions, of two or three.
    pub fn of(dimensions: usize) -> impl Iterator<Item = Self> {
        [Self::Batch, Self::Row, Self::Column].into_iter().skip(3 - dimensions)
    }

    /// Makes it that of C transposed.
    pub fn turn(&mut self) {
        *self = match self {
            Self::Batch => Self::Batch,
            Self::Row => Self::Column,
            Self::Column => Self::Row,
        };
    }
}

/// A line of a body on tiles: an operation, its operands, and element types.
#[derive(Clone)]
pub struct Line {
    /// The name, or the value of a constant.
    pub name: Name,
    /// The attributes, as text.
    pub attributes: String,
    /// The operands.
    pub operands: Vec<Source>,
    /// The elements of the result.
    pub element: String,
}

/// What a line writes.
#[derive(Clone)]
pub enum Name {
    /// An operation.
    Operation(String),
    /// A constant's value.
    Constant(String),
}

/// Where an operand of a line is from, and its elements.
#[derive(Clone)]
pub enum Source {
    /// The product.
    Product,
    /// An input.
    Input(usize, String),
    /// A line before.
    Line(usize, String),
}

impl Line {
    /// Of a constant, its value as it stands in `dense<…>`.
    pub fn constant(op: OperationRef<'_, '_>) -> Option<Self> {
        let result = ir::result(op).filter(|result| is_element(result.r#type()))?;
        let value = op.attribute("value").ok().filter(|_| ir::name(op) == "arith.constant")?.to_string();
        let value = value.split(" : ").next()?.to_string();
        let element = result.r#type().to_string();
        Some(Self { name: Name::Constant(value), attributes: String::new(), operands: Vec::new(), element })
    }
}

impl<'c: 'a, 'a> Body<'c, 'a> {
    /// What is read, once.
    pub fn input(&mut self, input: Input<'c, 'a>, element: String) -> Source {
        let number = self.inputs.iter().position(|known| *known == input).unwrap_or(self.inputs.len());
        if number == self.inputs.len() {
            self.inputs.push(input);
        }
        Source::Input(number, element)
    }

    /// A number that is known before: a constant, or what the kernel is handed.
    pub fn scalar(&mut self, value: Value<'c, 'a>) -> Option<Source> {
        let r#type = value.r#type();
        if let Some(line) = ir::defining_op(value).and_then(Line::constant) {
            self.lines.push(line);
            return Some(Source::Line(self.lines.len() - 1, r#type.to_string()));
        }
        let is_handed = is_element(r#type) && (ir::is_index(r#type) || ir::bytes(r#type).is_some());
        is_handed.then(|| self.input(Input::Scalar(value), r#type.to_string()))
    }

    /// Goes on with the body of an operation whose operands are `sources`: what that gives.
    ///
    /// # Errors
    /// [`Apart`] at what is not done with tiles.
    pub fn read(&mut self, op: OperationRef<'c, 'a>, sources: Vec<Option<Source>>) -> Result<Source, Apart> {
        let block = ir::blocks(op).first().copied().ok_or_else(|| Apart::Body(ir::name(op).into()))?;
        let arguments = ir::arguments(block).into_iter().zip(sources);
        let mut values: FxHashMap<ir::ValueKey, Source> =
            arguments.filter_map(|(argument, source)| Some((ir::key(argument), source?))).collect();
        let mut next = block.first_operation();
        while let Some(op) = next {
            next = op.next_in_block();
            let name = ir::name(op);
            let mut operands = Vec::new();
            for value in op.operands() {
                let known = values.get(&ir::key(value)).cloned().or_else(|| self.scalar(value));
                let wrong = || Apart::Type(name.into(), value.r#type().to_string());
                let source = known.ok_or_else(wrong)?;
                values.insert(ir::key(value), source.clone());
                operands.push(source);
            }
            if name == "linalg.yield" {
                let (1, Some(gives)) = (operands.len(), operands.pop()) else { return Err(Apart::Results) };
                return Ok(gives);
            }
            let (source, line) = Self::line(op, operands, self.lines.len())?;
            self.lines.push(line);
            values.extend(ir::result(op).map(|result| (ir::key(result), source)));
        }
        Err(Apart::Body(ir::name(op).into()))
    }

    /// An operation as a line of a number, and what uses of its result are.
    fn line(op: OperationRef<'c, 'a>, operands: Vec<Source>, number: usize) -> Result<(Source, Line), Apart> {
        let name = ir::name(op);
        let is_each = name.starts_with("arith.") || name.starts_with("math.");
        let is_one = is_each && op.result_count() == 1;
        let result = ir::result(op).filter(|_| is_one).ok_or_else(|| Apart::Body(name.into()))?;
        let element = result.r#type().to_string();
        if !is_element(result.r#type()) {
            return Err(Apart::Type(name.into(), element));
        }
        if divides(op) {
            return Err(Apart::Division(name.into()));
        }
        if !is_expanded(op) {
            return Err(Apart::Expansion(name.into(), element));
        }
        // (NVVM rounds to the nearest, whatever is asked for.)
        if op.attribute("roundingmode").is_ok_and(|mode| !mode.to_string().contains("to_nearest_even")) {
            return Err(Apart::Rounding(name.into()));
        }
        let line = Line::constant(op).unwrap_or_else(|| Line {
            name: Name::Operation(name.into()),
            attributes: attributes(op),
            operands,
            element: element.clone(),
        });
        Ok((Source::Line(number, element), line))
    }
}

/// Whether tiles are computed with such elements.
pub fn is_element(r#type: Type<'_>) -> bool {
    match ir::scalar(r#type) {
        Some(ir::Scalar::Index) => true,
        Some(ir::Scalar::Int(bits)) => matches!(bits, 1 | 8 | 16 | 32 | 64),
        None => matches!(&*r#type.to_string(), "f16" | "bf16" | "f32" | "f64"),
    }
}

/// Whether an operation divides integers and may not be defined: what is outside of memory is 0.
fn divides(op: OperationRef<'_, '_>) -> bool {
    let name = ir::name(op).strip_prefix("arith.").unwrap_or_default();
    let is_division = ["divsi", "divui", "remsi", "remui"].iter().any(|end| name.ends_with(end));
    let by = ir::operand(op, 1).and_then(ir::constant);
    is_division && by.is_none_or(|by| matches!(by, 0 | -1))
}

/// The attributes of an operation, in its generic form.
fn attributes(op: OperationRef<'_, '_>) -> String {
    let text = |(name, value): (melior::ir::Identifier<'_>, melior::ir::Attribute<'_>)| {
        format!("{} = {value}", name.as_string_ref().as_str().unwrap_or_default())
    };
    ir::attributes(op).into_iter().map(text).collect::<Vec<_>>().join(", ")
}
