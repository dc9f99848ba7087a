//! [`Expr`]: integers over symbols in a normal form, in which equal polynomials are equal.
//!
//! A symbol with a divisor `d` is stored as `d · q`, where the atom is the quotient `q`.
//! Divisibility then needs no rules of its own: `N floordiv 4` of a symbol with `div = 4`
//! is a polynomial, and so is 4 times it.
//!
//! Here is the form; `sum.rs`, `product.rs`, `quotient.rs`, `extremum.rs` and
//! `substitution.rs` compute with it, `bounds.rs` compares.

use std::sync::Arc;

use smallvec::{SmallVec, smallvec};

use crate::symbol::Symbol;

/// Most terms of one polynomial; products of sums grow exponentially.
pub const MAX_TERMS: usize = 256;
/// Deepest nesting of `floordiv`, `mod`, `min` and `max` in one expression.
pub const MAX_EXPR_DEPTH: u32 = 32;

/// An integer: a constant, or a polynomial over symbols and quotients.
///
/// A constant is *static*: part of a type, there when the program is compiled.
/// Anything else is *dynamic*. The facts may leave a dynamic integer only one value,
/// and then that value is *known* all the same ([`Expr::known`]).
///
/// | expression | normal form | because |
/// |---|---|---|
/// | `N - N` | `0` | equal polynomials are equal |
/// | `8*N floordiv 8` | `N` | 8 divides every coefficient |
/// | `N mod 16`, `N{div=16}` | `0` | `N` is stored as 16 times a quotient |
/// | `(4*N + 3) floordiv 4` | `N` | 3 lies between 0 and 4 |
/// | `(4*N + K) mod 4` | `mod(K,4)` | a multiple of the divisor leaves no remainder |
/// | `min(N, N + 1)` | `N` | the sign of the difference is known |
///
/// ```
/// use layout_integer::{Expr, SymbolFacts, Symbol, Tri};
/// let n = Expr::from(Symbol::new(0, SymbolFacts { div: 16, ..SymbolFacts::SIZE }));
/// let rows = n.mul(&8.into()).unwrap();
/// assert_eq!(rows.divisible_by(&128.into()), Tri::Yes);
/// assert_eq!(rows.floordiv(&8.into()).unwrap(), n);
/// assert_eq!(n.modulo(&16.into()).unwrap(), 0.into());
/// assert_eq!(rows.eval(&|_| 32).unwrap(), 256);
/// assert_eq!(Expr::from(7).ceildiv(&2.into()).unwrap().as_const(), Some(4));
/// assert_eq!(Expr::from(3).le(&n), Tri::Yes);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Expr {
    /// A static integer.
    Const(i64),
    /// A dynamic integer; never a polynomial without symbols.
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

    /// The value of a static integer.
    #[inline]
    pub fn as_const(&self) -> Option<i64> {
        match self {
            Self::Const(c) => Some(*c),
            Self::Poly(_) => None,
        }
    }

    /// Whether this is static and equal to `value`.
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

    /// The polynomial of these terms, which are sorted by monomial and not zero; `None`
    /// if it is longer than [`MAX_TERMS`] or nested deeper than [`MAX_EXPR_DEPTH`].
    pub(crate) fn polynomial(terms: Vec<(Monomial, i64)>, constant: i64) -> Option<Self> {
        if terms.is_empty() {
            return Some(Self::Const(constant));
        }
        let depth = terms.iter().flat_map(|(m, _)| m.iter().map(Atom::depth)).max().unwrap_or(0);
        let small = terms.len() <= MAX_TERMS && depth <= MAX_EXPR_DEPTH;
        small.then(|| Self::Poly(Arc::new(Poly { terms, constant, depth })))
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
}

/// The atoms of a sorted product that are in the other too, and the rest.
pub(crate) fn shared_and_rest(of: &[Atom], other: &[Atom]) -> (Monomial, Monomial) {
    let (mut shared, mut left) = (Monomial::new(), Monomial::new());
    let mut others = other.iter().peekable();
    for atom in of {
        while others.next_if(|o| *o < atom).is_some() {}
        let found = others.next_if(|o| *o == atom).is_some();
        if found { shared.push(atom.clone()) } else { left.push(atom.clone()) }
    }
    (shared, left)
}
