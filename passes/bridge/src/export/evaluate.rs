//! Evaluates a plan as it will run: at its widths, with its flags, with poison. Beside
//! the values of the terms it shows an operation that is too narrow, a flag that does
//! not hold, a shift that goes too far, a division by 0.

use std::collections::HashMap;

use layout_egraph::{Facts, Id, Rng, class_values, hints, is_assumed, sample};
use layout_mlir::ir::Scalar;

use super::{Binary, Cast, Op, Plan, Planned, Source};
use crate::import::{Conditions, Import};

/// A value of so many bits; `None` is poison.
type Bits = Option<u64>;

/// What is wrong with a plan.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlanError {
    /// A value differs.
    #[error("a planned {op} is {got} where its term is {want}")]
    Differs {
        /// The operation.
        op: String,
        /// Its value.
        got: String,
        /// The term's.
        want: String,
    },
    /// An operation would trap.
    #[error("a planned {0} divides by 0")]
    Traps(String),
}

/// Evaluates `plan` for `rounds` random values of the leaves and compares it with the
/// classes of the terms.
///
/// # Errors
/// The first value that is not the term's where the conditions that it needs hold.
pub fn check(
    import: &Import<'_, '_, '_>,
    term_class: &dyn Fn(usize) -> Id,
    plan: &Plan,
    rounds: usize,
    seed: u64,
) -> Result<(), PlanError> {
    let (mut rng, hints) = (Rng::new(seed), hints(&import.graph));
    for round in 0..rounds {
        let items = draw(import, round % 2 == 0, &hints, &mut rng);
        let leaves: Vec<i128> =
            import.leaves.iter().map(|l| items.get(&l.item).copied().unwrap_or(0)).collect();
        let values = class_values(&import.graph, &leaves);
        if is_assumed(&import.graph, &values) {
            // Where a promise is broken, terms of one class may differ: what is emitted in
            // place of a value is compared then, the way there is not.
            let kept = import.leaves.iter().zip(0..).all(|(leaf, v)| {
                leaf.promised.is_none()
                    || items.get(&leaf.item).is_none_or(|x| import.graph.var_facts(v).admit(*x))
            });
            let run = Run { import, plan, values: &values, items: &items, kept };
            // What is beyond 128 bits is not what it was assumed to be.
            if !kept || import.graph.assumptions().iter().all(|(id, _)| run.is_known(*id)) {
                run.check(term_class)?;
            }
        }
    }
    Ok(())
}

/// Values of the leaves, by item: such as all promises hold of, or any.
fn draw(
    import: &Import<'_, '_, '_>,
    keep_promises: bool,
    hints: &[i64],
    rng: &mut Rng,
) -> HashMap<u32, i128> {
    let mut facts: HashMap<u32, Facts> = HashMap::new();
    for (v, leaf) in import.leaves.iter().enumerate() {
        let own = import.graph.var_facts(v as u32);
        let of_type = import.machine().range(import.items[leaf.item as usize].scalar);
        let known = facts.entry(leaf.item).or_insert(of_type);
        if leaf.promised.is_none() || keep_promises {
            let met = known.meet(own);
            *known = if met.is_contradiction() { *known } else { met };
        }
    }
    let mut order: Vec<_> = facts.into_iter().collect();
    order.sort_by_key(|(item, _)| *item);
    order.into_iter().map(|(item, f)| (item, sample(&f, hints, rng).into())).collect()
}

struct Run<'r, 'o, 'c, 'a> {
    import: &'r Import<'o, 'c, 'a>,
    plan: &'r Plan,
    values: &'r HashMap<Id, i128>,
    items: &'r HashMap<u32, i128>,
    /// Whether all leaves are as they are promised to be.
    kept: bool,
}

impl Run<'_, '_, '_, '_> {
    fn class_value(&self, class: Id) -> Option<i128> {
        self.values.get(&self.import.graph.find(class)).copied()
    }

    /// Whether a class has a value, or has none for want of a layout. Else it is beyond 128 bits, or
    /// undefined where a promise is broken.
    fn is_known(&self, class: Id) -> bool {
        self.class_value(class).is_some() || !self.import.layouts.is_empty()
    }

    /// Whether conditions hold: promises of leaves, and of classes.
    fn hold(&self, conditions: &Conditions) -> bool {
        let leaves = self.import.leaves.iter().enumerate().all(|(v, leaf)| {
            let asked = leaf.promised.is_some_and(|p| conditions.contains(p.condition as usize));
            !asked
                || self.items.get(&leaf.item).is_none_or(|x| self.import.graph.var_facts(v as u32).admit(*x))
        });
        leaves
            && self.import.graph.promises().iter().all(|p| {
                !conditions.contains(p.by as usize)
                    || self.is_known(p.class) && self.class_value(p.class).is_none_or(|x| p.facts.admit(x))
            })
    }

    /// Whether the accesses that run where an operation is planned promise what holds.
    fn runs(&self, planned: &Planned) -> bool {
        self.import.holds_at(planned.place).is_none_or(|run| self.hold(run))
    }

    fn bits(&self, scalar: Scalar) -> u32 {
        self.import.machine().bits(scalar)
    }

    fn low(&self, value: i128, scalar: Scalar) -> u64 {
        value as u64 & mask(self.bits(scalar))
    }

    fn check(&self, term_class: &dyn Fn(usize) -> Id) -> Result<(), PlanError> {
        let mut computed: Vec<Option<Bits>> = Vec::with_capacity(self.plan.ops.len());
        for planned in &self.plan.ops {
            let value = match self.evaluate(planned, &computed) {
                // What runs there has undefined behaviour already.
                Err(PlanError::Traps(_)) if !self.runs(planned) => None,
                other => other?,
            };
            if let (Some(got), Some(scalar), Some(term)) = (value, planned.scalar, planned.term)
                && self.kept
                && self.hold(&planned.needs)
            {
                self.compare(&format!("{:?}", planned.op), got, term_class(term), scalar)?;
            }
            computed.push(value);
        }
        for (item, source) in &self.plan.replaced {
            let item = &self.import.items[*item as usize];
            if let Some(got) = self.source(*source, &computed)
                && self.hold(&item.must)
            {
                self.compare("value in place of another", got, item.class, item.scalar)?;
            }
        }
        Ok(())
    }

    fn compare(&self, op: &str, got: Bits, class: Id, scalar: Scalar) -> Result<(), PlanError> {
        let Some(want) = self.class_value(class) else { return Ok(()) };
        let want_bits = self.low(want, scalar);
        if got == Some(want_bits) {
            return Ok(());
        }
        let got = got.map_or("poison".into(), |v| format!("{v:#x}"));
        Err(PlanError::Differs { op: op.into(), got, want: format!("{want} ({want_bits:#x})") })
    }

    /// The value of an operand; `None` if it is no integer, or not known.
    fn source(&self, source: Source, computed: &[Option<Bits>]) -> Option<Bits> {
        match source {
            Source::Item(i) => {
                let item = &self.import.items[i as usize];
                let value = match self.items.get(&i) {
                    Some(v) => *v,
                    None => self.class_value(item.class)?,
                };
                // A value that stays may be poison; what uses it says so.
                if !item.computed || self.hold(&item.needs) {
                    return Some(Some(self.low(value, item.scalar)));
                }
                None
            }
            Source::New(n) => computed.get(n as usize).copied().flatten(),
            Source::Layout(_) => None,
        }
    }

    /// The value of a planned operation; `None` if an operand's is not known.
    fn evaluate(&self, planned: &Planned, computed: &[Option<Bits>]) -> Result<Option<Bits>, PlanError> {
        let Some(scalar) = planned.scalar else { return Ok(None) };
        let bits = self.bits(scalar);
        if let Op::Constant(c) = planned.op {
            return Ok(Some(Some(c as u64 & mask(bits))));
        }
        let operands: Option<Vec<Bits>> =
            planned.operands.iter().map(|s| self.source(*s, computed)).collect();
        let Some(operands) = operands else { return Ok(None) };
        let of = planned.operands.first().map_or(bits, |s| self.source_bits(*s));
        match (&planned.op, operands.as_slice()) {
            (Op::Select, [c, a, b]) => Ok(Some(c.and_then(|c| if c & 1 == 1 { *a } else { *b }))),
            (Op::Cast(cast), [a]) => Ok(Some(a.map(|a| match cast {
                Cast::Sign => signed(a, of) as u64 & mask(bits),
                Cast::Zero | Cast::Low => a & mask(bits),
            }))),
            (Op::Compare(p), [a, b]) => Ok(Some(a.zip(*b).map(|(a, b)| {
                let (a, b) = (signed(a, of).into(), signed(b, of).into());
                u64::from(p.holds(a, b))
            }))),
            (Op::MulHigh, [a, b]) => Ok(Some(a.zip(*b).map(|(a, b)| a.wrapping_mul(b) >> 32 & mask(bits)))),
            (Op::Binary(op, flags), [a, b]) => {
                if op.divides() && *b == Some(0) {
                    return Err(PlanError::Traps(format!("{op:?}")));
                }
                Ok(Some(a.zip(*b).and_then(|(a, b)| {
                    let exact = binary(*op, a, b, bits)?;
                    let wraps = |x: i128, lo: i128, hi: i128| x < lo || x > hi;
                    let half = 1i128 << (bits - 1);
                    let unsigned = binary_unsigned(*op, a, b);
                    let poison = flags.nsw && wraps(exact, -half, half - 1)
                        || flags.nuw && unsigned.is_some_and(|x| wraps(x, 0, 2 * half - 1));
                    (!poison).then_some(exact as u64 & mask(bits))
                })))
            }
            _ => Ok(None),
        }
    }

    fn source_bits(&self, source: Source) -> u32 {
        let scalar = match source {
            Source::Item(i) => Some(self.import.items[i as usize].scalar),
            Source::New(n) => self.plan.ops[n as usize].scalar,
            Source::Layout(_) => None,
        };
        scalar.map_or(64, |s| self.bits(s))
    }
}

fn mask(bits: u32) -> u64 {
    u64::MAX >> (64 - bits.clamp(1, 64))
}

/// Bits as a signed number.
fn signed(value: u64, bits: u32) -> i64 {
    (value << (64 - bits)) as i64 >> (64 - bits)
}

/// The result before it is cut to the type, of signed operands; `None` is poison.
fn binary(op: Binary, a: u64, b: u64, bits: u32) -> Option<i128> {
    let (x, y) = (i128::from(signed(a, bits)), i128::from(signed(b, bits)));
    let (ux, uy) = (i128::from(a), i128::from(b));
    let shift = u32::try_from(b).ok().filter(|k| *k < bits);
    Some(match op {
        Binary::Add => x + y,
        Binary::Sub => x - y,
        Binary::Mul => x * y,
        Binary::DivU => ux / uy,
        Binary::RemU => ux % uy,
        Binary::DivS => x / y,
        Binary::RemS => x % y,
        Binary::FloorDivS => {
            (x - x.rem_euclid(y.abs())) / y - i128::from(y < 0 && x.rem_euclid(y.abs()) != 0)
        }
        Binary::CeilDivS => -((-x).div_euclid(y)),
        Binary::Shl => x << shift?,
        Binary::ShrU => ux >> shift?,
        Binary::ShrS => x >> shift?,
        Binary::And => x & y,
        Binary::Xor => x ^ y,
        Binary::MinS => x.min(y),
        Binary::MaxS => x.max(y),
    })
}

/// The result of operands without signs, of operations that may wrap.
fn binary_unsigned(op: Binary, a: u64, b: u64) -> Option<i128> {
    let (a, b) = (i128::from(a), i128::from(b));
    match op {
        Binary::Add => Some(a + b),
        Binary::Sub => Some(a - b),
        Binary::Mul => a.checked_mul(b).or(Some(i128::MAX)),
        _ => None,
    }
}
