//! Extraction that shares: the cheapest set of nodes that computes all roots.
//!
//! Tree extraction pays a shared term once for each use and misses the point of
//! many addresses. Here roots are extracted one after another; what is chosen is
//! free for later roots, and what later roots could share is priced by how many
//! could: a class that `k` roots reach costs a `k`-th. Sweeps then redo each
//! root with everything else fixed.

pub mod cost;

use std::collections::HashMap;

use egg::{Id, Language};
use rustc_hash::FxHashMap;

use crate::extract::cost::{Cost, CostModel, IMMEDIATE};
use crate::facts::Facts;
use crate::graph::Graph;
use crate::language::Node;

/// Improvement sweeps; two change nothing on every program so far.
const SWEEPS: usize = 4;
/// Rounds of pricing; children come first, so that only cycles take more than two.
const ROUNDS: usize = 16;
/// Prices are costs times this, divided by the number of roots that share.
const PRECISION: Cost = 1 << 12;
/// Deeper loops than this weigh the same.
const MAX_DEPTH: u32 = 3;

/// A node of the result; children are earlier nodes.
#[derive(Clone, Debug)]
pub struct Extracted {
    /// The operator and its data; its child ids are indices into the result.
    pub node: Node,
    /// The class that the term stands for.
    pub class: Id,
    /// What is known of the value.
    pub facts: Facts,
}

/// The chosen terms in an order in which children come first.
#[derive(Clone, Debug, Default)]
pub struct Terms {
    /// All nodes.
    pub nodes: Vec<Extracted>,
    /// For each root its node.
    pub roots: Vec<usize>,
    /// The total cost.
    pub cost: Cost,
}

impl Terms {
    /// The e-node that a term was: its operands as classes.
    pub fn e_node(&self, i: usize) -> Node {
        self.nodes[i].node.clone().map_children(|c| self.nodes[usize::from(c)].class)
    }

    /// The children of a node as indices.
    pub fn children(&self, i: usize) -> Vec<usize> {
        self.nodes[i].node.children().iter().map(|c| usize::from(*c)).collect()
    }

    /// How many two-operand operations the terms are: a sum is one for each further
    /// term, for each factor and for its constant.
    pub fn operations(&self) -> usize {
        let of = |node: &Node| match node {
            Node::Sum(sum) => {
                let factors = sum.coefficients.iter().filter(|c| c.abs() != 1).count();
                let summands = sum.coefficients.len() + usize::from(sum.constant != 0);
                factors + summands.saturating_sub(1)
            }
            Node::Swz(..) => 3,
            node if node.is_leaf() => 0,
            _ => 1,
        };
        self.nodes.iter().map(|n| of(&n.node)).sum()
    }
}

struct Choice {
    node: Node,
    cost: Cost,
    /// The cost where a memory operand is the only user.
    root_cost: Cost,
    children: Vec<usize>,
}

/// A set of classes that is emptied in constant time.
#[derive(Default)]
struct Marks {
    stamps: Vec<u32>,
    now: u32,
}

impl Marks {
    fn clear(&mut self, size: usize) {
        self.stamps.resize(size, 0);
        self.now += 1;
    }

    fn contains(&self, class: usize) -> bool {
        self.stamps[class] == self.now
    }

    /// Adds a class; whether it is new.
    fn insert(&mut self, class: usize) -> bool {
        let new = self.stamps[class] != self.now;
        self.stamps[class] = self.now;
        new
    }
}

/// What is kept from one root to the next, to be allocated once.
#[derive(Default)]
struct Scratch {
    marks: Marks,
    /// The classes that have a price.
    priced: Marks,
    /// For those the least price so far, and the node that has it.
    best: Vec<(Cost, usize)>,
}

impl Scratch {
    fn clear(&mut self, size: usize) {
        self.priced.clear(size);
        self.best.resize(size, (0, 0));
    }

    fn best(&self, class: usize) -> Option<(Cost, usize)> {
        self.priced.contains(class).then(|| self.best[class])
    }
}

struct Problem {
    ids: Vec<Id>,
    choices: Vec<Vec<Choice>>,
    facts: Vec<Facts>,
    roots: Vec<usize>,
    /// For each root whether it is an address.
    address: Vec<bool>,
    /// How many roots reach the class.
    reach: Vec<Cost>,
    /// How many nodes and roots use the class.
    parents: Vec<Cost>,
}

/// A term to extract.
#[derive(Clone, Copy, Debug)]
pub struct Root {
    /// The term.
    pub term: Id,
    /// Whether it is the address of a memory operand, which adds a constant for nothing.
    pub address: bool,
}

impl From<Id> for Root {
    fn from(term: Id) -> Self {
        Self { term, address: true }
    }
}

/// Extracts `roots`; `None` if a root has no finite term.
pub fn extract(graph: &Graph, roots: &[Root], model: &CostModel) -> Option<Terms> {
    let problem = Problem::new(graph, roots, model);
    if problem.choices.iter().all(|c| c.len() == 1) {
        return Some(problem.terms(&problem.sequential(Pricing::Alone, false)?));
    }
    let mut best: Option<(Cost, Solution)> = None;
    for pricing in [Pricing::Roots, Pricing::Parents, Pricing::Alone] {
        for backwards in [false, true] {
            let mut solution = problem.sequential(pricing, backwards)?;
            for _ in 0..SWEEPS {
                if !problem.sweep(&mut solution) {
                    break;
                }
            }
            let total = problem.total(&solution);
            if best.as_ref().is_none_or(|(least, _)| total < *least) {
                best = Some((total, solution));
            }
        }
    }
    Some(problem.terms(&best?.1))
}

/// Who a class's cost is divided among, beforehand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pricing {
    /// Nobody: each root pays all it uses.
    Alone,
    /// The roots that can reach the class.
    Roots,
    /// The nodes that use the class: a part that a root uses twice is paid once.
    Parents,
}

/// Which of the equal terms to take.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pick {
    /// The cheapest.
    #[default]
    Cheapest,
    /// The dearest that is finite: any term must be right, so tests take this one.
    Worst,
}

/// Extracts the dearest terms: in each class the dearest node among those made of
/// classes that have a term without it.
pub fn extract_worst(graph: &Graph, roots: &[Root], model: &CostModel) -> Option<Terms> {
    let problem = Problem::new(graph, roots, model);
    let count = problem.ids.len();
    // Classes in an order in which every class has a node made of earlier ones.
    let mut rank: Vec<Option<usize>> = vec![None; count];
    let mut next = 0;
    loop {
        let ready: Vec<usize> = (0..count)
            .filter(|c| rank[*c].is_none())
            .filter(|c| problem.choices[*c].iter().any(|n| n.children.iter().all(|k| rank[*k].is_some())))
            .collect();
        if ready.is_empty() {
            break;
        }
        for class in ready {
            rank[class] = Some(next);
            next += 1;
        }
    }
    let worst = |class: usize| {
        let earlier = |k: &usize| rank[*k].is_some_and(|r| rank[class].is_some_and(|own| r < own));
        let choices = problem.choices[class].iter().enumerate();
        choices
            .filter(|(_, n)| n.children.iter().all(earlier))
            .max_by_key(|(i, n)| (n.cost, *i))
            .map(|(i, _)| i)
    };
    let class: Vec<Option<usize>> = (0..count).map(worst).collect();
    let root = problem.roots.iter().map(|r| class[*r]).collect::<Option<Vec<_>>>()?;
    Some(problem.terms(&Solution { class, root }))
}

/// For each class a chosen node, for each root one of its own.
#[derive(Clone)]
struct Solution {
    class: Vec<Option<usize>>,
    root: Vec<usize>,
}

impl Problem {
    fn new(graph: &Graph, roots: &[Root], model: &CostModel) -> Self {
        let mut index: FxHashMap<Id, usize> = FxHashMap::default();
        let mut ids: Vec<Id> = Vec::new();
        let mut visit = |id: Id, ids: &mut Vec<Id>| -> usize {
            let id = graph.egraph.find(id);
            *index.entry(id).or_insert_with(|| {
                ids.push(id);
                ids.len() - 1
            })
        };
        let address = roots.iter().map(|r| r.address).collect();
        let roots: Vec<usize> = roots.iter().map(|r| visit(r.term, &mut ids)).collect();
        let mut choices = Vec::new();
        let mut facts = Vec::new();
        let (given, promised) = (graph.given(), graph.promised());
        // Whether some width holds an operand that must be exact, by facts or, for the
        // uses that promise it, by a promise.
        let fits =
            |id: &Id| promised.get(&graph.egraph.find(*id)).copied().unwrap_or(graph.facts(*id)).fits(64);
        let emittable = |node: &Node| node.exact_operands(|c| graph.as_const(c)).iter().all(fits);
        let mut at = 0;
        while at < ids.len() {
            let class = &graph.egraph[ids[at]];
            facts.push(class.data.facts);
            let weight: Cost = 1 << (3 * class.data.depth.min(MAX_DEPTH));
            let mut nodes = class.nodes.clone();
            nodes.sort_unstable();
            let given = given.get(&ids[at]);
            let of_class = nodes
                .into_iter()
                .filter_map(|node| {
                    let given = given.is_some_and(|nodes| nodes.contains(&node));
                    if !given && !emittable(&node) {
                        return None;
                    }
                    let children: Vec<usize> = node.children().iter().map(|c| visit(*c, &mut ids)).collect();
                    let child_facts: Vec<Facts> = node.children().iter().map(|c| graph.facts(*c)).collect();
                    // Of equal terms the one that is there already.
                    let cost = model
                        .node(&node, &class.data.facts, &child_facts)
                        .saturating_sub(given.into())
                        .max(1);
                    // What is uniform is computed once for a warp, beside its lanes, but takes
                    // a place among the instructions all the same.
                    let cost = (cost - if class.data.uniform { cost / 6 } else { 0 }) * weight;
                    let root_cost = if matches!(node, Node::Offset(..)) { IMMEDIATE } else { cost };
                    Some(Choice { node, cost, root_cost, children })
                })
                .collect();
            choices.push(of_class);
            at += 1;
        }
        let mut parents = vec![0; ids.len()];
        let choices: Vec<Vec<Choice>> = choices;
        let children = choices.iter().flatten().flat_map(|c| &c.children);
        children.chain(&roots).for_each(|c| parents[*c] += 1);
        let mut problem = Self { reach: vec![0; ids.len()], parents, ids, choices, facts, roots, address };
        let (nothing, mut marks) = (vec![None; problem.ids.len()], Marks::default());
        for root in problem.roots.clone() {
            for class in problem.reachable(root, &nothing, &mut marks) {
                problem.reach[class] += 1;
            }
        }
        problem
    }

    /// Unchosen classes that the class `from` can use, itself included; children first,
    /// where classes are not each other's.
    fn reachable(&self, from: usize, chosen: &[Option<usize>], marks: &mut Marks) -> Vec<usize> {
        marks.clear(self.ids.len());
        // A class comes up twice: before its children, and after them.
        let mut stack = vec![(from, false)];
        let mut out = Vec::new();
        while let Some((class, done)) = stack.pop() {
            if done {
                out.push(class);
            } else if chosen[class].is_none() && marks.insert(class) {
                stack.push((class, true));
                let children = self.choices[class].iter().flat_map(|c| c.children.iter().copied());
                stack.extend(children.map(|c| (c, false)));
            }
        }
        out
    }

    fn price(&self, class: usize, cost: Cost, pricing: Pricing) -> Cost {
        let sharers = match pricing {
            Pricing::Alone => 1,
            Pricing::Roots => self.reach[class].max(1),
            Pricing::Parents => self.parents[class].max(1),
        };
        cost.saturating_mul(PRECISION) / sharers
    }

    /// Extends the choice by what root number `r` needs; the node of the root and
    /// the classes newly chosen.
    fn extend(
        &self,
        r: usize,
        chosen: &mut [Option<usize>],
        pricing: Pricing,
        scratch: &mut Scratch,
    ) -> Option<(usize, Vec<usize>)> {
        let root = self.roots[r];
        let classes = self.reachable(root, chosen, &mut scratch.marks);
        scratch.clear(self.ids.len());
        let term = |scratch: &Scratch, chosen: &[Option<usize>], choice: &Choice, price: Cost| {
            choice.children.iter().try_fold(price, |sum, c| {
                let child = if chosen[*c].is_some() { 0 } else { scratch.best(*c)?.0 };
                Some(sum.saturating_add(child))
            })
        };
        // Prices only fall, and what has one is finite after any round.
        for round in 1.. {
            let mut changed = false;
            for class in &classes {
                for (i, choice) in self.choices[*class].iter().enumerate() {
                    let price = self.price(*class, choice.cost, pricing);
                    if let Some(cost) = term(scratch, chosen, choice, price)
                        && scratch.best(*class).is_none_or(|(c, _)| cost < c)
                    {
                        scratch.priced.insert(*class);
                        scratch.best[*class] = (cost, i);
                        changed = true;
                    }
                }
            }
            if !changed || round >= ROUNDS && scratch.best(root).is_some() {
                break;
            }
        }
        let at_root = self.choices[root]
            .iter()
            .enumerate()
            .filter_map(|(i, choice)| {
                // An offset is free at a root, but only there.
                let free = self.is_free(r, i);
                if chosen[root].is_some() && !free {
                    return (chosen[root] == Some(i)).then_some((0, i));
                }
                let cost = if free { choice.root_cost } else { choice.cost };
                Some((term(scratch, chosen, choice, self.price(root, cost, pricing))?, i))
            })
            .min()?
            .1;
        // Choose what the root's term uses; prices are positive, so it is finite.
        let mut stack = self.choices[root][at_root].children.clone();
        let mut new = Vec::new();
        if !self.is_free(r, at_root) && chosen[root].is_none() {
            chosen[root] = Some(at_root);
            new.push(root);
        }
        while let Some(class) = stack.pop() {
            if chosen[class].is_none() {
                let (_, i) = scratch.best(class)?;
                chosen[class] = Some(i);
                new.push(class);
                stack.extend(self.choices[class][i].children.iter().copied());
            }
        }
        Some((at_root, new))
    }

    /// Whether the node of root number `r` costs nothing because the memory operand takes it.
    fn is_free(&self, r: usize, node: usize) -> bool {
        let choice = &self.choices[self.roots[r]][node];
        self.address[r] && choice.root_cost != choice.cost
    }

    fn sequential(&self, pricing: Pricing, backwards: bool) -> Option<Solution> {
        let mut class = vec![None; self.ids.len()];
        let mut scratch = Scratch::default();
        let count = self.roots.len();
        let mut root = vec![0; count];
        for i in 0..count {
            let r = if backwards { count - 1 - i } else { i };
            root[r] = self.extend(r, &mut class, pricing, &mut scratch)?.0;
        }
        Some(Solution { class, root })
    }

    /// Classes that the term of root number `r` uses, the root's own if its node is no free offset.
    fn used(&self, solution: &Solution, r: usize, marks: &mut Marks) -> Vec<usize> {
        let root = self.roots[r];
        let mut stack = if self.is_free(r, solution.root[r]) {
            self.choices[root][solution.root[r]].children.clone()
        } else {
            vec![root]
        };
        marks.clear(self.ids.len());
        let mut out = Vec::new();
        while let Some(class) = stack.pop() {
            if marks.insert(class) {
                out.push(class);
                if let Some(i) = solution.class[class] {
                    stack.extend(self.choices[class][i].children.iter().copied());
                }
            }
        }
        out
    }

    /// The cost of a class's chosen node.
    fn cost(&self, solution: &Solution, class: usize) -> Cost {
        solution.class[class].map_or(0, |i| self.choices[class][i].cost)
    }

    /// What a root's node costs beside the classes it uses.
    fn root_cost(&self, solution: &Solution, r: usize) -> Cost {
        let (root, node) = (self.roots[r], solution.root[r]);
        if self.is_free(r, node) { self.choices[root][node].root_cost } else { 0 }
    }

    fn total(&self, solution: &Solution) -> Cost {
        let mut counted = vec![false; self.ids.len()];
        let mut marks = Marks::default();
        let mut total: Cost = 0;
        for r in 0..self.roots.len() {
            total = total.saturating_add(self.root_cost(solution, r));
            for class in self.used(solution, r, &mut marks) {
                if !std::mem::replace(&mut counted[class], true) {
                    total = total.saturating_add(self.cost(solution, class));
                }
            }
        }
        total
    }

    /// Redoes each root with the others fixed; returns whether the total fell.
    fn sweep(&self, solution: &mut Solution) -> bool {
        let mut scratch = Scratch::default();
        let mut uses = vec![0usize; self.ids.len()];
        for r in 0..self.roots.len() {
            self.used(solution, r, &mut scratch.marks).into_iter().for_each(|class| uses[class] += 1);
        }
        let mut improved = false;
        for r in 0..self.roots.len() {
            let used = self.used(solution, r, &mut scratch.marks);
            let own: Vec<usize> = used.iter().copied().filter(|c| uses[*c] == 1).collect();
            if own.is_empty() {
                continue;
            }
            let sum = |solution: &Solution, classes: &[usize]| {
                classes
                    .iter()
                    .fold(self.root_cost(solution, r), |sum, c| sum.saturating_add(self.cost(solution, *c)))
            };
            // What only this root uses is chosen anew.
            let before = sum(solution, &own);
            let old: Vec<Option<usize>> = own.iter().map(|c| solution.class[*c].take()).collect();
            let old_root = solution.root[r];
            let Some((node, new)) = self.extend(r, &mut solution.class, Pricing::Alone, &mut scratch) else {
                return improved;
            };
            solution.root[r] = node;
            if sum(solution, &new) < before {
                used.into_iter().for_each(|class| uses[class] -= 1);
                self.used(solution, r, &mut scratch.marks).into_iter().for_each(|class| uses[class] += 1);
                improved = true;
            } else {
                new.into_iter().for_each(|class| solution.class[class] = None);
                own.into_iter().zip(old).for_each(|(class, node)| solution.class[class] = node);
                solution.root[r] = old_root;
            }
        }
        improved
    }

    fn terms(&self, solution: &Solution) -> Terms {
        let mut out = Terms { cost: self.total(solution), ..Terms::default() };
        let mut place: HashMap<usize, usize> = HashMap::new();
        for r in 0..self.roots.len() {
            let root = self.roots[r];
            let choice = &self.choices[root][solution.root[r]];
            let at = if !self.is_free(r, solution.root[r]) {
                self.emit(solution, root, &mut place, &mut out)
            } else {
                for c in &choice.children {
                    self.emit(solution, *c, &mut place, &mut out);
                }
                self.push(root, choice, &place, &mut out)
            };
            out.roots.push(at);
        }
        out
    }

    fn push(&self, class: usize, choice: &Choice, place: &HashMap<usize, usize>, out: &mut Terms) -> usize {
        let mut node = choice.node.clone();
        for (slot, c) in node.children_mut().iter_mut().zip(&choice.children) {
            *slot = Id::from(place[c]);
        }
        out.nodes.push(Extracted { node, class: self.ids[class], facts: self.facts[class] });
        out.nodes.len() - 1
    }

    /// Emits a class after its children, without recursion.
    fn emit(
        &self,
        solution: &Solution,
        class: usize,
        place: &mut HashMap<usize, usize>,
        out: &mut Terms,
    ) -> usize {
        let mut stack = vec![(class, false)];
        while let Some((class, ready)) = stack.pop() {
            if place.contains_key(&class) {
                continue;
            }
            let Some(i) = solution.class[class] else { continue };
            let choice = &self.choices[class][i];
            if ready {
                let at = self.push(class, choice, place, out);
                place.insert(class, at);
            } else {
                stack.push((class, true));
                stack.extend(choice.children.iter().map(|c| (*c, false)));
            }
        }
        place.get(&class).copied().unwrap_or(0)
    }
}
