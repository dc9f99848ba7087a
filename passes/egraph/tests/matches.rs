//! A rule is applied where it is proved and nowhere else: every match rebuilds the class it
//! was found in, and what the rule's text asks of its variables follows from the facts of the
//! classes that were bound. Each rule has such matches here. Finders that ask for less than
//! their rule are noticed, by the rule's name.

#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

use std::sync::Arc;

use layout_algebra::Swizzle;

use layout_egraph::rules::{Compiled, Find, Phase, Rule, all, compiled};
use layout_egraph::{
    Error, Facts, Graph, Id, Node, Options, Rng, Subst, Trial, Value, Values, Why, check_match, may_match,
    sample, simplify,
};

fn trial(rule: &Compiled) -> Trial {
    Trial::new(&rule.rule).unwrap_or_else(|e| panic!("{}: {e}", rule.rule.id))
}

/// Names that live as long as the program, as those of a finder do.
fn subst(bindings: impl IntoIterator<Item = (String, Id)>) -> Subst {
    Subst::new(bindings.into_iter().map(|(name, id)| (&*name.leak(), id)))
}

/// Binds a rule's variables: constants to themselves, unknowns to leaves with facts that hold
/// of the instance's values, as programs have them: ends near the value, alignment.
fn bind(graph: &mut Graph, rng: &mut Rng, rule: &Compiled, values: &Values) -> Subst {
    let domain = |name: &str| rule.free.iter().find(|f| f.0 == name).map(|f| f.1);
    // Beside layouts an integer is a coordinate, which must stay in its domain.
    let coordinates = rule.free.iter().any(|f| f.1.is_layout());
    let bound: Vec<(String, Id)> = values
        .iter()
        .map(|(name, value)| {
            let id = match value {
                Value::Int(v) if domain(name).is_none_or(|d| d.is_constant()) => graph.num(*v),
                Value::Int(v) => {
                    let mut spread = || if coordinates { 0 } else { rng.pick(&[0, 0, 1, 2, 7, 1 << 20]) };
                    let floor = match v {
                        1.. => 1,
                        0 => 0,
                        _ => i64::MIN,
                    };
                    let (below, above) = (spread(), spread());
                    let mut facts = Facts::range(v.saturating_sub(below).max(floor), v.saturating_add(above));
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
            (name.clone(), id)
        })
        .collect();
    subst(bound)
}

/// The same for laws of layouts that are searched: literals would be computed at once, so the
/// layouts are unknown, but for those that the law asks the size of.
fn bind_opaque(graph: &mut Graph, rule: &Compiled, values: &Values) -> Subst {
    let bound: Vec<(String, Id)> = values
        .iter()
        .map(|(name, value)| {
            let class = match value {
                Value::Int(v) if name == "n" => graph.num(*v),
                Value::Int(v) => graph.var(Facts::range(*v, *v + 1), 0),
                Value::Layout(l) if rule.rule.id == "L5" && name != "a" => graph.lit(l.clone()),
                Value::Layout(_) => graph.add(Node::Arg(name.as_bytes()[0].into())).unwrap(),
                Value::Fn(_) => panic!("no rule binds a function"),
            };
            (name.clone(), class)
        })
        .collect();
    subst(bound)
}

/// Values within the facts of the bound classes.
fn drawn(graph: &Graph, rng: &mut Rng, rule: &Compiled, subst: &Subst) -> Values {
    let names = rule.free.iter().map(|f| &f.0).chain(rule.lets.iter().map(|l| &l.0));
    let value = |name: &String| {
        let class = subst.get(name)?;
        let layout = graph.literal(class).cloned().map(Value::Layout);
        Some((name.clone(), layout.unwrap_or_else(|| Value::Int(sample(&graph.facts(class), &[], rng)))))
    };
    names.filter_map(value).collect()
}

/// Both sides of a rule that is not searched, and whether its conditions follow from facts.
/// Where they do the sides are one class: always of forms, nearly always of what is derived.
/// Where the sides are one class they are equal, at whatever values the facts admit.
fn both_sides(rule: &Compiled, rng: &mut Rng, saturate: bool) -> Result<usize, String> {
    let id = rule.rule.id;
    let (trial, mut proved, mut derived) = (trial(rule), 0, 0);
    for _ in 0..150 {
        let Some(values) = trial.draw(rng) else { continue };
        let mut graph = Graph::default();
        let subst = bind(&mut graph, rng, rule, &values);
        let (Some(l), Some(r)) = (rule.lhs.build(&mut graph, &subst), rule.rhs.build(&mut graph, &subst))
        else {
            continue;
        };
        let check = check_match(&graph, rule, &subst, rng);
        if saturate && simplify(&mut graph, &[l, r], &Options::default()).is_err() {
            // Functions have no cost; the graph is saturated all the same.
        }
        let equal = graph.find(l) == graph.find(r);
        if check.is_ok() {
            derived += usize::from(equal);
            proved += 1;
        } else if equal {
            for _ in 0..20 {
                let values = drawn(&graph, rng, rule, &subst);
                if let (Some(l), Some(r)) = (rule.lhs.eval(&values), rule.rhs.eval(&values))
                    && l != r
                {
                    return Err(format!("{id} is applied where it is not proved: {values:?}"));
                }
            }
        }
    }
    // A derivation may miss what a rule would find.
    match saturate {
        false if derived < proved => Err(format!("{id} is not the form that is built")),
        true if 10 * derived < 9 * proved => Err(format!("{id} is derived {derived} of {proved} times")),
        _ => Ok(derived),
    }
}

/// The matches of a searched rule on its own instances, and on terms of its left side for
/// which its conditions do not hold.
fn searched(rule: &Compiled, rng: &mut Rng) -> Result<usize, String> {
    let id = rule.rule.id;
    let (instances, mut found) = (trial(rule), 0);
    let bare = rule.when.iter().fold(trial(rule), |trial, _| trial.without_condition(0));
    for round in 0..2000 {
        let holds = round % 4 != 3;
        let Some(values) = (if holds { &instances } else { &bare }).draw(rng) else { continue };
        let mut graph = Graph::default();
        let subst = match rule.free.iter().any(|f| f.1.is_layout()) {
            true => bind_opaque(&mut graph, rule, &values),
            false => bind(&mut graph, rng, rule, &values),
        };
        if let (true, Some(x), Some(n)) = (holds && id.starts_with("C3"), subst.get("x"), subst.get("n")) {
            graph.assume_less(x, n);
        }
        let Some(class) = rule.lhs.build(&mut graph, &subst) else { continue };
        graph.rebuild();
        let mut matches = Vec::new();
        for (at, node) in graph.nodes() {
            if !may_match(&rule.lhs, &node) {
                continue;
            }
            (rule.rule.find)(&mut graph, at, &node, &mut matches);
            for subst in matches.drain(..) {
                let rebuilt = rule.lhs.build(&mut graph, &subst);
                if rebuilt.map(|r| graph.find(r)) != Some(graph.find(at)) {
                    return Err(format!("{id} does not rebuild its class at {values:?}"));
                }
                check_match(&graph, rule, &subst, rng).map_err(|lax| format!("{lax}, at {values:?}"))?;
                found += usize::from(holds && graph.find(at) == graph.find(class));
            }
        }
    }
    Ok(found)
}

/// Laws are never applied; every other rule is, where its conditions follow from facts.
#[test]
fn every_rule_is_applied_where_it_is_proved() {
    let mut rng = Rng::new(5);
    let mut wrong: Vec<String> = Vec::new();
    for phase in [Phase::Form, Phase::Derived, Phase::Normalise, Phase::Explore, Phase::Select] {
        for rule in compiled(phase) {
            let count = match phase {
                Phase::Form => both_sides(&rule, &mut rng, false),
                Phase::Derived => both_sides(&rule, &mut rng, true),
                _ => searched(&rule, &mut rng),
            };
            match count {
                Ok(0) => wrong.push(format!("nothing matches {}", rule.rule.id)),
                Ok(_) => {}
                Err(why) => wrong.push(why),
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

// ---- Finders that ask for less than their rule ----

/// The rules with one finder replaced.
fn with_finder(id: &str, find: Find) -> Vec<Rule> {
    let mut rules = all();
    let rule = rules.iter_mut().find(|r| r.id == id).unwrap_or_else(|| panic!("no rule {id}"));
    (rule.find, rule.phase) = (find, Phase::Normalise);
    rules
}

fn constant(graph: &Graph, id: Id) -> Option<i64> {
    graph.as_const(id)
}

/// `within(0, c)` for `within(0, c - 1)`.
fn at_most(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    if let Node::Mod([x, c]) = node
        && let Some(d) = constant(graph, *c)
        && graph.facts(*x).within(0, d)
    {
        out.push(Subst::new([("x", *x), ("c", *c)]));
    }
}

/// `within(0, a)` for `within(0, a - 1)`, of the low digit of a sum.
fn low_digit_at_most(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    let Node::Div([z, a]) = node else { return };
    let Some(d) = constant(graph, *a) else { return };
    for sum in graph.nodes_of(*z) {
        let Node::Sum(sum) = sum else { continue };
        let terms: Vec<_> = sum.iter().collect();
        if let ([(c, x), (1, y)] | [(1, y), (c, x)], 0) = (terms.as_slice(), sum.constant)
            && *c == d
            && graph.facts(*y).within(0, d)
        {
            out.push(Subst::new([("x", *x), ("y", *y), ("a", *a)]));
        }
    }
}

/// Whichever divisor is smaller.
fn any_nested(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    let Node::Mod([y, b]) = node else { return };
    for inner in graph.nodes_of(*y) {
        if let Node::Mod([x, a]) = inner {
            out.push(Subst::new([("x", x), ("a", a), ("b", *b)]));
        }
    }
}

/// Without a look at the bits of `x`.
fn any_mask(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    if let Node::And(p, [x]) = node {
        let p = graph.num(*p);
        out.push(Subst::new([("x", *x), ("p", p)]));
    }
}

/// The bits that a swizzle changes for those that it reads.
fn target_bits(graph: &mut Graph, _: Id, node: &Node, out: &mut Vec<Subst>) {
    if let Node::Swz(s, [x]) = node
        && graph.facts(*x).clears(s.target_mask())
    {
        let (b, m) = (graph.num(s.bits().into()), graph.num(s.base().into()));
        let shift = graph.num(s.shift().into());
        out.push(Subst::new([("b", b), ("m", m), ("s", shift), ("x", *x)]));
    }
}

/// A rule, its finder that asks for less, and a term where that matters.
type Mutant = (&'static str, fn() -> Vec<Rule>, fn(&mut Graph) -> Option<Id>);

const MUTANTS: &[Mutant] = &[
    (
        "B6",
        || with_finder("B6", at_most),
        |g| {
            let (x, c) = (g.var(Facts::range(0, 32), 0), g.num(32));
            g.rem(x, c)
        },
    ),
    (
        "B21",
        || with_finder("B21", low_digit_at_most),
        |g| {
            let (x, y, a) = (g.var(Facts::range(0, 7), 0), g.var(Facts::range(0, 8), 0), g.num(8));
            let sum = g.sum(0, [(8, x), (1, y)])?;
            g.div(sum, a)
        },
    ),
    (
        "B10",
        || with_finder("B10", any_nested),
        |g| {
            let (x, a, b) = (g.var(Facts::range(0, 255), 0), g.num(100), g.num(7));
            let inner = g.rem(x, a)?;
            g.rem(inner, b)
        },
    ),
    (
        "D13",
        || with_finder("D13", any_mask),
        |g| {
            let x = g.var(Facts::range(0, 255), 0);
            g.and(x, 0x55)
        },
    ),
    (
        "S5",
        || with_finder("S5", target_bits),
        |g| {
            let x = g.var(Facts::range(0, 255).with_divisor(8), 0);
            g.swz(Swizzle::new(3, 0, 3).ok()?, x)
        },
    ),
];

#[test]
fn finders_that_ask_for_less_are_named() {
    for (id, rules, term) in MUTANTS {
        let run = |rules| {
            let mut graph = Graph::default();
            let root = term(&mut graph).unwrap();
            simplify(&mut graph, &[root], &Options { verify: true, rules, ..Options::default() })
        };
        assert!(run(None).is_ok(), "{id} as it is: {:?}", run(None).err());
        match run(Some(*rules)) {
            Err(Error::Lax(lax)) => {
                assert_eq!(lax.rule, *id);
                assert!(matches!(lax.why, Why::Condition(..)), "{lax}");
            }
            other => panic!("{id}: {:?}", other.map(|s| s.terms)),
        }
    }
}

/// A variable that a finder leaves out, and a class that is not what the rule defines.
#[test]
fn what_is_not_bound_is_named() {
    let rule: Arc<Compiled> = compiled(Phase::Select).into_iter().find(|r| r.rule.id == "D3").unwrap();
    let mut graph = Graph::default();
    let x = graph.var(Facts::UNKNOWN, 0);
    let [k, p, mask, other] = [3, 8, 7, 9].map(|c| graph.num(c));
    let why = |bindings: &[(&'static str, Id)]| {
        let subst = Subst::new(bindings.iter().copied());
        check_match(&graph, &rule, &subst, &mut Rng::new(1)).err().map(|lax| lax.why)
    };
    assert_eq!(why(&[("x", x), ("k", k), ("p", p), ("mask", mask)]), None);
    assert!(matches!(why(&[("x", x), ("p", p), ("mask", mask)]), Some(Why::Unbound(k)) if k == "k"));
    assert!(
        matches!(why(&[("x", x), ("k", k), ("p", p), ("mask", other)]), Some(Why::Defined(m, _)) if m == "mask")
    );
    assert!(
        matches!(why(&[("x", x), ("k", x), ("p", p), ("mask", mask)]), Some(Why::Outside(k, _)) if k == "k")
    );
}
