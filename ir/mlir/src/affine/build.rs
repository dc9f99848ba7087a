//! New affine expressions, which MLIR simplifies as it makes them.

use std::marker::PhantomData;

use melior::Context;
use melior::ir::Attribute;
use mlir_sys::{
    MlirAffineExpr, mlirAffineAddExprGet, mlirAffineCeilDivExprGet, mlirAffineConstantExprGet,
    mlirAffineDimExprGet, mlirAffineFloorDivExprGet, mlirAffineMapAttrGet, mlirAffineMapGet,
    mlirAffineModExprGet, mlirAffineMulExprGet, mlirAffineSymbolExprGet,
};

/// An affine expression of MLIR.
#[derive(Clone, Copy)]
pub struct AffineTerm<'c>(MlirAffineExpr, PhantomData<&'c Context>);

impl<'c> AffineTerm<'c> {
    /// An integer.
    pub fn constant(context: &'c Context, value: i64) -> Self {
        // SAFETY: the context is valid, here and below.
        Self(unsafe { mlirAffineConstantExprGet(context.to_raw(), value) }, PhantomData)
    }

    /// A dimension of the map.
    pub fn dimension(context: &'c Context, number: usize) -> Self {
        // SAFETY: as above.
        Self(unsafe { mlirAffineDimExprGet(context.to_raw(), number as isize) }, PhantomData)
    }

    /// A symbol of the map.
    pub fn symbol(context: &'c Context, number: usize) -> Self {
        // SAFETY: as above.
        Self(unsafe { mlirAffineSymbolExprGet(context.to_raw(), number as isize) }, PhantomData)
    }

    fn with(
        self,
        other: Self,
        get: unsafe extern "C" fn(MlirAffineExpr, MlirAffineExpr) -> MlirAffineExpr,
    ) -> Self {
        // SAFETY: both expressions are valid, and `get` is one of those below.
        Self(unsafe { get(self.0, other.0) }, PhantomData)
    }

    /// `self + other`.
    pub fn plus(self, other: Self) -> Self {
        self.with(other, mlirAffineAddExprGet)
    }

    /// `self * other`.
    pub fn times(self, other: Self) -> Self {
        self.with(other, mlirAffineMulExprGet)
    }

    /// `self floordiv other`.
    pub fn floordiv(self, other: Self) -> Self {
        self.with(other, mlirAffineFloorDivExprGet)
    }

    /// `self ceildiv other`.
    pub fn ceildiv(self, other: Self) -> Self {
        self.with(other, mlirAffineCeilDivExprGet)
    }

    /// `self mod other`.
    pub fn modulo(self, other: Self) -> Self {
        self.with(other, mlirAffineModExprGet)
    }
}

/// The map of so many dimensions and symbols to one result. The result's dimensions and
/// symbols must be among them.
pub fn affine_map_of<'c>(
    context: &'c Context,
    dimensions: usize,
    symbols: usize,
    result: AffineTerm<'c>,
) -> Attribute<'c> {
    let mut results = [result.0];
    // SAFETY: the context and the expression are valid; MLIR copies the results.
    unsafe {
        Attribute::from_raw(mlirAffineMapAttrGet(mlirAffineMapGet(
            context.to_raw(),
            dimensions as isize,
            symbols as isize,
            1,
            results.as_mut_ptr(),
        )))
    }
}
