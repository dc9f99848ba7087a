//! [`Epilogue`]: what is done element by element with a product, before it is stored.

use layout_mlir::ir;
use melior::ir::attribute::ArrayAttribute;
use melior::ir::operation::OperationLike;
use melior::ir::{BlockLike, OperationRef, Value, ValueLike};
use rustc_hash::FxHashMap;

use super::problem::{Matrix, dimensions, is_idle};

/// A `linalg.generic` behind a product, of which one operand is the product.
pub struct Epilogue<'c, 'a> {
    /// The operation.
    pub op: OperationRef<'c, 'a>,
    /// What it reads beside the product.
    pub inputs: Vec<Input<'c, 'a>>,
    /// What it writes.
    pub result: Matrix<'c, 'a>,
    /// The body, line by line.
    pub lines: Vec<Line>,
    /// What it gives.
    pub gives: Source,
    /// The arguments of its body: the product, or an input.
    arguments: Vec<Argument>,
}

/// What is read beside the product.
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

/// An argument of the body.
#[derive(Clone, Copy)]
enum Argument {
    Product,
    Input(usize),
    Unread,
}

/// A line of a body on tiles: an operation, its operands by number, and element types.
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

impl<'c: 'a, 'a> Epilogue<'c, 'a> {
    /// What stands behind a product and can be done with it: nothing else sees the product then.
    pub fn behind(product: OperationRef<'c, 'a>, c: &Matrix<'c, 'a>, is_set: bool) -> Option<Self> {
        let behind = std::iter::successors(product.next_in_block(), |op| op.next_in_block());
        let op = behind.into_iter().find(|op| !is_idle(*op)).filter(|op| ir::name(*op) == "linalg.generic")?;
        let maps = ArrayAttribute::try_from(op.attribute("indexing_maps").ok()?).ok()?;
        let maps: Option<Vec<Vec<usize>>> = (0..maps.len()).map(|n| dimensions(maps.element(n).ok()?)).collect();
        let (maps, operands) = (maps?, op.operands().collect::<Vec<Value<'c, 'a>>>());
        let (to, out) = (maps.last()?, *operands.last()?);
        // All dimensions are those of what is written, each once, and of as many as C has.
        let rank = c.order.len();
        let mut sorted = to.clone();
        sorted.sort_unstable();
        let has_all = sorted.iter().copied().eq(0..rank) && maps.iter().flatten().all(|d| *d < rank);
        if !has_all || op.result_count() != 0 || maps.len() != operands.len() {
            return None;
        }
        let place = operands.iter().position(|value| *value == c.value)?;
        // By the dimensions of the loops, batch, rows and columns of C.
        let axes: Vec<usize> = c.order.iter().map(|at| maps[place].get(*at).copied()).collect::<Option<_>>()?;
        let in_place = out == c.value;
        if !in_place && !(is_set && is_own(c.value, product, op)) {
            return None;
        }
        let named = [Axis::Batch, Axis::Row, Axis::Column];
        let names = &named[3 - rank..];
        let order_of = |map: &Vec<usize>| -> Option<(Vec<Axis>, Vec<usize>)> {
            let mut all: Vec<(Axis, usize)> = Vec::new();
            for (at, dimension) in map.iter().enumerate() {
                let axis = names[axes.iter().position(|axis| axis == dimension)?];
                if all.iter().any(|(seen, _)| *seen == axis) {
                    return None;
                }
                all.push((axis, at));
            }
            all.sort_unstable();
            Some(all.into_iter().unzip())
        };
        let mut inputs = Vec::new();
        let mut arguments = Vec::new();
        for (number, (value, map)) in operands.iter().zip(&maps).enumerate() {
            if *value == c.value {
                // C elsewhere than where the product has it is another matter.
                if *map != maps[place] {
                    return None;
                }
                arguments.push(Argument::Product);
                continue;
            }
            // What is written is read where it is written, or not at all.
            if *value == out && map != to {
                return None;
            }
            let block = ir::blocks(op).first().copied()?;
            if *value == out && ir::arguments(block).get(number).is_some_and(|argument| ir::is_unused(*argument)) {
                arguments.push(Argument::Unread);
                continue;
            }
            let (of, order) = order_of(map)?;
            arguments.push(Argument::Input(inputs.len()));
            inputs.push(if ir::is_memref(value.r#type()) {
                Input::Memory(Matrix::of(2, *value, order).ok()?, of)
            } else {
                Input::Scalar(*value)
            });
        }
        let (_, order) = order_of(to)?;
        let result = Matrix::of(2, out, order).ok()?;
        let mut epilogue = Self { op, inputs, result, lines: Vec::new(), gives: Source::Product, arguments };
        (epilogue.lines, epilogue.gives) = epilogue.body()?;
        Some(epilogue)
    }

    /// The body, line by line, and what it gives.
    fn body(&mut self) -> Option<(Vec<Line>, Source)> {
        let block = ir::blocks(self.op).first().copied()?;
        let mut values: FxHashMap<ir::ValueKey, Source> = FxHashMap::default();
        for (argument, kind) in ir::arguments(block).into_iter().zip(&self.arguments) {
            let source = match kind {
                Argument::Product => Source::Product,
                Argument::Input(number) => Source::Input(*number, argument.r#type().to_string()),
                Argument::Unread => continue,
            };
            values.insert(ir::key(argument), source);
        }
        let mut lines: Vec<Line> = Vec::new();
        let mut next = block.first_operation();
        while let Some(op) = next {
            next = op.next_in_block();
            let mut operands = Vec::new();
            for value in op.operands() {
                let source = values.get(&ir::key(value)).cloned().or_else(|| self.outside(value, &mut lines))?;
                values.insert(ir::key(value), source.clone());
                operands.push(source);
            }
            if ir::name(op) == "linalg.yield" {
                let [result] = &operands[..] else { return None };
                return Some((lines, result.clone()));
            }
            let dialect = ir::name(op).split('.').next().unwrap_or_default();
            let is_plain = matches!(dialect, "arith" | "math") && op.region_count() == 0;
            let result = ir::result(op).filter(|_| is_plain && ir::effects(op) == ir::Effects::None)?;
            let element = result.r#type().to_string();
            let line = match constant(op) {
                Some(value) => {
                    Line { name: Name::Constant(value), attributes: String::new(), operands, element: element.clone() }
                }
                None => Line {
                    name: Name::Operation(ir::name(op).into()),
                    attributes: attributes(op),
                    operands,
                    element: element.clone(),
                },
            };
            lines.push(line);
            values.insert(ir::key(result), Source::Line(lines.len() - 1, element));
        }
        None
    }

    /// What stands before the operation: a constant, or a number that the kernel is handed.
    fn outside(&mut self, value: Value<'c, 'a>, lines: &mut Vec<Line>) -> Option<Source> {
        let element = value.r#type().to_string();
        if let Some(value) = ir::defining_op(value).and_then(constant) {
            lines.push(Line {
                name: Name::Constant(value),
                attributes: String::new(),
                operands: Vec::new(),
                element: element.clone(),
            });
            return Some(Source::Line(lines.len() - 1, element));
        }
        let known = self.inputs.iter().position(|input| matches!(input, Input::Scalar(other) if *other == value));
        let number = known.unwrap_or(self.inputs.len());
        if known.is_none() {
            ir::bits(value.r#type())?;
            self.inputs.push(Input::Scalar(value));
        }
        Some(Source::Input(number, element))
    }
}

/// Whether nothing but a product, what is behind it and what zeroes it uses memory.
fn is_own(memory: Value<'_, '_>, product: OperationRef<'_, '_>, behind: OperationRef<'_, '_>) -> bool {
    let is_alloc = ir::defining_op(memory).is_some_and(|op| ir::name(op) == "memref.alloc");
    let uses = |op: &OperationRef<'_, '_>| {
        *op == product || *op == behind || matches!(ir::name(*op), "linalg.fill" | "memref.dealloc")
    };
    is_alloc && ir::users(memory).iter().all(uses)
}

/// The value of a constant as it stands in `dense<…>`.
fn constant(op: OperationRef<'_, '_>) -> Option<String> {
    let value = op.attribute("value").ok().filter(|_| ir::name(op) == "arith.constant")?.to_string();
    Some(value.split(" : ").next()?.to_string())
}

/// The attributes of an operation, in its generic form.
fn attributes(op: OperationRef<'_, '_>) -> String {
    let text = |(name, value): (melior::ir::Identifier<'_>, melior::ir::Attribute<'_>)| {
        format!("{} = {value}", name.as_string_ref().as_str().unwrap_or_default())
    };
    ir::attributes(op).into_iter().map(text).collect::<Vec<_>>().join(", ")
}
