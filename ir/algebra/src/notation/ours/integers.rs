//! Reading integer expressions and the facts of symbols.

use super::parser::Parser;
use crate::nested::tuple::{MAX_DEPTH, MAX_LEAVES};
use crate::notation::error::{ParseError, ParseErrorKind};
use layout_integer::{Expr, ExprError, Symbol, SymbolFacts};

type Result<T> = std::result::Result<T, ParseError>;

impl<'a> Parser<'a> {
    /// An integer expression; symbols that first appear here have facts `default`.
    ///
    /// # Errors
    /// [`ParseError`].
    pub fn expr(&mut self, default: SymbolFacts) -> Result<Expr> {
        self.default = default;
        self.sum(0)
    }

    fn sum(&mut self, depth: usize) -> Result<Expr> {
        let start = self.at;
        let mut sum = self.term(depth)?;
        loop {
            let minus = if self.eat("+") {
                false
            } else if self.eat("-") {
                true
            } else {
                return Ok(sum);
            };
            let term = self.term(depth)?;
            let next = if minus { sum.sub(&term) } else { sum.add(&term) };
            sum = next.map_err(|e| self.error(start, e))?;
        }
    }

    fn term(&mut self, depth: usize) -> Result<Expr> {
        let start = self.at;
        let mut factors = vec![self.factor(depth)?];
        loop {
            if self.eat("*") {
                factors.push(self.factor(depth)?);
                continue;
            }
            // Multiplied at once: a long product one by one takes quadratic time.
            let product = Expr::product(&factors).map_err(|e| self.error(start, e))?;
            let name = self.peek_name();
            let apply = match binary(name) {
                Some(f) if matches!(name, "floordiv" | "mod" | "ceildiv") => f,
                _ => return Ok(product),
            };
            self.at += name.len();
            let factor = self.factor(depth)?;
            factors = vec![apply(&product, &factor).map_err(|e| self.error(start, e))?];
        }
    }

    pub(super) fn factor(&mut self, depth: usize) -> Result<Expr> {
        if depth > MAX_DEPTH {
            return Err(self.error(self.at, ParseErrorKind::TooDeep));
        }
        self.skip_space();
        let start = self.at;
        let rest = &self.text[self.at..];
        if self.eat("?") {
            return self.new_symbol(start, None);
        }
        if self.eat("(") {
            let sum = self.sum(depth + 1)?;
            self.require(")", "`)`")?;
            return Ok(sum);
        }
        let negative_word = rest.starts_with('-') && !rest[1..].starts_with(|c: char| c.is_ascii_digit());
        if negative_word {
            self.at += 1;
            let factor = self.factor(depth + 1)?;
            return factor.mul(&Expr::Const(-1)).map_err(|e| self.error(start, e));
        }
        let name = self.peek_name();
        if name.is_empty() || name == "o" {
            return match self.int() {
                Ok(i) => Ok(Expr::Const(i)),
                Err(ParseError { kind: ParseErrorKind::Expected { .. }, .. }) => {
                    Err(self.expected("an integer, `?`, or a symbol"))
                }
                Err(other) => Err(other),
            };
        }
        self.at += name.len();
        if let Some(f) = binary(name) {
            self.require("(", "`(`")?;
            let a = self.sum(depth + 1)?;
            self.require(",", "`,`")?;
            let b = self.sum(depth + 1)?;
            self.require(")", "`)`")?;
            return f(&a, &b).map_err(|e| self.error(start, e));
        }
        let known = match name.strip_prefix('s').filter(|d| !d.is_empty()).map(str::parse::<usize>) {
            Some(Ok(index)) if index >= self.symbols.len() && !self.names.contains_key(name) => {
                let count = self.symbols.len();
                return Err(
                    self.error(start, ParseErrorKind::UnknownSymbol { name: name.into(), index, count })
                );
            }
            Some(Ok(index)) => Some(index),
            _ => self.names.get(name).copied(),
        };
        if self.default == SymbolFacts::SIZE {
            self.in_shapes.insert(name);
        }
        match known {
            Some(index) => {
                if self.text[self.at..].starts_with('{') {
                    return Err(self.error(self.at, ParseErrorKind::LateFacts(name.into())));
                }
                Ok(self.symbols[index].into())
            }
            None => self.new_symbol(start, Some(name)),
        }
    }

    fn new_symbol(&mut self, start: usize, name: Option<&'a str>) -> Result<Expr> {
        if self.symbols.len() == MAX_LEAVES {
            return Err(self.error(start, ParseErrorKind::TooManyLeaves));
        }
        let is_size = name.is_some_and(|n| self.sizes.contains(n));
        let facts = self.facts(if is_size { SymbolFacts::SIZE } else { self.default })?;
        if !facts.is_satisfiable() {
            let SymbolFacts { div, min, max } = facts;
            return Err(self.error(start, ParseErrorKind::Unsatisfiable { div, min, max }));
        }
        let symbol = Symbol::new(self.symbols.len() as u32, facts);
        if let Some(name) = name {
            self.names.insert(name, self.symbols.len());
        }
        self.symbols.push(symbol);
        Ok(symbol.into())
    }

    /// What is stated of a symbol, if something is, beside what is known anyway.
    fn facts(&mut self, mut facts: SymbolFacts) -> Result<SymbolFacts> {
        if !self.eat("{") {
            return Ok(facts);
        }
        if matches!(self.peek_name(), "i32" | "i64") {
            self.at += 3;
            if self.eat("}") {
                return Ok(facts);
            }
            self.eat(",");
        }
        let mut stated = Vec::new();
        loop {
            let key = self.peek_name();
            if stated.contains(&key) {
                return Err(self.error(self.at, ParseErrorKind::RepeatedFact(key.into())));
            }
            stated.push(key);
            let fact = match key {
                "div" => &mut facts.div,
                "min" => &mut facts.min,
                "max" => &mut facts.max,
                "" => return Err(self.expected("`div=`, `min=` or `max=`")),
                _ => return Err(self.error(self.at, ParseErrorKind::UnknownFact(key.into()))),
            };
            self.at += key.len();
            self.require("=", "`=`")?;
            *fact = self.int()?;
            if self.eat("}") {
                return Ok(facts);
            }
            self.require(",", "`,` or `}`")?;
        }
    }
}

fn binary(name: &str) -> Option<fn(&Expr, &Expr) -> std::result::Result<Expr, ExprError>> {
    Some(match name {
        "floordiv" => Expr::floordiv,
        "ceildiv" => Expr::ceildiv,
        "mod" => Expr::modulo,
        "min" => Expr::minimum,
        "max" => Expr::maximum,
        _ => return None,
    })
}
