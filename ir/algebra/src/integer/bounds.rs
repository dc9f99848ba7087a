//! Bounds of expressions, and the comparisons they decide.

use crate::integer::expr::{Atom, Expr};
use crate::integer::symbol::Tri;

/// Inclusive bounds; an end that left `i128`'s useful range stays unbounded.
type Bounds = (Option<i128>, Option<i128>);

impl Expr {
    /// Whether `self <= other`.
    pub fn le(&self, other: &Self) -> Tri {
        if let (Self::Const(a), Self::Const(b)) = (self, other) {
            return (a <= b).into();
        }
        let Ok(difference) = other.sub(self) else { return Tri::Unknown };
        match difference.bounds() {
            (Some(lo), _) if lo >= 0 => Tri::Yes,
            (_, Some(hi)) if hi < 0 => Tri::No,
            _ => Tri::Unknown,
        }
    }

    /// Whether `self < other`.
    pub fn lt(&self, other: &Self) -> Tri {
        match other.le(self) {
            Tri::Yes => Tri::No,
            Tri::No => Tri::Yes,
            Tri::Unknown => Tri::Unknown,
        }
    }

    /// Inclusive bounds over all values the facts admit; `None` is unbounded.
    pub fn bounds(&self) -> (Option<i128>, Option<i128>) {
        let (terms, constant) = self.terms();
        let constant = i128::from(constant);
        terms.iter().fold((Some(constant), Some(constant)), |sum, (m, c)| {
            let product = m.iter().fold((Some(1), Some(1)), |p, atom| mul_bounds(p, atom.bounds()));
            let c = Some(i128::from(*c));
            add_bounds(sum, mul_bounds(product, (c, c)))
        })
    }
}

impl Atom {
    fn bounds(&self) -> Bounds {
        match self {
            Self::Sym(s) => {
                let div = i128::from(s.facts.div);
                let lo = (s.facts.min != i64::MIN).then(|| -(-i128::from(s.facts.min)).div_euclid(div));
                let hi = (s.facts.max != i64::MAX).then(|| i128::from(s.facts.max).div_euclid(div));
                (lo, hi)
            }
            Self::FloorDiv(a, b) => {
                let (lo, hi) = a.bounds();
                let (least, most) = b.bounds();
                let least = least.unwrap_or(1).max(1);
                // Towards zero the largest divisor counts, away from it the smallest.
                let ends =
                    |x: i128| (x.div_euclid(least), most.map_or(x.signum().min(0), |m| x.div_euclid(m)));
                (lo.map(|x| ends(x).0.min(ends(x).1)), hi.map(|x| ends(x).0.max(ends(x).1)))
            }
            Self::Mod(_, b) => (Some(0), b.bounds().1.map(|x| x - 1)),
            Self::Min(a, b) => {
                let (x, y) = (a.bounds(), b.bounds());
                (both(x.0, y.0, i128::min), either(x.1, y.1, i128::min))
            }
            Self::Max(a, b) => {
                let (x, y) = (a.bounds(), b.bounds());
                (either(x.0, y.0, i128::max), both(x.1, y.1, i128::max))
            }
        }
    }
}

fn both(a: Option<i128>, b: Option<i128>, f: fn(i128, i128) -> i128) -> Option<i128> {
    Some(f(a?, b?))
}

fn either(a: Option<i128>, b: Option<i128>, f: fn(i128, i128) -> i128) -> Option<i128> {
    match (a, b) {
        (Some(a), Some(b)) => Some(f(a, b)),
        (x, y) => x.or(y),
    }
}

fn add_bounds(a: Bounds, b: Bounds) -> Bounds {
    let add = |x: Option<i128>, y: Option<i128>| x?.checked_add(y?);
    (add(a.0, b.0), add(a.1, b.1))
}

fn mul_bounds(a: Bounds, b: Bounds) -> Bounds {
    // Products of the four corners; an unbounded corner is ±∞, and 0 · ∞ = 0.
    #[derive(Clone, Copy, PartialEq)]
    enum End {
        Neg,
        Val(i128),
        Pos,
    }
    let sign = |e: End| match e {
        End::Neg => -1,
        End::Val(v) => v.signum(),
        End::Pos => 1,
    };
    let times = |x: End, y: End| match (x, y) {
        (End::Val(p), End::Val(q)) => {
            p.checked_mul(q).map_or(if p.signum() * q.signum() < 0 { End::Neg } else { End::Pos }, End::Val)
        }
        _ => match sign(x) * sign(y) {
            0 => End::Val(0),
            s if s < 0 => End::Neg,
            _ => End::Pos,
        },
    };
    let lo = |x: Option<i128>| x.map_or(End::Neg, End::Val);
    let hi = |x: Option<i128>| x.map_or(End::Pos, End::Val);
    let corners =
        [times(lo(a.0), lo(b.0)), times(lo(a.0), hi(b.1)), times(hi(a.1), lo(b.0)), times(hi(a.1), hi(b.1))];
    let value = |e: &End| if let End::Val(v) = e { Some(*v) } else { None };
    let least = if corners.contains(&End::Neg) { None } else { corners.iter().filter_map(value).min() };
    let most = if corners.contains(&End::Pos) { None } else { corners.iter().filter_map(value).max() };
    // All corners infinite of one sign: the finite end is unknown too.
    (least, most)
}
