//! Integer arithmetic as terms: `arith`, `index` and `affine`.

use layout_algebra::log2;
use layout_egraph::{Facts, Graph, Id, Node, Predicate};
use layout_mlir::affine::{AffineExpr, AffineOp, affine_results};
use layout_mlir::ir::{self, CmpIPredicate, Scalar};
use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, ValueLike};

use super::{Holds, Import};

/// Whether an operation may become a term, from its name alone.
pub fn is_arithmetic(name: &str) -> bool {
    operation(name).is_some() || is_affine(name)
}

fn is_affine(name: &str) -> bool {
    matches!(
        name,
        "affine.apply" | "affine.min" | "affine.max" | "affine.delinearize_index" | "affine.linearize_index"
    )
}

/// The operation by its name in `arith`, for `arith` and `index` alike.
fn operation(name: &str) -> Option<&'static str> {
    let (dialect, op) = name.split_once('.')?;
    // Both names, `arith` first.
    const OPERATIONS: &[(&str, &str)] = &[
        ("constant", "constant"),
        ("addi", "add"),
        ("subi", "sub"),
        ("muli", "mul"),
        ("divui", "divu"),
        ("divsi", "divs"),
        ("remui", "remu"),
        ("remsi", "rems"),
        ("ceildivui", "ceildivu"),
        ("ceildivsi", "ceildivs"),
        ("floordivsi", "floordivs"),
        ("shli", "shl"),
        ("shrui", "shru"),
        ("shrsi", "shrs"),
        ("andi", "and"),
        ("ori", "or"),
        ("xori", "xor"),
        ("minui", "minu"),
        ("maxui", "maxu"),
        ("minsi", "mins"),
        ("maxsi", "maxs"),
        ("cmpi", "cmp"),
        ("index_cast", "casts"),
        ("index_castui", "castu"),
        ("extsi", ""),
        ("extui", ""),
        ("trunci", ""),
        ("select", ""),
    ];
    match dialect {
        "arith" => OPERATIONS.iter().find(|o| o.0 == op).map(|o| o.0),
        "index" => OPERATIONS.iter().find(|o| o.1 == op).map(|o| o.0),
        _ => None,
    }
}

/// `2^k` for a shift by `k` of a value of so many bits; more is poison.
fn power(k: i64, bits: u32) -> Option<i64> {
    u32::try_from(k).ok().filter(|k| *k < bits.min(63)).map(|k| 1 << k)
}

impl<'c: 'a, 'a> Import<'_, 'c, 'a> {
    /// The terms of an operation's results, as far as it has any.
    pub(super) fn arithmetic(&mut self, op: OperationRef<'c, 'a>, name: &str) -> Vec<Option<Id>> {
        if is_affine(name) {
            return self.affine(op, name).unwrap_or_default();
        }
        let Some(scalar) = ir::result(op).and_then(|r| ir::scalar(r.r#type())) else { return Vec::new() };
        match operation(name) {
            Some(operation) => vec![self.of_operation(op, operation, scalar)],
            None => Vec::new(),
        }
    }

    fn of_operation(&mut self, op: OperationRef<'c, 'a>, name: &str, scalar: Scalar) -> Option<Id> {
        let truth = scalar == Scalar::Int(1);
        match name {
            "constant" => {
                let c = ir::constant(ir::result(op)?)?;
                Some(self.constant(c, scalar))
            }
            "cmpi" => self.compare(op),
            "select" if truth => None,
            "select" => {
                let condition = ir::operand(op, 0)?;
                if ir::scalar(condition.r#type()) != Some(Scalar::Int(1)) {
                    return None;
                }
                let (c, a, b) = (self.read(condition)?, self.operand(op, 1)?, self.operand(op, 2)?);
                let term = self.graph.select(c, a, b);
                self.result(term, scalar, Holds::Always)
            }
            "index_cast" | "index_castui" | "extsi" | "extui" | "trunci" => self.cast(op, name, scalar),
            _ if truth => None,
            _ => self.binary(op, name, scalar),
        }
    }

    /// A cast keeps a number, or takes it modulo the width of one side.
    fn cast(&mut self, op: OperationRef<'c, 'a>, name: &str, to: Scalar) -> Option<Id> {
        let source = ir::operand(op, 0)?;
        let from = ir::scalar(source.r#type())?;
        let (narrow, wide) = (self.machine.bits(from), self.machine.bits(to));
        let a = self.read(source)?;
        if to == Scalar::Int(1) {
            return None;
        }
        if from == Scalar::Int(1) {
            // What is true is 1 without a sign, -1 with one.
            return match name {
                "extui" | "index_castui" => Some(a),
                "extsi" | "index_cast" => self.graph.sum(0, [(-1, a)]),
                _ => None,
            };
        }
        let of_fewer = self.machine.bits(from).min(self.machine.bits(to));
        let fits = |facts: Facts| facts.within(0, (1i128 << of_fewer) - 1);
        self.reads.poison |= ir::has_no_unsigned_wrap(op) && !fits(self.graph.facts(a));
        let unsigned = matches!(name, "extui" | "index_castui") && wide > narrow;
        if unsigned && !self.graph.facts(a).non_negative() {
            let modulus = power(narrow.into(), 64)?;
            let modulus = self.graph.num(modulus);
            return self.graph.rem(a, modulus);
        }
        // Fewer bits hold the number, or the cast promises that they do.
        self.result(a, to, Holds::promised(wide < narrow && ir::has_no_signed_wrap(op)))
    }

    fn binary(&mut self, op: OperationRef<'c, 'a>, name: &str, scalar: Scalar) -> Option<Id> {
        let bits = self.machine.bits(scalar);
        let (a, b) = (self.operand(op, 0)?, self.operand(op, 1)?);
        let (fa, fb) = (self.graph.facts(a), self.graph.facts(b));
        let natural = fa.non_negative() && fb.non_negative();
        let (positive, constant) = (fb.lo >= 1, fb.as_const());
        let power_of_two = constant.and_then(log2).is_some();
        let graph = &mut self.graph;
        let term = match name {
            "addi" => graph.sum(0, [(1, a), (1, b)]),
            "subi" => graph.sum(0, [(1, a), (-1, b)]),
            "muli" => graph.mul(a, b),
            "shli" => {
                let p = graph.num(power(constant?, bits)?);
                graph.mul(a, p)
            }
            "divui" | "divsi" if natural && positive => graph.div(a, b),
            "remui" | "remsi" if natural && positive => graph.rem(a, b),
            // The low bits are the same with a sign and without.
            "remui" if power_of_two => graph.rem(a, b),
            "divsi" if positive && constant.is_some() => graph.add(Node::TruncDiv([a, b])),
            "remsi" if positive && constant.is_some() => graph.add(Node::TruncRem([a, b])),
            "floordivsi" if positive => graph.div(a, b),
            "ceildivsi" if positive => graph.ceildiv(a, b),
            "ceildivui" if natural && positive => graph.ceildiv(a, b),
            "shrui" | "shrsi" if name == "shrsi" || fa.non_negative() => {
                let p = graph.num(power(constant?, bits)?);
                graph.div(a, p)
            }
            "andi" => graph.and(a, constant?),
            "ori" if fa.disjoint(&fb) => graph.sum(0, [(1, a), (1, b)]),
            "ori" => graph.or(a, constant?),
            "xori" if natural => graph.xor(a, b),
            // All bits but the sign of a complement flip.
            "xori" if constant == Some(-1) => graph.sum(-1, [(-1, a)]),
            "minsi" | "minui" if name == "minsi" || natural => graph.add(Node::Min([a, b])),
            "maxsi" | "maxui" if name == "maxsi" || natural => graph.add(Node::Max([a, b])),
            _ => None,
        };
        let Some(term) = term else {
            self.reads.partly = of_word(name, &fb, bits);
            return None;
        };
        // What a flag promises beside what the term is: an equal value without it may be wanted where that is broken.
        let divisor = if name.starts_with("shr") { constant.and_then(|c| power(c, bits)) } else { constant };
        let is_exact = || divisor.is_some_and(|d| d != 0 && fa.divisible_by(d));
        let is_natural = || natural && self.graph.facts(term).within(0, (1i128 << bits) - 1);
        self.reads.poison |= op.has_attribute("isExact") && !is_exact();
        self.reads.poison |= ir::has_no_unsigned_wrap(op) && !is_natural();
        let holds = match name {
            "addi" | "subi" | "muli" | "shli" => Holds::promised(ir::has_no_signed_wrap(op)),
            _ => Holds::Always,
        };
        self.result(term, scalar, holds)
    }

    /// A comparison of numbers that are signed, or known not to be negative.
    fn compare(&mut self, op: OperationRef<'c, 'a>) -> Option<Id> {
        let predicate = CmpIPredicate::of(op)?;
        let scalar = ir::scalar(ir::operand(op, 0)?.r#type())?;
        if scalar == Scalar::Int(1) {
            return None;
        }
        let (a, b) = (self.operand(op, 0)?, self.operand(op, 1)?);
        let natural = |id: Id| self.graph.facts(id).non_negative();
        if predicate.is_unsigned() && !(natural(a) && natural(b)) {
            return None;
        }
        let of_type = self.machine.range(scalar);
        let graph = &mut self.graph;
        Some(match predicate {
            CmpIPredicate::Eq => graph.compare(Predicate::Eq, a, b),
            CmpIPredicate::Ne => graph.compare(Predicate::Ne, a, b),
            CmpIPredicate::Slt | CmpIPredicate::Ult => graph.compare(Predicate::Lt, a, b),
            CmpIPredicate::Sgt | CmpIPredicate::Ugt => graph.compare(Predicate::Lt, b, a),
            CmpIPredicate::Sle | CmpIPredicate::Ule => at_most(graph, a, b, of_type),
            CmpIPredicate::Sge | CmpIPredicate::Uge => at_most(graph, b, a, of_type),
        })
    }

    fn affine(&mut self, op: OperationRef<'c, 'a>, name: &str) -> Option<Vec<Option<Id>>> {
        match name {
            "affine.delinearize_index" => {
                let basis = self.basis(op, 1)?;
                let count = ir::results(op).len();
                let mut rest = self.operand(op, 0)?;
                let mut digits = Vec::with_capacity(count);
                // The outermost digit is a quotient, whether its bound is given or not.
                for size in basis.iter().rev().take(count - 1) {
                    digits.push(self.graph.rem(rest, *size));
                    rest = self.graph.div(rest, *size)?;
                }
                digits.push(Some(rest));
                digits.reverse();
                let digit = |d: Option<Id>| self.result(d?, Scalar::Index, Holds::Always);
                Some(digits.into_iter().map(digit).collect())
            }
            "affine.linearize_index" => {
                let segments = op.attribute("operandSegmentSizes").ok().map(ir::integers)?;
                let count = usize::try_from(*segments.first()?).ok()?;
                let basis = self.basis(op, count)?;
                let mut sum = self.operand(op, 0)?;
                for i in 1..count {
                    let size = *basis.get((basis.len() + i).checked_sub(count)?)?;
                    let scaled = self.graph.mul(sum, size)?;
                    let digit = self.operand(op, i)?;
                    sum = self.graph.sum(0, [(1, scaled), (1, digit)])?;
                }
                Some(vec![self.result(sum, Scalar::Index, Holds::Promised)])
            }
            _ => {
                let terms = self.affine_terms(op, "map", 0)?;
                // Overflow in a map is poison.
                let term = match name {
                    "affine.min" => self.smallest(&terms),
                    "affine.max" => self.largest(&terms),
                    _ => terms.first().copied(),
                }?;
                Some(vec![self.result(term, Scalar::Index, Holds::Promised)])
            }
        }
    }

    /// The sizes of a basis, whose unknown entries are operands from number `first` on.
    fn basis(&mut self, op: OperationRef<'c, 'a>, first: usize) -> Option<Vec<Id>> {
        let mut next = first;
        let mut out = Vec::new();
        for size in ir::integers(op.attribute("static_basis").ok()?) {
            let id = if size == ir::DYNAMIC {
                next += 1;
                self.operand(op, next - 1)?
            } else {
                self.graph.num(size)
            };
            if self.graph.facts(id).lo < 1 {
                return None;
            }
            out.push(id);
        }
        Some(out)
    }

    /// The smallest of terms.
    pub(super) fn smallest(&mut self, terms: &[Id]) -> Option<Id> {
        let (first, rest) = terms.split_first()?;
        rest.iter().try_fold(*first, |a, b| self.graph.add(Node::Min([a, *b])))
    }

    /// The largest of terms.
    pub(super) fn largest(&mut self, terms: &[Id]) -> Option<Id> {
        let (first, rest) = terms.split_first()?;
        rest.iter().try_fold(*first, |a, b| self.graph.add(Node::Max([a, *b])))
    }

    /// The results of an affine map of an operation, whose operands begin at `first`.
    pub(super) fn affine_terms(
        &mut self,
        op: OperationRef<'c, 'a>,
        map: &str,
        first: usize,
    ) -> Option<Vec<Id>> {
        let results = affine_results(op.attribute(map).ok()?)?;
        results.iter().map(|e| self.affine_term(op, e, first)).collect()
    }

    fn affine_term(&mut self, op: OperationRef<'c, 'a>, e: &AffineExpr, first: usize) -> Option<Id> {
        match e {
            AffineExpr::Constant(c) => Some(self.graph.num(*c)),
            AffineExpr::Operand(i) => self.operand(op, first + *i),
            AffineExpr::Binary(operator, sides) => {
                let [a, b] =
                    [self.affine_term(op, &sides[0], first)?, self.affine_term(op, &sides[1], first)?];
                match operator {
                    AffineOp::Add => self.graph.sum(0, [(1, a), (1, b)]),
                    AffineOp::Mul => self.graph.mul(a, b),
                    AffineOp::Mod => self.graph.rem(a, b),
                    AffineOp::FloorDiv => self.graph.div(a, b),
                    AffineOp::CeilDiv if self.graph.facts(b).lo >= 1 => self.graph.ceildiv(a, b),
                    AffineOp::CeilDiv => None,
                }
            }
        }
    }
}

/// What is known of an operation on a number of so many bits whose sign is not known, and which has none for it.
fn of_word(name: &str, b: &Facts, bits: u32) -> Option<Facts> {
    let most = (1i128 << bits) - 1;
    match name {
        "divui" if b.lo >= 2 => Some(most / b.lo),
        "remui" if b.lo >= 1 => Some(b.hi - 1),
        "shrui" if b.lo >= 1 && b.hi < bits.into() => Some(most >> b.lo),
        _ => None,
    }
    .map(|hi| Facts::range(0, hi))
}

/// `a <= b`, by `<` where one side is a constant whose neighbour the type holds.
fn at_most(graph: &mut Graph, a: Id, b: Id, of_type: Facts) -> Id {
    let neighbour =
        |c: Option<i64>, by: i64| c.and_then(|c| c.checked_add(by)).filter(|c| of_type.admit((*c).into()));
    if let Some(next) = neighbour(graph.as_const(b), 1) {
        let next = graph.num(next);
        return graph.compare(Predicate::Lt, a, next);
    }
    if let Some(last) = neighbour(graph.as_const(a), -1) {
        let last = graph.num(last);
        return graph.compare(Predicate::Lt, last, b);
    }
    graph.compare(Predicate::Le, a, b)
}
