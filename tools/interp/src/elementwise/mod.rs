//! The operations of `arith` and `math` on one element each.

mod math;

use crate::number::{Float, Format, Int, Scalar};
use crate::read::program::Op;
use crate::read::types::Element;

/// An operation that computes each element of its result from those of its operands.
#[derive(Clone, Copy, Debug)]
pub struct Elementwise {
    rule: Rule,
    predicate: i64,
    nsw: bool,
    nuw: bool,
    exact: bool,
    nneg: bool,
    to: Element,
}

/// Why an operation has no result.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Undefined(pub String);

type Rule = fn(&Elementwise, &[Scalar]) -> Result<Scalar, Undefined>;

impl Elementwise {
    /// The operation, if it is one; its result has elements of the type.
    pub fn of(op: &Op, to: Element) -> Option<Self> {
        let flags = op.text("overflowFlags").unwrap_or_default();
        let flag = |name: &str| op.attribute(name).is_some();
        Some(Self {
            rule: rule(&op.name)?,
            predicate: op.int("predicate").unwrap_or(0),
            nsw: flags.contains("nsw"),
            nuw: flags.contains("nuw"),
            exact: flag("isExact"),
            nneg: flag("nonNeg"),
            to,
        })
    }

    /// The combination of a kind of reduction, such as `addf`.
    pub fn of_kind(kind: &str, to: Element) -> Option<Self> {
        const KINDS: [&str; 15] = [
            "addi", "muli", "minsi", "maxsi", "minui", "maxui", "andi", "ori", "xori", "addf", "mulf",
            "minimumf", "maximumf", "minnumf", "maxnumf",
        ];
        let kind = KINDS.contains(&kind).then(|| format!("arith.{kind}"))?;
        Some(Self::plain(rule(&kind)?, to))
    }

    /// One without attributes.
    fn plain(rule: Rule, to: Element) -> Self {
        Self { rule, predicate: 0, nsw: false, nuw: false, exact: false, nneg: false, to }
    }

    /// The result on one element of each operand.
    ///
    /// # Errors
    /// If the behaviour is undefined: a division by zero or by poison.
    pub fn apply(&self, operands: &[Scalar]) -> Result<Scalar, Undefined> {
        (self.rule)(self, operands)
    }
}

fn rule(name: &str) -> Option<Rule> {
    Some(match name {
        "arith.addi" => |o, a| o.int(a, |x, y| Some(x + y)),
        "arith.subi" => |o, a| o.int(a, |x, y| Some(x - y)),
        "arith.muli" => |o, a| o.int(a, i128::checked_mul),
        "arith.andi" => |o, a| o.bits(a, |x, y| x & y),
        "arith.ori" => |o, a| o.bits(a, |x, y| x | y),
        "arith.xori" => |o, a| o.bits(a, |x, y| x ^ y),
        "arith.shli" => |o, a| o.shift(a, |x, by| Some(x << by)),
        "arith.shrui" => |o, a| o.shift_right(a, Int::unsigned),
        "arith.shrsi" => |o, a| o.shift_right(a, Int::signed),
        "arith.divui" => |o, a| o.divide(a, Int::unsigned, |x, y| x / y),
        "arith.remui" => |o, a| o.divide(a, Int::unsigned, |x, y| x % y),
        "arith.divsi" => |o, a| o.divide(a, Int::signed, |x, y| x / y),
        "arith.remsi" => |o, a| o.divide(a, Int::signed, |x, y| x % y),
        "arith.floordivsi" => |o, a| o.divide(a, Int::signed, |x, y| (x - ((x % y) + y) % y) / y),
        "arith.ceildivsi" => |o, a| o.divide(a, Int::signed, |x, y| -((-x - (((-x) % y) + y) % y) / y)),
        "arith.ceildivui" => |o, a| o.divide(a, Int::unsigned, |x, y| (x + y - 1) / y),
        "arith.minsi" => |o, a| o.pick(a, Int::signed, false),
        "arith.maxsi" => |o, a| o.pick(a, Int::signed, true),
        "arith.minui" => |o, a| o.pick(a, Int::unsigned, false),
        "arith.maxui" => |o, a| o.pick(a, Int::unsigned, true),
        "arith.cmpi" => |o, a| o.cmpi(a),
        "arith.cmpf" => |o, a| o.cmpf(a),
        "arith.select" => |_, a| select(a),
        "arith.addf" => |_, a| float2(a, Float::add),
        "arith.subf" => |_, a| float2(a, |x, y| x.add(y.negated())),
        "arith.mulf" => |_, a| float2(a, Float::mul),
        "arith.divf" => |_, a| float2(a, Float::div),
        "arith.remf" => |_, a| float2(a, Float::remainder),
        "arith.maximumf" => |_, a| float2(a, |x, y| x.extremum(y, true, true)),
        "arith.minimumf" => |_, a| float2(a, |x, y| x.extremum(y, false, true)),
        "arith.maxnumf" => |_, a| float2(a, |x, y| x.extremum(y, true, false)),
        "arith.minnumf" => |_, a| float2(a, |x, y| x.extremum(y, false, false)),
        "arith.negf" => |_, a| float1(a, Float::negated),
        "arith.extsi" => |o, a| o.resize(a, |x| Some(x.signed())),
        "arith.extui" => |o, a| o.resize(a, |x| Some(x.unsigned())),
        "arith.trunci" => |o, a| o.truncate(a),
        "arith.index_cast" => |o, a| o.resize(a, |x| Some(x.signed())),
        "arith.index_castui" => |o, a| o.resize(a, |x| Some(x.unsigned())),
        "arith.sitofp" => |o, a| o.int_to_float(a, Int::signed),
        "arith.uitofp" => |o, a| o.int_to_float(a, Int::unsigned),
        "arith.fptosi" => |o, a| o.float_to_int(a, true),
        "arith.fptoui" => |o, a| o.float_to_int(a, false),
        "arith.extf" | "arith.truncf" => |o, a| o.cast(a),
        "arith.bitcast" => |o, a| o.bitcast(a),
        _ => return math::rule(name),
    })
}

/// The result where an operand is poison.
fn poison(operands: &[Scalar]) -> Result<Scalar, Undefined> {
    if operands.contains(&Scalar::Poison) {
        Ok(Scalar::Poison)
    } else {
        Err(Undefined("operands of other types".into()))
    }
}

fn float1(a: &[Scalar], f: impl Fn(Float) -> Float) -> Result<Scalar, Undefined> {
    match a {
        [Scalar::Float(x)] => Ok(f(*x).into()),
        _ => poison(a),
    }
}

fn float2(a: &[Scalar], f: impl Fn(Float, Float) -> Float) -> Result<Scalar, Undefined> {
    match a {
        [Scalar::Float(x), Scalar::Float(y)] => Ok(f(*x, *y).into()),
        _ => poison(a),
    }
}

fn select(a: &[Scalar]) -> Result<Scalar, Undefined> {
    let [condition, yes, no] = a else { return poison(a) };
    let Scalar::Int(condition) = condition else { return Ok(Scalar::Poison) };
    let (chosen, other) = if condition.is_true() { (*yes, *no) } else { (*no, *yes) };
    Ok(match (condition.unsure, chosen, other) {
        (false, ..) => chosen,
        (true, Scalar::Float(x), Scalar::Float(y)) => x.or(y).into(),
        (true, Scalar::Int(x), Scalar::Int(y)) => {
            x.with_unsure(x.unsure || y.unsure || x.bits() != y.bits()).into()
        }
        _ => Scalar::Poison,
    })
}

impl Elementwise {
    fn make(&self, value: i128, unsure: bool) -> Scalar {
        Int::new(self.to.bits(), value).with_unsure(unsure).into()
    }

    /// An operation whose result wraps, unless that breaks a promise.
    fn int(&self, a: &[Scalar], f: impl Fn(i128, i128) -> Option<i128>) -> Result<Scalar, Undefined> {
        let [Scalar::Int(x), Scalar::Int(y)] = a else { return poison(a) };
        let unsure = x.unsure || y.unsure;
        let (signed, unsigned) = (f(x.signed(), y.signed()), f(x.unsigned(), y.unsigned()));
        let Some(signed) = signed else { return Ok(Scalar::Poison) };
        let wrapped = Int::new(x.width, signed);
        if self.nsw && wrapped.signed() != signed || self.nuw && Some(wrapped.unsigned()) != unsigned {
            return Ok(Scalar::Poison);
        }
        Ok(wrapped.with_unsure(unsure).into())
    }

    fn bits(&self, a: &[Scalar], f: impl Fn(u64, u64) -> u64) -> Result<Scalar, Undefined> {
        let [Scalar::Int(x), Scalar::Int(y)] = a else { return poison(a) };
        Ok(Int::new(x.width, f(x.bits(), y.bits()).into()).with_unsure(x.unsure || y.unsure).into())
    }

    fn shift(&self, a: &[Scalar], f: impl Fn(i128, u32) -> Option<i128>) -> Result<Scalar, Undefined> {
        let [Scalar::Int(x), Scalar::Int(y)] = a else { return poison(a) };
        if y.unsigned() >= x.width.into() {
            return Ok(Scalar::Poison);
        }
        let by = y.bits() as u32;
        self.int(a, |v, _| f(v, by))
    }

    fn shift_right(&self, a: &[Scalar], read: impl Fn(Int) -> i128) -> Result<Scalar, Undefined> {
        let [Scalar::Int(x), Scalar::Int(y)] = a else { return poison(a) };
        if y.unsigned() >= x.width.into() {
            return Ok(Scalar::Poison);
        }
        let value = read(*x);
        let shifted = value >> y.bits();
        if self.exact && shifted << y.bits() != value {
            return Ok(Scalar::Poison);
        }
        Ok(Int::new(x.width, shifted).with_unsure(x.unsure || y.unsure).into())
    }

    fn divide(
        &self,
        a: &[Scalar],
        read: impl Fn(Int) -> i128,
        f: impl Fn(i128, i128) -> i128,
    ) -> Result<Scalar, Undefined> {
        let [x, Scalar::Int(y)] = a else { return Err(Undefined("a division by poison".into())) };
        if !y.is_true() {
            return Err(Undefined("a division by zero".into()));
        }
        let Scalar::Int(x) = x else { return poison(a) };
        let (n, d) = (read(*x), read(*y));
        if n == -(1i128 << (x.width - 1)) && d == -1 {
            return Err(Undefined("a division that overflows".into()));
        }
        if self.exact && n % d != 0 {
            return Ok(Scalar::Poison);
        }
        Ok(Int::new(x.width, f(n, d)).with_unsure(x.unsure || y.unsure).into())
    }

    fn pick(&self, a: &[Scalar], read: impl Fn(Int) -> i128, greatest: bool) -> Result<Scalar, Undefined> {
        let [Scalar::Int(x), Scalar::Int(y)] = a else { return poison(a) };
        let chosen = if (read(*x) > read(*y)) == greatest { x } else { y };
        Ok(chosen.with_unsure(x.unsure || y.unsure).into())
    }

    fn cmpi(&self, a: &[Scalar]) -> Result<Scalar, Undefined> {
        let [Scalar::Int(x), Scalar::Int(y)] = a else { return poison(a) };
        let (s, t) = (x.signed(), y.signed());
        let (u, v) = (x.unsigned(), y.unsigned());
        let truth = match self.predicate {
            0 => s == t,
            1 => s != t,
            2 => s < t,
            3 => s <= t,
            4 => s > t,
            5 => s >= t,
            6 => u < v,
            7 => u <= v,
            8 => u > v,
            _ => u >= v,
        };
        Ok(Int::truth(truth).with_unsure(x.unsure || y.unsure).into())
    }

    fn cmpf(&self, a: &[Scalar]) -> Result<Scalar, Undefined> {
        let [Scalar::Float(x), Scalar::Float(y)] = a else { return poison(a) };
        let order = x.value.partial_cmp(&y.value);
        // LLVM's order of predicates: the ordered ones, then the unordered ones.
        use std::cmp::Ordering::{Equal, Greater, Less};
        let truth = match self.predicate {
            0 => false,
            15 => true,
            7 => order.is_some(),
            14 => order.is_none(),
            p => {
                let unordered = p >= 8;
                let wanted: &[_] = match if unordered { p - 7 } else { p } {
                    1 => &[Equal],
                    2 => &[Greater],
                    3 => &[Greater, Equal],
                    4 => &[Less],
                    5 => &[Less, Equal],
                    _ => &[Less, Greater],
                };
                order.map_or(unordered, |o| wanted.contains(&o))
            }
        };
        let constant = matches!(self.predicate, 0 | 15);
        Ok(Int::truth(truth).with_unsure(!constant && !x.is_apart_from(*y)).into())
    }

    fn resize(&self, a: &[Scalar], f: impl Fn(Int) -> Option<i128>) -> Result<Scalar, Undefined> {
        let [Scalar::Int(x)] = a else { return poison(a) };
        if self.nneg && x.signed() < 0 {
            return Ok(Scalar::Poison);
        }
        Ok(f(*x).map_or(Scalar::Poison, |value| self.make(value, x.unsure)))
    }

    fn truncate(&self, a: &[Scalar]) -> Result<Scalar, Undefined> {
        let [Scalar::Int(x)] = a else { return poison(a) };
        let made = Int::new(self.to.bits(), x.unsigned());
        if self.nsw && made.signed() != x.signed() || self.nuw && made.unsigned() != x.unsigned() {
            return Ok(Scalar::Poison);
        }
        Ok(made.with_unsure(x.unsure).into())
    }

    fn format(&self) -> Result<Format, Undefined> {
        match self.to {
            Element::Float(format) => Ok(format),
            _ => Err(Undefined("a result of another type".into())),
        }
    }

    fn int_to_float(&self, a: &[Scalar], read: impl Fn(Int) -> i128) -> Result<Scalar, Undefined> {
        let [Scalar::Int(x)] = a else { return poison(a) };
        if self.nneg && x.signed() < 0 {
            return Ok(Scalar::Poison);
        }
        let value = read(*x) as f64;
        let made = Float::rounded(self.format()?, value, value, 0.0);
        Ok(Float { bound: if x.unsure { f64::INFINITY } else { made.bound }, ..made }.into())
    }

    fn float_to_int(&self, a: &[Scalar], signed: bool) -> Result<Scalar, Undefined> {
        let [Scalar::Float(x)] = a else { return poison(a) };
        let (low, high) = x.interval();
        let whole = x.value.trunc();
        let value = whole as i128;
        let made = Int::new(self.to.bits(), value);
        let fits = if signed { made.signed() == value } else { made.unsigned() == value };
        if !fits || !x.value.is_finite() {
            return Ok(Scalar::Poison);
        }
        Ok(made.with_unsure(low.trunc() != whole || high.trunc() != whole).into())
    }

    fn cast(&self, a: &[Scalar]) -> Result<Scalar, Undefined> {
        let [Scalar::Float(x)] = a else { return poison(a) };
        Ok(x.cast(self.format()?).into())
    }

    fn bitcast(&self, a: &[Scalar]) -> Result<Scalar, Undefined> {
        Ok(match (a, self.to) {
            ([Scalar::Int(x)], Element::Float(format)) => x.to_float(format).into(),
            ([Scalar::Int(x)], _) => self.make(x.bits().into(), x.unsure),
            ([Scalar::Float(x)], Element::Float(format)) => Int::of_float(*x).to_float(format).into(),
            ([Scalar::Float(x)], _) => Int::of_float(*x).into(),
            _ => return poison(a),
        })
    }
}
