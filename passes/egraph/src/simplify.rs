//! The whole run: saturate, check, extract, and never return worse than given.

use egg::Id;

use crate::cost::CostModel;
use crate::extract::{Terms, extract};
use crate::graph::Graph;
use crate::saturate::{Report, Saturation};
use crate::verify::{Disagreement, verify};

/// Random assignments that a checked run evaluates.
const VERIFY_ROUNDS: usize = 16;

/// How to run.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// What instructions cost.
    pub cost: CostModel,
    /// Most rewrites; for bisecting a miscompile.
    pub fuel: u64,
    /// Evaluate every class on samples afterwards.
    pub verify: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { cost: CostModel::SM_90, fuel: u64::MAX, verify: cfg!(debug_assertions) }
    }
}

/// Why nothing was simplified: a bug in this crate, or contradictory facts.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// A class whose nodes disagree.
    #[error("unsound rewriting (please report it): {0}")]
    Unsound(#[from] Disagreement),
    /// Facts that exclude each other.
    #[error("the known facts contradict each other")]
    Contradiction,
    /// A root without a finite term.
    #[error("a root has no finite term")]
    Infinite,
}

/// The result of a run.
#[derive(Clone, Debug)]
pub struct Simplified {
    /// The chosen terms.
    pub terms: Terms,
    /// The cost of the terms as given.
    pub before: u64,
    /// What the run did.
    pub report: Report,
}

/// Simplifies all `roots` of `graph` together.
///
/// # Errors
/// [`Error`]; the terms as given are still valid.
pub fn simplify(graph: &mut Graph, roots: &[Id], options: &Options) -> Result<Simplified, Error> {
    graph.egraph.rebuild();
    let given = extract(graph, roots, &options.cost).ok_or(Error::Infinite)?;
    let report = Saturation::new(roots.len(), options.fuel).run(graph);
    if graph.contradictions() > 0 {
        return Err(Error::Contradiction);
    }
    if options.verify {
        verify(graph, VERIFY_ROUNDS, 1)?;
    }
    let found = extract(graph, roots, &options.cost).ok_or(Error::Infinite)?;
    let before = given.cost;
    let terms = if found.cost <= before { found } else { given };
    Ok(Simplified { terms, before, report })
}
