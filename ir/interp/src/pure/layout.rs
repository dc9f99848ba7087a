//! Operations of the `layout` dialect.
//!
//! A result whose type tells the layout is that layout. Which of the operands'
//! symbols its symbols are, the type does not tell, and the algebra is not asked:
//! the assignment is the one for which the law that defines the operation holds at
//! arbitrary values. A result of type `!layout<*>` is what the definition makes of
//! the operands.

use std::sync::Arc;

use layout_algebra::{AnyLayout, Atom, Expr, Layout, Outer as Parsed, Symbol, SymbolFacts, Tiler};
use layout_dialect::{Coordinate, Known};
use layout_mlir::ir;
use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, Type, ValueLike};

use super::affine::indices;
use crate::int::Int;
use crate::layout::{
    Coord, Function, Given, LayoutValue, Mode, Outer, Reach, Tile, define, in_bounds, satisfies,
};
use crate::stop::Stop;
use crate::value::Value;

/// Most assignments of operands' symbols to a result's that are tried.
const ASSIGNMENTS: usize = 4096;
/// Points at which the law of an operation is tried, for each of a few values of the symbols.
const POINTS: i128 = 96;
const TRIALS: usize = 6;

/// A `!layout` type that tells the layout.
#[derive(Clone, Debug)]
pub(crate) struct KnownType {
    text: Arc<str>,
    layout: AnyLayout,
    symbols: Vec<Symbol>,
}

impl KnownType {
    /// The layout that a type tells: `None` for other types, `Some(None)` for `!layout<*>`.
    pub fn of(r#type: Type<'_>) -> Option<Option<Self>> {
        Some(match Known::of_type(r#type)? {
            Known::Nothing => None,
            Known::Layout(layout) => Some(Self::new(layout.clone())),
        })
    }

    /// A layout as text, such as `(?,4):(4,1)`.
    pub fn parse(text: &str) -> Option<Self> {
        text.parse().ok().map(|layout: AnyLayout| Self::new(layout.canonical().0))
    }

    pub(crate) fn new(layout: AnyLayout) -> Self {
        let mut symbols = layout.symbols();
        symbols.sort_by_key(|s| s.id);
        Self { text: layout.to_string().into(), layout, symbols }
    }

    /// What is promised of each symbol.
    pub fn facts(&self) -> impl Iterator<Item = SymbolFacts> {
        self.symbols.iter().map(|s| s.facts)
    }

    /// The layout with values for its symbols.
    pub fn bind(&self, symbols: Vec<Value>) -> LayoutValue {
        let values: Option<Vec<i128>> = symbols.iter().map(|v| v.int().map(Int::signed)).collect();
        let function = values.and_then(|values| self.function(&values)).map(Arc::new);
        LayoutValue { known: Some((self.text.clone(), symbols)), function }
    }

    /// The function for values of the symbols; `None` if they break their facts, or a
    /// size is not positive.
    pub fn function(&self, values: &[i128]) -> Option<Function> {
        let kept = |(symbol, value): (&Symbol, &i128)| {
            let f = symbol.facts;
            value % i128::from(f.div) == 0 && (f.min.into()..=f.max.into()).contains(value)
        };
        if values.len() != self.symbols.len() || !self.symbols.iter().zip(values).all(kept) {
            return None;
        }
        match &self.layout {
            AnyLayout::Plain(l) => Some(Function::Strided(mode(l, values)?, Vec::new())),
            AnyLayout::Composed(c) => {
                let mut outer = vec![Outer::Offset(value(&c.offset, values)?)];
                outers(&c.outer, values, &mut outer)?;
                Some(Function::Strided(mode(&c.inner, values)?, outer))
            }
        }
    }
}

/// The functions applied after shape and strides, in order.
fn outers(parsed: &Parsed, symbols: &[i128], out: &mut Vec<Outer>) -> Option<()> {
    match parsed {
        Parsed::Swizzle(s) => {
            let (bits, base, shift) = (s.bits(), s.base(), s.shift());
            let mask = ((1i128 << bits) - 1) << (base as i32 + shift.max(0));
            out.push(Outer::Swizzle { mask, shift });
        }
        Parsed::Layout(l) => out.push(Outer::Layout(mode(l, symbols)?)),
        Parsed::Chain(chain) => {
            outers(&chain.inner, symbols, out)?;
            out.push(Outer::Offset(value(&chain.offset, symbols)?));
            outers(&chain.outer, symbols, out)?;
        }
    }
    Some(())
}

/// Shape and strides with values for the symbols.
fn mode(layout: &Layout, symbols: &[i128]) -> Option<Mode> {
    if layout.profile().is_leaf() {
        let size = value(layout.shape_leaves().first()?, symbols)?;
        let stride = value(layout.stride_leaves().first()?, symbols)?;
        return (size >= 1).then_some(Mode::Leaf { size, stride });
    }
    Some(Mode::Tuple(layout.modes().iter().map(|m| mode(m, symbols)).collect::<Option<_>>()?))
}

/// An expression where the symbols have these values; `None` where 127 bits do not hold it,
/// and for a division by what is not positive.
fn value(expr: &Expr, symbols: &[i128]) -> Option<i128> {
    let (terms, constant) = expr.terms();
    terms.iter().try_fold(i128::from(constant), |sum, (atoms, coefficient)| {
        let factor = |product: i128, a: &Atom| product.checked_mul(atom(a, symbols)?);
        sum.checked_add(atoms.iter().try_fold(i128::from(*coefficient), factor)?)
    })
}

fn atom(atom: &Atom, symbols: &[i128]) -> Option<i128> {
    let both = |a: &Expr, b: &Expr| Some((value(a, symbols)?, value(b, symbols)?));
    let divided = |a: &Expr, b: &Expr| both(a, b).filter(|(_, b)| *b > 0);
    Some(match atom {
        Atom::Sym(s) => symbols.get(s.id as usize)?.div_euclid(s.facts.div.into()),
        Atom::FloorDiv(a, b) => divided(a, b).map(|(a, b)| a.div_euclid(b))?,
        Atom::Mod(a, b) => divided(a, b).map(|(a, b)| a.rem_euclid(b))?,
        Atom::Min(a, b) => both(a, b).map(|(a, b)| a.min(b))?,
        Atom::Max(a, b) => both(a, b).map(|(a, b)| a.max(b))?,
    })
}

/// An operation of the dialect.
#[derive(Clone, Debug)]
pub(super) enum Op {
    Make(KnownType),
    Size,
    Cosize,
    /// The coordinate, operands in the order they appear in it.
    Crd2Idx(Pattern),
    /// The divide, and a coordinate of what it makes.
    InBounds {
        divide: String,
        given: Given,
        pattern: Pattern,
    },
    /// An operation of the algebra.
    Algebra {
        op: String,
        given: Given,
        result: AlgebraResult,
    },
}

/// What an operation of the algebra results in.
#[derive(Clone, Debug)]
pub(super) enum AlgebraResult {
    /// What the definition makes of the operands.
    Defined,
    /// A known layout, its symbols those of operands: operand, symbol.
    Known(KnownType, Vec<(usize, usize)>),
    /// A known layout whose symbols are not found.
    Lost(String),
}

impl Op {
    pub(super) fn decode(op: OperationRef<'_, '_>, name: &str) -> Option<Self> {
        let mnemonic = name.strip_prefix("layout.")?;
        Some(match mnemonic {
            "make" => Self::Make(KnownType::of(ir::result(op)?.r#type())??),
            "size" => Self::Size,
            "cosize" => Self::Cosize,
            "crd2idx" => Self::Crd2Idx(Pattern::parse(Coordinate::of(op)?.text())?),
            "in_bounds" => {
                let tile = read_tile(Known::tile_of_attribute(op.attribute("tile").ok()?)?)?;
                let divide = op.attribute("divide").ok()?.to_string().trim_matches('"').to_owned();
                let given = Given { tile: Some(tile), ..Given::default() };
                Self::InBounds { divide, given, pattern: Pattern::parse(Coordinate::of(op)?.text())? }
            }
            _ => {
                let tile = match op.attribute("tile").ok() {
                    Some(tile) => Some(read_tile(Known::tile_of_attribute(tile)?)?),
                    None => None,
                };
                let integers = |name| {
                    op.has_attribute(name).then(|| op.attribute(name).ok()).flatten().map(ir::integers)
                };
                let given = Given {
                    tile,
                    range: op.attribute("range").ok().and_then(ir::integer),
                    modes: integers("modes").unwrap_or_default(),
                    shape: integers("shape"),
                    order: integers("order"),
                };
                let result = match KnownType::of(ir::result(op)?.r#type())? {
                    None => AlgebraResult::Defined,
                    Some(known) => match find_symbols(op, mnemonic, &known, &given) {
                        Ok(symbols) => AlgebraResult::Known(known, symbols),
                        Err(why) => AlgebraResult::Lost(why),
                    },
                };
                Self::Algebra { op: mnemonic.into(), given, result }
            }
        })
    }

    /// Which operands' symbols a known result has.
    pub(super) fn symbols(&self) -> Option<&[(usize, usize)]> {
        match self {
            Self::Algebra { result: AlgebraResult::Known(_, symbols), .. } => Some(symbols),
            _ => None,
        }
    }

    pub(super) fn evaluate(&self, operands: &[Value], width: u32) -> Result<Value, Stop> {
        let layout = |i: usize| match operands.get(i) {
            Some(Value::Layout(layout)) => Ok(layout),
            _ => Err(Stop::unsupported("an operand that is no layout")),
        };
        // An index is a mathematical integer that must fit.
        let index = |i: Option<i128>| {
            Value::from(i.filter(|i| Int::fits_signed(width, *i)).map(|i| Int::new(width, i)))
        };
        match self {
            Self::Make(known) => Ok(Value::Layout(known.bind(operands.to_vec()).into())),
            Self::Size | Self::Cosize => {
                let Some(function) = &layout(0)?.function else { return Ok(Value::Poison) };
                let measure = if matches!(self, Self::Size) { function.size() } else { function.cosize() };
                Ok(index(measure?))
            }
            Self::Crd2Idx(pattern) => {
                let Some(function) = &layout(0)?.function else { return Ok(Value::Poison) };
                let integers: Option<Vec<i128>> = indices(&operands[1..])?.into_iter().collect();
                let Some(integers) = integers else { return Ok(Value::Poison) };
                let coord = pattern.bind(&integers, function.is_tuple_of_one())?;
                Ok(index(function.index(&coord, Reach::Domain)?))
            }
            Self::InBounds { divide, given, pattern } => {
                let Some(function) = &layout(0)?.function else { return Ok(Value::Poison) };
                let integers: Option<Vec<i128>> = indices(&operands[1..])?.into_iter().collect();
                let Some(integers) = integers else { return Ok(Value::Poison) };
                let divided = define(divide, std::slice::from_ref(function), given)?;
                let coord = pattern.bind(&integers, divided.is_tuple_of_one())?;
                let inside = in_bounds(&divided, &coord)?;
                Ok(Value::from(inside.map(|inside| Int::new(1, inside.into()))))
            }
            Self::Algebra { op, given, result } => {
                let operands = (0..operands.len()).map(layout).collect::<Result<Vec<_>, _>>()?;
                let value = match result {
                    AlgebraResult::Lost(why) => return Err(Stop::unsupported(why)),
                    AlgebraResult::Known(known, symbols) => {
                        let value = |(operand, symbol): &(usize, usize)| {
                            operands.get(*operand)?.symbols()?.get(*symbol).cloned()
                        };
                        let symbols: Option<Vec<Value>> = symbols.iter().map(value).collect();
                        let symbols =
                            symbols.ok_or_else(|| Stop::unsupported("a layout without its symbols"))?;
                        // A symbol that the result does not mention may break its promise all the same.
                        let kept = operands.iter().all(|l| l.function.is_some());
                        let bound = known.bind(symbols);
                        LayoutValue { function: bound.function.filter(|_| kept), ..bound }
                    }
                    AlgebraResult::Defined => {
                        let functions: Option<Vec<_>> = operands.iter().map(|l| l.function.clone()).collect();
                        let function = match functions {
                            Some(functions) => Some(define(op, &functions, given)?.into()),
                            None => None,
                        };
                        LayoutValue { known: None, function }
                    }
                };
                Ok(Value::Layout(value.into()))
            }
        }
    }
}

/// A tile, whose layouts are static.
fn read_tile(tiler: &Tiler) -> Option<Tile> {
    let one = |t: &Tiler| match t {
        Tiler::Keep => Some(None),
        Tiler::Layout(l) => mode(l, &[]).map(Some),
        Tiler::Size(n) => {
            let size = i128::from(n.as_const()?);
            Some(Some(Mode::Leaf { size, stride: if size == 1 { 0 } else { 1 } }))
        }
        Tiler::Tuple(_) => None,
    };
    match tiler {
        Tiler::Tuple(tilers) => Some(Tile::Modes(tilers.iter().map(one).collect::<Option<_>>()?)),
        other => one(other)?.map(Tile::Whole),
    }
}

/// For each symbol of the result the operand's symbol that it is.
fn find_symbols(
    op: OperationRef<'_, '_>,
    name: &str,
    result: &KnownType,
    given: &Given,
) -> Result<Vec<(usize, usize)>, String> {
    if result.symbols.is_empty() {
        return Ok(Vec::new());
    }
    let values: Vec<_> = op.operands().collect();
    let types: Option<Vec<KnownType>> = values.iter().map(|v| KnownType::of(v.r#type())?).collect();
    let types = types.ok_or("an operand of an unknown layout")?;
    let same = values.len() == 2 && values[0] == values[1];
    // Each symbol of the result may be any of the operands' symbols of which as much is known.
    let all: Vec<(usize, usize, SymbolFacts)> = types
        .iter()
        .enumerate()
        .take(if same { 1 } else { types.len() })
        .flat_map(|(o, t)| t.facts().enumerate().map(move |(s, facts)| (o, s, facts)))
        .collect();
    let choices: Vec<Vec<(usize, usize)>> = result
        .facts()
        .map(|facts| all.iter().filter(|(_, _, f)| *f == facts).map(|(o, s, _)| (*o, *s)).collect())
        .collect();
    let count = choices.iter().try_fold(1usize, |n, c| n.checked_mul(c.len()));
    let count =
        count.filter(|n| (1..=ASSIGNMENTS).contains(n)).ok_or("no assignment of symbols, or too many")?;
    let trials: Vec<Vec<Vec<i128>>> = (0..TRIALS).map(|trial| arbitrary(&types, same, trial)).collect();
    let mut why = String::from("no assignment of its symbols satisfies the operation's law");
    let mut found: Option<Vec<(usize, usize)>> = None;
    let functions = |assignment: &[(usize, usize)]| -> Vec<Option<Function>> {
        let bind = |symbols: &Vec<Vec<i128>>| -> Vec<i128> {
            assignment.iter().map(|(o, s)| symbols[*o][*s]).collect()
        };
        trials.iter().map(|symbols| result.function(&bind(symbols))).collect()
    };
    for number in 0..count {
        let mut left = number;
        let assignment: Vec<(usize, usize)> = choices
            .iter()
            .map(|c| {
                let choice = c[left % c.len()];
                left /= c.len();
                choice
            })
            .collect();
        let holds = trials.iter().try_fold(true, |held, symbols| {
            let operands: Option<Vec<Arc<Function>>> =
                types.iter().zip(symbols).map(|(t, s)| t.function(s).map(Arc::new)).collect();
            let values: Vec<i128> = assignment.iter().map(|(o, s)| symbols[*o][*s]).collect();
            match (operands, result.function(&values)) {
                (Some(operands), Some(candidate)) if held => {
                    satisfies(name, &operands, given, &candidate, POINTS)
                }
                (None, _) => Ok(held),
                _ => Ok(false),
            }
        });
        match holds {
            // Another that is the same layout in all trials, such as a product in another order.
            Ok(true) if found.as_ref().is_some_and(|f| functions(f) != functions(&assignment)) => {
                return Err(format!(
                    "{}: two assignments of its symbols satisfy the operation's law",
                    result.text
                ));
            }
            Ok(true) => found = found.or(Some(assignment)),
            // The law cannot be tried, and there is nothing to choose.
            Err(_) if count == 1 => return Ok(assignment),
            Err(stop) => why = stop.to_string(),
            Ok(false) => {}
        }
    }
    found.ok_or_else(|| format!("{}: {why}", result.text))
}

/// Values of all symbols of all operands that satisfy their facts and have nothing in
/// common; in odd trials small ones, whose products stay below the range of a complement.
fn arbitrary(types: &[KnownType], same: bool, trial: usize) -> Vec<Vec<i128>> {
    const LARGE: [i128; 16] = [3, 5, 7, 2, 11, 13, 17, 6, 4, 19, 9, 23, 8, 29, 10, 31];
    const SMALL: [i128; 16] = [2, 3, 1, 4, 1, 2, 3, 5, 2, 1, 3, 2, 4, 1, 5, 3];
    let numbers = if trial.is_multiple_of(2) { LARGE } else { SMALL };
    let mut out: Vec<Vec<i128>> = Vec::new();
    let mut next = trial * 5;
    for (number, known) in types.iter().enumerate() {
        if same && number == 1 {
            out.push(out[0].clone());
            continue;
        }
        let values = known.facts().map(|f| {
            next += 1;
            let (div, min) = (i128::from(f.div), i128::from(f.min).max(1));
            let (first, last) =
                (min.div_euclid(div) + i128::from(min.rem_euclid(div) != 0), i128::from(f.max) / div);
            let room = (last - first + 1).max(1);
            div * (first + (numbers[next % numbers.len()] - 1) % room)
        });
        out.push(values.collect());
    }
    out
}

/// The coordinate of `crd2idx`: `((?,3),?)`, each `?` the next operand.
#[derive(Clone, Debug)]
pub(super) enum Pattern {
    Operand(usize),
    Constant(i128),
    Tuple(Vec<Pattern>),
}

impl Pattern {
    fn parse(text: &str) -> Option<Self> {
        let mut stack: Vec<Vec<Self>> = Vec::new();
        let mut operands = 0;
        let mut rest = text.trim();
        loop {
            rest = rest.trim_start_matches([' ', ',']);
            let (head, tail) = rest.split_at_checked(1)?;
            let item = match head {
                "(" => {
                    stack.push(Vec::new());
                    rest = tail;
                    continue;
                }
                ")" => {
                    rest = tail;
                    Self::Tuple(stack.pop()?)
                }
                "?" => {
                    rest = tail;
                    operands += 1;
                    Self::Operand(operands - 1)
                }
                _ => {
                    let end = rest.find([',', ')']).unwrap_or(rest.len());
                    let number = rest[..end].trim().parse().ok()?;
                    rest = &rest[end..];
                    Self::Constant(number)
                }
            };
            match stack.last_mut() {
                Some(parent) => parent.push(item),
                None => return rest.trim().is_empty().then_some(item),
            }
        }
    }

    /// One integer in parentheses is an integer, unless the layout is a tuple of one mode.
    fn bind(&self, operands: &[i128], tuple_of_one: bool) -> Result<Coord, Stop> {
        match self {
            Self::Tuple(parts) if parts.len() == 1 && !tuple_of_one => parts[0].place(operands),
            whole => whole.place(operands),
        }
    }

    fn place(&self, operands: &[i128]) -> Result<Coord, Stop> {
        Ok(match self {
            Self::Constant(c) => Coord::Int(*c),
            Self::Operand(i) => Coord::Int(
                *operands.get(*i).ok_or_else(|| Stop::unsupported("a coordinate without its operands"))?,
            ),
            Self::Tuple(parts) => {
                Coord::Tuple(parts.iter().map(|p| p.place(operands)).collect::<Result<_, _>>()?)
            }
        })
    }
}

/// The index of a coordinate of integers in a layout attribute, as memrefs use it.
pub(crate) fn layout_function(layout: &AnyLayout, symbols: &[i128]) -> Option<Function> {
    KnownType::new(layout.clone()).function(symbols)
}
