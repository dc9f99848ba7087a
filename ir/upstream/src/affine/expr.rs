//! Affine expressions and maps as trees.

/// Most operations of an expression: what walks over it goes as deep.
pub(super) const MOST_OPERATIONS: usize = 512;

/// An operation in an affine expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AffineOp {
    /// A sum.
    Add,
    /// A product.
    Mul,
    /// The remainder of floor division.
    Mod,
    /// Floor division.
    FloorDiv,
    /// Division rounded up.
    CeilDiv,
}

/// An affine expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AffineExpr {
    /// An integer.
    Constant(i64),
    /// A dimension of the map, by number.
    Dim(usize),
    /// A symbol of the map, by number.
    Symbol(usize),
    /// An operation of two.
    Binary(AffineOp, Box<[Self; 2]>),
}

/// An affine map: so many dimensions and symbols to its results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AffineMap {
    /// Dimensions.
    pub dims: usize,
    /// Symbols.
    pub symbols: usize,
    /// What they are mapped to.
    pub results: Vec<AffineExpr>,
}

impl AffineOp {
    /// The value for two numbers; `None` past 64 bits, and for divisors below 1, whose quotients are undefined.
    pub fn apply(self, a: i64, b: i64) -> Option<i64> {
        match self {
            Self::Add => a.checked_add(b),
            Self::Mul => a.checked_mul(b),
            _ if b < 1 => None,
            Self::Mod => Some(a.rem_euclid(b)),
            Self::FloorDiv => Some(a.div_euclid(b)),
            Self::CeilDiv => Some(a.div_euclid(b) + i64::from(a.rem_euclid(b) > 0)),
        }
    }
}

impl AffineExpr {
    /// The expression, without what constants make superfluous.
    pub fn binary(op: AffineOp, a: Self, b: Self) -> Self {
        if let (Self::Constant(x), Self::Constant(y)) = (&a, &b)
            && let Some(value) = op.apply(*x, *y)
        {
            return Self::Constant(value);
        }
        match (op, &a, &b) {
            (AffineOp::Add, Self::Constant(0), _) | (AffineOp::Mul, Self::Constant(1), _) => b,
            (AffineOp::Add, _, Self::Constant(0))
            | (AffineOp::Mul | AffineOp::FloorDiv | AffineOp::CeilDiv, _, Self::Constant(1)) => a,
            (AffineOp::Mul, Self::Constant(0), _) | (AffineOp::Mul, _, Self::Constant(0)) => {
                Self::Constant(0)
            }
            (AffineOp::Mod, _, Self::Constant(1)) => Self::Constant(0),
            _ => Self::Binary(op, Box::new([a, b])),
        }
    }

    /// Whether it has no other dimensions and symbols than so many.
    pub(super) fn is_within(&self, dims: usize, symbols: usize) -> bool {
        match self {
            Self::Constant(_) => true,
            Self::Dim(d) => *d < dims,
            Self::Symbol(s) => *s < symbols,
            Self::Binary(_, sides) => sides.iter().all(|e| e.is_within(dims, symbols)),
        }
    }

    /// The value; `None` where [`AffineOp::apply`] has none, and for a dimension or a symbol that has none.
    pub fn eval(&self, dims: &[i64], symbols: &[i64]) -> Option<i64> {
        match self {
            Self::Constant(c) => Some(*c),
            Self::Dim(d) => dims.get(*d).copied(),
            Self::Symbol(s) => symbols.get(*s).copied(),
            Self::Binary(op, sides) => op.apply(sides[0].eval(dims, symbols)?, sides[1].eval(dims, symbols)?),
        }
    }
}
