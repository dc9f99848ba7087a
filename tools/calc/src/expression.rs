//! Expressions: operations by name, applied to layouts as one writes them.
//!
//! `composition((6,2):(8,2), logical_divide((4,3):(3,1), 2:1))`; template
//! arguments stand in angle brackets, `group<0,2>(…)`, `logical_divide<cover>(…)`. The
//! same name is the same unknown throughout, and a size, at least 1, if it stands in a
//! shape anywhere.

use layout_algebra::{ParseError, Parser, SymbolFacts, with_names};

use crate::ops::{self, OPERATIONS, OpError, Operation, Parameters, excerpt};
use crate::value::{Notation, Value};

/// An error and where in the expression it is.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct ExpressionError {
    /// Bytes from the start.
    pub offset: usize,
    /// What is wrong.
    pub message: String,
}

/// Characters of the expression shown to either side of a mistake.
const SHOWN: usize = 100;

impl ExpressionError {
    /// The message under the expression, with a mark at its place.
    pub fn pointed(&self, expression: &str) -> String {
        let (before, behind) = expression.split_at_checked(self.offset).unwrap_or((expression, ""));
        let skipped = before.chars().count().saturating_sub(SHOWN);
        let before: String = before.chars().skip(skipped).collect();
        let before = if skipped > 0 { format!("…{before}") } else { before };
        let more = if behind.chars().count() > SHOWN { "…" } else { "" };
        let behind: String = behind.chars().take(SHOWN).collect();
        let column = before.chars().count();
        format!("{}\n  {before}{behind}{more}\n  {:column$}^", self.message, "")
    }
}

type Result<T> = std::result::Result<T, ExpressionError>;

/// Deepest nesting of operations.
const MAX_NESTING: usize = 64;

/// Computes an expression, or reads a value.
///
/// # Errors
/// [`ExpressionError`].
pub fn evaluate<'a>(text: &'a str, parser: &mut Parser<'a>) -> Result<Value> {
    parser.take_for_sizes(names_in_shapes(text));
    let mut read = |text: &'a str, facts: SymbolFacts| {
        parser.resume(text);
        Value::parse_own(text, parser, facts)
    };
    let value = at(text, text, SymbolFacts::NONE, &mut read, Notation::Own, 0);
    value.map_err(|e| ExpressionError { message: with_names(&e.message, &parser.names()), ..e })
}

/// Computes an expression whose layouts are in CuTe's notation, or reads a value;
/// `operands` counts the operands read so far, here and in other expressions.
///
/// # Errors
/// [`ExpressionError`].
pub fn evaluate_cute(text: &str, operands: &mut u32) -> Result<Value> {
    let mut read = |text: &str, _: SymbolFacts| {
        // Unknowns of different operands are different.
        *operands += 1;
        Value::parse_cute(text, *operands << 16)
    };
    at(text, text, SymbolFacts::NONE, &mut read, Notation::Cute, 0)
}

/// The names that stand in a shape somewhere in the expression.
pub fn names_in_shapes(text: &str) -> Vec<&str> {
    fn scan<'a>(text: &'a str, facts: SymbolFacts, depth: usize, parser: &mut Parser<'a>) {
        let text = text.trim();
        match call(text).and_then(|(name, _, inner)| Some((Operation::named(name)?, inner))) {
            Some((operation, inner)) if depth < MAX_NESTING && !operation.takes_names => {
                for (i, operand) in operands(inner).into_iter().enumerate() {
                    scan(operand, role(operation, i), depth + 1, parser);
                }
            }
            _ => {
                parser.resume(text);
                // A mistake is found when the value is read.
                let _ = Value::parse_own(text, parser, facts);
            }
        }
    }
    let mut parser = Parser::new("");
    scan(text, SymbolFacts::NONE, 0, &mut parser);
    parser.names_in_shapes().collect()
}

/// What is known of the integers of an operand that is a tuple.
pub(crate) fn role(operation: &Operation, operand: usize) -> SymbolFacts {
    if operation.numbers.contains(&operand) { SymbolFacts::NONE } else { SymbolFacts::SIZE }
}

/// Computes `text`, a part of `whole`; `read` reads a value.
fn at<'a>(
    whole: &'a str,
    text: &'a str,
    facts: SymbolFacts,
    read: &mut dyn FnMut(&'a str, SymbolFacts) -> std::result::Result<Value, ParseError>,
    notation: Notation,
    depth: usize,
) -> Result<Value> {
    let text = text.trim();
    let offset = text.as_ptr() as usize - whole.as_ptr() as usize;
    let error = |offset: usize, message: String| ExpressionError { offset, message };
    if depth > MAX_NESTING {
        return Err(error(offset, format!("operations are nested more than {MAX_NESTING} deep")));
    }
    let Some((name, params, inner)) = call(text) else {
        if let Some((inner, end)) = opened(text) {
            // A mistake inside comes first.
            for operand in operands(inner) {
                at(whole, operand, facts, read, notation, depth + 1)?;
            }
            let found = text[end..].chars().next();
            let (expected, found) = match found {
                None => ("`,` or `)`", "the end".into()),
                Some(c) => ("the end", format!("`{c}`")),
            };
            return Err(error(offset + end, format!("expected {expected}, found {found}")));
        }
        return match read(text, facts) {
            Ok(Value::Name(name)) => Err(error(offset, format!("`{}` is no layout", excerpt(&name)))),
            value => value.map_err(|e| error(offset + e.offset, e.kind.to_string())),
        };
    };
    let Some(operation) = Operation::named(name) else {
        let near = OPERATIONS.iter().map(|o| o.name).min_by_key(|o| (distance(o, name), o.len()));
        let near = near.map_or(String::new(), |n| format!("; did you mean `{n}`?"));
        return Err(error(offset, format!("there is no operation `{}`{near}", excerpt(name))));
    };
    let refused = |e: OpError| match e {
        OpError::Refused(message) | OpError::Unsupported(message) => error(offset, message),
    };
    let mut parameters = Parameters::default();
    for word in params.map(str::trim).filter(|p| !p.is_empty()).into_iter().flat_map(|p| p.split(',')) {
        parameters.push(word.trim()).map_err(refused)?;
    }
    let operands = operands(inner);
    operation.check(operands.len(), &parameters).map_err(refused)?;
    let mut values = Vec::new();
    for (i, operand) in operands.into_iter().enumerate() {
        values.push(match operation.takes_names {
            true => Value::Name(operand.trim().into()),
            false => at(whole, operand, role(operation, i), read, notation, depth + 1)?,
        });
    }
    ops::apply(name, &values, &parameters, notation).map_err(refused)
}

/// `name<params>(operands)` taken apart, if the text is a call.
fn call(text: &str) -> Option<(&str, Option<&str>, &str)> {
    let (name, params, rest) = head(text)?;
    let end = closing(rest)?;
    (end + 1 == rest.len()).then(|| (name, params, &rest[..end]))
}

/// The operands of a call that is no whole text, and where in the text it is not: behind
/// the parenthesis that closes the first, or at the end if none does.
fn opened(text: &str) -> Option<(&str, usize)> {
    let (.., rest) = head(text)?;
    let end = closing(rest);
    let behind = end.map_or("", |end| rest[end + 1..].trim_start());
    Some((&rest[..end.unwrap_or(rest.len())], text.len() - behind.len()))
}

/// `name<params>(` at the start of a text, and what follows.
fn head(text: &str) -> Option<(&str, Option<&str>, &str)> {
    let end = text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_')?;
    let (name, rest) = text.split_at(end);
    if name.is_empty() || !name.starts_with(|c: char| c.is_ascii_lowercase()) {
        return None;
    }
    let (params, rest) = match rest.strip_prefix('<') {
        Some(rest) => {
            let (params, rest) = rest.split_once('>')?;
            (Some(params), rest)
        }
        None => (None, rest),
    };
    // `div`, `min` and the like are the algebra's own functions of integers.
    let integer = matches!(name, "floordiv" | "ceildiv" | "mod" | "min" | "max");
    rest.strip_prefix('(').filter(|_| !integer).map(|rest| (name, params, rest))
}

/// Where the parenthesis is closed behind which the text begins.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 1i64;
    text.char_indices().find_map(|(i, c)| {
        depth += i64::from(c == '(') - i64::from(c == ')');
        (depth == 0).then_some(i)
    })
}

/// The parts between commas outside brackets.
fn operands(text: &str) -> Vec<&str> {
    let (mut out, mut depth, mut start) = (Vec::new(), 0i64, 0);
    for (i, c) in text.char_indices() {
        match c {
            '(' | '[' | '<' | '{' => depth += 1,
            ')' | ']' | '>' | '}' => depth -= 1,
            ',' if depth == 0 => {
                out.push(&text[start..i]);
                start = i + 1;
            }
            _ => {}
        }
    }
    if !text.trim().is_empty() {
        out.push(&text[start..]);
    }
    out
}

/// How many letters two names do not share at their ends.
fn distance(a: &str, b: &str) -> usize {
    let head = a.bytes().zip(b.bytes()).take_while(|(x, y)| x == y).count();
    let (a, b) = (&a[head..], &b[head..]);
    let tail = a.bytes().rev().zip(b.bytes().rev()).take_while(|(x, y)| x == y).count();
    (a.len() - tail).max(b.len() - tail)
}
