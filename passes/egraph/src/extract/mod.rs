//! Extraction that shares: the cheapest set of nodes that computes all roots.
//!
//! Tree extraction pays a shared term once for each use and misses the point of
//! many addresses. Here roots are extracted one after another; what is chosen is
//! free for later roots, and what later roots could share is priced by how many
//! could: a class that `k` roots reach costs a `k`-th. Sweeps then redo each
//! root with everything else fixed, and each class that is shared.

pub mod cost;
mod emit;
mod problem;
mod scratch;
mod shared;
mod terms;

use crate::graph::Graph;
use cost::{Cost, CostModel};
use problem::{Pricing, Problem, Solution};
pub use terms::{Extracted, Root, Terms};

/// Improvement sweeps; two change nothing on every program so far.
const SWEEPS: usize = 4;

/// Extracts `roots`; `None` if a root has no finite term.
pub fn extract(graph: &Graph, roots: &[Root], model: &CostModel) -> Option<Terms> {
    let problem = Problem::new(graph, roots, model);
    if problem.choices.iter().all(|c| c.len() == 1) {
        return Some(problem.terms(&problem.sequential(Pricing::Alone, false)?));
    }
    let mut best: Option<(Cost, Solution)> = None;
    for pricing in [Pricing::Roots, Pricing::Alone] {
        for backwards in [false, true] {
            let mut solution = problem.sequential(pricing, backwards)?;
            for _ in 0..SWEEPS {
                let swept = problem.sweep(&mut solution);
                if !problem.refine(&mut solution) && !swept {
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
