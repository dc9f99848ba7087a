//! Evaluates a problem by `layout-interp`: at all values of its leaves where they are few,
//! else at edge values of each width, at the program's own constants, and at random ones.

use fastrand::Rng;
use layout_dialect::Known;
use layout_interp::{Int, LayoutValue, Stop, Value};
use layout_mlir::affine::{AffineExpr, AffineOp, affine_results};
use layout_mlir::ir;
use melior::ir::operation::OperationLike;
use melior::ir::{Value as Ssa, ValueLike};
use rustc_hash::FxHashMap;

use super::facts::{Bound, Fact, Steps, Target};
use super::problem::{Goal, Problem};

/// Points up to which all are tried.
const WHOLE: u64 = 1 << 12;
/// Points that are looked for otherwise.
const SAMPLES: usize = 300;
/// Operations that the search may evaluate.
const WORK: usize = 150_000;
/// Layouts that stand for those of which nothing is known.
const LAYOUTS: [&str; 6] = [
    "12:1",
    "(4,8):(8,1)",
    "(128,64):(64,1)",
    "((2,4),8):((1,2),8)",
    "(8,(2,4)):(2,(1,16))",
    "(8,4,2):(1,8,32)",
];

/// What a problem is at some values of its leaves.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// As it should be.
    Holds,
    /// The values break a fact, or the program is undefined there.
    Outside,
    /// The goal fails: how.
    Fails(String),
    /// An operation that the interpreter does not know.
    Unknown(String),
}

/// What the evaluation of a problem came to.
#[derive(Clone, Debug, PartialEq)]
pub enum Evaluated {
    /// The goal held at so many points, which were all that there are or not.
    Held { points: usize, whole: bool },
    /// It fails at one.
    Fails(String),
    /// Nothing could be evaluated.
    Nothing(String),
}

/// The values of a problem's slots.
type Slots = Vec<Option<Value>>;

pub struct Evaluator<'p, 'c, 'a> {
    problem: &'p Problem<'c, 'a>,
    target: Target,
    /// Numbers that the program mentions, and their neighbours.
    hints: Vec<i128>,
}

impl<'p, 'c: 'a, 'a> Evaluator<'p, 'c, 'a> {
    pub fn new(problem: &'p Problem<'c, 'a>, target: Target) -> Self {
        let mut hints = Vec::new();
        for step in &problem.cone.steps {
            let near = |n: i64| (-1..=1).map(move |k| i128::from(n) + k);
            hints.extend(step.op.attribute("value").ok().and_then(ir::integer).into_iter().flat_map(near));
            let maps = step.op.attribute("map").ok().and_then(affine_results).unwrap_or_default();
            maps.iter().for_each(|e| numbers(e, &mut hints));
        }
        hints.sort_unstable();
        hints.dedup();
        Self { problem, target, hints }
    }

    /// Tries values of the leaves.
    pub fn run(&self, seed: u64) -> Evaluated {
        let mut rng = Rng::with_seed(seed);
        let domains = self.domains();
        let points = domains.as_ref().and_then(|d| {
            d.iter().try_fold(1u64, |n, (_, lo, hi, _)| {
                n.checked_mul(u64::try_from(hi - lo + 1).ok()?).filter(|n| *n <= WHOLE)
            })
        });
        let (mut held, mut why) = (0, String::from("no values satisfy what is known"));
        let budget = WORK / (self.problem.cone.steps.len() + 1);
        let tries = points.map_or(budget, |n| n as usize);
        for number in 0..tries {
            if points.is_none() && held >= SAMPLES {
                break;
            }
            let leaves = match (&domains, points) {
                (Some(domains), Some(_)) => point(domains, number as i128),
                _ => FxHashMap::default(),
            };
            match self.at(&mut |value, slot, slots| {
                leaves.get(&slot).cloned().or_else(|| self.draw(value, slots, &mut rng))
            }) {
                Verdict::Holds => held += 1,
                Verdict::Outside => {}
                Verdict::Fails(how) => return Evaluated::Fails(how),
                Verdict::Unknown(what) => {
                    why = what;
                    if number > 20 && held == 0 {
                        break;
                    }
                }
            }
        }
        if held == 0 {
            Evaluated::Nothing(why)
        } else {
            Evaluated::Held { points: held, whole: points.is_some() }
        }
    }

    /// Leaves that are integers of a few values each; `None` if there are others.
    fn domains(&self) -> Option<Vec<(usize, i128, i128, u32)>> {
        self.problem
            .cone
            .leaves
            .iter()
            .map(|(value, slot)| {
                let width = self.target.width(ir::scalar(value.r#type())?);
                let (mut lo, mut hi) = (Int::signed_min(width), Int::signed_max(width));
                for fact in &self.problem.facts {
                    match fact {
                        Fact::Between { value: v, lo: l, hi: h, or_poison: false } if v == value => {
                            (lo, hi) = (lo.max(*l), hi.min(*h));
                        }
                        Fact::Loop { variable, steps } if steps.signed && variable == value => {
                            let (first, end) = (self.constant(&steps.lower)?, self.constant(&steps.upper)?);
                            (lo, hi) = (lo.max(first), hi.min(end - 1));
                        }
                        _ => {}
                    }
                }
                (lo <= hi && hi - lo < i128::from(WHOLE)).then_some((*slot, lo, hi, width))
            })
            .collect()
    }

    fn constant(&self, bound: &Bound<'c, 'a>) -> Option<i128> {
        match bound {
            Bound::Number(n) => Some(*n),
            Bound::Value(v) => ir::constant(*v).map(i128::from),
            Bound::Map { results, .. } => match results.as_slice() {
                [AffineExpr::Constant(c)] => Some((*c).into()),
                _ => None,
            },
        }
    }

    /// What the problem is where `choose` says what leaves are, of values chosen before.
    pub fn at(&self, choose: &mut dyn FnMut(Ssa<'c, 'a>, usize, &Slots) -> Option<Value>) -> Verdict {
        let cone = &self.problem.cone;
        let mut slots: Slots = vec![None; cone.count];
        let mut done = vec![false; cone.steps.len()];
        // Bounds of loops come before what the loops count.
        let bounds = |value: Ssa<'c, 'a>| {
            let of = |f: &&Fact<'c, 'a>| match f {
                Fact::Loop { variable: counted, .. } | Fact::Carried { value: counted, .. } => {
                    *counted == value
                }
                _ => false,
            };
            let all = self.problem.facts.iter().filter(of).flat_map(Fact::values);
            all.filter(|bound| *bound != value).filter_map(|bound| cone.slot(bound)).collect::<Vec<_>>()
        };
        let mut leaves: Vec<_> =
            cone.leaves.iter().map(|(value, slot)| (bounds(*value), *value, *slot)).collect();
        while !leaves.is_empty() {
            let ready = |slots: &Slots| {
                leaves.iter().position(|(bounds, ..)| bounds.iter().all(|bound| slots[*bound].is_some()))
            };
            let mut next = ready(&slots);
            if next.is_none() {
                if let Some(verdict) = self.advance(&mut slots, &mut done) {
                    return verdict;
                }
                next = ready(&slots);
            }
            let (_, value, slot) = leaves.remove(next.unwrap_or(0));
            slots[slot] = choose(value, slot, &slots);
            if slots[slot].is_none() {
                return Verdict::Outside;
            }
        }
        if let Some(verdict) = self.advance(&mut slots, &mut done) {
            return verdict;
        }
        if !self.problem.facts.iter().all(|f| self.holds(f, &slots)) {
            return Verdict::Outside;
        }
        self.goal(&slots)
    }

    /// Evaluates the operations whose operands are there; a verdict if one has no value.
    fn advance(&self, slots: &mut Slots, done: &mut [bool]) -> Option<Verdict> {
        for (step, done) in self.problem.cone.steps.iter().zip(done) {
            if *done {
                continue;
            }
            let operands: Option<Vec<Value>> = step.operands.iter().map(|o| slots[*o].clone()).collect();
            let Some(operands) = operands else { continue };
            match step.pure.evaluate(&operands, self.target.index_bits) {
                Ok(results) => {
                    for (k, result) in results.into_iter().enumerate() {
                        slots[step.result + k] = Some(result);
                    }
                    *done = true;
                }
                // What is new and traps has a goal of its own.
                Err(Stop::Undefined(_)) => return Some(Verdict::Outside),
                Err(other) => return Some(Verdict::Unknown(other.to_string())),
            }
        }
        None
    }

    fn goal(&self, slots: &Slots) -> Verdict {
        let value = |v: Ssa<'c, 'a>| slots.get(self.problem.cone.slot(v)?)?.clone();
        match self.problem.goal {
            Goal::Refines { old, new, within } => match (value(old), value(new)) {
                (Some(Value::Poison), Some(_)) => Verdict::Holds,
                (Some(Value::Int(old)), Some(_))
                    if within.is_some_and(|n| !(0..n).contains(&old.signed())) =>
                {
                    Verdict::Holds
                }
                (Some(a), Some(b)) if a == b => Verdict::Holds,
                (Some(a), Some(b)) => {
                    Verdict::Fails(format!("{b} where it was {a}, for {}", self.leaves(slots)))
                }
                _ => Verdict::Unknown("a value that is not computed".into()),
            },
            Goal::Runs(op) => {
                let operands: Option<Vec<Value>> = op.operands().map(value).collect();
                let Some(operands) = operands else { return Verdict::Unknown("operands".into()) };
                match layout_interp::evaluate(op, &operands, self.target.index_bits) {
                    Ok(_) => Verdict::Holds,
                    Err(Stop::Undefined(why)) => Verdict::Fails(format!("{why}, for {}", self.leaves(slots))),
                    Err(other) => Verdict::Unknown(other.to_string()),
                }
            }
        }
    }

    /// What the leaves are, for people.
    fn leaves(&self, slots: &Slots) -> String {
        let one = |(value, slot): &(Ssa<'c, 'a>, usize)| {
            let name = match (ir::defining_op(*value), ir::block_argument(*value)) {
                (Some(op), _) => ir::name(op).into(),
                (_, Some((_, number))) => format!("argument {number}"),
                _ => "a value".into(),
            };
            let at = slots[*slot].as_ref().map_or("?".into(), ToString::to_string);
            format!("{name} = {at}")
        };
        let all: Vec<String> = self.problem.cone.leaves.iter().map(one).collect();
        if all.is_empty() { "all values".into() } else { all.join(", ") }
    }

    fn holds(&self, fact: &Fact<'c, 'a>, slots: &Slots) -> bool {
        let value = |v: Ssa<'c, 'a>| slots.get(self.problem.cone.slot(v)?)?.clone();
        match fact {
            Fact::Is(v, truth) => value(*v) == Some(Value::bool(*truth)),
            Fact::Between { value: v, lo, hi, or_poison } => match value(*v) {
                Some(Value::Poison) => *or_poison,
                Some(Value::Int(i)) => (*lo..=*hi).contains(&i.signed()),
                _ => true,
            },
            Fact::Indexes(v, elements) => match value(*v) {
                Some(Value::Poison) => false,
                Some(Value::Int(i)) => (0..*elements).contains(&i.signed()),
                _ => true,
            },
            Fact::Loop { variable, steps } => {
                let Some(Value::Int(v)) = value(*variable) else { return false };
                self.goes_through(v, steps, slots)
            }
            Fact::Carried { value: v, begin, by, steps, behind, or_poison } => {
                let of = |b| self.bound(b, slots, steps.signed);
                // (Behind a loop, or inside of one, its bounds and its step are no poison.)
                let (Some(lower), Some(_), Some(step)) =
                    (of(&steps.lower), of(&steps.upper), of(&steps.step))
                else {
                    return false;
                };
                if of(begin) != Some(lower) || of(by) != Some(step) {
                    return true;
                }
                match value(*v) {
                    Some(Value::Poison) => *or_poison,
                    Some(Value::Int(v)) if *behind => {
                        let before = Int::new(v.width(), v.signed() - step);
                        v == Int::new(v.width(), lower) || self.goes_through(before, steps, slots)
                    }
                    Some(Value::Int(v)) => self.goes_through(v, steps, slots),
                    _ => false,
                }
            }
            Fact::Runs(op) => {
                let operands: Option<Vec<Value>> = op.operands().map(value).collect();
                let run = operands.map(|o| layout_interp::evaluate(*op, &o, self.target.index_bits));
                !matches!(run, Some(Err(Stop::Undefined(_))))
            }
        }
    }

    fn goes_through(&self, v: Int, steps: &Steps<'c, 'a>, slots: &Slots) -> bool {
        let at = if steps.signed { v.signed() } else { v.unsigned() };
        self.range(steps, slots).is_some_and(|(l, u, s)| l <= at && at < u && (at - l) % s == 0)
    }

    /// Lower bound, upper bound and step of a loop that runs.
    fn range(&self, steps: &Steps<'c, 'a>, slots: &Slots) -> Option<(i128, i128, i128)> {
        let of = |b| self.bound(b, slots, steps.signed);
        let (l, u, s) = (of(&steps.lower)?, of(&steps.upper)?, of(&steps.step)?);
        (l < u && s > 0).then_some((l, u, s))
    }

    /// One of the numbers that a loop goes through.
    fn step(&self, steps: &Steps<'c, 'a>, slots: &Slots, rng: &mut Rng) -> Option<i128> {
        let (l, u, s) = self.range(steps, slots)?;
        let last = (u - 1 - l) / s;
        let k = match rng.u8(0..4) {
            0 => 0,
            1 => last,
            2 => rng.i128(0..=last.min(64)),
            _ => rng.i128(0..=last),
        };
        Some(l + k * s)
    }

    fn bound(&self, bound: &Bound<'c, 'a>, slots: &Slots, signed: bool) -> Option<i128> {
        let value = |v: &Ssa<'c, 'a>| match slots.get(self.problem.cone.slot(*v)?)? {
            Some(Value::Int(i)) => Some(if signed { i.signed() } else { i.unsigned() }),
            _ => None,
        };
        match bound {
            Bound::Number(n) => Some(*n),
            Bound::Value(v) => value(v),
            Bound::Map { results, operands, greatest } => {
                let operands: Vec<i128> = operands.iter().map(value).collect::<Option<_>>()?;
                let all: Vec<i128> =
                    results.iter().map(|e| self.affine(e, &operands)).collect::<Option<_>>()?;
                if *greatest { all.into_iter().max() } else { all.into_iter().min() }
            }
        }
    }

    /// An affine expression over the integers; `None` past the signed range of `index`.
    fn affine(&self, e: &AffineExpr, operands: &[i128]) -> Option<i128> {
        let value = match e {
            AffineExpr::Constant(c) => (*c).into(),
            AffineExpr::Operand(i) => *operands.get(*i)?,
            AffineExpr::Binary(op, sides) => {
                let (a, b) = (self.affine(&sides[0], operands)?, self.affine(&sides[1], operands)?);
                match op {
                    AffineOp::Add => a + b,
                    AffineOp::Mul => a * b,
                    _ if b <= 0 => return None,
                    AffineOp::Mod => a.rem_euclid(b),
                    AffineOp::FloorDiv => a.div_euclid(b),
                    AffineOp::CeilDiv => -(-a).div_euclid(b),
                }
            }
        };
        Some(value).filter(|v| Int::fits_signed(self.target.index_bits, *v))
    }

    /// A value for a leaf.
    fn draw(&self, value: Ssa<'c, 'a>, slots: &Slots, rng: &mut Rng) -> Option<Value> {
        let Some(scalar) = ir::scalar(value.r#type()) else { return self.draw_layout(value, rng) };
        let width = self.target.width(scalar);
        let (mut lo, mut hi) = (Int::signed_min(width), Int::signed_max(width));
        let mut poison = rng.u8(0..40) == 0 && matches!(self.problem.goal, Goal::Refines { .. });
        for fact in &self.problem.facts {
            match fact {
                Fact::Between { value: v, lo: l, hi: h, or_poison } if *v == value => {
                    (lo, hi) = (lo.max(*l), hi.min(*h));
                    poison &= *or_poison;
                }
                Fact::Loop { variable, steps } if *variable == value => {
                    return self.step(steps, slots, rng).map(|at| Int::new(width, at).into());
                }
                // (Others are tried as well: of those that are no such number nothing is known.)
                Fact::Carried { value: v, steps, behind, .. } if *v == value && rng.u8(0..8) > 0 => {
                    let of = |b| self.bound(b, slots, steps.signed);
                    let at = match behind {
                        false => self.step(steps, slots, rng),
                        true => {
                            let by = of(&steps.step);
                            let last = self.step(steps, slots, rng).zip(by).map(|(at, by)| at + by);
                            last.filter(|_| rng.u8(0..4) > 0).or_else(|| of(&steps.lower))
                        }
                    };
                    if let Some(at) = at {
                        return Some(Int::new(width, at).into());
                    }
                }
                _ => {}
            }
        }
        if poison {
            return Some(Value::Poison);
        }
        if lo > hi {
            return None;
        }
        let edge = |rng: &mut Rng| {
            let power = 1i128 << *rng.choice(&[0, 0, 1, 7, 8, 15, 16, 31, 32, 62, 63][..]).unwrap_or(&0);
            let near = power + rng.i128(-2..=2);
            if rng.bool() { near } else { -near }
        };
        let drawn = match rng.u8(0..10) {
            0..4 => rng.i128(-4.max(lo).min(hi)..=(lo.max(0) + 130).min(hi).max(lo)),
            4..6 if !self.hints.is_empty() => self.hints[rng.usize(0..self.hints.len())],
            6 => *rng.choice(&[lo, hi, hi - 1, lo + 1][..]).unwrap_or(&lo),
            7 | 8 => edge(rng),
            _ => rng.i128(lo..=hi),
        };
        // The bits of a number that the type does not hold are another number of it.
        let drawn = Int::new(width, drawn).signed();
        Some(Int::new(width, drawn.clamp(lo, hi)).into())
    }

    fn draw_layout(&self, value: Ssa<'c, 'a>, rng: &mut Rng) -> Option<Value> {
        let layout = match Known::of_type(value.r#type())? {
            Known::Nothing => LayoutValue::parse(LAYOUTS[rng.usize(0..LAYOUTS.len())])?,
            Known::Layout(layout) => {
                let mut symbols = layout.symbols();
                symbols.sort_by_key(|s| s.id);
                let one = symbols.iter().map(|s| {
                    let (div, min, max) =
                        (i128::from(s.facts.div), i128::from(s.facts.min), i128::from(s.facts.max));
                    let first = min.max(1 - 3 * div);
                    let first = first + (-first).rem_euclid(div);
                    let most = ((max - first) / div).clamp(0, if rng.u8(0..8) == 0 { 1 << 30 } else { 40 });
                    Int::new(self.target.index_bits, first + div * rng.i128(0..=most)).into()
                });
                let symbols = one.collect();
                LayoutValue::of_type(value.r#type(), symbols)?
            }
        };
        Some(Value::Layout(layout.into()))
    }
}

/// The point of that number of a product of intervals.
fn point(domains: &[(usize, i128, i128, u32)], mut number: i128) -> FxHashMap<usize, Value> {
    let mut out = FxHashMap::default();
    for (slot, lo, hi, width) in domains {
        let size = hi - lo + 1;
        out.insert(*slot, Int::new(*width, lo + number % size).into());
        number /= size;
    }
    out
}

/// The numbers of an affine expression, and their neighbours.
fn numbers(e: &AffineExpr, out: &mut Vec<i128>) {
    match e {
        AffineExpr::Constant(c) => out.extend((-1..=1).map(|k| i128::from(*c) + k)),
        AffineExpr::Operand(_) => {}
        AffineExpr::Binary(_, sides) => sides.iter().for_each(|s| numbers(s, out)),
    }
}
