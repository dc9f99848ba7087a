//! Sums: two sorted lists of terms, merged.

use std::cmp::Ordering;

use smallvec::smallvec;

use crate::error::{ExprError, overflow};
use crate::expr::{Atom, Expr, Monomial};

impl Expr {
    /// The sum of these terms, which are sorted by monomial and not zero.
    pub(crate) fn from_terms(terms: Vec<(Monomial, i64)>, constant: i64) -> Result<Self, ExprError> {
        Self::polynomial(terms, constant).ok_or(ExprError::TooComplex)
    }

    /// `coefficient · monomial`.
    pub(crate) fn term(monomial: Monomial, coefficient: i64) -> Result<Self, ExprError> {
        Self::from_terms(vec![(monomial, coefficient)], 0)
    }

    /// The atom alone.
    pub(crate) fn atom(atom: Atom) -> Result<Self, ExprError> {
        Self::term(smallvec![atom], 1)
    }

    /// `self + other`.
    ///
    /// # Errors
    /// [`ExprError::Overflow`], [`ExprError::TooComplex`].
    #[inline]
    pub fn add(&self, other: &Self) -> Result<Self, ExprError> {
        if let (Self::Const(a), Self::Const(b)) = (self, other) {
            return a.checked_add(*b).map(Self::Const).ok_or_else(|| overflow(format!("{a} + {b}")));
        }
        if self.is(0) {
            return Ok(other.clone());
        }
        if other.is(0) {
            return Ok(self.clone());
        }
        let ((a, ca), (b, cb)) = (self.terms(), other.terms());
        let constant = ca.checked_add(cb).ok_or_else(|| overflow(format!("{ca} + {cb}")))?;
        let mut out = Vec::with_capacity(a.len() + b.len());
        let (mut i, mut j) = (0, 0);
        while i < a.len() || j < b.len() {
            let order = match (a.get(i), b.get(j)) {
                (Some(x), Some(y)) => x.0.cmp(&y.0),
                (Some(_), None) => Ordering::Less,
                _ => Ordering::Greater,
            };
            match order {
                Ordering::Less => {
                    out.push(a[i].clone());
                    i += 1;
                }
                Ordering::Greater => {
                    out.push(b[j].clone());
                    j += 1;
                }
                Ordering::Equal => {
                    let sum = a[i].1.checked_add(b[j].1).ok_or_else(|| overflow("a coefficient".into()))?;
                    if sum != 0 {
                        out.push((a[i].0.clone(), sum));
                    }
                    i += 1;
                    j += 1;
                }
            }
        }
        Self::from_terms(out, constant)
    }

    /// `self - other`.
    ///
    /// # Errors
    /// As [`Expr::add`].
    pub fn sub(&self, other: &Self) -> Result<Self, ExprError> {
        self.add(&other.mul(&Self::Const(-1))?)
    }
}
