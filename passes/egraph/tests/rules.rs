//! Every rule is tried out, needs each of its conditions, and is found where it
//! says; the known non-laws fail.

#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

use std::collections::BTreeSet;

use layout_egraph::domain::{Kind, Trial};
use layout_egraph::rules::{Phase, Rule, all, compiled};
use layout_egraph::{Facts, Graph, Node, Options, Pattern, Rng, Subst, Value, Values, sample, simplify};

/// Random instances of a rule, beside all small ones.
const INSTANCES: usize = 400;

fn trial(rule: &Rule) -> Trial {
    Trial::new(rule).unwrap_or_else(|e| panic!("{}: {e}", rule.id))
}

#[test]
fn every_rule_holds() {
    for rule in all() {
        let trial = trial(&rule);
        let small = trial.exhaust().unwrap_or_else(|e| panic!("{}: {e}", rule.id));
        let random = trial.random(INSTANCES, 7).unwrap_or_else(|e| panic!("{}: {e}", rule.id));
        assert!(
            small > 40 || random > INSTANCES / 2,
            "{}: {small} small and {random} random instances",
            rule.id
        );
    }
}

/// A condition without which the rule still holds is no condition.
#[test]
fn every_condition_is_needed() {
    for rule in all() {
        for (i, condition) in rule.when.iter().enumerate() {
            let trial = trial(&rule).without_condition(i);
            let holds = trial.exhaust().is_ok() && trial.random(40 * INSTANCES, 5).is_ok();
            assert!(!holds, "{} holds without {condition}", rule.id);
        }
    }
}

#[test]
fn the_rules_asked_for_are_there() {
    let ids: BTreeSet<String> =
        all().iter().map(|r| r.id.split('-').next().unwrap_or_default().to_string()).collect();
    for (family, count) in [("A", 7), ("B", 34), ("C", 10), ("D", 26), ("S", 15), ("L", 44)] {
        for i in 1..=count {
            assert!(ids.contains(&format!("{family}{i}")), "{family}{i} is missing");
        }
    }
    assert_eq!(all().iter().map(|r| r.id).collect::<BTreeSet<_>>().len(), all().len(), "ids are unique");
    for rule in all() {
        let (l, r) = (Pattern::parse(rule.lhs).unwrap(), Pattern::parse(rule.rhs).unwrap());
        let bound = |v: &String| {
            l.variables().contains(v)
                || rule.lets.iter().any(|d| d.0 == v)
                || rule.when.iter().any(|c| c.split(['(', ')', ' ']).any(|w| w == v))
                // The exponent of a power that stands on the left.
                || rule.lets.iter().any(|d| d.1.split(['(', ')', ' ']).any(|w| w == v))
        };
        for v in r.variables() {
            assert!(bound(&v), "{}: {v} is unbound", rule.id);
        }
    }
}

/// Binds a rule's variables: constants to themselves, unknowns to leaves with
/// facts that hold of the instance's values, as programs have them.
///
/// Beside layouts an integer is a coordinate, which must stay in its domain: it is
/// left as it is.
fn bind(graph: &mut Graph, rng: &mut Rng, trial: &Trial, values: &Values) -> Subst {
    let coordinates = values.values().any(|v| matches!(v, Value::Layout(_)));
    Subst::new(values.iter().map(|(name, value)| {
        let constant = trial.kind(name).is_none_or(Kind::is_constant);
        let id = match value {
            Value::Int(v) if constant => graph.num(*v),
            Value::Int(v) => {
                let spread = if coordinates { 0 } else { rng.pick(&[0, 1, 7, 1 << 20]) };
                let floor = match v {
                    1.. => 1,
                    0 => 0,
                    _ => i64::MIN,
                };
                let mut facts = Facts::range(v.saturating_sub(spread).max(floor), v.saturating_add(spread));
                for bit in 0..12 {
                    // Known low zeros, as alignment gives.
                    if v.rem_euclid(1 << (bit + 1)) == 0 && rng.range(0, 1) == 0 {
                        facts = facts.with_divisor(1 << (bit + 1));
                    }
                }
                assert!(facts.admit((*v).into()));
                graph.var(facts, 0)
            }
            Value::Layout(l) => graph.lit(l.clone()),
            Value::Fn(_) => panic!("no rule binds a function"),
        };
        (&*name.clone().leak(), id)
    }))
}

#[test]
fn building_the_left_side_of_a_form_gives_the_right_side() {
    let mut rng = Rng::new(3);
    for rule in compiled(Phase::Form) {
        let trial = trial(&rule.rule);
        let mut built = 0;
        for _ in 0..50 {
            let Some(values) = trial.draw(&mut rng) else { continue };
            let mut graph = Graph::default();
            let subst = bind(&mut graph, &mut rng, &trial, &values);
            let (Some(l), Some(r)) = (rule.lhs.build(&mut graph, &subst), rule.rhs.build(&mut graph, &subst))
            else {
                continue;
            };
            built += 1;
            assert_eq!(graph.egraph.find(l), graph.egraph.find(r), "{} at {values:?}", rule.rule.id);
        }
        assert!(built > 0, "{} is never built", rule.rule.id);
    }
}

/// What is said to follow from facts, forms and other rules does.
#[test]
fn derived_rules_are_derived() {
    let mut rng = Rng::new(9);
    for rule in compiled(Phase::Derived) {
        let trial = trial(&rule.rule);
        let (mut built, mut found) = (0, 0);
        for _ in 0..60 {
            let Some(values) = trial.draw(&mut rng) else { continue };
            let mut graph = Graph::default();
            let subst = bind(&mut graph, &mut rng, &trial, &values);
            let (Some(l), Some(r)) = (rule.lhs.build(&mut graph, &subst), rule.rhs.build(&mut graph, &subst))
            else {
                continue;
            };
            built += 1;
            let options = Options { verify: true, ..Options::default() };
            if simplify(&mut graph, &[l, r], &options).is_err() {
                // Functions have no cost; the graph is saturated all the same.
            }
            let equal = graph.egraph.find(l) == graph.egraph.find(r);
            if !equal && rule.rule.when.is_empty() {
                let facts: Vec<String> = values
                    .keys()
                    .filter_map(|n| Some(format!("{n}: {:?}", graph.facts(subst.get(n)?))))
                    .collect();
                panic!("{} at {values:?} with {}", rule.rule.id, facts.join(", "));
            }
            found += usize::from(equal);
        }
        // Conditions hold of the values, not always of the facts drawn for them.
        assert!(built > 10 && found > built / 4, "{}: {found} of {built}", rule.rule.id);
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
            let trial = trial(&rule.rule);
            let layouts = id.starts_with('L') || id == "F1";
            let mut found = 0;
            for _ in 0..1500 {
                let Some(values) = trial.draw(&mut rng) else { continue };
                let mut graph = Graph::default();
                let subst = if layouts {
                    // Literals would be computed at once: leave the layouts opaque.
                    Subst::new(values.iter().map(|(name, value)| {
                        let class = match value {
                            Value::Int(v) if name == "n" => graph.num(*v),
                            Value::Int(v) => graph.var(Facts::range(*v, *v + 1), 0),
                            Value::Layout(l) if id == "L5" && name != "a" => graph.lit(l.clone()),
                            Value::Layout(_) => graph.egraph.add(Node::Arg(name.as_bytes()[0].into())),
                            Value::Fn(_) => panic!(),
                        };
                        (&*name.clone().leak(), class)
                    }))
                } else {
                    bind(&mut graph, &mut rng, &trial, &values)
                };
                if let (true, Some(x), Some(n)) = (id.starts_with("C3"), subst.get("x"), subst.get("n")) {
                    graph.assume_less(x, n);
                }
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
    let integers = |lhs: &'static str, rhs: &'static str, when: &'static [&'static str]| Rule {
        id: "non-law",
        lhs,
        rhs,
        when,
        lets: &[],
        why: "",
        source: "",
        subsumes: false,
        phase: Phase::Law,
        find: |_, _, _, _| (),
        kinds: |name| match name {
            "a" | "b" => Kind::Layout,
            "k" => Kind::Exponent(0, 4),
            "i" => Kind::Int,
            _ => Kind::Natural,
        },
    };
    for rule in [
        // X1: a shift of a sum without disjointness.
        integers("(>> (+ x y) k)", "(+ (>> x k) (>> y k))", &[]),
        // X2, X3, X6 are about wrapping: these integers do not wrap, so what fails is
        // the wrapped form itself.
        integers("(/ (% (* x 48) 4096) 48)", "x", &[]),
        integers("(/ (% (+ (* x 4) y) 64) 4)", "(% (+ x (/ y 4)) 64)", &[]),
        integers("(% (+ x y) 64)", "(+ (% x 64) (% y 64))", &[]),
        // X4: a swizzle and target bits.
        integers("(swz 3 0 3 (+ x y))", "(+ (swz 3 0 3 x) y)", &["(disjoint y (ymask 3 0 3))"]),
        // X5: rounding towards zero is no shift.
        integers("(truncdiv i 4)", "(>> i 2)", &[]),
        // X7.
        integers("(% (% x 12) 8)", "(% x 8)", &[]),
        // X8: swizzles that read what the other changes.
        integers("(swz 2 0 2 (swz 2 2 2 x))", "(swz 2 2 2 (swz 2 0 2 x))", &[]),
        // X9: a shift below the number of bits is no involution.
        integers("(^ (^ x (>> (& x 6) 1)) (>> (& (^ x (>> (& x 6) 1)) 6) 1))", "x", &[]),
        integers("(^ x y)", "(+ x y)", &[]),
        integers("(/ (+ (* x 4) y) 4)", "(+ x (% y 4))", &[]),
        // Layouts.
        integers("(compose a b)", "(compose b a)", &[]),
        integers("(compose (concat a a) b)", "(concat (compose a b) (compose a b))", &[]),
        integers("(compose a (coalesce b))", "(compose a b)", &[]),
        integers("(complement (complement a b) b)", "a", &[]),
        integers("(coalesce a)", "a", &[]),
        integers("(fn (compose (compose a b) a))", "(fn-compose (fn a) (fn (compose b a)))", &[]),
    ] {
        let trial = trial(&rule);
        let holds = trial.exhaust().is_ok() && trial.random(20_000, 1).is_ok();
        assert!(!holds, "{} = {} should fail", rule.lhs, rule.rhs);
    }
}

#[test]
fn samples_satisfy_their_facts() {
    let mut rng = Rng::new(11);
    for facts in
        [Facts::range(0, 255).with_divisor(8), Facts::range(-7, 9), Facts::UNKNOWN, Facts::constant(5)]
    {
        for _ in 0..100 {
            assert!(facts.admit(sample(&facts, &[], &mut rng).into()));
        }
    }
}

/// `docs/rules.md` is generated from the table: run with `BLESS=1` to rewrite it.
#[test]
fn the_documentation_lists_the_rules() {
    let mut text = String::from(
        "# Rules of the e-graph\n\nGenerated from the table in `passes/egraph/src/rules` by its test. `/` is floor division, `%` its\nremainder, `^` exclusive-or, `swz b m s` the swizzle; a name with `!` is the machine's operation.\n`Form` holds by construction, `Derived` by facts, forms or other rules, `Law` holds and is not looked\nfor. Every rule is tried on all small integers and on random values, and shown to fail without any one\nof its conditions. Those over integers and bits are also proved by z3 (`./x prove`).\n\n| id | left | right | conditions | phase | why |\n|---|---|---|---|---|---|\n",
    );
    let mut source = "";
    for r in all() {
        if r.source != source {
            source = r.source;
            text += &format!("| | | | | | *{source}* |\n");
        }
        let code = |s: &str| format!("`{}`", s.replace('|', "\\|"));
        let lets = r.lets.iter().map(|(name, d)| code(&format!("{name} = {d}")));
        let when: Vec<String> = r.when.iter().map(|c| code(c)).chain(lets).collect();
        text += &format!(
            "| {} | {} | {} | {} | {:?} | {} |\n",
            r.id,
            code(r.lhs),
            code(r.rhs),
            when.join(", "),
            r.phase,
            r.why
        );
    }
    text += "\nCoordinates of layouts that are not known have laws of their own, `V1` to `V6`, in\n`passes/egraph/src/laws`: an index of a composed or divided layout is one of the layout it was made\nfrom. `passes/egraph/tests/views.rs` tries them on layouts put in for the unknown ones.\n";
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
