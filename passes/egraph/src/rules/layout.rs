//! L1–L8, L19: laws of layouts.
//!
//! The operations are those of the algebra, which returns a layout only if it is
//! right; a node stands for an operation of a program, so it is defined. Laws
//! that change the profile hold for functions only and are stated under `fn`.

use super::{Rule, never, nodes};
use crate::graph::Graph;
use crate::lang::Node;
use crate::pattern::{Pattern, Subst, Value, Values};
use crate::rng::Rng;
use egg::Id;
use layout_algebra::{Layout, Tri, composition};

/// Draws layouts until both sides are defined.
fn defined(rng: &mut Rng, sides: [&str; 2], draw: fn(&mut Rng) -> Values) -> Values {
    let patterns = sides.map(|s| Pattern::parse(s).ok());
    let mut last = Values::new();
    for _ in 0..20_000 {
        last = draw(rng);
        if patterns.iter().flatten().all(|p| p.eval(&last).is_some()) {
            break;
        }
    }
    last
}

fn draw(rng: &mut Rng) -> Values {
    let (r, q) = (rng.range(1, 2), rng.range(1, 2));
    let small = |rng: &mut Rng, rank| rng.layout(rank, &[1, 2, 3, 4], &[0, 1, 2, 3, 4, 6, 8]);
    let l = rng.any_layout();
    let a = rng.any_layout();
    let (b, c) = (small(rng, r), small(rng, q));
    let n = rng.pick(&[1, 2, 3, 4, 6, 8, 12, 24]);
    let size = |l: &Layout| l.size().ok().and_then(|s| s.as_const()).unwrap_or(1);
    let i = rng.range(0, size(&b) - 1);
    let mut values: Values =
        [("l", l), ("a", a), ("b", b), ("c", c)].map(|(k, v)| (k, Value::Layout(v))).into();
    values.insert("n", Value::Int(n));
    values.insert("i", Value::Int(i));
    values
}

/// Instances of L5.
fn inside_instance(rng: &mut Rng) -> Values {
    loop {
        let values = defined(rng, ["(fn (compose (compose a b) c))", "(fn (compose b c))"], draw);
        if let (Some(Value::Layout(b)), Some(Value::Layout(c))) = (values.get("b"), values.get("c"))
            && inside(b, c)
        {
            return values;
        }
    }
}

/// Instances of L6.
fn whole_instance(rng: &mut Rng) -> Values {
    let mut values = draw(rng);
    if let Some(Value::Layout(a)) = values.get("a")
        && let Some(n) = a.size().ok().and_then(|s| s.as_const())
    {
        values.insert("n", Value::Int(n));
    }
    values
}

pub const RULES: &[Rule] = &[
    rule!("L1", "(fn (coalesce l))" => "(fn l)", "", "what coalesce means", Normalise, fn_coalesce, |rng| defined(rng, ["(fn (coalesce l))", "(fn l)"], draw)),
    rule!("L2", "(coalesce (coalesce l))" => "(coalesce l)", "", "idempotent", Normalise, coalesce_twice, |rng| defined(rng, ["(coalesce (coalesce l))", "(coalesce l)"], draw)),
    rule!("L3", "(fn (flatten l))" => "(fn l)", "", "what flatten means", Normalise, fn_flatten, |rng| defined(rng, ["(fn (flatten l))", "(fn l)"], draw)),
    rule!("L4", "(app (fn (compose a b)) i)" => "(app (fn a) (app (fn b) i))", "0 <= i < size b", "what composition means", Normalise, app_compose, |rng| defined(rng, ["(app (fn (compose a b)) i)", "(app (fn a) (app (fn b) i))"], draw)),
    rule!("L5", "(fn (compose (compose a b) c))" => "(fn-compose (fn a) (fn (compose b c)))", "b o c is a layout, cosize c <= size b", "associativity; the profile may differ", Normalise, associate, inside_instance),
    rule!("L6", "(fn (compose a (mode n 1)))" => "(fn a)", "n = size a", "identity on the right; the algebra computes it, for the size of a is known only of literals", Derived, never, whole_instance),
    rule!("L7", "(compose (mode n 1) b)" => "b", "", "n:1 is the identity on all integers", Normalise, left_identity, |rng| defined(rng, ["(compose (mode n 1) b)", "b"], draw)),
    rule!("L8", "(compose a (concat b c))" => "(concat (compose a b) (compose a c))", "", "composition is by mode on the right", Normalise, distribute, |rng| defined(rng, ["(compose a (concat b c))", "(concat (compose a b) (compose a c))"], draw)),
    rule!("L19", "(divide a b)" => "(compose a (concat b (complement b a)))", "", "what logical_divide means", Normalise, divide, |rng| defined(rng, ["(divide a b)", "(compose a (concat b (complement b a)))"], draw)),
    rule!("F1", "(app (fn-compose (fn a) (fn b)) i)" => "(app (fn a) (app (fn b) i))", "0 <= i < size b", "composition of functions", Normalise, app_fn_compose, |rng| defined(rng, ["(app (fn-compose (fn a) (fn b)) i)", "(app (fn a) (app (fn b) i))"], draw)),
];

fn under_fn(graph: &Graph, node: &Node) -> Vec<Node> {
    match node {
        Node::Fn([l]) => nodes(graph, *l),
        _ => Vec::new(),
    }
}

fn fn_coalesce(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    for n in under_fn(graph, node) {
        if let Node::Coalesce([l]) = n {
            out.push(Subst::new([("l", l)]));
        }
    }
}

fn coalesce_twice(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    let Node::Coalesce([c]) = node else { return };
    for n in nodes(graph, *c) {
        if let Node::Coalesce([l]) = n {
            out.push(Subst::new([("l", l)]));
        }
    }
}

fn fn_flatten(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    for n in under_fn(graph, node) {
        if let Node::Flatten([l]) = n {
            out.push(Subst::new([("l", l)]));
        }
    }
}

/// The pairs composed in the function of an application.
fn applied(graph: &Graph, node: &Node, functions: bool) -> Vec<(Id, Id, Id)> {
    let Node::App([f, i]) = node else { return Vec::new() };
    let mut out = Vec::new();
    for n in nodes(graph, *f) {
        match n {
            Node::FCompose([a, b]) if functions => out.push((a, b, *i)),
            Node::Fn([l]) if !functions => {
                for m in nodes(graph, l) {
                    if let Node::Compose([a, b]) = m {
                        out.push((a, b, *i));
                    }
                }
            }
            _ => {}
        }
    }
    out
}

fn app_compose(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    out.extend(
        applied(graph, node, false).into_iter().map(|(a, b, i)| Subst::new([("a", a), ("b", b), ("i", i)])),
    );
}

fn app_fn_compose(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    for (f, g, i) in applied(graph, node, true) {
        let layout = |id: Id| {
            nodes(graph, id).into_iter().find_map(|n| if let Node::Fn([l]) = n { Some(l) } else { None })
        };
        if let (Some(a), Some(b)) = (layout(f), layout(g)) {
            out.push(Subst::new([("a", a), ("b", b), ("i", i)]));
        }
    }
}

/// Whether `c` stays in the domain of `b`.
fn inside(b: &Layout, c: &Layout) -> bool {
    matches!((b.size(), c.cosize()), (Ok(size), Ok(cosize)) if cosize.le(&size) == Tri::Yes)
}

fn associate(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    for n in under_fn(graph, node) {
        let Node::Compose([ab, c]) = n else { continue };
        for m in nodes(graph, ab) {
            if let Node::Compose([a, b]) = m
                && let (Some(lb), Some(lc)) = (graph.literal(b), graph.literal(c))
                && inside(lb, lc)
                && composition(lb, lc).is_ok()
            {
                out.push(Subst::new([("a", a), ("b", b), ("c", c)]));
            }
        }
    }
}

/// A class as the size of a literal `n:1`.
fn identity(graph: &Graph, id: Id) -> Option<i64> {
    let l = graph.literal(id)?;
    let ([n], [d]) = (l.shape_leaves(), l.stride_leaves()) else { return None };
    (d.is(1) && l.profile().is_leaf()).then(|| n.as_const()).flatten()
}

fn left_identity(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    if let Node::Compose([a, b]) = node
        && let Some(size) = identity(graph, *a)
    {
        let n = graph.num(size);
        out.push(Subst::new([("b", *b), ("n", n)]));
    }
}

fn distribute(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    let Node::Compose([a, bc]) = node else { return };
    for n in nodes(graph, *bc) {
        if let Node::Concat(parts) = n
            && let [b, c] = &*parts
        {
            out.push(Subst::new([("a", *a), ("b", *b), ("c", *c)]));
        }
    }
}

fn divide(_: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    if let Node::Divide([a, b]) = node {
        out.push(Subst::new([("a", *a), ("b", *b)]));
    }
}
