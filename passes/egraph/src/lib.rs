//! Equality saturation for layouts and the index arithmetic they become.
//!
//! [`Graph`] holds terms with facts and builds normal forms; [`rules`] are the
//! equalities, as data, each proved by a test; [`simplify()`] saturates within
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

mod cost;
mod extract;
mod facts;
mod graph;
mod lang;
mod pattern;
mod rng;
pub mod rules;
mod saturate;
mod simplify;
mod verify;

pub use cost::{Cost, CostModel};
pub use extract::{Extracted, Terms, extract};
pub use facts::Facts;
pub use graph::Graph;
pub use lang::{Linear, Node, Sort, eval};
pub use pattern::{Pattern, Subst, Value, Values};
pub use rng::Rng;
pub use saturate::{BASE_NODES, EXPLORE_ROUNDS, NODES_PER_ROOT, NORMALISE_ROUNDS, Report};
pub use simplify::{Error, Options, Simplified, simplify};
pub use verify::{Disagreement, sample, verify};
