//! Why a term is equal to the one it replaces: the rules, step by step.

use std::fmt::Write;

use egg::{FlatTerm, Id, Language, RecExpr};

use crate::extract::Terms;
use crate::graph::Graph;
use crate::language::{Node, Predicate};

/// Most steps of one explanation that are written out.
pub const MAX_STEPS: usize = 40;
/// Longest text of one term.
const MAX_TEXT: usize = 400;
/// Largest terms that are explained, what they share counted at each use: a step
/// shows the whole term.
const MAX_TERM: usize = 300;

/// The steps from a root as given to the root as found: the rule, and the whole
/// term after it. Empty if nothing changed, if `graph` keeps no reasons
/// ([`Graph::explained`]), or if a term is too large to be read.
pub fn explain(graph: &mut Graph, given: &Terms, found: &Terms, root: usize) -> Vec<String> {
    if !graph.egraph.are_explanations_enabled() {
        return Vec::new();
    }
    if size(given, given.roots[root]).max(size(found, found.roots[root])) > MAX_TERM {
        return Vec::new();
    }
    let (from, to) = (expression(given, given.roots[root]), expression(found, found.roots[root]));
    let mut explanation = graph.egraph.explain_equivalence(&from, &to);
    let mut out = Vec::new();
    let mut last = String::new();
    for term in explanation.make_flat_explanation() {
        let text = text(graph, term);
        match rule(term) {
            None => out.push(shortened(&text)),
            // Reasons that only reorder a sum leave the text as it is.
            Some(_) if text == last => {}
            Some(rule) => out.push(format!("{rule}: {}", shortened(&text))),
        }
        last = text;
    }
    if out.len() > MAX_STEPS {
        let left = out.len() - MAX_STEPS;
        out.truncate(MAX_STEPS);
        out.push(format!("… and {left} steps more"));
    }
    out
}

/// How many nodes the term has as a tree.
fn size(terms: &Terms, root: usize) -> usize {
    let mut sizes = Vec::with_capacity(root + 1);
    for i in 0..=root {
        let children = terms.children(i).into_iter().map(|c| sizes[c]);
        sizes.push(children.fold(1usize, usize::saturating_add));
    }
    sizes[root]
}

/// A term as egg wants it: the nodes that it uses, children first.
fn expression(terms: &Terms, root: usize) -> RecExpr<Node> {
    let mut used = vec![false; terms.nodes.len()];
    used[root] = true;
    for i in (0..=root).rev() {
        if used[i] {
            terms.children(i).into_iter().for_each(|c| used[c] = true);
        }
    }
    let mut place = vec![0; terms.nodes.len()];
    let mut out = RecExpr::default();
    for i in (0..=root).filter(|i| used[*i]) {
        let node = terms.nodes[i].node.clone().map_children(|c| Id::from(place[usize::from(c)]));
        place[i] = out.add(node).into();
    }
    out
}

/// The rule that made this term of the one before, wherever in it.
fn rule(term: &FlatTerm<Node>) -> Option<String> {
    let here = term.forward_rule.map(|r| r.to_string());
    let back = || term.backward_rule.map(|r| format!("{r}, read backwards"));
    here.or_else(back).or_else(|| term.children.iter().find_map(rule))
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(MAX_TEXT) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.into(),
    }
}

/// A term in infix notation; leaf `n` is `vn`, layout argument `n` is `An`.
fn text(graph: &Graph, term: &FlatTerm<Node>) -> String {
    let of: Vec<String> = term.children.iter().map(|c| text(graph, c)).collect();
    let infix = |op: &str| format!("({} {op} {})", of[0], of[1]);
    match &term.node {
        Node::Num(c) => c.to_string(),
        Node::Var(v) => format!("v{v}"),
        Node::Sum(l) => {
            let mut out = String::from("(");
            for (i, (c, t)) in l.coefficients.iter().zip(&of).enumerate() {
                let sign = if i == 0 { "" } else { " + " };
                let _ = if *c == 1 { write!(out, "{sign}{t}") } else { write!(out, "{sign}{c}*{t}") };
            }
            if l.constant != 0 || of.is_empty() {
                let _ = write!(out, "{}{}", if of.is_empty() { "" } else { " + " }, l.constant);
            }
            out + ")"
        }
        Node::Mul(_) => infix("*"),
        Node::Div(_) => infix("/"),
        Node::Mod(_) => infix("%"),
        Node::Xor(_) => infix("^"),
        Node::Compare(Predicate::Lt, _) => infix("<"),
        Node::Compare(Predicate::Le, _) => infix("<="),
        Node::Compare(Predicate::Eq, _) => infix("="),
        Node::Compare(Predicate::Ne, _) => infix("!="),
        Node::Compose(_) | Node::FCompose(_) => infix("o"),
        Node::Shl(k, _) => format!("({} << {k})", of[0]),
        Node::Shr(k, _) => format!("({} >> {k})", of[0]),
        Node::And(m, _) => format!("({} & {m})", of[0]),
        Node::Offset(c, _) => format!("({} + {c})", of[0]),
        Node::App(_) => format!("{}({})", of[0], of[1]),
        Node::Fn(_) => of[0].clone(),
        Node::Arg(a) => format!("A{a}"),
        Node::Lit(l) => graph.interned(*l).map_or_else(|| format!("layout {l}"), ToString::to_string),
        Node::At(profile, _) => {
            let mut leaves = of[1..].iter();
            let profile = graph.profile(*profile).unwrap_or_default();
            let coord = profile.chars().map(|c| match c {
                '?' => leaves.next().cloned().unwrap_or_default(),
                ',' => ", ".into(),
                c => c.to_string(),
            });
            of[0].clone() + &coord.collect::<String>()
        }
        Node::ByTile(op, tile, _) => {
            let tile = graph.tile(*tile).map_or_else(String::new, ToString::to_string);
            format!("{}({}, {tile})", op.name(), of[0])
        }
        node => format!("{node}({})", of.join(", ")),
    }
}
