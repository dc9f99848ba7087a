//! The e-graph with its facts, and smart constructors that build normal forms.

mod analysis;
mod assumptions;
mod digits;
mod forms;

use std::cell::Cell;
use std::sync::LazyLock;

use egg::{EClass, Id, Language};
use layout_algebra::Layout;
use quanta::Clock;

use crate::language::{Linear, Node};
use analysis::{Data, Egraph, join};
pub use assumptions::Promise;
pub use digits::CLASS;
use digits::Remembered;
pub(crate) use digits::Term;
use layout_integer::Facts;
use rustc_hash::FxHashMap;

/// Longer sums are terms of other sums: a running sum of `n` terms takes no `n²` of them.
const FLATTENED: usize = 32;

/// The e-graph and its smart constructors.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    pub(crate) egraph: Egraph,
    /// Classes with their nodes as the program has them.
    given: Vec<(Id, Vec<Node>)>,
    promises: Vec<Promise>,
    /// The class in which matches of rules are looked for.
    pub(crate) matched: Option<Id>,
    /// Nodes that finders have looked at; their budget.
    pub(crate) looked: Cell<u64>,
    /// How often what the graph says of a class has changed.
    changes: u64,
    digits: Option<Remembered>,
}

impl Graph {
    /// A graph that records why terms are equal; see [`crate::show::explain`].
    pub fn explained() -> Self {
        Self { egraph: Egraph::default().with_explanations_enabled(), ..Self::default() }
    }

    /// The class that a class is now.
    pub fn find(&self, id: Id) -> Id {
        self.egraph.find(id)
    }

    /// Whether two classes are one.
    pub fn same(&self, a: Id, b: Id) -> bool {
        self.find(a) == self.find(b)
    }

    /// Restores what holds of nodes of equal operands, after classes were made one.
    pub fn rebuild(&mut self) {
        // egg times itself, and the first look at its clock measures the processor for ten milliseconds or
        // more: it is given one that stands still.
        static STILL: LazyLock<Clock> = LazyLock::new(|| Clock::mock().0);
        quanta::with_clock(&STILL, || self.egraph.rebuild());
        self.changes += 1;
    }

    /// Whether a class is an unknown of the program.
    pub fn is_unknown(&self, id: Id) -> bool {
        self.egraph[id].nodes.iter().any(|n| matches!(n, Node::Var(_)))
    }

    /// The class of a node, if there is one.
    pub fn lookup(&self, node: Node) -> Option<Id> {
        self.egraph.lookup(node)
    }

    /// Adds a node that is in the form its constructor builds; see [`Graph::add`].
    pub fn add_as_it_stands(&mut self, mut node: Node) -> Id {
        // Most are there already: egg copies each before it looks for it.
        let known = if self.egraph.are_explanations_enabled() { None } else { self.egraph.lookup(&mut node) };
        known.unwrap_or_else(|| {
            self.changes += 1;
            self.egraph.add(node)
        })
    }

    /// The nodes of a class.
    pub fn nodes_of(&self, id: Id) -> Vec<Node> {
        self.egraph[id].nodes.clone()
    }

    /// All nodes with their classes.
    pub fn nodes(&self) -> Vec<(Id, Node)> {
        let of = |class: &EClass<Node, Data>| {
            class.nodes.iter().map(|n| (class.id, n.clone())).collect::<Vec<_>>()
        };
        self.egraph.classes().flat_map(of).collect()
    }

    /// Makes two classes one, and says why; returns whether they were two.
    pub fn merge(&mut self, a: Id, b: Id, reason: &str) -> bool {
        let changed = join(&mut self.egraph, a, b, reason);
        self.changes += u64::from(changed);
        changed
    }

    /// Counts what a finder looks at; see [`Graph::looked`].
    pub(crate) fn look(&self, nodes: usize) {
        self.looked.set(self.looked.get() + nodes as u64);
    }

    /// Takes a node that is never needed out of its class, if it is not the only one;
    /// returns whether it did.
    pub(crate) fn drop_node(&mut self, id: Id, node: &Node) -> bool {
        self.changes += 1;
        let class = &mut self.egraph[id];
        if !class.nodes.iter().any(|n| n != node) {
            return false;
        }
        class.nodes.retain(|n| n != node);
        let sums = class.nodes.iter().filter_map(|n| if let Node::Sum(l) = n { Some(l) } else { None });
        class.data.linear = sums.min_by(|a, b| (a.terms.len(), a).cmp(&(b.terms.len(), b))).cloned();
        true
    }

    /// A fresh leaf with these facts, varying in `depth` loops.
    pub fn var(&mut self, facts: Facts, depth: u32) -> Id {
        self.leaf(facts, depth, false)
    }

    /// The same, of which all threads of a warp have the same value: a block's
    /// number, a parameter.
    pub fn uniform_var(&mut self, facts: Facts, depth: u32) -> Id {
        self.leaf(facts, depth, true)
    }

    fn leaf(&mut self, facts: Facts, depth: u32, uniform: bool) -> Id {
        let number = self.egraph.analysis.vars.len() as u32;
        self.egraph.analysis.vars.push((facts, depth, uniform));
        self.egraph.add(Node::Var(number))
    }

    /// The facts that leaf number `v` was made with.
    pub fn var_facts(&self, v: u32) -> Facts {
        self.egraph.analysis.var_facts(v)
    }

    /// The number of leaves.
    pub fn var_count(&self) -> usize {
        self.egraph.analysis.vars.len()
    }

    /// A constant.
    pub fn num(&mut self, c: i64) -> Id {
        self.egraph.add(Node::Num(c))
    }

    /// A literal layout.
    pub fn lit(&mut self, layout: Layout) -> Id {
        let lit = self.egraph.analysis.intern(layout);
        self.egraph.add(Node::Lit(lit))
    }

    /// The literal of a layout class.
    pub fn literal(&self, id: Id) -> Option<&Layout> {
        self.egraph.analysis.lits.get(self.egraph[id].data.lit? as usize)
    }

    /// The layout with an interned number.
    pub fn interned(&self, lit: u32) -> Option<&Layout> {
        self.egraph.analysis.lits.get(lit as usize)
    }

    /// Facts of an integer class.
    pub fn facts(&self, id: Id) -> Facts {
        self.egraph[id].data.facts
    }

    /// The class as a constant.
    pub fn as_const(&self, id: Id) -> Option<i64> {
        self.facts(id).as_const()
    }

    /// How many facts contradicted each other: not zero means a wrong rule or a
    /// program point that cannot be reached.
    pub fn contradictions(&self) -> usize {
        self.egraph.analysis.contradictions
    }

    /// The class as an affine combination of classes that are none.
    pub fn linear(&self, id: Id) -> Linear {
        if let Some(c) = self.egraph[id].data.facts.as_const() {
            return Linear { constant: c, coefficients: [].into(), terms: [].into() };
        }
        let alone = || Linear { constant: 0, coefficients: [1].into(), terms: [self.egraph.find(id)].into() };
        self.affine(id).cloned().unwrap_or_else(alone)
    }

    /// The sum that a class is which is no constant; `None` if it is none.
    pub(super) fn affine(&self, id: Id) -> Option<&Linear> {
        let class = &self.egraph[id];
        // A sum that was dropped from its class may still be its affine form.
        class.data.linear.as_ref().filter(|l| {
            l.terms.len() <= FLATTENED
                && class.nodes.iter().any(|n| matches!(n, Node::Sum(_)))
                && !class.nodes.iter().any(Node::is_leaf)
        })
    }

    /// Takes note of all nodes there are as those that the program has, which
    /// extraction prefers and need no operation of their own.
    pub(crate) fn record_given(&mut self) {
        self.given = self.egraph.classes().map(|c| (c.id, c.nodes.clone())).collect();
    }

    /// The nodes by which the program computed each class, under the names that the
    /// classes have now; empty before [`crate::simplify()`].
    pub fn given(&self) -> FxHashMap<Id, Vec<Node>> {
        let mut out: FxHashMap<Id, Vec<Node>> =
            FxHashMap::with_capacity_and_hasher(self.given.len(), Default::default());
        for (class, nodes) in &self.given {
            let nodes = nodes.iter().map(|n| n.clone().map_children(|c| self.egraph.find(c)));
            out.entry(self.egraph.find(*class)).or_default().extend(nodes);
        }
        out
    }
}
