//! Reading tuples, whatever their leaves are.

use smallvec::SmallVec;

use super::parser::Parser;
use crate::nested::tuple::{IntTuple, MAX_DEPTH, MAX_LEAVES, Profile};
use crate::notation::error::{ParseError, ParseErrorKind};
use layout_integer::{Expr, SymbolFacts};

type Result<T> = std::result::Result<T, ParseError>;

impl Parser<'_> {
    /// A tuple of integers; symbols that first appear here have facts `default`.
    ///
    /// # Errors
    /// [`ParseError`].
    pub fn tuple(&mut self, default: SymbolFacts) -> Result<IntTuple> {
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
        if self.opens_factor() || !self.eat("(") {
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

    /// Whether the parenthesis that stands here, if one does, belongs to an integer, as in
    /// `(P+2)*(Q+2)`: behind the one that closes it an operator goes on. `(P+2)` alone is a tuple
    /// of one.
    fn opens_factor(&mut self) -> bool {
        self.skip_space();
        let rest = &self.text[self.at..];
        if !rest.starts_with('(') {
            return false;
        }
        let mut open = 0usize;
        let closing = rest.bytes().position(|c| {
            match c {
                b'(' => open += 1,
                b')' => open -= 1,
                _ => {}
            }
            open == 0
        });
        let Some(behind) = closing.map(|at| rest[at + 1..].trim_start()) else { return false };
        let word: &str = behind.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').next().unwrap_or("");
        behind.starts_with(['*', '+', '-']) || matches!(word, "floordiv" | "ceildiv" | "mod")
    }

    /// A coordinate: a tuple of integers and `_`; symbols that first appear here have
    /// facts `default`.
    ///
    /// # Errors
    /// [`ParseError`].
    pub fn slice_coord(&mut self, default: SymbolFacts) -> Result<IntTuple<Option<Expr>>> {
        self.tuple_of(&mut |p| if p.eat("_") { Ok(None) } else { p.expr(default).map(Some) })
    }
}
