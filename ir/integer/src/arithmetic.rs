//! Computing expressions in other arithmetics: e-graph terms, IR values.

use crate::expr::{Atom, Expr};
use crate::symbol::Symbol;

/// An arithmetic in which expressions can be computed: integers, e-graph terms,
/// IR values ([`Expr::compute`]).
pub trait Arithmetic {
    /// Its values.
    type Value;
    /// Why it has no value.
    type Error;
    /// A static integer.
    ///
    /// # Errors
    /// The arithmetic's own, here and below.
    fn constant(&mut self, value: i64) -> Result<Self::Value, Self::Error>;
    /// The value of a symbol.
    fn symbol(&mut self, symbol: Symbol) -> Result<Self::Value, Self::Error>;
    /// The sum.
    fn add(&mut self, a: Self::Value, b: Self::Value) -> Result<Self::Value, Self::Error>;
    /// The product.
    fn mul(&mut self, a: Self::Value, b: Self::Value) -> Result<Self::Value, Self::Error>;
    /// Floor division by a positive value.
    fn floordiv(&mut self, a: Self::Value, b: Self::Value) -> Result<Self::Value, Self::Error>;
    /// Its remainder.
    fn modulo(&mut self, a: Self::Value, b: Self::Value) -> Result<Self::Value, Self::Error>;
    /// The smaller.
    fn minimum(&mut self, a: Self::Value, b: Self::Value) -> Result<Self::Value, Self::Error>;
    /// The larger.
    fn maximum(&mut self, a: Self::Value, b: Self::Value) -> Result<Self::Value, Self::Error>;
}

impl Expr {
    /// Computes the expression in another arithmetic.
    ///
    /// # Errors
    /// Those of `arithmetic`.
    pub fn compute<A: Arithmetic>(&self, arithmetic: &mut A) -> Result<A::Value, A::Error> {
        let (terms, constant) = self.terms();
        let mut sum =
            (constant != 0 || terms.is_empty()).then(|| arithmetic.constant(constant)).transpose()?;
        for (monomial, coefficient) in terms {
            let mut left = *coefficient;
            let mut product = None;
            for atom in monomial {
                let factor = match atom {
                    Atom::Sym(s) if left % s.facts.div == 0 => {
                        left /= s.facts.div;
                        arithmetic.symbol(*s)?
                    }
                    Atom::Sym(s) => {
                        let (symbol, div) = (arithmetic.symbol(*s)?, arithmetic.constant(s.facts.div)?);
                        arithmetic.floordiv(symbol, div)?
                    }
                    Atom::FloorDiv(a, b) => {
                        let (a, b) = (a.compute(arithmetic)?, b.compute(arithmetic)?);
                        arithmetic.floordiv(a, b)?
                    }
                    Atom::Mod(a, b) => {
                        let (a, b) = (a.compute(arithmetic)?, b.compute(arithmetic)?);
                        arithmetic.modulo(a, b)?
                    }
                    Atom::Min(a, b) => {
                        let (a, b) = (a.compute(arithmetic)?, b.compute(arithmetic)?);
                        arithmetic.minimum(a, b)?
                    }
                    Atom::Max(a, b) => {
                        let (a, b) = (a.compute(arithmetic)?, b.compute(arithmetic)?);
                        arithmetic.maximum(a, b)?
                    }
                };
                product = Some(match product {
                    None => factor,
                    Some(p) => arithmetic.mul(p, factor)?,
                });
            }
            let mut term = match product {
                Some(p) => p,
                None => arithmetic.constant(1)?,
            };
            if left != 1 {
                let c = arithmetic.constant(left)?;
                term = arithmetic.mul(term, c)?;
            }
            sum = Some(match sum {
                None => term,
                Some(s) => arithmetic.add(s, term)?,
            });
        }
        match sum {
            Some(s) => Ok(s),
            None => arithmetic.constant(0),
        }
    }
}
