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
    pub fn slice_coord(&mut self, default: SymbolFacts) -> Result<IntTuple<Option<Expr>>> {
        self.tuple_of(&mut |p| if p.eat("_") { Ok(None) } else { p.expr(default).map(Some) })
    }
}
