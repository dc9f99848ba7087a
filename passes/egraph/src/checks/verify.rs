//! Checks a saturated e-graph by sampling: every node of a class must have the
//! same value, and the value must satisfy the class's facts.

use egg::Id;

use crate::extract::Terms;
use crate::graph::Graph;
use crate::language::{Node, Sort, eval};
use crate::rng::Rng;
use layout_integer::Facts;
use rustc_hash::FxHashMap;

/// A class whose nodes disagree: a wrong rule.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("class {class}: {node} is {value}, but another node or the facts say otherwise: {why}")]
pub struct Disagreement {
    /// The class.
    pub class: String,
    /// The node.
    pub node: String,
    /// Its value.
    pub value: i128,
    /// What it should be.
    pub why: String,
}

/// Integers at which something changes: signs, and where the usual widths end.
const EDGES: [i64; 16] = [
    0,
    1,
    -1,
    2,
    i32::MAX as i64 - 1,
    i32::MAX as i64,
    i32::MAX as i64 + 1,
    i32::MIN as i64,
    i32::MIN as i64 - 1,
    u32::MAX as i64,
    u32::MAX as i64 + 1,
    i64::MAX / 2,
    i64::MAX - 1,
    i64::MAX,
    i64::MIN + 1,
    i64::MIN,
];

/// Integers near which the terms of a graph may change: its constants, and 0.
pub fn hints(graph: &Graph) -> Vec<i64> {
    let mut out = vec![0, 1, -1];
    for class in graph.egraph.classes() {
        for node in &class.nodes {
            let constant = match node {
                Node::Num(c) => *c,
                Node::Sum(sum) => sum.constant,
                _ => continue,
            };
            out.extend([constant.saturating_sub(1), constant, constant.saturating_add(1)]);
        }
    }
    out.sort_unstable();
    out.dedup();
    out
}

/// A value of 64 bits that satisfies the facts: an end, an edge of a width or a hint as
/// often as one in between.
pub fn sample(facts: &Facts, hints: &[i64], rng: &mut Rng) -> i64 {
    let end = |v: i128| v.clamp(i64::MIN.into(), i64::MAX.into()) as i64;
    let (lo, hi) = (end(facts.lo), end(facts.hi));
    let near = |v: i64| v.clamp(-(1 << 31), 1 << 31).clamp(lo, hi);
    for _ in 0..200 {
        let v = match rng.range(0, 9) {
            0 => rng.range(lo, hi.min(lo.saturating_add(64))),
            1 => rng.range(hi.max(lo.saturating_add(64)).saturating_sub(64).max(lo), hi),
            2 => rng.pick(&EDGES).clamp(lo, hi),
            3 => rng.range(lo, hi),
            4..=6 if !hints.is_empty() => rng.pick(hints).clamp(lo, hi),
            _ => rng.range(near(lo), near(hi)),
        };
        // The next value below of the right residue, with the bits that are known.
        let apart = (i128::from(v) - i128::from(facts.residue)).rem_euclid(facts.modulus.into());
        let v = (v.wrapping_sub(apart as i64) | facts.ones as i64) & !facts.zeros as i64;
        if facts.admit(v.into()) {
            return v;
        }
    }
    lo
}

/// The values of the classes for values of the leaves; none for layouts, and where an
/// operation is undefined.
pub fn class_values(graph: &Graph, leaves: &[i128]) -> FxHashMap<Id, i128> {
    let mut value: FxHashMap<Id, i128> = FxHashMap::default();
    let mut pending: Vec<_> = graph.egraph.classes().filter(|c| c.data.sort == Sort::Idx).collect();
    loop {
        let before = pending.len();
        pending.retain(|class| {
            let found = class.nodes.iter().find_map(|n| node_value(graph, &value, leaves, n));
            found.map(|v| value.insert(class.id, v)).is_none()
        });
        if pending.len() == before {
            return value;
        }
    }
}

fn node_value(graph: &Graph, value: &FxHashMap<Id, i128>, leaves: &[i128], node: &Node) -> Option<i128> {
    let child = |c: Id| value.get(&graph.egraph.find(c)).copied();
    eval(node, child, |v| leaves.get(v as usize).copied())
}

/// Whether values of the classes are such as were assumed: assumptions relate leaves,
/// which are drawn one by one.
pub fn is_assumed(graph: &Graph, value: &FxHashMap<Id, i128>) -> bool {
    let of = |id: Id| value.get(&graph.egraph.find(id)).copied();
    graph.assumptions().iter().all(|(id, f)| of(*id).is_none_or(|v| f.admit(v)))
        && graph.assumed_less().iter().all(|(a, b)| match (of(*a), of(*b)) {
            (Some(a), Some(b)) => a < b,
            _ => true,
        })
}

/// Evaluates the terms as given and those that took their place on `rounds` random
/// assignments of the leaves. A class does not tell everything: what a rule drops is gone
/// from it, and a leaf prunes all else.
///
/// # Errors
/// The first root whose terms disagree.
pub fn verify_terms(
    graph: &Graph,
    given: &Terms,
    found: &Terms,
    rounds: usize,
    seed: u64,
) -> Result<(), Disagreement> {
    let (mut rng, hints) = (Rng::new(seed), hints(graph));
    for _ in 0..rounds {
        let leaves = draw(graph, &hints, &mut rng);
        if !is_assumed(graph, &class_values(graph, &leaves)) {
            continue;
        }
        let (before, after) = (term_values(given, &leaves), term_values(found, &leaves));
        for (old, new) in given.roots.iter().zip(&found.roots) {
            if let (Some(want), Some(got)) = (before[*old], after[*new])
                && want != got
            {
                return Err(Disagreement {
                    class: found.nodes[*new].class.to_string(),
                    node: format!("{:?}", found.nodes[*new].node),
                    value: got,
                    why: format!("{want} as given, at {leaves:?}"),
                });
            }
        }
    }
    Ok(())
}

/// The values of terms, operands first; none of layouts, and where an operation is undefined.
fn term_values(terms: &Terms, leaves: &[i128]) -> Vec<Option<i128>> {
    let mut values: Vec<Option<i128>> = Vec::with_capacity(terms.nodes.len());
    for term in &terms.nodes {
        let child = |c: Id| values.get(usize::from(c)).copied().flatten();
        values.push(eval(&term.node, child, |v| leaves.get(v as usize).copied()));
    }
    values
}

fn draw(graph: &Graph, hints: &[i64], rng: &mut Rng) -> Vec<i128> {
    (0..graph.var_count()).map(|v| sample(&graph.var_facts(v as u32), hints, rng).into()).collect()
}

/// Evaluates every class on `rounds` random assignments of the leaves.
///
/// # Errors
/// The first class whose nodes disagree.
pub fn verify(graph: &Graph, rounds: usize, seed: u64) -> Result<(), Disagreement> {
    let (mut rng, hints) = (Rng::new(seed), hints(graph));
    for _ in 0..rounds {
        let leaves = draw(graph, &hints, &mut rng);
        let value = class_values(graph, &leaves);
        if !is_assumed(graph, &value) {
            continue;
        }
        for class in graph.egraph.classes() {
            let Some(want) = value.get(&class.id) else { continue };
            for node in &class.nodes {
                let Some(got) = node_value(graph, &value, &leaves, node) else { continue };
                if got != *want || !class.data.facts.admit(got) {
                    return Err(Disagreement {
                        class: class.id.to_string(),
                        node: format!("{node:?}"),
                        value: got,
                        why: format!("{want}, {:?}", class.data.facts),
                    });
                }
            }
        }
    }
    Ok(())
}
