//! Printing: the text of expressions, tuples, layouts and tilers.
//!
//! The first appearance of a symbol prints `?`, or its name, with its facts in
//! braces where they say more than its place does; later ones print `sN`, `N`
//! counting first appearances, or the name. The text parses back to the same value
//! ([`crate::Parser`]). Messages are not parsed: there a symbol is `sN`, `N` its
//! number, without facts.

use std::collections::HashMap;
use std::fmt::{self, Write};

use smallvec::SmallVec;

use crate::basis::Basis;
use crate::composed::{AnyLayout, ComposedLayout, Outer};
use crate::integer::expr::{Atom, Expr, Monomial};
use crate::integer::symbol::{Facts, Symbol};
use crate::layout::Layout;
use crate::nested::tuple::{IntTuple, Profile};
use crate::nested::tuple_math::gcd;
use crate::stride::Stride;
use crate::tiler::Tiler;

/// The longest text of an operand in a message, in bytes.
const MESSAGE_LENGTH: usize = 400;

/// Prints one text.
#[derive(Default)]
#[doc(hidden)]
pub struct Printer {
    /// The symbols so far, and how many there were before each.
    seen: HashMap<u32, usize>,
    naming: Naming,
}

/// How symbols are written.
#[derive(Default)]
enum Naming {
    /// `?` where one first appears, then `sN` by the order of first appearance.
    #[default]
    Canonical,
    /// As these names say, by the symbol's number; those without as above.
    Names(Vec<String>),
    /// `sN` by the symbol's number.
    Message,
}

/// What a symbol that first appears here is known to be without saying so.
#[derive(Clone, Copy)]
enum Place {
    Size,
    Other,
}

impl Place {
    fn default_facts(self) -> Facts {
        match self {
            Self::Size => Facts::SIZE,
            Self::Other => Facts::NONE,
        }
    }
}

impl Printer {
    fn symbol(&mut self, out: &mut dyn Write, s: Symbol, place: Place) -> fmt::Result {
        let name = match &self.naming {
            Naming::Names(names) => names.get(s.id as usize).filter(|n| !n.is_empty()),
            _ => None,
        };
        // A value that is known is more telling than a number of it.
        if !matches!(self.naming, Naming::Canonical)
            && name.is_none()
            && let Some(value) = s.facts.known()
        {
            return write!(out, "{value}");
        }
        if let Naming::Message = self.naming {
            return write!(out, "{s}");
        }
        let count = self.seen.len();
        match (self.seen.get(&s.id), name) {
            (Some(_), Some(name)) => return out.write_str(name),
            (Some(index), None) => return write!(out, "s{index}"),
            (None, Some(name)) => out.write_str(name)?,
            (None, None) => out.write_char('?')?,
        }
        self.seen.insert(s.id, count);
        let default = place.default_facts();
        let mut facts: Vec<String> = Vec::new();
        if s.facts.div != default.div {
            facts.push(format!("div={}", s.facts.div));
        }
        if s.facts.min != default.min {
            facts.push(format!("min={}", s.facts.min));
        }
        if s.facts.max != default.max {
            facts.push(format!("max={}", s.facts.max));
        }
        if facts.is_empty() { Ok(()) } else { write!(out, "{{{}}}", facts.join(",")) }
    }

    fn expr(&mut self, out: &mut dyn Write, e: &Expr, place: Place) -> fmt::Result {
        let poly = match e {
            Expr::Const(c) => return write!(out, "{c}"),
            Expr::Poly(p) => p,
        };
        for (i, (monomial, c)) in poly.terms.iter().enumerate() {
            if i > 0 {
                out.write_str(if *c < 0 { "-" } else { "+" })?;
            } else if *c < 0 {
                out.write_char('-')?;
            }
            self.term(out, monomial, c.unsigned_abs(), place)?;
        }
        match poly.constant {
            0 => Ok(()),
            c if c < 0 => write!(out, "{c}"),
            c => write!(out, "+{c}"),
        }
    }

    /// `coefficient · monomial`; a symbol takes its divisor out of the
    /// coefficient if it can, and else is written as a quotient.
    fn term(
        &mut self,
        out: &mut dyn Write,
        monomial: &Monomial,
        coefficient: u64,
        place: Place,
    ) -> fmt::Result {
        let mut left = coefficient;
        // What is left to divide each symbol by.
        let mut divisors: SmallVec<[u64; 4]> = SmallVec::with_capacity(monomial.len());
        for atom in monomial {
            let div = match atom {
                Atom::Sym(s) => s.facts.div.unsigned_abs(),
                _ => 1,
            };
            let shared = if left.is_multiple_of(div) { div } else { gcd(left, div) };
            left /= shared;
            divisors.push(div / shared);
        }
        let mut first = true;
        if left != 1 {
            write!(out, "{left}")?;
            first = false;
        }
        for (atom, divisor) in monomial.iter().zip(divisors) {
            if !first {
                out.write_char('*')?;
            }
            first = false;
            match atom {
                Atom::Sym(s) if divisor == 1 => self.symbol(out, *s, place)?,
                Atom::Sym(s) => {
                    out.write_str("floordiv(")?;
                    self.symbol(out, *s, place)?;
                    write!(out, ",{divisor})")?;
                }
                Atom::FloorDiv(a, b) => self.call(out, "floordiv", a, b, place)?,
                Atom::Mod(a, b) => self.call(out, "mod", a, b, place)?,
                Atom::Min(a, b) => self.call(out, "min", a, b, place)?,
                Atom::Max(a, b) => self.call(out, "max", a, b, place)?,
            }
        }
        Ok(())
    }

    fn call(&mut self, out: &mut dyn Write, name: &str, a: &Expr, b: &Expr, place: Place) -> fmt::Result {
        write!(out, "{name}(")?;
        self.expr(out, a, place)?;
        out.write_char(',')?;
        self.expr(out, b, place)?;
        out.write_char(')')
    }

    fn tuple(
        &mut self,
        out: &mut dyn Write,
        profile: &Profile,
        leaves: &[Expr],
        place: Place,
    ) -> fmt::Result {
        profile.write(out, &mut |out, i| self.expr(out, &leaves[i], place))
    }

    pub(crate) fn stride(&mut self, out: &mut dyn Write, e: &Expr) -> fmt::Result {
        self.expr(out, e, Place::Other)
    }

    /// `2*e0+e<1,0>`; the empty path is the integer itself.
    pub(crate) fn basis(&mut self, out: &mut dyn Write, value: &Basis) -> fmt::Result {
        if value.terms().is_empty() {
            return out.write_char('0');
        }
        for (i, (path, scale)) in value.terms().iter().enumerate() {
            if i > 0 {
                out.write_char('+')?;
            }
            if path.is_empty() {
                self.expr(out, scale, Place::Other)?;
                continue;
            }
            self.multiples(out, path, scale)?;
        }
        Ok(())
    }

    /// The scale's terms one by one, each times the unit: `2*?*e1+3*e1`.
    fn multiples(&mut self, out: &mut dyn Write, path: &[u16], scale: &Expr) -> fmt::Result {
        let unit = match path {
            [mode] => format!("e{mode}"),
            path => format!("e<{}>", path.iter().map(u16::to_string).collect::<Vec<_>>().join(",")),
        };
        let (terms, constant) = scale.terms();
        for (i, (monomial, c)) in terms.iter().enumerate() {
            out.write_str(if i > 0 { "+" } else { "" })?;
            out.write_str(if *c < 0 { "-" } else { "" })?;
            self.term(out, monomial, c.unsigned_abs(), Place::Other)?;
            write!(out, "*{unit}")?;
        }
        match constant {
            0 if !terms.is_empty() => return Ok(()),
            _ if !terms.is_empty() => out.write_char('+')?,
            _ => {}
        }
        if constant == 1 { write!(out, "{unit}") } else { write!(out, "{constant}*{unit}") }
    }

    fn layout<D: Stride>(&mut self, out: &mut dyn Write, layout: &Layout<D>) -> fmt::Result {
        self.tuple(out, layout.profile(), layout.shape_leaves(), Place::Size)?;
        out.write_char(':')?;
        self.strides(out, layout.profile(), layout.stride_leaves())
    }

    fn strides<D: Stride>(&mut self, out: &mut dyn Write, profile: &Profile, leaves: &[D]) -> fmt::Result {
        profile.write(out, &mut |out, i| leaves[i].print(self, out))
    }

    fn slice(&mut self, out: &mut dyn Write, coord: &IntTuple<Option<Expr>>) -> fmt::Result {
        coord.profile.write(out, &mut |out, i| match &coord.leaves[i] {
            Some(e) => self.expr(out, e, Place::Other),
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
        self.expr(out, offset, Place::Other)?;
        out.write_str(" o ")
    }

    fn tiler(&mut self, out: &mut dyn Write, tiler: &Tiler) -> fmt::Result {
        match tiler {
            Tiler::Keep => out.write_char('_'),
            Tiler::Layout(l) => self.layout(out, l),
            Tiler::Size(n) => self.expr(out, n, Place::Size),
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
        Self { naming: Naming::Names(names.to_vec()), ..Self::default() }
    }

    /// What `print` writes, for a message: cut short where it is long.
    fn message(print: impl FnOnce(&mut Self, &mut String) -> fmt::Result) -> String {
        let mut out = String::new();
        // Writing to a string cannot fail.
        let _ = print(&mut Self { naming: Naming::Message, ..Self::default() }, &mut out);
        if out.len() > MESSAGE_LENGTH {
            // Between integers, so that none is cut.
            let end = out.as_bytes()[..MESSAGE_LENGTH].iter().rposition(|b| *b == b',').unwrap_or(0);
            out.truncate(end);
            out.push_str(",…");
        }
        out
    }
}

/// The message with symbols called by `names`, by number: messages write `sN`.
///
/// ```
/// use layout_algebra::with_names;
/// let names = ["M".to_owned(), String::new()];
/// assert_eq!(with_names("whether 4 divides s0 + s1", &names), "whether 4 divides M + s1");
/// ```
pub fn with_names(message: &str, names: &[String]) -> String {
    let mut out = String::with_capacity(message.len());
    let mut word = String::new();
    let flush = |word: &mut String, out: &mut String| {
        let number = word.strip_prefix('s').and_then(|digits| digits.parse::<usize>().ok());
        let name = number.and_then(|n| names.get(n)).filter(|n| !n.is_empty());
        out.push_str(name.map_or(word.as_str(), String::as_str));
        word.clear();
    };
    for c in message.chars() {
        if c.is_alphanumeric() || c == '_' {
            word.push(c);
        } else {
            flush(&mut word, &mut out);
            out.push(c);
        }
    }
    flush(&mut word, &mut out);
    out
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

impl Expr {
    /// The text with every symbol written `sN` by its number, for messages.
    pub fn named(&self) -> String {
        Printer::message(|p, out| p.expr(out, self, Place::Other))
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

impl fmt::Display for Expr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Printer::default().expr(f, self, Place::Other)
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
