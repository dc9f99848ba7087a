//! The loop: normalise to a fixpoint, explore for a bounded number of rounds,
//! select instructions once. Every limit is a count, so runs repeat exactly; at
//! any limit the graph built so far is valid.

use std::collections::BTreeMap;
use std::sync::Arc;

use egg::Id;
use layout_algebra::coalesce;
use layout_integer::{common_divisor, log2};
use rustc_hash::FxHashMap;

use super::index::RuleSet;
use super::options::{Effort, Options};
use crate::checks::{Lax, check_match};
use crate::graph::Graph;
use crate::language::{Linear, Node, Sort};
use crate::laws;
use crate::rng::Rng;
use crate::rules::{Compiled, Phase, Rule, compile, compiled, of_phase, without};

/// Rounds of normalisation before it is cut off; saturated in under ten so far.
pub const NORMALISE_ROUNDS: usize = 32;
/// Rounds of exploration; each finds sharing one step further away.
pub const EXPLORE_ROUNDS: usize = 8;
/// Most nodes that rounds of exploration look at, all together; two rounds there are always.
pub const EXPLORED_NODES: usize = 1 << 15;
/// Nodes allowed for each node given, beside [`BASE_NODES`]; programs need up to six.
pub const NODES_PER_NODE: usize = 12;
/// Nodes beyond so many are allowed one each: what is large takes long enough.
pub const LARGE: usize = 4096;
/// Nodes allowed whatever is given.
pub const BASE_NODES: usize = 2000;
/// Applications of one exploring rule allowed for each root, beside [`BASE_MATCHES`]: a rule
/// may find something in what it made itself.
pub const MATCHES_PER_ROOT: usize = 16;
/// Applications of one exploring rule allowed whatever the number of roots.
pub const BASE_MATCHES: usize = 128;
/// Nodes that finders may look at for each node of the limit; programs need up to twenty.
pub const LOOKS_PER_NODE: u64 = 60;

/// What a run did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Rounds of all phases.
    pub rounds: usize,
    /// E-nodes at the end.
    pub nodes: usize,
    /// Classes at the end.
    pub classes: usize,
    /// How often each rule changed the graph.
    pub applied: BTreeMap<&'static str, usize>,
    /// Named limits that were hit.
    pub hit: Vec<&'static str>,
}

/// Rule tables parsed once, and the rest of the run's fuel.
pub struct Saturation {
    /// The normalising rules that drop what they apply to, tried before the others:
    /// what is dropped at once is not taken apart by them.
    collapse: RuleSet,
    normalise: RuleSet,
    explore: RuleSet,
    select: RuleSet,
    node_limit: usize,
    match_limit: usize,
    fuel: u64,
    effort: Effort,
    /// Where values for the checks of matches come from; `None` if they are not checked.
    check: Option<Rng>,
    /// The first match that a rule is not proved for; it ends the run.
    lax: Option<Lax>,
    report: Report,
}

impl Saturation {
    /// A run for `roots` roots of a graph of `given` nodes.
    pub fn new(given: usize, roots: usize, options: &Options) -> Self {
        let rules = |phase| -> Vec<Arc<Compiled>> {
            let mut rules = match options.rules {
                None => compiled(phase),
                Some(rules) => of_phase(&compile(rules()), phase),
            };
            if let Some(seed) = options.shuffle {
                Rng::new(seed).shuffle(&mut rules);
            }
            rules
        };
        let (collapse, normalise) = rules(Phase::Normalise).into_iter().partition(|r| r.subsumes);
        Self {
            collapse: RuleSet::new(collapse),
            normalise: RuleSet::new(normalise),
            explore: RuleSet::new(rules(Phase::Explore)),
            select: RuleSet::new(rules(Phase::Select)),
            node_limit: NODES_PER_NODE * given.min(LARGE) + given.saturating_sub(LARGE) + BASE_NODES,
            match_limit: MATCHES_PER_ROOT * roots + BASE_MATCHES,
            fuel: options.fuel,
            effort: options.effort,
            check: options.verify.then(|| Rng::new(3)),
            lax: None,
            report: Report::default(),
        }
    }

    /// Runs all phases.
    ///
    /// # Errors
    /// A match that its rule is not proved for, if matches are checked.
    pub fn run(mut self, graph: &mut Graph) -> Result<Report, Lax> {
        graph.rebuild();
        self.normalise(graph);
        if self.effort == Effort::Full {
            self.explore_and_select(graph);
        }
        self.report.nodes = graph.egraph.total_number_of_nodes();
        self.report.classes = graph.egraph.number_of_classes();
        self.lax.map_or(Ok(self.report), Err)
    }

    fn explore_and_select(&mut self, graph: &mut Graph) {
        // A round looks at every node.
        let nodes = graph.egraph.total_number_of_nodes().max(1);
        let rounds = (EXPLORED_NODES / nodes).clamp(2, EXPLORE_ROUNDS);
        for round in 0..rounds {
            if !self.round(graph, |s| &mut s.explore, false) || self.exhausted() {
                break;
            }
            self.normalise(graph);
            if round + 1 == rounds {
                self.hit("explore-rounds");
            }
        }
        if !self.exhausted() {
            split_sums(graph);
            graph.rebuild();
        }
        self.round(graph, |s| &mut s.select, false);
    }

    fn hit(&mut self, limit: &'static str) {
        if !self.report.hit.contains(&limit) {
            self.report.hit.push(limit);
        }
    }

    fn exhausted(&self) -> bool {
        self.lax.is_some() || self.report.hit.iter().any(|h| matches!(*h, "nodes" | "fuel" | "looks"))
    }

    fn normalise(&mut self, graph: &mut Graph) {
        for round in 0.. {
            if round == NORMALISE_ROUNDS {
                self.hit("normalise-rounds");
                break;
            }
            let changed = self.round(graph, |s| &mut s.collapse, true)
                || self.round(graph, |s| &mut s.normalise, false);
            if !changed || self.exhausted() {
                break;
            }
        }
    }

    /// Tries rules at every node where they may match anew; returns whether the graph
    /// changed.
    fn round(&mut self, graph: &mut Graph, set: fn(&mut Self) -> &mut RuleSet, forms: bool) -> bool {
        self.report.rounds += 1;
        let mut changed = false;
        for (id, node) in set(self).fresh(graph) {
            if forms {
                changed |= reform(graph, id, &node);
            }
            changed |= self.try_rules(graph, set, id, &node);
            if graph.egraph.total_size() > 4 * self.node_limit
                && graph.egraph.total_number_of_nodes() > self.node_limit
            {
                self.hit("nodes");
            }
            if graph.looked.get() > self.node_limit as u64 * LOOKS_PER_NODE {
                self.hit("looks");
            }
            if self.exhausted() {
                break;
            }
        }
        if !graph.egraph.clean {
            graph.rebuild();
        }
        changed
    }

    /// Tries rules at one node; returns whether the graph changed.
    fn try_rules(
        &mut self,
        graph: &mut Graph,
        set: fn(&mut Self) -> &mut RuleSet,
        id: Id,
        node: &Node,
    ) -> bool {
        let mut changed = false;
        let mut matches = Vec::new();
        for number in set(self).matching(node).iter().copied() {
            let rule = Arc::clone(set(self).rule(number));
            let Compiled { rule: Rule { id: name, phase, find, .. }, subsumes, .. } = *rule;
            if phase == Phase::Explore
                && self.report.applied.get(name).is_some_and(|n| *n >= self.match_limit)
            {
                self.hit("matches");
                continue;
            }
            // A match must not look inside the class it is found in: extraction never chooses
            // a term that contains itself. Rules that drop their left side may look there,
            // since such terms are what they remove.
            graph.matched = (!subsumes).then(|| graph.egraph.find(id));
            find(graph, id, node, &mut matches);
            graph.matched = None;
            for subst in matches.drain(..) {
                if self.fuel == 0 {
                    self.hit("fuel");
                    return changed;
                }
                if let Some(rng) = &mut self.check
                    && let Err(lax) = check_match(graph, &rule, &subst, rng)
                {
                    self.lax = Some(lax);
                    return changed;
                }
                let Some(new) = rule.rhs.build(graph, &subst) else { continue };
                if graph.merge(id, new, name) {
                    changed = true;
                    self.fuel -= 1;
                    *self.report.applied.entry(name).or_default() += 1;
                }
                if subsumes && graph.drop_node(id, node) {
                    return changed;
                }
            }
        }
        changed
    }
}

/// Brings a node back into the form that its constructor would build now that
/// more is known of its children, and evaluates literal layouts.
fn reform(graph: &mut Graph, id: Id, node: &Node) -> bool {
    if let Node::At(profile, children) = node {
        return laws::law(graph, *profile, children).is_some_and(|(new, law)| graph.merge(id, new, law));
    }
    let new = match node {
        Node::Sum(l) if graph.is_normal(l) => return false,
        Node::Sum(l) => graph.sum(l.constant, l.iter().collect::<Vec<_>>()),
        Node::Mul(_)
        | Node::Xor(_)
        | Node::Swz(..)
        | Node::Compare(..)
        | Node::Select(_)
        | Node::TruncDiv(_)
        | Node::TruncRem(_)
        | Node::Min(_)
        | Node::Max(_) => graph.add(node.clone()),
        Node::App([f, i]) => apply_literal(graph, *f, *i),
        // L1 on literals: equal functions meet in their coalesced form.
        Node::Fn([l]) => graph.literal(*l).and_then(|l| coalesce(l).ok()).map(|l| {
            let lit = graph.lit(l);
            graph.egraph.add(Node::Fn([lit]))
        }),
        _ => None,
    };
    new.is_some_and(|new| graph.merge(id, new, "normal form"))
}

/// A literal layout at an integer.
fn apply_literal(graph: &mut Graph, f: Id, i: Id) -> Option<Id> {
    let layout = graph.egraph[f].nodes.iter().find_map(|n| match n {
        Node::Fn([l]) => graph.literal(*l).cloned(),
        _ => None,
    })?;
    graph.literal_app(&layout, i)
}

/// Splits sums so that parts can be shared between roots: the constant off the
/// rest, terms that many sums have off those that few have, invariant ones off
/// those that vary in a loop, uniform ones off the others, digits off their
/// coefficients, the last step off a chain of sums, what is a product as well off the rest, a factor off
/// what is a multiple of another sum.
fn split_sums(graph: &mut Graph) {
    let all: Vec<(Id, Linear)> = graph
        .egraph
        .classes()
        .filter(|c| c.data.sort == Sort::Idx)
        .flat_map(|c| {
            c.nodes
                .iter()
                .filter_map(move |n| if let Node::Sum(l) = n { Some((c.id, l.clone())) } else { None })
        })
        .collect();
    let mut bases: Vec<(Id, Linear)> = Vec::new();
    for (id, sum) in all {
        if sum.constant == 0 {
            bases.push((id, sum));
            continue;
        }
        let Some(base) = graph.sum(0, sum.iter().collect::<Vec<_>>()) else { continue };
        let offset = graph.egraph.add(Node::Offset(sum.constant, [base]));
        graph.merge(id, offset, "offset");
        let linear = Linear { constant: 0, ..sum };
        if linear.terms.len() > 1 {
            bases.push((base, linear));
        }
    }
    bases.sort_by(|a, b| a.1.cmp(&b.1));
    bases.dedup_by(|a, b| a.1 == b.1);
    chain_sums(graph, &bases);
    scale_sums(graph, &bases);
    let products = products(graph, &bases);
    let mut frequency: FxHashMap<(i64, Id), usize> = FxHashMap::default();
    for (_, sum) in &bases {
        for term in sum.iter() {
            *frequency.entry(term).or_default() += 1;
        }
    }
    for (id, sum) in bases {
        let terms: Vec<(i64, Id)> = sum.iter().collect();
        split_products(graph, id, &terms, &products);
        if terms.len() >= 3 {
            let count = |t: &(i64, Id)| frequency.get(t).copied().unwrap_or(0);
            let depth = |t: &(i64, Id)| graph.egraph[t.1].data.depth as usize;
            let uniform = |t: &(i64, Id)| usize::from(graph.egraph[t.1].data.uniform);
            let mut cuts: Vec<Vec<bool>> = Vec::new();
            for measure in [&count as &dyn Fn(&(i64, Id)) -> usize, &|t| usize::MAX - depth(t), &uniform] {
                let mut levels: Vec<usize> = terms.iter().map(measure).collect();
                levels.sort_unstable();
                levels.dedup();
                // The highest levels are the most widely shared parts.
                for level in levels.iter().skip(1).rev().take(3) {
                    cuts.push(terms.iter().map(|t| measure(t) >= *level).collect());
                }
            }
            for cut in cuts {
                let part = |take: bool| {
                    terms.iter().zip(&cut).filter(|(_, c)| **c == take).map(|(t, _)| *t).collect::<Vec<_>>()
                };
                let (base, rest) = (part(true), part(false));
                if base.len() >= 2
                    && let Some(part) = graph.sum(0, base.clone())
                {
                    split_products(graph, part, &base, &products);
                    add_split(graph, id, rest.into_iter().chain([(1, part)]).collect());
                }
            }
        }
        if terms.len() >= 2 {
            let digit = |graph: &Graph, t: Id| {
                graph.egraph[t].nodes.iter().any(|n| matches!(n, Node::Div(_) | Node::Mod(_)))
            };
            let mut scaled = Vec::with_capacity(terms.len());
            for (c, t) in &terms {
                let power = *c > 1 && log2(*c).is_some();
                match (power && digit(graph, *t)).then(|| graph.sum(0, [(*c, *t)])).flatten() {
                    Some(s) => scaled.push((1, s)),
                    None => scaled.push((*c, *t)),
                }
            }
            if scaled != terms {
                add_split(graph, id, scaled);
            }
        }
    }
}

/// Sums that are multiples of each other: each is the one with the next smaller factor, scaled.
fn scale_sums(graph: &mut Graph, sums: &[(Id, Linear)]) {
    let mut multiples: BTreeMap<Vec<(i64, Id)>, Vec<(i64, Id)>> = BTreeMap::new();
    for (id, sum) in sums.iter().filter(|(_, sum)| sum.terms.len() >= 2) {
        let factor = sum.coefficients.iter().fold(0, |factor, c| common_divisor(factor, *c));
        let primitive = sum.iter().map(|(c, t)| (c / factor, t)).collect();
        multiples.entry(primitive).or_default().push((factor, *id));
    }
    for mut scaled in multiples.into_values() {
        scaled.sort_unstable();
        for pair in scaled.windows(2) {
            let [(f, less), (g, id)] = *pair else { continue };
            if f != g && g % f == 0 {
                add_split(graph, id, vec![(g / f, less)]);
            }
        }
    }
}

/// The sums that are products as well, such as `a·b + a·c`.
fn products(graph: &Graph, sums: &[(Id, Linear)]) -> Vec<(Id, Vec<(i64, Id)>)> {
    let is_product = |id: Id| graph.egraph[id].nodes.iter().any(|n| matches!(n, Node::Mul(_)));
    let products = sums.iter().filter(|(id, sum)| sum.terms.len() >= 2 && is_product(*id));
    products.map(|(id, sum)| (*id, sum.iter().collect())).collect()
}

/// Splits off the terms of a sum that are a product together. A term may stand twice, where two
/// classes became one: each part takes one away.
fn split_products(graph: &mut Graph, id: Id, terms: &[(i64, Id)], products: &[(Id, Vec<(i64, Id)>)]) {
    let may_be = |parts: &[(i64, Id)]| parts.len() < terms.len() && parts.iter().all(|p| terms.contains(p));
    for (product, parts) in products.iter().filter(|(_, parts)| may_be(parts)) {
        let mut rest = terms.to_vec();
        let mut take =
            |part: &(i64, Id)| rest.iter().position(|term| term == part).map(|at| rest.remove(at)).is_some();
        if parts.iter().all(&mut take) {
            rest.push((1, *product));
            add_split(graph, id, rest);
        }
    }
}

/// Sums that differ by multiples of one term, such as rows a run-time stride apart: each is the one before
/// it and a step.
fn chain_sums(graph: &mut Graph, sums: &[(Id, Linear)]) {
    let terms = |sum: &Linear| sum.iter().collect::<Vec<_>>();
    let by_terms: FxHashMap<_, Id> = sums.iter().map(|(id, sum)| (terms(sum), *id)).collect();
    let mut chains: BTreeMap<(Vec<(i64, Id)>, Id), Vec<(i64, Id)>> = BTreeMap::new();
    for (id, sum) in sums {
        for (i, (c, t)) in sum.iter().enumerate() {
            let rest = without(sum, i);
            let begin = by_terms.get(&rest).map(|id| (0, *id));
            chains.entry((rest, t)).or_insert_with(|| begin.into_iter().collect()).push((c, *id));
        }
    }
    for ((_, term), mut chain) in chains {
        chain.sort_unstable();
        for pair in chain.windows(2) {
            let [(c, before), (d, id)] = *pair else { continue };
            if let Some(step) = d.checked_sub(c).and_then(|step| graph.sum(0, [(step, term)])) {
                add_split(graph, id, vec![(1, before), (1, step)]);
            }
        }
    }
}

/// Adds a sum as it stands, terms that are sums included.
fn add_split(graph: &mut Graph, id: Id, mut terms: Vec<(i64, Id)>) {
    terms.sort_by_key(|(_, t)| *t);
    let (coefficients, terms): (Vec<i64>, Vec<Id>) = terms.into_iter().unzip();
    // Not the class's affine form: that stays flat.
    let node = Node::Sum(Linear { constant: 0, coefficients: coefficients.into(), terms: terms.into() });
    let new = graph.add_as_it_stands(node);
    graph.merge(id, new, "split");
}
