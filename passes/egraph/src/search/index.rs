//! Where rules are tried: by their root operator, and only where something changed.

use std::hash::{Hash, Hasher};
use std::mem::{Discriminant, discriminant};
use std::rc::Rc;
use std::sync::Arc;

use egg::Id;
use rustc_hash::{FxHashMap, FxHasher};
use smallvec::{SmallVec, smallvec};

use crate::graph::Graph;
use crate::language::{Node, Op};
use crate::rules::Compiled;
use crate::rules::pattern::Pattern;

/// How far below a node its finders look: a change further down does not concern them.
const DEPTH: usize = 5;

/// Rules that are tried together.
pub struct RuleSet {
    rules: Vec<Arc<Compiled>>,
    /// For each root operator of a left side the rules that have it.
    by_root: FxHashMap<Op, Vec<usize>>,
    /// For each kind of node the rules whose left side may be one, in the order of the table.
    by_kind: FxHashMap<Discriminant<Node>, Rc<[usize]>>,
    /// What each class was when the rules were tried on it.
    seen: FxHashMap<Id, u64>,
}

impl RuleSet {
    /// The rules, tried on nothing yet.
    pub fn new(rules: Vec<Arc<Compiled>>) -> Self {
        let mut by_root: FxHashMap<Op, Vec<usize>> = FxHashMap::default();
        for (number, rule) in rules.iter().enumerate() {
            if let Pattern::Op(op, _) = rule.lhs {
                by_root.entry(op).or_default().push(number);
            }
        }
        Self { rules, by_root, by_kind: FxHashMap::default(), seen: FxHashMap::default() }
    }

    /// The rule of a number.
    pub fn rule(&self, number: usize) -> &Arc<Compiled> {
        &self.rules[number]
    }

    /// The numbers of the rules that may match a node.
    pub fn matching(&mut self, node: &Node) -> Rc<[usize]> {
        let by_root = &self.by_root;
        let list = self.by_kind.entry(discriminant(node)).or_insert_with(|| {
            let mut all: Vec<usize> =
                roots(node).iter().filter_map(|op| by_root.get(op)).flatten().copied().collect();
            all.sort_unstable();
            all.into()
        });
        Rc::clone(list)
    }

    /// The nodes at which a rule may match that did not before, with their classes.
    pub fn fresh(&mut self, graph: &Graph) -> Vec<(Id, Node)> {
        let mut dirty: Vec<Id> = Vec::new();
        let mut seen: FxHashMap<Id, u64> = FxHashMap::default();
        seen.reserve(graph.egraph.number_of_classes());
        for class in graph.egraph.classes() {
            let mut hasher = FxHasher::default();
            // A constant is its value, whatever else computes it; half the graph may use it.
            if class.data.facts.as_const().is_none() {
                class.nodes.hash(&mut hasher);
            }
            class.data.facts.hash(&mut hasher);
            let signature = hasher.finish();
            if self.seen.get(&class.id) != Some(&signature) {
                dirty.push(class.id);
            }
            seen.insert(class.id, signature);
        }
        self.seen = seen;
        let mut marked: FxHashMap<Id, ()> = dirty.iter().map(|id| (*id, ())).collect();
        let mut level = dirty;
        for _ in 0..DEPTH {
            let mut next = Vec::new();
            for id in level {
                for parent in graph.egraph[id].parents() {
                    let parent = graph.egraph.find(parent);
                    // Whatever computes a constant, its users see the constant alone.
                    if marked.insert(parent, ()).is_none() && graph.as_const(parent).is_none() {
                        next.push(parent);
                    }
                }
            }
            level = next;
        }
        let fresh = graph.egraph.classes().filter(|c| marked.contains_key(&c.id));
        fresh.flat_map(|c| c.nodes.iter().map(move |n| (c.id, n.clone()))).collect()
    }
}

/// The operators of the notation that may build a node.
fn roots(node: &Node) -> SmallVec<[Op; 5]> {
    match node {
        // A factor may be a constant.
        Node::Sum(_) => smallvec![Op::Add, Op::Sub, Op::Mul, Op::Times, Op::Shl],
        Node::Mul(_) => smallvec![Op::Mul, Op::Times, Op::Shl],
        Node::Div(_) => smallvec![Op::Div, Op::Shr],
        Node::Compare(..) => smallvec![Op::Lt, Op::Le, Op::Eq, Op::Ne],
        node => node.applied().map(|(op, _)| op).into_iter().collect(),
    }
}

/// Whether a node may be what a pattern builds, from their operators alone.
pub fn may_match(pattern: &Pattern, node: &Node) -> bool {
    matches!(pattern, Pattern::Op(op, _) if roots(node).contains(op))
}
