//! Expressions: operations by name, applied to layouts as one writes them.
//!
//! `composition((6,2):(8,2), logical_divide((4,3):(3,1), 2:1))`; template
//! arguments stand in angle brackets, `group<0,2>(…)`. The same name is the same
//! unknown throughout.

use layout_algebra::Parser;

use crate::ops::{self, OPERATIONS, OpError};
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

impl ExpressionError {
    /// The message under the expression, with a mark at its place.
    pub fn pointed(&self, expression: &str) -> String {
        let column = expression.get(..self.offset).map_or(0, |head| head.chars().count());
        format!("{}\n  {expression}\n  {:column$}^", self.message, "")
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
    at(text, text, parser, 0)
}

fn at<'a>(whole: &'a str, text: &'a str, parser: &mut Parser<'a>, depth: usize) -> Result<Value> {
    let text = text.trim();
    let offset = text.as_ptr() as usize - whole.as_ptr() as usize;
    let error = |offset: usize, message: String| ExpressionError { offset, message };
    if depth > MAX_NESTING {
        return Err(error(offset, format!("operations are nested more than {MAX_NESTING} deep")));
    }
    let Some((name, params, inner)) = call(text) else {
        parser.resume(text);
        return Value::parse_own(text, parser).map_err(|e| error(offset + e.offset, e.kind.to_string()));
    };
    if !OPERATIONS.contains(&name) {
        let near = OPERATIONS.iter().min_by_key(|o| (distance(o, name), o.len()));
        let near = near.map_or(String::new(), |n| format!("; did you mean `{n}`?"));
        return Err(error(offset, format!("there is no operation `{name}`{near}")));
    }
    let params: Vec<i64> = match params.map(str::trim).filter(|p| !p.is_empty()) {
        None => Vec::new(),
        Some(list) => list
            .split(',')
            .map(|p| {
                p.trim()
                    .parse()
                    .map_err(|_| error(offset, format!("`{p}` in `{name}<{list}>` is no integer")))
            })
            .collect::<Result<_>>()?,
    };
    let mut values = Vec::new();
    for operand in operands(inner) {
        values.push(match ops::takes_names(name) {
            true => Value::Name(operand.trim().into()),
            false => at(whole, operand, parser, depth + 1)?,
        });
    }
    ops::apply(name, &values, &params, Notation::Own).map_err(|e| match e {
        OpError::Refused(message) | OpError::Unsupported(message) => error(offset, message),
    })
}

/// `name<params>(operands)` taken apart, if the text is a call.
fn call(text: &str) -> Option<(&str, Option<&str>, &str)> {
    let end = text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_')?;
    let (name, rest) = text.split_at(end);
    if name.is_empty() || !name.starts_with(|c: char| c.is_ascii_lowercase()) || !rest.ends_with(')') {
        return None;
    }
    let (params, rest) = match rest.strip_prefix('<') {
        Some(rest) => {
            let (params, rest) = rest.split_once('>')?;
            (Some(params), rest)
        }
        None => (None, rest),
    };
    let inner = rest.strip_prefix('(')?.strip_suffix(')')?;
    // The last parenthesis must close the first.
    let mut depth = 0i64;
    for c in inner.chars() {
        depth += i64::from(c == '(') - i64::from(c == ')');
        if depth < 0 {
            return None;
        }
    }
    // `div`, `min` and the like are the algebra's own functions of integers.
    let integer = matches!(name, "floordiv" | "ceildiv" | "mod" | "min" | "max");
    (!integer && depth == 0).then_some((name, params, inner))
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
