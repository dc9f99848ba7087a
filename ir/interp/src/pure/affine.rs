//! `affine` operations that compute indices.
//!
//! Affine expressions are meant over the integers: where an intermediate result
//! leaves the signed range of `index`, the result is poison. A division or a
//! remainder by a number that is not positive is undefined behaviour.

use layout_mlir::affine::{AffineExpr, AffineOp, affine_results};
use layout_mlir::ir;
use melior::ir::operation::OperationLike;
use melior::ir::{Attribute, OperationRef};

use super::arith::floor_div;
use crate::int::Int;
use crate::stop::Stop;
use crate::value::Value;

/// An affine map: its operands are the dimensions, then the symbols.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Map(Vec<AffineExpr>);

impl Map {
    /// Reads an affine map; `None` for another attribute.
    pub fn of(attribute: Attribute<'_>) -> Option<Self> {
        affine_results(attribute).map(Self)
    }

    /// The results: `None` is poison.
    ///
    /// # Errors
    /// [`Stop::Undefined`] for a divisor that is not positive.
    pub fn apply(&self, operands: &[Option<i128>], index_width: u32) -> Result<Vec<Option<i128>>, Stop> {
        self.0.iter().map(|e| expression(e, operands, index_width)).collect()
    }
}

/// The value of an expression, `None` for poison.
fn expression(e: &AffineExpr, operands: &[Option<i128>], width: u32) -> Result<Option<i128>, Stop> {
    let (op, sides) = match e {
        AffineExpr::Constant(c) => return Ok(Some((*c).into())),
        AffineExpr::Operand(i) => return Ok(operands.get(*i).copied().flatten()),
        AffineExpr::Binary(op, sides) => (op, sides),
    };
    let (a, b) = (expression(&sides[0], operands, width)?, expression(&sides[1], operands, width)?);
    if !matches!(op, AffineOp::Add | AffineOp::Mul) && b.is_none_or(|b| b <= 0) {
        return Err(Stop::undefined("affine division by a number that is not positive"));
    }
    let (Some(a), Some(b)) = (a, b) else { return Ok(None) };
    let result = match op {
        AffineOp::Add => a + b,
        AffineOp::Mul => a * b,
        AffineOp::Mod => a.rem_euclid(b),
        AffineOp::FloorDiv => floor_div(a, b),
        AffineOp::CeilDiv => -floor_div(-a, b),
    };
    Ok(Some(result).filter(|r| Int::fits_signed(width, *r)))
}

/// Index operands as signed integers, `None` for poison.
pub(crate) fn indices(operands: &[Value]) -> Result<Vec<Option<i128>>, Stop> {
    operands
        .iter()
        .map(|v| match v {
            Value::Poison => Ok(None),
            Value::Int(i) => Ok(Some(i.signed())),
            _ => Err(Stop::unsupported("an operand that is no index")),
        })
        .collect()
}

#[derive(Clone, Debug)]
pub(super) enum Op {
    Apply(Map),
    Min(Map),
    Max(Map),
    /// The basis without the outermost bound; `None` for the next operand.
    Delinearize {
        basis: Vec<Option<i64>>,
        results: usize,
    },
    Linearize {
        basis: Vec<Option<i64>>,
        indices: usize,
        disjoint: bool,
    },
}

impl Op {
    pub(super) fn decode(op: OperationRef<'_, '_>, name: &str) -> Option<Self> {
        let map = || op.attribute("map").ok().and_then(Map::of);
        let basis = || {
            let sizes = op.attribute("static_basis").ok().map(ir::integers)?;
            Some(sizes.into_iter().map(|n| (n != i64::MIN).then_some(n)).collect::<Vec<_>>())
        };
        Some(match name {
            "affine.apply" => Self::Apply(map()?),
            "affine.min" => Self::Min(map()?),
            "affine.max" => Self::Max(map()?),
            "affine.delinearize_index" => Self::Delinearize { basis: basis()?, results: op.result_count() },
            "affine.linearize_index" => {
                let segments = op.attribute("operandSegmentSizes").ok().map(ir::integers)?;
                let indices = usize::try_from(*segments.first()?).ok()?;
                // The flag is a property that no attribute shows; only the text does.
                let disjoint = op.to_string().contains("linearize_index disjoint");
                Self::Linearize { basis: basis()?, indices, disjoint }
            }
            _ => return None,
        })
    }

    pub(super) fn evaluate(&self, operands: &[Value], width: u32) -> Result<Vec<Value>, Stop> {
        let operands = indices(operands)?;
        let value = |v: Option<i128>| Value::from(v.map(|v| Int::new(width, v)));
        let of_all = |map: &Map, choose: fn(i128, i128) -> i128| {
            let all: Option<Vec<i128>> = map.apply(&operands, width)?.into_iter().collect();
            Ok(vec![value(all.and_then(|all| all.into_iter().reduce(choose)))])
        };
        match self {
            Self::Apply(map) => Ok(map.apply(&operands, width)?.into_iter().map(value).collect()),
            Self::Min(map) => of_all(map, i128::min),
            Self::Max(map) => of_all(map, i128::max),
            Self::Delinearize { basis, results } => {
                let (index, sizes) = operands.split_first().ok_or_else(|| Stop::unsupported("no index"))?;
                let basis = bind(basis, sizes)?;
                if basis.iter().any(|n| n.is_none_or(|n| n <= 0)) {
                    return Err(Stop::undefined("a basis element that is not positive"));
                }
                let digits = delinearize(*index, &basis, *results, width);
                Ok(digits.map_or(vec![Value::Poison; *results], |d| {
                    d.into_iter().map(|d| value(Some(d))).collect()
                }))
            }
            Self::Linearize { basis, indices, disjoint } => {
                let (digits, sizes) =
                    operands.split_at_checked(*indices).ok_or_else(|| Stop::unsupported("operands"))?;
                Ok(vec![value(linearize(digits, &bind(basis, sizes)?, *disjoint, width))])
            }
        }
    }
}

/// The basis with operands in the places of what is not constant.
fn bind(basis: &[Option<i64>], operands: &[Option<i128>]) -> Result<Vec<Option<i128>>, Stop> {
    let mut operands = operands.iter();
    let next = |n: &Option<i64>| match n {
        Some(n) => Ok(Some(i128::from(*n))),
        None => operands.next().copied().ok_or_else(|| Stop::unsupported("a basis without its operands")),
    };
    basis.iter().map(next).collect()
}

/// The digits, outermost first; `None` if the index is poison or the product of the
/// basis overflows. Only the innermost `results - 1` elements of the basis count.
fn delinearize(index: Option<i128>, basis: &[Option<i128>], results: usize, width: u32) -> Option<Vec<i128>> {
    let basis: Vec<i128> = basis.iter().copied().collect::<Option<_>>()?;
    let mut product = 1i128;
    for n in &basis {
        product = product.checked_mul(*n).filter(|p| Int::fits_signed(width, *p))?;
    }
    let mut rest = index?;
    let mut digits = Vec::with_capacity(results);
    for n in basis.iter().rev().take(results.saturating_sub(1)) {
        digits.push(rest.rem_euclid(*n));
        rest = rest.div_euclid(*n);
    }
    digits.push(rest);
    digits.reverse();
    Some(digits)
}

/// `x + X * (y + Y * (z))`, `None` for poison: an operand is, a step overflows, or the
/// digits are not disjoint although they are said to be.
fn linearize(digits: &[Option<i128>], basis: &[Option<i128>], disjoint: bool, width: u32) -> Option<i128> {
    let digits: Vec<i128> = digits.iter().copied().collect::<Option<_>>()?;
    let basis: Vec<i128> = basis.iter().copied().collect::<Option<_>>()?;
    // Aligned at the innermost: the outermost digit may have no bound.
    let bounds = || digits.iter().rev().zip(basis.iter().rev());
    if disjoint {
        let inner = digits.len().saturating_sub(1);
        let within = bounds().enumerate().all(|(i, (d, n))| *d < *n && (*d >= 0 || i == inner));
        if !within || basis.iter().any(|n| *n < 0) {
            return None;
        }
    }
    let fits = |n: &i128| Int::fits_signed(width, *n);
    let (mut sum, mut scale) = (0i128, 1i128);
    for (i, digit) in digits.iter().rev().enumerate() {
        let term = digit.checked_mul(scale).filter(fits)?;
        sum = Some(sum + term).filter(fits)?;
        if i + 1 < digits.len() {
            let size = basis.iter().rev().nth(i)?;
            scale = scale.checked_mul(*size).filter(fits)?;
        }
    }
    Some(sum)
}
