//! Which width a term is computed in, and why that is right.
//!
//! A term is a mathematical integer. An operation of `n` bits computes its low `n`
//! bits whenever its operands have the right low bits; only where it looks at an
//! operand from above (a quotient, a comparison, a right shift) must the operand be
//! the integer itself ([`layout_egraph::Node::exact_operands`]). An operand is, where
//! facts say that the type holds it: facts of its class, or what is promised of the
//! class under conditions that hold where the result is used.
//!
//! So an address that fits 32 bits, by facts or by what its access promises, takes 32 bits of
//! all that it is a sum of, whatever is known of the parts: only a part that another use needs
//! whole is computed whole ([`Widths::is_narrow`]).

use layout_egraph::{Facts, Id, Node, Terms};
use layout_mlir::ir::{self, Scalar};
use melior::ir::Value;
use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};

use super::Root;
use crate::import::{Conditions, Import, insert};

/// Most bounds that are kept of a term.
const BOUNDS: usize = 64;

/// Widths of the terms of one run.
pub(super) struct Widths<'p, 'o, 'c, 'a> {
    import: &'p Import<'o, 'c, 'a>,
    terms: &'p Terms,
    /// Whether 32 bits are preferred where they are enough.
    narrow: bool,
    /// The narrowest type in which the program computes a class.
    given: FxHashMap<Id, Scalar>,
    /// What is promised of a class, and under which condition.
    promises: FxHashMap<Id, Vec<(Facts, u32)>>,
    /// For each term what it is at most under which condition, as a part of promised sums.
    bounds: Vec<SmallVec<[(i128, u32); 2]>>,
    /// For each term what its facts are without promises that may be broken where it is
    /// computed: what a division must rest on.
    unconditional: Vec<Facts>,
    /// For each term whether 32 bits of it are enough, and those of its operands for them.
    low: Vec<bool>,
    /// For each term whether constants are added to it: of it less may be promised to be natural
    /// than of the sums.
    is_base: Vec<bool>,
    /// For each term the type it is computed in, if it has a preference.
    natural: Vec<Option<Scalar>>,
}

impl<'p, 'o, 'c: 'a, 'a> Widths<'p, 'o, 'c, 'a> {
    pub(super) fn new(
        import: &'p Import<'o, 'c, 'a>,
        terms: &'p Terms,
        roots: &[Root],
        narrow: bool,
    ) -> Self {
        let mut promises: FxHashMap<Id, Vec<(Facts, u32)>> = FxHashMap::default();
        for p in import.graph.promises() {
            promises.entry(import.graph.find(p.class)).or_default().push((p.facts, p.by));
        }
        let mut given: FxHashMap<Id, Scalar> = FxHashMap::default();
        for item in import.items.iter().filter(|item| item.computed && !is_cast(item.value)) {
            let bits = |s: &Scalar| import.machine().bits(*s);
            let narrowest = given.entry(import.graph.find(item.class)).or_insert(item.scalar);
            if bits(&item.scalar) < bits(narrowest) {
                *narrowest = item.scalar;
            }
        }
        let (unconditional, low, natural, bounds) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let mut is_base = vec![false; terms.nodes.len()];
        for n in &terms.nodes {
            if let Node::Offset(_, [base]) = n.node {
                is_base[usize::from(base)] = true;
            }
        }
        let mut widths =
            Self { import, terms, narrow, given, promises, bounds, unconditional, low, is_base, natural };
        widths.promise_parts();
        widths.bounds = widths.bounds();
        widths.low = widths.low(roots);
        for i in 0..terms.nodes.len() {
            let facts = widths.computed_facts(i);
            widths.unconditional.push(facts);
            let natural = widths.preference(i);
            widths.natural.push(natural);
        }
        widths
    }

    /// The facts of a term from its node alone and from leaves that nothing is promised of.
    fn computed_facts(&self, i: usize) -> Facts {
        let node = &self.terms.nodes[i].node;
        if let Node::Var(v) = node {
            let leaf = self.import.leaves[*v as usize];
            return match leaf.promised {
                Some(p) if !p.always => self.import.graph.facts(self.import.items[leaf.item as usize].class),
                _ => self.import.graph.var_facts(*v),
            };
        }
        node.facts(|c| self.unconditional[usize::from(c)])
    }

    /// Whether a term is at least 1 wherever it is computed in a type and conditions hold that cannot be broken
    /// there: no number whose low bits are 0.
    pub(super) fn is_positive(&self, i: usize, scalar: Scalar, run: Option<&Conditions>) -> bool {
        let of_leaf = |i: usize| {
            let Node::Var(v) = self.terms.nodes[i].node else { return None };
            let promised = self.import.leaves[v as usize].promised?;
            run?.contains(promised.condition as usize).then(|| self.import.graph.var_facts(v))
        };
        let facts = |i: usize| of_leaf(i).unwrap_or(self.unconditional[i]);
        let of_node = || self.terms.nodes[i].node.facts(|c| facts(usize::from(c)));
        let positive = |facts: Facts| facts.lo >= 1 && facts.fits(self.bits(scalar));
        positive(facts(i)) || run.is_some() && !self.terms.children(i).is_empty() && positive(of_node())
    }

    /// What is promised of a sum of one unknown holds of the unknown.
    fn promise_parts(&mut self) {
        for i in (0..self.terms.nodes.len()).rev() {
            let part = |facts: &Facts| {
                let [lo, hi] = match self.terms.nodes[i].node {
                    Node::Offset(c, _) => [facts.lo, facts.hi].map(|end| end.saturating_sub(c.into())),
                    _ => {
                        let factor = i128::from(self.factor(i)?);
                        // The least multiple that is no less, the greatest that is no more.
                        [-(-facts.lo.max(-i128::MAX)).div_euclid(factor), facts.hi.div_euclid(factor)]
                    }
                };
                (lo <= hi).then(|| Facts::range(lo, hi))
            };
            let promised = self.promises.get(&self.terms.nodes[i].class).into_iter().flatten();
            let parts: Vec<_> = promised.filter_map(|(facts, by)| Some((part(facts)?, *by))).collect();
            if let (false, Some(child)) = (parts.is_empty(), self.terms.children(i).first()) {
                let known = self.promises.entry(self.terms.nodes[*child].class).or_default();
                known.extend(parts);
                known.sort_by_key(|(facts, by)| (*by, facts.lo, facts.hi));
                known.dedup();
            }
        }
    }

    /// The factor of a term that is a product by a positive constant, and nothing else.
    pub(super) fn factor(&self, i: usize) -> Option<i64> {
        match &self.terms.nodes[i].node {
            Node::Sum(sum) if sum.constant == 0 => match &*sum.coefficients {
                [factor] if *factor > 0 => Some(*factor),
                _ => None,
            },
            Node::Shl(k, _) if *k < 32 => Some(1 << k),
            _ => None,
        }
    }

    /// The facts of a term.
    pub(super) fn facts(&self, i: usize) -> Facts {
        self.terms.nodes[i].facts
    }

    fn bits(&self, scalar: Scalar) -> u32 {
        self.import.machine().bits(scalar)
    }

    /// Whether a type holds a term where the conditions `have` hold; those that it takes
    /// are added to `needs`.
    pub(super) fn holds(&self, scalar: Scalar, i: usize, have: &Conditions, needs: &mut Conditions) -> bool {
        let bits = self.bits(scalar);
        let facts = self.facts(i);
        if scalar == Scalar::Int(1) {
            return facts.within(0, 1);
        }
        facts.fits(bits) || self.is_promised(i, have, needs, |promise| facts.meet(promise).fits(bits))
    }

    /// Whether enough is promised of a term by one of the conditions `have`, or by all of them
    /// together; those that it takes are added to `needs`.
    fn is_promised(
        &self,
        i: usize,
        have: &Conditions,
        needs: &mut Conditions,
        enough: impl Fn(Facts) -> bool,
    ) -> bool {
        let promised = self.promises.get(&self.terms.nodes[i].class).into_iter().flatten();
        let held: SmallVec<[&(Facts, u32); 4]> =
            promised.filter(|(_, by)| have.contains(*by as usize)).collect();
        if let Some((_, by)) = held.iter().find(|(facts, _)| enough(*facts)) {
            insert(needs, *by);
            return true;
        }
        let Some(all) = held.iter().map(|(facts, _)| *facts).reduce(|a, b| a.meet(b)) else { return false };
        let together = held.len() > 1 && enough(all);
        if together {
            held.iter().for_each(|(_, by)| insert(needs, *by));
        }
        together
    }

    /// The same under any promise.
    fn may_hold(&self, scalar: Scalar, i: usize) -> bool {
        let promised = self.promises.get(&self.terms.nodes[i].class).into_iter().flatten();
        let all = promised.fold(self.facts(i), |f, (p, _)| f.meet(*p));
        all.fits(self.bits(scalar))
    }

    /// Whether a term is at most what a type holds because a sum of natural numbers that it is
    /// part of is promised to be: neither it nor what it is made of wraps then. The promise is
    /// added to `needs`.
    pub(super) fn bounded(
        &self,
        scalar: Scalar,
        i: usize,
        have: &Conditions,
        needs: &mut Conditions,
    ) -> bool {
        let bits = self.bits(scalar);
        let by = self.bounds[i]
            .iter()
            .find(|(most, by)| have.contains(*by as usize) && Facts::range(0, *most).fits(bits));
        by.inspect(|(_, by)| insert(needs, *by)).is_some()
    }

    /// Whether a term is promised to be natural and to fit a type; the promise is added to `needs`.
    pub(super) fn promised_natural(
        &self,
        scalar: Scalar,
        i: usize,
        have: &Conditions,
        needs: &mut Conditions,
    ) -> bool {
        let bits = self.bits(scalar);
        self.is_promised(i, have, needs, |promise| promise.non_negative() && promise.fits(bits))
    }

    /// Whether a term is widened by zeros: it is natural, by facts, or as all uses promise. (Sums of a
    /// base and constants share one that is widened by its sign.)
    pub(super) fn is_unsigned(&self, scalar: Scalar, i: usize, have: &Conditions) -> bool {
        let promised = || self.promised_natural(scalar, i, have, &mut Conditions::new());
        self.facts(i).non_negative() || !self.is_base[i] && promised()
    }

    /// What the parts of promised sums are at most: where no summand is negative, a part is no
    /// more than the sum.
    fn bounds(&self) -> Vec<SmallVec<[(i128, u32); 2]>> {
        let mut bounds: Vec<SmallVec<[(i128, u32); 2]>> = vec![SmallVec::new(); self.terms.nodes.len()];
        // Operands stand before what reads them.
        for i in (0..self.terms.nodes.len()).rev() {
            let promised = self.promises.get(&self.terms.nodes[i].class).into_iter().flatten();
            bounds[i].extend(
                promised.filter(|(facts, _)| facts.hi < i128::MAX).map(|(facts, by)| (facts.hi, *by)),
            );
            let factors = self.factors(i);
            for (child, factor) in self.terms.children(i).into_iter().zip(factors) {
                let below: SmallVec<[(i128, u32); 2]> =
                    bounds[i].iter().map(|(most, by)| (most / i128::from(factor), *by)).collect();
                bounds[child].extend(below);
                bounds[child].truncate(BOUNDS);
            }
        }
        bounds
    }

    /// Whether a term is a sum of natural numbers, or a product by a positive one.
    pub(super) fn is_natural_sum(&self, i: usize) -> bool {
        !self.factors(i).is_empty()
    }

    /// For a sum of natural numbers, or a product by a positive one, the factor of each operand;
    /// none for other terms.
    fn factors(&self, i: usize) -> SmallVec<[i64; 8]> {
        let natural = self.terms.children(i).into_iter().all(|c| self.facts(c).non_negative());
        match &self.terms.nodes[i].node {
            _ if !natural => SmallVec::new(),
            Node::Sum(sum) if sum.constant >= 0 && sum.coefficients.iter().all(|c| *c > 0) => {
                sum.coefficients.iter().copied().collect()
            }
            Node::Offset(0.., _) => smallvec![1],
            Node::Shl(k @ 0..62, _) => smallvec![1 << k],
            Node::Mul([a, b]) => {
                let least = |id: &Id| i64::try_from(self.facts(usize::from(*id)).lo).unwrap_or(0);
                // Each is a part of the product if the other is at least 1.
                if least(a) > 0 && least(b) > 0 { smallvec![least(b), least(a)] } else { SmallVec::new() }
            }
            _ => SmallVec::new(),
        }
    }

    /// Whether a term is computed in 32 bits by preference: they are enough for all that use it.
    pub(super) fn is_narrow(&self, i: usize) -> bool {
        self.low[i]
    }

    /// For each term whether it is computed in 32 bits. It fits and so do its operands, or every user
    /// takes its low bits; and where it looks at an operand from above, that fits. An address whose access promises
    /// that it fits is widened itself.
    fn low(&self, roots: &[Root]) -> Vec<bool> {
        let fits = |i: usize| self.facts(i).fits(32);
        if !self.narrow {
            return vec![false; self.terms.nodes.len()];
        }
        if self.bits(Scalar::Index) <= 32 {
            let all = |i: usize| fits(i) && self.terms.children(i).into_iter().all(fits);
            return (0..self.terms.nodes.len()).map(all).collect();
        }
        let mut whole = vec![false; self.terms.nodes.len()];
        for root in roots {
            let must = &self.import.items[root.item as usize].must;
            let widened = |i: usize| self.holds(Scalar::Int(32), i, must, &mut Conditions::new());
            whole[root.term] |= !widened(root.term);
            // The constant of an address is added to the base, when that is widened.
            if let (true, Node::Offset(_, [base])) = (root.address, &self.terms.nodes[root.term].node) {
                whole[usize::from(*base)] |= !widened(usize::from(*base));
            }
        }
        let mut low = vec![false; self.terms.nodes.len()];
        for i in (0..self.terms.nodes.len()).rev() {
            let is_small = || fits(i) && self.terms.children(i).into_iter().all(fits);
            low[i] = (!whole[i] || is_small()) && self.has_low_bits(i);
            if !low[i] {
                self.terms.children(i).into_iter().for_each(|c| whole[c] = true);
            }
        }
        low
    }

    /// Whether 32 bits of a term are a function of 32 bits of its operands.
    fn has_low_bits(&self, i: usize) -> bool {
        let moved = match &self.terms.nodes[i].node {
            Node::Swz(s, _) => s.period() <= 1 << 31,
            Node::App(_) | Node::At(..) => false,
            _ => true,
        };
        moved && self.exact(i).into_iter().all(|c| self.facts(c).fits(32))
    }

    /// The operands of a term that decide its type, if it has a choice.
    fn operands(&self, i: usize) -> Vec<usize> {
        let children = self.terms.children(i);
        match &self.terms.nodes[i].node {
            Node::Select(_) => children[1..].to_vec(),
            _ => children,
        }
    }

    fn preference(&self, i: usize) -> Option<Scalar> {
        match &self.terms.nodes[i].node {
            Node::Var(v) => {
                let leaf = self.import.leaves[*v as usize];
                Some(self.import.items[leaf.item as usize].scalar)
            }
            Node::Num(_) => None,
            Node::Compare(..) => Some(Scalar::Int(1)),
            Node::App(_) | Node::At(..) => Some(Scalar::Index),
            Node::MulHigh(..) => Some(Scalar::Int(32)),
            _ => self.as_given(i).or_else(|| self.common(i, &self.operands(i))),
        }
    }

    /// The type in which the program computes a term: what is narrow stays so.
    fn as_given(&self, i: usize) -> Option<Scalar> {
        let scalar = *self.given.get(&self.terms.nodes[i].class).filter(|_| !self.narrow)?;
        let holds = self.exact(i).iter().all(|c| self.may_hold(scalar, *c));
        (scalar != Scalar::Int(1) && holds).then_some(scalar)
    }

    /// The type in which a term of these operands is computed: that of the operands, the
    /// widest if they differ, or a wider one that holds what must be exact.
    fn common(&self, i: usize, operands: &[usize]) -> Option<Scalar> {
        if self.is_narrow(i) {
            return Some(Scalar::Int(32));
        }
        let types = operands.iter().filter_map(|c| self.natural[*c]).filter(|s| *s != Scalar::Int(1));
        let widest = types.reduce(|a, b| match self.bits(a).cmp(&self.bits(b)) {
            std::cmp::Ordering::Less => b,
            std::cmp::Ordering::Greater => a,
            std::cmp::Ordering::Equal if b == Scalar::Index => b,
            std::cmp::Ordering::Equal => a,
        })?;
        // No GPU computes in fewer than 32 bits.
        let widest = if self.narrow && self.bits(widest) < 32 { Scalar::Int(32) } else { widest };
        let exact = self.exact(i);
        let holds = |scalar: Scalar| exact.iter().all(|c| self.may_hold(scalar, *c));
        let wider = [widest, Scalar::Index, Scalar::Int(64)];
        wider.into_iter().find(|s| self.bits(*s) >= self.bits(widest) && holds(*s)).or(Some(widest))
    }

    /// The operands that a type must hold.
    pub(super) fn exact(&self, i: usize) -> Vec<usize> {
        let constant = |c: Id| self.facts(usize::from(c)).as_const();
        self.terms.nodes[i].node.exact_operands(constant).iter().map(|c| usize::from(*c)).collect()
    }

    /// The type in which a term is computed that is wanted in `wanted`, where the conditions
    /// `have` hold.
    pub(super) fn compute_type(&self, i: usize, wanted: Scalar, have: impl FnOnce() -> Conditions) -> Scalar {
        let Some(natural) = self.natural[i] else { return wanted };
        if wanted == Scalar::Int(1) || natural == Scalar::Int(1) {
            return natural;
        }
        // A wider value cannot be had from low bits that do not hold it.
        let widened = || self.holds(natural, i, &have(), &mut Conditions::new());
        if self.bits(natural) >= self.bits(wanted) || widened() { natural } else { wanted }
    }

    /// The type in which the operands of a comparison are compared.
    pub(super) fn compared(&self, i: usize) -> Scalar {
        let operands = self.terms.children(i);
        if self.narrow && operands.iter().all(|c| self.facts(*c).fits(32)) {
            return Scalar::Int(32);
        }
        self.common(i, &operands).filter(|s| *s != Scalar::Int(1)).unwrap_or(Scalar::Index)
    }
}

/// Whether a value is another in a type of its own.
fn is_cast(value: Value<'_, '_>) -> bool {
    const CASTS: [&str; 7] = [
        "arith.index_cast",
        "arith.index_castui",
        "arith.extsi",
        "arith.extui",
        "arith.trunci",
        "index.casts",
        "index.castu",
    ];
    ir::defining_op(value).is_some_and(|op| CASTS.contains(&ir::name(op)))
}
