//! The affine map of a layout, exact for every layout whose integers are sums and products.

use layout_algebra::{
    AnyLayout, Arithmetic, Coord, Expr, IndexArithmetic, Layout, Swizzle, Symbol, SymbolFacts,
};

use super::expr::{AffineExpr, AffineMap, AffineOp, MOST_OPERATIONS};

/// Why a layout has no affine map.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoAffineMap {
    /// A size or stride is the smaller or larger of two.
    #[error("no affine map computes a minimum or maximum, which {0} has")]
    Extremum(String),
    /// An integer is no dimension of the map.
    #[error("no dimension of the affine map stands for {0}")]
    Dimension(String),
    /// An affine map that nobody could read.
    #[error("the affine map of {0} would have more than {MOST_OPERATIONS} operations")]
    Long(String),
    /// There is no layout.
    #[error("no layout, no affine map")]
    NotALayout,
}

/// What makes affine expressions.
pub trait AffineBuild {
    /// An expression.
    type Term: Clone;
    /// An integer.
    fn constant(&self, value: i64) -> Self::Term;
    /// A dimension.
    fn dim(&self, number: usize) -> Self::Term;
    /// A symbol.
    fn symbol(&self, number: usize) -> Self::Term;
    /// An operation; `None` if the expression would be too long.
    fn binary(&self, op: AffineOp, a: Self::Term, b: Self::Term) -> Option<Self::Term>;
}

/// The index of a coordinate of a layout, one dimension a mode, exact for every layout: hierarchy
/// becomes `floordiv` and `mod`, a swizzle's exclusive-or parities. Symbols are the map's.
///
/// # Errors
/// [`NoAffineMap`].
pub fn affine_index<B: AffineBuild>(layout: &AnyLayout, build: B) -> Result<B::Term> {
    let number = |d: usize| Expr::from(Symbol::new(d as u32, SymbolFacts::NONE));
    let coord = (0..layout.domain().rank()).map(|d| Coord::Int(number(d))).collect();
    layout.compute_index(&Coord::Tuple(coord), &mut AffineTerms { layout, build })
}

impl AffineMap {
    /// [`affine_index`] as a map.
    ///
    /// ```
    /// use layout_upstream::AffineMap;
    /// let map = |text: &str| AffineMap::of_layout(&text.parse().unwrap()).unwrap().to_string();
    /// assert_eq!(map("(4,8):(8,1)"), "affine_map<(d0, d1) -> (d0 * 8 + d1)>");
    /// assert_eq!(map("((2,4),8):((1,16),2)"), "affine_map<(d0, d1) -> (d0 mod 2 + (d0 floordiv 2) * 16 + d1 * 2)>");
    /// assert_eq!(
    ///     map("S<1,0,1> o 0 o 4:1"),
    ///     "affine_map<(d0) -> ((d0 floordiv 2) * 2 + (d0 + d0 floordiv 2) mod 2)>"
    /// );
    /// ```
    ///
    /// # Errors
    /// [`NoAffineMap`].
    pub fn of_layout(layout: &AnyLayout) -> Result<Self> {
        let (result, _) = affine_index(layout, Tree)?;
        Ok(Self { dims: layout.domain().rank(), symbols: layout.symbols().len(), results: vec![result] })
    }
}

/// Expressions as trees, with the number of their operations.
#[derive(Clone, Copy, Debug)]
pub struct Tree;

impl AffineBuild for Tree {
    type Term = (AffineExpr, usize);

    fn constant(&self, value: i64) -> Self::Term {
        (AffineExpr::Constant(value), 0)
    }

    fn dim(&self, number: usize) -> Self::Term {
        (AffineExpr::Dim(number), 0)
    }

    fn symbol(&self, number: usize) -> Self::Term {
        (AffineExpr::Symbol(number), 0)
    }

    fn binary(&self, op: AffineOp, a: Self::Term, b: Self::Term) -> Option<Self::Term> {
        let operations = a.1 + b.1 + 1;
        (operations <= MOST_OPERATIONS).then(|| (AffineExpr::binary(op, a.0, b.0), operations))
    }
}

/// Arithmetic on affine expressions: in coordinates, symbol number `k` is dimension `k`.
pub struct AffineTerms<'l, B> {
    /// The layout, for messages.
    pub layout: &'l AnyLayout,
    /// What makes the expressions.
    pub build: B,
}

type Result<T> = std::result::Result<T, NoAffineMap>;

impl<B: AffineBuild> AffineTerms<'_, B> {
    fn binary(&self, op: AffineOp, a: B::Term, b: B::Term) -> Result<B::Term> {
        self.build.binary(op, a, b).ok_or_else(|| NoAffineMap::Long(self.layout.to_string()))
    }
}

impl<B: AffineBuild> Arithmetic for AffineTerms<'_, B> {
    type Value = B::Term;
    type Error = NoAffineMap;

    fn constant(&mut self, value: i64) -> Result<B::Term> {
        Ok(self.build.constant(value))
    }

    fn symbol(&mut self, symbol: Symbol) -> Result<B::Term> {
        Ok(self.build.symbol(symbol.id as usize))
    }

    fn add(&mut self, a: B::Term, b: B::Term) -> Result<B::Term> {
        self.binary(AffineOp::Add, a, b)
    }

    fn mul(&mut self, a: B::Term, b: B::Term) -> Result<B::Term> {
        self.binary(AffineOp::Mul, a, b)
    }

    fn floordiv(&mut self, a: B::Term, b: B::Term) -> Result<B::Term> {
        self.binary(AffineOp::FloorDiv, a, b)
    }

    fn modulo(&mut self, a: B::Term, b: B::Term) -> Result<B::Term> {
        self.binary(AffineOp::Mod, a, b)
    }

    fn minimum(&mut self, _: B::Term, _: B::Term) -> Result<B::Term> {
        Err(NoAffineMap::Extremum(self.layout.to_string()))
    }

    fn maximum(&mut self, a: B::Term, b: B::Term) -> Result<B::Term> {
        self.minimum(a, b)
    }
}

impl<B: AffineBuild> IndexArithmetic for AffineTerms<'_, B> {
    /// The bits above the changed field, the field bit by bit, the bits below it:
    /// the exclusive-or of two bits is the parity of the quotients that end in them.
    fn swizzle(&mut self, s: Swizzle, x: B::Term) -> Result<B::Term> {
        if s.bits() == 0 {
            return Ok(x);
        }
        let (source, target) = (s.source_mask().trailing_zeros(), s.target_mask().trailing_zeros());
        let power = |this: &Self, i: u32| this.build.constant(1i64 << i);
        let above = power(self, target + s.bits());
        let quotient = self.floordiv(x.clone(), above.clone())?;
        let mut sum = self.mul(quotient, above)?;
        for i in 0..s.bits() {
            let [y, z] = [power(self, source + i), power(self, target + i)];
            let ends = [self.floordiv(x.clone(), z.clone())?, self.floordiv(x.clone(), y)?];
            let [a, b] = ends;
            let (both, two) = (self.add(a, b)?, self.build.constant(2));
            let parity = self.modulo(both, two)?;
            let bit = self.mul(parity, z)?;
            sum = self.add(sum, bit)?;
        }
        if target == 0 {
            return Ok(sum);
        }
        let below = power(self, target);
        let below = self.modulo(x, below)?;
        self.add(sum, below)
    }

    fn coordinate(&mut self, integer: &Expr, _: &Layout) -> Result<B::Term> {
        if let Some(number) = integer.as_const() {
            return Ok(self.build.constant(number));
        }
        let mut found = None;
        integer.for_each_symbol(&mut |s| found = Some(s));
        match found {
            Some(symbol) if *integer == Expr::from(symbol) => Ok(self.build.dim(symbol.id as usize)),
            _ => Err(NoAffineMap::Dimension(integer.to_string())),
        }
    }
}
