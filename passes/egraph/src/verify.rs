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
    pub value: i64,
    /// What it should be.
    pub why: String,
}

/// A value that satisfies the facts.
pub fn sample(facts: &Facts, rng: &mut Rng) -> i64 {
    let lo = facts.lo.max(-(1 << 31));
    let hi = facts.hi.min(1 << 31).max(lo);
    for _ in 0..200 {
        let mut v = match rng.range(0, 3) {
            0 => lo,
            1 => rng.range(lo, hi.min(lo.saturating_add(64))),
            _ => rng.range(lo, hi),
        };
        v = (v - (v - facts.residue).rem_euclid(facts.modulus)) | facts.ones as i64;
        v &= !facts.zeros as i64;
        if facts.admit(v) {
            return v;
        }
    }
    facts.lo
}

/// Evaluates every class on `rounds` random assignments of the leaves.
///
/// # Errors
/// The first class whose nodes disagree.
pub fn verify(graph: &Graph, rounds: usize, seed: u64) -> Result<(), Disagreement> {
    let mut rng = Rng::new(seed);
    let classes: Vec<_> = graph.egraph.classes().filter(|c| c.data.sort == Sort::Idx).collect();
    for _ in 0..rounds {
        let vars: Vec<i64> =
            (0..graph.var_count()).map(|v| sample(&Tables::var_facts(graph, v as u32), &mut rng)).collect();
        let mut value: HashMap<Id, i64> = HashMap::new();
        let at = |value: &HashMap<Id, i64>, node: &Node| {
            eval(node, |c| value.get(&graph.egraph.find(c)).copied(), |v| vars.get(v as usize).copied())
        };
        loop {
            let before = value.len();
            for class in &classes {
                if !value.contains_key(&class.id)
                    && let Some(v) = class.nodes.iter().find_map(|n| at(&value, n))
                {
                    value.insert(class.id, v);
                }
            }
            if value.len() == before {
                break;
            }
        }
        // What was assumed of the leaves together is not true of every sample.
        let of = |id: Id| value.get(&graph.egraph.find(id)).copied();
        let assumed = graph.assumptions().iter().all(|(id, f)| of(*id).is_none_or(|v| f.admit(v)));
        let less = graph.assumed_less().iter().all(|(a, b)| match (of(*a), of(*b)) {
            (Some(a), Some(b)) => a < b,
            _ => true,
        });
        if !assumed || !less {
            continue;
        }
        for class in &classes {
            let Some(want) = value.get(&class.id) else { continue };
            for node in &class.nodes {
                let Some(got) = at(&value, node) else { continue };
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
