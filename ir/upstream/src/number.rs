//! Integers that a text may leave open, `?`.

use layout_algebra::{ParseError, Parser};

/// An integer, or `?`.
pub(crate) fn number(parser: &mut Parser<'_>) -> Result<Option<i64>, ParseError> {
    if parser.eat("?") { Ok(None) } else { parser.int().map(Some) }
}

/// An integer of at least 1, or `?`.
pub(crate) fn positive(parser: &mut Parser<'_>, what: &'static str) -> Result<Option<i64>, ParseError> {
    let at = parser.clone();
    let found = number(parser)?;
    if found.is_some_and(|n| n < 1) { Err(at.clone().expected(what)) } else { Ok(found) }
}

/// What stands between brackets, with commas between.
pub(crate) fn list<'a, T>(
    parser: &mut Parser<'a>,
    brackets: [&'static str; 2],
    item: impl Fn(&mut Parser<'a>) -> Result<T, ParseError>,
) -> Result<Vec<T>, ParseError> {
    let [open, close] = brackets;
    parser.require(open, "a list in brackets")?;
    let mut items = Vec::new();
    if parser.eat(close) {
        return Ok(items);
    }
    loop {
        items.push(item(parser)?);
        if !parser.eat(",") {
            parser.require(close, "`,` or the end of the list")?;
            return Ok(items);
        }
    }
}

/// `4x?x`, and what follows it: the type of elements.
pub(crate) fn shaped(parser: &mut Parser<'_>) -> Result<(Vec<Option<i64>>, String), ParseError> {
    let mut sizes = Vec::new();
    loop {
        let element = parser.name();
        if !element.is_empty() {
            return Ok((sizes, element.into()));
        }
        sizes.push(number(parser)?);
        parser.require("x", "`x` and another size, or the type of elements")?;
    }
}

/// The text of numbers.
pub(crate) fn texts(numbers: &[Option<i64>], between: &str) -> String {
    let text = |n: &Option<i64>| n.map_or_else(|| "?".into(), |n| n.to_string());
    numbers.iter().map(text).collect::<Vec<String>>().join(between)
}
