//! Reading layouts, swizzles and tilers.

use std::str::FromStr;

use super::parser::Parser;
use crate::basis::CoordLayout;
use crate::composed::{AnyLayout, ComposedLayout, Outer};
use crate::layout::Layout;
use crate::nested::tuple::{IntTuple, MAX_DEPTH, MAX_LEAVES};
use crate::notation::error::{ParseError, ParseErrorKind};
use crate::swizzle::Swizzle;
use crate::tiler::Tiler;
use layout_integer::{Expr, SymbolFacts};

type Result<T> = std::result::Result<T, ParseError>;

impl Parser<'_> {
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
        let offset = self.expr(SymbolFacts::NONE)?;
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

    /// A swizzle.
    ///
    /// # Errors
    /// [`ParseError`].
    pub fn whole_swizzle(&mut self) -> Result<Swizzle> {
        if self.is_swizzle() { self.swizzle() } else { Err(self.expected("`S<B,M,S>`")) }
    }

    /// A layout `shape:stride`; without stride the compact one, leftmost mode fastest.
    ///
    /// # Errors
    /// [`ParseError`].
    pub fn layout(&mut self) -> Result<Layout> {
        self.skip_space();
        let start = self.at;
        let shape = self.tuple(SymbolFacts::SIZE)?;
        let layout = if self.eat(":") {
            let stride = self.tuple(SymbolFacts::NONE)?;
            Layout::new(&shape, &stride)
        } else if self.text[self.at..].starts_with(|c: char| c.is_alphanumeric() || c == '_')
            && self.peek_name() != "o"
        {
            return Err(self.expected("`:` or `,`"));
        } else {
            Layout::left(&shape)
        };
        layout.map_err(|e| self.error(start, e))
    }

    /// A layout with basis strides.
    ///
    /// # Errors
    /// [`ParseError`].
    pub fn coord_layout(&mut self) -> Result<CoordLayout> {
        self.skip_space();
        let start = self.at;
        let shape = self.tuple(SymbolFacts::SIZE)?;
        self.require(":", "`:` and the strides")?;
        let stride = self.tuple_of(&mut Self::basis)?;
        Layout::new(&shape, &stride).map_err(|e| self.error(start, e))
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

impl FromStr for Layout {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self> {
        Parser::whole(text, Parser::layout).map_err(|error| match Parser::whole(text, Parser::any_layout) {
            Ok(AnyLayout::Composed(_)) => ParseError { offset: 0, kind: ParseErrorKind::Composed },
            _ => error,
        })
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
        Parser::whole(text, |p| p.tuple(SymbolFacts::NONE))
    }
}
