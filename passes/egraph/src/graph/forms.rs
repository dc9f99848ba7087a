//! Constructors that build normal forms.

use egg::Id;
use layout_algebra::{Expr, Layout};
use smallvec::SmallVec;

use super::Graph;
use crate::language::{Linear, Node, Predicate};

/// No constant grows beyond this: a term that would is not built.
const MAX_CONSTANT: i64 = 1 << 50;
/// Most terms that a product of sums is multiplied out to; a larger one stays a product.
const MULTIPLIED_OUT: usize = 16;

impl Graph {
    /// `constant + Σ coefficient · term` in normal form; `None` if a constant grows too large.
    pub fn sum(&mut self, constant: i64, terms: impl IntoIterator<Item = (i64, Id)>) -> Option<Id> {
        let linear = self.normalized(constant, terms)?;
        Some(self.add_linear(linear))
    }

    /// Whether a sum is in normal form as it stands: its terms are no sums, and in their order.
    pub(crate) fn is_normal(&self, sum: &Linear) -> bool {
        let is_term =
            |t: &Id| self.egraph.find(*t) == *t && self.as_const(*t).is_none() && self.affine(*t).is_none();
        sum.terms.is_sorted_by(|a, b| a < b) && sum.terms.iter().all(is_term)
    }

    fn add_linear(&mut self, linear: Linear) -> Id {
        match (&*linear.coefficients, linear.constant) {
            ([], c) => self.num(c),
            ([1], 0) => linear.terms[0],
            _ => self.add_as_it_stands(Node::Sum(linear)),
        }
    }

    /// The normal form itself: nested sums flattened, like terms collected.
    pub fn normalized(&self, constant: i64, terms: impl IntoIterator<Item = (i64, Id)>) -> Option<Linear> {
        let mut constant = constant;
        let mut flat: SmallVec<[(Id, i64); 8]> = SmallVec::new();
        for (c, id) in terms {
            if let Some(number) = self.as_const(id) {
                constant = constant.checked_add(c.checked_mul(number)?)?;
            } else if let Some(inner) = self.affine(id) {
                constant = constant.checked_add(c.checked_mul(inner.constant)?)?;
                for (k, t) in inner.iter() {
                    flat.push((self.egraph.find(t), c.checked_mul(k)?));
                }
            } else {
                flat.push((self.egraph.find(id), c));
            }
        }
        flat.sort_unstable();
        let mut merged: SmallVec<[(Id, i64); 8]> = SmallVec::new();
        for (id, c) in flat {
            match merged.last_mut() {
                Some((last, sum)) if *last == id => *sum = sum.checked_add(c)?,
                _ => merged.push((id, c)),
            }
        }
        merged.retain(|(_, c)| *c != 0);
        let small = |c: i64| c.unsigned_abs() <= MAX_CONSTANT.unsigned_abs();
        if !small(constant) || merged.iter().any(|(_, c)| !small(*c)) {
            return None;
        }
        let coefficients = merged.iter().map(|(_, c)| *c).collect();
        Some(Linear { constant, coefficients, terms: merged.iter().map(|(id, _)| *id).collect() })
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
    pub(crate) fn times(&mut self, a: Id, b: Id) -> Option<Id> {
        match (self.as_const(a), self.as_const(b)) {
            (Some(c), _) => self.sum(0, [(c, b)]),
            (_, Some(c)) => self.sum(0, [(c, a)]),
            _ => Some(self.product(a, b)),
        }
    }

    fn product(&mut self, a: Id, b: Id) -> Id {
        let (a, b) = (self.egraph.find(a), self.egraph.find(b));
        self.add_as_it_stands(Node::Mul(if a <= b { [a, b] } else { [b, a] }))
    }

    /// Floor division by a divisor known to be positive.
    pub fn div(&mut self, a: Id, b: Id) -> Option<Id> {
        match (self.as_const(a), self.as_const(b)) {
            (_, Some(1)) => Some(a),
            (Some(x), Some(y)) if y > 0 => Some(self.num(x.div_euclid(y))),
            _ if self.facts(b).lo < 1 => None,
            _ => Some(self.add_as_it_stands(Node::Div([a, b]))),
        }
    }

    /// The remainder of [`Graph::div`].
    pub fn rem(&mut self, a: Id, b: Id) -> Option<Id> {
        match (self.as_const(a), self.as_const(b)) {
            (_, Some(1)) => Some(self.num(0)),
            (Some(x), Some(y)) if y > 0 => Some(self.num(x.rem_euclid(y))),
            _ if self.facts(b).lo < 1 => None,
            _ => Some(self.add_as_it_stands(Node::Mod([a, b]))),
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
        let and = self.add_as_it_stands(Node::And(mask, [a]));
        self.merge(sum, and, "mask");
        Some(sum)
    }

    /// Bitwise or with a constant.
    pub fn or(&mut self, a: Id, bits: i64) -> Option<Id> {
        let common = self.and(a, bits)?;
        self.sum(bits, [(1, a), (-1, common)])
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
            (Predicate::Eq | Predicate::Ne, _) if a > b => self.add_as_it_stands(Node::Compare(p, [b, a])),
            _ => self.add_as_it_stands(Node::Compare(p, [a, b])),
        }
    }

    /// `a` if the condition is not 0, else `b`.
    pub fn select(&mut self, condition: Id, a: Id, b: Id) -> Id {
        match self.as_const(condition) {
            Some(0) => b,
            Some(_) => a,
            None if self.same(a, b) => a,
            None => self.add_as_it_stands(Node::Select([condition, a, b])),
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
            _ => Some(self.add_as_it_stands(Node::Xor(if a <= b { [a, b] } else { [b, a] }))),
        }
    }

    /// A swizzle of a non-negative integer.
    pub fn swz(&mut self, s: layout_algebra::Swizzle, a: Id) -> Option<Id> {
        match self.as_const(a) {
            _ if !self.facts(a).non_negative() => None,
            Some(x) => Some(self.num(s.apply(x))),
            None if s.bits() == 0 => Some(a),
            None => Some(self.add_as_it_stands(Node::Swz(s, [a]))),
        }
    }

    /// The value of a layout's function at an integer.
    pub fn app(&mut self, layout: Id, index: Id) -> Id {
        let function = self.add_as_it_stands(Node::Fn([layout]));
        self.add_as_it_stands(Node::App([function, index]))
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
            Node::Min([a, b]) | Node::Max([a, b]) if self.same(a, b) => Some(a),
            Node::Min([a, b]) if self.facts(a).hi <= self.facts(b).lo => Some(a),
            Node::Min([a, b]) if self.facts(b).hi <= self.facts(a).lo => Some(b),
            Node::Max([a, b]) if self.facts(a).lo >= self.facts(b).hi => Some(a),
            Node::Max([a, b]) if self.facts(b).lo >= self.facts(a).hi => Some(b),
            other => Some(self.add_as_it_stands(other)),
        }
    }

    /// Adds a literal with one mode.
    pub fn mode1(&mut self, size: i64, stride: i64) -> Option<Id> {
        Some(self.lit(Layout::mode1(Expr::Const(size), Expr::Const(stride)).ok()?))
    }
}
