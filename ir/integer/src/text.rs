//! The text of expressions.
//!
//! The first appearance of a symbol prints `?`, or its name, with its facts in
//! braces where they say more than its place does; later ones print `sN`, `N`
//! counting first appearances, or the name. Messages are not parsed: there a
//! symbol is `sN`, `N` its number, without facts.

use std::collections::HashMap;
use std::fmt::{self, Write};

use smallvec::SmallVec;

use crate::expr::{Atom, Expr, Monomial};
use crate::gcd::gcd;
use crate::symbol::{Symbol, SymbolFacts};

/// The longest text of an operand in a message, in bytes.
const MESSAGE_LENGTH: usize = 400;

/// Prints one text: what stands in it is numbered together.
#[derive(Default)]
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
pub enum Place {
    /// A size, which is at least 1.
    Size,
    /// Anything else.
    Other,
}

impl Place {
    fn default_facts(self) -> SymbolFacts {
        match self {
            Self::Size => SymbolFacts::SIZE,
            Self::Other => SymbolFacts::NONE,
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

    /// Prints an expression.
    ///
    /// # Errors
    /// Those of `out`, here and below.
    pub fn expr(&mut self, out: &mut dyn Write, e: &Expr, place: Place) -> fmt::Result {
        let (terms, constant) = e.terms();
        if terms.is_empty() {
            return write!(out, "{constant}");
        }
        // As of a symbol, so of what is computed with it.
        if let (Naming::Message, Some(value)) = (&self.naming, e.known()) {
            return write!(out, "{value}");
        }
        for (i, (monomial, c)) in terms.iter().enumerate() {
            if i > 0 {
                out.write_str(if *c < 0 { "-" } else { "+" })?;
            } else if *c < 0 {
                out.write_char('-')?;
            }
            self.term(out, monomial, c.unsigned_abs(), place)?;
        }
        match constant {
            0 => Ok(()),
            c if c < 0 => write!(out, "{c}"),
            c => write!(out, "+{c}"),
        }
    }

    /// Prints `coefficient · monomial`; a symbol takes its divisor out of the
    /// coefficient if it can, and else is written as a quotient.
    pub fn term(
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
}

impl Printer {
    /// Symbols are called by `names`, by number.
    pub fn with_names(names: &[String]) -> Self {
        Self { naming: Naming::Names(names.to_vec()), ..Self::default() }
    }

    /// What `print` writes, for a message: cut short where it is long.
    pub fn message(print: impl FnOnce(&mut Self, &mut String) -> fmt::Result) -> String {
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
/// use layout_integer::with_names;
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

impl Expr {
    /// The text with every symbol written `sN` by its number, for messages.
    pub fn named(&self) -> String {
        Printer::message(|p, out| p.expr(out, self, Place::Other))
    }
}

impl fmt::Display for Expr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Printer::default().expr(f, self, Place::Other)
    }
}
