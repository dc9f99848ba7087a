//! What attributes and types stand for. A value is parsed once, when its attribute comes to
//! be, and lives beside the text in the attribute's storage.

use layout_algebra::{AnyLayout, IntTuple, Layout, ParseError, ParseErrorKind, Parser, SymbolFacts, Tiler};
use layout_tile::{Mma, TextError, Tv};

use crate::coordinate::Coordinate;

/// What is known of an SSA layout from its type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Known {
    /// `!layout<*>`.
    Nothing,
    /// The layout, with canonical symbols.
    Layout(AnyLayout),
}

/// The value of an attribute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AttrValue {
    /// `#layout<…>`, or a mapping such as `#layout.right<…>`.
    Layout(AnyLayout),
    /// `#layout.tile<…>`.
    Tile(Tiler),
    /// `#layout.coord<…>`.
    Coordinate(Coordinate),
    /// `#layout.tv<…>`, or a fragment, `#layout.frag<…>`.
    Tv(Tv),
    /// `#layout.mma<…>`.
    Mma(Mma),
}

/// What is wrong with the body of an attribute, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("at byte {offset}: {kind}")]
pub struct AttrError {
    /// Where, in bytes from the start.
    pub offset: usize,
    /// What.
    pub kind: AttrErrorKind,
}

/// What is wrong with the body of an attribute.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AttrErrorKind {
    /// See [`ParseErrorKind`].
    #[error(transparent)]
    Text(#[from] ParseErrorKind),
    /// A text that says an encoding or an instruction which there is not.
    #[error(transparent)]
    Tile(TextError),
}

impl From<ParseError> for AttrError {
    fn from(error: ParseError) -> Self {
        Self { offset: error.offset, kind: error.kind.into() }
    }
}

impl From<TextError> for AttrError {
    fn from(error: TextError) -> Self {
        match error {
            TextError::Parse(error) => error.into(),
            other => Self { offset: 0, kind: AttrErrorKind::Tile(other) },
        }
    }
}

impl std::fmt::Display for Known {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Nothing => f.write_str("*"),
            Self::Layout(layout) => layout.fmt(f),
        }
    }
}

impl Known {
    /// The layout, if it is known.
    pub fn layout(&self) -> Option<&AnyLayout> {
        match self {
            Self::Nothing => None,
            Self::Layout(l) => Some(l),
        }
    }
}

/// Parses the body of an attribute: a layout, `tile<tiler>`, `coord<coordinate>`, an encoding
/// `tv<…>` or `frag<…>`, an instruction `mma<…>`, or one of the `cuda::tiles` mappings
/// `right<shape>` and `left<shape>`.
///
/// # Errors
/// [`AttrError`] with the offset in `text`.
pub fn parse_attr(text: &str) -> Result<AttrValue, AttrError> {
    if inside(text, "tv").or_else(|| inside(text, "frag")).is_some() {
        return Ok(AttrValue::Tv(text.parse()?));
    }
    if inside(text, "mma").is_some() {
        return Ok(AttrValue::Mma(text.parse()?));
    }
    Ok(parse_layout(text)?)
}

/// What stands in `name<…>`, and where it begins.
fn inside<'a>(text: &'a str, name: &str) -> Option<(&'a str, usize)> {
    let rest = text.trim_end().strip_prefix(name)?.trim_start();
    let body = rest.strip_prefix('<')?.strip_suffix('>')?;
    Some((body, body.as_ptr() as usize - text.as_ptr() as usize))
}

/// A layout, a mapping, a tile or a coordinate.
fn parse_layout(text: &str) -> Result<AttrValue, ParseError> {
    let moved = |base: usize| move |e: ParseError| ParseError { offset: e.offset + base, ..e };
    if let Some((body, base)) = inside(text, "tile") {
        let tiler: Tiler = body.parse().map_err(moved(base))?;
        if !is_static(&tiler) {
            let found = "a symbol".into();
            let kind = ParseErrorKind::Expected { expected: "static sizes and strides in a tile", found };
            return Err(ParseError { offset: base, kind });
        }
        return Ok(AttrValue::Tile(tiler));
    }
    if let Some((body, base)) = inside(text, "coord") {
        return Ok(AttrValue::Coordinate(Coordinate::parse(body).map_err(moved(base))?));
    }
    for (name, make) in [("right", Layout::right as fn(&IntTuple) -> _), ("left", Layout::left)] {
        if let Some((body, base)) = inside(text, name) {
            let shape = Parser::whole(body, |p| p.tuple(SymbolFacts::SIZE)).map_err(moved(base))?;
            let layout = make(&shape).map_err(|e| ParseError { offset: base, kind: e.into() })?;
            return Ok(AttrValue::Layout(AnyLayout::from(layout).canonical().0));
        }
    }
    let layout: AnyLayout = text.parse().map_err(|error| no_such_mapping(text, error))?;
    Ok(AttrValue::Layout(layout.canonical().0))
}

/// What a text is that has a name before its first `<`, at which reading a layout stopped.
fn no_such_mapping(text: &str, error: ParseError) -> ParseError {
    let Some((name, rest)) = text.split_at_checked(error.offset) else { return error };
    let name = name.trim();
    let is_name = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    if !is_name || !rest.starts_with('<') {
        return error;
    }
    let expected = "a layout, S<…> o … o …, right<…>, left<…>, tile<…>, coord<…>, tv<…>, frag<…> or mma<…>";
    ParseError { offset: 0, kind: ParseErrorKind::Expected { expected, found: format!("`{name}<`") } }
}

/// Parses the body of a type: a layout or `*`.
///
/// # Errors
/// [`ParseError`] with the offset in `text`.
pub fn parse_type(text: &str) -> Result<Known, ParseError> {
    if text.trim() == "*" {
        return Ok(Known::Nothing);
    }
    let layout: AnyLayout = text.parse()?;
    Ok(Known::Layout(layout.canonical().0))
}

/// Whether all of a tiler is integers.
pub(crate) fn is_static(tiler: &Tiler) -> bool {
    match tiler {
        Tiler::Keep => true,
        Tiler::Layout(l) => l.is_static(),
        Tiler::Size(n) => n.as_const().is_some(),
        Tiler::Tuple(tilers) => tilers.iter().all(is_static),
    }
}
