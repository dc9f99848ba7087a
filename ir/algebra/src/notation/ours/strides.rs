//! Reading strides that are basis elements, in this notation and in CuTe's.

use super::parser::Parser;
use crate::basis::{Basis, Path};
use crate::nested::tuple::{MAX_DEPTH, MAX_LEAVES};
use crate::notation::error::{ParseError, ParseErrorKind};
use crate::stride::Stride;
use layout_integer::{Expr, SymbolFacts};

type Result<T> = std::result::Result<T, ParseError>;

impl Parser<'_> {
    /// A sum of multiples of basis elements: `e0`, `2*e<0,1>`, `e0+4*e1`, or CuTe's `2@1@0`.
    ///
    /// # Errors
    /// [`ParseError`].
    pub fn basis(&mut self) -> Result<Basis> {
        self.default = SymbolFacts::NONE;
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
}
