//! Where rules are tried: by the kind of a node, and only where something changed.

use std::hash::{Hash, Hasher};
use std::mem::{Discriminant, discriminant};
use std::sync::Arc;

use egg::Id;
use rustc_hash::{FxHashMap, FxHasher};

use crate::graph::Graph;
use crate::language::Node;
use crate::language::Op;
use crate::rules::Compiled;
use crate::rules::pattern::Pattern;

/// How far below a node its finders look: a change further down does not concern them.
const DEPTH: usize = 5;

/// Rules that are tried together.
pub struct RuleSet {
    rules: Vec<Arc<Compiled>>,
    /// For each kind of node the rules whose left side may be one.
    by_kind: FxHashMap<Discriminant<Node>, Vec<usize>>,
    /// What each class was when the rules were tried on it.
    seen: FxHashMap<Id, u64>,
}

impl RuleSet {
    /// The rules, tried on nothing yet.
    pub fn new(rules: Vec<Arc<Compiled>>) -> Self {
        Self { rules, by_kind: FxHashMap::default(), seen: FxHashMap::default() }
    }

    /// The rule of a number.
    pub fn rule(&self, number: usize) -> &Compiled {
        &self.rules[number]
    }

    /// The numbers of the rules that may match a node.
    pub fn matching(&mut self, node: &Node) -> &[usize] {
        let rules = &self.rules;
        self.by_kind
            .entry(discriminant(node))
            .or_insert_with(|| (0..rules.len()).filter(|r| may_match(&rules[*r].lhs, node)).collect())
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

/// Whether a node may be what a pattern builds, from their operators alone.
pub fn may_match(pattern: &Pattern, node: &Node) -> bool {
    let Pattern::Op(op, _) = pattern else { return true };
    match op {
        Op::Add | Op::Sub => matches!(node, Node::Sum(_)),
        // A factor may be a constant.
        Op::Mul | Op::Product | Op::Shl => matches!(node, Node::Sum(_) | Node::Mul(_)),
        Op::Div | Op::Shr => matches!(node, Node::Div(_)),
        Op::Mod => matches!(node, Node::Mod(_)),
        Op::TruncDiv => matches!(node, Node::TruncDiv(_)),
        Op::TruncRem => matches!(node, Node::TruncRem(_)),
        Op::Min => matches!(node, Node::Min(_)),
        Op::Max => matches!(node, Node::Max(_)),
        Op::Xor => matches!(node, Node::Xor(_)),
        Op::Mask => matches!(node, Node::And(..)),
        Op::ShiftLeft => matches!(node, Node::Shl(..)),
        Op::ShiftRight => matches!(node, Node::Shr(..)),
        Op::MulHigh => matches!(node, Node::MulHigh(..)),
        Op::Lt | Op::Le | Op::Eq | Op::Ne => matches!(node, Node::Compare(..)),
        Op::Select => matches!(node, Node::Select(_)),
        Op::Swz => matches!(node, Node::Swz(..)),
        Op::App => matches!(node, Node::App(_)),
        Op::Fn => matches!(node, Node::Fn(_)),
        Op::FCompose => matches!(node, Node::FCompose(_)),
        Op::Compose => matches!(node, Node::Compose(_)),
        Op::Concat => matches!(node, Node::Concat(_)),
        Op::Complement => matches!(node, Node::Complement(_)),
        Op::Divide => matches!(node, Node::Divide(_)),
        Op::LogicalProduct => matches!(node, Node::Product(_)),
        Op::RightInverse => matches!(node, Node::RightInverse(_)),
        Op::LeftInverse => matches!(node, Node::LeftInverse(_)),
        Op::Coalesce => matches!(node, Node::Coalesce(_)),
        Op::Flatten => matches!(node, Node::Flatten(_)),
        // Masks are digits, rounding up is a quotient: what they are built as is not one kind.
        _ => true,
    }
}
