//! Terms to simplify.

#![allow(dead_code, reason = "each test uses some of them")]
#![allow(clippy::unwrap_used, reason = "tests")]

use layout_algebra::Swizzle;
use layout_egraph::{Facts, Graph, Id, Node, Predicate, Rng};

/// Addresses of 16-byte chunks in 128-byte rows swizzled by S<3,4,3> (bytes),
/// as `ldmatrix` wants them: k-steps along a row, then further rows.
pub fn ldmatrix(count: usize) -> (Graph, Vec<Id>) {
    let mut g = Graph::default();
    let s = Swizzle::new(3, 4, 3).unwrap();
    let lane = g.var(Facts::range(0, 31), 0);
    let roots = (0..count)
        .map(|n| {
            let (k, m) = (n as i64 % 4, n as i64 / 4);
            let (sixteen, row) = (g.num(16), g.num(16));
            let (r, c) = (g.rem(lane, row).unwrap(), g.div(lane, sixteen).unwrap());
            let x = g.sum(2048 * m + 32 * k, [(128, r), (16, c)]).unwrap();
            g.swz(s, x).unwrap()
        })
        .collect();
    (g, roots)
}

/// A random term over two leaves.
pub fn term(g: &mut Graph, rng: &mut Rng, vars: &[Id], depth: u32) -> Id {
    if depth == 0 || rng.range(0, 6) == 0 {
        return match rng.range(0, 3) {
            0 => {
                let c = rng.range(-40, 300);
                g.num(c)
            }
            _ => rng.pick(vars),
        };
    }
    let a = term(g, rng, vars, depth - 1);
    let c = rng.positive();
    let divisor = g.num(c);
    let made = match rng.range(0, 12) {
        0 | 1 => {
            let b = term(g, rng, vars, depth - 1);
            let (p, q) = (rng.range(-3, 64), rng.pick(&[1, 1, -1, 2, 16]));
            g.sum(rng.range(0, 64), [(p, a), (q, b)])
        }
        2 => g.div(a, divisor),
        3 => g.rem(a, divisor),
        4 => {
            let s = rng.pick(&[(3, 0, 3), (3, 4, 3), (2, 1, 2), (1, 2, -1)]);
            g.swz(Swizzle::new(s.0, s.1, s.2).unwrap(), a)
        }
        5 => {
            let b = term(g, rng, vars, depth - 1);
            g.xor(a, b)
        }
        6 => {
            let mask = rng.pick(&[7, 12, 0x38, 0x55, -8, 0xf0f]);
            g.and(a, mask)
        }
        7 => g.or(a, rng.pick(&[1, 6, 32])),
        8 => {
            let b = term(g, rng, vars, depth - 1);
            let node = if rng.range(0, 1) == 0 { Node::Min([a, b]) } else { Node::Max([a, b]) };
            g.add(node)
        }
        9 => {
            let b = term(g, rng, vars, depth - 1);
            let p = rng.pick(&[Predicate::Lt, Predicate::Eq, Predicate::Ne]);
            let (bound, condition) = (g.num(rng.range(-8, 64)), b);
            let condition = g.compare(p, condition, bound);
            Some(g.select(condition, a, b))
        }
        10 => {
            // The expansion of a floor remainder or division of any sign.
            let (zero, minus_one) = (g.num(0), g.num(-1));
            let negative = g.compare(Predicate::Lt, a, zero);
            if rng.range(0, 1) == 0 {
                let r = g.add(Node::TruncRem([a, divisor])).unwrap_or(a);
                let up = g.sum(c, [(1, r)]).unwrap_or(r);
                let below = g.compare(Predicate::Lt, r, zero);
                Some(g.select(below, up, r))
            } else {
                let reflected = g.sum(-1, [(-1, a)]).unwrap_or(minus_one);
                let absolute = g.select(negative, reflected, a);
                let q = g.div(absolute, divisor).unwrap_or(a);
                let down = g.sum(-1, [(-1, q)]).unwrap_or(minus_one);
                Some(g.select(negative, down, q))
            }
        }
        11 => g.add(Node::TruncDiv([a, divisor])),
        _ => {
            let b = term(g, rng, vars, depth - 1);
            g.mul(a, b)
        }
    };
    made.unwrap_or(a)
}
