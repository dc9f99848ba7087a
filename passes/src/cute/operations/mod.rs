//! What each operation yields, one row a name.

mod copies;
mod layouts;
mod memory;
mod products;
mod tensors;
mod tiled;
mod tuples;

use layout_algebra::{AnyLayout, Expr, IntTuple, Layout, Tiler};
use layout_mlir::ir;
use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, Type, Value};
use rustc_hash::FxHashMap;

use super::fit;
use super::meaning::{Leaf, Map, Meaning, Start};
use super::shared::Shared;
use super::types::{CuteType, Instruction};
use super::write::Writer;

/// What an operation yields.
pub enum Given<'c, 'a> {
    /// A value of MLIR's types.
    Value(Value<'c, 'a>),
    /// One of CuTe's.
    Meaning(Meaning<'c, 'a>),
}

impl<'c, 'a> From<Meaning<'c, 'a>> for Given<'c, 'a> {
    fn from(meaning: Meaning<'c, 'a>) -> Self {
        Self::Meaning(meaning)
    }
}

/// Why there is no result: the rest of a sentence that begins with the operation's name.
pub type Result<T> = std::result::Result<T, String>;

/// A row: what an operation yields, one for each result.
pub type Row = for<'o, 'w, 'c, 'a> fn(&'o mut Op<'w, 'c, 'a>) -> Result<Vec<Given<'c, 'a>>>;

/// An operation that is converted.
pub struct Op<'w, 'c, 'a> {
    pub op: OperationRef<'c, 'a>,
    /// The operands, and what they are if they are of CuTe's types, or integers.
    pub operands: Vec<(Value<'c, 'a>, Option<Meaning<'c, 'a>>)>,
    /// The results' types, and which of CuTe's they are.
    pub results: Vec<(Type<'c>, Option<CuteType>)>,
    pub writer: Writer<'w, 'c, 'a>,
    /// The function that it stands in.
    pub function: Option<OperationRef<'c, 'a>>,
    /// The shared memory of each kernel so far.
    pub kernels: &'w mut FxHashMap<String, Shared>,
}

/// The row of a name.
pub fn find(name: &str) -> Option<Row> {
    let tables = [
        tuples::TABLE,
        layouts::TABLE,
        tensors::TABLE,
        memory::TABLE,
        copies::TABLE,
        tiled::TABLE,
        products::TABLE,
    ];
    tables.into_iter().flatten().find(|(known, _)| *known == name).map(|(_, row)| *row)
}

/// One result of CuTe's types, which must be what its type says.
fn one<'c, 'a>(op: &Op<'_, 'c, 'a>, meaning: Meaning<'c, 'a>) -> Result<Vec<Given<'c, 'a>>> {
    let Some((_, Some(r#type))) = op.results.first() else {
        return Err("has no result of CuTe's types".into());
    };
    let mut meaning = match meaning {
        Meaning::Layout(map) => Meaning::Layout(fit::settled(map, r#type)?),
        Meaning::Tensor(start, map) => Meaning::Tensor(start, fit::settled(map, r#type)?),
        other => other,
    };
    fit::check(&meaning, r#type)?;
    // How a pointer is aligned CuTe infers as it goes; its type says so.
    if let Meaning::Start(Start::Memory(p)) | Meaning::Tensor(Start::Memory(p), _) = &mut meaning
        && let CuteType::Pointer(to) | CuteType::View(to, _) | CuteType::ComposedView(to, _) = r#type
    {
        p.align = to.align;
    }
    Ok(vec![meaning.into()])
}

/// A tuple of integers as the result.
fn one_tuple<'c, 'a>(op: &Op<'_, 'c, 'a>, tuple: &IntTuple) -> Result<Vec<Given<'c, 'a>>> {
    one(op, Meaning::Tuple(super::meaning::leaves(tuple)))
}

/// A layout, or the tensor that was given with another layout.
fn one_map<'c, 'a>(op: &Op<'_, 'c, 'a>, of: &Meaning<'c, 'a>, map: Map) -> Result<Vec<Given<'c, 'a>>> {
    let meaning = match of {
        Meaning::Tensor(start, _) => Meaning::Tensor(start.clone(), map),
        _ => Meaning::Layout(map),
    };
    one(op, meaning)
}

impl<'c: 'a, 'a> Op<'_, 'c, 'a> {
    fn meaning(&self, at: usize) -> Result<&Meaning<'c, 'a>> {
        let known = self.operands.get(at).and_then(|(_, meaning)| meaning.as_ref());
        known.ok_or_else(|| format!("has no operand number {at} of CuTe's types"))
    }

    fn value(&self, at: usize) -> Result<Value<'c, 'a>> {
        self.operands.get(at).map(|(value, _)| *value).ok_or_else(|| format!("has no operand number {at}"))
    }

    fn leaves(&self, at: usize) -> Result<IntTuple<Leaf>> {
        match self.meaning(at)? {
            Meaning::Tuple(t) => Ok(t.clone()),
            _ => Err(format!("takes a tuple as operand number {at}")),
        }
    }

    fn tuple(&self, at: usize) -> Result<IntTuple> {
        fit::integers(&self.leaves(at)?)
    }

    fn integer(&self, at: usize) -> Result<Expr> {
        match &self.tuple(at)?.leaves[..] {
            [one] => Ok(one.clone()),
            _ => Err(format!("takes one integer as operand number {at}")),
        }
    }

    /// The layout of an operand, which may be a tensor.
    fn map(&self, at: usize) -> Result<Map> {
        match self.meaning(at)? {
            Meaning::Layout(map) | Meaning::Tensor(_, map) => Ok(map.clone()),
            _ => Err(format!("takes a layout or a tensor as operand number {at}")),
        }
    }

    fn index_map(&self, at: usize) -> Result<AnyLayout> {
        match self.map(at)? {
            Map::Index(l) => Ok(l),
            Map::Coordinate(l) => Err(format!("takes a layout of integers, and {l} is of coordinates")),
        }
    }

    fn plain(&self, at: usize) -> Result<Layout> {
        fit::plain(&self.map(at)?)
    }

    /// What divides: a layout as a whole, a tile or a shape by mode.
    fn tiler(&self, at: usize) -> Result<Tiler> {
        Ok(match self.meaning(at)? {
            Meaning::Tile(tile) => tile.clone(),
            Meaning::Layout(map) => Tiler::Layout(fit::plain(map)?),
            Meaning::Tuple(shape) => by_mode(&fit::integers(shape)?),
            _ => return Err(format!("takes a layout, a tile or a shape as operand number {at}")),
        })
    }

    fn start(&self, at: usize) -> Result<Start<'c, 'a>> {
        match self.meaning(at)? {
            Meaning::Start(start) | Meaning::Tensor(start, _) => Ok(start.clone()),
            _ => Err(format!("takes a pointer or a tensor as operand number {at}")),
        }
    }

    fn instruction(&self, at: usize) -> Result<Instruction> {
        match self.meaning(at)? {
            Meaning::Instruction(instruction) => Ok(instruction.clone()),
            _ => Err(format!("takes an instruction as operand number {at}")),
        }
    }

    /// The integers of an attribute; none if it is not there.
    fn modes(&self, name: &str) -> Result<Option<Vec<usize>>> {
        let Some(attribute) = self.op.attribute(name).ok().filter(|_| self.op.has_attribute(name)) else {
            return Ok(None);
        };
        let numbers = ir::integers(attribute).into_iter().map(|n| usize::try_from(n).ok());
        numbers.collect::<Option<Vec<_>>>().map(Some).ok_or_else(|| format!("has no modes in `{name}`"))
    }

    fn number(&self, name: &str) -> Result<i64> {
        let attribute = self.op.has_attribute(name).then(|| self.op.attribute(name).ok()).flatten();
        attribute.and_then(ir::integer).ok_or_else(|| format!("has no integer `{name}`"))
    }

    /// How many operands each part has, where parts may be missing.
    fn segments(&self) -> Result<Option<Vec<usize>>> {
        self.modes("operandSegmentSizes")
    }

    fn text(&self, name: &str) -> Option<String> {
        self.op.has_attribute(name).then(|| self.op.attribute(name).ok()).flatten().map(|a| a.to_string())
    }

    fn result(&self, at: usize) -> Result<(Type<'c>, Option<CuteType>)> {
        self.results.get(at).cloned().ok_or_else(|| "has too few results".into())
    }

    /// The path of a symbol that an attribute refers to.
    fn symbol(&self, name: &str) -> Option<Vec<String>> {
        let attribute = self.op.has_attribute(name).then(|| self.op.attribute(name).ok()).flatten()?;
        ir::symbol_references(attribute).into_iter().next()
    }
}

/// A tile of each size.
fn by_mode(shape: &IntTuple) -> Tiler {
    if shape.profile.is_leaf() {
        return Tiler::Size(shape.leaves[0].clone());
    }
    Tiler::Tuple(shape.modes().map(|mode| by_mode(&mode)).collect())
}
