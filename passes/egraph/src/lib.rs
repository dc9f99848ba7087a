//! Equality saturation for layouts and the index arithmetic they become.
//!
//! [`Graph`] holds terms with facts and builds normal forms; [`rules`] are the
//! equalities, as data; [`check_match`] sees that they are applied where they are
//! proved; [`simplify()`] saturates within
//! counted limits and extracts the cheapest set of shared terms for a target.
//!
//! ```
//! use layout_egraph::{Facts, Graph, Options, simplify};
//!
//! // (t / 32) * 32 + t % 32 of a thread number below 256 is t.
//! let mut graph = Graph::default();
//! let t = graph.var(Facts::range(0, 255), 0);
//! let c = graph.num(32);
//! let (q, r) = (graph.div(t, c).unwrap(), graph.rem(t, c).unwrap());
//! let root = graph.sum(0, [(32, q), (1, r)]).unwrap();
//! let result = simplify(&mut graph, &[root], &Options::default()).unwrap();
//! assert_eq!(result.terms.nodes.len(), 1);
//! ```

#![forbid(unsafe_code)]

mod checks;
mod extract;
mod graph;
mod language;
mod laws;
mod rng;
pub mod rules;
mod search;
mod show;

pub use checks::trial::Trial;
pub use checks::{Disagreement, Lax, Why, check_match, class_values, hints, is_assumed, sample, verify};
pub use extract::cost::{Cost, CostModel, IMMEDIATE, Kind, SLOT};
pub use extract::{Extracted, Pick, Root, Terms, extract, extract_worst};
pub use graph::{Graph, Promise};
pub use language::value::Value;
pub use language::{Argument, Id, Linear, Node, Op, Predicate, Sort, TileOp, eval};
pub use layout_integer::Facts;
pub use rng::Rng;
pub use rules::pattern::{Numbered, Pattern, PatternError, Subst, Values};
pub use search::index::may_match;
pub use search::options::{Effort, Options};
pub use search::saturate::{
    BASE_MATCHES, BASE_NODES, EXPLORE_ROUNDS, EXPLORED_NODES, LARGE, LOOKS_PER_NODE, MATCHES_PER_ROOT,
    NODES_PER_NODE, NORMALISE_ROUNDS, Report,
};
pub use search::simplify::{Error, Simplified, simplify};
pub use show::{dump, explain};
