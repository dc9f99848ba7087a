//! Reading texts, and putting values in for names.

use std::collections::HashMap;

use layout_algebra::{AnyLayout, Expr, IntTuple, LayoutError, ParseError, Parser, Symbol, SymbolFacts};

use crate::error::{Result, raised};
use crate::names;

/// What is read from texts.
pub trait Read: Sized {
    /// The parser of it.
    fn read(parser: &mut Parser<'_>) -> std::result::Result<Self, ParseError>;

    /// Its symbols, in the order in which they appear.
    fn symbols(&self) -> Vec<Symbol>;

    /// The same with each symbol replaced.
    fn replaced(&self, new: &dyn Fn(Symbol) -> Expr) -> std::result::Result<Self, LayoutError>;
}

impl Read for AnyLayout {
    fn read(parser: &mut Parser<'_>) -> std::result::Result<Self, ParseError> {
        parser.any_layout()
    }

    fn symbols(&self) -> Vec<Symbol> {
        Self::symbols(self)
    }

    fn replaced(&self, new: &dyn Fn(Symbol) -> Expr) -> std::result::Result<Self, LayoutError> {
        self.substitute(new)
    }
}

impl Read for Expr {
    fn read(parser: &mut Parser<'_>) -> std::result::Result<Self, ParseError> {
        parser.expr(SymbolFacts::SIZE)
    }

    fn symbols(&self) -> Vec<Symbol> {
        let mut out = Vec::new();
        self.for_each_symbol(&mut |s| {
            if !out.contains(&s) {
                out.push(s);
            }
        });
        out
    }

    fn replaced(&self, new: &dyn Fn(Symbol) -> Expr) -> std::result::Result<Self, LayoutError> {
        Ok(self.substitute(new)?)
    }
}

/// An expression as a text in which each symbol has a name of its own, and of each of these the name that it has,
/// or the key of one that has none: what a pickle holds. (Two symbols may have one name and other facts.)
pub fn taken_apart(value: &Expr) -> (String, Vec<(String, String, String)>) {
    let symbols = Read::symbols(value);
    let count = symbols.iter().map(|s| s.id as usize + 1).max().unwrap_or(0);
    let own: Vec<String> = (0..count).map(|id| format!("v{id}")).collect();
    let text = IntTuple::from(value.clone()).text_with(&own);
    let known = |s: &Symbol| (own[s.id as usize].clone(), names::of(*s).unwrap_or_default(), names::key(*s));
    (text, symbols.iter().map(known).collect())
}

/// The expression that [`taken_apart`] took apart.
pub fn put_together(text: &str, symbols: &[(String, String, String)]) -> Result<Expr> {
    let mut parser = Parser::new(text);
    // Such a text has all facts: without any, a stride may be negative.
    let value = parser.all(|p| p.expr(SymbolFacts::NONE))?;
    renamed(&value, &parser, |own, facts| match symbols.iter().find(|(known, ..)| known == own) {
        Some((_, name, key)) if name.is_empty() && !key.is_empty() => names::of_key(key),
        Some((_, name, _)) => names::number(name, facts),
        None => names::number(own, facts),
    })
}

/// Reads a text in the project's notation. A name is at least 1 unless its facts say otherwise, wherever it stands,
/// so that it is the same symbol in every text.
pub fn parse<T: Read>(text: &str) -> Result<T> {
    let mut parser = Parser::new(text);
    parser.take_for_sizes(text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_'));
    let value = parser.all(T::read)?;
    renamed(&value, &parser, names::number)
}

/// What was read, with the numbers that its symbols have in this process.
fn renamed<T: Read>(value: &T, parser: &Parser<'_>, of_name: impl Fn(&str, SymbolFacts) -> u32) -> Result<T> {
    let own = parser.names();
    let mut numbers = HashMap::new();
    for symbol in value.symbols() {
        let name = own.get(symbol.id as usize).map_or("", String::as_str);
        numbers.insert(symbol.id, of_name(name, symbol.facts));
    }
    let number = |s: Symbol| numbers.get(&s.id).copied().unwrap_or(s.id);
    Ok(value.replaced(&|s| Symbol::new(number(s), s.facts).into())?)
}

/// What takes the place of each symbol: values by name. A name that nothing has is an error.
pub fn substituted<T: Read>(value: &T, values: &[(String, Expr)]) -> Result<T> {
    let symbols = value.symbols();
    let named = |s: &Symbol| names::of(*s);
    for (name, _) in values {
        if !symbols.iter().any(|s| named(s).as_ref() == Some(name)) {
            let known: Vec<String> = symbols.iter().filter_map(named).collect();
            let known = if known.is_empty() { "none has a name".into() } else { known.join(", ") };
            return Err(raised("LayoutError", &format!("there is no symbol {name}; its symbols: {known}")));
        }
    }
    let replacement = |s: Symbol| {
        let name = names::of(s);
        values
            .iter()
            .find(|(n, _)| Some(n) == name.as_ref())
            .map_or_else(|| s.into(), |(_, value)| value.clone())
    };
    for symbol in &symbols {
        let value = replacement(*symbol);
        if value.as_const().is_some_and(|v| !symbol.facts.admit(v)) {
            let symbol = Expr::from(*symbol).named();
            return Err(raised(
                "LayoutError",
                &format!("{symbol} cannot be {value}: its facts say otherwise"),
            ));
        }
    }
    Ok(value.replaced(&replacement)?)
}
