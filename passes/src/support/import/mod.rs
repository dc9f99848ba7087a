//! SSA to terms: index arithmetic and layout operations as an e-graph.
//!
//! Terms are mathematical integers, IR values have a width. An operation becomes
//! a term only if the two agree: additions and products whose facts, or whose
//! overflow flags, exclude wrapping; unsigned divisions of values known to be
//! non-negative. Everything else is a leaf. An integer's value is the signed one.

mod arithmetic;
mod layouts;

use std::collections::{BTreeSet, HashMap};

use egg::Id;
use layout_dialect::ir;
use layout_egraph::{Facts, Graph, Node};
use melior::ir::operation::OperationLike;
use melior::ir::{BlockLike, OperationRef, Value};

use super::facts::{Limits, is_uniform, leaf_facts, loop_depth};
use super::resolve::Resolver;

pub use arithmetic::is_arithmetic;
pub(crate) use arithmetic::{operation, predicate, range};

/// The terms of some operations.
pub struct Import<'c, 'a> {
    /// The e-graph.
    pub graph: Graph,
    /// For each leaf number the value it stands for.
    pub leaves: Vec<Value<'c, 'a>>,
    /// For each opaque layout its value.
    pub layouts: Vec<Value<'c, 'a>>,
    resolver: Resolver<'c, 'a>,
    terms: HashMap<ir::ValueKey, Id>,
    layout_terms: HashMap<ir::ValueKey, Id>,
    /// Leaves that promise more than their value shows, by value and facts.
    promised: HashMap<(ir::ValueKey, i64, i64, i64, i64), Id>,
    limits: Limits,
    /// The largest index: arithmetic that may pass it wraps.
    largest: i64,
}

/// Whether an operation computes an index from a layout.
pub fn is_layout_index(name: &str) -> bool {
    matches!(name, "layout.crd2idx" | "layout.size" | "layout.cosize")
}

/// Whether an operation yields a layout.
pub fn is_layout(name: &str) -> bool {
    name.starts_with("layout.") && !is_layout_index(name)
}

impl<'c: 'a, 'a> Import<'c, 'a> {
    /// Imports operations given in program order into `graph`, which is empty;
    /// `index_bits` is how wide `index` will be.
    pub fn new(graph: Graph, ops: &[OperationRef<'c, 'a>], limits: Limits, index_bits: u32) -> Self {
        let mut import = Self {
            graph,
            leaves: Vec::new(),
            layouts: Vec::new(),
            resolver: Resolver::default(),
            terms: HashMap::new(),
            layout_terms: HashMap::new(),
            promised: HashMap::new(),
            limits,
            largest: if index_bits <= 32 { i32::MAX.into() } else { i64::MAX - 1 },
        };
        for op in ops {
            import.visit(*op);
        }
        import
    }

    /// The term of a value, if its operation became one.
    pub fn term(&self, value: Value<'c, 'a>) -> Option<Id> {
        self.terms.get(&ir::key(value)).copied()
    }

    /// The values that became terms computed from others.
    pub fn computed(&self) -> BTreeSet<ir::ValueKey> {
        let leaves: BTreeSet<ir::ValueKey> = self.leaves.iter().map(|l| ir::key(*l)).collect();
        self.terms.keys().copied().filter(|k| !leaves.contains(k)).collect()
    }

    /// For each leaf number what is known of it.
    pub fn leaf_facts(&self) -> Vec<Facts> {
        (0..self.leaves.len() as u32).map(|v| self.graph.var_facts(v)).collect()
    }

    fn visit(&mut self, op: OperationRef<'c, 'a>) {
        let name = ir::name(op);
        let Some(result) = ir::result(op) else { return };
        if is_layout(&name) {
            self.resolver.visit(op);
            let term = self.layout_term(op, &name);
            if let Some(term) = term {
                self.layout_terms.insert(ir::key(result), term);
            }
            return;
        }
        let terms: Vec<Option<Id>> = match name.as_str() {
            "layout.crd2idx" => vec![self.crd2idx(op)],
            "layout.size" | "layout.cosize" => vec![self.measure(op, name == "layout.size")],
            _ => self.arithmetic(op, &name),
        };
        for (result, term) in ir::results(op).into_iter().zip(terms) {
            if let Some(term) = term {
                self.terms.insert(ir::key(result), term);
            }
        }
    }

    fn operand(&mut self, op: OperationRef<'c, 'a>, i: usize) -> Option<Id> {
        let value = ir::operand(op, i)?;
        Some(match self.inside_loops(op, value) {
            Some(promise) => self.promised(value, promise),
            None => self.value(value),
        })
    }

    /// What is known of the upper bound of a loop inside it: an iteration runs, so
    /// the bound is above the lower one.
    fn inside_loops(&mut self, op: OperationRef<'c, 'a>, value: Value<'c, 'a>) -> Option<Facts> {
        let mut parent = op.block().and_then(ir::block_parent);
        let mut promise = None;
        while let Some(op) = parent {
            if ir::name(op) == "scf.for" && ir::operand(op, 1).is_some_and(|upper| upper == value) {
                promise = promise.or(self.upper_bound(ir::operand(op, 0)?));
            }
            parent = op.block().and_then(ir::block_parent);
        }
        promise
    }

    /// What a lower bound says of the upper one inside a loop.
    fn upper_bound(&mut self, lower: Value<'c, 'a>) -> Option<Facts> {
        let lower = self.value(lower);
        let lo = self.graph.facts(lower).lo;
        (lo > i64::MIN).then(|| Facts::range(lo.saturating_add(1), i64::MAX))
    }

    /// The term of an operand: its own, or a leaf.
    fn value(&mut self, value: Value<'c, 'a>) -> Id {
        if let Some(term) = self.terms.get(&ir::key(value)) {
            return *term;
        }
        let facts = leaf_facts(value, &self.limits);
        let (facts, below) = self.induction(value, facts);
        let term = match facts.as_const() {
            Some(c) => self.graph.num(c),
            None => self.leaf(value, facts),
        };
        if let Some(upper) = below {
            self.graph.assume_less(term, upper);
        }
        self.terms.insert(ir::key(value), term);
        term
    }

    /// The bounds and the step of the loop whose induction variable the value is.
    fn bounds(&mut self, value: Value<'c, 'a>) -> Option<(Id, Id, Id)> {
        let (block, number) = ir::block_argument(value)?;
        let parent = ir::block_parent(block)?;
        let bounds = match ir::name(parent).as_str() {
            "scf.for" if number == 0 => [0, 1, 2],
            // Bounds and steps lie in three groups of equal size.
            "scf.parallel" => {
                let count = block.argument_count();
                [number, count + number, 2 * count + number]
            }
            "affine.for" if number == 0 => return self.affine_bounds(parent),
            _ => return None,
        };
        let [lower, above, step] = bounds.map(|i| ir::operand(parent, i));
        let (lower, above, step) = (lower?, above?, step?);
        let upper = match self.upper_bound(lower) {
            Some(promise) => self.promised(above, promise),
            None => self.value(above),
        };
        Some((self.value(lower), upper, self.value(step)))
    }

    /// What the bounds of a loop say of its induction variable: facts, and the
    /// unknown that it stays below.
    fn induction(&mut self, value: Value<'c, 'a>, facts: Facts) -> (Facts, Option<Id>) {
        let Some((lower, upper, step)) = self.bounds(value) else { return (facts, None) };
        let [l, u, s] = [lower, upper, step].map(|v| self.graph.facts(v));
        if s.lo < 1 || l.lo >= u.hi {
            return (facts, None);
        }
        let hi = if u.hi == i64::MAX { i64::MAX } else { u.hi - 1 };
        let mut met = facts.meet(Facts::range(l.lo, hi));
        // Lower bound and step have a common divisor.
        if let (Some(step), 0) = (s.as_const(), l.residue) {
            let common = gcd(step, if l.as_const() == Some(0) { 0 } else { l.modulus });
            if common > 1 {
                met = met.with_divisor(common);
            }
        }
        if met.is_contradiction() {
            return (facts, None);
        }
        (met, self.graph.as_const(upper).is_none().then_some(upper))
    }

    fn leaf(&mut self, value: Value<'c, 'a>, facts: Facts) -> Id {
        self.leaves.push(value);
        let depth = loop_depth(value);
        if is_uniform(value) { self.graph.uniform_var(facts, depth) } else { self.graph.var(facts, depth) }
    }

    /// A leaf for a value that one use promises more of than is known in
    /// general. It is a leaf of its own: the promise must not reach other uses.
    fn promised(&mut self, value: Value<'c, 'a>, promise: Facts) -> Id {
        let term = self.value(value);
        let facts = self.graph.facts(term);
        let met = facts.meet(promise);
        if met == facts || met.is_contradiction() || !self.is_leaf(term) {
            return term;
        }
        let key = (ir::key(value), met.lo, met.hi, met.modulus, met.residue);
        if let Some(known) = self.promised.get(&key) {
            return *known;
        }
        let leaf = self.leaf(value, met);
        self.promised.insert(key, leaf);
        leaf
    }

    fn is_leaf(&self, term: Id) -> bool {
        self.graph.egraph[term].nodes.iter().any(|n| matches!(n, Node::Var(_)))
    }
}

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a.abs() } else { gcd(b, a % b) }
}
