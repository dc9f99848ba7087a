//! The rules, as data: two sides, conditions, a reason, and where to look.
//!
//! A rule says *what* is equal in [`Rule::lhs`] and [`Rule::rhs`] under
//! `when`, and *where* to look in [`Rule::find`], which binds the
//! variables of the left side so that the left side, built from them, is the
//! class it was found in. Tests try every rule on all small values and on random
//! ones, try that it fails without any one of its conditions, and that each match
//! rebuilds its class and satisfies what the rule's text asks for; `./x prove` has z3
//! prove those over integers and bits.
//!
//! Rules for rules: directed towards the cheaper side; no commutativity or
//! associativity (sums have a normal form instead); no rule grows constants;
//! the condition is read off facts, never searched for.

mod arith;
mod bits;
mod compare;
mod digits;
mod divmod;
mod domain;
mod layout;
mod nested;
pub mod pattern;
mod select;
mod sums;
mod swizzle;
mod unknown;

use std::sync::{Arc, LazyLock};

use egg::Id;

pub use domain::Domain;

pub use crate::graph::CLASS;
use crate::graph::Graph;
use crate::language::{Linear, Node};
use pattern::{Pattern, PatternError, Subst};

/// When a rule is applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Phase {
    /// Never: it holds, and no program needs it in either direction, or the algebra decides
    /// it on layouts that are known.
    Stated,
    /// Never: facts, normal forms or other rules already make both sides one.
    Derived,
    /// By construction: building the left side gives the right side's class.
    Form,
    /// To a fixpoint; every step makes the term smaller.
    Normalise,
    /// A bounded number of rounds; steps that may lead to sharing.
    Explore,
    /// Once, at the end: the machine's operations.
    Select,
}

/// Finds the matches of a rule at a node of a class.
pub type Find = fn(&mut Graph, Id, &Node, &mut Vec<Subst>);

/// An equality with its conditions.
#[derive(Clone, Copy)]
pub struct Rule {
    /// The name in the literature of this project (`docs/rules.md`).
    pub id: &'static str,
    /// The left side.
    pub lhs: &'static str,
    /// The right side.
    pub rhs: &'static str,
    /// Conditions, each a pattern that must not be 0.
    pub when: &'static [&'static str],
    /// Variables that others define.
    pub lets: &'static [(&'static str, &'static str)],
    /// Why it holds.
    pub why: &'static str,
    /// Where it is from.
    pub source: &'static str,
    /// When it is applied.
    pub phase: Phase,
    /// Whether the left side is taken out of the class where the rule applies, because the
    /// right side is smaller and made of the same parts. Every rule whose right side is a
    /// variable does so. Otherwise a class `x` that is no leaf would hold `4(x/4) + x%4`, a
    /// term that contains `x`, and rules that take sums apart would never come to an end.
    pub subsumes: bool,
    /// Where it is looked for.
    pub find: Find,
    /// What its variables range over.
    pub domains: fn(&str) -> Domain,
}

/// Rules of one kind: where they are from and what their variables are.
#[derive(Clone, Copy)]
struct Family {
    source: &'static str,
    domains: fn(&str) -> Domain,
}

impl Family {
    /// A rule without conditions that is never looked for.
    const fn rule(self, id: &'static str, lhs: &'static str, rhs: &'static str, why: &'static str) -> Rule {
        Rule {
            id,
            lhs,
            rhs,
            when: &[],
            lets: &[],
            why,
            source: self.source,
            phase: Phase::Stated,
            subsumes: false,
            find: never,
            domains: self.domains,
        }
    }
}

impl Rule {
    /// What the rule says, on one line: the text that is proved.
    pub fn statement(&self) -> String {
        let mut text = format!("{} = {}", self.lhs, self.rhs);
        let lets = self.lets.iter().map(|(name, definition)| format!("{name} = {definition}"));
        for (i, condition) in self.when.iter().map(ToString::to_string).chain(lets).enumerate() {
            text += if i == 0 { " where " } else { ", " };
            text += &condition;
        }
        text
    }

    const fn when(mut self, conditions: &'static [&'static str]) -> Self {
        self.when = conditions;
        self
    }

    const fn lets(mut self, definitions: &'static [(&'static str, &'static str)]) -> Self {
        self.lets = definitions;
        self
    }

    const fn domains(mut self, domains: fn(&str) -> Domain) -> Self {
        self.domains = domains;
        self
    }

    const fn derived(mut self) -> Self {
        self.phase = Phase::Derived;
        self
    }

    const fn form(mut self) -> Self {
        self.phase = Phase::Form;
        self
    }

    const fn normalise(mut self, find: Find) -> Self {
        (self.phase, self.find) = (Phase::Normalise, find);
        self
    }

    const fn subsumes(mut self) -> Self {
        self.subsumes = true;
        self
    }

    const fn explore(mut self, find: Find) -> Self {
        (self.phase, self.find) = (Phase::Explore, find);
        self
    }

    const fn select(mut self, find: Find) -> Self {
        (self.phase, self.find) = (Phase::Select, find);
        self
    }
}

/// A rule with its patterns parsed.
pub struct Compiled {
    /// The rule.
    pub rule: Rule,
    /// Whether the left side is dropped where the rule applies.
    pub subsumes: bool,
    /// The left side.
    pub lhs: Pattern,
    /// The right side.
    pub rhs: Pattern,
    /// The conditions.
    pub when: Vec<Pattern>,
    /// What defines other variables.
    pub lets: Vec<(String, Pattern)>,
    /// The other variables, with what they stand for.
    pub free: Vec<(String, Domain)>,
}

/// All rules, in the order in which they are tried.
pub fn all() -> Vec<Rule> {
    [
        arith::RULES,
        divmod::RULES,
        unknown::RULES,
        compare::RULES,
        bits::RULES,
        swizzle::RULES,
        layout::RULES,
        select::RULES,
    ]
    .concat()
}

impl Compiled {
    /// The rule with its patterns.
    ///
    /// # Errors
    /// A text that does not parse.
    pub fn new(rule: Rule) -> Result<Self, PatternError> {
        let (lhs, rhs) = (Pattern::parse(rule.lhs)?, Pattern::parse(rule.rhs)?);
        let when = rule.when.iter().map(|c| Pattern::parse(c)).collect::<Result<Vec<_>, _>>()?;
        let lets: Vec<(String, Pattern)> = rule
            .lets
            .iter()
            .map(|(name, text)| Ok(((*name).to_string(), Pattern::parse(text)?)))
            .collect::<Result<_, PatternError>>()?;
        let mut free: Vec<(String, Domain)> = Vec::new();
        let patterns = [&lhs, &rhs].into_iter().chain(&when).chain(lets.iter().map(|l| &l.1));
        for name in patterns.flat_map(Pattern::variables) {
            if !free.iter().any(|f| f.0 == name) && !lets.iter().any(|l| l.0 == name) {
                let domain = (rule.domains)(&name);
                free.push((name, domain));
            }
        }
        let subsumes = rule.subsumes || matches!(rhs, Pattern::Var(_));
        Ok(Self { rule, subsumes, lhs, rhs, when, lets, free })
    }
}

/// All rules of a phase, parsed. A rule that does not parse is left out; the
/// tests see to it that there is none.
pub fn compiled(phase: Phase) -> Vec<Arc<Compiled>> {
    static RULES: LazyLock<Vec<Arc<Compiled>>> = LazyLock::new(|| compile(all()));
    of_phase(&RULES, phase)
}

/// Rules with their patterns.
pub(crate) fn compile(rules: Vec<Rule>) -> Vec<Arc<Compiled>> {
    rules.into_iter().filter_map(|rule| Compiled::new(rule).ok()).map(Arc::new).collect()
}

/// Those of a phase.
pub(crate) fn of_phase(rules: &[Arc<Compiled>], phase: Phase) -> Vec<Arc<Compiled>> {
    rules.iter().filter(|r| r.rule.phase == phase).cloned().collect()
}

/// A rule that is not looked for.
fn never(_: &mut Graph, _: Id, _: &Node, _: &mut Vec<Subst>) {}

/// [`seen`], to be kept.
fn nodes(graph: &Graph, id: Id) -> Vec<Node> {
    seen(graph, id).cloned().collect()
}

/// The nodes of a class that a rule looks at.
fn seen(graph: &Graph, id: Id) -> impl Iterator<Item = &Node> {
    graph.seen(&graph.egraph[id])
}

/// Affine forms of a class that is not a leaf.
fn sums(graph: &Graph, id: Id) -> Vec<Linear> {
    seen(graph, id).filter_map(|n| if let Node::Sum(l) = n { Some(l.clone()) } else { None }).collect()
}

/// A class as a positive constant.
fn positive(graph: &Graph, id: Id) -> Option<i64> {
    graph.as_const(id).filter(|c| *c > 0)
}

/// A node as a division or remainder by a positive constant.
fn divided(graph: &Graph, node: &Node, remainder: bool) -> Option<(Id, i64)> {
    graph.divided(node).filter(|(_, is_remainder)| *is_remainder == remainder).map(|(digit, _)| digit)
}

/// The terms of a sum without number `i`.
pub fn without(sum: &Linear, i: usize) -> Vec<(i64, Id)> {
    sum.iter().enumerate().filter(|(j, _)| *j != i).map(|(_, t)| t).collect()
}
