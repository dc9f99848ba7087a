//! The parser: the text, the place in it, and what its names stand for.

use std::collections::{HashMap, HashSet};

use crate::notation::error::{ParseError, ParseErrorKind};
use layout_integer::{Symbol, SymbolFacts};

type Result<T> = std::result::Result<T, ParseError>;

/// A recursive-descent parser; nesting is bounded by [`MAX_DEPTH`](crate::tuples::MAX_DEPTH).
#[derive(Clone)]
pub struct Parser<'a> {
    pub(crate) text: &'a str,
    pub(crate) at: usize,
    pub(crate) symbols: Vec<Symbol>,
    /// The number of the symbol that a name stands for.
    pub(super) names: HashMap<&'a str, usize>,
    /// Names that are sizes wherever they appear first.
    pub(super) sizes: HashSet<&'a str>,
    /// Names that have stood in a shape.
    pub(super) in_shapes: HashSet<&'a str>,
    /// SymbolFacts of a symbol that first appears here.
    pub(super) default: SymbolFacts,
}

impl<'a> Parser<'a> {
    /// A parser at the start of `text`.
    pub fn new(text: &'a str) -> Self {
        Self {
            text,
            at: 0,
            symbols: Vec::new(),
            names: HashMap::new(),
            sizes: HashSet::new(),
            in_shapes: HashSet::new(),
            default: SymbolFacts::NONE,
        }
    }

    /// The names that have stood in a shape so far.
    pub fn names_in_shapes(&self) -> impl Iterator<Item = &'a str> + '_ {
        self.in_shapes.iter().copied()
    }

    /// Takes names for sizes wherever they appear first: for texts that follow one
    /// another, where a later one has them in a shape.
    ///
    /// ```
    /// use layout_algebra::{Layout, Parser};
    /// let mut parser = Parser::new("(4,6):(1,M)");
    /// parser.take_for_sizes(["M"]);
    /// parser.all(Parser::layout).unwrap();
    /// parser.resume("(N,M):(1,16)");
    /// assert!(parser.all(Parser::layout).is_ok());
    /// ```
    pub fn take_for_sizes(&mut self, names: impl IntoIterator<Item = &'a str>) {
        self.sizes.extend(names);
    }

    /// Goes on with another text, in which names stand for the same symbols.
    pub fn resume(&mut self, text: &'a str) {
        (self.text, self.at) = (text, 0);
    }

    /// The name of each symbol so far, by its number; empty for `?`.
    pub fn names(&self) -> Vec<String> {
        let mut out = vec![String::new(); self.symbols.len()];
        for (name, at) in &self.names {
            if let Some(slot) = out.get_mut(*at) {
                *slot = (*name).to_owned();
            }
        }
        out
    }

    /// Runs `parse` on the whole of the current text; twice, if it has a name in a
    /// shape that was not known to be a size where it appeared first.
    ///
    /// # Errors
    /// Those of `parse`, or what follows.
    pub fn all<T>(&mut self, parse: impl Fn(&mut Self) -> Result<T>) -> Result<T> {
        let start = self.clone();
        let value = self.once(&parse);
        let late: Vec<&str> = self.late_sizes().collect();
        if late.is_empty() {
            return value;
        }
        *self = start;
        self.take_for_sizes(late);
        self.once(&parse)
    }

    fn once<T>(&mut self, parse: &impl Fn(&mut Self) -> Result<T>) -> Result<T> {
        let value = parse(self)?;
        self.skip_space();
        if self.at < self.text.len() { Err(self.expected("the end")) } else { Ok(value) }
    }

    /// Names in shapes whose symbols, made outside one, have no least value.
    fn late_sizes(&self) -> impl Iterator<Item = &'a str> + '_ {
        let unbounded = |name: &&str| {
            let symbol = self.names.get(name).and_then(|at| self.symbols.get(*at));
            symbol.is_some_and(|s| s.facts.min == i64::MIN && !self.sizes.contains(name))
        };
        self.names_in_shapes().filter(unbounded)
    }

    /// Runs `parse` and requires that nothing follows.
    ///
    /// # Errors
    /// Those of `parse`, or what follows.
    pub fn whole<T>(text: &'a str, parse: impl Fn(&mut Self) -> Result<T>) -> Result<T> {
        Self::new(text).all(parse)
    }

    pub(crate) fn error(&self, offset: usize, kind: impl Into<ParseErrorKind>) -> ParseError {
        ParseError { offset, kind: kind.into() }
    }

    /// The error that `expected` does not stand here.
    pub fn expected(&mut self, expected: &'static str) -> ParseError {
        self.skip_space();
        let rest = &self.text[self.at..];
        let word: String = match rest.chars().next() {
            None => "the end".into(),
            Some(c) if c.is_alphanumeric() => {
                format!("`{}`", rest.chars().take_while(|c| c.is_alphanumeric()).take(20).collect::<String>())
            }
            Some(c) => format!("`{c}`"),
        };
        self.error(self.at, ParseErrorKind::Expected { expected, found: word })
    }

    /// What was not read yet.
    pub fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    pub(crate) fn skip_space(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
    }

    /// Takes a token, behind space; whether it stands here.
    pub fn eat(&mut self, token: &str) -> bool {
        self.skip_space();
        let found = self.text[self.at..].starts_with(token);
        if found {
            self.at += token.len();
        }
        found
    }

    /// Takes a token that must stand here.
    ///
    /// # Errors
    /// [`ParseErrorKind::Expected`], with `expected`.
    pub fn require(&mut self, token: &'static str, expected: &'static str) -> Result<()> {
        if self.eat(token) { Ok(()) } else { Err(self.expected(expected)) }
    }

    pub(crate) fn peek_name(&mut self) -> &'a str {
        self.skip_space();
        let rest = &self.text[self.at..];
        if !rest.starts_with(|c: char| c.is_ascii_alphabetic()) {
            return "";
        }
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
        &rest[..end]
    }

    /// Takes a name: a letter, then letters, digits and `_`. Empty if none stands here.
    ///
    /// ```
    /// use layout_algebra::Parser;
    /// let mut parser = Parser::new("rows x 16");
    /// assert_eq!((parser.name(), parser.eat("x"), parser.int().unwrap()), ("rows", true, 16));
    /// ```
    pub fn name(&mut self) -> &'a str {
        let name = self.peek_name();
        self.at += name.len();
        name
    }

    /// Takes an integer.
    ///
    /// # Errors
    /// [`ParseErrorKind::Expected`]; [`ParseErrorKind::Integer`] past 64 bits.
    pub fn int(&mut self) -> Result<i64> {
        self.skip_space();
        let rest = &self.text[self.at..];
        let sign = usize::from(rest.starts_with('-'));
        let digits = rest[sign..].find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len() - sign);
        if digits == 0 {
            return Err(self.expected("an integer"));
        }
        let text = &rest[..sign + digits];
        let value = text
            .parse()
            .map_err(|_| self.error(self.at, ParseErrorKind::Integer(text.chars().take(40).collect())))?;
        self.at += text.len();
        Ok(value)
    }
}
