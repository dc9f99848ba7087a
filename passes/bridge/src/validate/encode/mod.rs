//! Operations as terms: each with a truth that it is poison, and one that it is undefined
//! behaviour. One function a kind of operation, after the descriptions of the dialects.

mod affine;
mod layout;

use std::rc::Rc;

use layout_mlir::ir;
use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, Value, ValueLike};

use super::facts::{Bound, Fact, Steps, Target};
use super::problem::{Cone, Goal, Problem};
use super::term::{Bin, Cmp, Term, Terms, Truth, range};
use layout::LayoutTerms;

/// An integer: its bits, and whether it is poison.
#[derive(Clone, Copy, Debug)]
pub struct Int {
    pub bits: Term,
    pub poison: Truth,
}

/// A value as terms.
#[derive(Clone)]
pub enum Encoded {
    Int(Int),
    Layout(Rc<LayoutTerms>),
}

/// What is not written as terms.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0} is not encoded")]
pub struct Unsupported(pub String);

/// A problem as terms: it is solved when no values of the leaves make all of them true.
pub struct Query {
    pub terms: Terms,
    /// The facts, and that the goal fails.
    pub asserted: Vec<Truth>,
    /// For each leaf its slot, its bits and its poison; several of a layout.
    pub leaves: Vec<(usize, Vec<Int>)>,
}

/// Writes a problem as terms.
///
/// # Errors
/// [`Unsupported`] names the operation.
pub fn encode(problem: &Problem<'_, '_>, target: Target) -> Result<Query, Unsupported> {
    let cone = &problem.cone;
    let mut encoder = Encoder { terms: Terms::default(), target, slots: vec![None; cone.count] };
    let mut leaves = Vec::new();
    for (value, slot) in &cone.leaves {
        let (encoded, ints) = encoder.leaf(*value)?;
        encoder.slots[*slot] = Some(encoded);
        leaves.push((*slot, ints));
    }
    let mut asserted = Vec::new();
    if matches!(problem.goal, Goal::Runs(_)) {
        // Nothing can be done about an argument that is poison: no operation makes it a number.
        asserted.extend(leaves.iter().flat_map(|(_, ints)| ints).map(|i| encoder.terms.not(i.poison)));
    }
    // Facts that are about leaves alone come first: what they say is of use to the rest.
    for fact in &problem.facts {
        if matches!(fact, Fact::Between { .. }) {
            let truth = encoder.fact(fact, cone)?;
            encoder.terms.learn(truth);
            asserted.push(truth);
        }
    }
    let mut rest: Vec<&Fact<'_, '_>> =
        problem.facts.iter().filter(|f| !matches!(f, Fact::Between { .. } | Fact::Runs(_))).collect();
    let mut undefined = Vec::with_capacity(cone.steps.len());
    for step in &cone.steps {
        // A fact as soon as its values are there.
        let mut later = Vec::new();
        for fact in rest {
            if encoder.is_ready(fact, cone) {
                let truth = encoder.fact(fact, cone)?;
                encoder.terms.learn(truth);
                asserted.push(truth);
            } else {
                later.push(fact);
            }
        }
        rest = later;
        let operands: Vec<Encoded> =
            step.operands.iter().filter_map(|slot| encoder.slots[*slot].clone()).collect();
        let (results, ub) = encoder.operation(step.op, step.pure.layout_symbols(), &operands)?;
        for (k, result) in results.into_iter().enumerate() {
            encoder.slots[step.result + k] = Some(result);
        }
        undefined.push((ir::op_key(step.op), ub));
    }
    for fact in rest {
        let truth = encoder.fact(fact, cone)?;
        asserted.push(truth);
    }
    for fact in &problem.facts {
        let Fact::Runs(op) = fact else { continue };
        let ub = match undefined.iter().find(|(key, _)| *key == ir::op_key(*op)) {
            Some((_, ub)) => *ub,
            None => {
                let operands: Option<Vec<Encoded>> = op.operands().map(|v| encoder.value(v, cone)).collect();
                let Some(operands) = operands else { continue };
                encoder.operation(*op, None, &operands)?.1
            }
        };
        asserted.push(encoder.terms.not(ub));
    }
    let fails = match problem.goal {
        Goal::Refines { old, new, within } => {
            let (old, new) = (encoder.int(old, cone)?, encoder.int(new, cone)?);
            let t = &mut encoder.terms;
            let same = t.cmp(Cmp::Eq, old.bits, new.bits);
            let defined = match within {
                Some(elements) => encoder.indexes(old, elements),
                None => t.not(old.poison),
            };
            let t = &mut encoder.terms;
            let different = t.not(same);
            let wrong = t.or(new.poison, different);
            t.and(defined, wrong)
        }
        Goal::Runs(op) => {
            let operands: Option<Vec<Encoded>> = op.operands().map(|v| encoder.value(v, cone)).collect();
            let operands = operands.ok_or_else(|| Unsupported(ir::name(op).into()))?;
            encoder.operation(op, None, &operands)?.1
        }
    };
    asserted.push(fails);
    Ok(Query { terms: encoder.terms, asserted, leaves })
}

pub(super) struct Encoder {
    pub terms: Terms,
    pub target: Target,
    slots: Vec<Option<Encoded>>,
}

pub(super) type Outcome = (Vec<Encoded>, Truth);

impl Encoder {
    fn value(&self, value: Value<'_, '_>, cone: &Cone<'_, '_>) -> Option<Encoded> {
        self.slots.get(*cone.slots.get(&ir::key(value))?)?.clone()
    }

    fn int(&self, value: Value<'_, '_>, cone: &Cone<'_, '_>) -> Result<Int, Unsupported> {
        match self.value(value, cone) {
            Some(Encoded::Int(int)) => Ok(int),
            _ => Err(Unsupported("a value that is no integer".into())),
        }
    }

    fn leaf(&mut self, value: Value<'_, '_>) -> Result<(Encoded, Vec<Int>), Unsupported> {
        if let Some(scalar) = ir::scalar(value.r#type()) {
            let bits = self.terms.var(self.target.width(scalar));
            let int = Int { bits, poison: self.terms.flag() };
            return Ok((Encoded::Int(int), vec![int]));
        }
        let layout = layout::argument(self, value.r#type())?;
        let symbols = layout.symbols.clone();
        Ok((Encoded::Layout(layout.into()), symbols))
    }

    fn is_ready(&self, fact: &Fact<'_, '_>, cone: &Cone<'_, '_>) -> bool {
        fact.values().into_iter().all(|v| self.value(v, cone).is_some())
    }

    /// That a number is no poison and an index of so many elements.
    fn indexes(&mut self, index: Int, elements: i128) -> Truth {
        let t = &mut self.terms;
        let negative = t.cmp_number(Cmp::LtS, index.bits, 0);
        let mut within = t.not(negative);
        // A type that cannot hold the number holds none that is no less.
        if elements <= i128::MAX >> (128 - t.width(index.bits)) {
            let below = t.cmp_number(Cmp::LtS, index.bits, elements);
            within = t.and(within, below);
        }
        let defined = t.not(index.poison);
        t.and(defined, within)
    }

    fn fact(&mut self, fact: &Fact<'_, '_>, cone: &Cone<'_, '_>) -> Result<Truth, Unsupported> {
        Ok(match fact {
            Fact::Is(value, truth) => {
                let v = self.int(*value, cone)?;
                let zero = self.terms.cmp_number(Cmp::Eq, v.bits, 0);
                let truth = if *truth { self.terms.not(zero) } else { zero };
                self.defined(v, truth)
            }
            Fact::Between { value, lo, hi, or_poison } => {
                let v = self.int(*value, cone)?;
                let width = self.terms.width(v.bits);
                let (lo, hi) = (self.terms.constant(width, *lo), self.terms.constant(width, *hi));
                let (above, below) =
                    (self.terms.cmp(Cmp::LeS, lo, v.bits), self.terms.cmp(Cmp::LeS, v.bits, hi));
                let within = self.terms.and(above, below);
                // The bits of poison do not matter.
                if *or_poison { within } else { self.defined(v, within) }
            }
            Fact::Indexes(value, elements) => {
                let index = self.int(*value, cone)?;
                self.indexes(index, *elements)
            }
            Fact::Loop { variable, steps } => {
                let v = self.int(*variable, cone)?;
                self.goes_through(v, steps, cone)?
            }
            Fact::Carried { value, begin, by, steps, behind, or_poison } => {
                let v = self.int(*value, cone)?;
                let width = self.terms.width(v.bits);
                let [begin, by, lower, upper, step] =
                    [begin, by, &steps.lower, &steps.upper, &steps.step].map(|b| self.bound(b, cone, width));
                let (begin, by, lower, upper, step) = (begin?, by?, lower?, upper?, step?);
                let variable = if *behind { self.terms.bin(Bin::Sub, v.bits, step.bits) } else { v.bits };
                let mut known = self.goes_through(Int { bits: variable, poison: v.poison }, steps, cone)?;
                if *behind {
                    let first = self.terms.cmp(Cmp::Eq, v.bits, lower.bits);
                    let first = self.defined(v, first);
                    known = self.terms.or(first, known);
                }
                let mut apart = begin.poison;
                for (a, b) in [(begin, lower), (by, step)] {
                    let same = self.terms.cmp(Cmp::Eq, a.bits, b.bits);
                    let other = self.terms.not(same);
                    apart = self.terms.or(apart, other);
                }
                if *or_poison {
                    apart = self.terms.or(apart, v.poison);
                }
                // (Behind a loop, or inside of one, its bounds and its step are no poison.)
                let mut all = vec![self.terms.or(apart, known)];
                for i in [lower, upper, step] {
                    all.push(self.terms.not(i.poison));
                }
                self.terms.all(&all)
            }
            Fact::Runs(_) => self.terms.lit(true),
        })
    }

    /// That a number is one that a loop goes through, which runs.
    fn goes_through(
        &mut self,
        v: Int,
        steps: &Steps<'_, '_>,
        cone: &Cone<'_, '_>,
    ) -> Result<Truth, Unsupported> {
        let width = self.terms.width(v.bits);
        let (l, u, s) = (
            self.bound(&steps.lower, cone, width)?,
            self.bound(&steps.upper, cone, width)?,
            self.bound(&steps.step, cone, width)?,
        );
        let (le, lt) = if steps.signed { (Cmp::LeS, Cmp::LtS) } else { (Cmp::LeU, Cmp::LtU) };
        let (above, below) = (self.terms.cmp(le, l.bits, v.bits), self.terms.cmp(lt, v.bits, u.bits));
        // Steps are positive; the distance from the lower bound has no sign.
        let zero = self.terms.constant(width, 0);
        let positive = self.terms.cmp(if steps.signed { Cmp::LtS } else { Cmp::LtU }, zero, s.bits);
        let far = self.terms.bin(Bin::Sub, v.bits, l.bits);
        let rest =
            if self.terms.number(s.bits) == Some(1) { zero } else { self.terms.bin(Bin::RemU, far, s.bits) };
        let whole = self.terms.cmp(Cmp::Eq, rest, zero);
        let mut all = vec![above, below, positive, whole];
        for i in [v, l, u, s] {
            all.push(self.terms.not(i.poison));
        }
        Ok(self.terms.all(&all))
    }

    fn defined(&mut self, int: Int, truth: Truth) -> Truth {
        let defined = self.terms.not(int.poison);
        self.terms.and(defined, truth)
    }

    fn bound(&mut self, bound: &Bound<'_, '_>, cone: &Cone<'_, '_>, width: u32) -> Result<Int, Unsupported> {
        Ok(match bound {
            Bound::Number(n) => Int { bits: self.terms.constant(width, *n), poison: self.terms.lit(false) },
            Bound::Value(v) => self.int(*v, cone)?,
            Bound::Map { results, operands, greatest } => {
                let operands: Vec<Int> =
                    operands.iter().map(|v| self.int(*v, cone)).collect::<Result<_, _>>()?;
                // A bound that is undefined behaviour says nothing more here.
                let mut ub = self.terms.lit(false);
                let all: Vec<Int> = results.iter().map(|e| self.affine(e, &operands, &mut ub)).collect();
                self.folded(&all, *greatest).ok_or_else(|| Unsupported("a bound without a value".into()))?
            }
        })
    }

    /// The greatest or the least of signed values.
    pub(super) fn folded(&mut self, all: &[Int], greatest: bool) -> Option<Int> {
        all.iter().copied().reduce(|a, b| {
            let less = self.terms.cmp(Cmp::LtS, a.bits, b.bits);
            let (x, y) = if greatest { (b.bits, a.bits) } else { (a.bits, b.bits) };
            Int { bits: self.terms.ite(less, x, y), poison: self.terms.or(a.poison, b.poison) }
        })
    }

    /// An operation: its results, and whether it is undefined behaviour.
    pub(super) fn operation(
        &mut self,
        op: OperationRef<'_, '_>,
        symbols: Option<&[(usize, usize)]>,
        operands: &[Encoded],
    ) -> Result<Outcome, Unsupported> {
        let name = ir::name(op);
        let unsupported = || Unsupported(name.into());
        let (dialect, mnemonic) = name.split_once('.').ok_or_else(unsupported)?;
        if dialect == "layout" {
            let result = layout::operation(self, op, mnemonic, symbols, operands)?;
            return Ok((vec![result], self.terms.lit(false)));
        }
        let ints: Option<Vec<Int>> =
            operands.iter().map(|o| if let Encoded::Int(i) = o { Some(*i) } else { None }).collect();
        let ints = ints.filter(|i| i.len() == op.operand_count()).ok_or_else(unsupported)?;
        let no = self.terms.lit(false);
        let one = |int: Int| (vec![Encoded::Int(int)], no);
        let to = ir::result(op)
            .and_then(|r| ir::scalar(r.r#type()))
            .map(|s| self.target.width(s))
            .ok_or_else(unsupported)?;
        match (dialect, mnemonic, ints.as_slice()) {
            (_, "constant" | "bool.constant", []) => {
                let attribute = op.attribute("value").map_err(|_| unsupported())?;
                let number = ir::integer(attribute)
                    .or_else(|| attribute.to_string().starts_with("true").then_some(1))
                    .or_else(|| attribute.to_string().starts_with("false").then_some(0));
                let number: i128 = number.ok_or_else(unsupported)?.into();
                let index = ir::result(op).is_some_and(|r| ir::is_index(r.r#type()));
                // An index that its type does not hold has no meaning.
                if index && to < 64 && !(range(to).0..=2 * range(to).1 + 1).contains(&number) {
                    return Err(Unsupported(format!("the constant {number} as an index of {to} bits")));
                }
                Ok(one(Int { bits: self.terms.constant(to, number), poison: no }))
            }
            ("ub", "poison", []) => Ok(one(Int { bits: self.terms.var(to), poison: self.terms.lit(true) })),
            ("index", "sizeof", []) => Ok(one(Int { bits: self.terms.constant(to, to.into()), poison: no })),
            ("affine", _, _) => self.affine_operation(op, mnemonic, &ints),
            (_, "select", [c, a, b]) => {
                let zero = self.terms.cmp_number(Cmp::Eq, c.bits, 0);
                let yes = self.terms.not(zero);
                let bits = self.terms.ite(yes, a.bits, b.bits);
                let arm = self.terms.choose(yes, a.poison, b.poison);
                Ok(one(Int { bits, poison: self.terms.or(c.poison, arm) }))
            }
            (_, "cmpi" | "cmp", [a, b]) => {
                let truth = self.compare(op, a.bits, b.bits).ok_or_else(unsupported)?;
                let bits = self.terms.bit(truth);
                Ok(one(Int { bits, poison: self.terms.or(a.poison, b.poison) }))
            }
            (_, "extsi" | "extui" | "trunci" | "index_cast" | "index_castui" | "casts" | "castu", [a]) => {
                let signed = matches!(mnemonic, "extsi" | "index_cast" | "casts");
                let bits = self.terms.resize(a.bits, to, signed);
                let mut poison = a.poison;
                let (nsw, nuw) = flags(op);
                for (flag, signed) in [(nsw, true), (nuw, false)] {
                    if flag && mnemonic == "trunci" {
                        let back = self.terms.resize(bits, self.terms.width(a.bits), signed);
                        let same = self.terms.cmp(Cmp::Eq, back, a.bits);
                        let broken = self.terms.not(same);
                        poison = self.terms.or(poison, broken);
                    }
                }
                Ok(one(Int { bits, poison }))
            }
            (_, "addui_extended" | "mului_extended" | "mulsi_extended", [a, b]) => {
                let poison = self.terms.or(a.poison, b.poison);
                let (low, high) = self.extended(mnemonic, a.bits, b.bits);
                Ok(([low, high].map(|bits| Encoded::Int(Int { bits, poison })).to_vec(), no))
            }
            (_, _, [a, b]) => {
                let (int, ub) = self.binary(op, mnemonic, *a, *b).ok_or_else(unsupported)?;
                Ok((vec![Encoded::Int(int)], ub))
            }
            _ => Err(unsupported()),
        }
    }

    fn compare(&mut self, op: OperationRef<'_, '_>, a: Term, b: Term) -> Option<Truth> {
        const NAMES: [&str; 10] = ["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"];
        // `arith` numbers predicates, `index` names them.
        let name = match op.attribute("predicate").ok().and_then(ir::integer) {
            Some(number) => (*NAMES.get(usize::try_from(number).ok()?)?).to_string(),
            None => {
                let text = op.attribute("pred").ok()?.to_string();
                text.trim_end_matches(['>', ')']).rsplit([' ', '(']).next()?.to_string()
            }
        };
        Some(match name.as_str() {
            "eq" => self.terms.cmp(Cmp::Eq, a, b),
            "ne" => {
                let same = self.terms.cmp(Cmp::Eq, a, b);
                self.terms.not(same)
            }
            "slt" => self.terms.cmp(Cmp::LtS, a, b),
            "sle" => self.terms.cmp(Cmp::LeS, a, b),
            "sgt" => self.terms.cmp(Cmp::LtS, b, a),
            "sge" => self.terms.cmp(Cmp::LeS, b, a),
            "ult" => self.terms.cmp(Cmp::LtU, a, b),
            "ule" => self.terms.cmp(Cmp::LeU, a, b),
            "ugt" => self.terms.cmp(Cmp::LtU, b, a),
            "uge" => self.terms.cmp(Cmp::LeU, b, a),
            _ => return None,
        })
    }

    /// The low half and the high half, or the carry.
    fn extended(&mut self, mnemonic: &str, a: Term, b: Term) -> (Term, Term) {
        let t = &mut self.terms;
        let width = t.width(a);
        if mnemonic == "addui_extended" {
            let carry = t.overflow(Bin::Add, false, a, b);
            return (t.bin(Bin::Add, a, b), t.bit(carry));
        }
        let signed = mnemonic == "mulsi_extended";
        let (x, y) = (t.resize(a, 2 * width, signed), t.resize(b, 2 * width, signed));
        let product = t.bin(Bin::Mul, x, y);
        let by = t.constant(2 * width, width.into());
        let high = t.bin(Bin::ShrU, product, by);
        (t.bin(Bin::Mul, a, b), t.resize(high, width, false))
    }

    fn binary(&mut self, op: OperationRef<'_, '_>, mnemonic: &str, a: Int, b: Int) -> Option<(Int, Truth)> {
        let name = mnemonic.trim_end_matches(['i', 'u', 's']);
        let exact = op.has_attribute("isExact");
        let t = &mut self.terms;
        let width = t.width(a.bits);
        let no = t.lit(false);
        let either = t.or(a.poison, b.poison);
        let (x, y) = (a.bits, b.bits);
        let plain = |bits| Some((Int { bits, poison: either }, no));
        // `divui` and `divu`, `divsi` and `divs`.
        let signed = mnemonic.ends_with("si") || (!mnemonic.ends_with('i') && mnemonic.ends_with('s'));
        match name {
            "add" | "sub" | "mul" => {
                let kind = match name {
                    "add" => Bin::Add,
                    "sub" => Bin::Sub,
                    _ => Bin::Mul,
                };
                let (nsw, nuw) = flags(op);
                let mut poison = either;
                for (flag, signed) in [(nsw, true), (nuw, false)] {
                    if flag {
                        let broken = t.overflow(kind, signed, x, y);
                        poison = t.or(poison, broken);
                    }
                }
                Some((Int { bits: t.bin(kind, x, y), poison }, no))
            }
            "and" => plain(t.bin(Bin::And, x, y)),
            "or" => plain(t.bin(Bin::Or, x, y)),
            "xor" => plain(t.bin(Bin::Xor, x, y)),
            "min" | "max" => {
                let less = t.cmp(if signed { Cmp::LtS } else { Cmp::LtU }, x, y);
                let (p, q) = if name == "min" { (x, y) } else { (y, x) };
                plain(t.ite(less, p, q))
            }
            "shl" | "shr" => {
                let kind = match (name, signed) {
                    ("shl", _) => Bin::Shl,
                    (_, true) => Bin::ShrS,
                    _ => Bin::ShrU,
                };
                let near = t.cmp_number(Cmp::LtU, y, width.into());
                let far = t.not(near);
                let bits = t.bin(kind, x, y);
                let mut poison = t.or(either, far);
                let (nsw, nuw) = flags(op);
                // Shifting back must give the operand again.
                let back = [
                    (nsw && name == "shl", Bin::ShrS),
                    (nuw && name == "shl", Bin::ShrU),
                    (exact && name == "shr", Bin::Shl),
                ];
                for (flag, kind) in back {
                    if flag {
                        let back = t.bin(kind, bits, y);
                        let same = t.cmp(Cmp::Eq, back, x);
                        let broken = t.not(same);
                        poison = t.or(poison, broken);
                    }
                }
                Some((Int { bits, poison }, no))
            }
            "div" | "ceildiv" | "floordiv" | "rem" => self.divide(name, signed, exact, a, b),
            _ => None,
        }
    }

    fn divide(&mut self, name: &str, signed: bool, exact: bool, a: Int, b: Int) -> Option<(Int, Truth)> {
        let t = &mut self.terms;
        let (x, y) = (a.bits, b.bits);
        let width = t.width(x);
        let mut poison = a.poison;
        let zero = t.cmp_number(Cmp::Eq, y, 0);
        let mut ub = t.or(b.poison, zero);
        if signed && name != "rem" {
            // The least value by -1; poison may be the least value.
            let (least, minus) = (t.cmp_number(Cmp::Eq, x, range(width).0), t.cmp_number(Cmp::Eq, y, -1));
            let least = t.or(least, a.poison);
            let overflow = t.and(least, minus);
            ub = t.or(ub, overflow);
        }
        let (div, rem) = if signed { (Bin::DivS, Bin::RemS) } else { (Bin::DivU, Bin::RemU) };
        if name == "rem" {
            return Some((Int { bits: t.bin(rem, x, y), poison }, ub));
        }
        let bits = match (name, signed) {
            ("floordiv", _) if t.interval(y).0 > 0 => t.bin(Bin::FloorDiv, x, y),
            ("div", _) => t.bin(div, x, y),
            _ => {
                let (quotient, rest) = (t.bin(div, x, y), t.bin(rem, x, y));
                let whole = t.cmp_number(Cmp::Eq, rest, 0);
                let broken = t.not(whole);
                let (adjust, kind) = match (name, signed) {
                    ("ceildiv", false) => (broken, Bin::Add),
                    (_, true) => {
                        let (p, q) = (t.cmp_number(Cmp::LtS, x, 0), t.cmp_number(Cmp::LtS, y, 0));
                        let (both, neither) = (t.and(p, q), t.or(p, q));
                        let neither = t.not(neither);
                        let same = t.or(both, neither);
                        let other = t.not(same);
                        let (sign, kind) =
                            if name == "ceildiv" { (same, Bin::Add) } else { (other, Bin::Sub) };
                        (t.and(broken, sign), kind)
                    }
                    _ => return None,
                };
                let one = t.constant(width, 1);
                let next = t.bin(kind, quotient, one);
                t.ite(adjust, next, quotient)
            }
        };
        if exact {
            let rest = t.bin(rem, x, y);
            let whole = t.cmp_number(Cmp::Eq, rest, 0);
            let broken = t.not(whole);
            poison = t.or(poison, broken);
        }
        Some((Int { bits, poison }, ub))
    }
}

/// No signed and no unsigned wrap.
fn flags(op: OperationRef<'_, '_>) -> (bool, bool) {
    let text = op.attribute("overflowFlags").map(|a| a.to_string()).unwrap_or_default();
    (text.contains("nsw"), text.contains("nuw"))
}
