//! Affine maps of the IR as trees.

use melior::ir::{Attribute, AttributeLike};
use mlir_sys::{
    MlirAffineExpr, mlirAffineBinaryOpExprGetLHS, mlirAffineBinaryOpExprGetRHS,
    mlirAffineConstantExprGetValue, mlirAffineDimExprGetPosition, mlirAffineExprIsAAdd,
    mlirAffineExprIsACeilDiv, mlirAffineExprIsAConstant, mlirAffineExprIsADim, mlirAffineExprIsAFloorDiv,
    mlirAffineExprIsAMod, mlirAffineExprIsAMul, mlirAffineExprIsASymbol, mlirAffineMapAttrGet,
    mlirAffineMapAttrGetValue, mlirAffineMapGetNumDims, mlirAffineMapGetNumResults,
    mlirAffineMapGetNumSymbols, mlirAffineMapGetResult, mlirAffineMapGetSubMap,
    mlirAffineSymbolExprGetPosition, mlirAttributeIsAAffineMap,
};

/// An affine expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AffineExpr {
    /// An operand of the map, dimensions first, symbols behind them.
    Operand(usize),
    /// An integer.
    Constant(i64),
    /// An operation of two.
    Binary(AffineOp, Box<[Self; 2]>),
}

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

/// The results of an affine map attribute; `None` for other attributes.
pub fn affine_results(attribute: Attribute<'_>) -> Option<Vec<AffineExpr>> {
    // SAFETY: the attribute is valid, and is an affine map where one is read.
    unsafe {
        if !mlirAttributeIsAAffineMap(attribute.to_raw()) {
            return None;
        }
        let map = mlirAffineMapAttrGetValue(attribute.to_raw());
        let dims = usize::try_from(mlirAffineMapGetNumDims(map)).ok()?;
        (0..mlirAffineMapGetNumResults(map)).map(|i| read(mlirAffineMapGetResult(map, i), dims)).collect()
    }
}

/// How many dimensions and symbols an affine map attribute has; `None` for other attributes.
pub fn affine_operands(attribute: Attribute<'_>) -> Option<(usize, usize)> {
    // SAFETY: the attribute is valid, and is an affine map where one is read.
    unsafe {
        if !mlirAttributeIsAAffineMap(attribute.to_raw()) {
            return None;
        }
        let map = mlirAffineMapAttrGetValue(attribute.to_raw());
        let counts = [mlirAffineMapGetNumDims(map), mlirAffineMapGetNumSymbols(map)];
        let [dims, symbols] = counts.map(usize::try_from);
        Some((dims.ok()?, symbols.ok()?))
    }
}

/// The results of an affine map, each as a map of one result; empty for other attributes.
pub fn affine_submaps<'c>(map: Attribute<'c>) -> Vec<Attribute<'c>> {
    // SAFETY: the attribute is valid, an affine map, and has the results.
    unsafe {
        if !mlirAttributeIsAAffineMap(map.to_raw()) {
            return Vec::new();
        }
        let map = mlirAffineMapAttrGetValue(map.to_raw());
        (0..mlirAffineMapGetNumResults(map))
            .map(|mut i| {
                Attribute::from_raw(mlirAffineMapAttrGet(mlirAffineMapGetSubMap(map, 1, &raw mut i)))
            })
            .collect()
    }
}

/// # Safety
/// The expression is valid.
unsafe fn read(e: MlirAffineExpr, dims: usize) -> Option<AffineExpr> {
    // SAFETY: the expression is valid, and of the kind it was asked for.
    unsafe {
        if mlirAffineExprIsAConstant(e) {
            return Some(AffineExpr::Constant(mlirAffineConstantExprGetValue(e)));
        }
        if mlirAffineExprIsADim(e) {
            return Some(AffineExpr::Operand(usize::try_from(mlirAffineDimExprGetPosition(e)).ok()?));
        }
        if mlirAffineExprIsASymbol(e) {
            let position = usize::try_from(mlirAffineSymbolExprGetPosition(e)).ok()?;
            return Some(AffineExpr::Operand(dims + position));
        }
        let op = if mlirAffineExprIsAAdd(e) {
            AffineOp::Add
        } else if mlirAffineExprIsAMul(e) {
            AffineOp::Mul
        } else if mlirAffineExprIsAMod(e) {
            AffineOp::Mod
        } else if mlirAffineExprIsAFloorDiv(e) {
            AffineOp::FloorDiv
        } else if mlirAffineExprIsACeilDiv(e) {
            AffineOp::CeilDiv
        } else {
            return None;
        };
        let sides =
            [read(mlirAffineBinaryOpExprGetLHS(e), dims)?, read(mlirAffineBinaryOpExprGetRHS(e), dims)?];
        Some(AffineExpr::Binary(op, Box::new(sides)))
    }
}
