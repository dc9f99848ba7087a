//! The text of `affine.linearize_index` and `affine.delinearize_index`, as MLIR writes the operations.

use layout_algebra::{Expr, ParseError, Parser, Symbol, SymbolFacts};

/// The first symbol of what the text has no name for; those that a parser numbers are fewer.
const UNNAMED: u32 = 1 << 20;

/// An operation, as far as it says where elements lie.
pub struct Operation<'t> {
    /// What it has a number of: indices or results.
    digits: &'static str,
    /// How many indices it takes, or results it has, where the text says so.
    count: Option<usize>,
    /// The sizes behind `by` or `into`.
    sizes: Vec<Expr>,
    /// What sizes are called that are values.
    values: Vec<&'t str>,
}

/// Whether a text is such an operation, with or without its results.
pub fn is_operation(text: &str) -> bool {
    let behind = if text.starts_with('%') { text.split_once('=').map_or("", |(_, op)| op) } else { text };
    ["affine.linearize_index", "affine.delinearize_index"]
        .iter()
        .any(|op| behind.trim_start().starts_with(op))
}

impl<'t> Operation<'t> {
    /// An operation with or without what stands around it: `%0:2 =`, operands, `: index, index`.
    ///
    /// # Errors
    /// What is expected, and where.
    pub fn parse(p: &mut Parser<'t>) -> Result<Self, ParseError> {
        let results = results(p)?;
        let mut op = Self { digits: "indices", count: None, sizes: Vec::new(), values: Vec::new() };
        if p.eat("affine.linearize_index") {
            p.eat("disjoint");
            if p.eat("[") {
                op.count = Some(list(p, "]", |p| value(p).map(drop))?.len());
            }
            p.require("by", "`by` and sizes: by (4, 8)")?;
        } else {
            p.require("affine.delinearize_index", "`affine.linearize_index` or `affine.delinearize_index`")?;
            (op.digits, op.count) = ("results", results);
            if p.clone().eat("%") {
                value(p)?;
            }
            p.require("into", "`into` and sizes: into (4, 8)")?;
        }
        p.require("(", "sizes in parentheses: (4, 8)")?;
        let sizes = list(p, ")", |p| op.size(p))?;
        op.sizes = sizes;
        if p.clone().eat(":") {
            let mut at = p.clone();
            p.eat(":");
            let mut types = 0;
            loop {
                p.require("index", "`index`")?;
                types += 1;
                if !p.eat(",") {
                    break;
                }
            }
            if op.digits == "results" {
                if op.count.is_some_and(|count| count != types) {
                    return Err(at.expected("a type for each result"));
                }
                op.count = Some(types);
            }
        }
        Ok(op)
    }

    fn size(&mut self, p: &mut Parser<'t>) -> Result<Expr, ParseError> {
        if !p.clone().eat("%") {
            return p.expr(SymbolFacts::SIZE);
        }
        let name = value(p)?;
        let known = self.values.iter().position(|of| *of == name).unwrap_or(self.values.len());
        if known == self.values.len() {
            self.values.push(name);
        }
        Ok(Symbol::new(UNNAMED + 1 + known as u32, SymbolFacts::SIZE).into())
    }

    /// The sizes of all digits; that of the outermost need not be said.
    ///
    /// # Errors
    /// Where there are more sizes than digits, or fewer by more than one.
    pub fn basis(mut self) -> Result<Vec<Expr>, String> {
        let (said, digits) = (self.sizes.len(), self.digits);
        match self.count.map_or(Some(0), |count| count.checked_sub(said)) {
            Some(0) if said > 0 => {}
            Some(1) => self.sizes.insert(0, Symbol::new(UNNAMED, SymbolFacts::SIZE).into()),
            _ => {
                let count = self.count.unwrap_or(0);
                return Err(format!(
                    "{count} {digits} and {said} sizes: there must be as many sizes, or all but the outermost one, {said} or {} {digits}",
                    said + 1
                ));
            }
        }
        Ok(self.sizes)
    }
}

/// How many results stand before an operation: `%a, %b =`, `%0:2 =`.
fn results(p: &mut Parser<'_>) -> Result<Option<usize>, ParseError> {
    if !p.clone().eat("%") {
        return Ok(None);
    }
    let mut results = 0usize;
    loop {
        value(p)?;
        let many = if p.eat(":") { p.int()? } else { 1 };
        results = results.saturating_add(usize::try_from(many).unwrap_or(0));
        if !p.eat(",") {
            p.require("=", "`=` and an operation")?;
            return Ok(Some(results));
        }
    }
}

/// A value: `%i`, `%0`, `%0#1`.
fn value<'t>(p: &mut Parser<'t>) -> Result<&'t str, ParseError> {
    p.require("%", "a value, such as `%i`")?;
    let begin = p.rest();
    if p.name().is_empty() {
        p.int()?;
    }
    if p.rest().starts_with('#') {
        p.eat("#");
        p.int()?;
    }
    Ok(&begin[..begin.len() - p.rest().len()])
}

fn list<'t, T>(
    p: &mut Parser<'t>,
    close: &'static str,
    mut item: impl FnMut(&mut Parser<'t>) -> Result<T, ParseError>,
) -> Result<Vec<T>, ParseError> {
    let mut items = Vec::new();
    if p.eat(close) {
        return Ok(items);
    }
    loop {
        items.push(item(p)?);
        if !p.eat(",") {
            p.require(close, "`,` or the end of the list")?;
            return Ok(items);
        }
    }
}
