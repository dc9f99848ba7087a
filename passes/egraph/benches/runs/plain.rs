//! The peer: egg as its tutorials use it. Its `Runner` with default limits, a
//! binary language, intervals as facts, the usual rules in both directions with
//! associativity and commutativity, `Extractor` by size.

use std::collections::BTreeSet;
use std::time::Instant;

use egg::{
    Analysis, AstSize, DidMerge, EGraph, Extractor, Id, Language, RecExpr, Rewrite, Runner, Subst, Symbol,
    Var, define_language, rewrite,
};
use layout_egraph::{Op, Pattern};

define_language! {
    enum Plain {
        Num(i64),
        "+" = Add([Id; 2]),
        "-" = Sub([Id; 2]),
        "*" = Mul([Id; 2]),
        "/" = Div([Id; 2]),
        "%" = Mod([Id; 2]),
        "^" = Xor([Id; 2]),
        "min" = Min([Id; 2]),
        "max" = Max([Id; 2]),
        "&" = And([Id; 2]),
        ">>" = Shr([Id; 2]),
        "<<" = Shl([Id; 2]),
        Unknown(Symbol),
    }
}

/// Bounds, and constants folded.
#[derive(Clone, Default)]
struct Bounds {
    unknowns: Vec<(Symbol, i64)>,
}

impl Analysis<Plain> for Bounds {
    type Data = (i64, i64);

    fn make(egraph: &mut EGraph<Plain, Self>, node: &Plain, _: Id) -> (i64, i64) {
        let of = |id: &Id| egraph[*id].data;
        let ends = |[a, b]: &[Id; 2], f: fn(i64, i64) -> i64| {
            let ((a, b), (c, d)) = (of(a), of(b));
            (f(a, c), f(b, d))
        };
        let limit = |(a, b): (i64, i64)| (a.max(-(1 << 40)), b.min(1 << 40));
        limit(match node {
            Plain::Num(n) => (*n, *n),
            Plain::Unknown(s) => {
                (0, egraph.analysis.unknowns.iter().find(|u| u.0 == *s).map_or(1 << 30, |u| u.1 - 1))
            }
            Plain::Add(c) => ends(c, i64::saturating_add),
            Plain::Sub([a, b]) => {
                let ((a, b), (c, d)) = (of(a), of(b));
                (a.saturating_sub(d), b.saturating_sub(c))
            }
            Plain::Mul(c) if of(&c[0]).0 >= 0 && of(&c[1]).0 >= 0 => ends(c, i64::saturating_mul),
            Plain::Div([a, b]) if of(b).0 > 0 && of(a).0 >= 0 => {
                (of(a).0.div_euclid(of(b).1), of(a).1.div_euclid(of(b).0))
            }
            Plain::Mod([a, b]) if of(b).0 > 0 && of(b).0 == of(b).1 => match of(a) {
                (x, y) if x == y => (x.rem_euclid(of(b).0), x.rem_euclid(of(b).0)),
                (0.., y) => (0, y.min(of(b).1 - 1)),
                _ => (0, of(b).1 - 1),
            },
            Plain::Xor([a, b]) if of(a).0 >= 0 && of(b).0 >= 0 => match (of(a), of(b)) {
                ((x, y), (z, w)) if x == y && z == w => (x ^ z, x ^ z),
                ((_, y), (_, w)) => (0, (y.max(w) as u64 + 1).next_power_of_two() as i64 - 1),
            },
            Plain::Min(c) => ends(c, i64::min),
            Plain::Max(c) => ends(c, i64::max),
            Plain::And([_, m]) if of(m).0 == of(m).1 => (0, of(m).1),
            Plain::Shr([a, k]) if of(k).0 == of(k).1 => (of(a).0 >> of(k).0, of(a).1 >> of(k).0),
            Plain::Shl([a, k]) if of(k).0 == of(k).1 => {
                (of(a).0.saturating_mul(1 << of(k).0), of(a).1.saturating_mul(1 << of(k).0))
            }
            _ => (-(1 << 40), 1 << 40),
        })
    }

    fn merge(&mut self, a: &mut (i64, i64), b: (i64, i64)) -> DidMerge {
        let (old, met) = (*a, (a.0.max(b.0), a.1.min(b.1)));
        *a = met;
        DidMerge(met != old, met != b)
    }

    fn modify(egraph: &mut EGraph<Plain, Self>, id: Id) {
        let (lo, hi) = egraph[id].data;
        if lo == hi {
            let number = egraph.add(Plain::Num(lo));
            egraph.union(id, number);
        }
    }
}

type Condition = fn(i64, i64, (i64, i64), (i64, i64)) -> bool;

/// A condition on constants `?a` and `?b` and the bounds of `?x` and `?y`.
fn given(holds: Condition) -> impl Fn(&mut EGraph<Plain, Bounds>, Id, &Subst) -> bool {
    move |egraph, _, subst| {
        let bounds = |name: &str| {
            let var: Var = name.parse().unwrap();
            subst.get(var).map_or((0, 0), |id| egraph[*id].data)
        };
        let (a, b) = (bounds("?a"), bounds("?b"));
        let constant = |x: (i64, i64)| x.0 == x.1;
        constant(a) && constant(b) && holds(a.0, b.0, bounds("?x"), bounds("?y"))
    }
}

fn rules() -> Vec<Rewrite<Plain, Bounds>> {
    let mut rules = vec![
        rewrite!("commute-add"; "(+ ?x ?y)" => "(+ ?y ?x)"),
        rewrite!("commute-mul"; "(* ?x ?y)" => "(* ?y ?x)"),
        rewrite!("commute-xor"; "(^ ?x ?y)" => "(^ ?y ?x)"),
        rewrite!("add-0"; "(+ ?x 0)" => "?x"),
        rewrite!("mul-0"; "(* ?x 0)" => "0"),
        rewrite!("mul-1"; "(* ?x 1)" => "?x"),
        rewrite!("div-1"; "(/ ?x 1)" => "?x"),
        rewrite!("mod-1"; "(% ?x 1)" => "0"),
        rewrite!("xor-self"; "(^ ?x ?x)" => "0"),
        rewrite!("div-mod"; "(+ (* (/ ?x ?a) ?a) (% ?x ?a))" => "?x" if given(|a, _, _, _| a > 0)),
        rewrite!("div-small"; "(/ ?x ?a)" => "0" if given(|a, _, x, _| 0 <= x.0 && x.1 < a)),
        rewrite!("mod-small"; "(% ?x ?a)" => "?x" if given(|a, _, x, _| 0 <= x.0 && x.1 < a)),
        rewrite!("div-div"; "(/ (/ ?x ?a) ?b)" => "(/ ?x (* ?a ?b))" if given(|a, b, _, _| a > 0 && b > 0)),
        rewrite!("mod-mod"; "(% (% ?x ?a) ?b)" => "(% ?x ?b)" if given(|a, b, _, _| b > 0 && a > 0 && a % b == 0)),
        rewrite!("div-mul"; "(/ (+ (* ?x ?a) ?y) ?a)" => "(+ ?x (/ ?y ?a))" if given(|a, _, _, _| a > 0)),
        rewrite!("mod-mul"; "(% (+ (* ?x ?a) ?y) ?a)" => "(% ?y ?a)" if given(|a, _, _, _| a > 0)),
        rewrite!("mod-as-div"; "(% ?x ?a)" => "(- ?x (* (/ ?x ?a) ?a))" if given(|a, _, _, _| a > 0)),
    ];
    rules.extend(rewrite!("associate-add"; "(+ (+ ?x ?y) ?z)" <=> "(+ ?x (+ ?y ?z))"));
    rules.extend(rewrite!("associate-mul"; "(* (* ?x ?y) ?z)" <=> "(* ?x (* ?y ?z))"));
    rules.extend(rewrite!("associate-xor"; "(^ (^ ?x ?y) ?z)" <=> "(^ ?x (^ ?y ?z))"));
    rules.extend(rewrite!("distribute"; "(* (+ ?x ?y) ?z)" <=> "(+ (* ?x ?z) (* ?y ?z))"));
    rules
}

/// What a run ended with.
pub struct Found {
    pub nodes: usize,
    pub operations: usize,
    /// The chosen term of each address.
    pub terms: Vec<String>,
    pub stop: String,
}

/// The pattern in the peer's notation; a swizzle is written out.
fn text(pattern: &Pattern) -> String {
    match pattern {
        Pattern::Op(Op::Swz, args) => {
            let constant = |i: usize| if let Pattern::Num(n) = args[i] { n } else { panic!("a swizzle") };
            let (b, m, s) = (constant(0), constant(1), constant(2));
            let x = text(&args[3]);
            format!("(^ {x} (* (% (/ {x} {}) {}) {}))", 1 << (m + s), 1 << b, 1 << m)
        }
        Pattern::Op(op, args) => {
            format!("({} {})", op.name(), args.iter().map(text).collect::<Vec<_>>().join(" "))
        }
        other => other.to_string(),
    }
}

/// Saturates and extracts; milliseconds, and what came out.
pub fn run(addresses: &[Pattern], unknowns: &[(String, i64)]) -> (f64, Found) {
    let start = Instant::now();
    let bounds = Bounds { unknowns: unknowns.iter().map(|(n, b)| (n.as_str().into(), *b)).collect() };
    let mut runner: Runner<Plain, Bounds> = Runner::new(bounds);
    for address in addresses {
        runner = runner.with_expr(&text(address).parse::<RecExpr<Plain>>().unwrap());
    }
    let runner = runner.run(&rules());
    let extractor = Extractor::new(&runner.egraph, AstSize);
    // Shared terms count once, which is to the peer's advantage.
    let mut distinct: BTreeSet<String> = BTreeSet::new();
    let mut terms = Vec::new();
    for root in &runner.roots {
        let (_, term) = extractor.find_best(*root);
        terms.push(term.to_string().replace('"', ""));
        for (i, node) in term.iter().enumerate() {
            if !node.is_leaf() {
                distinct.insert(RecExpr::from(term.as_ref()[..=i].to_vec()).to_string());
            }
        }
    }
    let stop = match runner.stop_reason {
        Some(egg::StopReason::Saturated) => "saturated",
        Some(egg::StopReason::NodeLimit(_)) => "nodes",
        Some(egg::StopReason::IterationLimit(_)) => "iterations",
        Some(egg::StopReason::TimeLimit(_)) => "time",
        _ => "other",
    };
    let nodes = runner.egraph.total_number_of_nodes();
    let found = Found { nodes, operations: distinct.len(), terms, stop: stop.into() };
    (start.elapsed().as_secs_f64() * 1e3, found)
}

/// The swizzled `ldmatrix` addresses of the tests, as patterns.
pub fn ldmatrix(count: i64) -> (Vec<Pattern>, Vec<(String, i64)>) {
    let address = |n: i64| {
        let offset = 2048 * (n / 4) + 32 * (n % 4);
        Pattern::parse(&format!("(swz 3 4 3 (+ (+ (* (% t 16) 128) (* (/ t 16) 16)) {offset}))")).unwrap()
    };
    ((0..count).map(address).collect(), vec![("t".into(), 32)])
}
