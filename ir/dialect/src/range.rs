//! Bounds of sizes, cosizes and indices, for MLIR's integer range analysis.
//!
//! A symbol keeps the facts of its type and a coordinate stays in its domain: elsewhere
//! the result is poison, which may be anything.

use layout_algebra::{Arithmetic, Expr, IndexArithmetic, Layout, Swizzle, Symbol};

use crate::coordinate::index_number;
use crate::integer::Integer;

/// All integers from the first to the second. Ends beyond 64 bits stand for any.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interval(pub i128, pub i128);

/// Far enough from the ends of 64 bits, and from those of 128 for one product.
const FAR: i128 = 1 << 100;

impl Interval {
    fn hull(values: &[i128]) -> Self {
        let ends = values.iter().map(|v| (*v).clamp(-FAR, FAR));
        Self(ends.clone().min().unwrap_or(-FAR), ends.max().unwrap_or(FAR))
    }

    /// The integers of 64 bits in it; `None` if it says nothing of them.
    fn of_64_bits(self) -> Option<(i64, i64)> {
        let (lo, hi) = (self.0.max(i64::MIN.into()), self.1.min(i64::MAX.into()));
        (lo <= hi).then(|| Some((i64::try_from(lo).ok()?, i64::try_from(hi).ok()?))).flatten()
    }
}

impl Integer<'_> {
    /// Its bounds, where SSA index number `k` has bounds number `k`.
    pub fn range(&self, indices: &[Interval]) -> Option<(i64, i64)> {
        self.compute(&mut Bounds { indices }).ok()?.of_64_bits()
    }
}

/// Interval arithmetic.
struct Bounds<'a> {
    indices: &'a [Interval],
}

/// An integer without bounds, which has no place in a layout.
struct NoIndex;

impl Arithmetic for Bounds<'_> {
    type Value = Interval;
    type Error = NoIndex;

    fn constant(&mut self, value: i64) -> Result<Interval, NoIndex> {
        Ok(Interval(value.into(), value.into()))
    }

    fn symbol(&mut self, symbol: Symbol) -> Result<Interval, NoIndex> {
        Ok(Interval(symbol.facts.min.into(), symbol.facts.max.into()))
    }

    fn add(&mut self, a: Interval, b: Interval) -> Result<Interval, NoIndex> {
        Ok(Interval::hull(&[a.0 + b.0, a.1 + b.1]))
    }

    fn mul(&mut self, a: Interval, b: Interval) -> Result<Interval, NoIndex> {
        let product = |x: i128, y: i128| x.saturating_mul(y);
        Ok(Interval::hull(&[product(a.0, b.0), product(a.0, b.1), product(a.1, b.0), product(a.1, b.1)]))
    }

    fn floordiv(&mut self, a: Interval, b: Interval) -> Result<Interval, NoIndex> {
        // A divisor is at least 1, or the result is poison.
        let (least, most) = (b.0.max(1), b.1.max(1));
        let quotients =
            [a.0.div_euclid(least), a.0.div_euclid(most), a.1.div_euclid(least), a.1.div_euclid(most)];
        Ok(Interval::hull(&quotients))
    }

    fn modulo(&mut self, a: Interval, b: Interval) -> Result<Interval, NoIndex> {
        let most = b.1.max(1) - 1;
        let small = a.0 >= 0 && a.1 < b.0.max(1);
        Ok(if small { a } else { Interval(0, if a.0 >= 0 { most.min(a.1) } else { most }) })
    }

    fn minimum(&mut self, a: Interval, b: Interval) -> Result<Interval, NoIndex> {
        Ok(Interval(a.0.min(b.0), a.1.min(b.1)))
    }

    fn maximum(&mut self, a: Interval, b: Interval) -> Result<Interval, NoIndex> {
        Ok(Interval(a.0.max(b.0), a.1.max(b.1)))
    }
}

impl IndexArithmetic for Bounds<'_> {
    fn swizzle(&mut self, swizzle: Swizzle, value: Interval) -> Result<Interval, NoIndex> {
        if value.0 < 0 {
            return Ok(Interval(-FAR, FAR));
        }
        // No bit above the highest of the value, unless bits are moved up: then none
        // above where the highest of those arrives.
        let all_below = |bits: u32| (1i128 << bits.min(100)) - 1;
        let bits = |v: i128| 128 - v.leading_zeros();
        let own = bits(value.1);
        let moved = if swizzle.shift() < 0 {
            own.min(bits(swizzle.source_mask().into())) + swizzle.shift().unsigned_abs()
        } else {
            0
        };
        let unchanged = value.1 < i128::from(swizzle.source_mask() & swizzle.source_mask().wrapping_neg());
        Ok(if unchanged { value } else { Interval(0, all_below(own.max(moved))) })
    }

    fn coordinate(&mut self, integer: &Expr, mode: &Layout) -> Result<Interval, NoIndex> {
        let given = match integer.as_const() {
            Some(c) => Interval(c.into(), c.into()),
            None => *index_number(integer).and_then(|n| self.indices.get(n)).ok_or(NoIndex)?,
        };
        let size = mode.size().map_err(|_| NoIndex)?.compute(self)?;
        let inside = Interval(given.0.max(0), given.1.min(size.1 - 1));
        // Poison, if it is never inside: the domain is as good as anything.
        Ok(if inside.0 <= inside.1 { inside } else { Interval(0, (size.1 - 1).max(0)) })
    }
}

#[cfg(test)]
#[allow(clippy::panic, reason = "tests")]
mod tests {
    use layout_algebra::{AnyLayout, Coord};

    use super::*;
    use crate::coordinate::Coordinate;
    use crate::ops::named;

    fn integer<'l>(op: &str, layout: &'l AnyLayout, coord: Option<&'l Coordinate>) -> Integer<'l> {
        let op = named(op).unwrap_or_else(|| panic!("{op}"));
        op.integer(layout, coord).unwrap_or_else(|e| panic!("{e}"))
    }

    fn coordinate(text: &str) -> Coordinate {
        Coordinate::parse(text).unwrap_or_else(|e| panic!("{text}: {e}"))
    }

    /// The bounds hold over whole domains, and where the arithmetic is exact they are reached.
    #[test]
    fn bounds_hold() {
        for (text, exact) in [
            ("(4,8):(8,1)", true),
            ("((2,2),(4,2)):((1,8),(2,16))", true),
            ("(4,6):(-1,-4)", true),
            ("(6,(4,3)):(5,(60,0))", true),
            ("S<2,0,2> o 0 o (4,4):(1,4)", true),
            ("S<2,1,-2> o 0 o (8,8):(8,1)", false),
            ("S<2,0,3> o 5 o ((4,8),4):((1,4),32)", false),
            ("(20):(3) o 2 o (20):(3)", false),
        ] {
            let layout: AnyLayout = text.parse().unwrap_or_else(|e| panic!("{text}: {e}"));
            let size = layout.size().ok().and_then(|s| s.as_const()).unwrap_or(0);
            let at = |i: i64| {
                layout.eval_at(&Coord::Int(Expr::Const(i))).unwrap_or_else(|e| panic!("{text}: {e}"))
            };
            let coord = coordinate("(?)");
            let index = integer("crd2idx", &layout, Some(&coord));
            for (first, last) in [(0, size - 1), (0, size / 2), (size / 3, size / 2), (size / 2, size / 2)] {
                let given = [Interval(first.into(), last.into())];
                let (lo, hi) = index.range(&given).unwrap_or_else(|| panic!("{text}: no bounds"));
                let values: Vec<i64> = (first..=last).map(at).collect();
                assert!(
                    values.iter().all(|v| (lo..=hi).contains(v)),
                    "{text} in {first}..={last}: [{lo}, {hi}]"
                );
                if exact && first == 0 && last == size - 1 {
                    assert_eq!((values.iter().min(), values.iter().max()), (Some(&lo), Some(&hi)), "{text}");
                }
            }
        }
    }

    #[test]
    fn symbols_keep_their_facts() {
        let layout: AnyLayout = "(M{min=2,max=5},4):(4,1)".parse().unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(integer("size", &layout, None).range(&[]), Some((8, 20)));
        assert_eq!(integer("cosize", &layout, None).range(&[]), Some((8, 20)));
        let coord = coordinate("(?,?)");
        let anything = [Interval(-FAR, FAR); 2];
        assert_eq!(integer("crd2idx", &layout, Some(&coord)).range(&anything), Some((0, 19)));
    }
}
