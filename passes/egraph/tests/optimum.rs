//! Extraction beside the optimum, which an integer linear program finds.
//!
//! A variable for each node says whether it is chosen; a chosen node needs its
//! operands' classes, a class that is needed chooses a node. Where classes use each
//! other in a circle they are numbered, operands first.

#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

mod common;

use std::collections::HashMap;

use good_lp::{Expression, ProblemVariables, Solution, SolverModel, constraint, microlp, variable};
use layout_egraph::{CostModel, Facts, Graph, IMMEDIATE, Id, Node, Options, Rng, simplify};

/// The least cost of all `roots`, every one an address.
fn optimum(graph: &Graph, roots: &[Id]) -> f64 {
    let model = CostModel::SM_90;
    let mut order: Vec<Id> = Vec::new();
    let mut number: HashMap<Id, usize> = HashMap::new();
    let mut visit = |id: Id, order: &mut Vec<Id>| {
        let id = graph.find(id);
        *number.entry(id).or_insert_with(|| {
            order.push(id);
            order.len() - 1
        })
    };
    let roots: Vec<usize> = roots.iter().map(|r| visit(*r, &mut order)).collect();
    let mut nodes: Vec<Vec<(Node, Vec<usize>, f64)>> = Vec::new();
    let mut at = 0;
    while at < order.len() {
        let of_class = graph.facts(order[at]);
        nodes.push(
            graph
                .nodes_of(order[at])
                .iter()
                .map(|n| {
                    let children: Vec<usize> = n.children().iter().map(|c| visit(*c, &mut order)).collect();
                    let facts: Vec<Facts> = n.children().iter().map(|c| graph.facts(*c)).collect();
                    (n.clone(), children, model.node(n, &of_class, &facts) as f64)
                })
                .collect(),
        );
        at += 1;
    }
    let mut variables = ProblemVariables::new();
    let mut cost = Expression::from(0);
    let mut chosen: Vec<Vec<_>> = Vec::new();
    for class in &nodes {
        let of_class: Vec<_> = class.iter().map(|_| variables.add(variable().binary())).collect();
        for (x, (.., c)) in of_class.iter().zip(class) {
            cost += *c * *x;
        }
        chosen.push(of_class);
    }
    let needed: Vec<Expression> =
        chosen.iter().map(|of_class| of_class.iter().map(|x| Expression::from(*x)).sum()).collect();
    let circles = circles(&nodes);
    let most = nodes.len() as f64;
    let level: Vec<_> = nodes.iter().map(|_| variables.add(variable().min(0).max(most))).collect();
    let mut constraints = Vec::new();
    for (own, (class, of_class)) in nodes.iter().zip(&chosen).enumerate() {
        for ((_, children, _), x) in class.iter().zip(of_class) {
            for child in children {
                constraints.push(constraint!(*x <= needed[*child].clone()));
                if circles[own] == circles[*child] {
                    let below = level[*child] + 1 - most * (1 - Expression::from(*x));
                    constraints.push(constraint!(below <= level[own]));
                }
            }
        }
    }
    for root in roots {
        // A memory operand adds a constant for nothing, or next to nothing.
        let mut ways = needed[root].clone();
        for (node, children, _) in &nodes[root] {
            if matches!(node, Node::Offset(..)) {
                let free = variables.add(variable().binary());
                cost += IMMEDIATE as f64 * free;
                ways += free;
                for child in children {
                    constraints.push(constraint!(free <= needed[*child].clone()));
                }
            }
        }
        constraints.push(constraint!(ways >= 1));
    }
    let mut problem = variables.minimise(cost.clone()).using(microlp);
    for c in constraints {
        problem = problem.with(c);
    }
    problem.solve().unwrap().eval(cost)
}

/// For each class the number of its circle: classes that use each other.
fn circles(nodes: &[Vec<(Node, Vec<usize>, f64)>]) -> Vec<usize> {
    let uses = |from: usize| {
        let mut seen = vec![false; nodes.len()];
        let mut stack = vec![from];
        while let Some(class) = stack.pop() {
            for child in nodes[class].iter().flat_map(|n| &n.1) {
                if !std::mem::replace(&mut seen[*child], true) {
                    stack.push(*child);
                }
            }
        }
        seen
    };
    let reach: Vec<Vec<bool>> = (0..nodes.len()).map(uses).collect();
    (0..nodes.len()).map(|a| (0..a).find(|b| reach[a][*b] && reach[*b][a]).unwrap_or(a)).collect()
}

/// The cost that extraction finds, and the least one.
fn both(graph: &mut Graph, roots: &[Id]) -> (f64, f64) {
    let found = simplify(graph, roots, &Options::default()).unwrap().terms.cost as f64;
    (found, optimum(graph, roots))
}

#[test]
fn swizzled_addresses_are_at_the_optimum() {
    for count in [4, 16, 64, 256] {
        let (mut g, roots) = common::ldmatrix(count);
        let (found, least) = both(&mut g, &roots);
        assert!(found <= least, "{count} addresses: {found}, at best {least}");
    }
}

#[test]
fn random_terms_are_near_the_optimum() {
    let mut rng = Rng::new(11);
    let (mut total, mut count) = (0.0, 0);
    for case in 0..300 {
        let mut g = Graph::default();
        let vars: Vec<Id> = (0..2).map(|_| g.var(Facts::range(0, rng.pick(&[31, 255, 1000])), 0)).collect();
        let roots: Vec<Id> = (0..4).map(|_| common::term(&mut g, &mut rng, &vars, 3)).collect();
        let (found, least) = both(&mut g, &roots);
        if least > 0.0 {
            assert!(found <= 1.25 * least, "case {case}: {found}, at best {least}");
            (total, count) = (total + found / least, count + 1);
        }
    }
    let mean = total / f64::from(count);
    assert!(mean <= 1.01, "{mean} of the optimum on average, over {count} cases");
}
