//! CuTe's own notation: `_4` is a static 4, `4` a dynamic integer of that value.
//!
//! CuTe prints layouts so (`cute::print`), and its compile-time results depend
//! on which integers are static. A dynamic integer is read as a symbol whose
//! facts pin its value ([`SymbolFacts::exactly`]); one that no fact pins prints `?`.
//!
//! ```
//! use layout_algebra::{Layout, cute};
//! let layout: Layout = cute::parse("(_4,8):(_1,_4)", 0).unwrap();
//! assert_eq!(cute::print(&layout), "(_4,8):(_1,_4)");
//! ```

use std::fmt::Write;

use crate::basis::Basis;
use crate::composed::{AnyLayout, ComposedLayout, Outer};
use crate::layout::{Layout, LayoutError};
use crate::nested::tuple::{IntTuple, MAX_DEPTH, MAX_LEAVES};
use crate::notation::error::{ParseError, ParseErrorKind};
use crate::notation::ours::parser::Parser;
use crate::stride::Stride;
use crate::swizzle::Swizzle;
use crate::tiler::Tiler;
use layout_integer::Expr;
use layout_integer::{Symbol, SymbolFacts, Tri};

type Result<T> = std::result::Result<T, ParseError>;

/// What can be written in CuTe's notation.
pub trait Cute: Sized {
    /// Reads one.
    ///
    /// # Errors
    /// [`ParseError`].
    fn read(parser: &mut CuteParser<'_>) -> Result<Self>;
    /// Writes it.
    fn write(&self, out: &mut String);
}

/// Reads CuTe's notation.
pub struct CuteParser<'a> {
    parser: Parser<'a>,
    first: u32,
}

/// Parses a whole text; the first dynamic integer is the symbol number `first`,
/// so that the integers of several texts can be told apart.
///
/// # Errors
/// [`ParseError`].
pub fn parse<T: Cute>(text: &str, first: u32) -> Result<T> {
    let mut parser = CuteParser { parser: Parser::new(text), first };
    let value = T::read(&mut parser)?;
    parser.parser.skip_space();
    if parser.parser.at < text.len() { Err(parser.parser.expected("the end")) } else { Ok(value) }
}

/// The text in CuTe's notation.
///
/// ```
/// use layout_algebra::{Layout, cute};
/// let l: Layout = cute::parse("(_4,_8):(_8,_1)", 0).unwrap();
/// assert_eq!(cute::print(&l), "(_4,_8):(_8,_1)");
/// ```
pub fn print<T: Cute>(value: &T) -> String {
    let mut out = String::new();
    value.write(&mut out);
    out
}

impl CuteParser<'_> {
    /// An integer, static or dynamic.
    fn integer(&mut self) -> Result<Expr> {
        let p = &mut self.parser;
        p.skip_space();
        if p.eat("_") {
            return Ok(Expr::Const(p.int()?));
        }
        let value = p.int()?;
        let symbol = Symbol::new(self.first + p.symbols.len() as u32, SymbolFacts::exactly(value));
        p.symbols.push(symbol);
        Ok(symbol.into())
    }

    fn basis(&mut self) -> Result<Basis> {
        let scale = self.integer()?;
        let path = if self.parser.eat("@") { self.parser.cute_path()? } else { Default::default() };
        Ok(Basis::new(&path, scale))
    }

    fn tuple<T>(&mut self, leaf: &mut dyn FnMut(&mut Self) -> Result<T>) -> Result<IntTuple<T>> {
        // The leaf parser needs the whole state; lend it to the tuple parser and back.
        let first = self.first;
        let inner = std::mem::replace(&mut self.parser, Parser::new(""));
        let mut parser = inner;
        let out = parser.tuple_of(&mut |p| {
            let mut own = CuteParser { parser: std::mem::replace(p, Parser::new("")), first };
            let value = leaf(&mut own);
            *p = own.parser;
            value
        });
        self.parser = parser;
        out
    }

    fn shape_and_stride<D: Stride>(
        &mut self,
        leaf: &mut dyn FnMut(&mut Self) -> Result<D>,
    ) -> Result<Layout<D>> {
        self.parser.skip_space();
        let start = self.parser.at;
        let shape = self.tuple(&mut Self::integer)?;
        self.parser.require(":", "`:` and the strides")?;
        let stride = self.tuple(leaf)?;
        Layout::new(&shape, &stride).map_err(|e| self.parser.error(start, e))
    }

    fn tiler(&mut self, depth: usize) -> Result<Tiler> {
        if depth > MAX_DEPTH {
            return Err(self.parser.error(self.parser.at, ParseErrorKind::TooDeep));
        }
        if self.parser.eat("<") {
            let mut out = Vec::new();
            loop {
                out.push(self.tiler(depth + 1)?);
                if out.len() > MAX_LEAVES {
                    return Err(self.parser.error(self.parser.at, ParseErrorKind::TooManyLeaves));
                }
                if self.parser.eat(">") {
                    return Ok(Tiler::Tuple(out));
                }
                self.parser.require(",", "`,` or `>`")?;
            }
        }
        let start = self.parser.at;
        let coord = self.tuple(&mut Self::coordinate)?;
        if !self.parser.eat(":") {
            return self.by_mode(&coord, start);
        }
        let stride = self.tuple(&mut Self::integer)?;
        let Ok(shape) = coord.try_map(|e| e.clone().ok_or(())) else {
            return Err(self.parser.expected("no stride behind `_`"));
        };
        let layout = Layout::new(&shape, &stride).map_err(|e| self.parser.error(start, e))?;
        Ok(Tiler::Layout(layout))
    }

    /// A plain tuple in the place of a tiler is a shape: one tiler a mode.
    fn by_mode(&self, shape: &IntTuple<Option<Expr>>, start: usize) -> Result<Tiler> {
        if !shape.profile.is_leaf() {
            let modes: Vec<_> = shape.modes().map(|m| self.by_mode(&m, start)).collect::<Result<_>>()?;
            return Ok(Tiler::Tuple(modes));
        }
        match &shape.leaves[0] {
            None => Ok(Tiler::Keep),
            Some(size) if Expr::ONE.le(size) == Tri::Yes => Ok(Tiler::Size(size.clone())),
            Some(size) => {
                let refused = LayoutError::Size { mode: "0".into(), size: size.to_string() };
                Err(self.parser.error(start, refused))
            }
        }
    }

    /// An integer or `_`.
    fn coordinate(&mut self) -> Result<Option<Expr>> {
        self.parser.skip_space();
        let rest = &self.parser.text[self.parser.at..];
        let kept = rest.starts_with('_') && !rest[1..].starts_with(|c: char| c.is_ascii_digit() || c == '-');
        if kept {
            self.parser.at += 1;
            return Ok(None);
        }
        self.integer().map(Some)
    }
}

impl Cute for Expr {
    fn read(parser: &mut CuteParser<'_>) -> Result<Self> {
        parser.integer()
    }

    fn write(&self, out: &mut String) {
        // Writing to a string cannot fail.
        let _ = match (self.as_const(), self.known()) {
            (Some(c), _) => write!(out, "_{c}"),
            (None, Some(v)) => write!(out, "{v}"),
            _ => write!(out, "?"),
        };
    }
}

impl Cute for Basis {
    fn read(parser: &mut CuteParser<'_>) -> Result<Self> {
        parser.basis()
    }

    fn write(&self, out: &mut String) {
        if self.terms().is_empty() {
            out.push_str("_0");
        }
        for (i, (path, scale)) in self.terms().iter().enumerate() {
            out.push_str(if i > 0 { "+" } else { "" });
            scale.write(out);
            for mode in path.iter().rev() {
                let _ = write!(out, "@{mode}");
            }
        }
    }
}

impl Cute for Option<Expr> {
    fn read(parser: &mut CuteParser<'_>) -> Result<Self> {
        parser.coordinate()
    }

    fn write(&self, out: &mut String) {
        match self {
            Some(e) => e.write(out),
            None => out.push('_'),
        }
    }
}

impl<T: Cute + Clone> Cute for IntTuple<T> {
    fn read(parser: &mut CuteParser<'_>) -> Result<Self> {
        parser.tuple(&mut |p| T::read(p))
    }

    fn write(&self, out: &mut String) {
        write_tuple(&self.profile, &self.leaves, out);
    }
}

fn write_tuple<T: Cute>(profile: &crate::nested::tuple::Profile, leaves: &[T], out: &mut String) {
    let _ = profile.write(out, &mut |out, i| {
        let mut text = String::new();
        leaves[i].write(&mut text);
        out.write_str(&text)
    });
}

impl<D: Stride + Cute> Cute for Layout<D> {
    fn read(parser: &mut CuteParser<'_>) -> Result<Self> {
        parser.shape_and_stride(&mut |p| D::read(p))
    }

    fn write(&self, out: &mut String) {
        write_tuple(self.profile(), self.shape_leaves(), out);
        out.push(':');
        write_tuple(self.profile(), self.stride_leaves(), out);
    }
}

impl Cute for Swizzle {
    fn read(parser: &mut CuteParser<'_>) -> Result<Self> {
        if parser.parser.is_swizzle() {
            parser.parser.swizzle()
        } else {
            Err(parser.parser.expected("`Sw<B,M,S>`"))
        }
    }

    fn write(&self, out: &mut String) {
        let _ = write!(out, "Sw<{},{},{}>", self.bits(), self.base(), self.shift());
    }
}

impl Cute for Tiler {
    fn read(parser: &mut CuteParser<'_>) -> Result<Self> {
        parser.tiler(0)
    }

    fn write(&self, out: &mut String) {
        match self {
            Self::Keep => out.push('_'),
            Self::Layout(l) => l.write(out),
            Self::Size(n) => n.write(out),
            Self::Tuple(parts) => {
                for (i, part) in parts.iter().enumerate() {
                    out.push(if i == 0 { '<' } else { ',' });
                    part.write(out);
                }
                out.push('>');
            }
        }
    }
}

impl Cute for AnyLayout {
    fn read(parser: &mut CuteParser<'_>) -> Result<Self> {
        parser.parser.skip_space();
        let start = parser.parser.at;
        // Functions so far, joined, and the offset behind them.
        let mut before: Option<(Outer, Expr)> = None;
        for _ in 0..MAX_DEPTH {
            let function = if parser.parser.is_swizzle() {
                Outer::Swizzle(parser.parser.swizzle()?)
            } else {
                let inner = Layout::read(parser)?;
                if parser.parser.peek_name() != "o" {
                    return Ok(match before {
                        None => Self::Plain(inner),
                        Some((outer, offset)) => Self::Composed(
                            ComposedLayout::new(outer, offset, inner)
                                .map_err(|e| parser.parser.error(start, e))?,
                        ),
                    });
                }
                Outer::Layout(inner)
            };
            let function = match before.take() {
                None => function,
                Some((outer, offset)) => outer.after(offset, function),
            };
            parser.parser.require("o", "`o` and an offset")?;
            let offset = parser.integer()?;
            parser.parser.require("o", "`o` and the inner layout")?;
            before = Some((function, offset));
        }
        Err(parser.parser.error(parser.parser.at, ParseErrorKind::TooDeep))
    }

    fn write(&self, out: &mut String) {
        match self {
            Self::Plain(l) => l.write(out),
            Self::Composed(c) => write_composed(c, out),
        }
    }
}

fn write_composed(c: &ComposedLayout, out: &mut String) {
    write_outer(&c.outer, out);
    out.push_str(" o ");
    c.offset.write(out);
    out.push_str(" o ");
    c.inner.write(out);
}

fn write_outer(outer: &Outer, out: &mut String) {
    match outer {
        Outer::Swizzle(s) => s.write(out),
        Outer::Layout(l) => l.write(out),
        Outer::Chain(c) => {
            write_outer(&c.outer, out);
            out.push_str(" o ");
            c.offset.write(out);
            out.push_str(" o ");
            write_outer(&c.inner, out);
        }
    }
}
