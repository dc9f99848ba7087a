//! Operations of the affine dialect as terms.

use layout_mlir::affine::{AffineExpr, AffineOp, affine_results};
use layout_mlir::ir;
use melior::ir::OperationRef;
use melior::ir::operation::OperationLike;

use super::super::term::{Bin, Cmp, Truth};
use super::{Encoded, Encoder, Int, Outcome, Unsupported};

impl Encoder {
    /// An affine expression, meant over the integers: poison where an intermediate result
    /// leaves the signed range of `index`; a divisor that is not positive is undefined.
    pub(super) fn affine(&mut self, e: &AffineExpr, operands: &[Int], ub: &mut Truth) -> Int {
        let width = self.target.index_bits;
        let (op, sides) = match e {
            AffineExpr::Constant(c) => {
                return Int { bits: self.terms.constant(width, (*c).into()), poison: self.terms.lit(false) };
            }
            AffineExpr::Operand(i) => {
                let missing = Int { bits: self.terms.constant(width, 0), poison: self.terms.lit(true) };
                return operands.get(*i).copied().unwrap_or(missing);
            }
            AffineExpr::Binary(op, sides) => (op, sides),
        };
        let (a, b) = (self.affine(&sides[0], operands, ub), self.affine(&sides[1], operands, ub));
        let t = &mut self.terms;
        let poison = t.or(a.poison, b.poison);
        let ring = match op {
            AffineOp::Add => Some(Bin::Add),
            AffineOp::Mul => Some(Bin::Mul),
            _ => None,
        };
        if let Some(kind) = ring {
            let broken = t.overflow(kind, true, a.bits, b.bits);
            return Int { bits: t.bin(kind, a.bits, b.bits), poison: t.or(poison, broken) };
        }
        let zero = t.constant(width, 0);
        let low = t.cmp(Cmp::LeS, b.bits, zero);
        let wrong = t.or(b.poison, low);
        *ub = t.or(*ub, wrong);
        let (quotient, rest) = t.floor(a.bits, b.bits);
        let bits = match op {
            AffineOp::Mod => rest,
            AffineOp::FloorDiv => quotient,
            _ => {
                let (one, whole) = (t.constant(width, 1), t.cmp(Cmp::Eq, rest, zero));
                let next = t.bin(Bin::Add, quotient, one);
                t.ite(whole, quotient, next)
            }
        };
        Int { bits, poison }
    }

    pub(super) fn affine_operation(
        &mut self,
        op: OperationRef<'_, '_>,
        mnemonic: &str,
        ints: &[Int],
    ) -> Result<Outcome, Unsupported> {
        let unsupported = || Unsupported(format!("affine.{mnemonic}"));
        let mut ub = self.terms.lit(false);
        let width = self.target.index_bits;
        match mnemonic {
            "apply" | "min" | "max" => {
                let map = op.attribute("map").ok().and_then(affine_results).ok_or_else(unsupported)?;
                let all: Vec<Int> = map.iter().map(|e| self.affine(e, ints, &mut ub)).collect();
                let results = match mnemonic {
                    "apply" => all,
                    _ => vec![self.folded(&all, mnemonic == "max").ok_or_else(unsupported)?],
                };
                Ok((results.into_iter().map(Encoded::Int).collect(), ub))
            }
            "delinearize_index" => {
                let (index, sizes) = ints.split_first().ok_or_else(unsupported)?;
                let basis = self.basis(op, sizes).ok_or_else(unsupported)?;
                let mut poison = index.poison;
                let mut product = self.terms.constant(width, 1);
                for n in &basis {
                    let zero = self.terms.constant(width, 0);
                    let low = self.terms.cmp(Cmp::LeS, n.bits, zero);
                    let broken = self.terms.overflow(Bin::Mul, true, product, n.bits);
                    poison = self.terms.any(&[poison, broken]);
                    ub = self.terms.any(&[ub, n.poison, low]);
                    product = self.terms.bin(Bin::Mul, product, n.bits);
                }
                let mut rest = index.bits;
                let mut digits = Vec::new();
                for n in basis.iter().rev().take(op.result_count().saturating_sub(1)) {
                    let (quotient, digit) = self.terms.floor(rest, n.bits);
                    digits.push(digit);
                    rest = quotient;
                }
                digits.push(rest);
                Ok((digits.into_iter().rev().map(|bits| Encoded::Int(Int { bits, poison })).collect(), ub))
            }
            "linearize_index" => {
                let segments = op.attribute("operandSegmentSizes").map(ir::integers).unwrap_or_default();
                let count =
                    segments.first().and_then(|n| usize::try_from(*n).ok()).ok_or_else(unsupported)?;
                let (digits, sizes) = ints.split_at_checked(count).ok_or_else(unsupported)?;
                let basis = self.basis(op, sizes).ok_or_else(unsupported)?;
                let disjoint = op.to_string().contains("linearize_index disjoint");
                Ok((vec![Encoded::Int(self.linearize(digits, &basis, disjoint))], ub))
            }
            _ => Err(unsupported()),
        }
    }

    fn linearize(&mut self, digits: &[Int], basis: &[Int], disjoint: bool) -> Int {
        let t = &mut self.terms;
        let width = self.target.index_bits;
        let zero = t.constant(width, 0);
        let mut broken: Vec<Truth> = digits.iter().chain(basis).map(|i| i.poison).collect();
        if disjoint {
            for (i, (digit, n)) in digits.iter().rev().zip(basis.iter().rev()).enumerate() {
                let below = t.cmp(Cmp::LtS, digit.bits, n.bits);
                broken.push(t.not(below));
                // The outermost digit may be negative.
                if i + 1 < digits.len() {
                    broken.push(t.cmp(Cmp::LtS, digit.bits, zero));
                }
            }
            for n in basis {
                broken.push(t.cmp(Cmp::LtS, n.bits, zero));
            }
        }
        let (mut sum, mut scale) = (zero, t.constant(width, 1));
        for (i, digit) in digits.iter().rev().enumerate() {
            broken.push(t.overflow(Bin::Mul, true, digit.bits, scale));
            let term = t.bin(Bin::Mul, digit.bits, scale);
            broken.push(t.overflow(Bin::Add, true, sum, term));
            sum = t.bin(Bin::Add, sum, term);
            if i + 1 < digits.len()
                && let Some(n) = basis.iter().rev().nth(i)
            {
                broken.push(t.overflow(Bin::Mul, true, scale, n.bits));
                scale = t.bin(Bin::Mul, scale, n.bits);
            }
        }
        Int { bits: sum, poison: t.any(&broken) }
    }

    /// A basis, operands in the places of what is not constant.
    fn basis(&mut self, op: OperationRef<'_, '_>, operands: &[Int]) -> Option<Vec<Int>> {
        let sizes = ir::integers(op.attribute("static_basis").ok()?);
        let mut operands = operands.iter();
        let width = self.target.index_bits;
        sizes
            .into_iter()
            .map(|n| match n {
                ir::DYNAMIC => operands.next().copied(),
                n => Some(Int { bits: self.terms.constant(width, n.into()), poison: self.terms.lit(false) }),
            })
            .collect()
    }
}
