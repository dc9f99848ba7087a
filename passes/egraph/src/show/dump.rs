//! The e-graph as text for people and tools: Graphviz and JSON.

use serde_json::{Value, json};

use crate::graph::Graph;
use crate::language::Sort;
use layout_integer::Facts;

/// The e-graph in Graphviz's language: a box for each class, an arrow for each operand.
pub fn to_dot(graph: &Graph) -> String {
    graph.egraph.dot().to_string()
}

/// The e-graph as one JSON object: `classes`, each with its number, sort, facts
/// (of integers) and nodes; a node has an operator and the numbers of its operands.
pub fn to_json(graph: &Graph) -> String {
    let classes: Vec<Value> = graph
        .egraph
        .classes()
        .map(|class| {
            let nodes: Vec<Value> = class
                .nodes
                .iter()
                .map(|n| {
                    let operands: Vec<usize> =
                        n.children().iter().map(|c| graph.egraph.find(*c).into()).collect();
                    json!({ "op": n.to_string(), "operands": operands })
                })
                .collect();
            let mut object = json!({
                "class": usize::from(class.id),
                "sort": format!("{:?}", class.data.sort),
                "nodes": nodes,
            });
            if class.data.sort == Sort::Idx {
                object["facts"] = facts(&class.data.facts);
            }
            object
        })
        .collect();
    json!({ "classes": classes }).to_string()
}

fn facts(f: &Facts) -> Value {
    // JSON readers hold 64 bits: an end beyond is left out, as an unbounded one is.
    let bound = |v: i128| i64::try_from(v).map_or(Value::Null, |v| json!(v));
    json!({
        "min": bound(f.lo),
        "max": bound(f.hi),
        "modulus": f.modulus,
        "residue": f.residue,
    })
}
