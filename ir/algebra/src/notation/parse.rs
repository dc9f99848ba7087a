//! Parsing of layouts, tuples, tilers and integer expressions.
//!
//! ```text
//! any     := ((swizzle | layout) `o` expr `o`)* layout
//! swizzle := (`S` | `Sw`) `<` int `,` int `,` int `>`
//! layout  := tuple (`:` tuple)?                  no stride: compact, leftmost fastest
//! tuple   := `(` (tuple (`,` tuple)*)? `)` | expr
//! expr    := [`-`] term ((`+` | `-`) term)*
//! term    := factor ((`*` | `floordiv` | `mod` | `ceildiv`) factor)*
//! factor  := int | `?` facts? | name facts? | function `(` expr `,` expr `)`
//! facts   := `{` (`div` | `min` | `max`) `=` int (`,` …)* `}`
//! tiler   := `[` tiler (`,` tiler)* `]` | `_` | layout | int
//! ```
//! What CuTe's Python DSL prints is read too: `?{i64 div=8}` with the width of an
//! unknown, which integers here do not have, and `[16:1;128:1]`.
//!
//! `?` is a new symbol, `sN` the symbol number `N`, any other name stands for
//! one symbol wherever it occurs. Symbols are numbered as they appear.
//!
//! What stands in a shape is at least 1, unless its facts say otherwise; a name
//! that stands in a shape anywhere is, also where it stands in a stride first.

use std::collections::{HashMap, HashSet};
use std::str::FromStr;

use smallvec::SmallVec;

use super::error::{ParseError, ParseErrorKind};
use crate::basis::{Basis, CoordLayout, Path};
use crate::composed::{AnyLayout, ComposedLayout, Outer};
use crate::layout::Layout;
use crate::nested::tuple::{IntTuple, MAX_DEPTH, MAX_LEAVES, Profile};
use crate::stride::Stride;
use crate::swizzle::Swizzle;
use crate::tiler::Tiler;
use layout_integer::{Expr, ExprError};
use layout_integer::{Facts, Symbol};

type Result<T> = std::result::Result<T, ParseError>;

/// A recursive-descent parser; nesting is bounded by [`MAX_DEPTH`].
#[derive(Clone)]
pub struct Parser<'a> {
    pub(crate) text: &'a str,
    pub(crate) at: usize,
    pub(crate) symbols: Vec<Symbol>,
    /// The number of the symbol that a name stands for.
    names: HashMap<&'a str, usize>,
    /// Names that are sizes wherever they appear first.
    sizes: HashSet<&'a str>,
    /// Names that have stood in a shape.
    in_shapes: HashSet<&'a str>,
    /// Facts of a symbol that first appears here.
    default: Facts,
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
            default: Facts::NONE,
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

    /// A swizzle.
    ///
    /// # Errors
    /// [`ParseError`].
    pub fn whole_swizzle(&mut self) -> Result<Swizzle> {
        if self.is_swizzle() { self.swizzle() } else { Err(self.expected("`S<B,M,S>`")) }
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

    pub(crate) fn expected(&mut self, expected: &'static str) -> ParseError {
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

    pub(crate) fn skip_space(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
    }

    pub(crate) fn eat(&mut self, token: &str) -> bool {
        self.skip_space();
        let found = self.text[self.at..].starts_with(token);
        if found {
            self.at += token.len();
        }
        found
    }

    pub(crate) fn require(&mut self, token: &'static str, expected: &'static str) -> Result<()> {
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

    pub(crate) fn int(&mut self) -> Result<i64> {
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

    /// A layout, plain or composed.
    ///
    /// # Errors
    /// [`ParseError`].
    pub fn any_layout(&mut self) -> Result<AnyLayout> {
        self.skip_space();
        let start = self.at;
        // Functions so far, joined, and the offset behind them.
        let mut before: Option<(Outer, Expr)> = None;
        for _ in 0..MAX_DEPTH {
            let function = if self.is_swizzle() {
                Outer::Swizzle(self.swizzle()?)
            } else {
                let inner = self.layout()?;
                if self.peek_name() != "o" {
                    return Ok(match before {
                        None => AnyLayout::Plain(inner),
                        Some((outer, offset)) => AnyLayout::Composed(
                            ComposedLayout::new(outer, offset, inner).map_err(|e| self.error(start, e))?,
                        ),
                    });
                }
                Outer::Layout(inner)
            };
            let function = match before.take() {
                None => function,
                Some((outer, offset)) => outer.after(offset, function),
            };
            before = Some((function, self.offset()?));
        }
        Err(self.error(self.at, ParseErrorKind::TooDeep))
    }

    /// `o offset o`, between two functions.
    fn offset(&mut self) -> Result<Expr> {
        self.require("o", "`o` and an offset")?;
        let offset = self.expr(Facts::NONE)?;
        self.require("o", "`o` and the inner layout")?;
        Ok(offset)
    }

    pub(crate) fn is_swizzle(&mut self) -> bool {
        let name = self.peek_name();
        (name == "S" || name == "Sw") && self.text[self.at + name.len()..].trim_start().starts_with('<')
    }

    pub(crate) fn swizzle(&mut self) -> Result<Swizzle> {
        let start = self.at;
        self.at += self.peek_name().len();
        self.require("<", "`<`")?;
        let b = self.int()?;
        self.require(",", "`,`")?;
        let m = self.int()?;
        self.require(",", "`,`")?;
        let s = self.int()?;
        self.require(">", "`>`")?;
        Swizzle::new(b, m, s).map_err(|e| self.error(start, e))
    }

    /// A layout `shape:stride`; without stride the compact one, leftmost mode fastest.
    ///
    /// # Errors
    /// [`ParseError`].
    pub fn layout(&mut self) -> Result<Layout> {
        self.skip_space();
        let start = self.at;
        let shape = self.tuple(Facts::SIZE)?;
        let layout = if self.eat(":") {
            let stride = self.tuple(Facts::NONE)?;
            Layout::new(&shape, &stride)
        } else {
            Layout::left(&shape)
        };
        layout.map_err(|e| self.error(start, e))
    }

    /// A tuple of integers; symbols that first appear here have facts `default`.
    ///
    /// # Errors
    /// [`ParseError`].
    pub fn tuple(&mut self, default: Facts) -> Result<IntTuple> {
        self.tuple_of(&mut |p| p.expr(default))
    }

    /// A tuple with leaves parsed by `leaf`.
    pub(crate) fn tuple_of<T>(
        &mut self,
        leaf: &mut dyn FnMut(&mut Self) -> Result<T>,
    ) -> Result<IntTuple<T>> {
        let mut leaves = SmallVec::new();
        let profile = self.tuple_at(leaf, 0, &mut leaves)?;
        Ok(IntTuple { profile, leaves })
    }

    fn tuple_at<T>(
        &mut self,
        leaf: &mut dyn FnMut(&mut Self) -> Result<T>,
        depth: usize,
        leaves: &mut SmallVec<[T; 8]>,
    ) -> Result<Profile> {
        if depth > MAX_DEPTH {
            return Err(self.error(self.at, ParseErrorKind::TooDeep));
        }
        if !self.eat("(") {
            if leaves.len() == MAX_LEAVES {
                return Err(self.error(self.at, ParseErrorKind::TooManyLeaves));
            }
            leaves.push(leaf(self)?);
            return Ok(Profile::leaf());
        }
        let mut modes: SmallVec<[Profile; 4]> = SmallVec::new();
        if !self.eat(")") {
            loop {
                modes.push(self.tuple_at(leaf, depth + 1, leaves)?);
                if modes.len() > MAX_LEAVES {
                    return Err(self.error(self.at, ParseErrorKind::TooManyLeaves));
                }
                if self.eat(")") {
                    break;
                }
                self.require(",", "`,` or `)`")?;
            }
        }
        Ok(Profile::tuple(&modes))
    }

    /// A coordinate: a tuple of integers and `_`; symbols that first appear here have
    /// facts `default`.
    ///
    /// # Errors
    /// [`ParseError`].
    pub fn slice_coord(&mut self, default: Facts) -> Result<IntTuple<Option<Expr>>> {
        self.tuple_of(&mut |p| if p.eat("_") { Ok(None) } else { p.expr(default).map(Some) })
    }

    /// A sum of multiples of basis elements: `e0`, `2*e<0,1>`, `e0+4*e1`, or CuTe's `2@1@0`.
    ///
    /// # Errors
    /// [`ParseError`].
    pub fn basis(&mut self) -> Result<Basis> {
        self.default = Facts::NONE;
        let start = self.at;
        let mut sum = self.multiple()?;
        while self.eat("+") {
            let next = self.multiple()?;
            sum = sum.plus(&next).map_err(|e| self.error(start, e))?;
        }
        Ok(sum)
    }

    fn multiple(&mut self) -> Result<Basis> {
        let start = self.at;
        let mut scale = Expr::ONE;
        loop {
            if let Some(path) = self.unit()? {
                return Ok(Basis::new(&path, scale));
            }
            let factor = self.factor(0)?;
            scale = scale.mul(&factor).map_err(|e| self.error(start, e))?;
            if self.eat("@") {
                return Ok(Basis::new(&self.cute_path()?, scale));
            }
            if !self.eat("*") {
                return Ok(Basis::new(&[], scale));
            }
        }
    }

    /// The rest of CuTe's `@1@0` after the first `@`: innermost mode first.
    pub(crate) fn cute_path(&mut self) -> Result<Path> {
        let mut path = Path::new();
        loop {
            path.push(self.mode_number()?);
            if path.len() > MAX_DEPTH {
                return Err(self.error(self.at, ParseErrorKind::TooDeep));
            }
            if !self.eat("@") {
                path.reverse();
                return Ok(path);
            }
        }
    }

    fn mode_number(&mut self) -> Result<u16> {
        let at = self.at;
        let mode = self.int()?;
        u16::try_from(mode).ok().filter(|m| usize::from(*m) < MAX_LEAVES).ok_or_else(|| ParseError {
            offset: at,
            kind: ParseErrorKind::Expected { expected: "the number of a mode", found: format!("`{mode}`") },
        })
    }

    /// `e0` or `e<0,1>`, if one stands here.
    fn unit(&mut self) -> Result<Option<Path>> {
        let name = self.peek_name();
        if name == "e" && self.text[self.at + 1..].starts_with('<') {
            self.at += 2;
            let mut path = Path::new();
            loop {
                path.push(self.mode_number()?);
                if path.len() > MAX_DEPTH {
                    return Err(self.error(self.at, ParseErrorKind::TooDeep));
                }
                if self.eat(">") {
                    return Ok(Some(path));
                }
                self.require(",", "`,` or `>`")?;
            }
        }
        let digits = name.strip_prefix('e').filter(|d| !d.is_empty());
        let Some(mode) = digits.and_then(|d| d.parse::<u16>().ok()) else { return Ok(None) };
        if usize::from(mode) >= MAX_LEAVES {
            return Err(self.error(self.at, ParseErrorKind::TooManyLeaves));
        }
        self.at += name.len();
        Ok(Some(Path::from_slice(&[mode])))
    }

    /// A layout with basis strides.
    ///
    /// # Errors
    /// [`ParseError`].
    pub fn coord_layout(&mut self) -> Result<CoordLayout> {
        self.skip_space();
        let start = self.at;
        let shape = self.tuple(Facts::SIZE)?;
        self.require(":", "`:` and the strides")?;
        let stride = self.tuple_of(&mut Self::basis)?;
        Layout::new(&shape, &stride).map_err(|e| self.error(start, e))
    }

    /// An integer expression; symbols that first appear here have facts `default`.
    ///
    /// # Errors
    /// [`ParseError`].
    pub fn expr(&mut self, default: Facts) -> Result<Expr> {
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

    fn factor(&mut self, depth: usize) -> Result<Expr> {
        if depth > MAX_DEPTH {
            return Err(self.error(self.at, ParseErrorKind::TooDeep));
        }
        self.skip_space();
        let start = self.at;
        let rest = &self.text[self.at..];
        if self.eat("?") {
            return self.new_symbol(start, None);
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
        if self.default == Facts::SIZE {
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
        let facts = self.facts(if is_size { Facts::SIZE } else { self.default })?;
        if !facts.is_satisfiable() {
            let Facts { div, min, max } = facts;
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
    fn facts(&mut self, mut facts: Facts) -> Result<Facts> {
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
        loop {
            let key = self.peek_name();
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

    /// A tiler; nesting is bounded like that of tuples.
    ///
    /// # Errors
    /// [`ParseError`].
    pub fn tiler(&mut self) -> Result<Tiler> {
        self.tiler_at(0)
    }

    fn tiler_at(&mut self, depth: usize) -> Result<Tiler> {
        if depth > MAX_DEPTH {
            return Err(self.error(self.at, ParseErrorKind::TooDeep));
        }
        if self.eat("_") {
            return Ok(Tiler::Keep);
        }
        if !self.eat("[") {
            return Ok(Tiler::Layout(self.layout()?));
        }
        let mut tilers = Vec::new();
        loop {
            tilers.push(self.tiler_at(depth + 1)?);
            if tilers.len() > MAX_LEAVES {
                return Err(self.error(self.at, ParseErrorKind::TooManyLeaves));
            }
            if self.eat("]") {
                return Ok(Tiler::Tuple(tilers));
            }
            if !self.eat(";") {
                self.require(",", "`,` or `]`")?;
            }
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

impl FromStr for Layout {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self> {
        Parser::whole(text, Parser::layout)
    }
}

impl FromStr for CoordLayout {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self> {
        Parser::whole(text, Parser::coord_layout)
    }
}

impl FromStr for Swizzle {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self> {
        Parser::whole(text, Parser::whole_swizzle)
    }
}

impl FromStr for AnyLayout {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self> {
        Parser::whole(text, Parser::any_layout)
    }
}

impl FromStr for Tiler {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self> {
        Parser::whole(text, Parser::tiler)
    }
}

impl FromStr for IntTuple {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self> {
        Parser::whole(text, |p| p.tuple(Facts::NONE))
    }
}
