//! Printing: the text of expressions, tuples, layouts and tilers.
//!
//! The first appearance of a symbol prints `?`, or its name, with its facts in
//! braces where they say more than its place does; later ones print `sN`, `N`
//! counting first appearances, or the name. The text parses back to the same value
//! ([`crate::Parser`]). Messages are not parsed: there a symbol is `sN`, `N` its
//! number, without facts.

use std::fmt::{self, Write};

use layout_integer::{self as integer, Expr, Place};

use crate::basis::Basis;
use crate::composed::{AnyLayout, ComposedLayout, Outer};
use crate::layout::Layout;
use crate::nested::tuple::{IntTuple, Profile};
use crate::stride::Stride;
use crate::tiler::Tiler;

/// Prints one text.
#[derive(Default)]
#[doc(hidden)]
pub struct Printer(integer::Printer);

impl Printer {
    fn tuple(
        &mut self,
        out: &mut dyn Write,
        profile: &Profile,
        leaves: &[Expr],
        place: Place,
    ) -> fmt::Result {
        profile.write(out, &mut |out, i| self.0.expr(out, &leaves[i], place))
    }

    fn layout<D: Stride>(&mut self, out: &mut dyn Write, layout: &Layout<D>) -> fmt::Result {
        self.tuple(out, layout.profile(), layout.shape_leaves(), Place::Size)?;
        out.write_char(':')?;
        self.strides(out, layout.profile(), layout.stride_leaves())
    }

    fn strides<D: Stride>(&mut self, out: &mut dyn Write, profile: &Profile, leaves: &[D]) -> fmt::Result {
        profile.write(out, &mut |out, i| leaves[i].print(&mut self.0, out))
    }

    fn slice(&mut self, out: &mut dyn Write, coord: &IntTuple<Option<Expr>>) -> fmt::Result {
        coord.profile.write(out, &mut |out, i| match &coord.leaves[i] {
            Some(e) => self.0.expr(out, e, Place::Other),
            None => out.write_char('_'),
        })
    }

    fn composed(&mut self, out: &mut dyn Write, c: &ComposedLayout) -> fmt::Result {
        self.outer(out, &c.outer)?;
        self.between(out, &c.offset)?;
        self.layout(out, &c.inner)
    }

    fn outer(&mut self, out: &mut dyn Write, outer: &Outer) -> fmt::Result {
        match outer {
            Outer::Swizzle(s) => write!(out, "{s}"),
            Outer::Layout(l) => self.layout(out, l),
            Outer::Chain(c) => {
                self.outer(out, &c.outer)?;
                self.between(out, &c.offset)?;
                self.outer(out, &c.inner)
            }
        }
    }

    fn between(&mut self, out: &mut dyn Write, offset: &Expr) -> fmt::Result {
        out.write_str(" o ")?;
        self.0.expr(out, offset, Place::Other)?;
        out.write_str(" o ")
    }

    fn tiler(&mut self, out: &mut dyn Write, tiler: &Tiler) -> fmt::Result {
        match tiler {
            Tiler::Keep => out.write_char('_'),
            Tiler::Layout(l) => self.layout(out, l),
            Tiler::Size(n) => self.0.expr(out, n, Place::Size),
            Tiler::Tuple(tilers) => {
                out.write_char('[')?;
                for (i, t) in tilers.iter().enumerate() {
                    if i > 0 {
                        out.write_str(", ")?;
                    }
                    self.tiler(out, t)?;
                }
                out.write_char(']')
            }
        }
    }
}

impl Printer {
    fn with_names(names: &[String]) -> Self {
        Self(integer::Printer::with_names(names))
    }

    /// What `print` writes, for a message: cut short where it is long.
    fn message(print: impl FnOnce(&mut Self, &mut String) -> fmt::Result) -> String {
        integer::Printer::message(|p, out| {
            let mut printer = Self(std::mem::take(p));
            print(&mut printer, out)
        })
    }
}

impl<D: Stride> Layout<D> {
    /// The text with symbols called by `names`, by number, each with its facts where
    /// it first appears: read with the same names it is the same layout.
    pub fn text_with(&self, names: &[String]) -> String {
        let mut out = String::new();
        // Writing to a string cannot fail.
        let _ = Printer::with_names(names).layout(&mut out, self);
        out
    }
}

impl AnyLayout {
    /// The text with symbols called by `names`; see [`Layout::text_with`].
    pub fn text_with(&self, names: &[String]) -> String {
        let mut out = String::new();
        let mut printer = Printer::with_names(names);
        let _ = match self {
            Self::Plain(l) => printer.layout(&mut out, l),
            Self::Composed(c) => printer.composed(&mut out, c),
        };
        out
    }
}

impl Tiler {
    /// The text with symbols called by `names`; see [`Layout::text_with`].
    pub fn text_with(&self, names: &[String]) -> String {
        let mut out = String::new();
        let _ = Printer::with_names(names).tiler(&mut out, self);
        out
    }

    /// The text with every symbol written `sN` by its number, for messages.
    pub fn named(&self) -> String {
        Printer::message(|p, out| p.tiler(out, self))
    }
}

impl IntTuple {
    /// The text with symbols called by `names`; see [`Layout::text_with`].
    pub fn text_with(&self, names: &[String]) -> String {
        let mut out = String::new();
        let _ = Printer::with_names(names).tuple(&mut out, &self.profile, &self.leaves, Place::Other);
        out
    }
}

impl IntTuple<Option<Expr>> {
    /// The text with symbols called by `names`; see [`Layout::text_with`].
    pub fn text_with(&self, names: &[String]) -> String {
        let mut out = String::new();
        let _ = Printer::with_names(names).slice(&mut out, self);
        out
    }
}

impl IntTuple<Basis> {
    /// The text with symbols called by `names`; see [`Layout::text_with`].
    pub fn text_with(&self, names: &[String]) -> String {
        let mut out = String::new();
        let _ = Printer::with_names(names).strides(&mut out, &self.profile, &self.leaves);
        out
    }
}

impl IntTuple {
    /// The text with every symbol written `sN` by its number, for messages.
    pub fn named(&self) -> String {
        Printer::message(|p, out| p.tuple(out, &self.profile, &self.leaves, Place::Other))
    }
}

impl AnyLayout {
    /// The text with every symbol written `sN` by its number, for messages.
    pub fn named(&self) -> String {
        Printer::message(|p, out| match self {
            Self::Plain(l) => p.layout(out, l),
            Self::Composed(c) => p.composed(out, c),
        })
    }
}

impl<D: Stride> IntTuple<D> {
    /// The text of a tuple of strides.
    pub(crate) fn text(&self) -> String {
        Printer::message(|p, out| p.strides(out, &self.profile, &self.leaves))
    }
}

impl<D: Stride> Layout<D> {
    /// The text with every symbol written `sN` by its number, for messages.
    pub fn named(&self) -> String {
        Printer::message(|p, out| p.layout(out, self))
    }
}

impl fmt::Display for IntTuple {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Printer::default().tuple(f, &self.profile, &self.leaves, Place::Other)
    }
}

impl fmt::Display for IntTuple<Option<Expr>> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Printer::default().slice(f, self)
    }
}

impl fmt::Display for IntTuple<Basis> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Printer::default().strides(f, &self.profile, &self.leaves)
    }
}

impl<D: Stride> fmt::Display for Layout<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Printer::default().layout(f, self)
    }
}

impl fmt::Display for ComposedLayout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Printer::default().composed(f, self)
    }
}

impl fmt::Display for AnyLayout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Plain(l) => l.fmt(f),
            Self::Composed(c) => c.fmt(f),
        }
    }
}

impl fmt::Display for Tiler {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Printer::default().tiler(f, self)
    }
}
