//! The choice to be made: for each class a node, so that all roots are computed.

use egg::Id;
use rustc_hash::FxHashMap;

use super::cost::{Cost, CostModel, IMMEDIATE};
use super::scratch::{Marks, Scratch};
use super::terms::Root;
use crate::graph::Graph;
use crate::language::Node;
use layout_integer::Facts;

/// Rounds of pricing; children come first, so that only cycles take more than two.
const ROUNDS: usize = 16;
/// Prices are costs times this, divided by the number of roots that share.
const PRECISION: Cost = 1 << 12;
/// Deeper loops than this weigh the same.
const MAX_DEPTH: u32 = 3;

pub(super) struct Choice {
    pub(super) node: Node,
    pub(super) cost: Cost,
    /// The cost where a memory operand is the only user.
    pub(super) root_cost: Cost,
    pub(super) children: Vec<usize>,
}

pub(super) struct Problem {
    pub(super) ids: Vec<Id>,
    pub(super) choices: Vec<Vec<Choice>>,
    pub(super) facts: Vec<Facts>,
    pub(super) roots: Vec<usize>,
    /// For each root whether it is an address.
    pub(super) address: Vec<bool>,
    /// How many roots reach the class.
    pub(super) reach: Vec<Cost>,
}

/// Who a class's cost is divided among, beforehand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pricing {
    /// Nobody: each root pays all it uses.
    Alone,
    /// The roots that can reach the class.
    Roots,
}

/// For each class a chosen node, for each root one of its own.
#[derive(Clone)]
pub(super) struct Solution {
    pub(super) class: Vec<Option<usize>>,
    pub(super) root: Vec<usize>,
}

impl Problem {
    pub(super) fn new(graph: &Graph, roots: &[Root], model: &CostModel) -> Self {
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
        let mut problem = Self { reach: vec![0; ids.len()], ids, choices, facts, roots, address };
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
    pub(super) fn reachable(&self, from: usize, chosen: &[Option<usize>], marks: &mut Marks) -> Vec<usize> {
        marks.clear(self.ids.len());
        // A class comes up twice: before its children, and after them.
        let mut stack = vec![(from, false)];
        let mut out = Vec::new();
        while let Some((class, done)) = stack.pop() {
            if done {
                out.push(class);
            } else if chosen[class].is_none() && marks.insert(class) {
                stack.push((class, true));
                for choice in &self.choices[class] {
                    for child in &choice.children {
                        if chosen[*child].is_none() && !marks.contains(*child) {
                            stack.push((*child, false));
                        }
                    }
                }
            }
        }
        out
    }

    pub(super) fn price(&self, class: usize, cost: Cost, pricing: Pricing) -> Cost {
        let sharers = match pricing {
            Pricing::Alone => 1,
            Pricing::Roots => self.reach[class].max(1),
        };
        cost.saturating_mul(PRECISION) / sharers
    }

    /// Extends the choice by what root number `r` needs; the node of the root and
    /// the classes newly chosen.
    pub(super) fn extend(
        &self,
        r: usize,
        chosen: &mut [Option<usize>],
        pricing: Pricing,
        scratch: &mut Scratch,
    ) -> Option<(usize, Vec<usize>)> {
        let root = self.roots[r];
        let classes = self.reachable(root, chosen, &mut scratch.marks);
        scratch.clear(self.ids.len());
        let term = |scratch: &mut Scratch, chosen: &[Option<usize>], choice: &Choice, price: Cost| {
            choice.children.iter().try_fold(price, |sum, c| {
                let child = if chosen[*c].is_some() { 0 } else { scratch.look(*c)?.0 };
                Some(sum.saturating_add(child))
            })
        };
        // Prices only fall, and what has one is finite after any round. Another round changes something only
        // where a price was looked at before it fell.
        for round in 1.. {
            let mut changed = false;
            scratch.looked.clear(self.ids.len());
            for class in &classes {
                for (i, choice) in self.choices[*class].iter().enumerate() {
                    let price = self.price(*class, choice.cost, pricing);
                    if let Some(cost) = term(scratch, chosen, choice, price)
                        && scratch.best(*class).is_none_or(|(c, _)| cost < c)
                    {
                        scratch.priced.insert(*class);
                        scratch.best[*class] = (cost, i);
                        changed |= scratch.looked.contains(*class);
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
    pub(super) fn is_free(&self, r: usize, node: usize) -> bool {
        let choice = &self.choices[self.roots[r]][node];
        self.address[r] && choice.root_cost != choice.cost
    }

    pub(super) fn sequential(&self, pricing: Pricing, backwards: bool) -> Option<Solution> {
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
    pub(super) fn used(&self, solution: &Solution, r: usize, marks: &mut Marks) -> Vec<usize> {
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
                    let children = &self.choices[class][i].children;
                    stack.extend(children.iter().filter(|c| !marks.contains(**c)));
                }
            }
        }
        out
    }

    /// The cost of a class's chosen node.
    pub(super) fn cost(&self, solution: &Solution, class: usize) -> Cost {
        solution.class[class].map_or(0, |i| self.choices[class][i].cost)
    }

    /// What a root's node costs beside the classes it uses.
    pub(super) fn root_cost(&self, solution: &Solution, r: usize) -> Cost {
        let (root, node) = (self.roots[r], solution.root[r]);
        if self.is_free(r, node) { self.choices[root][node].root_cost } else { 0 }
    }

    pub(super) fn total(&self, solution: &Solution) -> Cost {
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
    pub(super) fn sweep(&self, solution: &mut Solution) -> bool {
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
}
