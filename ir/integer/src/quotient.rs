//! Division: exact, rounded down, rounded up, and the remainder.

use crate::error::{ExprError, overflow};
use crate::expr::{Atom, Expr, shared_and_rest};
use crate::gcd::common_divisor;
use crate::symbol::Tri;
use crate::undecided::Undecided;

impl Expr {
    /// The greatest integer of which the form shows that it divides every value: the
    /// magnitude of a known value, else the divisor that all terms share; 0 for 0.
    pub fn content(&self) -> i64 {
        if let Some(value) = self.known() {
            return value.checked_abs().unwrap_or(1 << 62);
        }
        let (terms, constant) = self.terms();
        terms.iter().fold(constant, |divisor, (_, c)| common_divisor(divisor, *c))
    }

    /// `self / divisor` as a polynomial, if it is one: for constants exact
    /// division, otherwise division of every term by a single-term divisor.
    pub fn div_exact(&self, divisor: &Self) -> Option<Self> {
        if let (Self::Const(a), Self::Const(b)) = (self, divisor) {
            return (*b != 0 && a.checked_rem(*b)? == 0).then(|| Self::Const(a / b));
        }
        if self.is(0) {
            return Some(Self::ZERO);
        }
        if divisor.is(1) {
            return Some(self.clone());
        }
        if self == divisor {
            return Some(Self::ONE);
        }
        let (d, dc) = divisor.terms();
        let (monomial, by): (&[Atom], i64) = match (d, dc) {
            ([], c) => (&[], c),
            ([(m, c)], 0) => (m, *c),
            _ => return self.div_proportional(divisor),
        };
        let (terms, constant) = self.terms();
        if by == 0 || constant.checked_rem(by)? != 0 || (constant != 0 && !monomial.is_empty()) {
            return None;
        }
        let mut rest_constant = constant / by;
        let mut out = Vec::with_capacity(terms.len());
        for (m, c) in terms {
            if c.checked_rem(by)? != 0 {
                return None;
            }
            let (shared, left) = shared_and_rest(m, monomial);
            if shared.len() < monomial.len() {
                return None;
            }
            if left.is_empty() {
                rest_constant = rest_constant.checked_add(c / by)?;
            } else {
                out.push((left, c / by));
            }
        }
        out.sort_by(|x, y| x.0.cmp(&y.0));
        Self::from_terms(out, rest_constant).ok()
    }

    /// Division by a sum: only when `self` is a constant multiple of it.
    fn div_proportional(&self, divisor: &Self) -> Option<Self> {
        let ((a, ca), (b, cb)) = (self.terms(), divisor.terms());
        let (x, y) = (a.first()?.1, b.first()?.1);
        let factor = (x.checked_rem(y)? == 0).then_some(x / y)?;
        let same = a.len() == b.len()
            && a.iter().zip(b).all(|(p, q)| p.0 == q.0 && q.1.checked_mul(factor) == Some(p.1))
            && cb.checked_mul(factor) == Some(ca);
        same.then_some(Self::Const(factor))
    }

    /// Whether `divisor` divides `self`, whatever the symbols' values.
    pub fn divisible_by(&self, divisor: &Self) -> Tri {
        if self.div_exact(divisor).is_some() {
            return Tri::Yes;
        }
        let Some(d) = divisor.known() else { return Tri::Unknown };
        if d == 0 {
            return Tri::No;
        }
        if let Some(n) = self.known() {
            // Only the least integer by -1 has no remainder in 64 bits: it is 0.
            return n.checked_rem(d).is_none_or(|rest| rest == 0).into();
        }
        let (terms, constant) = self.terms();
        let rest_divisible = terms.iter().all(|(_, c)| c.checked_rem(d) == Some(0));
        if rest_divisible && constant.checked_rem(d) != Some(0) { Tri::No } else { Tri::Unknown }
    }

    /// Floor division.
    ///
    /// # Errors
    /// [`ExprError::Divisor`] for a divisor that is not positive, [`ExprError::Undecided`] for one
    /// that may not be.
    pub fn floordiv(&self, divisor: &Self) -> Result<Self, ExprError> {
        positive(divisor)?;
        if let (Self::Const(a), Self::Const(b)) = (self, divisor) {
            return Ok(Self::Const(a.div_euclid(*b)));
        }
        if self.is(0) || divisor.is(1) {
            return Ok(self.clone());
        }
        if let Some(q) = self.div_exact(divisor) {
            return Ok(q);
        }
        let (whole, rest) = self.split(divisor)?;
        if rest.in_range(divisor) {
            return Ok(whole);
        }
        if rest.add(divisor)?.in_range(divisor) {
            return whole.sub(&Self::ONE);
        }
        whole.add(&Self::atom(Atom::FloorDiv(rest, divisor.clone()))?)
    }

    /// The remainder of [`Expr::floordiv`]: in `[0, divisor)`.
    ///
    /// # Errors
    /// As [`Expr::floordiv`].
    pub fn modulo(&self, divisor: &Self) -> Result<Self, ExprError> {
        positive(divisor)?;
        if let (Self::Const(a), Self::Const(b)) = (self, divisor) {
            return Ok(Self::Const(a.rem_euclid(*b)));
        }
        if self.is(0) || divisor.is(1) {
            return Ok(Self::ZERO);
        }
        let (_, rest) = self.split(divisor)?;
        if rest.is(0) || rest.in_range(divisor) {
            return Ok(rest);
        }
        let shifted = rest.add(divisor)?;
        if shifted.in_range(divisor) {
            return Ok(shifted);
        }
        if let Some(simpler) = rest.without_remainders(divisor) {
            return simpler.modulo(divisor);
        }
        Self::atom(Atom::Mod(rest, divisor.clone()))
    }

    /// The sum with `c · (x mod a)` replaced by `c · x` where the divisor divides
    /// `c · a`: the same modulo the divisor. `None` if there is nothing to replace.
    fn without_remainders(&self, divisor: &Self) -> Option<Self> {
        let (terms, constant) = self.terms();
        let (mut sum, mut replaced) = (Self::Const(constant), false);
        for (m, c) in terms {
            let mut term = Self::term(m.clone(), *c).ok()?;
            if let Some(at) = m.iter().position(|atom| matches!(atom, Atom::Mod(..)))
                && let Atom::Mod(x, a) = &m[at]
            {
                let mut others = m.clone();
                others.remove(at);
                let factor = match others.is_empty() {
                    true => Self::Const(*c),
                    false => Self::term(others, *c).ok()?,
                };
                if factor.mul(a).ok()?.div_exact(divisor).is_some() {
                    (term, replaced) = (factor.mul(x).ok()?, true);
                }
            }
            sum = sum.add(&term).ok()?;
        }
        replaced.then_some(sum)
    }

    /// Division rounded up.
    ///
    /// # Errors
    /// As [`Expr::floordiv`].
    pub fn ceildiv(&self, divisor: &Self) -> Result<Self, ExprError> {
        positive(divisor)?;
        let up = |a: i64, b: i64| Some(a.div_euclid(b) + i64::from(a.rem_euclid(b) != 0));
        if let (Self::Const(a), Self::Const(b)) = (self, divisor) {
            return up(*a, *b).map(Self::Const).ok_or_else(|| overflow(format!("{a} / {b}")));
        }
        if let Some(quotient) = self.div_exact(divisor) {
            return Ok(quotient);
        }
        self.add(divisor)?.sub(&Self::ONE)?.floordiv(divisor)
    }

    /// `self = whole · divisor + rest`, with as much as possible in `whole`.
    fn split(&self, divisor: &Self) -> Result<(Self, Self), ExprError> {
        let (terms, constant) = self.terms();
        let mut whole = Self::ZERO;
        let mut rest = Self::ZERO;
        for (m, c) in terms {
            let term = Self::term(m.clone(), *c)?;
            match term.div_exact(divisor) {
                Some(q) => whole = whole.add(&q)?,
                None => rest = rest.add(&term)?,
            }
        }
        let (q, r) = match divisor.as_const() {
            Some(d) => (constant.div_euclid(d), constant.rem_euclid(d)),
            None => (0, constant),
        };
        Ok((whole.add(&Self::Const(q))?, rest.add(&Self::Const(r))?))
    }

    fn in_range(&self, divisor: &Self) -> bool {
        Self::ZERO.le(self) == Tri::Yes && self.lt(divisor) == Tri::Yes
    }
}

fn positive(divisor: &Expr) -> Result<(), ExprError> {
    match Expr::ONE.le(divisor) {
        Tri::Yes => Ok(()),
        Tri::No => Err(ExprError::Divisor(divisor.named())),
        Tri::Unknown => Err(Undecided::at_most(&Expr::ONE, divisor).into()),
    }
}
