//! Digits: the modes of static layouts as machine integers.

use layout_algebra::{Expr, IntTuple, Layout, LayoutError};

/// A mode of a static layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Mode {
    pub size: i64,
    pub stride: i64,
}

/// The modes of more than one coordinate; `None` if a symbol occurs.
pub(crate) fn modes(layout: &Layout) -> Option<Vec<Mode>> {
    let leaves = layout.shape_leaves().iter().zip(layout.stride_leaves());
    let known = leaves.map(|(s, d)| Some(Mode { size: s.as_const()?, stride: d.as_const()? }));
    let all: Option<Vec<Mode>> = known.collect();
    Some(all?.into_iter().filter(|m| m.size != 1).collect())
}

/// The layout of these modes; `1:0` of none.
pub(crate) fn layout_of(modes: &[Mode]) -> Result<Layout, LayoutError> {
    match modes {
        [] => Ok(Layout::unit_mode()),
        [m] => Layout::mode1(m.size.into(), m.stride.into()),
        _ => Layout::new(
            &IntTuple::flat(modes.iter().map(|m| Expr::from(m.size))),
            &IntTuple::flat(modes.iter().map(|m| Expr::from(m.stride))),
        ),
    }
}

/// A part of a thread's number: `(thread / divisor) mod size`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ThreadDigit {
    /// What the thread's number is divided by.
    pub divisor: i64,
    /// How many values the digit has.
    pub size: i64,
}

impl ThreadDigit {
    /// The digit of a thread.
    pub fn of(self, thread: i64) -> i64 {
        thread / self.divisor % self.size
    }
}

/// Where a digit of the position is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Place {
    /// In the thread's number: `(thread / divisor) mod size`.
    Thread(i64),
    /// In the value's number: `(value / divisor) mod size`.
    Value(i64),
}

/// A digit of the position: `(position / stride) mod size`, and where an encoding has it.
///
/// The digits of an encoding, from the smallest stride up, are those of a mixed radix:
/// the first has stride 1, each further one the product of the sizes below it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Digit {
    /// What the position is divided by.
    pub stride: i64,
    /// How many values the digit has.
    pub size: i64,
    /// Where it is.
    pub place: Place,
}

/// The modes of a layout with the product of the sizes before each.
pub(crate) fn placed(modes: &[Mode]) -> Vec<(i64, Mode)> {
    let mut divisor = 1;
    let mut out = Vec::with_capacity(modes.len());
    for mode in modes {
        out.push((divisor, *mode));
        divisor *= mode.size;
    }
    out
}
