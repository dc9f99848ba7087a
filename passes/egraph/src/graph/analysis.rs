//! What is known of each class, and how it follows from its nodes.

use egg::{Analysis, DidMerge, EGraph, Id};
use layout_algebra::{Layout, Tiler};

use crate::language::{Argument, Linear, Node, Predicate, Sort, Value};
use layout_integer::Facts;
use rustc_hash::FxHashMap;

/// How often the facts of a class are sharpened. In a class that is equal to a term of
/// itself each round may take one value off an interval of 2⁶⁴.
const SHARPENED: u32 = 32;

/// What is known of a class.
#[derive(Clone, Debug)]
pub struct Data {
    /// The sort; classes of different sorts are never equal.
    pub sort: Sort,
    /// Facts of an integer.
    pub facts: Facts,
    /// How deep in loops the class varies; 0 is invariant.
    pub depth: u32,
    /// Whether all threads of a warp have the same value.
    pub uniform: bool,
    /// Whether a quotient or a remainder was seen in the class.
    pub digit: bool,
    /// An affine form of an integer that is a sum.
    pub(super) linear: Option<Linear>,
    /// The literal a layout is.
    pub(super) lit: Option<u32>,
    /// A rule or fact was wrong: two facts contradict each other.
    contradiction: bool,
    /// How often the facts have been sharpened.
    sharpened: u32,
}

/// Everything the analysis looks up: leaves and literals.
#[derive(Clone, Debug, Default)]
pub struct Tables {
    /// Leaves: facts, depth in loops, whether the same in all threads of a warp.
    pub(super) vars: Vec<(Facts, u32, bool)>,
    /// Pairs of classes: the first is known to be less than the second.
    pub(super) less: Vec<(Id, Id)>,
    /// What holds of classes for reasons outside the graph, such as overflow flags.
    pub(super) assumed: Vec<(Id, Facts)>,
    /// Profiles of coordinates, and tilers.
    pub(crate) profiles: Vec<String>,
    pub(crate) tiles: Vec<Tiler>,
    pub(super) lits: Vec<Layout>,
    lit_ids: FxHashMap<Layout, u32>,
    pub(super) contradictions: usize,
}

impl Tables {
    /// The facts that leaf number `v` was made with.
    pub fn var_facts(&self, v: u32) -> Facts {
        self.vars.get(v as usize).map_or(Facts::UNKNOWN, |(f, ..)| *f)
    }

    pub(crate) fn intern_profile(&mut self, profile: String) -> u32 {
        number(&mut self.profiles, profile)
    }

    pub(crate) fn intern_tile(&mut self, tile: Tiler) -> u32 {
        number(&mut self.tiles, tile)
    }

    pub(super) fn intern(&mut self, layout: Layout) -> u32 {
        if let Some(id) = self.lit_ids.get(&layout) {
            return *id;
        }
        let id = self.lits.len() as u32;
        self.lits.push(layout.clone());
        self.lit_ids.insert(layout, id);
        id
    }
}

/// The place of a value in a list of few, where it is put if it is not there.
fn number<T: PartialEq>(list: &mut Vec<T>, value: T) -> u32 {
    let at = list.iter().position(|v| *v == value).unwrap_or_else(|| {
        list.push(value);
        list.len() - 1
    });
    at as u32
}

/// egg's e-graph over [`Node`].
pub(super) type Egraph = EGraph<Node, Tables>;

impl Analysis<Node> for Tables {
    type Data = Data;

    fn make(egraph: &mut Egraph, node: &Node, _: Id) -> Data {
        let fact = |id: &Id| egraph[*id].data.facts;
        let depth = node.children().iter().map(|c| egraph[*c].data.depth).max().unwrap_or(0);
        let mut data = Data {
            sort: node.sort(),
            facts: Facts::UNKNOWN,
            depth,
            uniform: node.children().iter().all(|c| egraph[*c].data.uniform),
            digit: matches!(node, Node::Div(_) | Node::Mod(_)),
            linear: None,
            lit: None,
            contradiction: false,
            sharpened: 0,
        };
        data.facts = match node {
            Node::Var(v) => {
                let (facts, depth, uniform) =
                    egraph.analysis.vars.get(*v as usize).copied().unwrap_or((Facts::UNKNOWN, 0, false));
                (data.depth, data.uniform) = (depth, uniform);
                facts
            }
            Node::Select([c, a, b]) if fact(c).as_const().is_none() => {
                let (yes, no) = branches(egraph, *c);
                within(egraph, *a, yes).join(&within(egraph, *b, no))
            }
            node => node.facts(|c| fact(&c)),
        };
        if let Node::Sum(l) = node {
            data.linear = Some(l.clone());
        }
        data.lit = literal(egraph, node);
        data
    }

    fn merge(&mut self, a: &mut Data, b: Data) -> DidMerge {
        let before = (a.facts, a.depth, a.uniform, a.linear.clone(), a.lit);
        let met = a.facts.meet(b.facts);
        a.sharpened = a.sharpened.max(b.sharpened);
        if met != a.facts && (a.sharpened < SHARPENED || met.as_const().is_some()) {
            a.facts = met;
            a.sharpened += 1;
        }
        // A class that can be computed outside a loop does not vary in it.
        a.depth = a.depth.min(b.depth);
        a.uniform |= b.uniform;
        a.digit |= b.digit;
        a.linear = match (a.linear.take(), b.linear.clone()) {
            (Some(x), Some(y)) => Some(if (y.terms.len(), &y) < (x.terms.len(), &x) { y } else { x }),
            (x, y) => x.or(y),
        };
        a.lit = a.lit.or(b.lit);
        if a.sort != b.sort || (a.facts.is_contradiction() && !a.contradiction) {
            self.contradictions += 1;
            a.contradiction = true;
        }
        let after = (a.facts, a.depth, a.uniform, a.linear.clone(), a.lit);
        DidMerge(before != after, after != (b.facts, b.depth, b.uniform, b.linear, b.lit))
    }

    fn modify(egraph: &mut Egraph, id: Id) {
        let data = &egraph[id].data;
        if data.contradiction {
            return;
        }
        if let (Sort::Idx, Some(c)) = (data.sort, data.facts.as_const()) {
            let num = egraph.add(Node::Num(c));
            join(egraph, id, num, "facts");
        } else if let Some(lit) = data.lit {
            let lit = egraph.add(Node::Lit(lit));
            join(egraph, id, lit, "algebra");
        }
        // A class with a leaf needs nothing else: without this, x = 4(x/4) + x%4
        // makes a class contain itself and constants grow for ever.
        let class = &mut egraph[id];
        if class.nodes.iter().any(Node::is_leaf) && class.nodes.len() > 1 {
            class.nodes.retain(Node::is_leaf);
            class.nodes.sort();
            class.nodes.dedup();
        }
    }
}

/// What a condition such as `x < c` says of `x` where it holds and where it does not.
type Branch = Option<(Id, Facts)>;

fn branches(egraph: &Egraph, condition: Id) -> (Branch, Branch) {
    let compared = egraph[condition].nodes.iter().find_map(|n| match n {
        // The first value at which `x < c` or `x <= c` no longer holds.
        Node::Compare(p @ (Predicate::Lt | Predicate::Le), [x, c]) => {
            let c = i128::from(egraph[*c].data.facts.as_const()?);
            Some((*x, c + i128::from(*p == Predicate::Le)))
        }
        _ => None,
    });
    let Some((x, end)) = compared else { return (None, None) };
    (Some((x, Facts::at_most(end - 1))), Some((x, Facts::at_least(end))))
}

/// The facts of a class where something is known of another: `k·x + c` follows `x`.
fn within(egraph: &Egraph, id: Id, branch: Branch) -> Facts {
    let data = &egraph[id].data;
    let Some((x, known)) = branch else { return data.facts };
    let x = egraph.find(x);
    let met = egraph[x].data.facts.meet(known);
    let (k, c) = match &data.linear {
        _ if egraph.find(id) == x => (1, 0),
        Some(l) if l.terms.len() == 1 && egraph.find(l.terms[0]) == x => (l.coefficients[0], l.constant),
        _ => return data.facts,
    };
    let refined = data.facts.meet(Facts::sum(c, [(k, met)]));
    // A branch that is never taken says nothing.
    if met.is_contradiction() || refined.is_contradiction() { data.facts } else { refined }
}

pub(super) fn join(egraph: &mut Egraph, a: Id, b: Id, reason: &str) -> bool {
    if egraph.are_explanations_enabled() { egraph.union_trusted(a, b, reason) } else { egraph.union(a, b) }
}

/// The literal that a layout node is, computed by the algebra.
fn literal(egraph: &mut Egraph, node: &Node) -> Option<u32> {
    if let Node::Lit(l) = node {
        return Some(*l);
    }
    let (op, arguments) = node.applied().filter(|_| node.sort() == Sort::Layout)?;
    let value = |argument: &Argument| match argument {
        Argument::Class(id) => {
            let lit = egraph[*id].data.lit?;
            egraph.analysis.lits.get(lit as usize).cloned().map(Value::Layout)
        }
        Argument::Constant(c) => Some(Value::Int(*c)),
    };
    let values = arguments.iter().map(value).collect::<Option<Vec<_>>>()?;
    match Value::apply(op, &values)? {
        Value::Layout(layout) => Some(egraph.analysis.intern(layout)),
        _ => None,
    }
}
