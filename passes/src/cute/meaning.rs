//! What a value of CuTe's types is: structure that is known now, over symbols for what run time knows.

use layout_algebra::{
    AnyLayout, Basis, CoordLayout, Expr, IntTuple, Layout, Stride, Swizzle, Symbol, SymbolFacts, Tiler, Tri,
};
use melior::ir::Value;

use super::types::{Instruction, Space};

/// An integer of a tuple.
#[derive(Clone, Debug, PartialEq)]
pub enum Leaf {
    /// `_`.
    Keep,
    /// An integer.
    Int(Expr),
    /// A stride of a mode.
    Basis(Basis),
}

/// A layout whose values are integers, or coordinates.
#[derive(Clone, Debug, PartialEq)]
pub enum Map {
    /// Integers.
    Index(AnyLayout),
    /// Coordinates.
    Coordinate(CoordLayout),
}

/// A pointer: elements counted from one that is a value.
#[derive(Clone, Debug)]
pub struct Pointer<'c, 'a> {
    /// A pointer of the LLVM dialect.
    pub base: Value<'c, 'a>,
    /// How many elements further.
    pub offset: Expr,
    /// The text of the elements' type.
    pub element: String,
    /// Their width.
    pub bits: i64,
    /// Where it points to.
    pub space: Space,
    /// What divides the address, in bytes, or 0.
    pub align: i64,
    /// What the address goes through, in bytes.
    pub swizzle: Option<Swizzle>,
}

/// What a tensor begins at.
#[derive(Clone, Debug)]
pub enum Start<'c, 'a> {
    /// Memory.
    Memory(Pointer<'c, 'a>),
    /// A coordinate.
    Coordinate(IntTuple),
}

/// What a value is.
#[derive(Clone, Debug)]
pub enum Meaning<'c, 'a> {
    /// A shape, a stride, a coordinate, a tuple of integers, an integer with a divisor.
    Tuple(IntTuple<Leaf>),
    /// A layout.
    Layout(Map),
    /// A tile.
    Tile(Tiler),
    /// A swizzle.
    Swizzle(Swizzle),
    /// An iterator.
    Start(Start<'c, 'a>),
    /// A tensor.
    Tensor(Start<'c, 'a>, Map),
    /// An instruction.
    Instruction(Instruction),
    /// What an operation yields that is refused: whatever takes it says nothing more.
    Refused,
}

/// What a symbol is replaced by.
type Replace<'r> = &'r dyn Fn(Symbol) -> Expr;

impl Leaf {
    /// The integer; none for `_` and strides of modes.
    pub fn integer(&self) -> Option<&Expr> {
        match self {
            Self::Int(e) => Some(e),
            _ => None,
        }
    }
}

/// A tuple of integers as one of leaves.
pub fn leaves(tuple: &IntTuple) -> IntTuple<Leaf> {
    IntTuple {
        profile: tuple.profile.clone(),
        leaves: tuple.leaves.iter().map(|e| Leaf::Int(e.clone())).collect(),
    }
}

/// The layout of a shape and strides, or that of coordinates where a stride is of a mode. Sizes are at least 1,
/// wherever else their symbols stand.
pub fn map(shape: &IntTuple, stride: &IntTuple<Leaf>) -> Result<Map, String> {
    let sizes = Sizes::of(&shape.leaves);
    let shape = replaced(shape, &|s| sizes.facts(s))?;
    let replace = |e: &Expr| e.substitute(&|s| sizes.facts(s)).map_err(|e| e.to_string());
    if stride.leaves.iter().any(|leaf| matches!(leaf, Leaf::Basis(_))) {
        let of_mode = |leaf: &Leaf| match leaf {
            Leaf::Basis(b) => b.replace(&|s| sizes.facts(s)).map_err(|e| e.to_string()),
            Leaf::Int(e) => Ok(Basis::new(&[], replace(e)?)),
            Leaf::Keep => Err("`_` is no stride".to_owned()),
        };
        let layout = Layout::new(&shape, &stride.try_map(of_mode)?);
        return layout.map(Map::Coordinate).map_err(|e| e.to_string());
    }
    let integer = |leaf: &Leaf| leaf.integer().ok_or("`_` is no stride".to_owned()).and_then(replace);
    let layout = Layout::new(&shape, &stride.try_map(integer)?).map_err(|e| e.to_string())?;
    Ok(Map::Index(layout.into()))
}

/// A shape of which the sizes are at least 1.
pub fn sized(shape: &IntTuple) -> Result<IntTuple, String> {
    let sizes = Sizes::of(&shape.leaves);
    replaced(shape, &|s| sizes.facts(s))
}

/// The symbols that are sizes.
struct Sizes(Vec<u32>);

impl Sizes {
    fn of(shape: &[Expr]) -> Self {
        let mut ids = Vec::new();
        for size in shape.iter().filter(|size| Expr::ONE.le(size) == Tri::Unknown) {
            size.for_each_symbol(&mut |s| ids.push(s.id));
        }
        Self(ids)
    }

    fn facts(&self, symbol: Symbol) -> Expr {
        let SymbolFacts { div, min, max } = symbol.facts;
        if self.0.contains(&symbol.id) {
            Symbol::new(symbol.id, SymbolFacts { div, min: min.max(1), max }).into()
        } else {
            symbol.into()
        }
    }
}

fn replaced(tuple: &IntTuple, by: Replace<'_>) -> Result<IntTuple, String> {
    tuple.try_map(|e| e.substitute(by)).map_err(|e| e.to_string())
}

impl Map {
    /// The sizes.
    pub fn shape(&self) -> IntTuple {
        match self {
            Self::Index(l) => l.domain().shape(),
            Self::Coordinate(l) => l.shape(),
        }
    }

    /// The strides.
    pub fn stride(&self) -> IntTuple<Leaf> {
        match self {
            Self::Index(l) => leaves(&l.domain().stride()),
            Self::Coordinate(l) => {
                let stride = l.stride();
                // An integer among strides of modes is 0.
                let leaf = |b: &Basis| match b.terms() {
                    [] => Leaf::Int(Expr::ZERO),
                    [(path, scale)] if path.is_empty() => Leaf::Int(scale.clone()),
                    _ => Leaf::Basis(b.clone()),
                };
                IntTuple { profile: stride.profile.clone(), leaves: stride.leaves.iter().map(leaf).collect() }
            }
        }
    }

    /// The text, for messages.
    pub fn text(&self) -> String {
        match self {
            Self::Index(l) => l.to_string(),
            Self::Coordinate(l) => l.to_string(),
        }
    }

    fn substitute(&self, by: Replace<'_>) -> Result<Self, String> {
        match self {
            Self::Index(l) => l.substitute(by).map(Self::Index),
            Self::Coordinate(l) => l.substitute(by).map(Self::Coordinate),
        }
        .map_err(|e| e.to_string())
    }

    fn for_each_symbol(&self, visit: &mut dyn FnMut(Symbol)) {
        match self {
            Self::Index(l) => l.for_each_symbol(visit),
            Self::Coordinate(l) => l.for_each_symbol(visit),
        }
    }
}

/// Applies one function, generic over strides, to a layout of either kind.
macro_rules! each {
    ($map:expr, |$layout:ident| $result:expr) => {
        match $map {
            $crate::cute::meaning::Map::Index($layout) => {
                $result.map($crate::cute::meaning::Map::Index).map_err(|e| e.to_string())
            }
            $crate::cute::meaning::Map::Coordinate($layout) => {
                $result.map($crate::cute::meaning::Map::Coordinate).map_err(|e| e.to_string())
            }
        }
    };
}
pub(super) use each;

impl Meaning<'_, '_> {
    /// Calls `visit` for each symbol.
    pub fn for_each_symbol(&self, visit: &mut dyn FnMut(Symbol)) {
        match self {
            Self::Tuple(t) => t.leaves.iter().for_each(|leaf| match leaf {
                Leaf::Keep => {}
                Leaf::Int(e) => e.for_each_symbol(visit),
                Leaf::Basis(b) => b.symbols(visit),
            }),
            Self::Layout(l) => l.for_each_symbol(visit),
            Self::Tile(t) => tile_symbols(t, visit),
            Self::Start(s) => s.for_each_symbol(visit),
            Self::Tensor(s, l) => {
                s.for_each_symbol(visit);
                l.for_each_symbol(visit);
            }
            Self::Swizzle(_) | Self::Instruction(_) | Self::Refused => {}
        }
    }

    /// The same with each symbol replaced: by itself with other facts.
    pub fn substitute(&self, by: Replace<'_>) -> Result<Self, String> {
        let text = |e: layout_algebra::ExprError| e.to_string();
        Ok(match self {
            Self::Tuple(t) => Self::Tuple(t.try_map(|leaf| {
                Ok::<_, String>(match leaf {
                    Leaf::Keep => Leaf::Keep,
                    Leaf::Int(e) => Leaf::Int(e.substitute(by).map_err(text)?),
                    Leaf::Basis(b) => Leaf::Basis(b.replace(by).map_err(text)?),
                })
            })?),
            Self::Layout(l) => Self::Layout(l.substitute(by)?),
            Self::Tile(t) => Self::Tile(tile_substitute(t, by)?),
            Self::Start(s) => Self::Start(s.substitute(by)?),
            Self::Tensor(s, l) => Self::Tensor(s.substitute(by)?, l.substitute(by)?),
            Self::Swizzle(_) | Self::Instruction(_) | Self::Refused => self.clone(),
        })
    }
}

impl Start<'_, '_> {
    fn for_each_symbol(&self, visit: &mut dyn FnMut(Symbol)) {
        match self {
            Self::Memory(p) => p.offset.for_each_symbol(visit),
            Self::Coordinate(c) => c.leaves.iter().for_each(|e| e.for_each_symbol(visit)),
        }
    }

    fn substitute(&self, by: Replace<'_>) -> Result<Self, String> {
        Ok(match self {
            Self::Memory(p) => {
                let offset = p.offset.substitute(by).map_err(|e| e.to_string())?;
                Self::Memory(Pointer { offset, ..p.clone() })
            }
            Self::Coordinate(c) => Self::Coordinate(replaced(c, by)?),
        })
    }
}

fn tile_symbols(tile: &Tiler, visit: &mut dyn FnMut(Symbol)) {
    match tile {
        Tiler::Keep => {}
        Tiler::Size(n) => n.for_each_symbol(visit),
        Tiler::Layout(l) => l.for_each_symbol(visit),
        Tiler::Tuple(parts) => parts.iter().for_each(|part| tile_symbols(part, visit)),
    }
}

fn tile_substitute(tile: &Tiler, by: Replace<'_>) -> Result<Tiler, String> {
    Ok(match tile {
        Tiler::Keep => Tiler::Keep,
        Tiler::Size(n) => Tiler::Size(n.substitute(by).map_err(|e| e.to_string())?),
        Tiler::Layout(l) => Tiler::Layout(l.substitute(by).map_err(|e| e.to_string())?),
        Tiler::Tuple(parts) => {
            Tiler::Tuple(parts.iter().map(|part| tile_substitute(part, by)).collect::<Result<_, _>>()?)
        }
    })
}
