//! Checks a saturated e-graph by sampling: every node of a class must have the
//! same value, and the value must satisfy the class's facts.

use std::collections::HashMap;

use egg::Id;

use crate::facts::Facts;
use crate::graph::{Graph, Tables};
use crate::lang::{Node, Sort, eval};
use crate::rng::Rng;

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

/// A value of 64 bits that satisfies the facts: an end or an edge of a width as often
/// as one in between.
pub fn sample(facts: &Facts, rng: &mut Rng) -> i64 {
    let end = |v: i128| v.clamp(i64::MIN.into(), i64::MAX.into()) as i64;
    let (lo, hi) = (end(facts.lo), end(facts.hi));
    let near = |v: i64| v.clamp(-(1 << 31), 1 << 31).clamp(lo, hi);
    for _ in 0..200 {
        let v = match rng.range(0, 7) {
            0 => rng.range(lo, hi.min(lo.saturating_add(64))),
            1 => rng.range(hi.max(lo.saturating_add(64)).saturating_sub(64).max(lo), hi),
            2 => rng.pick(&EDGES).clamp(lo, hi),
            3 => rng.range(lo, hi),
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
pub fn class_values(graph: &Graph, leaves: &[i128]) -> HashMap<Id, i128> {
    let mut value: HashMap<Id, i128> = HashMap::new();
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

fn node_value(graph: &Graph, value: &HashMap<Id, i128>, leaves: &[i128], node: &Node) -> Option<i128> {
    let child = |c: Id| value.get(&graph.egraph.find(c)).copied();
    eval(node, child, |v| leaves.get(v as usize).copied())
}

/// Whether values of the classes are such as were assumed: assumptions relate leaves,
/// which are drawn one by one.
pub fn is_assumed(graph: &Graph, value: &HashMap<Id, i128>) -> bool {
    let of = |id: Id| value.get(&graph.egraph.find(id)).copied();
    graph.assumptions().iter().all(|(id, f)| of(*id).is_none_or(|v| f.admit(v)))
        && graph.assumed_less().iter().all(|(a, b)| match (of(*a), of(*b)) {
            (Some(a), Some(b)) => a < b,
            _ => true,
        })
}

/// Evaluates every class on `rounds` random assignments of the leaves.
///
/// # Errors
/// The first class whose nodes disagree.
pub fn verify(graph: &Graph, rounds: usize, seed: u64) -> Result<(), Disagreement> {
    let mut rng = Rng::new(seed);
    for _ in 0..rounds {
        let leaves: Vec<i128> = (0..graph.var_count())
            .map(|v| sample(&Tables::var_facts(graph, v as u32), &mut rng).into())
            .collect();
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
