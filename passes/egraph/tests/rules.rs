//! Every rule is proved, every match is a match, and the known non-laws fail.

#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

use std::collections::BTreeSet;

use layout_egraph::rules::{Phase, Rule, all, compiled};
use layout_egraph::{Facts, Graph, Pattern, Rng, Subst, Value, Values, sample};

const INSTANCES: usize = 4000;

/// How many instances evaluated on both sides, or the first counterexample.
fn prove(lhs: &str, rhs: &str, instance: impl Fn(&mut Rng) -> Values) -> Result<usize, String> {
    let (l, r) = (Pattern::parse(lhs).unwrap(), Pattern::parse(rhs).unwrap());
    let mut rng = Rng::new(7);
    let mut checked = 0;
    for _ in 0..INSTANCES {
        let values = instance(&mut rng);
        let (Some(a), Some(b)) = (l.eval(&values), r.eval(&values)) else { continue };
        if a != b {
            return Err(format!("{lhs} is {a:?}, {rhs} is {b:?} at {values:?}"));
        }
        checked += 1;
    }
    Ok(checked)
}

#[test]
fn every_rule_holds_on_its_instances() {
    for Rule { id, lhs, rhs, instance, .. } in all() {
        let checked = prove(lhs, rhs, instance).unwrap_or_else(|e| panic!("{id}: {e}"));
        assert!(checked > INSTANCES / 2, "{id}: only {checked} instances evaluate");
    }
}

#[test]
fn the_rules_asked_for_are_there() {
    let ids: BTreeSet<String> =
        all().iter().map(|r| r.id.split('-').next().unwrap_or_default().to_string()).collect();
    let b = (1..=23).chain([27, 28]).map(|i| format!("B{i}"));
    let required = (1..=5)
        .map(|i| format!("A{i}"))
        .chain(b)
        .chain(["D15".into()])
        .chain((1..=6).chain([12]).map(|i| format!("S{i}")))
        .chain((1..=8).chain([19]).map(|i| format!("L{i}")));
    for id in required {
        assert!(ids.contains(&id), "{id} is missing");
    }
    assert_eq!(all().iter().map(|r| r.id).collect::<BTreeSet<_>>().len(), all().len(), "ids are unique");
    for rule in all() {
        let (l, r) = (Pattern::parse(rule.lhs).unwrap(), Pattern::parse(rule.rhs).unwrap());
        for v in r.variables() {
            // A variable of the right side alone is bound by the condition (`k`, `mask`).
            assert!(l.variables().contains(&v) || !rule.when.is_empty(), "{}: {v} is unbound", rule.id);
        }
    }
}

/// Binds a rule's variables to constants or to leaves with facts that hold of
/// the instance's values, in the same proportion as programs do.
fn bind(graph: &mut Graph, rng: &mut Rng, values: &Values, unknown: &str) -> Subst {
    let constant = ["a", "b", "c", "d", "h", "k", "l", "m", "n", "p", "q", "r", "s", "mask", "high", "field"];
    Subst::new(values.iter().map(|(name, value)| {
        let id = match value {
            Value::Int(v) if constant.contains(name) && !unknown.contains(name) => graph.num(*v),
            Value::Int(v) => {
                let spread = rng.pick(&[0, 1, 7, 1 << 20]);
                let mut facts = Facts::range(
                    v.saturating_sub(spread).max(if *v >= 0 { 0 } else { i64::MIN }),
                    v.saturating_add(spread),
                );
                for bit in 0..12 {
                    // Known low zeros, as alignment gives.
                    if v.rem_euclid(1 << (bit + 1)) == 0 && rng.range(0, 1) == 0 {
                        facts = facts.with_divisor(1 << (bit + 1));
                    }
                }
                assert!(facts.admit(*v));
                graph.var(facts, 0)
            }
            Value::Layout(l) => graph.lit(l.clone()),
            Value::Fn(_) => panic!("no rule binds a function"),
        };
        (*name, id)
    }))
}

#[test]
fn building_the_left_side_of_a_form_gives_the_right_side() {
    let mut rng = Rng::new(3);
    for rule in compiled(Phase::Form) {
        for _ in 0..50 {
            let values = (rule.rule.instance)(&mut rng);
            let mut graph = Graph::default();
            let subst = bind(&mut graph, &mut rng, &values, "r");
            let (Some(l), Some(r)) = (rule.lhs.build(&mut graph, &subst), rule.rhs.build(&mut graph, &subst))
            else {
                continue;
            };
            assert_eq!(graph.egraph.find(l), graph.egraph.find(r), "{} at {values:?}", rule.rule.id);
        }
    }
}

/// A match binds the variables so that the left side rebuilds the class it was
/// found in; and each rule finds some of its own instances.
#[test]
fn matches_rebuild_their_class() {
    let mut rng = Rng::new(5);
    for phase in [Phase::Normalise, Phase::Explore, Phase::Select] {
        for rule in compiled(phase) {
            let id = rule.rule.id;
            let layouts = id.starts_with('L') || id == "F1";
            let mut found = 0;
            for _ in 0..400 {
                let values = (rule.rule.instance)(&mut rng);
                let mut graph = Graph::default();
                let subst = match layouts {
                    // Literals would be computed at once: leave the layouts opaque.
                    true => Subst::new(values.iter().map(|(name, value)| {
                        let class = match value {
                            Value::Int(v) if *name == "n" => graph.num(*v),
                            Value::Int(v) => graph.var(Facts::range(*v, *v + 1), 0),
                            Value::Layout(l) if id == "L5" && *name != "a" => graph.lit(l.clone()),
                            Value::Layout(_) => {
                                graph.egraph.add(layout_egraph::Node::Arg(name.as_bytes()[0].into()))
                            }
                            Value::Fn(_) => panic!(),
                        };
                        (*name, class)
                    })),
                    // `k` is an exponent elsewhere, here a factor.
                    false => bind(
                        &mut graph,
                        &mut rng,
                        &values,
                        if id == "A5-factor" {
                            "r k"
                        } else if id == "S6" {
                            ""
                        } else {
                            "r"
                        },
                    ),
                };
                let Some(class) = rule.lhs.build(&mut graph, &subst) else { continue };
                graph.egraph.rebuild();
                let mut matches = Vec::new();
                let nodes: Vec<_> = graph
                    .egraph
                    .classes()
                    .flat_map(|c| c.nodes.iter().map(move |n| (c.id, n.clone())))
                    .collect();
                for (at, node) in nodes {
                    (rule.rule.find)(&mut graph, at, &node, &mut matches);
                    for subst in matches.drain(..) {
                        let rebuilt = rule.lhs.build(&mut graph, &subst);
                        assert_eq!(
                            rebuilt.map(|r| graph.egraph.find(r)),
                            Some(graph.egraph.find(at)),
                            "{id} at {values:?}"
                        );
                        found += usize::from(graph.egraph.find(at) == graph.egraph.find(class));
                    }
                }
            }
            assert!(found > 0, "{id} never finds its own left side");
        }
    }
}

/// B5 and B7: a quotient whose interval is one value is that value.
#[test]
fn intervals_decide_quotients() {
    for (lo, hi, c, k) in
        [(0, 31, 32, Some(0)), (-32, -1, 32, Some(-1)), (64, 95, 32, Some(2)), (7, 12, 6, None)]
    {
        let mut graph = Graph::default();
        let (x, c) = (graph.var(Facts::range(lo, hi), 0), graph.num(c));
        let q = graph.div(x, c).unwrap();
        graph.egraph.rebuild();
        assert_eq!(graph.as_const(q), k);
    }
}

/// Equations that look right and are not: each must have a counterexample.
#[test]
fn non_laws_fail() {
    let ints = |rng: &mut Rng| -> Values {
        [("x", rng.natural()), ("y", rng.natural()), ("d", rng.range(1, 63))]
            .map(|(n, v)| (n, Value::Int(v)))
            .into()
    };
    for (lhs, rhs) in [
        ("(/ (+ x y) 8)", "(+ (/ x 8) (/ y 8))"),
        ("(% (% x 12) 8)", "(% x 8)"),
        ("(/ (+ (* x 4) y) 4)", "(+ x (% y 4))"),
        ("(swz 3 0 3 (+ x d))", "(+ (swz 3 0 3 x) d)"),
        ("(swz 2 0 2 (swz 2 2 2 x))", "(swz 2 2 2 (swz 2 0 2 x))"),
        ("(^ x y)", "(+ x y)"),
    ] {
        assert!(prove(lhs, rhs, ints).is_err(), "{lhs} = {rhs} should fail");
    }
    let layouts = |rng: &mut Rng| -> Values {
        [("a", rng.any_layout()), ("b", rng.any_layout())].map(|(n, v)| (n, Value::Layout(v))).into()
    };
    for (lhs, rhs) in [
        ("(compose a b)", "(compose b a)"),
        ("(compose (concat a a) b)", "(concat (compose a b) (compose a b))"),
        ("(compose a (coalesce b))", "(compose a b)"),
        ("(complement (complement a b) b)", "a"),
        ("(coalesce a)", "a"),
    ] {
        assert!(prove(lhs, rhs, layouts).is_err(), "{lhs} = {rhs} should fail");
    }
}

#[test]
fn samples_satisfy_their_facts() {
    let mut rng = Rng::new(11);
    for facts in
        [Facts::range(0, 255).with_divisor(8), Facts::range(-7, 9), Facts::UNKNOWN, Facts::constant(5)]
    {
        for _ in 0..100 {
            assert!(facts.admit(sample(&facts, &mut rng)));
        }
    }
}

/// `docs/rules.md` is generated from the table: run with `BLESS=1` to rewrite it.
#[test]
fn the_documentation_lists_the_rules() {
    let mut text = String::from(
        "# Rules of the e-graph\n\nGenerated from the table in `passes/egraph/src/rules` by its test. `/` is floor division, `%` its\nremainder, `^` exclusive-or, `swz b m s` the swizzle; `Form` holds by construction, `Derived` by facts,\nby the algebra or by another rule.\n\n| id | left | right | condition | phase | why |\n|---|---|---|---|---|---|\n",
    );
    for r in all() {
        let code = |s: &str| format!("`{}`", s.replace('|', "\\|"));
        text += &format!(
            "| {} | {} | {} | {} | {:?} | {} |\n",
            r.id,
            code(r.lhs),
            code(r.rhs),
            r.when.replace('|', "\\|"),
            r.phase,
            r.why
        );
    }
    let path = format!("{}/../../docs/rules.md", env!("CARGO_MANIFEST_DIR"));
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, &text).unwrap();
    }
    assert_eq!(
        std::fs::read_to_string(&path).unwrap(),
        text,
        "docs/rules.md is stale; run this test with BLESS=1"
    );
}
