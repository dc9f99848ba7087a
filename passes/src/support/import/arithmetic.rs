//! Integer arithmetic as terms: `arith`, `index` and `affine`.

use egg::Id;
use layout_dialect::ir::{self, Scalar};
use layout_dialect::{AffineExpr, AffineOp, affine_results};
use layout_egraph::{Facts, Node, Predicate};
use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, ValueLike};

use super::Import;

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
pub(crate) fn operation(name: &str) -> Option<&'static str> {
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

/// The predicate of a comparison, by `arith`'s name.
pub(crate) fn predicate(op: OperationRef<'_, '_>) -> Option<&'static str> {
    const NAMES: [&str; 10] = ["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"];
    let attribute = op.attribute("predicate").or_else(|_| op.attribute("pred")).ok()?;
    match ir::integer(attribute) {
        Some(number) => NAMES.get(usize::try_from(number).ok()?).copied(),
        None => {
            let text = attribute.to_string();
            NAMES.into_iter().find(|n| text.split(['<', '>', ' ', '(', ')']).any(|word| word == *n))
        }
    }
}

/// The values that a type holds, as signed integers.
pub(crate) fn range(scalar: Scalar, largest_index: i64) -> Facts {
    match scalar {
        Scalar::Index => Facts::range(-largest_index, largest_index),
        Scalar::Int(1) => Facts::range(0, 1),
        Scalar::Int(bits) if bits < 64 => Facts::range(-(1 << (bits - 1)), (1 << (bits - 1)) - 1),
        Scalar::Int(_) => Facts::range(-(i64::MAX - 1), i64::MAX - 1),
    }
}

impl<'c: 'a, 'a> Import<'c, 'a> {
    /// The terms of an operation's results, as far as it has any.
    pub(super) fn arithmetic(&mut self, op: OperationRef<'c, 'a>, name: &str) -> Vec<Option<Id>> {
        if is_affine(name) {
            return self.affine(op, name).unwrap_or_default();
        }
        match operation(name) {
            Some(operation) => {
                let term = self.binary(op, operation);
                if let Some(term) = term {
                    self.no_wrap(op, term);
                }
                vec![term]
            }
            None => Vec::new(),
        }
    }

    /// Where a flag excludes signed overflow, the result is a number of its type.
    fn no_wrap(&mut self, op: OperationRef<'c, 'a>, term: Id) {
        let flags = op.attribute("overflowFlags").map(|f| f.to_string()).unwrap_or_default();
        let scalar = ir::result(op).and_then(|r| ir::scalar(r.r#type()));
        if let (true, Some(Scalar::Int(bits @ 2..64))) = (flags.contains("nsw"), scalar) {
            self.graph.assume(term, range(Scalar::Int(bits), self.largest));
        }
    }

    fn binary(&mut self, op: OperationRef<'c, 'a>, name: &str) -> Option<Id> {
        let scalar = ir::scalar(ir::result(op)?.r#type())?;
        let of_type = range(scalar, self.largest);
        let fits = |f: Facts| f.within(of_type.lo, of_type.hi);
        match name {
            "constant" => {
                let c = ir::integer(op.attribute("value").ok()?)?;
                // `true` is 1 here, and -1 as a signed integer.
                return Some(self.graph.num(if scalar == Scalar::Int(1) { c & 1 } else { c }));
            }
            "cmpi" => return self.compare(op),
            "select" => {
                if scalar == Scalar::Int(1) {
                    return None;
                }
                let condition = ir::operand(op, 0)?;
                if ir::scalar(condition.r#type()) != Some(Scalar::Int(1)) {
                    return None;
                }
                let [c, a, b] = [self.value(condition), self.operand(op, 1)?, self.operand(op, 2)?];
                return Some(self.graph.select(c, a, b));
            }
            "index_cast" | "index_castui" | "extsi" | "extui" | "trunci" => {
                let source = ir::operand(op, 0)?;
                let from = ir::scalar(source.r#type())?;
                // What is true is 1 only if extended without its sign.
                if scalar == Scalar::Int(1) || (from == Scalar::Int(1) && name != "extui") {
                    return None;
                }
                let a = self.value(source);
                let facts = self.graph.facts(a);
                let same = match name {
                    "extui" | "index_castui" => facts.non_negative() && fits(facts),
                    _ => fits(facts),
                };
                return same.then_some(a);
            }
            _ => {}
        }
        if scalar == Scalar::Int(1) {
            return None;
        }
        let (a, b) = (self.operand(op, 0)?, self.operand(op, 1)?);
        let (fa, fb) = (self.graph.facts(a), self.graph.facts(b));
        let natural = fa.non_negative() && fb.non_negative();
        let (positive, constant) = (fb.lo >= 1, fb.as_const());
        let no_wrap = {
            let flags = op.attribute("overflowFlags").map(|f| f.to_string()).unwrap_or_default();
            flags.contains("nsw")
        };
        let graph = &mut self.graph;
        let exact = |f: Facts| no_wrap || fits(f);
        let power = |c: i64| 1i64.checked_shl(u32::try_from(c).ok()?).filter(|p| *p > 0);
        match name {
            "addi" if exact(Facts::sum(0, [(1, fa), (1, fb)])) => graph.sum(0, [(1, a), (1, b)]),
            "subi" if exact(Facts::sum(0, [(1, fa), (-1, fb)])) => graph.sum(0, [(1, a), (-1, b)]),
            // The complement of all bits never wraps.
            "subi" if fa.as_const() == Some(-1) => graph.sum(-1, [(-1, b)]),
            "muli" if exact(fa.mul(&fb)) => graph.mul(a, b),
            "divui" | "divsi" if natural && positive => graph.div(a, b),
            "remui" | "remsi" if natural && positive => graph.rem(a, b),
            "divsi" if positive && constant.is_some() => graph.add(Node::TruncDiv([a, b])),
            "remsi" if positive && constant.is_some() => graph.add(Node::TruncRem([a, b])),
            "floordivsi" if positive => graph.div(a, b),
            "ceildivsi" if positive => graph.ceildiv(a, b),
            "ceildivui" if natural && positive => graph.ceildiv(a, b),
            "shli" => {
                let c = graph.num(power(constant?)?);
                exact(fa.mul(&graph.facts(c))).then(|| graph.mul(a, c))?
            }
            "shrui" | "shrsi" if name == "shrsi" || fa.non_negative() => {
                let c = graph.num(power(constant?)?);
                graph.div(a, c)
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
        }
    }

    /// A comparison of numbers that are signed, or known not to be negative.
    fn compare(&mut self, op: OperationRef<'c, 'a>) -> Option<Id> {
        let predicate = predicate(op)?;
        let left = ir::operand(op, 0)?;
        if matches!(ir::scalar(left.r#type())?, Scalar::Int(1)) {
            return None;
        }
        let (a, b) = (self.value(left), self.operand(op, 1)?);
        let natural = self.graph.facts(a).non_negative() && self.graph.facts(b).non_negative();
        if predicate.starts_with('u') && !natural {
            return None;
        }
        let graph = &mut self.graph;
        let at_most = |graph: &mut layout_egraph::Graph, a: Id, b: Id| {
            let next = graph.sum(1, [(1, b)])?;
            Some(graph.compare(Predicate::Lt, a, next))
        };
        match predicate {
            "eq" => Some(graph.compare(Predicate::Eq, a, b)),
            "ne" => Some(graph.compare(Predicate::Ne, a, b)),
            "slt" | "ult" => Some(graph.compare(Predicate::Lt, a, b)),
            "sgt" | "ugt" => Some(graph.compare(Predicate::Lt, b, a)),
            "sle" | "ule" => at_most(graph, a, b),
            _ => at_most(graph, b, a),
        }
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
                Some(digits)
            }
            "affine.linearize_index" => {
                let segments = op.attribute("operandSegmentSizes").ok().map(ir::integers)?;
                let count = usize::try_from(*segments.first()?).ok()?;
                let basis = self.basis(op, count)?;
                let mut sum = self.operand(op, 0)?;
                for i in 1..count {
                    let size = *basis.get(basis.len() + i - count)?;
                    let scaled = self.graph.mul(sum, size)?;
                    let digit = self.operand(op, i)?;
                    sum = self.graph.sum(0, [(1, scaled), (1, digit)])?;
                }
                Some(vec![Some(sum)])
            }
            _ => {
                let terms = self.affine_terms(op, "map", 0)?;
                match name {
                    "affine.min" => Some(vec![self.folded(&terms, Node::Min)]),
                    "affine.max" => Some(vec![self.folded(&terms, Node::Max)]),
                    _ => Some(terms.into_iter().map(Some).collect()),
                }
            }
        }
    }

    /// The sizes of a basis, whose unknown entries are operands from number `first` on.
    fn basis(&mut self, op: OperationRef<'c, 'a>, first: usize) -> Option<Vec<Id>> {
        let mut next = first;
        let mut out = Vec::new();
        for size in ir::integers(op.attribute("static_basis").ok()?) {
            let id = if size == i64::MIN {
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

    /// The bounds and the step of an `affine.for`: the largest of the lower bounds,
    /// the least of the upper ones.
    pub(super) fn affine_bounds(&mut self, op: OperationRef<'c, 'a>) -> Option<(Id, Id, Id)> {
        let segments = op.attribute("operandSegmentSizes").ok().map(ir::integers)?;
        let above = usize::try_from(*segments.first()?).ok()?;
        let (lower, upper) =
            (self.affine_terms(op, "lowerBoundMap", 0)?, self.affine_terms(op, "upperBoundMap", above)?);
        let step = self.graph.num(op.attribute("step").ok().and_then(ir::integer)?);
        Some((self.folded(&lower, Node::Max)?, self.folded(&upper, Node::Min)?, step))
    }

    fn folded(&mut self, terms: &[Id], node: fn([Id; 2]) -> Node) -> Option<Id> {
        let (first, rest) = terms.split_first()?;
        rest.iter().try_fold(*first, |a, b| self.graph.add(node([a, *b])))
    }

    /// The results of an affine map of an operation, whose operands begin at `first`.
    fn affine_terms(&mut self, op: OperationRef<'c, 'a>, map: &str, first: usize) -> Option<Vec<Id>> {
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
