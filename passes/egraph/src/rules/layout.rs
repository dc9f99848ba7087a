//! L and F: layouts and their operations.
//!
//! The operations are those of the algebra, which returns a layout only if it is
//! right; a node stands for an operation of a program, so it is defined, and an
//! index outside the domain of a function is poison. Laws that change the
//! profile hold for functions only and are stated under `fn`.
//!
//! Layouts that are known are computed; a law that concerns only those is
//! [`super::Phase::Stated`].

use super::Domain;
use super::{Family, Rule, nodes};
use crate::graph::Graph;
use crate::language::Node;
use crate::rules::pattern::Subst;
use egg::Id;
use layout_algebra::{Layout, Tri, composition};

fn domains(name: &str) -> Domain {
    match name {
        "l" | "a" => Domain::Layout,
        "b" | "c" | "d" => Domain::Tile,
        "p" | "q" => Domain::Bijection,
        "n" | "m" => Domain::Positive,
        "k" => Domain::Exponent(1, 4),
        // An index outside the domain of a function has no value.
        "i" => Domain::Int,
        _ => Domain::Natural,
    }
}

const LAYOUT: Family =
    Family { source: "CuTe layout representation and algebra, arXiv 2603.02298; cute/layout.hpp", domains };

pub const RULES: &[Rule] = &[
    LAYOUT.rule("L1", "(fn (coalesce l))", "(fn l)", "what coalesce means").normalise(fn_coalesce),
    LAYOUT.rule("L2", "(coalesce (coalesce l))", "(coalesce l)", "idempotent").normalise(coalesce_twice),
    LAYOUT.rule("L3", "(fn (flatten l))", "(fn l)", "what flatten means").normalise(fn_flatten),
    LAYOUT
        .rule("L4", "(app (fn (compose a b)) i)", "(app (fn a) (app (fn b) i))", "what composition means")
        .normalise(app_compose),
    LAYOUT
        .rule(
            "L5",
            "(fn (compose (compose a b) c))",
            "(fn-compose (fn a) (fn (compose b c)))",
            "associativity; the profile may differ",
        )
        .when(&["(<= (cosize c) (size b))"])
        .normalise(associate),
    LAYOUT
        .rule("L6", "(fn (compose a (mode n 1)))", "(fn a)", "identity on the right, for known sizes")
        .when(&["(= n (size a))"]),
    LAYOUT
        .rule("L7", "(compose (mode n 1) b)", "b", "n:1 is the identity on all integers")
        .normalise(left_identity),
    LAYOUT
        .rule(
            "L8",
            "(compose a (concat b c))",
            "(concat (compose a b) (compose a c))",
            "composition is by mode on the right",
        )
        .normalise(distribute),
    LAYOUT.rule("L9", "(compose (mode n k) b)", "(scale k b)", "n:k multiplies all integers by k"),
    LAYOUT.rule("L10", "(app (fn (compose a (mode n 1))) i)", "(app (fn a) i)", "a prefix").derived(),
    LAYOUT.rule("L11", "(app (fn (compose a (mode n k))) i)", "(app (fn a) (* i k))", "every k-th").derived(),
    LAYOUT
        .rule("L12", "(fn (compose a p))", "(fn (coalesce a))", "a reshape")
        .when(&["(= (size p) (size a))", "(increasing p)"]),
    LAYOUT
        .rule(
            "L13",
            "(fn (concat (mode n k) (mode m (* n k))))",
            "(fn (mode (* n m) k))",
            "modes merge; literal functions meet coalesced",
        )
        .derived(),
    LAYOUT
        .rule(
            "L14",
            "(fn (concat (mode 1 k) l))",
            "(fn l)",
            "a mode of size 1; literal functions meet coalesced",
        )
        .derived(),
    LAYOUT
        .rule(
            "L15",
            "(fn (concat l (mode 1 k)))",
            "(fn l)",
            "a mode of size 1; literal functions meet coalesced",
        )
        .derived(),
    LAYOUT
        .rule(
            "L16",
            "(injective (concat (filter b) (complement b (mode n 1))))",
            "1",
            "a layout and what it leaves out",
        )
        .when(&["(injective (filter b))"]),
    LAYOUT
        .rule(
            "L16-covers",
            "(compact (concat (filter b) (complement b (mode n 1))))",
            "1",
            "nothing is left out",
        )
        .when(&["(chain b)"]),
    LAYOUT
        .rule(
            "L17",
            "(coalesce (complement (complement b (mode n 1)) (mode n 1)))",
            "(coalesce (by-stride b))",
            "what is left out of what is left out",
        )
        .when(&["(chain b)", "(divides (cosize (filter b)) n)"]),
    LAYOUT.rule("L18", "(increasing (complement b (mode n 1)))", "1", "complements are sorted"),
    LAYOUT
        .rule("L19", "(divide a b)", "(compose a (concat b (complement b a)))", "what logical_divide means")
        .normalise(divide),
    LAYOUT.rule("L20", "(sorted (divide a b))", "(sorted a)", "a divide rearranges"),
    LAYOUT
        .rule(
            "L21",
            "(product a b)",
            "(concat a (compose (complement a (mode (* (size a) (cosize b)) 1)) b))",
            "what logical_product means",
        )
        .when(&["(chain a)"]),
    LAYOUT
        .rule("L22", "(injective (product a b))", "1", "copies do not overlap")
        .when(&["(injective a)", "(injective b)"]),
    LAYOUT
        .rule("L23", "(app (fn a) (app (fn (right-inverse a)) i))", "i", "what right_inverse means")
        .normalise(right_inverse),
    LAYOUT
        .rule(
            "L24",
            "(app (fn (left-inverse a)) (app (fn a) i))",
            "i",
            "what left_inverse means, for known layouts",
        )
        .when(&["(injective a)"]),
    LAYOUT
        .rule(
            "L24-quasi",
            "(app (fn a) (app (fn (left-inverse a)) (app (fn a) i)))",
            "(app (fn a) i)",
            "what a quasi-inverse is",
        )
        .normalise(left_inverse),
    LAYOUT.rule("L25", "(fn (right-inverse (right-inverse p)))", "(fn p)", "inverse of the inverse"),
    LAYOUT
        .rule(
            "L26",
            "(fn (right-inverse (compose p q)))",
            "(fn-compose (fn (right-inverse q)) (fn (right-inverse p)))",
            "inverse of a composition",
        )
        .when(&["(= (size p) (size q))"]),
    LAYOUT.rule("L27", "(app (fn (right-inverse p)) (app (fn p) i))", "i", "both inverses of a bijection"),
    LAYOUT
        .rule(
            "L28",
            "(fn (concat (concat a b) c))",
            "(fn (concat a b c))",
            "nesting is no matter to a function",
        )
        .normalise(fn_concat),
    LAYOUT
        .rule("L29", "(<= (cosize (compose a b)) (cosize a))", "1", "the image is part of the image")
        .when(&["(<= (cosize b) (size a))"]),
    LAYOUT
        .rule("L30", "(compose (concat a b) (mode n 1))", "(compose a (mode n 1))", "the first mode holds it")
        .when(&["(<= n (size a))"]),
    LAYOUT
        .rule("L31", "(app (fn l) (+ i j))", "(+ (app (fn l) i) (app (fn l) j))", "digits that do not carry")
        .when(&["(no-carry l i j)"]),
    LAYOUT.rule(
        "L32",
        "(app (fn l) (+ i (* (prefix l) j)))",
        "(+ (app (fn l) i) (* (last-stride l) j))",
        "the last digit is a quotient",
    ),
    LAYOUT.rule(
        "L33",
        "(swz 1 2 2 (app (fn (compose a b)) i))",
        "(swz 1 2 2 (app (fn a) (app (fn b) i)))",
        "a swizzle after a composition: L4",
    ),
    LAYOUT
        .rule("L34", "(swz 1 0 3 (app (fn l) i))", "(app (fn l) i)", "no source bit in the image: S5")
        .when(&["(< (cosize l) 9)"]),
    LAYOUT.rule(
        "L35",
        "(swz 1 1 2 (+ (app (fn l) i) (* j 16)))",
        "(+ (swz 1 1 2 (app (fn l) i)) (* j 16))",
        "the period: S3",
    ),
    LAYOUT.rule("L36", "(swz 2 1 2 (swz 2 1 2 (app (fn l) i)))", "(app (fn l) i)", "involution: S1"),
    LAYOUT.rule("L37", "(image (filter a))", "(image a)", "stride 0 adds no value"),
    LAYOUT.rule(
        "L38",
        "(get 0 (divide (get 0 (divide a b)) c))",
        "(compose a (compose b c))",
        "tiles of tiles",
    ),
    LAYOUT.rule(
        "L39",
        "(cosize (compose a b))",
        "(cosize (coalesce (compose a b)))",
        "coalesce keeps the image",
    ),
    LAYOUT.rule("L40", "(injective (compose a b))", "1", "injective after injective").when(&[
        "(injective a)",
        "(injective b)",
        "(<= (cosize b) (size a))",
    ]),
    LAYOUT.rule(
        "L41",
        "(app (fn (compose a (right-inverse p))) (app (fn p) i))",
        "(app (fn a) i)",
        "a copy by the order of the other side: L4, L27",
    ),
    LAYOUT.rule("L42", "(fn (divide a (mode n 1)))", "(fn a)", "tiles in order").normalise(fn_divide),
    LAYOUT.rule("L43", "(fn (product a (mode 1 0)))", "(fn a)", "one copy").normalise(fn_product),
    LAYOUT.rule("L44", "(compose (scale k a) b)", "(scale k (compose a b))", "multiples"),
    LAYOUT
        .rule(
            "F1",
            "(app (fn-compose (fn a) (fn b)) i)",
            "(app (fn a) (app (fn b) i))",
            "composition of functions",
        )
        .normalise(app_fn_compose),
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

/// The argument of a function application whose function is that of a layout.
fn applications(graph: &Graph, node: &Node) -> Vec<(Id, Id)> {
    let Node::App([f, i]) = node else { return Vec::new() };
    nodes(graph, *f)
        .into_iter()
        .filter_map(|n| if let Node::Fn([l]) = n { Some((l, *i)) } else { None })
        .collect()
}

fn right_inverse(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    for (a, y) in applications(graph, node) {
        for inner in nodes(graph, y) {
            for (inverse, i) in applications(graph, &inner) {
                for n in nodes(graph, inverse) {
                    if let Node::RightInverse([of]) = n
                        && graph.same(of, a)
                    {
                        out.push(Subst::new([("a", a), ("i", i)]));
                    }
                }
            }
        }
    }
}

fn left_inverse(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    for (a, y) in applications(graph, node) {
        for middle in nodes(graph, y) {
            for (inverse, z) in applications(graph, &middle) {
                let of_a = nodes(graph, inverse)
                    .iter()
                    .any(|n| matches!(n, Node::LeftInverse([of]) if graph.same(*of, a)));
                if !of_a {
                    continue;
                }
                for inner in nodes(graph, z) {
                    for (l, i) in applications(graph, &inner) {
                        if graph.same(l, a) {
                            out.push(Subst::new([("a", a), ("i", i)]));
                        }
                    }
                }
            }
        }
    }
}

fn fn_concat(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    for n in under_fn(graph, node) {
        let Node::Concat(parts) = n else { continue };
        let [ab, c] = &*parts else { continue };
        for m in nodes(graph, *ab) {
            if let Node::Concat(inner) = m
                && let [a, b] = &*inner
            {
                out.push(Subst::new([("a", *a), ("b", *b), ("c", *c)]));
            }
        }
    }
}

fn fn_divide(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    for n in under_fn(graph, node) {
        if let Node::Divide([a, b]) = n
            && let Some(size) = identity(graph, b)
        {
            let n = graph.num(size);
            out.push(Subst::new([("a", a), ("n", n)]));
        }
    }
}

fn fn_product(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    for n in under_fn(graph, node) {
        if let Node::Product([a, b]) = n
            && graph.literal(b).is_some_and(|l| l.to_string() == "1:0")
        {
            out.push(Subst::new([("a", a)]));
        }
    }
}
