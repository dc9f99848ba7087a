//! Evaluates a plan as it will run: at its widths, with its flags, with poison. Beside
//! the values of the terms it shows an operation that is too narrow, a flag that does
//! not hold, a shift that goes too far, a division by 0.

use layout_egraph::{Facts, Id, Node, Rng, class_values, hints, is_assumed, sample};
use layout_mlir::ir::{self, Scalar};
use rustc_hash::FxHashMap;

use super::{Binary, Cast, Op, Plan, Planned, Source};
use crate::import::{Conditions, Import, Item, insert};

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
    let drawn: Vec<u32> = import.leaves.iter().map(|leaf| drawn_for(import, leaf.item)).collect();
    for round in 0..rounds {
        let items = draw(import, &drawn, round % 2 == 0, &hints, &mut rng);
        let leaves: Vec<i128> = drawn.iter().map(|item| items.get(item).copied().unwrap_or(0)).collect();
        let values = class_values(&import.graph, &leaves);
        if is_assumed(&import.graph, &values) {
            let run = Run::new(import, plan, &values, &items, &leaves);
            // What is beyond 128 bits is not what it was assumed to be.
            if !run.kept || import.graph.assumptions().iter().all(|(id, _)| run.is_known(*id)) {
                run.check(term_class)?;
            }
        }
    }
    Ok(())
}

/// The item that a leaf's value is drawn for: that of a cast, of which more may be promised, is
/// the number that is cast.
fn drawn_for(import: &Import<'_, '_, '_>, mut item: u32) -> u32 {
    while import.items[item as usize].computed {
        let nodes = import.graph.nodes_of(import.items[item as usize].class);
        let leaf = |node: &Node| if let Node::Var(v) = node { Some(*v) } else { None };
        let below = nodes.iter().filter_map(leaf).map(|v| import.leaves[v as usize].item).min();
        // Operands stand before what reads them.
        match below.filter(|below| *below < item) {
            Some(below) => item = below,
            None => break,
        }
    }
    item
}

/// Values for the items of leaves that are `drawn`: such as all promises hold of, or any.
fn draw(
    import: &Import<'_, '_, '_>,
    drawn: &[u32],
    keep_promises: bool,
    hints: &[i64],
    rng: &mut Rng,
) -> FxHashMap<u32, i128> {
    let mut facts: FxHashMap<u32, Facts> = FxHashMap::default();
    for ((leaf, item), v) in import.leaves.iter().zip(drawn).zip(0..) {
        let of_type = import.machine().range(import.items[*item as usize].scalar);
        let known = facts.entry(*item).or_insert(of_type);
        if leaf.promised.is_none() || keep_promises {
            let met = known.meet(import.graph.var_facts(v));
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
    values: &'r FxHashMap<Id, i128>,
    items: &'r FxHashMap<u32, i128>,
    /// Whether all leaves are as they are promised to be. Where one is not, terms of one class
    /// may differ: what is emitted in place of a value is compared then, the way there is not.
    kept: bool,
    /// Conditions that do not hold: those of broken promises, and of selects that take poison.
    broken: Conditions,
}

impl<'r, 'o, 'c, 'a> Run<'r, 'o, 'c, 'a> {
    fn new(
        import: &'r Import<'o, 'c, 'a>,
        plan: &'r Plan,
        values: &'r FxHashMap<Id, i128>,
        items: &'r FxHashMap<u32, i128>,
        leaves: &[i128],
    ) -> Self {
        let mut run = Self { import, plan, values, items, kept: true, broken: Conditions::new() };
        for ((leaf, value), v) in import.leaves.iter().zip(leaves).zip(0..) {
            if let Some(promised) = leaf.promised.filter(|_| !import.graph.var_facts(v).admit(*value)) {
                run.kept = false;
                insert(&mut run.broken, promised.condition);
            }
        }
        for promise in import.graph.promises() {
            let class = promise.class;
            if !run.is_known(class) || run.class_value(class).is_some_and(|x| !promise.facts.admit(x)) {
                insert(&mut run.broken, promise.by);
            }
        }
        for item in import.items.iter().filter(|item| is_select(item)) {
            if run.taken(item).any(|arm| !run.hold(&arm.must)) {
                insert(&mut run.broken, item.condition);
            }
        }
        run
    }

    /// The arm that a select takes; both where that is not known.
    fn taken(&self, select: &Item<'c, 'a>) -> impl Iterator<Item = &'r Item<'c, 'a>> {
        let import = self.import;
        let of = move |operand: &u32| &import.items[*operand as usize];
        let condition = select.operands.first().and_then(|c| self.class_value(of(c).class));
        let arms = match condition {
            Some(0) => select.operands.get(2..),
            Some(_) => select.operands.get(1..2),
            None => select.operands.get(1..),
        };
        arms.unwrap_or_default().iter().map(of)
    }

    fn class_value(&self, class: Id) -> Option<i128> {
        self.values.get(&self.import.graph.find(class)).copied()
    }

    /// Whether a class has a value, or has none for want of a layout. Else it is beyond 128 bits, or
    /// undefined where a promise is broken.
    fn is_known(&self, class: Id) -> bool {
        self.class_value(class).is_some() || !self.import.layouts.is_empty()
    }

    /// Whether conditions hold.
    fn hold(&self, conditions: &Conditions) -> bool {
        conditions.is_disjoint(&self.broken)
    }

    /// Whether an operation may be reached where it is planned: what the accesses that run there promise
    /// holds, and what the loops around it say of their bounds.
    fn runs(&self, planned: &Planned) -> bool {
        self.import.holds_at(planned.place).is_none_or(|run| self.hold(run))
            && self.hold(&self.import.holds_inside(planned.place))
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

/// Whether a value is one of two, and poison where that one is.
fn is_select(item: &Item<'_, '_>) -> bool {
    ir::defining_op(item.value).is_some_and(|op| item.computed && ir::name(op) == "arith.select")
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
