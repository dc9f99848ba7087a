//! Integer expressions over symbols, in a normal form in which equal
//! polynomials are equal.
//!
//! A symbol with a known divisor `d` is stored as `d · q`, where the atom is
//! the quotient `q`. Divisibility then needs no rules of its own: `N floordiv 4`
//! of a symbol with `div = 4` is a polynomial, and so is 4 times it.

use std::sync::Arc;

use smallvec::{SmallVec, smallvec};

use crate::gcd::common_divisor;
use crate::symbol::{Symbol, Tri};
use crate::undecided::Undecided;

/// Most terms of one polynomial; products of sums grow exponentially.
pub const MAX_TERMS: usize = 256;
/// Deepest nesting of `floordiv`, `mod`, `min` and `max` in one expression.
pub const MAX_EXPR_DEPTH: u32 = 32;

/// Why an integer expression has no value.
///
/// ```
/// use layout_integer::{Expr, Facts, Symbol, Tri};
/// let n = Expr::from(Symbol::new(0, Facts { div: 16, ..Facts::SIZE }));
/// let rows = n.mul(&8.into()).unwrap();
/// assert_eq!(rows.divisible_by(&128.into()), Tri::Yes);
/// assert_eq!(rows.floordiv(&8.into()).unwrap(), n);
/// assert_eq!(n.modulo(&16.into()).unwrap(), 0.into());
/// assert_eq!(rows.eval(&|_| 32).unwrap(), 256);
/// assert_eq!(Expr::from(7).ceildiv(&2.into()).unwrap().as_const(), Some(4));
/// assert_eq!(Expr::from(3).le(&n), Tri::Yes);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ExprError {
    /// A coefficient left the 64-bit range.
    #[error("integer overflow: {0} does not fit in 64 bits")]
    Overflow(String),
    /// More than [`MAX_TERMS`] terms or deeper than [`MAX_EXPR_DEPTH`].
    #[error("expression too complex (more than {MAX_TERMS} terms or {MAX_EXPR_DEPTH} levels)")]
    TooComplex,
    /// Division by zero or by a negative number.
    #[error("division by {0}; a divisor must be positive")]
    Divisor(String),
    /// Division by an expression that may be zero or negative.
    #[error("division: {0}")]
    Undecided(#[from] Undecided),
    /// Division of shapes of which neither divides the other.
    #[error("neither does {by} divide {number} nor {number} {by}")]
    Indivisible {
        /// What is divided.
        number: String,
        /// By what.
        by: String,
    },
    /// An integer that must be known, and is not.
    #[error("{0} is not known; this operation needs its value")]
    Unknown(String),
    /// A value for a symbol whose divisor does not divide it.
    #[error("{value} cannot take the place of {symbol}, which {div} divides")]
    Fact {
        /// The value.
        value: String,
        /// The symbol.
        symbol: String,
        /// The divisor that its facts promise.
        div: i64,
    },
}

/// An integer: a constant, or a polynomial over symbols and quotients.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Expr {
    /// A known integer.
    Const(i64),
    /// Anything else; never a constant polynomial.
    Poly(Arc<Poly>),
}

/// `constant + Σ coefficient · monomial`, with at least one term.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Poly {
    /// Sorted by monomial; no coefficient is zero.
    terms: Vec<(Monomial, i64)>,
    constant: i64,
    depth: u32,
}

/// A product of atoms, sorted, with repetition.
pub type Monomial = SmallVec<[Atom; 2]>;

/// What polynomials are made of.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Atom {
    /// The *quotient* `symbol / symbol.facts.div`.
    Sym(Symbol),
    /// Floor division.
    FloorDiv(Expr, Expr),
    /// Its remainder.
    Mod(Expr, Expr),
    /// The smaller.
    Min(Expr, Expr),
    /// The larger.
    Max(Expr, Expr),
}

impl From<i64> for Expr {
    fn from(value: i64) -> Self {
        Self::Const(value)
    }
}

impl From<Symbol> for Expr {
    fn from(symbol: Symbol) -> Self {
        let mut terms = Vec::with_capacity(1);
        terms.push((smallvec![Atom::Sym(symbol)], symbol.facts.div));
        Self::Poly(Arc::new(Poly { terms, constant: 0, depth: 0 }))
    }
}

impl Expr {
    /// One.
    pub const ONE: Self = Self::Const(1);
    /// Zero.
    pub const ZERO: Self = Self::Const(0);

    /// The value of a constant.
    #[inline]
    pub fn as_const(&self) -> Option<i64> {
        match self {
            Self::Const(c) => Some(*c),
            Self::Poly(_) => None,
        }
    }

    /// The value, if it is known: of a constant, or of an expression that the
    /// facts pin to one value.
    #[inline]
    pub fn known(&self) -> Option<i64> {
        match self {
            Self::Const(c) => Some(*c),
            Self::Poly(_) => self.pinned().or_else(|| match self.bounds() {
                (Some(lo), Some(hi)) if lo == hi => i64::try_from(lo).ok(),
                _ => None,
            }),
        }
    }

    /// The value of a constant or of a symbol that its facts pin.
    fn pinned(&self) -> Option<i64> {
        let poly = match self {
            Self::Const(c) => return Some(*c),
            Self::Poly(poly) => poly,
        };
        match (poly.terms.as_slice(), poly.constant) {
            ([(monomial, c)], 0) => match monomial.as_slice() {
                [Atom::Sym(s)] if *c == s.facts.div => s.facts.known(),
                _ => None,
            },
            _ => None,
        }
    }

    /// Arithmetic on values known at run time stays there: the result is as
    /// dynamic as the operands. `None` unless both are known and one is dynamic.
    fn dynamic(
        &self,
        other: &Self,
        f: impl FnOnce(i64, i64) -> Option<i64>,
    ) -> Option<Result<Self, ExprError>> {
        if let (Self::Const(_), Self::Const(_)) = (self, other) {
            return None;
        }
        let (a, b) = (self.pinned()?, other.pinned()?);
        Some(f(a, b).map(crate::pinned::pinned).ok_or_else(|| overflow(format!("arithmetic of {a} and {b}"))))
    }

    /// Whether this is the constant `value`.
    #[inline]
    pub fn is(&self, value: i64) -> bool {
        matches!(self, Self::Const(c) if *c == value)
    }

    fn depth(&self) -> u32 {
        match self {
            Self::Const(_) => 0,
            Self::Poly(p) => p.depth,
        }
    }

    /// Products of atoms with their coefficients, sorted, and the constant.
    pub fn terms(&self) -> (&[(Monomial, i64)], i64) {
        match self {
            Self::Const(c) => (&[], *c),
            Self::Poly(p) => (&p.terms, p.constant),
        }
    }

    fn from_terms(terms: Vec<(Monomial, i64)>, constant: i64) -> Result<Self, ExprError> {
        if terms.is_empty() {
            return Ok(Self::Const(constant));
        }
        if terms.len() > MAX_TERMS {
            return Err(ExprError::TooComplex);
        }
        let depth = terms.iter().flat_map(|(m, _)| m.iter().map(Atom::depth)).max().unwrap_or(0);
        if depth > MAX_EXPR_DEPTH {
            return Err(ExprError::TooComplex);
        }
        Ok(Self::Poly(Arc::new(Poly { terms, constant, depth })))
    }

    fn atom(atom: Atom) -> Result<Self, ExprError> {
        Self::from_terms(vec![(smallvec![atom], 1)], 0)
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
        if let Some(sum) = self.dynamic(other, i64::checked_add) {
            return sum;
        }
        let ((a, ca), (b, cb)) = (self.terms(), other.terms());
        let constant = ca.checked_add(cb).ok_or_else(|| overflow(format!("{ca} + {cb}")))?;
        let mut out = Vec::with_capacity(a.len() + b.len());
        let (mut i, mut j) = (0, 0);
        while i < a.len() || j < b.len() {
            let order = match (a.get(i), b.get(j)) {
                (Some(x), Some(y)) => x.0.cmp(&y.0),
                (Some(_), None) => std::cmp::Ordering::Less,
                _ => std::cmp::Ordering::Greater,
            };
            match order {
                std::cmp::Ordering::Less => {
                    out.push(a[i].clone());
                    i += 1;
                }
                std::cmp::Ordering::Greater => {
                    out.push(b[j].clone());
                    j += 1;
                }
                std::cmp::Ordering::Equal => {
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
        if let Some(product) = self.dynamic(other, i64::checked_mul) {
            return product;
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

    /// The greatest known integer that divides every value: the value of a known
    /// integer, else the divisor that all terms share; 0 for 0.
    pub fn content(&self) -> i64 {
        if let Some(value) = self.known() {
            return value.checked_abs().unwrap_or(1 << 62);
        }
        let (terms, constant) = self.terms();
        terms.iter().fold(constant, |divisor, (_, c)| common_divisor(divisor, *c))
    }

    /// The product of all. Of symbols alone it takes little longer than to sort them.
    ///
    /// # Errors
    /// As [`Expr::mul`].
    pub fn product(factors: &[Self]) -> Result<Self, ExprError> {
        let symbol = |e: &Self| match e.terms() {
            ([(m, c)], 0) => match m.as_slice() {
                [Atom::Sym(s)] if s.facts.known().is_none() => Some((Atom::Sym(*s), *c)),
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
        rest.mul(&Self::from_terms(vec![(atoms, coefficient)], 0)?)
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
        let exact = |a: i64, b: i64| if b != 0 && a.checked_rem(b)? == 0 { Some(a / b) } else { None };
        if let Some(quotient) = self.dynamic(divisor, exact) {
            return quotient.ok();
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
            let (shared, left) = split(m, monomial);
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
        if let Some(quotient) = self.dynamic(divisor, i64::checked_div_euclid) {
            return quotient;
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
        if let Some(rest) = self.dynamic(divisor, i64::checked_rem_euclid) {
            return rest;
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
            let mut term = Self::from_terms(vec![(m.clone(), *c)], 0).ok()?;
            if let Some(at) = m.iter().position(|atom| matches!(atom, Atom::Mod(..)))
                && let Atom::Mod(x, a) = &m[at]
            {
                let mut others = m.clone();
                others.remove(at);
                let factor = match others.is_empty() {
                    true => Self::Const(*c),
                    false => Self::from_terms(vec![(others, *c)], 0).ok()?,
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
        if let Some(quotient) = self.dynamic(divisor, up) {
            return quotient;
        }
        if let Some(quotient) = self.div_exact(divisor) {
            return Ok(quotient);
        }
        self.add(divisor)?.sub(&Self::ONE)?.floordiv(divisor)
    }

    /// The smaller of two.
    ///
    /// # Errors
    /// As [`Expr::add`].
    pub fn minimum(&self, other: &Self) -> Result<Self, ExprError> {
        if let Some(least) = self.dynamic(other, |a, b| Some(a.min(b))) {
            return least;
        }
        match self.le(other) {
            Tri::Yes => Ok(self.clone()),
            _ if other.le(self) == Tri::Yes => Ok(other.clone()),
            _ => {
                let (a, b) = if self <= other { (self, other) } else { (other, self) };
                Self::atom(Atom::Min(a.clone(), b.clone()))
            }
        }
    }

    /// The larger of two.
    ///
    /// # Errors
    /// As [`Expr::add`].
    pub fn maximum(&self, other: &Self) -> Result<Self, ExprError> {
        if let Some(most) = self.dynamic(other, |a, b| Some(a.max(b))) {
            return most;
        }
        match self.le(other) {
            Tri::Yes => Ok(other.clone()),
            _ if other.le(self) == Tri::Yes => Ok(self.clone()),
            _ => {
                let (a, b) = if self <= other { (self, other) } else { (other, self) };
                Self::atom(Atom::Max(a.clone(), b.clone()))
            }
        }
    }

    /// The absolute value, where the sign is known.
    ///
    /// # Errors
    /// [`ExprError::Overflow`]; an unknown sign gives `max(x, -x)`.
    pub fn abs(&self) -> Result<Self, ExprError> {
        if let Self::Const(c) = self {
            return c.checked_abs().map(Self::Const).ok_or_else(|| overflow(format!("|{c}|")));
        }
        let negated = self.mul(&Self::Const(-1))?;
        self.maximum(&negated)
    }

    /// `self = whole · divisor + rest`, with as much as possible in `whole`.
    fn split(&self, divisor: &Self) -> Result<(Self, Self), ExprError> {
        let (terms, constant) = self.terms();
        let mut whole = Self::ZERO;
        let mut rest = Self::ZERO;
        for (m, c) in terms {
            let term = Self::from_terms(vec![(m.clone(), *c)], 0)?;
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

    /// The value when every symbol has the value `value` gives it.
    ///
    /// # Errors
    /// [`ExprError::Overflow`] if an intermediate value leaves 64 bits.
    pub fn eval(&self, value: &dyn Fn(Symbol) -> i64) -> Result<i64, ExprError> {
        match self.substitute(&|s| Self::Const(value(s)))? {
            Self::Const(c) => Ok(c),
            Self::Poly(_) => Err(ExprError::TooComplex),
        }
    }

    /// Replaces every symbol by an expression. The replacement must satisfy
    /// the symbol's facts: in particular its divisor divides it.
    ///
    /// # Errors
    /// As [`Expr::add`]; [`ExprError::Fact`] if a divisibility fact fails.
    pub fn substitute(&self, value: &dyn Fn(Symbol) -> Self) -> Result<Self, ExprError> {
        let Self::Poly(poly) = self else { return Ok(self.clone()) };
        let mut sum = Self::Const(poly.constant);
        for (m, c) in &poly.terms {
            let mut factors = vec![Self::Const(*c)];
            for atom in m {
                factors.push(atom.substitute(value)?);
            }
            sum = sum.add(&Self::product(&factors)?)?;
        }
        Ok(sum)
    }

    /// Calls `visit` for the magnitude of each known integer that occurs.
    pub fn for_each_integer(&self, visit: &mut dyn FnMut(i64)) {
        let (terms, constant) = self.terms();
        visit(constant.saturating_abs());
        for (m, c) in terms {
            visit(c.saturating_abs());
            for atom in m {
                if let Atom::FloorDiv(a, b) | Atom::Mod(a, b) | Atom::Min(a, b) | Atom::Max(a, b) = atom {
                    a.for_each_integer(visit);
                    b.for_each_integer(visit);
                }
            }
        }
    }

    /// Calls `visit` for each symbol, in the order of the normal form, with repetition.
    pub fn for_each_symbol(&self, visit: &mut dyn FnMut(Symbol)) {
        for (m, _) in self.terms().0 {
            for atom in m {
                match atom {
                    Atom::Sym(s) => visit(*s),
                    Atom::FloorDiv(a, b) | Atom::Mod(a, b) | Atom::Min(a, b) | Atom::Max(a, b) => {
                        a.for_each_symbol(visit);
                        b.for_each_symbol(visit);
                    }
                }
            }
        }
    }
}

impl Atom {
    fn depth(&self) -> u32 {
        match self {
            Self::Sym(_) => 0,
            Self::FloorDiv(a, b) | Self::Mod(a, b) | Self::Min(a, b) | Self::Max(a, b) => {
                1 + a.depth().max(b.depth())
            }
        }
    }

    fn substitute(&self, value: &dyn Fn(Symbol) -> Expr) -> Result<Expr, ExprError> {
        match self {
            Self::Sym(s) => {
                let v = value(*s);
                let div = Expr::Const(s.facts.div);
                v.div_exact(&div).ok_or_else(|| ExprError::Fact {
                    value: v.named(),
                    symbol: s.to_string(),
                    div: s.facts.div,
                })
            }
            Self::FloorDiv(a, b) => a.substitute(value)?.floordiv(&b.substitute(value)?),
            Self::Mod(a, b) => a.substitute(value)?.modulo(&b.substitute(value)?),
            Self::Min(a, b) => a.substitute(value)?.minimum(&b.substitute(value)?),
            Self::Max(a, b) => a.substitute(value)?.maximum(&b.substitute(value)?),
        }
    }
}

/// The atoms of a sorted product that are in the other too, and the rest.
pub fn split(of: &[Atom], other: &[Atom]) -> (Monomial, Monomial) {
    let (mut shared, mut left) = (Monomial::new(), Monomial::new());
    let mut others = other.iter().peekable();
    for atom in of {
        while others.next_if(|o| *o < atom).is_some() {}
        let found = others.next_if(|o| *o == atom).is_some();
        if found { shared.push(atom.clone()) } else { left.push(atom.clone()) }
    }
    (shared, left)
}

fn overflow(what: String) -> ExprError {
    ExprError::Overflow(what)
}

fn positive(divisor: &Expr) -> Result<(), ExprError> {
    match Expr::ONE.le(divisor) {
        Tri::Yes => Ok(()),
        Tri::No => Err(ExprError::Divisor(divisor.named())),
        Tri::Unknown => Err(Undecided::at_most(&Expr::ONE, divisor).into()),
    }
}
