//! What runs cost and find, beside egg's own `Runner` with its tree extractor on
//! rules as one writes them down first: one JSON object, for `bench/egraph/run`.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a benchmark")]

#[path = "../../tests/common/mod.rs"]
mod common;
mod plain;

use std::collections::BTreeMap;
use std::time::Instant;

use layout_egraph::{Facts, Graph, Id, Options, Pattern, SLOT, Simplified, Subst, simplify};
use serde_json::{Value, json};

/// Runs of which the quickest counts.
const RUNS: usize = 7;

/// An index computation of `bench/egraph/expressions.txt`.
pub struct Case {
    name: String,
    /// Unknowns with their exclusive bounds.
    unknowns: Vec<(String, i64)>,
    addresses: Vec<Pattern>,
}

impl Case {
    fn read(line: &str) -> Self {
        let mut parts = line.splitn(3, '|').map(str::trim);
        let mut next = || parts.next().unwrap();
        let (name, unknowns, addresses) = (next().to_string(), next(), next());
        let unknowns = unknowns
            .split_whitespace()
            .map(|u| {
                let (name, bound) = u.split_once('<').unwrap();
                (name.to_string(), bound.parse().unwrap())
            })
            .collect();
        let addresses = addresses.split(';').map(|a| Pattern::parse(a.trim()).unwrap()).collect();
        Self { name, unknowns, addresses }
    }

    fn all() -> Vec<Self> {
        let text = include_str!("../../../../bench/egraph/expressions.txt");
        text.lines().filter(|l| !l.starts_with('#')).map(Self::read).collect()
    }

    fn graph(&self) -> (Graph, Vec<Id>) {
        let mut graph = Graph::default();
        let names: BTreeMap<&str, Id> =
            self.unknowns.iter().map(|(n, b)| (n.as_str(), graph.var(Facts::range(0, b - 1), 0))).collect();
        // Names live as long as the program.
        let subst = Subst::new(names.into_iter().map(|(n, id)| (&*n.to_string().leak(), id)));
        let roots = self.addresses.iter().map(|a| a.build(&mut graph, &subst).unwrap()).collect();
        (graph, roots)
    }
}

/// The quickest of several runs, in milliseconds, and its result.
fn quickest<T>(mut run: impl FnMut() -> (f64, T)) -> (f64, T) {
    (0..RUNS).map(|_| run()).min_by(|a, b| a.0.total_cmp(&b.0)).unwrap()
}

fn timed(graph: &Graph, roots: &[Id]) -> (f64, Simplified) {
    let mut graph = graph.clone();
    let options = Options { verify: false, ..Options::default() };
    let start = Instant::now();
    let result = simplify(&mut graph, roots, &options).unwrap();
    (start.elapsed().as_secs_f64() * 1e3, result)
}

/// Most memory that the process had, in megabytes.
fn peak() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|l| l.strip_prefix("VmHWM:"));
    line.and_then(|l| l.split_whitespace().next()?.parse::<f64>().ok()).unwrap_or(0.0) / 1024.0
}

fn addresses() -> Vec<Value> {
    [1, 4, 16, 64, 256, 1024, 4096]
        .into_iter()
        .map(|count| {
            let (graph, roots) = common::ldmatrix(count);
            let (ms, result) = quickest(|| timed(&graph, &roots));
            json!({
                "addresses": count,
                "ms": ms,
                "nodes": result.report.nodes,
                "operations": result.terms.operations() - offsets(&result),
                "slots": result.terms.cost / SLOT,
                "limits": result.report.hit,
            })
        })
        .collect()
}

/// Additions that memory operands do.
fn offsets(result: &Simplified) -> usize {
    let roots = result.terms.roots.iter();
    roots
        .filter(|r| matches!(result.terms.nodes[**r].node, layout_egraph::Node::Offset(..)))
        .collect::<std::collections::BTreeSet<_>>()
        .len()
}

fn expressions() -> Vec<Value> {
    Case::all()
        .iter()
        .map(|case| {
            let (graph, roots) = case.graph();
            let (ms, result) = quickest(|| timed(&graph, &roots));
            json!({
                "name": case.name,
                "ms": ms,
                "nodes": result.report.nodes,
            })
        })
        .collect()
}

fn main() {
    let (addresses, expressions) = (addresses(), expressions());
    let ours = peak();
    let peer: Vec<Value> = Case::all()
        .iter()
        .map(|case| {
            let (ms, found) = plain::run(&case.addresses, &case.unknowns);
            json!({ "name": case.name, "ms": ms, "nodes": found.nodes, "terms": found.terms, "stop": found.stop })
        })
        .collect();
    let many: Vec<Value> = [4, 16, 64]
        .into_iter()
        .map(|count| {
            let (roots, unknowns) = plain::ldmatrix(count);
            let (ms, found) = plain::run(&roots, &unknowns);
            json!({ "addresses": count, "ms": ms, "nodes": found.nodes, "operations": found.operations, "stop": found.stop })
        })
        .collect();
    println!(
        "{}",
        json!({
            "addresses": addresses,
            "expressions": expressions,
            "peak_mb": ours,
            "egg": { "addresses": many, "expressions": peer, "peak_mb": peak() },
        })
    );
}
