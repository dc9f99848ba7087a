//! The rules, as data: two sides, a condition, a reason, and where to look.
//!
//! A rule says *what* is equal in [`Rule::lhs`] and [`Rule::rhs`], and *where* to
//! look in [`Rule::find`], which binds the variables of the left side so that
//! the left side, built from them, is the class it was found in. One test proves
//! each rule by evaluating both sides on instances ([`Rule::instance`]), another
//! that each match rebuilds its class.
//!
//! Rules for rules: directed towards the cheaper side; no commutativity or
//! associativity (sums have a normal form instead); no rule grows constants;
//! the condition is read off facts, never searched for.

/// A rule in one expression: names, sides, condition, reason, phase, matcher, instances.
macro_rules! rule {
    ($id:literal, $lhs:literal => $rhs:literal, $when:literal, $why:literal, $phase:ident, $find:expr, $instance:expr) => {
        crate::rules::Rule {
            id: $id,
            lhs: $lhs,
            rhs: $rhs,
            when: $when,
            why: $why,
            phase: crate::rules::Phase::$phase,
            find: $find,
            instance: $instance,
        }
    };
}

mod arith;
mod divmod;
mod layout;
mod select;
mod swizzle;

use egg::Id;

use crate::graph::Graph;
use crate::lang::Node;
use crate::pattern::{Pattern, Subst, Values};
use crate::rng::Rng;

/// When a rule is applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Phase {
    /// Never: another rule's special case, stated because it is known by this name.
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

/// An equality with its condition.
#[derive(Clone, Copy)]
pub struct Rule {
    /// The name in the literature of this project (`docs/rules.md`).
    pub id: &'static str,
    /// The left side.
    pub lhs: &'static str,
    /// The right side.
    pub rhs: &'static str,
    /// The condition in words; empty if there is none.
    pub when: &'static str,
    /// Why it holds, or where it is from.
    pub why: &'static str,
    /// When it is applied.
    pub phase: Phase,
    /// Where it is looked for.
    pub find: Find,
    /// Random values that satisfy the condition.
    pub instance: fn(&mut Rng) -> Values,
}

/// A rule with its patterns parsed.
pub struct Compiled {
    /// The rule.
    pub rule: Rule,
    /// The left side.
    pub lhs: Pattern,
    /// The right side.
    pub rhs: Pattern,
}

/// All rules, in the order in which they are tried.
pub fn all() -> Vec<Rule> {
    [arith::RULES, divmod::RULES, swizzle::RULES, layout::RULES, select::RULES].concat()
}

/// All rules of a phase, parsed. A rule that does not parse is left out; the
/// tests see to it that there is none.
pub fn compiled(phase: Phase) -> Vec<Compiled> {
    all()
        .into_iter()
        .filter(|r| r.phase == phase)
        .filter_map(|rule| {
            Some(Compiled { rule, lhs: Pattern::parse(rule.lhs).ok()?, rhs: Pattern::parse(rule.rhs).ok()? })
        })
        .collect()
}

/// A rule of [`Phase::Form`] is never looked for.
fn never(_: &mut Graph, _: Id, _: &Node, _: &mut Vec<Subst>) {}

/// The nodes of a class.
fn nodes(graph: &Graph, id: Id) -> Vec<Node> {
    graph.egraph[id].nodes.clone()
}

/// A class as a positive constant.
fn positive(graph: &Graph, id: Id) -> Option<i64> {
    graph.as_const(id).filter(|c| *c > 0)
}
