//! Concrete values of rule patterns: integers, layouts and functions.

use layout_algebra::{
    Expr, Layout, Nested, coalesce, complement, composition, filter, left_inverse, logical_divide,
    logical_product, right_inverse,
};

use crate::language::Op;

/// The value of a pattern.
#[derive(Clone, Debug)]
pub enum Value {
    /// An integer.
    Int(i64),
    /// A layout.
    Layout(Layout),
    /// A function: its values on `[0, size)`.
    Fn(Vec<i64>),
}

impl PartialEq for Value {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Int(a), Self::Int(b)) => a == b,
            (Self::Fn(a), Self::Fn(b)) => a == b,
            // Sort Layout: same profile up to how integers split, same function.
            (Self::Layout(a), Self::Layout(b)) => {
                a.shape() == b.shape() && table(a).is_some() && table(a) == table(b)
            }
            _ => false,
        }
    }
}

/// The values of a layout on `[0, size)`.
pub fn table(layout: &Layout) -> Option<Vec<i64>> {
    (0..layout.size().ok()?.as_const()?).map(|i| layout.eval(i)).collect()
}

fn sorted(layout: &Layout) -> Option<Vec<i64>> {
    let mut values = table(layout)?;
    values.sort_unstable();
    Some(values)
}

/// Sizes and strides of the flat modes.
pub fn flat(layout: &Layout) -> Option<Vec<(i64, i64)>> {
    layout
        .shape_leaves()
        .iter()
        .zip(layout.stride_leaves())
        .map(|(s, d)| Some((s.as_const()?, d.as_const()?)))
        .collect()
}

fn of_flat(modes: &[(i64, i64)]) -> Option<Layout> {
    let modes: Option<Vec<Layout>> =
        modes.iter().map(|(s, d)| Layout::mode1(Expr::Const(*s), Expr::Const(*d)).ok()).collect();
    Layout::concat(&modes?).ok()
}

/// Sorted by stride, without the modes of size 1 or stride 0.
fn by_stride(layout: &Layout) -> Option<Vec<(i64, i64)>> {
    let mut modes = flat(layout)?;
    modes.retain(|(s, d)| *s != 1 && *d != 0);
    modes.sort_by_key(|(_, d)| *d);
    Some(modes)
}

impl Value {
    /// The value of an operator; `None` where it is undefined.
    pub fn apply(op: Op, args: &[Self]) -> Option<Self> {
        let truth = |t: bool| Some(Self::Int(i64::from(t)));
        let integers: Option<Vec<i64>> =
            args.iter().map(|a| if let Self::Int(i) = a { Some(*i) } else { None }).collect();
        if let Some(integers) = integers
            && let Some(value) = op.apply(&integers)
        {
            return Some(Self::Int(value));
        }
        match (op, args) {
            (Op::App, [Self::Fn(f), Self::Int(i)]) => {
                f.get(usize::try_from(*i).ok()?).copied().map(Self::Int)
            }
            (Op::Fn, [Self::Layout(l)]) => table(l).map(Self::Fn),
            (Op::Image, [Self::Layout(l)]) => {
                let mut values = sorted(l)?;
                values.dedup();
                Some(Self::Fn(values))
            }
            (Op::Sorted, [Self::Layout(l)]) => sorted(l).map(Self::Fn),
            (Op::FCompose, [Self::Fn(f), Self::Fn(g)]) => g
                .iter()
                .map(|i| f.get(usize::try_from(*i).ok()?).copied())
                .collect::<Option<_>>()
                .map(Self::Fn),
            (Op::Compose, [Self::Layout(a), Self::Layout(b)]) => composition(a, b).ok().map(Self::Layout),
            (Op::Concat, parts) => {
                let parts: Option<Vec<&Layout>> =
                    parts.iter().map(|p| if let Self::Layout(l) = p { Some(l) } else { None }).collect();
                Layout::concat(parts?.iter().copied()).ok().map(Self::Layout)
            }
            (Op::Complement, [Self::Layout(a), Self::Layout(w)]) => {
                complement(a, &w.size().ok()?).ok().map(Self::Layout)
            }
            (Op::Divide, [Self::Layout(a), Self::Layout(b)]) => logical_divide(a, b).ok().map(Self::Layout),
            (Op::LogicalProduct, [Self::Layout(a), Self::Layout(b)]) => {
                logical_product(a, b).ok().map(Self::Layout)
            }
            (Op::RightInverse, [Self::Layout(a)]) => right_inverse(a).ok().map(Self::Layout),
            (Op::LeftInverse, [Self::Layout(a)]) => left_inverse(a).ok().map(Self::Layout),
            (Op::Coalesce, [Self::Layout(a)]) => coalesce(a).ok().map(Self::Layout),
            (Op::Filter, [Self::Layout(a)]) => filter(a).ok().map(Self::Layout),
            (Op::Flatten, [Self::Layout(a)]) => Some(Self::Layout(a.flatten())),
            (Op::Mode, [Self::Int(n), Self::Int(d)]) => {
                Layout::mode1(Expr::Const(*n), Expr::Const(*d)).ok().map(Self::Layout)
            }
            (Op::Get, [Self::Int(k), Self::Layout(l)]) => {
                l.get(&[usize::try_from(*k).ok()?]).ok().map(Self::Layout)
            }
            (Op::Scale, [Self::Int(k), Self::Layout(l)]) => {
                let stride = l.stride().try_map(|d| d.mul(&Expr::Const(*k))).ok()?;
                Layout::new(&l.shape(), &stride).ok().map(Self::Layout)
            }
            (Op::ByStride, [Self::Layout(l)]) => of_flat(&by_stride(l)?).map(Self::Layout),
            (Op::Size, [Self::Layout(l)]) => l.size().ok()?.as_const().map(Self::Int),
            (Op::Cosize, [Self::Layout(l)]) => l.cosize().ok()?.as_const().map(Self::Int),
            (Op::Prefix, [Self::Layout(l)]) => {
                let modes = flat(l)?;
                Some(Self::Int(modes[..modes.len() - 1].iter().map(|m| m.0).product()))
            }
            (Op::LastStride, [Self::Layout(l)]) => flat(l)?.last().map(|m| Self::Int(m.1)),
            (Op::Injective, [Self::Layout(l)]) => truth(sorted(l)?.windows(2).all(|w| w[0] < w[1])),
            (Op::Increasing, [Self::Layout(l)]) => truth(table(l)?.windows(2).all(|w| w[0] < w[1])),
            (Op::Compact, [Self::Layout(l)]) => truth(sorted(l)?.iter().zip(0..).all(|(v, i)| *v == i)),
            (Op::Chain, [Self::Layout(l)]) => {
                truth(by_stride(l)?.windows(2).all(|w| w[1].1 % (w[0].0 * w[0].1) == 0))
            }
            (Op::NoCarry, [Self::Layout(l), Self::Int(i), Self::Int(j)]) => {
                let (mut i, mut j) = (*i, *j);
                let modes = flat(l)?;
                let mut carries = false;
                for (s, _) in &modes[..modes.len() - 1] {
                    carries |= i % s + j % s >= *s;
                    (i, j) = (i / s, j / s);
                }
                truth(!carries)
            }
            _ => None,
        }
    }
}
