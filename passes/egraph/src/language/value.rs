//! Concrete values of rule patterns: integers, layouts and functions.

use layout_algebra::{Expr, Layout};

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
            // Sort Layout: same shape, same function.
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

/// The values of a layout, sorted.
pub fn sorted(layout: &Layout) -> Option<Vec<i64>> {
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

/// The layout of flat modes.
pub fn of_flat(modes: &[(i64, i64)]) -> Option<Layout> {
    let modes: Option<Vec<Layout>> =
        modes.iter().map(|(s, d)| Layout::mode1(Expr::Const(*s), Expr::Const(*d)).ok()).collect();
    Layout::concat(&modes?).ok()
}

/// Flat modes sorted by stride, without the modes of size 1 or stride 0.
pub fn by_stride(layout: &Layout) -> Option<Vec<(i64, i64)>> {
    let mut modes = flat(layout)?;
    modes.retain(|(s, d)| *s != 1 && *d != 0);
    modes.sort_by_key(|(_, d)| *d);
    Some(modes)
}

impl From<bool> for Value {
    fn from(truth: bool) -> Self {
        Self::Int(truth.into())
    }
}
