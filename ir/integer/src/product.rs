//! Products: each term times each, like terms added up.

use crate::error::{ExprError, overflow};
use crate::expr::{Atom, Expr, MAX_TERMS, Monomial};

impl Expr {
    /// `self · other`.
    ///
    /// # Errors
    /// As [`Expr::add`].
    #[inline]
    pub fn mul(&self, other: &Self) -> Result<Self, ExprError> {
        if let (Self::Const(a), Self::Const(b)) = (self, other) {
            return a.checked_mul(*b).map(Self::Const).ok_or_else(|| overflow(format!("{a} * {b}")));
        }
        if self.is(1) {
            return Ok(other.clone());
        }
        if other.is(1) {
            return Ok(self.clone());
        }
        if self.is(0) || other.is(0) {
            return Ok(Self::ZERO);
        }
        let ((a, ca), (b, cb)) = (self.terms(), other.terms());
        if (a.len() + 1) * (b.len() + 1) > 4 * MAX_TERMS {
            return Err(ExprError::TooComplex);
        }
        let mut out: Vec<(Monomial, i64)> = Vec::with_capacity((a.len() + 1) * (b.len() + 1));
        let mut push = |m: Monomial, x: i64, y: i64| -> Result<(), ExprError> {
            let c = x.checked_mul(y).ok_or_else(|| overflow(format!("{x} * {y}")))?;
            if c != 0 {
                out.push((m, c));
            }
            Ok(())
        };
        for (ma, xa) in a {
            for (mb, xb) in b {
                let mut m: Monomial = ma.iter().chain(mb).cloned().collect();
                m.sort();
                push(m, *xa, *xb)?;
            }
            push(ma.clone(), *xa, cb)?;
        }
        for (mb, xb) in b {
            push(mb.clone(), *xb, ca)?;
        }
        out.sort_by(|x, y| x.0.cmp(&y.0));
        let mut merged: Vec<(Monomial, i64)> = Vec::with_capacity(out.len());
        for (m, c) in out {
            match merged.last_mut() {
                Some((last, sum)) if *last == m => {
                    *sum = sum.checked_add(c).ok_or_else(|| overflow("a coefficient".into()))?;
                }
                _ => merged.push((m, c)),
            }
        }
        merged.retain(|(_, c)| *c != 0);
        let constant = ca.checked_mul(cb).ok_or_else(|| overflow(format!("{ca} * {cb}")))?;
        Self::from_terms(merged, constant)
    }

    /// The product of all. Of symbols alone it takes little longer than to sort them.
    ///
    /// # Errors
    /// As [`Expr::mul`].
    pub fn product(factors: &[Self]) -> Result<Self, ExprError> {
        let symbol = |e: &Self| match e.terms() {
            ([(m, c)], 0) => match m.as_slice() {
                [atom @ Atom::Sym(_)] => Some((atom.clone(), *c)),
                _ => None,
            },
            _ => None,
        };
        let (mut atoms, mut coefficient, mut rest) = (Monomial::new(), 1i64, Self::ONE);
        for factor in factors {
            match symbol(factor) {
                Some((atom, c)) => {
                    atoms.push(atom);
                    let next = coefficient.checked_mul(c);
                    coefficient = next.ok_or_else(|| overflow(format!("{coefficient} * {c}")))?;
                }
                None => rest = rest.mul(factor)?,
            }
        }
        if atoms.is_empty() {
            return Ok(rest);
        }
        atoms.sort();
        rest.mul(&Self::term(atoms, coefficient)?)
    }
}
