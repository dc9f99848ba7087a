//! The whole run: saturate, check, extract, and never return worse than given.

use super::options::Options;
use super::saturate::{Report, Saturation};
use crate::checks::{Disagreement, Lax, verify, verify_terms};
use crate::extract::cost::SLOT;
use crate::extract::{Pick, Root, Terms, extract, extract_worst};
use crate::graph::Graph;

/// Random assignments that a checked run evaluates.
const VERIFY_ROUNDS: usize = 16;

/// Why nothing was simplified: a bug in this crate, or contradictory facts.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// A class whose nodes disagree.
    #[error("unsound rewriting (please report it): {0}")]
    Unsound(#[from] Disagreement),
    /// A rule that was applied where it is not proved.
    #[error("{0} (please report it)")]
    Lax(#[from] Lax),
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
    /// The terms as given.
    pub given: Terms,
    /// Whether `terms` are others than `given`.
    pub changed: bool,
    /// Whether they save an instruction: less than one is a matter of taste, which
    /// later passes have too.
    pub saves: bool,
    /// The cost of the terms as given.
    pub before: u64,
    /// What the run did.
    pub report: Report,
}

/// Simplifies all `roots` of `graph` together.
///
/// # Errors
/// [`Error`]; the terms as given are still valid.
pub fn simplify<R: Into<Root> + Copy>(
    graph: &mut Graph,
    roots: &[R],
    options: &Options,
) -> Result<Simplified, Error> {
    let roots: &[Root] = &roots.iter().map(|r| (*r).into()).collect::<Vec<_>>();
    graph.rebuild();
    graph.record_given();
    let given = extract(graph, roots, &options.cost).ok_or(Error::Infinite)?;
    let size = graph.egraph.total_number_of_nodes();
    let report = Saturation::new(size, roots.len(), options).run(graph)?;
    if graph.contradictions() > 0 {
        return Err(Error::Contradiction);
    }
    if options.verify {
        verify(graph, VERIFY_ROUNDS, 1)?;
    }
    let before = given.cost;
    let found = match options.pick {
        Pick::Cheapest => extract(graph, roots, &options.cost),
        Pick::Worst => extract_worst(graph, roots, &options.cost),
    }
    // Whatever was dropped from the graph, the terms as given are still valid.
    .unwrap_or_else(|| given.clone());
    if options.verify {
        verify_terms(graph, &given, &found, VERIFY_ROUNDS, 2)?;
    }
    let changed = found.cost < before || options.pick == Pick::Worst;
    let saves = changed && (options.pick == Pick::Worst || found.cost + SLOT <= before);
    let terms = if changed { found } else { given.clone() };
    Ok(Simplified { terms, given, changed, saves, before, report })
}
