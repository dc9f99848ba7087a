//! What the calculator computes with.

use std::fmt;

use layout_algebra::cute::{self, Cute};
use layout_algebra::{
    AnyLayout, Basis, CoordLayout, Expr, IntTuple, Layout, LayoutError, ParseError, Parser, SliceCoord,
    Swizzle, SymbolFacts, Tiler,
};
use serde_json::{Value as Json, json};

/// How values are read and written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notation {
    /// The project's own: `(4,N):(1,4)`, `[4:1,_]`, `S<3,4,3>`.
    Own,
    /// CuTe's: `_4` is static and `4` a dynamic integer of that value.
    Cute,
}

/// A value.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A layout, plain or composed.
    Layout(AnyLayout),
    /// A layout with basis strides.
    Coord(CoordLayout),
    /// An integer or a tuple of integers.
    Tuple(IntTuple),
    /// A tuple in which `_` keeps modes.
    Slice(SliceCoord),
    /// A tuple of basis elements.
    Basis(IntTuple<Basis>),
    /// A by-mode tiler.
    Tiler(Tiler),
    /// A swizzle.
    Swizzle(Swizzle),
    /// A truth value, and whether it is known at compile time.
    Bool(bool, bool),
    /// Any other text.
    Name(String),
    /// A layout and the value of its first element.
    WithOffset(Box<Self>, Box<Self>),
    /// Named parts, as an atom has.
    Fields(Vec<(String, Self)>),
}

/// The largest layout of which the table of values is written.
pub const TABLE_LIMIT: i64 = 4096;

impl From<Layout> for Value {
    fn from(layout: Layout) -> Self {
        Self::Layout(layout.into())
    }
}

impl From<Expr> for Value {
    fn from(integer: Expr) -> Self {
        Self::Tuple(integer.into())
    }
}

macro_rules! value_from {
    ($($type:ty => $variant:ident),*) => {
        $(impl From<$type> for Value {
            fn from(value: $type) -> Self {
                Self::$variant(value)
            }
        })*
    };
}
value_from!(AnyLayout => Layout, CoordLayout => Coord, IntTuple => Tuple, Tiler => Tiler, Swizzle => Swizzle);

impl Value {
    /// Reads a value in CuTe's notation; `first` numbers the unknowns apart from
    /// those of other values.
    ///
    /// # Errors
    /// [`ParseError`].
    pub fn parse_cute(text: &str, first: u32) -> Result<Self, ParseError> {
        let text = text.trim();
        let name = text.starts_with(|c: char| c.is_ascii_alphabetic());
        if text.starts_with("Sw<") && !text.contains(" o ") {
            return cute::parse(text, first).map(Self::Swizzle);
        }
        if text.starts_with('<') {
            return cute::parse(text, first).map(Self::Tiler);
        }
        if name && !text.starts_with("Sw<") {
            return Ok(Self::Name(text.into()));
        }
        if text.contains(':') {
            return match text.contains('@') {
                true => cute::parse(text, first).map(Self::Coord),
                false => cute::parse(text, first).map(Self::Layout),
            };
        }
        if text.contains('@') {
            return cute::parse(text, first).map(Self::Basis);
        }
        cute::parse::<SliceCoord>(text, first).map(Self::of_slice)
    }

    fn of_slice(coord: SliceCoord) -> Self {
        match coord.try_map(|e| e.clone().ok_or(())) {
            Ok(tuple) => Self::Tuple(tuple),
            Err(()) => Self::Slice(coord),
        }
    }

    /// Reads a value in the project's notation: the whole of the parser's text. Unknowns
    /// that first appear in a tuple have facts `default`.
    ///
    /// # Errors
    /// [`ParseError`].
    pub fn parse_own(text: &str, parser: &mut Parser<'_>, default: SymbolFacts) -> Result<Self, ParseError> {
        let text = text.trim();
        if text.starts_with('[') || text == "_" {
            return parser.all(Parser::tiler).map(Self::Tiler);
        }
        if !text.contains(':') {
            if let Ok(swizzle) = parser.clone().all(Parser::whole_swizzle) {
                return Ok(Self::Swizzle(swizzle));
            }
            return parser.all(|p| p.slice_coord(default)).map(Self::of_slice);
        }
        // A trial of the one form must not leave symbols behind for the other.
        let mut trial = parser.clone();
        let error = match trial.all(Parser::any_layout) {
            Ok(layout) => {
                *parser = trial;
                return Ok(Self::Layout(layout));
            }
            Err(error) => error,
        };
        // Integers alone are a layout of integers, with its limits.
        let in_modes = |l: &CoordLayout| {
            l.stride_leaves().iter().any(|d| d.terms().iter().any(|(path, _)| !path.is_empty()))
        };
        match parser.all(Parser::coord_layout) {
            Ok(layout) if in_modes(&layout) => Ok(Self::Coord(layout)),
            _ => Err(error),
        }
    }

    /// The text with unknowns called by `names`, each with its facts where it first
    /// appears.
    pub fn text_with(&self, names: &[String]) -> String {
        match self {
            Self::Layout(v) => v.text_with(names),
            Self::Coord(v) => v.text_with(names),
            Self::Tuple(v) => v.text_with(names),
            Self::Slice(v) => v.text_with(names),
            Self::Basis(v) => v.text_with(names),
            Self::Tiler(v) => v.text_with(names),
            Self::Swizzle(v) => v.to_string(),
            Self::Bool(value, _) => value.to_string(),
            Self::Name(name) => name.clone(),
            Self::WithOffset(first, offset) => {
                format!("{} at {}", first.text_with(names), offset.text_with(names))
            }
            Self::Fields(fields) => {
                let width = fields.iter().map(|(n, _)| n.len()).max().unwrap_or(0);
                let line =
                    |(name, value): &(String, Self)| format!("{name:width$}  {}", value.text_with(names));
                fields.iter().map(line).collect::<Vec<_>>().join("\n")
            }
        }
    }

    /// The text for messages, unknowns written `sN` by their numbers.
    pub fn named(&self) -> String {
        match self {
            Self::Layout(v) => v.named(),
            Self::Coord(v) => v.named(),
            Self::Tuple(v) => v.named(),
            Self::Tiler(v) => v.named(),
            other => other.text(Notation::Own),
        }
    }

    /// The text in a notation.
    pub fn text(&self, notation: Notation) -> String {
        match notation {
            Notation::Cute => self.cute(),
            Notation::Own => self.text_with(&[]),
        }
    }

    fn cute(&self) -> String {
        fn print<T: Cute>(value: &T) -> String {
            cute::print(value)
        }
        match self {
            Self::Layout(v) => print(v),
            Self::Coord(v) => print(v),
            Self::Tuple(v) => print(v),
            Self::Slice(v) => print(v),
            Self::Basis(v) => print(v),
            Self::Tiler(v) => print(v),
            Self::Swizzle(v) => print(v),
            Self::Bool(value, known) => format!("{}{value}", if *known { "_" } else { "" }),
            Self::Name(name) => name.clone(),
            Self::WithOffset(first, _) => first.cute(),
            Self::Fields(_) => self.text_with(&[]),
        }
    }

    /// What the protocol calls `out`: the text, or an object of texts. The project's
    /// notation calls unknowns by `names`.
    pub fn json(&self, notation: Notation, names: &[String]) -> Json {
        match (self, notation) {
            (Self::Fields(fields), _) => {
                fields.iter().map(|(k, v)| (k.clone(), v.json(notation, names))).collect()
            }
            (Self::WithOffset(first, _), _) => first.json(notation, names),
            (other, Notation::Cute) => json!(other.cute()),
            (other, Notation::Own) => json!(other.text_with(names)),
        }
    }

    /// The values at all coordinates of a layout of up to [`TABLE_LIMIT`].
    pub fn table(&self) -> Option<Json> {
        match self {
            Self::Layout(layout) => layout_table(layout).map(|t| json!(t)),
            Self::Coord(layout) => coord_table(layout),
            Self::WithOffset(first, _) => first.table(),
            _ => None,
        }
    }
}

/// The values of a layout whose integers are all known.
pub fn layout_table(layout: &AnyLayout) -> Option<Vec<i64>> {
    let layout = known(layout).ok()?;
    let size = layout.size().ok()?.as_const()?;
    if size > TABLE_LIMIT {
        return None;
    }
    (0..size).map(|i| layout.eval(i)).collect()
}

/// The layout with its dynamic integers of known value, CuTe's `4`, as constants.
///
/// # Errors
/// [`LayoutError`] where a value does not fit.
pub fn known(layout: &AnyLayout) -> Result<AnyLayout, LayoutError> {
    layout.substitute(&|s| s.facts.known().map_or_else(|| s.into(), Expr::Const))
}

fn coord_table(layout: &CoordLayout) -> Option<Json> {
    let layout = layout.substitute(&|s| s.facts.known().map_or_else(|| s.into(), Expr::Const)).ok()?;
    let size = layout.size().ok()?.as_const()?;
    if size > TABLE_LIMIT {
        return None;
    }
    let profile = layout.coprofile();
    let rows = (0..size).map(|i| {
        let value = layout.at(&Expr::Const(i)).ok()?.as_tuple(&profile);
        nested(&value)
    });
    rows.collect::<Option<Vec<Json>>>().map(Json::from)
}

fn nested(tuple: &IntTuple) -> Option<Json> {
    if tuple.profile.is_leaf() {
        return tuple.leaves[0].as_const().map(Json::from);
    }
    tuple.modes().map(|m| nested(&m)).collect::<Option<Vec<Json>>>().map(Json::from)
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(Notation::Own))
    }
}
