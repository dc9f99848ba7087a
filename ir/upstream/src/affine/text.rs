//! `affine_map<(d0, d1)[s0] -> (d0 * s0 + d1 floordiv 4)>`, read and written.

use std::fmt;
use std::str::FromStr;

use layout_algebra::{ParseError, Parser};

use super::expr::{AffineExpr, AffineMap, AffineOp, MOST_OPERATIONS};

/// Deepest nesting of parentheses.
const MOST_NESTED: usize = 64;

impl fmt::Display for AffineExpr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self::Binary(op, sides) = self else {
            return match self {
                Self::Constant(c) => write!(f, "{c}"),
                Self::Dim(d) => write!(f, "d{d}"),
                Self::Symbol(s) => write!(f, "s{s}"),
                Self::Binary(..) => Ok(()),
            };
        };
        let is_sum = |e: &Self| matches!(e, Self::Binary(AffineOp::Add, _));
        let [a, b] = &**sides;
        if *op == AffineOp::Add {
            return match negated(b) {
                Some(b) if is_sum(&b) => write!(f, "{a} - ({b})"),
                Some(b) => write!(f, "{a} - {b}"),
                None if is_sum(b) => write!(f, "{a} + ({b})"),
                None => write!(f, "{a} + {b}"),
            };
        }
        let op = match op {
            AffineOp::Mul | AffineOp::Add => "*",
            AffineOp::Mod => "mod",
            AffineOp::FloorDiv => "floordiv",
            AffineOp::CeilDiv => "ceildiv",
        };
        if matches!(a, Self::Binary(..)) {
            write!(f, "({a})")?
        } else {
            write!(f, "{a}")?
        }
        if matches!(b, Self::Binary(..)) { write!(f, " {op} ({b})") } else { write!(f, " {op} {b}") }
    }
}

/// What is taken away by adding an expression, if that is how to write it.
fn negated(e: &AffineExpr) -> Option<AffineExpr> {
    let opposite = |c: i64| c.checked_neg().filter(|c| *c > 0).map(AffineExpr::Constant);
    match e {
        AffineExpr::Constant(c) => opposite(*c),
        AffineExpr::Binary(AffineOp::Mul, sides) => match &**sides {
            [a, AffineExpr::Constant(c)] => Some(AffineExpr::binary(AffineOp::Mul, a.clone(), opposite(*c)?))
                .filter(|e| *e != *a || *c == -1),
            _ => None,
        },
        _ => None,
    }
}

impl fmt::Display for AffineMap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |letter: &str, count: usize| {
            (0..count).map(|k| format!("{letter}{k}")).collect::<Vec<_>>().join(", ")
        };
        write!(f, "affine_map<({})", list("d", self.dims))?;
        if self.symbols > 0 {
            write!(f, "[{}]", list("s", self.symbols))?;
        }
        let results: Vec<String> = self.results.iter().map(AffineExpr::to_string).collect();
        write!(f, " -> ({})>", results.join(", "))
    }
}

impl FromStr for AffineMap {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        Parser::whole(text, affine_map)
    }
}

/// An affine map, with or without `affine_map<…>` around it.
///
/// # Errors
/// What is expected, and where.
pub fn affine_map(parser: &mut Parser<'_>) -> Result<AffineMap, ParseError> {
    let named = parser.eat("affine_map");
    if named {
        parser.require("<", "`<`")?;
    }
    parser.require("(", "`(` and the dimensions of an affine map")?;
    let dims = names(parser, ")")?;
    let symbols = if parser.eat("[") { names(parser, "]")? } else { Vec::new() };
    parser.require("->", "`->`")?;
    parser.require("(", "`(` and the results of the map")?;
    let mut reader = Reader { dims, symbols, operations: 0 };
    let mut results = Vec::new();
    if !parser.eat(")") {
        loop {
            results.push(reader.sum(parser, 0)?);
            if !parser.eat(",") {
                break;
            }
        }
        parser.require(")", "`,` or `)`")?;
    }
    if named {
        parser.require(">", "`>`")?;
    }
    Ok(AffineMap { dims: reader.dims.len(), symbols: reader.symbols.len(), results })
}

/// Names up to a bracket.
fn names<'a>(parser: &mut Parser<'a>, end: &'static str) -> Result<Vec<&'a str>, ParseError> {
    let mut names = Vec::new();
    if parser.eat(end) {
        return Ok(names);
    }
    loop {
        let name = parser.name();
        if name.is_empty() || names.contains(&name) {
            return Err(parser.expected("a new name"));
        }
        names.push(name);
        if !parser.eat(",") {
            parser.require(end, "`,` or the end of the names")?;
            return Ok(names);
        }
    }
}

struct Reader<'a> {
    dims: Vec<&'a str>,
    symbols: Vec<&'a str>,
    operations: usize,
}

impl<'a> Reader<'a> {
    fn made(
        &mut self,
        parser: &mut Parser<'a>,
        op: AffineOp,
        a: AffineExpr,
        b: AffineExpr,
    ) -> Result<AffineExpr, ParseError> {
        self.operations += 1;
        if self.operations > MOST_OPERATIONS {
            return Err(parser.expected("at most 512 operations"));
        }
        Ok(AffineExpr::binary(op, a, b))
    }

    fn sum(&mut self, parser: &mut Parser<'a>, depth: usize) -> Result<AffineExpr, ParseError> {
        let mut sum = self.product(parser, depth)?;
        loop {
            let minus = parser.eat("-");
            if !minus && !parser.eat("+") {
                return Ok(sum);
            }
            let mut term = self.product(parser, depth)?;
            if minus {
                term = self.made(parser, AffineOp::Mul, term, AffineExpr::Constant(-1))?;
            }
            sum = self.made(parser, AffineOp::Add, sum, term)?;
        }
    }

    fn product(&mut self, parser: &mut Parser<'a>, depth: usize) -> Result<AffineExpr, ParseError> {
        let mut product = self.factor(parser, depth)?;
        loop {
            let op = if parser.eat("*") {
                AffineOp::Mul
            } else {
                match parser.name() {
                    "" => return Ok(product),
                    "mod" => AffineOp::Mod,
                    "floordiv" => AffineOp::FloorDiv,
                    "ceildiv" => AffineOp::CeilDiv,
                    _ => return Err(parser.expected("`*`, mod, floordiv or ceildiv before this")),
                }
            };
            let factor = self.factor(parser, depth)?;
            product = self.made(parser, op, product, factor)?;
        }
    }

    fn factor(&mut self, parser: &mut Parser<'a>, depth: usize) -> Result<AffineExpr, ParseError> {
        if depth > MOST_NESTED {
            return Err(parser.expected("at most 64 parentheses inside each other"));
        }
        if parser.eat("(") {
            let inside = self.sum(parser, depth + 1)?;
            parser.require(")", "`)`")?;
            return Ok(inside);
        }
        let name = parser.name();
        if let Some(d) = self.dims.iter().position(|n| *n == name) {
            return Ok(AffineExpr::Dim(d));
        }
        if let Some(s) = self.symbols.iter().position(|n| *n == name) {
            return Ok(AffineExpr::Symbol(s));
        }
        if !name.is_empty() {
            return Err(parser.expected("a dimension or a symbol of the map before this"));
        }
        if parser.eat("-") {
            // `-4` is one integer, also the least.
            if let Ok(number) = parser.clone().int() {
                let _ = parser.int();
                return Ok(AffineExpr::Constant(number.wrapping_neg()));
            }
            let factor = self.factor(parser, depth + 1)?;
            return self.made(parser, AffineOp::Mul, factor, AffineExpr::Constant(-1));
        }
        parser.int().map(AffineExpr::Constant)
    }
}
