//! The facts of a node from those of its operands.

use egg::Id;

use super::Facts;
use crate::language::{Node, Predicate};

impl Facts {
    /// What the operation of a node says of its value; nothing of a leaf that is no constant.
    pub fn of_node(node: &Node, fact: impl Fn(Id) -> Self) -> Self {
        // A shift by `k` bits as a factor.
        let power = |k: u32| Self::constant(1i64.checked_shl(k).filter(|p| *p > 0).unwrap_or(i64::MAX));
        match node {
            Node::Num(c) => Self::constant(*c),
            Node::Sum(l) => Self::sum(l.constant, l.iter().map(|(c, t)| (c, fact(t)))),
            Node::Mul([a, b]) => fact(*a).mul(&fact(*b)),
            Node::Div([a, b]) => fact(*a).div(&fact(*b)),
            Node::Mod([a, b]) => fact(*a).rem(&fact(*b)),
            Node::Xor([a, b]) => fact(*a).xor(&fact(*b)),
            Node::Min([a, b]) => fact(*a).min(&fact(*b)),
            Node::Max([a, b]) => fact(*a).max(&fact(*b)),
            Node::TruncDiv([a, b]) => fact(*a).trunc_div(&fact(*b)),
            Node::TruncRem([a, b]) => fact(*a).trunc_rem(&fact(*b)),
            Node::Compare(Predicate::Lt, [a, b]) => fact(*a).less(&fact(*b)),
            Node::Compare(Predicate::Le, [a, b]) => fact(*a).less_equal(&fact(*b)),
            Node::Compare(Predicate::Eq, [a, b]) => fact(*a).equal(&fact(*b)),
            Node::Compare(Predicate::Ne, [a, b]) => Self::sum(1, [(-1, fact(*a).equal(&fact(*b)))]),
            Node::Select([c, a, b]) => match fact(*c).as_const() {
                Some(0) => fact(*b),
                Some(_) => fact(*a),
                None => fact(*a).join(&fact(*b)),
            },
            Node::MulHigh(k, [a]) => fact(*a).mul_high(*k),
            Node::Swz(s, [a]) => fact(*a).swizzle(*s),
            Node::Shl(k, [a]) if *k < 63 => fact(*a).mul(&power(*k)),
            Node::Shr(k, [a]) if *k < 63 => fact(*a).div(&power(*k)),
            Node::And(m, [a]) => fact(*a).and(*m),
            Node::Offset(k, [a]) => Self::sum(*k, [(1, fact(*a))]),
            _ => Self::UNKNOWN,
        }
    }
}
