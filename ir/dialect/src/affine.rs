//! The affine map of a layout: what memref passes that know no layouts use.

use layout_algebra::{AnyLayout, Arithmetic, Coord, Expr, IndexArithmetic, Layout, Swizzle, Symbol};
use layout_mlir::affine::{AffineTerm, affine_map_of};
use melior::Context;
use melior::ir::Attribute;

use crate::coordinate::{index, index_number};

/// Why a layout has no affine map.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoAffineMap {
    /// A size or stride is the smaller or larger of two.
    #[error("no affine map computes a minimum or maximum, which {0} has")]
    Extremum(String),
    /// The attribute is none of a layout.
    #[error("no layout, no affine map")]
    NotALayout,
    /// An integer is no dimension of the map.
    #[error("no dimension of the affine map stands for {0}")]
    Dimension(String),
}

/// The index of a coordinate, one dimension a mode, as an affine map, exact for every
/// layout: hierarchy becomes `floordiv` and `mod`, a swizzle's exclusive-or parities.
/// Symbols are the map's.
///
/// # Errors
/// [`NoAffineMap`].
pub fn affine_map<'c>(layout: &AnyLayout, context: &'c Context) -> Result<Attribute<'c>, NoAffineMap> {
    let rank = layout.domain().rank();
    let coord = Coord::Tuple((0..rank).map(|d| Coord::Int(index(d))).collect());
    let term = layout.compute_index(&coord, &mut Terms { context, layout })?;
    Ok(affine_map_of(context, rank, layout.symbols().len(), term))
}

/// Arithmetic on affine expressions.
struct Terms<'l, 'c> {
    context: &'c Context,
    layout: &'l AnyLayout,
}

impl<'c> Terms<'_, 'c> {
    fn number(&self, value: i64) -> AffineTerm<'c> {
        AffineTerm::constant(self.context, value)
    }
}

impl<'c> Arithmetic for Terms<'_, 'c> {
    type Value = AffineTerm<'c>;
    type Error = NoAffineMap;

    fn constant(&mut self, value: i64) -> Result<AffineTerm<'c>, NoAffineMap> {
        Ok(self.number(value))
    }

    fn symbol(&mut self, symbol: Symbol) -> Result<AffineTerm<'c>, NoAffineMap> {
        Ok(AffineTerm::symbol(self.context, symbol.id as usize))
    }

    fn add(&mut self, a: AffineTerm<'c>, b: AffineTerm<'c>) -> Result<AffineTerm<'c>, NoAffineMap> {
        Ok(a.plus(b))
    }

    fn mul(&mut self, a: AffineTerm<'c>, b: AffineTerm<'c>) -> Result<AffineTerm<'c>, NoAffineMap> {
        Ok(a.times(b))
    }

    fn floordiv(&mut self, a: AffineTerm<'c>, b: AffineTerm<'c>) -> Result<AffineTerm<'c>, NoAffineMap> {
        Ok(a.floordiv(b))
    }

    fn modulo(&mut self, a: AffineTerm<'c>, b: AffineTerm<'c>) -> Result<AffineTerm<'c>, NoAffineMap> {
        Ok(a.modulo(b))
    }

    fn minimum(&mut self, _: AffineTerm<'c>, _: AffineTerm<'c>) -> Result<AffineTerm<'c>, NoAffineMap> {
        Err(NoAffineMap::Extremum(self.layout.to_string()))
    }

    fn maximum(&mut self, a: AffineTerm<'c>, b: AffineTerm<'c>) -> Result<AffineTerm<'c>, NoAffineMap> {
        self.minimum(a, b)
    }
}

impl<'c> IndexArithmetic for Terms<'_, 'c> {
    /// The bits above the changed field, the field bit by bit, the bits below it:
    /// the exclusive-or of two bits is the parity of the quotients that end in them.
    fn swizzle(&mut self, s: Swizzle, x: AffineTerm<'c>) -> Result<AffineTerm<'c>, NoAffineMap> {
        if s.bits() == 0 {
            return Ok(x);
        }
        let (source, target) = (s.source_mask().trailing_zeros(), s.target_mask().trailing_zeros());
        let power = |i: u32| self.number(1i64 << i);
        let above = power(target + s.bits());
        let mut sum = x.floordiv(above).times(above);
        for i in 0..s.bits() {
            let (y, z) = (power(source + i), power(target + i));
            let parity = x.floordiv(z).plus(x.floordiv(y)).modulo(self.number(2));
            sum = sum.plus(parity.times(z));
        }
        Ok(if target > 0 { sum.plus(x.modulo(power(target))) } else { sum })
    }

    fn coordinate(&mut self, integer: &Expr, _: &Layout) -> Result<AffineTerm<'c>, NoAffineMap> {
        let number = index_number(integer).ok_or_else(|| NoAffineMap::Dimension(integer.to_string()))?;
        Ok(AffineTerm::dimension(self.context, number))
    }
}
