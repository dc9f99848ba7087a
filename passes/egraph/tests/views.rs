//! Indices of composed and divided layouts that are not known: the laws are tried
//! on layouts put in for the unknown ones.

#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

use layout_algebra::{
    Coord, Expr, IntTuple, Layout, Tiler, composition, left_inverse, logical_divide, right_inverse,
    zipped_divide,
};
use layout_egraph::{Facts, Graph, Id, Node, Options, Rng, Simplified, Sort, TileOp, eval, simplify};

fn run(graph: &mut Graph, root: Id) -> Simplified {
    simplify(graph, &[root], &Options { verify: true, ..Options::default() }).unwrap()
}

/// A value of a node.
enum Evaluated {
    Index(i64),
    Layout(Layout),
}

/// The root's value where `a` is the unknown layout.
fn evaluate(graph: &Graph, result: &Simplified, a: &Layout, vars: &[i64]) -> i64 {
    let mut values: Vec<Evaluated> = Vec::new();
    for n in &result.terms.nodes {
        let index = |c: Id| match values[usize::from(c)] {
            Evaluated::Index(i) => i,
            Evaluated::Layout(_) => panic!("a layout for an index"),
        };
        let layout = |c: Id| match &values[usize::from(c)] {
            Evaluated::Layout(l) => l.clone(),
            Evaluated::Index(_) => panic!("an index for a layout"),
        };
        let value = match &n.node {
            Node::Arg(0) => Evaluated::Layout(a.clone()),
            Node::Lit(l) => Evaluated::Layout(graph.interned(*l).unwrap().clone()),
            Node::Fn([l]) => Evaluated::Layout(layout(*l)),
            Node::ByTile(op, tile, [l]) => {
                Evaluated::Layout(by_tile(*op, &layout(*l), graph.tile(*tile).unwrap()).unwrap())
            }
            Node::Compose([l, m]) => Evaluated::Layout(composition(&layout(*l), &layout(*m)).unwrap()),
            Node::App([f, i]) => Evaluated::Index(layout(*f).eval(index(*i)).unwrap()),
            Node::At(profile, c) => {
                let mut leaves = c[1..].iter();
                let text: String = graph
                    .profile(*profile)
                    .unwrap()
                    .chars()
                    .map(|k| if k == '?' { index(*leaves.next().unwrap()).to_string() } else { k.into() })
                    .collect();
                Evaluated::Index(value(&layout(c[0]), &text).unwrap())
            }
            other => Evaluated::Index(
                eval(other, |c| Some(index(c).into()), |v| vars.get(v as usize).map(|v| (*v).into()))
                    .and_then(|v| v.try_into().ok())
                    .unwrap_or_else(|| panic!("{other}")),
            ),
        };
        values.push(value);
    }
    match values[result.terms.roots[0]] {
        Evaluated::Index(i) => i,
        Evaluated::Layout(_) => panic!("the root is a layout"),
    }
}

/// Whether only the unknown layout itself is left of the layouts.
fn only_the_argument(result: &Simplified) -> bool {
    result.terms.nodes.iter().all(|n| n.node.sort() != Sort::Layout || matches!(n.node, Node::Arg(_)))
}

fn by_tile(op: TileOp, a: &Layout, tiler: &Tiler) -> Option<Layout> {
    match op {
        TileOp::Composition => composition(a, tiler).ok(),
        TileOp::LogicalDivide => logical_divide(a, tiler).ok(),
        TileOp::ZippedDivide => zipped_divide(a, tiler).ok(),
    }
}

/// The layout at a coordinate, by the algebra.
fn value(layout: &Layout, coord: &str) -> Option<i64> {
    layout.crd2idx(&read(&coord.parse().unwrap())).unwrap().as_const()
}

fn read(tuple: &IntTuple) -> Coord<Expr> {
    if tuple.profile.is_leaf() {
        return Coord::Int(tuple.leaves[0].clone());
    }
    Coord::Tuple(tuple.modes().map(|m| read(&m)).collect())
}

/// A layout of `rank` modes, each of a size and any stride, some nested.
fn layout(rng: &mut Rng, rank: usize) -> Layout {
    let mode = |rng: &mut Rng| {
        let leaf = |rng: &mut Rng| format!("{}:{}", rng.pick(&[4, 8, 12]), rng.range(0, 40));
        if rng.range(0, 2) > 0 {
            return leaf(rng);
        }
        let (a, b) = (leaf(rng), leaf(rng));
        let ((n, d), (m, e)) = (a.split_once(':').unwrap(), b.split_once(':').unwrap());
        format!("({n},{m}):({d},{e})")
    };
    let modes: Vec<Layout> = (0..rank).map(|_| mode(rng).parse().unwrap()).collect();
    Layout::concat(&modes).unwrap()
}

/// The coordinate with its integers as unknowns of the graph, and their values.
fn unknown(graph: &mut Graph, coord: &Coord<i64>, values: &mut Vec<i64>) -> Coord<Id> {
    match coord {
        Coord::Int(i) => {
            values.push(*i);
            Coord::Int(graph.var(Facts::range(0, i64::MAX), 0))
        }
        Coord::Tuple(parts) => Coord::Tuple(parts.iter().map(|p| unknown(graph, p, values)).collect()),
    }
}

fn int(coord: i64) -> Coord<i64> {
    Coord::Int(coord)
}

fn size(layout: &Layout) -> i64 {
    layout.size().unwrap().as_const().unwrap()
}

#[test]
fn views_by_mode_are_coordinates_of_the_layout() {
    let mut rng = Rng::new(5);
    let mut tried = [0; 3];
    for _ in 0..3000 {
        let rank = rng.range(2, 3) as usize;
        let a = layout(&mut rng, rank);
        let sizes: Vec<i64> = a.modes().iter().map(size).collect();
        let tiled = rng.range(2, rank as i64) as usize;
        let m: Vec<i64> = sizes[..tiled].iter().map(|_| rng.pick(&[1, 2, 4])).collect();
        let op = rng.pick(&[TileOp::Composition, TileOp::LogicalDivide, TileOp::ZippedDivide]);
        let tiles: Vec<String> = m
            .iter()
            .map(|m| match rng.range(0, 2) {
                0 if op == TileOp::Composition => format!("({m},2):(2,1)"),
                1 => format!("{m}"),
                _ => format!("{m}:1"),
            })
            .collect();
        let tiler: Tiler = format!("[{}]", tiles.join(", ")).parse().unwrap();
        let Some(mut made) = by_tile(op, &a, &tiler) else { continue };
        // A composition whose rank is known, since it is of another one.
        let again: Option<Tiler> = (op == TileOp::Composition)
            .then(|| format!("[{}]", vec!["(1,2):(0,1)"; tiled].join(", ")).parse().unwrap());
        if let Some(again) = &again {
            let Some(twice) = by_tile(op, &made, again) else { continue };
            made = twice;
        }
        let below = |rng: &mut Rng, n: i64| rng.range(0, n - 1);
        let coord = match op {
            TileOp::Composition => {
                Coord::Tuple(made.modes().iter().map(|mode| int(below(&mut rng, size(mode)))).collect())
            }
            TileOp::LogicalDivide => Coord::Tuple(
                sizes
                    .iter()
                    .enumerate()
                    .map(|(k, n)| match m.get(k) {
                        Some(m) if rng.range(0, 2) > 0 => {
                            Coord::Tuple(vec![int(below(&mut rng, *m)), int(below(&mut rng, n / m))])
                        }
                        _ => int(below(&mut rng, *n)),
                    })
                    .collect(),
            ),
            TileOp::ZippedDivide => {
                let inner = if rng.range(0, 2) > 0 {
                    Coord::Tuple(m.iter().map(|m| int(below(&mut rng, *m))).collect())
                } else {
                    int(below(&mut rng, m.iter().product()))
                };
                let rest = sizes.iter().enumerate().map(|(k, n)| {
                    let tiles = n / m.get(k).unwrap_or(&1);
                    int(below(&mut rng, tiles))
                });
                Coord::Tuple(vec![inner, Coord::Tuple(rest.collect())])
            }
        };
        let mut g = Graph::default();
        let mut vars = Vec::new();
        let unknowns = unknown(&mut g, &coord, &mut vars);
        let arg = g.add_as_it_stands(Node::Arg(0));
        let mut view = g.by_tile(op, arg, tiler.clone());
        if let Some(again) = &again {
            view = g.by_tile(op, view, again.clone());
        }
        let root = g.at(view, &unknowns);
        let result = run(&mut g, root);
        assert!(op == TileOp::Composition || only_the_argument(&result), "{:?}", result.terms.nodes);
        assert!(op != TileOp::Composition || result.terms.cost < result.before, "{:?}", result.terms.nodes);
        let want = value(&made, &coord.to_string());
        assert_eq!(Some(evaluate(&g, &result, &a, &vars)), want, "{op:?} of {a} by {tiler} at {coord}");
        tried[op as usize] += 1;
    }
    assert!(tried.iter().all(|n| *n > 300), "{tried:?}");
}

#[test]
fn views_by_a_layout_are_indices_of_the_layout() {
    let mut rng = Rng::new(6);
    let mut tried = 0;
    for _ in 0..2000 {
        let a = layout(&mut rng, 2);
        let m = rng.pick(&[1, 2, 4, 8]);
        let divide = rng.range(0, 1) == 0;
        let b: Layout = if divide {
            format!("{m}:1").parse().unwrap()
        } else {
            rng.pick(&["(4,2):(2,1)", "(2,4):(4,8)", "((2,2),4):((1,8),2)", "8:2"]).parse().unwrap()
        };
        let made = if divide { logical_divide(&a, &b).ok() } else { composition(&a, &b).ok() };
        let Some(made) = made else { continue };
        let coord = if divide {
            Coord::Tuple(vec![int(rng.range(0, m - 1)), int(rng.range(0, size(&a) / m - 1))])
        } else if b.profile().is_leaf() {
            int(rng.range(0, size(&b) - 1))
        } else {
            Coord::Tuple(b.modes().iter().map(|mode| int(rng.range(0, size(mode) - 1))).collect())
        };
        let mut g = Graph::default();
        let mut vars = Vec::new();
        let unknowns = unknown(&mut g, &coord, &mut vars);
        let (arg, by) = (g.add_as_it_stands(Node::Arg(0)), g.lit(b.clone()));
        let node = if divide { Node::Divide([arg, by]) } else { Node::Compose([arg, by]) };
        let view = g.add_as_it_stands(node);
        let root = g.at(view, &unknowns);
        let result = run(&mut g, root);
        assert!(only_the_argument(&result), "{:?}", result.terms.nodes);
        let want = value(&made, &coord.to_string());
        assert_eq!(Some(evaluate(&g, &result, &a, &vars)), want, "{a} and {b} at {coord}");
        tried += 1;
    }
    assert!(tried > 500, "{tried}");
}

/// Chains over one unknown layout, and what is left of them.
#[test]
fn chains_vanish() {
    let a: Layout = "(4,8):(8,1)".parse().unwrap();
    let chain = |build: &dyn Fn(&mut Graph, Id) -> Id| {
        let mut g = Graph::default();
        let i = g.var(Facts::range(0, 31), 0);
        let arg = g.add_as_it_stands(Node::Arg(0));
        let layout = build(&mut g, arg);
        let root = g.app(layout, i);
        let result = run(&mut g, root);
        (g, result)
    };
    let inverse = right_inverse(&a).unwrap();
    assert_eq!(inverse, left_inverse(&a).unwrap());
    // A o right_inverse(A).
    let (g, result) = chain(&|g, a| {
        let r = g.add_as_it_stands(Node::RightInverse([a]));
        g.add_as_it_stands(Node::Compose([a, r]))
    });
    assert_eq!(result.terms.nodes.len(), 1, "{:?}", result.terms.nodes);
    assert_eq!(evaluate(&g, &result, &a, &[7]), 7);
    // coalesce(A o (left_inverse(A) o A)), and flattened.
    let (g, result) = chain(&|g, a| {
        let l = g.add_as_it_stands(Node::LeftInverse([a]));
        let inner = g.add_as_it_stands(Node::Compose([l, a]));
        let outer = g.add_as_it_stands(Node::Compose([a, inner]));
        let flat = g.add_as_it_stands(Node::Flatten([outer]));
        g.add_as_it_stands(Node::Coalesce([flat]))
    });
    assert_eq!(evaluate(&g, &result, &a, &[7]), a.eval(7).unwrap());
    // Divided twice into tiles in order.
    let (g, result) = chain(&|g, a| {
        let (eight, four) = (g.mode1(8, 1).unwrap(), g.mode1(4, 1).unwrap());
        let once = g.add_as_it_stands(Node::Divide([a, eight]));
        g.add_as_it_stands(Node::Divide([once, four]))
    });
    assert_eq!(evaluate(&g, &result, &a, &[19]), a.eval(19).unwrap());
}
