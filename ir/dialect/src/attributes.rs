//! What attributes and types stand for. A value is parsed once, when its attribute comes to
//! be, and lives beside the text in the attribute's storage.

use layout_algebra::{AnyLayout, IntTuple, Layout, ParseError, ParseErrorKind, Parser, SymbolFacts, Tiler};

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

/// Parses the body of an attribute: a layout, `tile<tiler>`, `coord<coordinate>`, or one of
/// the `cuda::tiles` mappings `right<shape>` and `left<shape>`.
///
/// # Errors
/// [`ParseError`] with the offset in `text`.
pub fn parse_attr(text: &str) -> Result<AttrValue, ParseError> {
    let inside = |name: &str| {
        let rest = text.trim_end().strip_prefix(name)?.trim_start();
        let body = rest.strip_prefix('<')?.strip_suffix('>')?;
        Some((body, body.as_ptr() as usize - text.as_ptr() as usize))
    };
    let moved = |base: usize| move |e: ParseError| ParseError { offset: e.offset + base, ..e };
    if let Some((body, base)) = inside("tile") {
        let tiler: Tiler = body.parse().map_err(moved(base))?;
        if !is_static(&tiler) {
            let found = "a symbol".into();
            let kind = ParseErrorKind::Expected { expected: "static sizes and strides in a tile", found };
            return Err(ParseError { offset: base, kind });
        }
        return Ok(AttrValue::Tile(tiler));
    }
    if let Some((body, base)) = inside("coord") {
        return Ok(AttrValue::Coordinate(Coordinate::parse(body).map_err(moved(base))?));
    }
    for (name, make) in [("right", Layout::right as fn(&IntTuple) -> _), ("left", Layout::left)] {
        if let Some((body, base)) = inside(name) {
            let shape = Parser::whole(body, |p| p.tuple(SymbolFacts::SIZE)).map_err(moved(base))?;
            let layout = make(&shape).map_err(|e| ParseError { offset: base, kind: e.into() })?;
            return Ok(AttrValue::Layout(AnyLayout::from(layout).canonical().0));
        }
    }
    let layout: AnyLayout = text.parse()?;
    Ok(AttrValue::Layout(layout.canonical().0))
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

fn is_static(tiler: &Tiler) -> bool {
    match tiler {
        Tiler::Keep => true,
        Tiler::Layout(l) => l.is_static(),
        Tiler::Size(n) => n.as_const().is_some(),
        Tiler::Tuple(tilers) => tilers.iter().all(is_static),
    }
}
