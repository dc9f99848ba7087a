//! Indices of layouts as affine expressions of coordinates, and of numbers that are computed beside them.
//!
//! `affine.apply` computes with integers that fit in `index`, at each step, and divides by positive ones. What an index
//! of a layout needs of its symbols alone, the product of two sizes for a stride, may be larger where a coordinate is 0,
//! and a divisor may be 0 where a promise is broken: both make poison at most. So numbers are computed by `arith`,
//! divisors are at least 1, and each number is one symbol of the map.

use layout_algebra::{Arithmetic, Expr, IndexArithmetic, Layout, Swizzle, Symbol};
use layout_dialect::{AffineTerms, index_number};
use layout_mlir::affine::AffineTerm;
use layout_mlir::ir;
use layout_upstream::{AffineBuild, AffineOp, AffineTerms as Affine, NoAffineMap};
use melior::ir::operation::OperationBuilder;
use melior::ir::{OperationRef, Type, Value};

/// An integer on the way to an index.
#[derive(Clone)]
pub(super) enum Number<'c, 'a> {
    /// A constant.
    Constant(i64),
    /// A number of run time, without coordinates.
    Value(Value<'c, 'a>),
    /// An affine expression of coordinates.
    Affine(AffineTerm<'c>),
}

/// Why an index is left.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum NoIndex {
    /// A symbol or coordinate without a value.
    #[error("a symbol or a coordinate has no value")]
    Missing,
    /// MLIR refuses an operation.
    #[error("{0} could not be built")]
    Build(&'static str),
    /// Coordinates in the place of numbers.
    #[error(transparent)]
    Affine(#[from] NoAffineMap),
    /// The smaller of coordinates.
    #[error("a divisor, or a minimum or maximum, depends on a coordinate")]
    Coordinate,
}

/// Writes numbers before an operation.
pub(super) struct Numbers<'r, 'c, 'a> {
    pub before: OperationRef<'c, 'a>,
    /// The values of the layout's symbols.
    pub symbols: &'r [Value<'c, 'a>],
    /// Those of the coordinate.
    pub coordinate: &'r [Value<'c, 'a>],
    /// Whether a number is known to be at least 1.
    pub positive: &'r dyn Fn(Value<'c, 'a>) -> bool,
    /// For expressions of coordinates.
    pub affine: Affine<'r, AffineTerms<'c>>,
    /// The symbols of the map so far.
    pub operands: Vec<Value<'c, 'a>>,
}

type Result<T> = std::result::Result<T, NoIndex>;

impl<'c: 'a, 'a> Numbers<'_, 'c, 'a> {
    /// A number as a value.
    pub fn value(&self, number: &Number<'c, 'a>) -> Result<Value<'c, 'a>> {
        match number {
            Number::Constant(c) => {
                let location = ir::location(self.before);
                ir::insert_index(self.before, location, *c).ok_or(NoIndex::Build("a constant"))
            }
            Number::Value(value) => Ok(*value),
            Number::Affine(_) => Err(NoIndex::Coordinate),
        }
    }

    /// A number as a part of an affine expression.
    pub fn term(&mut self, number: Number<'c, 'a>) -> AffineTerm<'c> {
        match number {
            Number::Constant(c) => self.affine.build.constant(c),
            Number::Affine(term) => term,
            Number::Value(value) => {
                let found = self.operands.iter().position(|operand| *operand == value);
                let number = found.unwrap_or_else(|| {
                    self.operands.push(value);
                    self.operands.len() - 1
                });
                self.affine.build.symbol(number)
            }
        }
    }

    fn arith(&self, name: &'static str, a: &Number<'c, 'a>, b: &Number<'c, 'a>) -> Result<Number<'c, 'a>> {
        let operands = [self.value(a)?, self.value(b)?];
        let index = Type::index(ir::context(self.before));
        let op = OperationBuilder::new(name, ir::location(self.before))
            .add_operands(&operands)
            .add_results(&[index]);
        ir::inserted_result(self.before, op.build()).map(Number::Value).ok_or(NoIndex::Build(name))
    }

    /// An operation: of numbers by `arith`, of coordinates as a part of the map.
    fn binary(
        &mut self,
        op: AffineOp,
        name: &'static str,
        a: Number<'c, 'a>,
        b: Number<'c, 'a>,
    ) -> Result<Number<'c, 'a>> {
        match (&a, &b) {
            (Number::Constant(x), Number::Constant(y)) if op.apply(*x, *y).is_some() => {
                Ok(Number::Constant(op.apply(*x, *y).unwrap_or_default()))
            }
            (Number::Constant(1), _) if op == AffineOp::Mul => Ok(b),
            (_, Number::Constant(1)) if matches!(op, AffineOp::Mul | AffineOp::FloorDiv) => Ok(a),
            (Number::Constant(0), _) | (_, Number::Constant(0)) if op == AffineOp::Mul => {
                Ok(Number::Constant(0))
            }
            (Number::Affine(_), _) | (_, Number::Affine(_)) => {
                let (a, b) = (self.term(a), self.term(b));
                let missing = || NoIndex::Build("affine.apply");
                self.affine.build.binary(op, a, b).map(Number::Affine).ok_or_else(missing)
            }
            _ => self.arith(name, &a, &b),
        }
    }

    /// A divisor that is at least 1, whatever was promised of it.
    fn divisor(&self, b: Number<'c, 'a>) -> Result<Number<'c, 'a>> {
        match b {
            Number::Constant(1..) => Ok(b),
            Number::Value(value) if (self.positive)(value) => Ok(b),
            Number::Affine(_) => Err(NoIndex::Coordinate),
            _ => self.arith("arith.maxsi", &b, &Number::Constant(1)),
        }
    }
}

impl<'c: 'a, 'a> Arithmetic for Numbers<'_, 'c, 'a> {
    type Value = Number<'c, 'a>;
    type Error = NoIndex;

    fn constant(&mut self, value: i64) -> Result<Number<'c, 'a>> {
        Ok(Number::Constant(value))
    }

    fn symbol(&mut self, symbol: Symbol) -> Result<Number<'c, 'a>> {
        if let Some(value) = symbol.facts.known() {
            return Ok(Number::Constant(value));
        }
        self.symbols.get(symbol.id as usize).map(|value| Number::Value(*value)).ok_or(NoIndex::Missing)
    }

    fn add(&mut self, a: Number<'c, 'a>, b: Number<'c, 'a>) -> Result<Number<'c, 'a>> {
        self.binary(AffineOp::Add, "arith.addi", a, b)
    }

    fn mul(&mut self, a: Number<'c, 'a>, b: Number<'c, 'a>) -> Result<Number<'c, 'a>> {
        self.binary(AffineOp::Mul, "arith.muli", a, b)
    }

    fn floordiv(&mut self, a: Number<'c, 'a>, b: Number<'c, 'a>) -> Result<Number<'c, 'a>> {
        let b = self.divisor(b)?;
        self.binary(AffineOp::FloorDiv, "arith.floordivsi", a, b)
    }

    fn modulo(&mut self, a: Number<'c, 'a>, b: Number<'c, 'a>) -> Result<Number<'c, 'a>> {
        let b = self.divisor(b)?;
        if matches!(a, Number::Value(_)) && !matches!(b, Number::Affine(_)) {
            // `arith` has no remainder of floor division.
            let quotient = self.arith("arith.floordivsi", &a, &b)?;
            let whole = self.arith("arith.muli", &quotient, &b)?;
            return self.arith("arith.subi", &a, &whole);
        }
        self.binary(AffineOp::Mod, "arith.remui", a, b)
    }

    fn minimum(&mut self, a: Number<'c, 'a>, b: Number<'c, 'a>) -> Result<Number<'c, 'a>> {
        self.arith("arith.minsi", &a, &b)
    }

    fn maximum(&mut self, a: Number<'c, 'a>, b: Number<'c, 'a>) -> Result<Number<'c, 'a>> {
        self.arith("arith.maxsi", &a, &b)
    }
}

impl<'c: 'a, 'a> IndexArithmetic for Numbers<'_, 'c, 'a> {
    fn swizzle(&mut self, swizzle: Swizzle, x: Number<'c, 'a>) -> Result<Number<'c, 'a>> {
        let x = self.term(x);
        Ok(Number::Affine(self.affine.swizzle(swizzle, x)?))
    }

    fn coordinate(&mut self, integer: &Expr, _: &Layout) -> Result<Number<'c, 'a>> {
        if let Expr::Const(c) = integer {
            return Ok(Number::Constant(*c));
        }
        let number = index_number(integer).filter(|n| *n < self.coordinate.len()).ok_or(NoIndex::Missing)?;
        Ok(Number::Affine(self.affine.build.dim(number)))
    }
}
