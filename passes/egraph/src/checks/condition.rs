//! Whether a match of a rule is one that the rule is proved for: what the rule's text asks of
//! its variables must follow from the facts of the classes that the match bound.
//!
//! Finders are written by hand; this reads the text that is proved, and neither trusts the
//! other. A condition is evaluated on facts, and again on values that the facts admit.

use egg::Id;

use super::verify::sample;
use crate::graph::Graph;
use crate::language::value::Value;
use crate::language::{Op, Sort};
use crate::rng::Rng;
use crate::rules::pattern::{Pattern, Subst, Values};
use crate::rules::{Compiled, Domain};
use layout_integer::Facts;

/// Values on which the conditions of a match are evaluated.
const SAMPLES: usize = 8;

/// A match of a rule that is not known to satisfy what the rule is proved for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("rule {rule} is applied where it is not proved: {why}")]
pub struct Lax {
    /// The rule.
    pub rule: &'static str,
    /// What is not known.
    pub why: Why,
}

/// What is not known of a match.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Why {
    /// A variable of the rule has no class.
    #[error("{0} is not bound")]
    Unbound(String),
    /// A class may have other values than the variable of the rule.
    #[error("{0} may be outside {1:?}")]
    Outside(String, Domain),
    /// A class is not what the rule defines.
    #[error("{0} is not {1}")]
    Defined(String, Pattern),
    /// The facts do not imply a condition.
    #[error("{0} does not follow from {1}")]
    Condition(Pattern, String),
    /// A condition fails for values that the facts admit.
    #[error("{0} fails at {1}")]
    Fails(Pattern, String),
}

/// Checks a match of a rule.
///
/// # Errors
/// What of the rule's text is not known of the bound classes.
pub fn check_match(graph: &Graph, rule: &Compiled, subst: &Subst, rng: &mut Rng) -> Result<(), Lax> {
    unproved(graph, rule, subst, rng).map_or(Ok(()), |why| Err(Lax { rule: rule.rule.id, why }))
}

fn unproved(graph: &Graph, rule: &Compiled, subst: &Subst, rng: &mut Rng) -> Option<Why> {
    for (name, domain) in &rule.free {
        let Some(class) = subst.get(name) else { return Some(Why::Unbound(name.clone())) };
        let is_layout = graph.egraph[class].data.sort == Sort::Layout;
        if is_layout != domain.is_layout() || !is_layout && !domain.holds(&graph.facts(class)) {
            return Some(Why::Outside(name.clone(), *domain));
        }
    }
    for (name, definition) in &rule.lets {
        let Some(class) = subst.get(name) else { return Some(Why::Unbound(name.clone())) };
        let value = graph.as_const(class);
        if value.is_none() || known(graph, definition, subst).as_const() != value {
            return Some(Why::Defined(name.clone(), definition.clone()));
        }
    }
    for condition in &rule.when {
        if is_about_layouts(condition) {
            if !condition.holds(&literals(graph, rule, subst)) {
                return Some(Why::Condition(condition.clone(), "the layouts".into()));
            }
        } else if known(graph, condition, subst).admit(0) {
            let facts = condition.variables().into_iter().filter_map(|v| {
                let facts = graph.facts(subst.get(&v)?);
                Some(format!("{v}: {facts:?}"))
            });
            return Some(Why::Condition(condition.clone(), facts.collect::<Vec<_>>().join(", ")));
        }
    }
    fails(graph, rule, subst, rng)
}

/// What is known of a pattern over integers.
fn known(graph: &Graph, pattern: &Pattern, subst: &Subst) -> Facts {
    match pattern {
        Pattern::Num(n) => Facts::constant(*n),
        Pattern::Var(v) => subst.get(v).map_or(Facts::UNKNOWN, |class| graph.facts(class)),
        Pattern::Op(op, args) => {
            let facts: Vec<Facts> = args.iter().map(|a| known(graph, a, subst)).collect();
            let class = |i: usize| match args.get(i) {
                Some(Pattern::Var(v)) => subst.get(v),
                _ => None,
            };
            match (op, class(0), class(1)) {
                // Beyond facts a graph holds that one integer is less than another.
                (Op::Lt, Some(a), Some(b)) if is_assumed_less(graph, a, b) => Facts::constant(1),
                _ => op.facts(&facts),
            }
        }
    }
}

fn is_assumed_less(graph: &Graph, a: Id, b: Id) -> bool {
    graph.assumed_less().iter().any(|(x, y)| graph.same(*x, a) && graph.same(*y, b))
}

fn is_about_layouts(pattern: &Pattern) -> bool {
    match pattern {
        Pattern::Op(op, args) => op.is_about_layouts() || args.iter().any(is_about_layouts),
        _ => false,
    }
}

/// The bound classes that are literals.
fn literals(graph: &Graph, rule: &Compiled, subst: &Subst) -> Values {
    let values = rule.free.iter().filter_map(|(name, _)| {
        let class = subst.get(name)?;
        let layout = graph.literal(class).cloned().map(Value::Layout);
        Some((name.clone(), layout.or_else(|| graph.as_const(class).map(Value::Int))?))
    });
    values.collect()
}

/// A condition that fails for values that the facts admit.
fn fails(graph: &Graph, rule: &Compiled, subst: &Subst, rng: &mut Rng) -> Option<Why> {
    let conditions: Vec<&Pattern> = rule.when.iter().filter(|c| !is_about_layouts(c)).collect();
    if conditions.is_empty() {
        return None;
    }
    let names = || rule.free.iter().map(|f| &f.0).chain(rule.lets.iter().map(|l| &l.0));
    for _ in 0..SAMPLES {
        let mut values = Values::new();
        let mut of_class: Vec<(Id, i64)> = Vec::new();
        for name in names() {
            let class = graph.egraph.find(subst.get(name)?);
            if graph.egraph[class].data.sort == Sort::Layout {
                continue;
            }
            // Two variables may be one class.
            let drawn = of_class.iter().find(|(c, _)| *c == class).map(|(_, v)| *v);
            let value = drawn.unwrap_or_else(|| sample(&graph.facts(class), &[], rng));
            of_class.push((class, value));
            values.insert(name.clone(), Value::Int(value));
        }
        let value = |id: Id| of_class.iter().find(|(c, _)| *c == graph.egraph.find(id)).map(|(_, v)| *v);
        let admitted = of_class.iter().all(|(c, v)| graph.facts(*c).admit((*v).into()))
            && graph.assumed_less().iter().all(|(a, b)| match (value(*a), value(*b)) {
                (Some(a), Some(b)) => a < b,
                _ => true,
            });
        if let Some(condition) =
            conditions.iter().find(|c| admitted && matches!(c.eval(&values), Some(Value::Int(0))))
        {
            return Some(Why::Fails((*condition).clone(), format!("{values:?}")));
        }
    }
    None
}
