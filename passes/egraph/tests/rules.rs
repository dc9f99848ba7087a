//! Every rule is tried out, needs each of its conditions, and is found where it
//! says; the known non-laws fail.

#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

use std::collections::BTreeSet;

use layout_egraph::rules::{CLASS, Domain, Phase, Rule, all};
use layout_egraph::{
    BASE_MATCHES, BASE_NODES, EXPLORE_ROUNDS, EXPLORED_NODES, Facts, Graph, LARGE, LOOKS_PER_NODE,
    MATCHES_PER_ROOT, NODES_PER_NODE, NORMALISE_ROUNDS, Pattern, Rng, Trial, sample,
};

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

/// B5 and B7: a quotient whose interval is one value is that value.
#[test]
fn intervals_decide_quotients() {
    for (lo, hi, c, k) in
        [(0, 31, 32, Some(0)), (-32, -1, 32, Some(-1)), (64, 95, 32, Some(2)), (7, 12, 6, None)]
    {
        let mut graph = Graph::default();
        let (x, c) = (graph.var(Facts::range(lo, hi), 0), graph.num(c));
        let q = graph.div(x, c).unwrap();
        graph.rebuild();
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
        phase: Phase::Stated,
        find: |_, _, _, _| (),
        domains: |name| match name {
            "a" | "b" => Domain::Layout,
            "k" => Domain::Exponent(0, 4),
            "i" => Domain::Int,
            _ => Domain::Natural,
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

/// How each rule is proved: what `./x prove` wrote in `proofs.txt`, of the rules as they are.
fn proofs() -> Vec<(Rule, String)> {
    let path = format!("{}/proofs.txt", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap();
    let mut lines = text.lines();
    let of = |rule: Rule| {
        let line = lines.next().unwrap_or_default().to_string();
        let columns: Vec<&str> = line.split('\t').collect();
        let [id, how, statement] = columns[..] else { panic!("{line} is no line of proofs.txt") };
        assert_eq!(
            (id, statement),
            (rule.id, rule.statement().as_str()),
            "{} has changed: run BLESS=1 ./x prove",
            rule.id
        );
        (rule, how.to_string())
    };
    let proofs: Vec<(Rule, String)> = all().into_iter().map(of).collect();
    assert_eq!(lines.next(), None, "proofs.txt has more rules: run BLESS=1 ./x prove");
    proofs
}

/// What is claimed of the rules, in numbers.
fn claim() -> String {
    let proofs = proofs();
    let count = |how: fn(&str) -> bool| proofs.iter().filter(|(_, h)| how(h)).count();
    format!(
        "{} rules are proved by z3 for all integers, {} for each of up to 150 instances of their constants, \
         and {} (on layouts) are tried on small and random ones",
        count(|h| h == "all integers"),
        count(|h| h.contains("instance")),
        count(|h| h == "tried"),
    )
}

/// Only what z3 has no words for is tried and not proved.
#[test]
fn rules_over_integers_and_bits_are_proved() {
    fn layouts(pattern: &Pattern) -> bool {
        matches!(pattern, Pattern::Op(op, args) if op.is_about_layouts() || args.iter().any(layouts))
    }
    for (rule, how) in proofs() {
        let about_layouts = [rule.lhs, rule.rhs].iter().any(|side| layouts(&Pattern::parse(side).unwrap()));
        assert_eq!(how == "tried", about_layouts, "{} is {how}", rule.id);
    }
}

/// A file of the documentation says something, wherever its lines break.
fn says(file: &str, claim: &str) {
    let text = std::fs::read_to_string(format!("{}/../../{file}", env!("CARGO_MANIFEST_DIR"))).unwrap();
    let words: Vec<&str> = text.split_whitespace().collect();
    assert!(words.join(" ").contains(claim), "{file} does not say: {claim}");
}

/// Where the rules are described, the numbers are those of the rules.
#[test]
fn what_is_claimed_is_proved() {
    says("README.md", &claim());
    says("docs/egraph.md", &claim());
}

/// Where the search is described, the limits are those that it has.
#[test]
fn the_limits_are_those_described() {
    let spaced = |n: usize| if n < 1000 { n.to_string() } else { format!("{} {:03}", n / 1000, n % 1000) };
    for claim in [
        format!("{NORMALISE_ROUNDS} rounds of normalising; {EXPLORE_ROUNDS} of exploring, fewer where"),
        format!("look at over {} nodes in all", spaced(EXPLORED_NODES)),
        format!("{NODES_PER_NODE} nodes for each node given, 1 for each beyond {}", spaced(LARGE)),
        format!("and {} more; - {MATCHES_PER_ROOT} matches", spaced(BASE_NODES)),
        format!("for each root, and {BASE_MATCHES} more"),
        format!("{LOOKS_PER_NODE} looks of finders for each node allowed, and {CLASS} nodes looked at"),
    ] {
        says("docs/egraph.md", &claim);
    }
}

/// `docs/rules.md` is generated from the table: run with `BLESS=1` to rewrite it.
#[test]
fn the_documentation_lists_the_rules() {
    let mut text = format!(
        "# Rules of the e-graph\n\nGenerated from the table in `passes/egraph/src/rules` by its test. `/` is floor division, `%` its\nremainder, `^` exclusive-or, `swz b m s` the swizzle; a name with `!` is the machine's operation.\n`Form` holds by construction, `Derived` by facts, forms or other rules, `Stated` holds and is not looked\nfor. Every rule is tried on random values, one without layouts on all small integers too, and shown to\nfail without any one of its conditions. The last column says what z3 proves (`./x prove`).\n\n{}.\n\n| id | left | right | conditions | phase | why | proved for |\n|---|---|---|---|---|---|---|\n",
        claim()
    );
    let mut source = "";
    for (r, how) in proofs() {
        if r.source != source {
            source = r.source;
            text += &format!("| | | | | | *{source}* | |\n");
        }
        let code = |s: &str| format!("`{}`", s.replace('|', "\\|"));
        let lets = r.lets.iter().map(|(name, d)| code(&format!("{name} = {d}")));
        let when: Vec<String> = r.when.iter().map(|c| code(c)).chain(lets).collect();
        text += &format!(
            "| {} | {} | {} | {} | {:?} | {} | {how} |\n",
            r.id,
            code(r.lhs),
            code(r.rhs),
            when.join(", "),
            r.phase,
            r.why
        );
    }
    text += "\nCoordinates of layouts that are not known have laws of their own, `V1` to `V6`, which\nare not counted above: `law` in `passes/egraph/src/laws/mod.rs` states and applies them. An index of a\ncomposed or divided layout is one of the layout it was made from. `passes/egraph/tests/views.rs` tries\nthem on layouts put in for the unknown ones.\n";
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
