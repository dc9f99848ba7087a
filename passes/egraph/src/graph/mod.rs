//! The e-graph with its facts, and smart constructors that build normal forms.

use std::cell::Cell;
use std::collections::HashMap;

use egg::{Analysis, DidMerge, EGraph, Id, Language};
use layout_algebra::{
    Expr, Layout, Tiler, coalesce, complement, composition, left_inverse, logical_divide, logical_product,
    right_inverse,
};

use crate::facts::Facts;
use crate::language::{Linear, Node, Predicate, Sort};

/// No constant grows beyond this: a term that would is not built.
const MAX_CONSTANT: i64 = 1 << 50;
/// Most terms that a product of sums is multiplied out to; a larger one stays a product.
const MULTIPLIED_OUT: usize = 16;
/// Longer sums are terms of other sums: a running sum of `n` terms takes no `n²` of them.
const FLATTENED: usize = 32;

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
    /// An affine form of an integer that is a sum.
    linear: Option<Linear>,
    /// The literal a layout is.
    lit: Option<u32>,
    /// A rule or fact was wrong: two facts contradict each other.
    contradiction: bool,
    /// How often the facts have been sharpened.
    sharpened: u32,
}

/// A promise that a program made for one use of a value: facts of its class that hold
/// wherever that use is defined, and nowhere else.
#[derive(Clone, Copy, Debug)]
pub struct Promise {
    /// The class.
    pub class: Id,
    /// What is promised of it.
    pub facts: Facts,
    /// Who promises: the caller's number for the use.
    pub by: u32,
}

/// Everything the analysis looks up: leaves and literals.
#[derive(Clone, Debug, Default)]
pub struct Tables {
    /// Leaves: facts, depth in loops, whether the same in all threads of a warp.
    vars: Vec<(Facts, u32, bool)>,
    /// Pairs of classes: the first is known to be less than the second.
    less: Vec<(Id, Id)>,
    /// What holds of classes for reasons outside the graph, such as overflow flags.
    assumed: Vec<(Id, Facts)>,
    /// Profiles of coordinates, and tilers.
    pub(crate) profiles: Vec<String>,
    pub(crate) tiles: Vec<Tiler>,
    lits: Vec<Layout>,
    lit_ids: HashMap<Layout, u32>,
    contradictions: usize,
}

impl Tables {
    /// The facts that leaf number `v` was made with.
    pub(crate) fn var_facts(graph: &Graph, v: u32) -> Facts {
        graph.egraph.analysis.vars.get(v as usize).map_or(Facts::UNKNOWN, |(f, ..)| *f)
    }

    pub(crate) fn intern_profile(&mut self, profile: String) -> u32 {
        number(&mut self.profiles, profile)
    }

    pub(crate) fn intern_tile(&mut self, tile: Tiler) -> u32 {
        number(&mut self.tiles, tile)
    }

    fn intern(&mut self, layout: Layout) -> u32 {
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
pub type Egraph = EGraph<Node, Tables>;

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

fn join(egraph: &mut Egraph, a: Id, b: Id, reason: &str) -> bool {
    if egraph.are_explanations_enabled() { egraph.union_trusted(a, b, reason) } else { egraph.union(a, b) }
}

/// The literal that a layout node is, computed by the algebra.
fn literal(egraph: &mut Egraph, node: &Node) -> Option<u32> {
    let lit = |id: &Id| {
        let lit = egraph[*id].data.lit?;
        egraph.analysis.lits.get(lit as usize).cloned()
    };
    let layout = match node {
        Node::Lit(l) => return Some(*l),
        Node::Compose([a, b]) => composition(&lit(a)?, &lit(b)?).ok()?,
        Node::Concat(parts) => Layout::concat(&parts.iter().map(lit).collect::<Option<Vec<_>>>()?).ok()?,
        Node::Complement([a, whole]) => complement(&lit(a)?, &lit(whole)?.size().ok()?).ok()?,
        Node::Divide([a, b]) => logical_divide(&lit(a)?, &lit(b)?).ok()?,
        Node::Product([a, b]) => logical_product(&lit(a)?, &lit(b)?).ok()?,
        Node::RightInverse([a]) => right_inverse(&lit(a)?).ok()?,
        Node::LeftInverse([a]) => left_inverse(&lit(a)?).ok()?,
        Node::Coalesce([a]) => coalesce(&lit(a)?).ok()?,
        Node::Flatten([a]) => lit(a)?.flatten(),
        _ => return None,
    };
    Some(egraph.analysis.intern(layout))
}

/// The e-graph and its smart constructors.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    /// The e-graph itself.
    pub egraph: Egraph,
    /// Classes with their nodes as the program has them.
    given: Vec<(Id, Vec<Node>)>,
    promises: Vec<Promise>,
    /// The class in which matches of rules are looked for.
    pub(crate) matched: Option<Id>,
    /// Nodes that finders have looked at; their budget.
    pub(crate) looked: Cell<u64>,
}

impl Graph {
    /// A graph that records why terms are equal; see [`crate::show::explain`].
    pub fn explained() -> Self {
        Self { egraph: Egraph::default().with_explanations_enabled(), ..Self::default() }
    }

    /// Makes two classes one, and says why; returns whether they were two.
    pub fn merge(&mut self, a: Id, b: Id, reason: &str) -> bool {
        join(&mut self.egraph, a, b, reason)
    }

    /// Counts what a finder looks at; see [`Graph::looked`].
    pub(crate) fn look(&self, nodes: usize) {
        self.looked.set(self.looked.get() + nodes as u64);
    }

    /// Takes a node that is never needed out of its class, if it is not the only one;
    /// returns whether it did.
    pub(crate) fn drop_node(&mut self, id: Id, node: &Node) -> bool {
        let class = &mut self.egraph[id];
        if !class.nodes.iter().any(|n| n != node) {
            return false;
        }
        class.nodes.retain(|n| n != node);
        let sums = class.nodes.iter().filter_map(|n| if let Node::Sum(l) = n { Some(l) } else { None });
        class.data.linear = sums.min_by(|a, b| (a.terms.len(), a).cmp(&(b.terms.len(), b))).cloned();
        true
    }

    /// A fresh leaf with these facts, varying in `depth` loops.
    pub fn var(&mut self, facts: Facts, depth: u32) -> Id {
        self.leaf(facts, depth, false)
    }

    /// The same, of which all threads of a warp have the same value: a block's
    /// number, a parameter.
    pub fn uniform_var(&mut self, facts: Facts, depth: u32) -> Id {
        self.leaf(facts, depth, true)
    }

    fn leaf(&mut self, facts: Facts, depth: u32, uniform: bool) -> Id {
        let number = self.egraph.analysis.vars.len() as u32;
        self.egraph.analysis.vars.push((facts, depth, uniform));
        self.egraph.add(Node::Var(number))
    }

    /// The facts that leaf number `v` was made with.
    pub fn var_facts(&self, v: u32) -> Facts {
        Tables::var_facts(self, v)
    }

    /// The number of leaves.
    pub fn var_count(&self) -> usize {
        self.egraph.analysis.vars.len()
    }

    /// A constant.
    pub fn num(&mut self, c: i64) -> Id {
        self.egraph.add(Node::Num(c))
    }

    /// A literal layout.
    pub fn lit(&mut self, layout: Layout) -> Id {
        let lit = self.egraph.analysis.intern(layout);
        self.egraph.add(Node::Lit(lit))
    }

    /// The literal of a layout class.
    pub fn literal(&self, id: Id) -> Option<&Layout> {
        self.egraph.analysis.lits.get(self.egraph[id].data.lit? as usize)
    }

    /// The layout with an interned number.
    pub fn interned(&self, lit: u32) -> Option<&Layout> {
        self.egraph.analysis.lits.get(lit as usize)
    }

    /// Facts of an integer class.
    pub fn facts(&self, id: Id) -> Facts {
        self.egraph[id].data.facts
    }

    /// The class as a constant.
    pub fn as_const(&self, id: Id) -> Option<i64> {
        self.facts(id).as_const()
    }

    /// How many facts contradicted each other: not zero means a wrong rule or a
    /// program point that cannot be reached.
    pub fn contradictions(&self) -> usize {
        self.egraph.analysis.contradictions
    }

    /// The class as an affine combination of classes that are none.
    pub fn linear(&self, id: Id) -> Linear {
        let data = &self.egraph[id].data;
        if let Some(c) = data.facts.as_const() {
            return Linear { constant: c, coefficients: [].into(), terms: [].into() };
        }
        let nodes = &self.egraph[id].nodes;
        match &data.linear {
            // A sum that was dropped from its class may still be its affine form.
            Some(l)
                if l.terms.len() <= FLATTENED
                    && nodes.iter().any(|n| matches!(n, Node::Sum(_)))
                    && !nodes.iter().any(Node::is_leaf) =>
            {
                l.clone()
            }
            _ => Linear { constant: 0, coefficients: [1].into(), terms: [self.egraph.find(id)].into() },
        }
    }

    /// `constant + Σ coefficient · term` in normal form; `None` if a constant grows too large.
    pub fn sum(&mut self, constant: i64, terms: impl IntoIterator<Item = (i64, Id)>) -> Option<Id> {
        let linear = self.normalized(constant, terms)?;
        Some(self.add_linear(linear))
    }

    fn add_linear(&mut self, linear: Linear) -> Id {
        match (&*linear.coefficients, linear.constant) {
            ([], c) => self.num(c),
            ([1], 0) => linear.terms[0],
            _ => self.egraph.add(Node::Sum(linear)),
        }
    }

    /// The normal form itself: nested sums flattened, like terms collected.
    pub fn normalized(&self, constant: i64, terms: impl IntoIterator<Item = (i64, Id)>) -> Option<Linear> {
        let mut constant = constant;
        let mut flat: Vec<(Id, i64)> = Vec::new();
        for (c, id) in terms {
            let inner = self.linear(id);
            constant = constant.checked_add(c.checked_mul(inner.constant)?)?;
            for (k, t) in inner.iter() {
                flat.push((self.egraph.find(t), c.checked_mul(k)?));
            }
        }
        flat.sort();
        let mut merged: Vec<(Id, i64)> = Vec::with_capacity(flat.len());
        for (id, c) in flat {
            match merged.last_mut() {
                Some((last, sum)) if *last == id => *sum = sum.checked_add(c)?,
                _ => merged.push((id, c)),
            }
        }
        merged.retain(|(_, c)| *c != 0);
        let small = |c: i64| c.abs() <= MAX_CONSTANT;
        if !small(constant) || merged.iter().any(|(_, c)| !small(*c)) {
            return None;
        }
        let (terms, coefficients): (Vec<Id>, Vec<i64>) = merged.into_iter().unzip();
        Some(Linear { constant, coefficients: coefficients.into(), terms: terms.into() })
    }

    /// The product; constants and small sums are multiplied out.
    pub fn mul(&mut self, a: Id, b: Id) -> Option<Id> {
        let (x, y) = (self.linear(a), self.linear(b));
        if x.terms.is_empty() {
            return self.sum(0, [(x.constant, b)]);
        }
        if y.terms.is_empty() {
            return self.sum(0, [(y.constant, a)]);
        }
        if (x.terms.len() + 1) * (y.terms.len() + 1) > MULTIPLIED_OUT {
            return Some(self.product(a, b));
        }
        let mut terms = Vec::with_capacity((x.terms.len() + 1) * (y.terms.len() + 1));
        for (c, t) in x.iter() {
            terms.push((c.checked_mul(y.constant)?, t));
            for (k, u) in y.iter() {
                terms.push((c.checked_mul(k)?, self.product(t, u)));
            }
        }
        for (k, u) in y.iter() {
            terms.push((k.checked_mul(x.constant)?, u));
        }
        self.sum(x.constant.checked_mul(y.constant)?, terms)
    }

    /// The product of two classes without multiplying out; a constant is a coefficient.
    pub(crate) fn as_it_stands(&mut self, a: Id, b: Id) -> Option<Id> {
        match (self.as_const(a), self.as_const(b)) {
            (Some(c), _) => self.sum(0, [(c, b)]),
            (_, Some(c)) => self.sum(0, [(c, a)]),
            _ => Some(self.product(a, b)),
        }
    }

    fn product(&mut self, a: Id, b: Id) -> Id {
        let (a, b) = (self.egraph.find(a), self.egraph.find(b));
        self.egraph.add(Node::Mul(if a <= b { [a, b] } else { [b, a] }))
    }

    /// Floor division by a divisor known to be positive.
    pub fn div(&mut self, a: Id, b: Id) -> Option<Id> {
        match (self.as_const(a), self.as_const(b)) {
            (_, Some(1)) => Some(a),
            (Some(x), Some(y)) if y > 0 => Some(self.num(x.div_euclid(y))),
            _ if self.facts(b).lo < 1 => None,
            _ => Some(self.egraph.add(Node::Div([a, b]))),
        }
    }

    /// The remainder of [`Graph::div`].
    pub fn rem(&mut self, a: Id, b: Id) -> Option<Id> {
        match (self.as_const(a), self.as_const(b)) {
            (_, Some(1)) => Some(self.num(0)),
            (Some(x), Some(y)) if y > 0 => Some(self.num(x.rem_euclid(y))),
            _ if self.facts(b).lo < 1 => None,
            _ => Some(self.egraph.add(Node::Mod([a, b]))),
        }
    }

    /// Division rounded up, by a divisor known to be positive.
    pub fn ceildiv(&mut self, a: Id, b: Id) -> Option<Id> {
        let up = self.sum(-1, [(1, a), (1, b)])?;
        self.div(up, b)
    }

    /// The constant `2^k`.
    pub fn power(&mut self, k: i64) -> Option<Id> {
        let k = u32::try_from(k).ok().filter(|k| *k < 50)?;
        Some(self.num(1 << k))
    }

    /// Bitwise and with a constant: each run of ones is a digit in its place.
    pub fn and(&mut self, a: Id, mask: i64) -> Option<Id> {
        if let Some(x) = self.as_const(a) {
            return Some(self.num(x & mask));
        }
        let mut digits = Vec::new();
        let mut rest = mask;
        while rest != 0 {
            let low = rest.trailing_zeros();
            let run = (rest >> low).trailing_ones();
            let place = self.power(low.into())?;
            let mut digit = self.div(a, place)?;
            if low + run < u64::BITS {
                let size = self.power(run.into())?;
                digit = self.rem(digit, size)?;
                rest &= !0i64 << (low + run);
            } else {
                rest = 0;
            }
            digits.push((1i64 << low, digit));
        }
        let sum = self.sum(0, digits)?;
        // A mask of several runs is one operation of the machine all the same.
        let and = self.egraph.add(Node::And(mask, [a]));
        self.merge(sum, and, "mask");
        Some(sum)
    }

    /// Bitwise or with a constant.
    pub fn or(&mut self, a: Id, bits: i64) -> Option<Id> {
        let common = self.and(a, bits)?;
        self.sum(bits, [(1, a), (-1, common)])
    }

    /// Records that a class has `facts`, beyond what its terms say: elsewhere the
    /// program is undefined.
    pub fn assume(&mut self, id: Id, facts: Facts) {
        let mut data = self.egraph[id].data.clone();
        let met = data.facts.meet(facts);
        if met != data.facts && !met.is_contradiction() {
            data.facts = met;
            self.egraph.set_analysis_data(id, data);
            self.egraph.analysis.assumed.push((id, facts));
        }
    }

    /// Takes note of a promise: it decides what may be emitted for uses that it covers,
    /// and is not a fact of the class, which others use too.
    pub fn promise(&mut self, class: Id, facts: Facts, by: u32) {
        self.promises.push(Promise { class, facts, by });
    }

    /// The promises.
    pub fn promises(&self) -> &[Promise] {
        &self.promises
    }

    /// Takes note of all nodes there are as those that the program has, which
    /// extraction prefers and need no operation of their own.
    pub(crate) fn record_given(&mut self) {
        self.given = self.egraph.classes().map(|c| (c.id, c.nodes.clone())).collect();
    }

    /// The nodes by which the program computed each class, under the names that the
    /// classes have now; empty before [`crate::simplify()`].
    pub fn given(&self) -> HashMap<Id, Vec<Node>> {
        let mut out: HashMap<Id, Vec<Node>> = HashMap::with_capacity(self.given.len());
        for (class, nodes) in &self.given {
            let nodes = nodes.iter().map(|n| n.clone().map_children(|c| self.egraph.find(c)));
            out.entry(self.egraph.find(*class)).or_default().extend(nodes);
        }
        out
    }

    /// What is known of a class where everything that was promised of it holds.
    pub fn promised(&self) -> HashMap<Id, Facts> {
        let mut out: HashMap<Id, Facts> = HashMap::new();
        for promise in &self.promises {
            let class = self.egraph.find(promise.class);
            let facts = out.entry(class).or_insert_with(|| self.facts(class));
            *facts = facts.meet(promise.facts);
        }
        out
    }

    /// What was assumed of classes.
    pub fn assumptions(&self) -> &[(Id, Facts)] {
        &self.egraph.analysis.assumed
    }

    /// Pairs of classes of which the first is assumed to be less than the second.
    pub fn assumed_less(&self) -> &[(Id, Id)] {
        &self.egraph.analysis.less
    }

    /// Records that `a < b`, beyond what their facts say.
    pub fn assume_less(&mut self, a: Id, b: Id) {
        self.egraph.analysis.less.push((a, b));
    }

    /// Whether `a < b` is known.
    pub fn less(&self, a: Id, b: Id) -> bool {
        let same = |x: Id, y: Id| self.egraph.find(x) == self.egraph.find(y);
        self.facts(a).hi < self.facts(b).lo
            || self.egraph.analysis.less.iter().any(|(x, y)| same(*x, a) && same(*y, b))
    }

    /// 1 if the comparison holds, else 0.
    pub fn compare(&mut self, p: Predicate, a: Id, b: Id) -> Id {
        let (a, b) = (self.egraph.find(a), self.egraph.find(b));
        let known = if a == b {
            Some(p.holds(0, 0))
        } else if self.less(a, b) {
            Some(p.holds(0, 1))
        } else if self.less(b, a) {
            Some(p.holds(1, 0))
        } else {
            None
        };
        match (p, known) {
            (_, Some(holds)) => self.num(holds.into()),
            (Predicate::Eq | Predicate::Ne, _) if a > b => self.egraph.add(Node::Compare(p, [b, a])),
            _ => self.egraph.add(Node::Compare(p, [a, b])),
        }
    }

    /// `a` if the condition is not 0, else `b`.
    pub fn select(&mut self, condition: Id, a: Id, b: Id) -> Id {
        match self.as_const(condition) {
            Some(0) => b,
            Some(_) => a,
            None if self.egraph.find(a) == self.egraph.find(b) => a,
            None => self.egraph.add(Node::Select([condition, a, b])),
        }
    }

    /// Exclusive-or of non-negative integers.
    pub fn xor(&mut self, a: Id, b: Id) -> Option<Id> {
        let (a, b) = (self.egraph.find(a), self.egraph.find(b));
        if !self.facts(a).non_negative() || !self.facts(b).non_negative() {
            return None;
        }
        match (self.as_const(a), self.as_const(b)) {
            (Some(x), Some(y)) => Some(self.num(x ^ y)),
            (Some(0), _) => Some(b),
            (_, Some(0)) => Some(a),
            _ if a == b => Some(self.num(0)),
            _ => Some(self.egraph.add(Node::Xor(if a <= b { [a, b] } else { [b, a] }))),
        }
    }

    /// A swizzle of a non-negative integer.
    pub fn swz(&mut self, s: layout_algebra::Swizzle, a: Id) -> Option<Id> {
        match self.as_const(a) {
            _ if !self.facts(a).non_negative() => None,
            Some(x) => Some(self.num(s.apply(x))),
            None if s.bits() == 0 => Some(a),
            None => Some(self.egraph.add(Node::Swz(s, [a]))),
        }
    }

    /// The value of a layout's function at an integer.
    pub fn app(&mut self, layout: Id, index: Id) -> Id {
        let function = self.egraph.add(Node::Fn([layout]));
        self.egraph.add(Node::App([function, index]))
    }

    /// Adds any node through its smart constructor.
    pub fn add(&mut self, node: Node) -> Option<Id> {
        match node {
            Node::Sum(l) => self.sum(l.constant, l.iter().collect::<Vec<_>>()),
            Node::Mul([a, b]) => self.mul(a, b),
            Node::Div([a, b]) => self.div(a, b),
            Node::Mod([a, b]) => self.rem(a, b),
            Node::Xor([a, b]) => self.xor(a, b),
            Node::Swz(s, [a]) => self.swz(s, a),
            Node::Compare(p, [a, b]) => Some(self.compare(p, a, b)),
            Node::Select([c, a, b]) => Some(self.select(c, a, b)),
            Node::TruncDiv([a, b]) | Node::TruncRem([a, b])
                if self.as_const(a).is_some() && self.as_const(b).is_some_and(|d| d > 0) =>
            {
                let (a, b) = (self.as_const(a)?, self.as_const(b)?);
                Some(self.num(if matches!(node, Node::TruncDiv(_)) { a / b } else { a % b }))
            }
            Node::TruncDiv([a, b]) if self.facts(a).non_negative() => self.div(a, b),
            Node::TruncRem([a, b]) if self.facts(a).non_negative() => self.rem(a, b),
            Node::Min([a, b]) | Node::Max([a, b]) if self.egraph.find(a) == self.egraph.find(b) => Some(a),
            Node::Min([a, b]) if self.facts(a).hi <= self.facts(b).lo => Some(a),
            Node::Min([a, b]) if self.facts(b).hi <= self.facts(a).lo => Some(b),
            Node::Max([a, b]) if self.facts(a).lo >= self.facts(b).hi => Some(a),
            Node::Max([a, b]) if self.facts(b).lo >= self.facts(a).hi => Some(b),
            other => Some(self.egraph.add(other)),
        }
    }

    /// Adds a literal with one mode.
    pub fn mode1(&mut self, size: i64, stride: i64) -> Option<Id> {
        Some(self.lit(Layout::mode1(Expr::Const(size), Expr::Const(stride)).ok()?))
    }
}
