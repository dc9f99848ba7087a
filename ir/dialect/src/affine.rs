//! The affine map of a layout: what memref passes that know no layouts use.

use layout_algebra::AnyLayout;
use layout_mlir::affine::{AffineTerm, affine_map_of};
use layout_upstream::{AffineBuild, AffineOp, NoAffineMap, affine_index};
use melior::Context;
use melior::ir::Attribute;

/// The index of a coordinate, one dimension a mode, as an affine map, exact for every
/// layout: hierarchy becomes `floordiv` and `mod`, a swizzle's exclusive-or parities.
/// Symbols are the map's.
///
/// # Errors
/// [`NoAffineMap`].
pub fn affine_map<'c>(layout: &AnyLayout, context: &'c Context) -> Result<Attribute<'c>, NoAffineMap> {
    let term = affine_index(layout, AffineTerms(context))?;
    Ok(affine_map_of(context, layout.domain().rank(), layout.symbols().len(), term))
}

/// Makes affine expressions of MLIR's, which are kept once each however often they stand in others.
#[derive(Clone, Copy)]
pub struct AffineTerms<'c>(pub &'c Context);

impl<'c> AffineBuild for AffineTerms<'c> {
    type Term = AffineTerm<'c>;

    fn constant(&self, value: i64) -> AffineTerm<'c> {
        AffineTerm::constant(self.0, value)
    }

    fn dim(&self, number: usize) -> AffineTerm<'c> {
        AffineTerm::dimension(self.0, number)
    }

    fn symbol(&self, number: usize) -> AffineTerm<'c> {
        AffineTerm::symbol(self.0, number)
    }

    fn binary(&self, op: AffineOp, a: AffineTerm<'c>, b: AffineTerm<'c>) -> Option<AffineTerm<'c>> {
        Some(match op {
            AffineOp::Add => a.plus(b),
            AffineOp::Mul => a.times(b),
            AffineOp::Mod => a.modulo(b),
            AffineOp::FloorDiv => a.floordiv(b),
            AffineOp::CeilDiv => a.ceildiv(b),
        })
    }
}
