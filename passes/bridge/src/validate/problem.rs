//! [`Problem`]: something to show, with the operations that compute it, from leaves, and
//! the facts that may be used.

use std::cell::RefCell;
use std::rc::Rc;

use layout_interp::Pure;
use layout_mlir::ir;
use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, Value, ValueLike};
use rustc_hash::FxHashMap;

use super::facts::{Fact, Paths, carried, may_trap};

/// Most operations of a cone: what lies further away is a leaf.
const CONE: usize = 4000;
/// Most operations that a fact may be computed by.
const FACT: usize = 400;
/// Rounds in which facts bring in further values, of which there are facts.
const ROUNDS: usize = 4;

/// What is to be shown.
#[derive(Clone, Copy, Debug)]
pub enum Goal<'c, 'a> {
    /// Where the old value is no poison, the new one is equal and no poison.
    Refines {
        /// What is replaced.
        old: Value<'c, 'a>,
        /// What takes its place.
        new: Value<'c, 'a>,
        /// If every user is undefined where the old value is negative, or not below some number,
        /// the number.
        within: Option<i128>,
    },
    /// The operation has no undefined behaviour where it stands.
    Runs(OperationRef<'c, 'a>),
}

/// An operation of a cone.
#[derive(Clone, Debug)]
pub struct Step<'c, 'a> {
    pub op: OperationRef<'c, 'a>,
    pub pure: Rc<Pure>,
    /// Slots of its operands, and of its first result.
    pub operands: Vec<usize>,
    pub result: usize,
}

/// Operations in the order in which they run, and what they start from. Each value has
/// a slot.
#[derive(Clone, Default)]
pub struct Cone<'c, 'a> {
    pub steps: Vec<Step<'c, 'a>>,
    pub leaves: Vec<(Value<'c, 'a>, usize)>,
    pub slots: FxHashMap<ir::ValueKey, usize>,
    pub count: usize,
    ids: FxHashMap<String, usize>,
}

/// Something to show.
pub struct Problem<'c, 'a> {
    pub goal: Goal<'c, 'a>,
    pub cone: Cone<'c, 'a>,
    pub facts: Vec<Fact<'c, 'a>>,
}

/// Reads operations, each once.
#[derive(Default)]
pub struct Reader {
    decoded: RefCell<FxHashMap<usize, Option<Rc<Pure>>>>,
}

impl Reader {
    /// An operation on integers and layouts that its operands alone decide.
    fn pure(&self, op: OperationRef<'_, '_>) -> Option<Rc<Pure>> {
        let mut decoded = self.decoded.borrow_mut();
        decoded.entry(ir::op_key(op)).or_insert_with(|| read(op).map(Rc::new)).clone()
    }
}

fn read(op: OperationRef<'_, '_>) -> Option<Pure> {
    let known = |v: Value<'_, '_>| {
        ir::scalar(v.r#type()).is_some() || layout_dialect::Known::of_type(v.r#type()).is_some()
    };
    let name = ir::name(op);
    let dialect = name.split('.').next().unwrap_or_default();
    let wanted = matches!(dialect, "arith" | "index" | "affine" | "layout" | "ub") && op.region_count() == 0;
    (wanted && op.operands().all(known) && ir::results(op).into_iter().all(known))
        .then(|| Pure::decode(op))
        .flatten()
}

/// What ids have in common: two operations that ask for the same one get the same.
fn identity(op: OperationRef<'_, '_>) -> Option<String> {
    let name = ir::name(op);
    let id = name.starts_with("gpu.") && (name.ends_with("_id") || name.ends_with("_dim"));
    (id || name.starts_with("nvvm.read.ptx.sreg.")).then(|| {
        let dimension = op.attribute("dimension").map(|a| a.to_string()).unwrap_or_default();
        let range = op.attribute("range").map(|a| a.to_string()).unwrap_or_default();
        format!("{name} {dimension} {range}")
    })
}

impl<'c: 'a, 'a> Cone<'c, 'a> {
    fn leaf(&mut self, value: Value<'c, 'a>) {
        let id = ir::defining_op(value).and_then(identity);
        if let Some(slot) = id.as_ref().and_then(|id| self.ids.get(id)) {
            self.slots.insert(ir::key(value), *slot);
            return;
        }
        self.slots.insert(ir::key(value), self.count);
        self.leaves.push((value, self.count));
        if let Some(id) = id {
            self.ids.insert(id, self.count);
        }
        self.count += 1;
    }

    /// Adds values and what they are computed from.
    fn extend(&mut self, reader: &Reader, values: &[Value<'c, 'a>], most: usize) {
        let mut stack: Vec<(Value<'c, 'a>, bool)> = values.iter().map(|v| (*v, false)).collect();
        while let Some((value, ready)) = stack.pop() {
            if self.slots.contains_key(&ir::key(value)) {
                continue;
            }
            let pure = ir::defining_op(value).and_then(|op| Some((op, reader.pure(op)?)));
            let Some((op, pure)) = pure.filter(|_| self.steps.len() < most) else {
                self.leaf(value);
                continue;
            };
            let operands: Vec<Value<'c, 'a>> = op.operands().collect();
            if !ready {
                stack.push((value, true));
                stack.extend(operands.into_iter().map(|v| (v, false)));
                continue;
            }
            let operands = operands.iter().filter_map(|v| self.slots.get(&ir::key(*v)).copied()).collect();
            self.steps.push(Step { op, pure, operands, result: self.count });
            for result in ir::results(op) {
                self.slots.insert(ir::key(result), self.count);
                self.count += 1;
            }
        }
    }

    /// The slot of a value.
    pub fn slot(&self, value: Value<'c, 'a>) -> Option<usize> {
        self.slots.get(&ir::key(value)).copied()
    }
}

/// The problem with the facts that have to do with it; what accesses say is among them only if `accesses` says so.
pub fn pose<'c: 'a, 'a>(
    goal: Goal<'c, 'a>,
    reader: &Reader,
    paths: &Paths<'c, 'a>,
    accesses: bool,
) -> Problem<'c, 'a> {
    let mut cone = Cone::default();
    let (place, values) = match goal {
        Goal::Refines { old, new, .. } => (ir::defining_op(old), vec![old, new]),
        Goal::Runs(op) => (Some(op), op.operands().collect()),
    };
    cone.extend(reader, &values, CONE);
    let mut candidates = place.map_or_else(Vec::new, |op| paths.at(op, accesses));
    let (mut facts, mut seen) = (Vec::new(), 0);
    for _ in 0..ROUNDS {
        let (mut later, mut found) = (Vec::new(), false);
        candidates.extend(cone.leaves[seen..].iter().filter_map(|(value, _)| carried(*value)));
        seen = cone.leaves.len();
        for fact in candidates {
            let mut own = Cone::default();
            own.extend(reader, &fact.values(), FACT);
            if own.steps.len() >= FACT {
                continue;
            }
            if own.leaves.iter().any(|(v, _)| cone.slot(*v).is_some()) {
                cone.extend(reader, &fact.values(), CONE + FACT);
                facts.push(fact);
                found = true;
            } else {
                later.push(fact);
            }
        }
        candidates = later;
        if !found {
            break;
        }
    }
    // What computes operands has run; that what is new does is a goal of its own.
    facts.extend(cone.steps.iter().filter(|step| may_trap(step.op)).map(|step| Fact::Runs(step.op)));
    let mut known: Vec<Fact<'c, 'a>> = cone.leaves.iter().filter_map(|(v, _)| paths.of_leaf(*v)).collect();
    known.extend(facts);
    Problem { goal, cone, facts: known }
}
